"""What AT-SPI's numbers mean, and what an application says of one object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.desktop.linux.atspi_bus import ATSPI, Ref

EDITABLE, EXPANDABLE, FOCUSABLE, FOCUSED, SELECTABLE, SELECTED = 7, 9, 11, 12, 22, 23
SENSITIVE, SHOWING, VISIBLE, HAS_POPUP = 24, 25, 30, 42
"""Places of states in the two words that hold them."""
COMBO_BOX, DIALOG, FILE_CHOOSER, FRAME, LABEL, MENU = 11, 16, 19, 23, 29, 33
PASSWORD, POPUP_MENU, SCROLL_BAR, SCROLL_PANE, SEPARATOR, TABLE, TERMINAL, TEXT = 40, 41, 48, 49, 50, 55, 60, 61
TOGGLE, TOOL_TIP, TREE, TREE_TABLE, WINDOW, APPLICATION, ENTRY, DOCUMENT_WEB = 62, 64, 65, 66, 69, 75, 79, 95
SPIN_BUTTON, SLIDER, PROGRESS_BAR, LIST_BOX, LIST, AUTOCOMPLETE, IMAGE, ICON, PUSH_BUTTON = (
    52,
    51,
    42,
    98,
    31,
    76,
    27,
    26,
    43,
)
CANVAS, DRAWING_AREA = 6, 18
WINDOWS = frozenset({2, DIALOG, FILE_CHOOSER, 9, 22, FRAME, 28, WINDOW, TOOL_TIP, POPUP_MENU, MENU})
"""What stands right below an application."""
FLOATING = frozenset({MENU, POPUP_MENU, TOOL_TIP, WINDOW})
"""What may be painted in a window that pops up."""
LEAVES = frozenset({PUSH_BUTTON, 7, 44, LABEL, SEPARATOR, SCROLL_BAR, IMAGE, ICON, 8, 45, TOGGLE})
"""What holds nothing that is worth reading."""
TEXTUAL = frozenset({TEXT, ENTRY, PASSWORD, TERMINAL, SPIN_BUTTON, COMBO_BOX, AUTOCOMPLETE, 12})
MEASURED = frozenset({SCROLL_BAR, SLIDER, PROGRESS_BAR, SPIN_BUTTON, 15, 103})


@dataclass(slots=True)
class Accessible:
    """One object of an application, as it describes itself. Its box is in the units of its toolkit."""

    ref: Ref
    role: int
    name: str
    states: int
    outer: Accessible | None = None
    depth: int = 0
    box: Box | None = None
    text: str | None = None
    label: str = ""
    """What another object says that this one is."""
    described: str = ""
    number: float | None = None
    """What it stands at: a slider, a bar."""
    least: float = 0.0
    most: float = 0.0
    """The ends of a scroll bar."""
    is_named_by_choice: bool = False
    """Whether a list that drops down is called by what is chosen in it, as GTK has it."""
    children: list[Accessible] = field(default_factory=list["Accessible"])

    def has(self, state: int) -> bool:
        return bool(self.states >> state & 1)


def state_bits(words: Sequence[int]) -> int:
    return words[0] | (words[1] << 32 if len(words) > 1 else 0)


def short_interfaces(interfaces: Sequence[str]) -> frozenset[str]:
    return frozenset(name.removeprefix(ATSPI) for name in interfaces)


def role_of(role: int) -> str:
    return vocabulary()["roles"].get(str(role), "")


@cache
def vocabulary() -> dict[str, Any]:
    return json.loads(files("askonce.screens.desktop.linux").joinpath("atspi_roles.json").read_text("utf-8"))
