"""HTML that is escaped by construction: text becomes markup only through `element`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_EMPTY = frozenset({"img", "br", "rect", "circle", "image"})


class Markup(str):
    """A piece of HTML that is safe to put into a page."""

    __slots__ = ()


def element(tag: str, *children: str | None, **attributes: str | float | bool | None) -> Markup:
    """`element("p", "1 < 2", cls="note")` is `<p class="note">1 &lt; 2</p>`.

    None and False leave an attribute out; `_` in a name becomes `-`, and `cls` becomes `class`.
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _EMPTY:
        return Markup(f"<{tag}{written}>" if tag in {"img", "br"} else f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{joined(children)}</{tag}>")


def joined(children: Iterable[str | None]) -> Markup:
    """The children one after another, text among them escaped."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children if child))


def _attribute(name: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = "class" if name == "cls" else name.replace("_", "-")
    return (
        f" {name}" if value is True else f' {name}="{escape(f"{value:g}" if isinstance(value, float) else str(value))}"'
    )
