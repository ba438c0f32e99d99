"""Adding to a list by its own field, and naming what a form is about."""

from __future__ import annotations

from askonce.embedded.form_controls import form_of
from askonce.embedded.grammar import Intent
from askonce.embedded.listed_entries import words_for, write_about
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.text_fields import holds, type_action
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_NAMES = frozenset({"name", "title"})
_ADDS = ("add", "create", "+")


def add_item(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Type it into the one field for new items and send it; done once it is listed."""
    value = intent.value
    text = screen.state.fill(value.text)
    fields = [field for field in screen.fields if _is_for_new(field, screen)]
    shown = [node for node in screen.exactly(text) if node.number not in {field.number for field in fields}]
    if any(past.action == "Type" and past.is_done for past in progress.past_actions):
        done = SkillPlan(certain=True, memory=write_about(text))
        return done if shown else Decline(f"{text!r} was sent, and is not listed", tied=True)
    if len(fields) != 1:
        return None
    field = fields[0]
    buttons = [node for name in _ADDS for node in screen.exactly(name, lambda node: node.role == "button")]
    beside = [node for node in buttons if form_of(node) == form_of(field)]
    where = target(field, field.name or "the field for new items")
    if len(beside) == 1:
        typed = plan_action("Type", target=where, text=value.text)
        return SkillPlan((typed, tap(beside[0], beside[0].name)), finished=False)
    return SkillPlan((plan_action("Type", target=where, text=value.text, enter=True),), finished=False)


def rename(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The name in the form that is open."""
    fields = [field for field in screen.fields if any(key(name) in _NAMES for name in screen.names(field))]
    if len(fields) != 1:
        return Decline(f"{len(fields)} fields could hold the name" if fields else "there is no field for the name")
    clause = holds(fields[0], intent.value, screen)
    typed = type_action(fields[0], fields[0].name or "the name", intent.value, screen)
    return SkillPlan((typed,), certain=True, expects=(clause,) if clause else ())


def _is_for_new(field: Node, screen: ScreenIndex) -> bool:
    """Whether a field takes the items of a list: its name says so."""
    known = set(words_for("new item"))
    return any(known & {key(name), *split_words(name)} for name in screen.names(field))
