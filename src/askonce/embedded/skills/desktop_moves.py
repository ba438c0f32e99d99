"""What a desktop does itself: its windows and its clipboard. On other screens the words mean something else."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action

_ACTIONS = {"window": "SwitchWindow", "closewindow": "CloseWindow"}


def move_window(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Bring a window to the front, or close it; an element of that name that is on the screen is meant before it."""
    if not is_desktop(screen) or screen.exactly(intent.words, lambda node: node.actionable):
        return None
    return SkillPlan((plan_action(_ACTIONS[intent.verb], window=screen.state.fill(intent.get("window").text)),))


def copy_text(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Put a text on the clipboard."""
    if not is_desktop(screen):
        return None
    return SkillPlan((plan_action("SetClipboard", text=intent.get("value").text),))


def is_desktop(screen: ScreenIndex) -> bool:
    return screen.tree.address.startswith("desktop://")
