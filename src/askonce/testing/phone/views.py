"""Views: what apps show, as values. A view says how an accessibility service sees it and what a touch does.

Activities build their views anew from their records for every look; the phone draws what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any

from askonce.lazy import dataclass

Handler = Callable[..., object]


@dataclass(frozen=True, slots=True)
class View:
    """One view, with those in it. Its handlers are called with what was done: a text, a direction, a place."""

    kind: str = "ViewGroup"
    """Its class on Android, without the package: `TextView`, `EditText`, `CheckBox`, …"""
    text: str = ""
    id: str = ""
    """The name in its resource id; with a colon, the whole of it."""
    description: str = ""
    hint: str = ""
    style: str = ""
    """Classes of the style sheet."""
    icon: str = ""
    """The path of a drawing of 24 by 24."""
    color: str = ""
    children: tuple[View, ...] = ()
    lines: bool = False
    password: bool = False
    autofocus: bool = False
    scrolls: bool = False
    enabled: bool = True
    selected: bool = False
    checked: bool | None = None
    hidden: bool = False
    """Whether the accessibility service is told only of what is in it."""
    options: tuple[str, ...] = ()
    """What it offers to choose from, where a picker of the system does that."""
    on: dict[str, Handler] = field(default_factory=dict[str, Handler])
    """What to do by what was done: `tap`, `hold`, `change`, `submit`, `swipe`, `touch`, `pinch`,
    `choose`."""

    def numbered(self) -> Iterator[View]:
        """This view and all in it, in the order of their numbers."""
        yield self
        for child in self.children:
            yield from child.numbered()

    def described(self, counter: Iterator[int]) -> dict[str, Any]:
        """The view as the page draws it."""
        number = next(counter)
        plain = {name: getattr(self, name) for name in _PLAIN}
        return plain | {
            "number": number,
            "takes": list(self.on),
            "children": [child.described(counter) for child in self.children],
        }


_PLAIN = (
    "kind", "text", "id", "description", "hint", "style", "icon", "color", "lines", "password", "autofocus", "scrolls",
    "enabled", "selected", "checked", "hidden",
)  # fmt: skip


def _handlers(**named: Handler | None) -> dict[str, Handler]:
    return {name: handler for name, handler in named.items() if handler}


def text(words: str, *, id: str = "", style: str = "", description: str = "") -> View:
    return View("TextView", words, id=id, style=style, description=description)


def button(words: str, tap: Handler, *, id: str = "", style: str = "", enabled: bool = True) -> View:
    return View("Button", words, id=id, style=style, enabled=enabled, on={"tap": tap})


def icon_button(description: str, icon: str, tap: Handler, *, id: str = "", style: str = "") -> View:
    return View("ImageButton", id=id, description=description, icon=icon, style=style, on={"tap": tap})


def text_field(
    value: str,
    change: Handler,
    *,
    id: str,
    hint: str = "",
    description: str = "",
    style: str = "",
    lines: bool = False,
    password: bool = False,
    autofocus: bool = False,
    submit: Handler | None = None,
) -> View:
    return View(
        "EditText",
        value,
        id=id,
        hint=hint,
        description=description,
        style=style,
        lines=lines,
        password=password,
        autofocus=autofocus,
        on=_handlers(change=change, submit=submit),
    )


def tick_box(
    words: str, checked: bool, tap: Handler, *, id: str = "", kind: str = "CheckBox", description: str = ""
) -> View:
    return View(kind, words, id=id, checked=checked, description=description, on={"tap": tap})


def row(
    *children: View, style: str = "", id: str = "", tap: Handler | None = None, hold: Handler | None = None
) -> View:
    return View(style=f"row {style}", id=id, children=children, on=_handlers(tap=tap, hold=hold))


def column(*children: View, style: str = "", id: str = "") -> View:
    return View(style=f"column {style}", id=id, children=children)


def entry(
    *children: View,
    id: str = "",
    tap: Handler | None = None,
    hold: Handler | None = None,
    description: str = "",
    selected: bool = False,
) -> View:
    """One row of a list."""
    return View(
        style="entry",
        id=id,
        children=children,
        description=description,
        selected=selected,
        on=_handlers(tap=tap, hold=hold),
    )


def scroll_list(entries: Iterable[View], *, id: str = "list", style: str = "grow", kind: str = "RecyclerView") -> View:
    """A list that a finger scrolls; it fills what room is left."""
    name = "androidx.recyclerview.widget.RecyclerView" if kind == "RecyclerView" else kind
    return View(name, id=id, style=f"list {style}", scrolls=True, children=tuple(entries))


def app_bar(title: str, *actions: View, up: Handler | None = None) -> View:
    """The bar at the top of an activity; `up` is its arrow back."""
    start = (icon_button("Navigate up", BACK, up),) if up else ()
    return View(style="bar", id="toolbar", children=(*start, text(title, style="title grow"), *actions))


BACK = "M20 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H20z"
FORWARD = "M4 13h12.2l-5.6 5.6L12 20l8-8-8-8-1.4 1.4 5.6 5.6H4z"
ADD = "M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z"
SEARCH = "M15.5 14h-.8l-.3-.3A6.5 6.5 0 1 0 14 14.7l.3.3v.8l5 5 1.5-1.5zM9.5 14a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9z"
DELETE = "M6 19a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7H6zM19 4h-3.5l-1-1h-5l-1 1H5v2h14z"
EDIT = "M3 17.3V21h3.8l11-11-3.8-3.8zM20.7 7a1 1 0 0 0 0-1.4l-2.3-2.3a1 1 0 0 0-1.4 0l-1.8 1.8L19 8.8z"
DONE = "M9 16.2L4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z"
SEND = "M2 21l21-9L2 3v7l15 2-15 2z"
CLOSE = "M19 6.4L17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z"
FOLDER = "M10 4H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-8z"
PAPER = "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zm-1 7V3.5L18.5 9z"
PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0 2c-2.7 0-8 1.3-8 4v2h16v-2c0-2.7-5.3-4-8-4z"
DAYS = "M19 4h-1V2h-2v2H8V2H6v2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2zm0 16H5V10h14z"
PURSE = "M21 7h-3V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h16V7zm-3 9a2 2 0 1 1 0-4 2 2 0 0 1 0 4z"
LEAF = "M17 8C8 10 6 16 4 21l2 1 1-2c12 1 15-17 15-17-1 2-8 2-13 3s-7 5-7 7 2 4 2 4C7 8 17 8 17 8z"
SPEECH = "M20 2H4a2 2 0 0 0-2 2v18l4-4h14a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2z"
