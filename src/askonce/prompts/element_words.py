"""One element in words, so that a model can tell it from every other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from askonce.lazy import regex
from askonce.prompts.quoted_text import quoted, quoted_lines
from askonce.screens.field_labels import FIELDS, TICKED, field_labels, suggests
from askonce.screens.ui_tree import Node, State, Tree, plain

LAYERS = frozenset({"dialog", "alertdialog", "overlay"})

_TOLD: tuple[State, ...] = (
    "checked", "mixed", "selected", "pressed", "expanded", "collapsed", "focused", "required", "invalid", "readonly",
    "disabled", "password", "offscreen",
)  # fmt: skip
_TYPES = frozenset({"date", "time", "datetime-local", "month", "week", "color", "file"})
_CODE_NAME = regex(r"[A-Za-z]{3,20}(?:[-_][A-Za-z]{2,20}){0,3}")


def has_number(node: Node) -> bool:
    """Whether a model may name it: to act on it, or to scroll or read what is inside."""
    return node.actionable or "scrolls" in node.states


def describe(node: Node, *, number: bool = True) -> str:
    """One element without its value: `[7] textbox "Email"`, `[8] button (icon "trash")`."""
    label = f"[{node.number}] " if number and has_number(node) else ""
    if node.shown or node.text:
        return f"{label}{node.role} {quoted(node.shown or node.text)}"
    return label + node.role + (f" (icon {quoted(node.name, 40)}{_fill(node)})" if node.name else "")


def _fill(node: Node) -> str:
    """How an icon is drawn that pages fill when it is on: `, filled` or `, empty`; nothing for others."""
    drawn = node.attributes.get("icon", "").rpartition(" ")[2]
    return f", {drawn}" if drawn in {"filled", "empty"} and "%" in node.attributes["icon"] else ""


def describe_value(node: Node, most: int = 0) -> str:
    """What a field holds: how it begins, or up to `most` characters with line breaks. What an empty one asks for."""
    if not node.value:
        hint = node.attributes.get("placeholder", "") if node.role in FIELDS else ""
        return f" placeholder {quoted(hint, 40)}" if plain(hint).strip(" .…") not in plain(node.name) else ""
    return f" = {quoted_lines(node.value, most) if most else quoted(node.value)}"


def is_nameless(node: Node) -> bool:
    return not node.shown and not node.text


class Describer:
    """Describes the elements of one tree; those without a name by what stands beside them or by where they are."""

    def __init__(self, tree: Tree, new: frozenset[int]) -> None:
        self._new = new
        self._near = field_labels(tree)
        self._nodes = {node.number: node for node in tree}
        self._blank = self.blanks(tree)
        self._code_names = Counter(_code_name(node) for node in tree if node.actionable and is_nameless(node))
        covered = [node for node in tree if node.actionable and "covered" in node.states]
        self.under = {
            number: [node for node in covered if node.cover == number]
            for number, count in Counter(node.cover for node in covered).items()
            if number is not None and count > 1
        }
        """What each element covers, by its number, where that is more than one: its line says so for all of them."""

    def blanks(self, nodes: Iterable[Node]) -> Counter[str]:
        """How many elements without a name are described alike."""
        return Counter(self._blank_key(node) for node in nodes if node.actionable and is_nameless(node))

    def near(self, node: Node) -> str:
        return self._near.get(node.number, "")

    def label(self, node: Node, blanks: Counter[str] | None = None) -> str:
        """The element with a star if it is new, and with its place if nothing else tells it apart.

        `blanks` counts those it could be taken for, where that is not the whole screen: the others of a row.
        """
        label = describe(node)
        if node.number in self._new and node.actionable:
            label = label.replace("]", "]*", 1)
        if not node.actionable or not is_nameless(node):
            return label
        key = self._blank_key(node)
        is_field = node.role in FIELDS | TICKED
        near = self.near(node) if blanks is None or node.role in FIELDS else ""
        label += f" near {quoted(near, 40)}" if near else ""
        code = _code_name(node) if is_field and not near else ""
        if code and self._code_names[code] == 1:
            return f"{label} (id {quoted(code)})"
        is_alone = (self._blank if blanks is None else blanks)[key] == 1
        if is_alone and (is_field or node.name or blanks is not None):
            return label
        return label + place(node)

    def states(self, node: Node) -> str:
        states = [state for state in _TOLD if state in node.states]
        kind = node.attributes.get("type", "")
        states = [*([kind] if kind in _TYPES and node.actionable else []), *states]
        if node.attributes.get("tag") == "textarea":
            states.insert(0, "multiline")
        if suggests(node):
            states.append("suggests")
        if "covered" in node.states:
            states.append(self._covered(node))
        elif "partly covered" in node.attributes:
            states.append("partly covered")
        return f" ({', '.join(states)})" if states else ""

    def _covered(self, node: Node) -> str:
        """By what: its number, or its words; the line of what covers several says itself which."""
        cover = self._nodes.get(node.cover) if node.cover is not None else None
        if cover and (cover.actionable or cover.role in LAYERS) and cover.number in self.under:
            return "covered"
        if cover and cover.role in LAYERS:
            return f"covered by {cover.role} {quoted(cover.name, 40)}" if cover.name else "covered"
        if cover and cover.actionable:
            return f"covered by [{cover.number}]"
        words = node.attributes.get("covered by", "")
        return f"covered by {quoted(words, 40)}" if words else "covered"

    def _blank_key(self, node: Node) -> str:
        parent = self._nodes.get(node.parent) if node.parent is not None else None
        under = parent.number if parent and parent.actionable and parent.shown else ""
        return f"{under} {node.role} {node.name} {self.near(node)}"


def place(node: Node) -> str:
    """Where it is, for what nothing else tells apart."""
    point = node.point or node.box.center
    return f" at {round(point.x)},{round(point.y)}"


def _code_name(node: Node) -> str:
    """The id of an element in the page's code, as a last resort."""
    names = (node.attributes.get(mark, "") for mark in ("name", "id"))
    return next((name for name in names if _CODE_NAME.fullmatch(name)), "")
