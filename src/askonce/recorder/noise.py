"""What a person does by the way and does not mean: clicks that only focus, keys that only move, presses of nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from askonce.insight.exact import judge
from askonce.planning.action_watcher import Look
from askonce.planning.seen_action import SeenAction
from askonce.planning.stall import tree_fingerprint
from askonce.screens.ui_tree import Node, Tree

TEXT_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_BY_ENTER = frozenset({"button", "link", "tab", "menuitem"})
_BY_SPACE = frozenset({"button", "checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio"})
"""Roles on which Enter, and Space, does what a tap does."""
IN_PLACE = frozenset({"canvas", "video", "application", "slider"})
"""Roles of elements in which it matters where they are touched."""
_BY_PLACE = frozenset({"focused", "offscreen", "covered"})
"""States that come and go as a page is scrolled, or as the focus moves."""
_CARET = frozenset({"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"})
_UP_AND_DOWN = frozenset({"ArrowUp", "ArrowDown", "PageUp", "PageDown"})
_SCROLLING = frozenset({"PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", "Space"})
_COMMANDS = frozenset("acvxyz")
_MODIFIERS = frozenset({"Control", "Meta", "ControlOrMeta", "Alt", "Shift", "CapsLock"})


def is_text_field(node: Node) -> bool:
    """Whether it takes typed text. A native list does not, though it has the same role."""
    return node.role in TEXT_FIELDS and not is_native_list(node)


def is_native_list(node: Node) -> bool:
    """Whether its options are chosen in a window of the browser's own."""
    return (
        bool(node.options) and node.role in {"combobox", "listbox"} and node.attributes.get("tag", "select") == "select"
    )


def is_multiline(node: Node) -> bool:
    return node.attributes.get("tag") not in {None, "input"} and node.role == "textbox"


def is_editing(keys: str) -> bool:
    """Whether keys move the caret in a field, or change what is in it without a character of their own."""
    *held, key = keys.split("+") if keys != "+" else ["+"]
    if key in _CARET | {"Backspace", "Delete"}:
        return True
    return key.lower() in _COMMANDS and bool(set(held) & {"Control", "Meta", "ControlOrMeta"})


def moves_in_list(keys: str, field: Node) -> bool:
    """Whether keys go through a list that belongs to a field, and not through its text."""
    return keys in _UP_AND_DOWN and not is_multiline(field) and field.role != "spinbutton"


def is_tap(keys: str, node: Node) -> bool:
    """Whether a key does to the element with the focus what a tap does."""
    return (keys == "Enter" and node.role in _BY_ENTER) or (keys == "Space" and node.role in _BY_SPACE)


def is_range(node: Node) -> bool:
    """Whether it is a slider of the browser's own, which takes a value as a field does."""
    return node.role == "slider" and node.attributes.get("tag") == "input"


def is_drawn(node: Node) -> bool:
    """Whether it is a drawing that takes touches: a canvas or a chart that is called a picture, and no photograph."""
    return node.role in {"img", "image"} and node.attributes.get("tag", "canvas") != "img"


def is_rich(node: Node) -> bool:
    """Whether it is a text field that is no field of a form, whose lines the screen does not tell."""
    return node.role == "textbox" and node.attributes.get("tag") not in {None, "input", "textarea"}


def is_modifier(keys: str) -> bool:
    return set(keys.split("+")) <= _MODIFIERS


def is_scrolling(keys: str) -> bool:
    """Whether keys scroll a page in which no field has the focus."""
    return keys in _SCROLLING


def focused_node(tree: Tree | None) -> Node | None:
    """The element with the focus; the innermost, where a frame has it too."""
    return max((node for node in tree or () if "focused" in node.states), key=lambda node: node.depth, default=None)


def is_same_screen(before: Tree | None, after: Tree | None) -> bool:
    """Whether nothing changed but what has the focus."""
    if before is None or after is None:
        return False
    return tree_fingerprint(before, focus=False) == tree_fingerprint(after, focus=False)


def is_same_content(before: Look, after: Look) -> bool:
    """Whether the page says the same, wherever it is scrolled to and whatever has the focus."""
    trees = [look.outline.tree if look.outline else look.tree for look in (before, after)]
    if None in trees:
        return before.page == after.page
    return before.page == after.page and _content(trees[0]) == _content(trees[1])


def _content(tree: Iterable[Node] | None) -> Counter[tuple[object, ...]]:
    return Counter(
        (node.role, node.name, node.text, node.value, node.states - _BY_PLACE)
        for node in tree or ()
        if "ticks" not in node.attributes
    )


def differs_only_in(number: int | None, before: Tree | None, after: Tree | None) -> bool:
    """Whether two screens say the same but for one element."""
    if before is None or after is None:
        return False
    one, other = [[node for node in tree if node.number != number] for tree in (before, after)]
    return _content(one) == _content(other)


def held_before(statement: str, seen: SeenAction) -> bool:
    """Whether a statement was true on the screen before an action."""
    whole = seen.outline.tree if seen.outline else None
    verdict = judge(statement, seen.before, whole=whole) if seen.before else None
    return verdict is not None and bool(verdict.holds)


def brings_new(seen: SeenAction) -> bool:
    """Whether something is there after an action that the whole page did not have before, in view or out of it."""
    before = seen.outline.tree if seen.outline else seen.before
    if before is None or seen.after is None or seen.action.title() not in {"Scroll", "Hover"}:
        return False
    known = {(node.role, node.name, node.text) for node in before}
    return any((node.role, node.name, node.text) not in known for node in seen.after if "ticks" not in node.attributes)


def only_focuses(seen: SeenAction) -> bool:
    """Whether a press did no more than to give a text field the focus."""
    (node, *more) = [*seen.touched] or [None]
    return node is not None and not more and is_text_field(node) and is_same_screen(seen.before, seen.after)


def only_selects(seen: SeenAction) -> bool:
    """Whether the pointer was dragged over a text, and did no more than to select it."""
    if not seen.touched or not is_same_screen(seen.before, seen.after):
        return False
    return not any(
        node.role in IN_PLACE or is_drawn(node) or (node.actionable and not is_text_field(node))
        for node in seen.touched
    )


def only_breaks_line(seen: SeenAction, number: int) -> bool:
    """Whether a field holds the same words after a key, and nothing else has changed."""
    before, after = _with_field(seen.before, number), _with_field(seen.after, number)
    return before is not None and before == after


def _with_field(tree: Tree | None, number: int) -> tuple[list[str], Counter[tuple[object, ...]]] | None:
    """The words in a field, and all that is not in it."""
    field = tree.find(number) if tree else None
    if tree is None or field is None:
        return None
    others = (node for node in tree if not field.box.contains(node.box.center) and "ticks" not in node.attributes)
    return (field.value or "").split(), Counter((node.role, node.name, node.text, node.value) for node in others)


def is_missed(seen: SeenAction) -> bool:
    """Whether a press hit nothing that takes presses, and nothing came of it."""
    takes_presses = any(node.actionable for node in seen.touched)
    return not takes_presses and is_same_screen(seen.before, seen.after)
