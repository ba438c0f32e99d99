"""Scrolling: by a screen, to an end, until something is in view."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.text_sources import find_text
from askonce.language.normalization import key
from askonce.screens import Node

_UP = frozenset({"top", "start", "beginning"})
_WAYS = {"upwards": "up", "downwards": "down"}
_PAGE = frozenset({"page", "the page", "the text", "screen", "the screen"})


def scroll(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One screen on, or to one end; of the page, or of what is named."""
    edge, way = intent.get("edge"), key(intent.get("way").text)
    direction = ("up" if key(edge.text).split()[-1] in _UP else "down") if edge else _WAYS.get(way, way)
    params: dict[str, object] = {"direction": direction, "to_end": True} if edge else {"direction": direction}
    argument = intent.target
    if argument and key(argument.text) not in _PAGE:
        found = find_text(argument, screen)
        if not isinstance(found, Node):
            return found
        params["target"] = target(found, argument.prompt)
    return SkillPlan((plan_action("Scroll", **params),))


def scroll_to(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Scroll until the target is in view; do nothing if it is."""
    found = screen.find(intent.target)
    if isinstance(found, Node) and "offscreen" not in found.states:
        return SkillPlan(certain=True)
    return not_found(found, intent.target) if not isinstance(found, Node) else None
