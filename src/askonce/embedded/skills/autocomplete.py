"""Fields that suggest what to take: type the start, then take the suggestion that fits."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.text_fields import find_field
from askonce.screens import Node

SUGGESTED = frozenset({"option", "menuitem", "listitem", "clickable", "link", "row"})
_MOST_WAITS = 3


def choose_suggested(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """What is chosen in a field that suggests: typed, and then taken from the suggestions."""
    said = intent.get("options")
    field = find_field(intent.target, sight) if intent.target else None
    if not isinstance(field, Node) or field.role not in {"textbox", "searchbox", "combobox"}:
        return None
    if field.options or field.states & {"readonly", "disabled", "password"}:
        return None
    if not any(past.action == "Type" for past in progress.actions):
        return Move((step("Type", target=target(field, intent.target.prompt), text=said.text),), finished=False)
    text = sight.state.fill(said.text)
    fitting = sight.exactly(text, lambda node: node.role in SUGGESTED and node.actionable)
    if len(fitting) == 1:
        return Move((tap(fitting[0], said.prompt),))
    if not fitting and sum(past.action == "Wait" for past in progress.actions) < _MOST_WAITS:
        return Move((step("Wait", seconds=1),), finished=False)
    return Decline(f"{intent.target.prompt} suggests {len(fitting)} times {said.prompt}")
