"""Reads the words between braces as a reference to a variable or to a part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from askonce.diagnostics.location import Location
from askonce.lazy import regex
from askonce.program.expression_tree import Reference

LONGEST = 200
_WORD = r"[^\W\d]\w*"
_NAME = regex(rf"{_WORD}(?:(?: |-(?=[^\W\d]))(?!of\b)\w+){{0,4}}")
_DOT = regex(r"\.\s*(?P<key>\w+(?: (?!of\b)\w+){0,4})")
_INDEX = regex(
    r"\[\s*(?:(?P<number>-?\d{1,9})|\"(?P<key>(?:[^\"\\]|\\.)*)\"|'(?P<other>[^']*)'|(?P<name>[^\[\]\"']+))\s*\]"
)
_OF = regex(r"\s+of\s+", re.IGNORECASE)
_POSSESSIVE = regex(r"['’]s\s+")
_ARTICLE = regex(r"the\s+", re.IGNORECASE)
_PROPERTY = regex(r"\w+(?: \w+){0,4}")
_ENDS = {"first": 0, "last": -1}
_END = regex(r"(first|last) (?:item|element|row|entry)", re.IGNORECASE)


def read_reference(inside: str, location: Location | None = None) -> Reference | None:
    """Read the words between braces as a reference; None if they are not one."""
    words = inside.strip()
    if not words or len(words) > LONGEST:
        return None
    location = location or Location()
    return _dotted(words, location) or _of(words, location) or _possessive(words, location)


def name_of(words: str) -> str:
    """A variable's name as one word."""
    return re.sub(r"[ -]", "_", words.strip())


def _dotted(words: str, location: Location) -> Reference | None:
    start = _NAME.match(words)
    if not start:
        return None
    path: list[str | int | Reference] = []
    at = start.end()
    while at < len(words):
        if found := _DOT.match(words, at):
            key = found["key"]
            path.append(int(key) if key.isdecimal() and len(key) < 10 else key)
        elif (found := _INDEX.match(words, at)) and (step := _step(found, location)) is not None:
            path.append(step)
        else:
            return None
        at = found.end()
    return Reference(name_of(start.group()), tuple(path), location)


def _step(found: re.Match[str], location: Location) -> str | int | Reference | None:
    if found["number"] is not None:
        return int(found["number"])
    if found["key"] is not None:
        return re.sub(r"\\(.)", r"\1", found["key"])
    if found["other"] is not None:
        return found["other"]
    words = found["name"].strip()
    if words.startswith("{") and words.endswith("}"):
        words = words[1:-1]
    return _dotted(words.strip(), location)


def _of(words: str, location: Location) -> Reference | None:
    """`color of my_car`: what is named last holds what is named before."""
    *properties, base = _OF.split(words)
    held = _dotted(base.strip(), location)
    if not properties or not held:
        return None
    return _with(held, reversed([_ARTICLE.sub("", words, count=1) for words in properties]))


def _possessive(words: str, location: Location) -> Reference | None:
    base, *properties = _POSSESSIVE.split(words)
    held = _dotted(base.strip(), location)
    return _with(held, properties) if properties and held else None


def _with(held: Reference, properties: Iterable[str]) -> Reference | None:
    path: list[str | int | Reference] = list(held.path)
    for words in properties:
        end = _END.fullmatch(words.strip())
        if end:
            path.append(_ENDS[end[1].lower()])
        elif _PROPERTY.fullmatch(words.strip()):
            path.append(words.strip())
        else:
            return None
    return Reference(held.name, tuple(path), held.location)
