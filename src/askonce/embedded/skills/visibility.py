"""Seeing to it that something is in sight: finding it, waiting for it, pointing at it."""

from __future__ import annotations

from askonce.embedded.earlier_results import Note, last_note, write_note
from askonce.embedded.grammar import Intent, Said
from askonce.embedded.screen_index import Absent, Sight, Unclear
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.clicks import not_found
from askonce.insight.exact import judge
from askonce.language.numerals import read_count
from askonce.screens import Node

_MOST_WAITS = 15
_SECONDS = 4
_IT = frozenset({"it", "that", "this", "them", "him", "her", "that one", "this one"})


def find(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Nothing to do where it can be seen; else it has to be brought into sight."""
    found = _seen(intent.target, sight)
    if isinstance(found, Absent):
        return Decline(found.reason, intent.target)
    memory = write_note(progress.part, Note(found.text or found.name, found.number)) if isinstance(found, Node) else ""
    return Move(certain=True, memory=memory)


def click_it(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """ "It" is what was found last, as long as it is there."""
    if intent.target.fixed or intent.target.text.casefold() not in _IT:
        return None
    note = last_note(progress.notes)
    node = sight.node(note.element) if note and note.element is not None else None
    if node is None:
        return Decline(f"it is not clear what {intent.target.text!r} is", tied=True)
    return Move((tap(node, note.text if note and note.text else "it"),))


def hover(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    found = sight.find(intent.target)
    if not isinstance(found, Node):
        return not_found(found, intent.target)
    return Move((step("Hover", target=target(found, intent.target.prompt)),))


def wait(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """So many seconds, or until something is so; the screen is looked at whenever it changes."""
    if intent.get("count"):
        return Move((step("Wait", seconds=read_count(intent.get("count").text.casefold()) or 1),))
    holds = _holds(intent, sight)
    if holds is None:
        state = intent.get("state").prompt
        return Decline(f'it cannot be told whether {state!r}; say it as in: wait until the text "…" is visible')
    if holds:
        return Move(certain=True)
    waits = sum(past.action == "Wait" for past in progress.actions)
    if waits >= _MOST_WAITS:
        return Decline(f"it was waited for {waits} times, and it is still not so")
    return Move((step("Wait", seconds=_SECONDS),), finished=False)


def _holds(intent: Intent, sight: Sight) -> bool | None:
    """Whether what is waited for is so; None when it cannot be told."""
    if state := intent.get("state"):
        judged = judge(sight.state.fill(state.prompt), sight.tree)
        return judged.holds if judged else None
    is_seen = not isinstance(_seen(intent.target, sight), Absent)
    return is_seen == (intent.verb == "wait")


def _seen(said: Said, sight: Sight) -> Node | Unclear | Absent:
    """What is called so, or where it can be read."""
    found = sight.find(said)
    if not isinstance(found, Absent):
        return found
    text = sight.state.fill(said.text)
    return Unclear("", ()) if sight.exactly(text) or (said.fixed and sight.tree.shows(text)) else found
