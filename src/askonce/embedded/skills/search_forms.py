"""Searching: in the one field for it."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.language.normalization import split_words
from askonce.screens import Node


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


def _says_search(field: Node, sight: Sight) -> bool:
    return any("search" in split_words(name) for name in sight.names(field))
