"""Changing an entry of a list by the form that its edit control or its name leads to."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.listed_entries import controls_in, entries_titled, words_for
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.assignments import assign_field
from askonce.embedded.skills.listed_items import pressed
from askonce.language.normalization import key
from askonce.screens import Node

_SAVES = frozenset({"save", "update", "apply", "submit"})


def change_field(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Change the price of the Teapot to 19.90 and save it": open its form, and set the field there."""
    if not _is_opened(progress):
        return _open(intent, screen, progress)
    name = screen.state.fill(intent.get("name").text)
    if not _is_about(name, screen):
        return Decline(f"it cannot be seen that what was opened is about {name!r}", tied=True, final=True)
    return assign_field(intent.get("field"), intent.value, intent, screen, progress)


def rename_row(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Rename the Teapot to Green teapot and save": the field of its form that holds its name."""
    if not _is_opened(progress):
        return _open(intent, screen, progress)
    name = screen.state.fill(intent.get("name").text)
    fields = [field for field in screen.fields if key(field.value or "") == key(name)]
    if len(fields) != 1:
        return Decline(f"{len(fields)} fields there hold {name!r}", tied=True, final=True)
    words = fields[0].name
    return assign_field(IntentArgument(words, raw=words), intent.value, intent, screen, progress)


def _is_opened(progress: PartProgress) -> bool:
    return any(past.action == "Tap" and past.is_done for past in progress.past_actions)


def _open(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """The one way to the form of the one entry that is called so; only if a later part says to save it."""
    name = screen.state.fill(intent.get("name").text)
    rows = entries_titled(name, screen)
    if len(rows) != 1:
        why = f"{len(rows)} things in a list are called {name!r}" if rows else f"nothing in a list is called {name!r}"
        return Decline(why, tied=bool(rows))
    inside = controls_in(rows[0].holder, words_for("edit control"), screen)
    links = [rows[0].head] if rows[0].head.role == "link" and rows[0].head.actionable else []
    ways = inside or links
    if len(ways) != 1:
        return Decline(f"it is not clear how to edit {name!r}; say what to press", tied=True)
    if not _is_saved_later(screen, progress):
        return Decline(
            "its form would have to be saved, and the instruction does not say so; add: and save it", tied=True
        )
    return SkillPlan(pressed(ways[0], name) if inside else (tap(ways[0], name),), finished=False)


def _is_saved_later(screen: ScreenIndex, progress: PartProgress) -> bool:
    goals = progress.state.goals or ()
    later = (
        [goal.text for goal in goals if goal.index > progress.part] if goals else [screen.state.question.instruction]
    )
    return any(word in _SAVES for text in later for word in key(text).split())


def _is_about(name: str, screen: ScreenIndex) -> bool:
    """Whether a field of the form holds the name, or its title says it."""
    wanted = f" {key(name)} "
    held = any(key(field.value or "") == key(name) for field in screen.fields)
    heads: list[Node] = [node for node in screen.tree if node.role in {"heading", "dialog"}]
    return held or any(wanted in f" {key(node.words)} " for node in heads)
