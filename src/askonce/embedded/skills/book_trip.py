"""Booking: fill in where from, where to and when, search, and take the offer that is asked for."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from askonce.embedded.date_words import read_date
from askonce.embedded.grammar import Intent, Said
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.autocomplete import SUGGESTED
from askonce.embedded.skills.date_fields import set_moment
from askonce.embedded.skills.offers import take_offer
from askonce.embedded.skills.superlatives import pick_most
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_PIECE = re.compile(r"\s*\b(from|to|on|departing|leaving|for)\b:?\s+", re.IGNORECASE)
_DATED = frozenset({"date", "day", "departure", "when"})


def book(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One field at each look; once all are filled in, the search, and then the choice among what it finds."""
    what, *rest = _PIECE.split(sight.state.fill((intent.get("best") or intent.target).prompt))
    pieces = dict(zip((cue.casefold() for cue in rest[::2]), rest[1::2], strict=True))
    if not {"from", "to"} <= pieces.keys():
        return None
    searched = [past for past in progress.actions if past.action == "Tap" and past.prompt == "the search button"]
    if searched:
        if offer := take_offer(what, sight, progress):
            return offer
        said = Said(what, raw=what)
        return pick_most(replace(intent, said=MappingProxyType({"best": said})), sight, progress)
    for cue, value in pieces.items():
        field = _field(cue, value, sight)
        if field is None:
            return Decline(f"it is not clear which field '{cue} {value}' is for")
        if move := _filled(field, value, sight, progress):
            return move
    buttons = sight.exactly("search", lambda node: node.actionable and node.role == "button")
    if len(buttons) != 1:
        return Decline("it is not clear which button searches")
    return Move((tap(buttons[0], "the search button"),), finished=False, log="Search")


def _field(cue: str, value: str, sight: Sight) -> Node | None:
    """The one field with that word on it; for a date, the one that is about a day."""
    fields = [node for node in sight.tree if node.actionable and node.role in {"textbox", "searchbox", "combobox"}]
    if read_date(value):
        dated = [
            field
            for field in fields
            if field.attributes.get("type") == "date"
            or any(not _DATED.isdisjoint(split_words(name)) for name in sight.names(field))
        ]
        return dated[0] if len(dated) == 1 else None
    named = [field for field in fields if cue in {key(name) for name in sight.names(field)}]
    return named[0] if len(named) == 1 else None


def _filled(field: Node, value: str, sight: Sight, progress: Progress) -> Move | Decline | None:
    """What is left to do for one field; None when it holds what it should."""
    words = next(sight.names(field), "the field")
    if day := read_date(value):
        if field.value and read_date(field.value) == day:
            return None
        said = {"value": Said(value, raw=value), "target": Said(words, True, f'"{words}"')}
        move = set_moment(Intent("choose", value, MappingProxyType(said)), sight, progress)
        return replace(move, finished=False) if isinstance(move, Move) else move or Decline(f"{words} takes no date")
    if not progress.has_done("Type", field):
        typed = step("Type", target=target(field, words), text=value)
        return Move((typed,), finished=False)
    offered = [
        node
        for node in sight.tree
        if node.role in SUGGESTED and node.actionable and _is_said(value, node.name) and node.number != field.number
    ]
    if len({node.name for node in offered}) == 1:
        return Move((tap(offered[0], offered[0].name),), finished=False)
    if offered:
        return Decline(f"{len(offered)} suggestions for {words} have {value!r} in them")
    return None if field.value and _is_said(value, field.value) else Decline(f"{words} does not take {value!r}")


def _is_said(value: str, name: str) -> bool:
    """Whether a suggestion is the place that was said: by its name, or by its short name in brackets."""
    return key(name) == key(value) or {*split_words(value)} <= {*split_words(name)}
