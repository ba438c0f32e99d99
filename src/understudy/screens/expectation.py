"""What should be on the screen, in a form that can be checked without a model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, assert_never

from understudy.screens.tree import Tree

_CLAUSE = re.compile(
    r"""(?P<kind>visible|shows|gone|hidden|not\s+visible|address|url)?\s*(?:contains|is)?\s*:?\s*
        (?P<quote>["“”])(?P<text>(?:\\.|[^"“”\\])+)["“”]
        (?:\s*(?:is|=|has)\s*["“”](?P<value>(?:\\.|[^"“”\\])*)["“”])?""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """For example: the text "Thank you" is visible; the address contains "/orders"; the field "Name" is "Bob"."""

    kind: Literal["visible", "gone", "address", "field"]
    text: str
    value: str = ""

    def holds(self, tree: Tree) -> bool:
        match self.kind:
            case "visible":
                return tree.shows(self.text)
            case "gone":
                return not tree.shows(self.text)
            case "address":
                return self.text.casefold() in tree.address.casefold()
            case "field":
                wanted = self.text.casefold()
                return any(
                    node.value is not None and node.value.strip() == self.value.strip()
                    for node in tree
                    if wanted in (node.name or node.text).casefold()
                )
            case _:
                assert_never(self.kind)

    def __str__(self) -> str:
        return f'field "{self.text}" is "{self.value}"' if self.kind == "field" else f'{self.kind} "{self.text}"'


def read_expectations(text: str) -> tuple[Expectation, ...] | None:
    """The clauses of `visible "A"; gone "B"; address "/c"; field "D" is "E"`. None when something else stands there.

    A bare quoted text counts as visible.
    """
    if not text.strip():
        return ()
    found: list[Expectation] = []
    end = 0
    for clause in _CLAUSE.finditer(text):
        if text[end : clause.start()].strip(" \t\r\n;,.") not in {"", "and", "field", "text", "the text"}:
            return None
        is_field = clause["value"] is not None
        kind = "field" if is_field else _kind_named(clause["kind"] or "visible")
        found.append(Expectation(kind, _unescape(clause["text"]), _unescape(clause["value"] or "")))
        end = clause.end()
    return tuple(found) if found and not text[end:].strip(" \t\r\n;,.") else None


def _kind_named(word: str) -> Literal["visible", "gone", "address"]:
    word = " ".join(word.lower().split())
    if word in {"gone", "hidden", "not visible"}:
        return "gone"
    return "address" if word in {"address", "url"} else "visible"


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
