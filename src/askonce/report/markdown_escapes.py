"""Escapes untrusted text for Markdown: shown literally, never interpreted, and shortened."""

from __future__ import annotations

import html
import re

from askonce.lazy import regex

_OBEYED = regex(r"([\\`*_\[\]<>|~&$])")
_ADDRESS = regex(r"(?i)(?<=\bwww)(?=\.)|:(?=//)")
_REFERENCE = regex(r"([@#])(?=\w)")
_BEGINS = regex(r"^(?:([-+=#>])|(\d+)([.)]))")
_HIDDEN = regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_JOINER = "\u2060"
"""A zero-width character. After @ and # it prevents mentions and links to issues."""


def inline(text: str, most: int) -> str:
    """The text on one line, at most `most` characters of it."""
    text = _cut(" ".join(_visible(text).split()), most)
    text = _ADDRESS.sub(lambda found: f"\\{found[0]}", _OBEYED.sub(r"\\\1", text))
    text = _REFERENCE.sub(rf"\1{_JOINER}", text)
    return _BEGINS.sub(lambda begun: f"\\{begun[1]}" if begun[1] else f"{begun[2]}\\{begun[3]}", text)


def code(text: str, most: int) -> str:
    """The same as inline code."""
    text = _cut(" ".join(_visible(text).split()), most)
    fence = "`" * (_longest_fence(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def plain_html(text: str, most: int) -> str:
    """The same for HTML, where Markdown is not interpreted."""
    text = _cut(" ".join(_visible(text).split()), most)
    return html.escape(_REFERENCE.sub(rf"\1{_JOINER}", text))


def block(text: str, most: int) -> str:
    """The text in a code fence that it cannot close."""
    text = _cut(_visible(text).strip("\n"), most)
    fence = "`" * max(3, _longest_fence(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def _longest_fence(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)


def _visible(text: str) -> str:
    """Remove invisible characters and those that change the text direction."""
    return _HIDDEN.sub("·", text.replace("\r\n", "\n").replace("\r", "\n"))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rstrip()} …"
