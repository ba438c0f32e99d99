"""What a field holds, and the states it is in, as clauses say it: "Bob", checked, not checked, enabled, empty."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.screens.field_labels import TICKED
from askonce.screens.ui_tree import Node, plain

_STATES = frozenset(
    {"checked", "selected", "pressed", "expanded", "collapsed", "disabled", "focused", "mixed", "invalid"}
)
_ABILITIES = frozenset({"enabled", "disabled", "not enabled", "not disabled"})
_OPENED = frozenset({"expanded", "collapsed"})
_ITEMS = frozenset({"option", "treeitem"})
_ABLE = {
    "checked": TICKED | _ITEMS | {"menuitemcheckbox", "menuitemradio"},
    "mixed": TICKED,
    "selected": _ITEMS | {"tab", "row", "cell", "gridcell"},
    "pressed": frozenset({"button"}),
}
"""Which roles can have a state that not every control has."""


def has_value(node: Node, wanted: str) -> bool:
    """Whether a field holds `wanted`: its text, or a state such as "checked". Of a password the length must do."""
    state = plain(wanted)
    if state in _ABILITIES:
        return ("disabled" in node.states) is (state in {"disabled", "not enabled"})
    if state in {"empty", "not empty"} and node.value is not None and node.value != wanted:
        return (not node.value) is (state == "empty")
    absent = _without_not(state)
    is_list = node.role == "combobox" or not _OPENED.isdisjoint(node.states)  # it is open or not beside what it holds
    if node.value is None or (is_list and absent in _OPENED and plain(node.value) != state):
        return state in node.states or (absent != state and absent in _STATES and absent not in node.states)
    if "password" in node.states:
        return len(node.value) == min(len(wanted), 30)
    return " ".join(node.value.split()) == " ".join(wanted.split())


def any_has_value(nodes: Sequence[Node], wanted: str) -> bool:
    """Whether what has one name holds `wanted`. Of several controls each has to be what all but one may be: not
    checked, or enabled."""
    able = able_nodes(nodes, wanted)
    is_lack = plain(wanted) in {"enabled", "not disabled"} or _without_not(plain(wanted)) in _STATES - {plain(wanted)}
    return bool(able) and (all if is_lack else any)(has_value(node, wanted) for node in able)


def able_nodes(nodes: Sequence[Node], wanted: str) -> Sequence[Node]:
    """Those of the elements of one name that can hold `wanted`, and not a heading over them; all, where none can."""
    state = _without_not(plain(wanted))
    roles = _ABLE.get(state, frozenset[str]())
    controls = [node for node in nodes if node.actionable or node.value is not None or "disabled" in node.states]
    return [node for node in nodes if node.role in roles or state in node.states] or controls or nodes


def _without_not(state: str) -> str:
    return state.removeprefix("not ").removeprefix("un")
