"""An action in a sentence, from its wording or, without one, from its name and fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from askonce.lazy import regex

if TYPE_CHECKING:
    from askonce.actions.action import Action

Quote = Callable[[str], str]
"""How a text is put into quotes."""

_OPTIONAL = regex(r"\[([^\]]*)\]")
_FIELD = regex(r'"\{(\w+)\}"|\{(\w+)\}')


def quoted(text: str) -> str:
    """`text` in quotes on one line, as expectations are read."""

    def escape(letter: str) -> str:
        if letter in '"\\':
            return "\\" + letter
        return letter if letter.isprintable() or ord(letter) > 0xFFFF else f"\\u{ord(letter):04x}"

    return '"' + "".join(map(escape, text)) + '"'


def tidy(text: str) -> str:
    """`text` on one line, without characters that cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def format_wording(wording: str, action: Action[Any], quote: Quote = quoted) -> str:
    """A wording such as `Press {keys}[ in {target}]`, filled in with the fields of an action.

    `"{text}"` is put into quotes. A part in brackets is left out when one of its fields has its default.
    """
    fields = type(action).model_fields

    def optional(part: re.Match[str]) -> str:
        names = [quoted_name or name for quoted_name, name in _FIELD.findall(part[1])]
        return "" if any(getattr(action, name) in (None, fields[name].default) for name in names) else part[1]

    def value(field: re.Match[str]) -> str:
        found: object = getattr(action, field[1] or field[2])
        values = [str(item) for item in cast("list[object]", found)] if isinstance(found, list) else [_text(found)]
        return " and ".join(quote(text) if field[1] else tidy(text) for text in values)

    return _FIELD.sub(value, _OPTIONAL.sub(optional, wording))


def plain_sentence(title: str, params: Mapping[str, object], target: str = "") -> str:
    """An action without a wording: `MarkAll` with a target is "Mark all the mails with colour red"."""
    verb = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title).capitalize()
    details = ", ".join(f"{name} {value}" for name, value in params.items())
    return tidy(f"{verb} {target}" + (f" with {details}" if details else ""))


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
