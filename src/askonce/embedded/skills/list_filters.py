"""Narrowing down what a list shows, by the filters that the page offers."""

from __future__ import annotations

from askonce.embedded.choice_headings import heading_of, is_headed
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.screens import Node

_OFFERED = frozenset({"link", "button", "tab", "radio", "option", "clickable"})
_ON = frozenset({"selected", "checked", "pressed"})


def filter_list(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the one filter that is called so; of several, the one under the heading that names its field."""
    option, field = intent.get("option"), intent.get("field")
    offered = screen.exactly(screen.state.fill(option.text), _is_filter)
    if not offered:
        return Decline(f"no filter is called {option.prompt}", None)
    if field:
        headed = [node for node in offered if is_headed(node, screen.state.fill(field.text), screen)]
        if not headed:
            return Decline(f"no filter by {field.prompt} is called {option.prompt}", None)
        offered = headed
    if len(offered) > 1:
        return Decline(f"{len(offered)} filters are called {option.prompt}; say by what to filter", tied=True)
    node = offered[0]
    return SkillPlan(certain=True) if node.states & _ON else SkillPlan((tap(node, option.prompt),))


def press_headed(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the one link or button of that name in the group whose heading names it."""
    option, field = intent.get("option"), intent.get("field") or IntentArgument(intent.verb)
    offered = screen.exactly(screen.state.fill(option.text), _is_filter)
    headed = [
        node
        for node in offered
        if is_headed(node, screen.state.fill(field.text), screen) and _is_under_text(node, screen)
    ]
    if len(headed) != 1:
        reason = f"{len(headed)} elements there are called" if headed else f"{field.prompt} has nothing that is called"
        return Decline(f"{reason} {option.prompt}", tied=bool(headed))
    return SkillPlan((tap(headed[0], option.prompt),))


def _is_under_text(choice: Node, screen: ScreenIndex) -> bool:
    """Whether what heads it can only be read, or is open: another control is a neighbour, and heads nothing."""
    heading = heading_of(choice, screen)
    return heading is not None and (not heading.actionable or "expanded" in heading.states)


def _is_filter(node: Node) -> bool:
    return node.actionable and node.role in _OFFERED
