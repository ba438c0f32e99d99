"""Deleting an entry of a list or what is open, and answering whether it is meant: done once it is seen to be gone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from difflib import SequenceMatcher

from askonce.embedded.grammar import Intent
from askonce.embedded.listed_entries import ListedEntry, called, entries_titled, title_of, words_for
from askonce.embedded.press_effects import asks_for_password
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap
from askonce.embedded.skills.item_actions import EntryControl, control_meant, entry_meant
from askonce.embedded.skills.listed_items import pressed
from askonce.language.normalization import key
from askonce.lazy import dataclass, regex
from askonce.screens import Node

_NOTE = regex(r"part (?P<part>\d+): pressed what deletes (?P<deleted>\{.*\})")
_MOST_WAITS = 2
_SECONDS = 1
_MOST_OTHERS = 4
_LONGEST = 60
_ASKING = frozenset({"dialog", "alertdialog", "overlay"})
_ALIKE = 0.6
"""How much of two texts is the same at most where one is not the other, misread."""
_WIDE = frozenset(
    {"all", "every", "everything", "account", "accounts", "alle", "alles", "konto", "tout", "tous", "toutes", "compte"}
)
"""Words of questions about more than one entry."""
_ERROR_PAGE = regex(r"\b(?:[45]\d\d|error|forbidden|denied|not found|failed|failure)\b", re.IGNORECASE)
"""Words in titles of pages that say that nothing was deleted."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """What was to be deleted, as it was when that was pressed."""

    title: str
    """The first text of the entry; empty for what is open on a page of its own."""
    count: int
    """How many entries had that title."""
    others: list[str]
    """Titles of entries beside it."""
    place: str
    """The address and the headings of the page."""


def delete(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the control that deletes the entry, or what is open; done once it is gone."""
    if deleted := last_deleted(progress.notes, progress.part):
        return _effect(deleted, screen, progress, is_answered=False)
    found = control_meant(intent, "delete control", screen, progress)
    if not isinstance(found, EntryControl):
        return found
    deleted = _about(found.entry, screen) if found.entry else Deleted("", 0, [], _place(screen))
    return _pressed(found.control, deleted, intent, progress)


def delete_by_name(
    readings: Iterable[Intent], control: Node, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | None:
    """Press what is called "Delete Buy milk" and belongs to that entry; done once the entry is gone."""
    for intent in (intent for intent in readings if intent.verb == "delete"):
        entry = entry_meant(intent, screen, progress)
        if isinstance(entry, ListedEntry) and control in screen.layout.inside(entry.holder):
            return _pressed(control, _about(entry, screen), intent, progress)
    return None


def _pressed(control: Node, deleted: Deleted, intent: Intent, progress: PartProgress) -> SkillPlan:
    noted = json.dumps(asdict(deleted), ensure_ascii=False).replace("<", "\\u003c")
    memory = f"part {progress.part}: pressed what deletes {noted}"
    return SkillPlan(pressed(control, intent.words), finished=False, memory=memory)


def confirm(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The one button that says yes: in the dialog over the page, or on a page that asks."""
    deleted = last_deleted(progress.notes, progress.part - 1)
    if any(past.is_done and past.action in {"Tap", "AnswerDialog"} for past in progress.past_actions):
        return _effect(deleted, screen, progress, is_answered=True) if deleted else SkillPlan(certain=True)
    buttons = _confirming(screen)
    if not buttons:
        return Decline("nothing there asks to be confirmed", tied=True)
    if deleted and asks_of_other(_asked(screen), deleted):
        return Decline(other_question(_asked(screen)), tied=True, final=True)
    return SkillPlan((tap(buttons[0], buttons[0].name),), finished=deleted is None)


def last_deleted(notes: Iterable[str], part: int) -> Deleted | None:
    """What a part of the instruction pressed a control for that deletes."""
    found = [note for line in notes if (note := _NOTE.fullmatch(line)) and int(note["part"]) == part]
    try:
        return Deleted(**json.loads(found[-1]["deleted"])) if found else None
    except (ValueError, TypeError):  # too long to be remembered whole
        return None


def asks_of_other(question: str, deleted: Deleted) -> bool:
    """Whether a question is about another entry, or about more than the one that is to be deleted."""
    title, rest = f" {key(deleted.title)} ", f" {key(question)} "
    others = sorted((f" {key(other)} " for other in deleted.others), key=len, reverse=True)
    for other in others:
        rest = rest.replace(other, " … ") if other not in title else rest
    is_named = bool(title.strip()) and title in rest
    return not is_named and ("…" in rest.split() or not _WIDE.isdisjoint(rest.split()))


def other_question(question: str) -> str:
    return f"it is asked {question[:_LONGEST]!r}, which is not about what is to be deleted; say which button to click"


def _about(entry: ListedEntry, screen: ScreenIndex) -> Deleted:
    title = title_of(entry.holder, screen)
    parent = screen.node(entry.holder.parent) if entry.holder.parent is not None else None
    beside = [
        node
        for node in (screen.layout.children(parent) if parent else screen.tree)
        if node.role == entry.holder.role and node.parent == entry.holder.parent and node.number != entry.holder.number
    ]
    others = [text for node in beside[: 2 * _MOST_OTHERS] if (text := title_of(node, screen)) not in {"", title}]
    return Deleted(title, len(entries_titled(title, screen)), others[:_MOST_OTHERS], _place(screen))


def _effect(deleted: Deleted, screen: ScreenIndex, progress: PartProgress, *, is_answered: bool) -> SkillPlan | Decline:
    """Done if it is gone, or if another part of the instruction answers what is asked now."""
    asks = _question(deleted, screen)
    if asks and not is_answered:
        if any(goal.index > progress.part for goal in progress.state.goals):
            return SkillPlan(certain=True)
        return Decline(f"it is asked {asks!r}; say how to answer it, for example: … and confirm", tied=True, final=True)
    if not asks and _is_gone(deleted, screen):
        return SkillPlan(certain=True)
    if sum(past.action == "Wait" for past in progress.past_actions) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=_SECONDS),), finished=False)
    name = repr(deleted.title[:_LONGEST]) if deleted.title else "it"
    is_there = len(entries_titled(deleted.title, screen)) >= deleted.count if deleted.title else True
    reason = f"{name} is still there" if is_there else f"it cannot be seen whether {name} is gone"
    return Decline(f"what deletes it was pressed, and {reason}", tied=True, final=True)


def _is_gone(deleted: Deleted, screen: ScreenIndex) -> bool:
    """Whether the list is there without it; for what was open, whether another page came, and no error."""
    place = _place(screen)
    is_same_page = _address(place) == _address(deleted.place)
    if place != deleted.place and _ERROR_PAGE.search(place.removeprefix(_address(place))):
        return False
    if not deleted.title:
        is_offered = len(called(words_for("delete control"), screen)) == 1
        return place != deleted.place and not (is_same_page and is_offered) and not asks_for_password(screen)
    if len(entries_titled(deleted.title, screen)) >= deleted.count:
        return False
    if screen.tree.seen:
        return _is_seen_gone(deleted, screen)
    return (is_same_page and not asks_for_password(screen)) or any(screen.exactly(other) for other in deleted.others)


def _is_seen_gone(deleted: Deleted, screen: ScreenIndex) -> bool:
    """Whether the list is seen without it: all others are there, and nothing that may be its title, misread, or say
    that it failed."""
    title = key(deleted.title)
    shown = [key(node.words) for node in screen.tree if node.words]
    is_like = any(SequenceMatcher(None, title, words).ratio() > _ALIKE or title in words for words in shown)
    has_failed = any(_ERROR_PAGE.search(words) for words in shown)
    are_there = bool(deleted.others) and all(screen.exactly(other) for other in deleted.others)
    return are_there and not is_like and not has_failed


def _question(deleted: Deleted, screen: ScreenIndex) -> str:
    """What a dialog or a page that came up asks, in its own words; else ""."""
    if not _confirming(screen):
        return ""
    is_other = _address(_place(screen)) != _address(deleted.place)
    return _asked(screen)[:_LONGEST] if is_other or _layers(screen) else ""


def _asked(screen: ScreenIndex) -> str:
    """All that a dialog says; else the first question of the page."""
    if layers := _layers(screen):
        inside = screen.layout.inside(layers[0])
        words = " ".join(text for node in inside if not node.actionable and (text := node.text or node.name))
        return words or layers[0].name or "to confirm it"
    return next((text for node in screen.tree if "?" in (text := node.text or node.shown)), "")


def _confirming(screen: ScreenIndex) -> list[Node]:
    """The one button that says yes to what is asked: in a dialog, if one is open."""
    layers = _layers(screen)
    inside = {node.number for layer in layers for node in screen.layout.inside(layer)}
    for name in words_for("confirm control"):
        named = [node for node in called((name,), screen) if node.role == "button"]
        buttons = [node for node in named if node.number in inside] if layers else named
        if len(buttons) == 1:
            return buttons
    return []


def _layers(screen: ScreenIndex) -> list[Node]:
    """The dialogs that have something to press."""
    layers = [node for node in screen.tree if node.role in _ASKING]
    return [layer for layer in layers if any(node.role == "button" for node in screen.layout.inside(layer))]


def _place(screen: ScreenIndex) -> str:
    headings = (node.text or node.name for node in screen.tree if node.role == "heading")
    return " ".join((screen.tree.address, screen.tree.title, *headings))[:300]


def _address(place: str) -> str:
    return place.partition(" ")[0]
