"""The JavaScript that runs in pages: files of plain functions beside this one."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import Frame

from askonce.lazy import regex

_KEPT = (
    "moving_pictures",
    "pending_work",
    "press_guard",
    "typing_guard",
    "settle",
    "spot",
    "focus",
    "fields",
    "shown_texts",
    "flashing_texts",
)
_FUNCTION = regex(r"(?m)^(?:async )?function (\w+)")
_ABSENT = "askonce: these functions are not kept here"


@cache
def script(call: str, *parts: str) -> str:
    """A function of one argument that calls `call`, which one of the `parts` (names of files) declares.

    All of them can write JSON, with `asJson`.
    """
    return f"(argument) => {{\n{_sources(parts)}\nreturn {call}(argument);\n}}"


async def call(frame: Frame, name: str, argument: Any = None) -> Any:
    """Call a function that is needed again and again. A document keeps all of these, so that they are sent once."""
    answer = await frame.evaluate(_calling(name), argument)
    return await frame.evaluate(_keeping(name), argument) if answer == _ABSENT else answer


async def call_first(frame: Frame, name: str, argument: Any = None) -> Any:
    """The same in a document that has just come."""
    return await frame.evaluate(_keeping(name), argument)


@cache
def keeping_functions() -> str:
    """A statement after which a document keeps them."""
    names = [found for part in ("json", *_KEPT) for found in _FUNCTION.findall(_text(part))]
    functions = f"(() => {{\n{_sources(_KEPT)}\nreturn {{ {', '.join(names)} }};\n}})()"
    keep = f"Object.defineProperty(window, {_key()}, {{ value: {functions}, configurable: true }})"
    return f"if (!window[{_key()}]) {keep};"


def call_kept(name: str, argument: str) -> str:
    """An expression that calls one of them in a document that keeps them."""
    return f"window[{_key()}].{name}({argument})"


@cache
def _calling(name: str) -> str:
    kept = f"window[{_key()}]"
    return f'(argument) => {kept} ? {kept}.{name}(argument) : "{_ABSENT}"'


@cache
def _keeping(name: str) -> str:
    return f"(argument) => {{\n{keeping_functions()}\nreturn window[{_key()}].{name}(argument);\n}}"


@cache
def _key() -> str:
    """Where a document keeps them, apart from those of another version."""
    return f'Symbol.for("askonce.functions.{hashlib.sha256(_sources(_KEPT).encode()).hexdigest()[:12]}")'


@cache
def _sources(parts: tuple[str, ...]) -> str:
    return "\n".join(_source(part) for part in ("json", *parts))


@cache
def _source(part: str) -> str:
    """The file without comments and indents, which pages do not need."""
    lines = (line.strip() for line in _text(part).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _text(part: str) -> str:
    return (files("askonce.screens.web") / f"{part}.js").read_text(encoding="utf-8")
