"""What a phone does itself: its home screen, its notifications, its apps. On other screens the words mean something
else."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action
from askonce.embedded.skills.desktop_moves import is_desktop
from askonce.language.normalization import split_words

_ACTIONS = {"home": "Home", "notifications": "Notifications", "recents": "RecentApps", "phoneback": "Back"}
_APP_WORDS = frozenset({"app", "application", "launch"})


def move(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A button of the phone; one of that name that is on the screen is pressed instead."""
    if not is_device(screen) or screen.exactly(intent.words, lambda node: node.actionable):
        return None
    if is_desktop(screen):
        return Decline(f"a desktop has nothing for {intent.words!r}: that is for phones")
    return SkillPlan((plan_action(_ACTIONS[intent.verb]),))


def launch_app(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Start an app. Without the word it may be something of the app in front, unless that is the home screen."""
    says_so = not _APP_WORDS.isdisjoint(split_words(intent.words))
    if not is_device(screen) or not (says_so or "launcher" in screen.tree.address):
        return None
    return launch_unseen(intent, screen, progress)


def launch_unseen(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Start an app whose name is not on the screen."""
    name = screen.state.fill(intent.get("app").text)
    if not is_device(screen) or not name or progress.past_actions:
        return None
    return SkillPlan((plan_action("Launch", app=name),))


def stop_app(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    if not is_device(screen):
        return None
    return SkillPlan((plan_action("Terminate", app=screen.state.fill(intent.get("app").text)),))


def is_device(screen: ScreenIndex) -> bool:
    """Whether the screen is that of a device, with apps: its address names no page."""
    return screen.tree.address.partition("://")[2].startswith("device/")
