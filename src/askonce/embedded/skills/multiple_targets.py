"""Several elements at once: all of them, both, the first three."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.entry_phrases import Amount, read_amount
from askonce.embedded.screen_index import ScreenIndex, Unclear
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.checkboxes import switched
from askonce.language.numerals import singular
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_KINDS = {"box": "checkbox"}
"""Plurals that name a kind: "boxes" are checkboxes, while one "box" may be any part of a page."""


def press_several(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press or tick as many as asked for, in reading order; only if the whole page is in view."""
    argument = intent.target
    amount, rest = read_amount(argument.prompt)
    if argument.fixed or not amount.is_several or not rest or screen.exactly(screen.state.fill(argument.text)):
        return None
    nodes = _alike(rest, screen)
    if not nodes:
        return None
    done = {past.element for past in progress.past_actions if past.action == "Tap" and past.is_done}
    if screen.tree.goes_on_below or screen.tree.goes_on_above or screen.tree.more:
        return Decline(f"not all of the page is in sight, so {argument.prompt!r} may mean others too")
    chosen = chosen_of(nodes, amount)
    if chosen is None:
        return Decline(f"there are {len(nodes)} of them, which does not fit {argument.prompt!r}")
    if intent.verb != "click":
        return switched([(node, node.name or rest) for node in chosen], intent.verb == "tick")
    return SkillPlan(tuple(tap(node, node.name or rest) for node in chosen if node.number not in done))


def chosen_of(nodes: Sequence[Node], amount: Amount) -> list[Node] | None:
    """Those of `nodes` that an amount selects; None when there are too few."""
    count = amount.count
    match amount.which:
        case "all":
            return list(nodes) if count is None or count == len(nodes) else None
        case "first":
            return list(nodes[:count]) if count and len(nodes) >= count else None
        case "last":
            return list(nodes[-count:]) if count and len(nodes) >= count else None
        case "any":
            return list(nodes[: count or 1]) if len(nodes) >= (count or 1) else None
        case "one":
            return list(nodes) if len(nodes) == 1 else None


def _alike(words: str, screen: ScreenIndex) -> list[Node]:
    """All elements with this name in the singular; nothing unless they are of one kind and usable."""
    tokens = read_tokens(words)
    last = tokens[-1]
    name = words if last.is_fixed else f"{words[: last.start]}{_KINDS.get(singular(last.plain), singular(last.plain))}"
    found = screen.find(IntentArgument(name, raw=name))
    nodes = found.nodes if isinstance(found, Unclear) else (found,) if isinstance(found, Node) else ()
    usable = [node for node in nodes if node.actionable and "disabled" not in node.states]
    return usable if len({node.role for node in usable}) == 1 and len(usable) == len(nodes) else []
