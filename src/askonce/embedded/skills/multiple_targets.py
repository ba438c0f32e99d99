"""Several things at once: all of them, both, the first three."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.entry_phrases import Amount, read_amount
from askonce.embedded.screen_index import Sight, Unclear
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.embedded.skills.checkboxes import switched
from askonce.language.numerals import singular
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_KINDS = {"box": "checkbox"}
"""What stands for a kind of its own only among several: one box may be any part of a page."""


def press_several(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Press or tick as many as are meant, in reading order; only where all of the page is in sight."""
    said = intent.target
    amount, rest = read_amount(said.prompt)
    if said.fixed or not amount.is_several or not rest or sight.exactly(sight.state.fill(said.text)):
        return None
    nodes = _alike(rest, sight)
    if not nodes:
        return None
    done = {past.element for past in progress.actions if past.action == "Tap" and past.is_done}
    if sight.tree.below > 1 or sight.tree.above > 1 or sight.tree.more:
        return Decline(f"not all of the page is in sight, so {said.prompt!r} may mean others too")
    chosen = chosen_of(nodes, amount)
    if chosen is None:
        return Decline(f"there are {len(nodes)} of them, which does not fit {said.prompt!r}")
    if intent.verb != "click":
        return switched([(node, node.name or rest) for node in chosen], intent.verb == "tick")
    return Move(tuple(tap(node, node.name or rest) for node in chosen if node.number not in done))


def chosen_of(nodes: Sequence[Node], amount: Amount) -> list[Node] | None:
    """Those of `nodes` that an amount means; None when there are not so many."""
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


def _alike(words: str, sight: Sight) -> list[Node]:
    """All that are called so, in the singular; nothing unless they are of one kind and can be used."""
    tokens = read_tokens(words)
    last = tokens[-1]
    one = words if last.is_fixed else f"{words[: last.start]}{_KINDS.get(singular(last.plain), singular(last.plain))}"
    found = sight.find(Said(one, raw=one))
    nodes = found.nodes if isinstance(found, Unclear) else (found,) if isinstance(found, Node) else ()
    usable = [node for node in nodes if node.actionable and "disabled" not in node.states]
    return usable if len({node.role for node in usable}) == 1 and len(usable) == len(nodes) else []
