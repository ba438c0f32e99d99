"""Clicking on things."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Absent, Sight, Unclear
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.language.normalization import key
from askonce.language.numerals import read_count
from askonce.screens import Node

_HOMES = ("home", "home screen", "all apps", "apps")
_ACTIONS = {"click": "Tap", "double": "DoubleTap", "right": "RightTap"}


def click(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One click, two at once, or one with the right button."""
    said = _whole_target(intent) or Said(intent.words)
    found = sight.find(said)
    if not isinstance(found, Node):
        return not_found(found, said)
    if "covered" in found.states:
        return Decline(f"{said.prompt} is covered by {found.attributes.get('covered by', 'something else')}", said)
    if "disabled" in found.states:
        return Decline(f"{said.prompt} is disabled; say first what enables it")
    count = read_count(intent.get("count").text.casefold()) or 1
    if intent.verb == "click":
        return Move((tap(found, said.prompt, **({"times": count} if count > 1 else {})),))
    return Move((step(_ACTIONS[intent.verb], target=target(found, said.prompt)),))


def focus(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    said = intent.target
    found = sight.find(said)
    return Move((tap(found, said.prompt),), certain=True) if isinstance(found, Node) else not_found(found, said)


def submit(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The one button that sends what was filled in, by the verb first; nothing where the part before sent it."""
    if was_sent(progress.part - 1, progress):
        return Move(certain=True)
    for name in dict.fromkeys((intent.words.casefold().split()[0], *lexicon().submits)):
        buttons = sight.exactly(name, lambda node: node.actionable and node.role == "button")
        if len(buttons) == 1:
            return Move((tap(buttons[0], buttons[0].name or name),))
        if buttons:
            return Decline(f"{len(buttons)} buttons are called {buttons[0].name!r}; say which is meant")
    return Decline("no button is there that clearly submits; name the button to click", Said("submit"))


def open_app(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The app that a step names: opened by what is called so, if the screen does not speak of it already.

    Where neither is so, the way there is by the home screen, if there is a way to that.
    """
    name = key(sight.state.fill(intent.get("app").text))
    shown = [sight.tree.title, *(node.text or node.shown for node in sight.tree if node.role in {"heading", "banner"})]
    openers = sight.exactly(name, lambda node: node.actionable)
    if any(f" {name} " in f" {key(text)} " for text in shown):
        return Move(certain=True)
    if len(openers) == 1:
        return Move((tap(openers[0], intent.get("app").prompt),))
    if progress.actions:
        return Decline(f"no app called {intent.get('app').prompt} is there")
    homes = [node for word in _HOMES for node in sight.exactly(word, lambda node: node.actionable)]
    return Move((tap(homes[0], homes[0].name),), finished=False) if len(homes) == 1 else Move(certain=True)


def write_sent(part: int) -> str:
    """What is remembered of a part that filled in a form and sent it."""
    return f"part {part}: its form was sent"


def was_sent(part: int, progress: Progress) -> bool:
    return write_sent(part) in progress.notes


def not_found(found: Absent | Unclear, said: Said) -> Decline:
    if isinstance(found, Unclear):
        return Decline(f"{said.prompt} may be any of several: {found.reason}", tied=True)
    return Decline(found.reason, said)


def _whole_target(intent: Intent) -> Said:
    """The target with the place that the sentence names before it."""
    where = intent.get("where")
    if not where:
        return intent.target
    words = f"{intent.target.prompt} of {where.prompt}"
    return Said(words, raw=words)
