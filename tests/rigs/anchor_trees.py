"""Trees written by hand, in which every element that matters has a key that anchors do not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from askonce.geometry import Box, Size
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State
from askonce.values import Instruction, Value

USABLE = {"button", "link", "tab", "menuitem", "option", "clickable", "textbox", "searchbox", "checkbox", "combobox"}


@dataclass
class El:
    role: str
    name: str = ""
    inner: tuple[El, ...] = ()
    key: str = ""
    frame: str = ""
    marks: Mapping[str, str] = field(default_factory=dict[str, str])
    states: frozenset[State] = frozenset()
    shown: str = ""
    """What it shows, where that is not its name."""


def el(
    role: str,
    name: str = "",
    *inner: El,
    key: str = "",
    frame: str = "",
    marks: Mapping[str, str] | None = None,
    states: tuple[State, ...] = (),
    shown: str = "",
) -> El:
    return El(role, name, inner, key, frame, marks or {}, frozenset(states), shown)


def button(name: str, key: str = "", **marks: str) -> El:
    return el("button", name, key=key, marks=marks)


def row(name: str, *more: El) -> El:
    """A row of a table with a name and two buttons, keyed by the name."""
    return el("row", "", el("cell", name), *more, button("Edit", f"edit {name}"), button("Delete", f"delete {name}"))


def page(*elements: El) -> Outline:
    return Outline(Tree(tuple(_nodes(elements)), Size(800, 600)))


def _nodes(elements: tuple[El, ...]) -> Iterator[Node]:
    count = 0

    def walk(inner: tuple[El, ...], parent: int | None, depth: int, frame: str, *, cells: bool) -> Iterator[Node]:
        nonlocal count
        for column, one in enumerate(inner):
            count += 1
            number, is_text = count, one.role == "text"
            yield Node(
                number,
                one.role,
                name="" if is_text else one.name,
                text=one.name if is_text else one.shown,
                box=Box(10 + 120 * column if cells else 10 + 200 * (count % 3), 30 * count, 100, 20),
                states=one.states,
                actionable=one.role in USABLE,
                parent=parent,
                depth=depth,
                frame=one.frame or frame,
                attributes={**one.marks, "key": one.key},
            )
            yield from walk(one.inner, number, depth + 1, one.frame or frame, cells=one.role == "row")

    yield from walk(elements, None, 0, "", cells=False)


def said(text: str, **values: Value) -> Instruction:
    return Instruction.of(text, values)


GO_ON = Instruction("go on")


def anchor_of(
    key: str, outline: Outline, instruction: Instruction = GO_ON, *, prompt: str = "", ordinals: tuple[int, ...] = ()
) -> Anchor:
    (node,) = [one for one in outline.tree if one.attributes["key"] == key]
    return make_anchor(node, outline, instruction, prompt=prompt, ordinals=ordinals)


def found(anchor: Anchor, outline: Outline, instruction: Instruction = GO_ON) -> str | None:
    """The key of the element that is found again."""
    answer = resolve(anchor, outline, instruction)
    return answer.attributes["key"] if isinstance(answer, Node) else None
