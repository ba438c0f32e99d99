"""Statements about what can be seen, where no model can be asked: judged as an act finds its elements, not proven."""

from __future__ import annotations

import re

from askonce.insight.exact import ExactVerdict, judge
from askonce.language.denials import is_denied
from askonce.language.normalization import key
from askonce.lazy import regex
from askonce.locate.local import Match, Tied, match
from askonce.locate.local.description_grammar import read_prompt
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import plain
from askonce.vision.read_secrets import WITHHELD

_SEEN = regex(r"(?P<what>.+?) is (?P<absent>not )?visible", re.IGNORECASE | re.DOTALL)
_QUOTES = "\"'“”‘’"
_WRITTEN = frozenset({"alert", "button", "cell", "heading", "link", "listitem", "menuitem", "option", "row", "tab"})
"""Roles of what shows its name as text. A picture, a spinner or a panel may be there without one."""


class SightStatement:
    """One statement, judged look after look.

    Something that is not quoted can be on the page under another name, or under none, as spinners are: it is gone only
    if one of the looks has found it before.
    """

    def __init__(self, statement: str) -> None:
        claim = _SEEN.fullmatch(statement.strip().rstrip("."))
        self._statement = statement
        self._what, self._is_absent = (claim["what"], bool(claim["absent"])) if claim else ("", False)
        self._was_seen = False

    @property
    def is_open(self) -> bool:
        """Whether it says that something is gone that has never been seen."""
        return self._is_absent and not self._was_seen and not is_quotation(self._what)

    @property
    def was_seen(self) -> bool:
        """Whether one of the looks has found what it speaks of."""
        return self._was_seen

    def judge(self, tree: Tree) -> ExactVerdict:
        """Whether it is true as far as the elements tell. What they do not tell is not true yet."""
        found = find_seen(self._what, tree) if self._what else None
        is_seen = found is not None
        self._was_seen |= is_seen
        if self._is_absent and not is_seen and any(WITHHELD in node.attributes for node in tree):
            return ExactVerdict(False, f"{self._what} may be a text that is withheld, since it looks like a secret")
        if judged := judge(self._statement, tree):
            return judged
        if not self._what:
            return ExactVerdict(False, "the elements do not tell whether it is so")
        if not self._is_absent and isinstance(found, str) and _is_denied(found, tree):
            return ExactVerdict(False, f"{self._what} is only there where other words deny it")
        if not is_seen and self.is_open:
            return ExactVerdict(False, unseen(self._what))
        return ExactVerdict(is_seen != self._is_absent, f"{self._what} is {'' if is_seen else 'not '}there")


def find_seen(what: str, tree: Tree) -> Node | Tied | str | None:
    """What is there that is called so; of a quotation that can be read, its text."""
    found = match(what, tree)
    if isinstance(found, Match):
        return found.node
    if isinstance(found, Tied):
        return found
    quotation = what[1:-1] if len(what) > 2 and what[0] in _QUOTES and what[-1] in _QUOTES else ""
    return quotation if quotation and tree.shows(quotation) else None


def _is_denied(text: str, tree: Tree) -> bool:
    """Whether all that has the text denies it, as "Not done yet" does of "done"."""
    holders = [words for node in tree for words in (node.words, node.value or "") if plain(text) in plain(words)]
    return bool(holders) and all(is_denied(words, text) for words in holders)


def unseen(what: str) -> str:
    """Why it cannot be told whether this is gone, and what to write instead."""
    return (
        f"nothing was seen that is called {what!r}, so it cannot be told whether it is gone; "
        'quote a text that goes with it, or say what comes: wait until the text "…" is visible'
    )


def is_quotation(what: str) -> bool:
    """Whether the words are a text of the page in quotation marks, with no more beside it than a word for what shows
    its text: "Loading", the message "Loading"."""
    readings = read_prompt(what)
    heads = [head for head in readings[0].heads[1:] if head.quoted and head.is_plain] if readings else []
    kinds = [head.kind.strict if head.kind else _WRITTEN for head in heads]
    return any(kind & _WRITTEN and "img" not in kind for kind in kinds)


def quoted_name(what: str, node: Node) -> str:
    """The same words with the name of the element in quotation marks; empty where they are not its whole name."""
    name = node.name or node.text
    for head in read_prompt(what)[0].heads[1:]:
        if head.is_plain and head.name and head.name == key(name) and '"' not in name:
            return f'the {head.kind.word} "{name}"' if head.kind else f'"{name}"'
    return ""
