"""Searching: in the one field for it."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.language.normalization import split_words
from askonce.screens import Node


def search_for(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Type what is looked for into the one field that searches, and send it."""
    argument = intent.get("query")
    fields = [node for node in screen.fields if node.role == "searchbox" or _says_search(node, screen)]
    fields = fields or (screen.fields if len(screen.fields) == 1 else [])
    if len(fields) != 1:
        return Decline("there is no single field to search in; say into which field to type")
    field = target(fields[0], fields[0].name or "the search field")
    buttons = screen.exactly("search", lambda node: node.actionable and node.role == "button")
    if len(buttons) == 1:
        return SkillPlan((plan_action("Type", target=field, text=argument.text), tap(buttons[0], buttons[0].name)))
    return SkillPlan((plan_action("Type", target=field, text=argument.text, enter=True),))


def _says_search(field: Node, screen: ScreenIndex) -> bool:
    return any("search" in split_words(name) for name in screen.names(field))
