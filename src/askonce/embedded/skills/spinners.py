"""Spinners: fields that are set to a number, by typing or by their buttons."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.sliders import out_of_range
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count
from askonce.lazy import regex
from askonce.screens import Node

_NUMBER = regex(r"[-−+]?\d+(?:\.\d+)?")
_UP = frozenset({"up", "increase", "increment", "plus", "more", "+", "▲", "add"})
_DOWN = frozenset({"down", "decrease", "decrement", "minus", "less", "-", "−", "▼", "subtract"})
_LESS = frozenset({"decrease", "lower", "reduce", "decrement"})
_MOST_PRESSES = 100


def set_value(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A number for a spinner: typed, and where that has no effect, by its buttons. The screen says when it is there."""
    value = intent.value or intent.get("options")
    text = screen.state.fill(value.text)
    if not intent.target or not _NUMBER.fullmatch(text):
        return None
    found = screen.find(intent.target, lambda node: node.role == "spinbutton")
    if not isinstance(found, Node):
        return None
    wanted = float(text.replace("−", "-"))
    words = intent.target.prompt
    if _is(found, wanted):
        return SkillPlan(certain=True)
    if declined := out_of_range(found, wanted, words):
        return declined
    if not any(past.action == "Type" for past in progress.past_actions):
        return SkillPlan((plan_action("Type", target=target(found, words), text=value.text),), finished=False)
    if len(progress.past_actions) > 3:
        return Decline(f"{words} stays at {found.value!r}")
    press = _press(found, wanted, screen)
    return SkillPlan((press,), finished=False) if press else Decline(f"{words} takes no {text}")


def step_value(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A spinner up or down by a number: typed once, from what it held before."""
    found = screen.find(intent.target, lambda node: node.role == "spinbutton")
    by = read_count(intent.get("count").text.casefold())
    if not isinstance(found, Node) or by is None:
        return None
    try:
        now = float(found.value or "")
    except ValueError:
        return Decline(f"{intent.target.prompt} holds no number")
    wanted = now - by if intent.words.casefold().split()[0] in _LESS else now + by
    if declined := out_of_range(found, wanted, intent.target.prompt):
        return declined
    text = str(int(wanted)) if wanted == int(wanted) else str(wanted)
    typed = plan_action("Type", target=target(found, intent.target.prompt), text=text)
    return SkillPlan((typed,), certain=True)


def _press(spinner: Node, wanted: float, screen: ScreenIndex) -> PlannedAction | None:
    """As many presses of the button beside the spinner as there are steps to go."""
    try:
        actions = wanted - float(spinner.value or 0)
    except ValueError:
        return None
    count, words = round(abs(actions)), _UP if actions > 0 else _DOWN
    beside = [
        node
        for node in screen.tree
        if node.parent == spinner.parent and node.actionable and node.role in {"button", "clickable", "link"}
        if not words.isdisjoint({*split_words(node.name), node.name.strip()})
    ]
    if len(beside) != 1 or not 1 <= count <= _MOST_PRESSES:
        return None
    return tap(beside[0], beside[0].name, times=count)


def _is(node: Node, wanted: float) -> bool:
    try:
        return float(node.value or "") == wanted
    except ValueError:
        return False
