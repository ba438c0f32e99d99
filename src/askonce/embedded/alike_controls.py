"""Whether a press means just one of several that may be called alike, where only a picture tells what they are."""

from __future__ import annotations

from collections.abc import Callable

from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, SkillPlan
from askonce.vision.seen_twins import twin_doubt, with_twins

Planned = SkillPlan | Decline | None


def alike_doubt(plan: SkillPlan, screen: ScreenIndex, plan_on: Callable[[ScreenIndex], Planned]) -> Decline | None:
    """Why `plan` must not be carried out: `plan_on` a screen on which all that may be equal to a control is one, too,
    gives another one. None where it gives the same."""
    used = [node for number in _used(plan) if number is not None and (node := screen.node(number))]
    tree = with_twins(used, screen.tree)
    again = plan_on(ScreenIndex(tree, screen.state)) if tree else plan
    if isinstance(again, SkillPlan) and _used(again) == _used(plan):
        return None
    doubted = next(node for node in used if with_twins((node,), screen.tree))
    return Decline(twin_doubt(doubted), final=True)


def _used(plan: SkillPlan) -> list[int | None]:
    """The elements that a plan acts on, by number."""
    targets = (dict(action.params.get("target") or {}) for action in plan.actions)
    return [target.get("element") for target in targets]
