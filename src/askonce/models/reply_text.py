"""Parses model replies: tags, parameters and verdicts in text that may be fenced, cut, repeated or misspelt.

Every function is pure, takes linear time, and returns a value or raises an `UnreadableReply`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

from askonce.errors import UnreadableReply
from askonce.lazy import dataclass, regex

_MARK = regex(r"<(?P<slash>/?)(?P<name>[A-Za-z][\w-]*+)(?P<rest>(?:[\s/][^<>]*+)?)>")
_ATTRIBUTE = regex(r"""(?<![\w-])([A-Za-z][\w-]*+)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'/]++))""")

_TOKEN = regex(r"\d+(?:\.\d+)?|[^\W\d_]+")
_ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{4})|.)")

_LONGEST_REPAIR = 4_000
"""Repair takes more than linear time on some inputs, so longer broken JSON is not repaired."""
_DEEPEST = 32
_LARGEST = 10**15


@dataclass(frozen=True, slots=True)
class Mark:
    """One opening, closing or self-closing tag in a text: its lower-case name and its position."""

    name: str
    start: int
    end: int
    closing: bool = False
    empty: bool = False
    rest: str = ""

    @property
    def attributes(self) -> Mapping[str, str]:
        """Attributes by lower-case name, quoted or not."""
        found = _ATTRIBUTE.finditer(self.rest)
        return {match[1].lower(): match[2] or match[3] or match[4] or "" for match in found}


@dataclass(frozen=True, slots=True)
class Tag:
    """The text between an opening tag and its closing tag, and the attributes of the opening tag."""

    attributes: Mapping[str, str]
    content: str


def marks(text: str) -> Iterator[Mark]:
    """All tags in `text`, in order, whatever their names."""
    for found in _MARK.finditer(text):
        rest = found["rest"]
        closing = bool(found["slash"])
        yield Mark(
            found["name"].lower(),
            found.start(),
            found.end(),
            closing=closing,
            empty=not closing and rest.rstrip().endswith("/"),
            rest=rest,
        )


def last_tag(text: str, name: str) -> Tag | None:
    """The last closing tag `name` with the nearest opening tag before it, so earlier drafts are ignored.

    An opening tag that is never closed holds the text up to the next `<`.
    """
    opening: Mark | None = None
    found: Tag | None = None
    for mark in marks(text):
        if mark.name != name.lower():
            continue
        if mark.empty:
            found, opening = Tag(mark.attributes, ""), None
        elif not mark.closing:
            opening = mark
        elif opening is not None:
            found = Tag(opening.attributes, text[opening.end : mark.start])
    if found is None and opening is not None:
        return Tag(opening.attributes, text_until_tag(text, opening.end))
    return found


def text_until_tag(text: str, start: int) -> str:
    """The text from `start` up to the next `<`."""
    end = text.find("<", start)
    return text[start:] if end < 0 else text[start:end]


def whole_characters(text: str) -> str:
    """`text` with lone surrogates replaced, which can be neither saved nor sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def read_params(text: str, *, repair: bool = True) -> dict[str, Any]:
    """The object in `text`: the whole of it, else a fenced block, else from the first `{` to the last `}`.

    Strict parsing comes first, then repair. What would need guessing is not repaired: a text that breaks off inside a
    string, one key with two values, two values where one is due, unusable numbers.
    """
    errors: list[str] = []
    for candidate in _candidates(text):
        try:
            value = json.loads(candidate, strict=False, object_pairs_hook=_object)
        except RecursionError:
            raise UnreadableReply("the parameters are nested too deeply") from None
        except ValueError as error:  # int() also raises this for thousands of digits
            errors.append(str(error))
            continue
        if isinstance(value, dict):
            return _checked(cast("dict[str, Any]", value))
    if not errors:
        raise UnreadableReply(f"expected a JSON object, got {_shown(text)}", remedy='write one object, {"name": value}')
    broken_off = text[text.rfind("}") + 1 :].lstrip().startswith(",")
    if not repair or broken_off or any(error.startswith("Unterminated string") for error in errors):
        raise _broken(errors[-1])
    return _checked(_repair(_candidates(text)[-1], errors[-1]))


def strict_bool(raw: object) -> bool:
    """Read a boolean, or the words true and false. Anything else raises."""
    if isinstance(raw, bool):
        return raw
    word = raw.strip().lower() if isinstance(raw, str) else None
    if word not in ("true", "false"):
        raise UnreadableReply(f"expected true or false, got {_shown(raw)}", remedy="write exactly true or false")
    return word == "true"


def _candidates(text: str) -> list[str]:
    """The parts of the text that may be the object, most likely first. The last one is the widest."""
    found: list[str] = []
    if text.lstrip().startswith("{"):
        found.append(text.strip())
    fence = text.find("```")
    if fence >= 0:
        end = text.find("```", fence + 3)
        block = text[fence + 3 : end if end >= 0 else len(text)]
        found += [block[block.find("{") :].strip()] if "{" in block else []
    start, end = text.find("{"), text.rfind("}")
    if start >= 0:
        found.append(text[start : end + 1] if end > start else text[start:])
    return list(dict.fromkeys(found))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for written, value in pairs:
        key = written.strip()  # some models write blanks around names
        if key in read and read[key] != value:
            raise UnreadableReply(f"the key {_shown(key)} occurs twice with different values")
        read[key] = value
    return read


def _repair(text: str, error: str) -> dict[str, Any]:
    if len(text) > _LONGEST_REPAIR or sum(map(text.count, "{[(")) > 4 * _DEEPEST:
        raise _broken(error)
    from json_repair import repair_json

    try:
        value = repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, KeyError, TypeError, AttributeError):
        raise _broken(error) from None
    # The repair drops what it cannot place, such as the second of two values: that would be a guess.
    if not isinstance(value, dict) or not value or Counter(_tokens(text)) - Counter(_held(value)):
        raise _broken(error)
    return cast("dict[str, Any]", _with_plain_names(value))


def _tokens(text: str) -> Iterator[str]:
    """The words and numbers of a text, in one spelling."""
    plain = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else " ", text)
    for found in _TOKEN.finditer(plain.lower()):
        token = found[0]
        yield str(float(token)) if token[0].isdecimal() else "null" if token == "none" else token


def _held(value: object) -> Iterator[str]:
    """The words and numbers of a value."""
    match value:
        case dict():
            entries = cast("dict[str, object]", value)
            for name, entry in entries.items():
                yield from _tokens(name)
                yield from _held(entry)
        case list():
            for entry in cast("list[object]", value):
                yield from _held(entry)
        case _:
            yield from _tokens(str(value))


def _with_plain_names(value: object) -> object:
    """A value without blanks around the names in its objects."""
    match value:
        case dict():
            entries = cast("dict[str, object]", value)
            return _object([(name, _with_plain_names(entry)) for name, entry in entries.items()])
        case list():
            return [_with_plain_names(entry) for entry in cast("list[object]", value)]
        case _:
            return value


def _broken(error: str) -> UnreadableReply:
    return UnreadableReply(f"the JSON object is broken: {error}", remedy="write the object again, whole")


def _checked(params: dict[str, Any]) -> dict[str, Any]:
    """Return `params` if every value in it can be used."""
    level: list[Any] = [params]
    for _ in range(_DEEPEST):
        below: list[Any] = []
        for value in level:
            match value:
                case str():
                    if not value.isascii() and value != whole_characters(value):
                        raise UnreadableReply(f"{_shown(value)} contains a lone surrogate")
                case float() if not math.isfinite(value):
                    raise UnreadableReply(f"{value} is not a usable number")
                case int() | float() if abs(value) > _LARGEST:
                    raise UnreadableReply("a number is too large to be used")
                case dict():
                    entries = cast("dict[str, Any]", value)
                    below += [*entries.keys(), *entries.values()]
                case list():
                    below += cast("list[Any]", value)
                case _:
                    pass
        if not below:
            return params
        level = below
    raise UnreadableReply("the parameters are nested too deeply")


def _shown(raw: object) -> str:
    """A value for error messages: short and on one line."""
    if isinstance(raw, str):
        return repr(raw) if len(raw) <= 60 else f"{raw[:60]!r}…"
    return repr(raw) if raw is None or isinstance(raw, float) else f"a value of type {type(raw).__name__}"
