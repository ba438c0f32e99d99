"""Adding to a list by its own field, and naming what a form is about."""

from __future__ import annotations

from askonce.embedded.form_controls import NARROWS, form_of, is_search
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.listed_entries import words_for, write_about
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.checkboxes import listed
from askonce.embedded.skills.text_fields import holds, type_action
from askonce.language.normalization import key, split_words
from askonce.language.numerals import read_count
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
    return _sent(fields[0], value, screen)


def _sent(field: Node, value: IntentArgument, screen: ScreenIndex) -> SkillPlan:
    """Typed into the field for new items, and sent by its button or by Enter."""
    buttons = [node for name in _ADDS for node in screen.exactly(name, lambda node: node.role == "button")]
    beside = [node for node in buttons if form_of(node) == form_of(field)]
    where = target(field, field.name or "the field for new items")
    if len(beside) == 1:
        typed = plan_action("Type", target=where, text=value.text)
        return SkillPlan((typed, tap(beside[0], beside[0].name)), finished=False)
    return SkillPlan((plan_action("Type", target=where, text=value.text, enter=True),), finished=False)


def add_items(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """As many items as the sentence counts, each by the field for new ones; done once all are listed."""
    items = listed(intent.get("items"))
    if len(items) != read_count(intent.get("count").text.casefold()):
        return Decline(
            f"{len(items)} are named: {', '.join(item.prompt for item in items)}; put each in quotes", tied=True
        )
    sent = sum(past.action == "Type" and past.is_done for past in progress.past_actions)
    fields = [field for field in screen.fields if _is_for_new(field, screen)]
    missing = [item for item in items[:sent] if not screen.exactly(screen.state.fill(item.text))]
    if missing:
        return Decline(f"{missing[0].prompt} was sent, and is not listed", tied=True)
    if sent == len(items):
        return SkillPlan(certain=True)
    return _sent(fields[0], items[sent], screen) if len(fields) == 1 else None


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
    if is_search(field, screen) or any(NARROWS & {*split_words(name)} for name in screen.names(field)):
        return False
    return any(known & {key(name), *split_words(name)} for name in screen.names(field))
