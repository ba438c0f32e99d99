"""A detector that knows the truth: the boxes and roles of the screen's own elements, a little off. An upper bound."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens import Node, Shot, Tree
from askonce.vision import seen_tree
from askonce.vision.pixels import open_pixels

ROLES = {
    "textbox": "textbox", "searchbox": "textbox", "spinbutton": "textbox", "checkbox": "checkbox", "radio": "radio",
    "switch": "switch", "combobox": "combobox", "listbox": "combobox", "slider": "slider", "tab": "tab",
    "link": "link", "button": "button", "menuitem": "row", "listitem": "row", "option": "row", "row": "row",
    "treeitem": "row", "img": "image",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Detection:
    box: Box
    role: str
    confidence: float
    checked: bool | None = None


class StandIn:
    """Remembers what was true of each picture."""

    def __init__(self) -> None:
        self._truths: dict[str, list[Detection]] = {}
        self._random = random.Random(1)

    def learn(self, shot: Shot, tree: Tree) -> None:
        pixels = open_pixels(shot.image)
        holders = {node.parent for node in tree}
        places = [(node, self._off(shot.frame.box_to_image(node.box))) for node in tree.in_view]
        self._truths[_digest(pixels)] = [
            Detection(
                box, role, 0.9, "checked" in node.states if node.role in {"checkbox", "radio", "switch"} else None
            )
            for node, box in places
            if (role := _role(node, holders)) and "covered" not in node.states
        ]

    def detect(self, pixels: Any) -> list[Detection]:
        return self._truths.get(_digest(pixels), [])

    def install(self) -> None:
        seen_tree._detect = self.detect  # type: ignore[assignment]

    def _off(self, box: Box) -> Box:
        left, top, right, bottom = (edge + self._random.uniform(-1.5, 1.5) for edge in box.edges)
        return Box.of_edges(left, top, max(left + 1, right), max(top + 1, bottom))


def _role(node: Node, holders: set[int | None]) -> str:
    if node.role == "img" and not node.actionable:
        return "image"
    if not node.actionable:
        return ""
    is_icon = (not node.shown.strip() and not node.text) or "spoken" in node.attributes
    role = ROLES.get(node.role, "row" if node.number in holders else "button")
    return "icon" if role in {"button", "link"} and is_icon and max(node.box.width, node.box.height) < 100 else role


def _digest(pixels: Any) -> str:
    return hashlib.sha1(pixels.tobytes()).hexdigest()
