"""Exact answers: statements and demands that the elements of the screen answer exactly, without a model.

A sentence is understood whole or not at all, and an answer is given only where the elements prove it; None passes the
question on to a model. Elements that were only seen in a picture prove nothing. The grammars are loaded for the first
question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.insight.exact.exact_outcome import ExactAnswer, ExactVerdict

if TYPE_CHECKING:
    from askonce.geometry import Box
    from askonce.screens.ui_tree import Tree

__all__ = ["ExactAnswer", "ExactVerdict", "give", "is_statement", "judge", "presence", "understands"]


def judge(statement: str, tree: Tree, *, whole: Tree | None = None, within: Box | None = None) -> ExactVerdict | None:
    """Whether the statement is true of the screen; `whole` is the whole page where the screen can tell, `within` the
    only part that counts."""
    from askonce.insight.exact.element_evidence import ElementEvidence
    from askonce.insight.exact.proofs import judge_claims
    from askonce.insight.exact.statement_grammar import read_statement

    if tree.seen:
        return None
    claims = read_statement(statement)
    return judge_claims(claims, ElementEvidence(tree, whole, within)) if claims else None


def is_statement(words: str) -> bool:
    """Whether the elements could decide a statement, if they show what it is about."""
    from askonce.insight.exact.statement_grammar import read_statement

    return bool(read_statement(words))


def presence(statement: str) -> bool | None:
    """Whether a statement says that something is shown, or that something is not; None where it says neither."""
    from askonce.insight.exact.claims import ShownClaim
    from askonce.insight.exact.statement_grammar import read_statement

    claims = read_statement(statement) or ()
    shown = {claim.holds for claim in claims if isinstance(claim, ShownClaim)}
    return shown.pop() if len(shown) == 1 and all(isinstance(claim, ShownClaim) for claim in claims) else None


def understands(demand: str, kind: object) -> bool:
    """Whether the elements could answer a demand, if what it asks for were there."""
    from askonce.insight.exact.demands import read_demand

    return read_demand(demand, truth=kind is bool) is not None


def give(
    demand: str, kind: object, tree: Tree, *, whole: Tree | None = None, within: Box | None = None
) -> ExactAnswer | None:
    """What is asked for, as a `kind`: str, int, float, bool, list[str], or None for whatever it is."""
    from askonce.insight.exact.demands import read_demand
    from askonce.insight.exact.element_evidence import ElementEvidence
    from askonce.insight.exact.typed_answers import answer

    asked = None if tree.seen else read_demand(demand, truth=kind is bool)
    return answer(asked, kind, ElementEvidence(tree, whole, within)) if asked else None
