"""Looking for what is not in sight behind tabs, sections and menus, where that commits to nothing.

What was opened in vain is closed again before the part is declined.
"""

from __future__ import annotations

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.press_permission import label_of
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import PartProgress, PlannedAction, SkillPlan, plan_action, tap
from askonce.language.commitments import committing_word, opens_actions
from askonce.language.normalization import key
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS

_MOST_OPENED = 3
_OPENED = regex(r"part (?P<part>\d+): looked into (?P<opened>\d+) from (?P<tab>\d+)")
_CLOSED = "closed again what was opened"
_IN_MENUS = frozenset({"log out"})
_PLACES = ("#", "javascript:")


def open_next(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """The next tab or section that was not looked into for this part; none where there are too many to see all.

    Menus are for acting, so they are only looked into for what is known to be in one.
    """
    opened = {past.element for past in progress.past_actions if past.action == "Tap"}
    opened |= {tab for _, tab in _looked_into(progress)}
    shut = [node for node in screen.tree if may_open(node) and node.number not in opened]
    if key(missing.text) not in _IN_MENUS:
        if committing_word(missing.text, "submit"):  # what saves may be behind a tab, what publishes has to be in sight
            return None
        shut = [node for node in shut if "opens" not in node.attributes]
    looked = len(_looked_into(progress))
    if not shut or looked + len(shut) > _MOST_OPENED:
        return None
    node = shut[0]
    words = node.name or node.text or "what is closed"
    memory = f"part {progress.part}: looked into {node.number} from {_tab_beside(node, screen)}"
    return SkillPlan((tap(node, words),), finished=False, memory=memory, log=f"Look into {words} for {missing.prompt}")


def may_open(node: Node) -> bool:
    """Whether it shows something that is hidden now, and surely does nothing else."""
    if not node.actionable or node.states & {"disabled", "covered"} or node.role in FIELDS or not node.name:
        return False
    if committing_word(label_of(node)) or opens_actions(label_of(node)):
        return False
    if node.role == "link" and not node.attributes.get("href", "#").startswith(_PLACES):
        return False
    if node.role == "tab":
        return "selected" not in node.states
    return "collapsed" in node.states


def close_again(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Bring the screen back to where it was before the search, if it was searched and this was not done yet."""
    note = f"part {progress.part}: {_CLOSED}"
    if note in progress.notes:
        return None
    looked = _looked_into(progress)
    opened = [node for number, _ in reversed(looked) if (node := screen.node(number)) and "expanded" in node.states]
    left = next((node for _, tab in looked if (node := screen.node(tab)) and "selected" not in node.states), None)
    actions: list[PlannedAction] = [tap(node, node.name) for node in (*opened, *([left] if left else []))]
    is_scrolled = any(past.action == "Scroll" and past.is_done for past in progress.past_actions)
    if is_scrolled and screen.tree.goes_on_above:
        actions.append(plan_action("Scroll", direction="up", to_end=True))
    log = "Close what was opened in vain"
    return SkillPlan(tuple(actions), finished=False, memory=note, log=log) if actions else None


def _looked_into(progress: PartProgress) -> list[tuple[int, int]]:
    """What was opened for this part, each with the tab that was shown before (0 for none)."""
    found = [line for note in progress.notes if (line := _OPENED.fullmatch(note))]
    return [(int(line["opened"]), int(line["tab"])) for line in found if int(line["part"]) == progress.part]


def _tab_beside(node: Node, screen: ScreenIndex) -> int:
    if node.role != "tab":
        return 0
    tabs = [other for other in screen.tree if other.role == "tab" and other.parent == node.parent]
    return next((other.number for other in tabs if "selected" in other.states), 0)
