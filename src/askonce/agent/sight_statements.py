"""Statements that an act waits for where no model can be asked: judged as the act finds its elements, without proof."""

from __future__ import annotations

import re

from askonce.insight.exact import ExactVerdict, judge
from askonce.locate.local import Match, Tied, match
from askonce.screens import Tree

_SEEN = re.compile(r"(?P<what>.+?) is (?P<absent>not )?visible", re.IGNORECASE | re.DOTALL)
_QUOTES = "\"'“”‘’"


def judge_sight(statement: str, tree: Tree) -> ExactVerdict:
    """Whether a statement is true as far as the elements tell. What they do not tell is not true yet."""
    if judged := judge(statement, tree):
        return judged
    claim = _SEEN.fullmatch(statement.strip().rstrip("."))
    if claim is None:
        return ExactVerdict(False, "the elements do not tell whether it is so")
    is_seen = _is_seen(claim["what"], tree)
    return ExactVerdict(is_seen != bool(claim["absent"]), f"{claim['what']} is {'' if is_seen else 'not '}there")


def _is_seen(what: str, tree: Tree) -> bool:
    """Whether something is there that is called so, or a quotation can be read."""
    is_quoted = len(what) > 2 and what[0] in _QUOTES and what[-1] in _QUOTES
    return isinstance(match(what, tree), Match | Tied) or (is_quoted and tree.shows(what[1:-1]))
