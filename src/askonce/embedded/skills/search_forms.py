"""Searching: in the one field for it, or in a form with a field for each thing that the sentence says."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_BREAK = re.compile(r"\s+(?=\w+ed by\b)|(?<!ed)\s+(?=(?:from|in|of|with|called|named|to|on|by)\b)")
_LEAD = re.compile(r"(?:from|in|of|with|called|named|to|on|by)\s+")
_BY = re.compile(r"(\w+ed) by\s+")
_DATED = frozenset({"year", "date", "released", "release", "day"})
_STEM = 5


def search_for(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Type what is looked for into the one field that searches, and send it."""
    said = intent.get("query")
    fields = [node for node in sight.fields if node.role == "searchbox" or _says_search(node, sight)]
    fields = fields or (sight.fields if len(sight.fields) == 1 else [])
    if len(fields) != 1:
        return Decline("there is no single field to search in; say into which field to type")
    field = target(fields[0], fields[0].name or "the search field")
    buttons = sight.exactly("search", lambda node: node.actionable and node.role == "button")
    if len(buttons) == 1:
        return Move((step("Type", target=field, text=said.text), tap(buttons[0], buttons[0].name)))
    return Move((step("Type", target=field, text=said.text, enter=True),))


def search_by_fields(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One field for each thing that is said: "crime movies directed by Curry" for Director and Genre.

    Every piece has to find its field and every field its piece; a kind without words of its own has the field that is
    left over.
    """
    said = intent.get("query")
    if len(sight.fields) < 2 or said.fixed:
        return None
    first, *pieces = _BREAK.split(sight.state.fill(said.prompt))
    values: dict[int, str] = {}
    for piece in pieces:
        found = _field_for(piece, sight)
        if found is None or found[0].number in values:
            return Decline(f"it is not clear which field {piece!r} is for")
        values[found[0].number] = found[1]
    left = [field for field in sight.fields if field.number not in values]
    kind = first.rsplit(None, 1)[0] if len(first.split()) > 1 else ""
    if len(left) != bool(kind):
        return Decline(f"{len(left)} fields are left over; say what to type into each of them")
    if left:
        values[left[0].number] = kind
    button = _button(sight)
    if isinstance(button, Decline):
        return button
    typed = [
        step("Type", target=target(field, _label(field, sight)), text=values[field.number]) for field in sight.fields
    ]
    return Move((*typed, tap(button, button.name)))


def _field_for(piece: str, sight: Sight) -> tuple[Node, str] | None:
    """The one field whose label a piece speaks of, and what goes into it."""
    if made := _BY.match(piece):
        cue, value = made[1], piece[made.end() :]
    else:
        cue, _, value = _LEAD.sub("", piece, count=1).partition(" ")
    if not value:
        return None
    fitting = [field for field in sight.fields if _speaks_of(cue, split_words(_label(field, sight)))]
    if not fitting and cue.casefold() in _DATED:
        fitting = [field for field in sight.fields if not _DATED.isdisjoint(split_words(_label(field, sight)))]
    return (fitting[0], value) if len(fitting) == 1 else None


def _speaks_of(cue: str, label: list[str]) -> bool:
    cue = key(cue)
    return any(word == cue or (len(word) >= _STEM and word[:_STEM] == cue[:_STEM]) for word in label)


def _label(field: Node, sight: Sight) -> str:
    return next(sight.names(field), "") or "the field"


def _button(sight: Sight) -> Node | Decline:
    for name in ("search", *lexicon().submits):
        buttons = sight.exactly(name, lambda node: node.actionable and node.role in {"button", "clickable", "link"})
        if len(buttons) == 1:
            return buttons[0]
    buttons = sight.of_role({"button"})
    return (
        buttons[0] if len(buttons) == 1 else Decline("it is not clear which button searches; say which", Said("search"))
    )


def _says_search(field: Node, sight: Sight) -> bool:
    return any("search" in split_words(name) for name in sight.names(field))
