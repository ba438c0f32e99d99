"""Fields that suggest what to take: type the start, then take the suggestion that fits."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.text_fields import find_field
from askonce.screens import Node

SUGGESTED = frozenset({"option", "menuitem", "listitem", "clickable", "link", "row"})
_MOST_WAITS = 3


def choose_suggested(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """What is chosen in a field that suggests: typed, and then taken from the suggestions."""
    argument = intent.get("options")
    field = find_field(intent.target, screen) if intent.target else None
    if not isinstance(field, Node) or field.role not in {"textbox", "searchbox", "combobox"}:
        return None
    if field.options or field.states & {"readonly", "disabled", "password"}:
        return None
    if not any(past.action == "Type" for past in progress.past_actions):
        return SkillPlan(
            (plan_action("Type", target=target(field, intent.target.prompt), text=argument.text),), finished=False
        )
    text = screen.state.fill(argument.text)
    fitting = screen.exactly(text, lambda node: node.role in SUGGESTED and node.actionable)
    if len(fitting) == 1:
        return SkillPlan((tap(fitting[0], argument.prompt),))
    if not fitting and sum(past.action == "Wait" for past in progress.past_actions) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=1),), finished=False)
    return Decline(f"{intent.target.prompt} suggests {argument.prompt} {len(fitting)} times")
