"""A text that is only seen may be more than a text: it is pressed on trial, and has to have an effect."""

from __future__ import annotations

from askonce.embedded.press_effects import seen_effect
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.shown_words import has_effect, note_shown, was_noted, watch
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan
from askonce.locate.local.local_finder import match_text, texts_of
from askonce.locate.local.matcher import Match


def try_text(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The plan as a trial, if it presses a text that was only seen, and nothing else may be meant by its words.

    The screen has to rest before, so that what comes afterwards comes of the press.
    """
    if not screen.tree.seen or len(plan.actions) != 1 or plan.actions[0].action != "Tap":
        return None
    told = dict(plan.actions[0].params.get("target") or {})
    node = screen.node(told["element"]) if "element" in told else None
    if node is None or node.role != "text" or node.actionable or "seen" not in node.attributes:
        return None
    found = match_text(str(told.get("prompt", "")), texts_of(screen.tree))
    if not isinstance(found, Match) or found.node.number != node.number:
        return None
    tried = SkillPlan(plan.actions, finished=False, memory=note_shown(node, screen, progress, "tried"), log=plan.log)
    return watch(screen, progress) or tried


def tried_text(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """What came of a trial; None if this part made none."""
    if not was_noted(progress, "tried"):
        return None
    return seen_effect(has_effect(screen, progress), "a text", progress)
