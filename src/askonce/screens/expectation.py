"""What should be on the screen, in a form that can be checked without a model."""

from __future__ import annotations

import re
from typing import Literal, assert_never
from urllib.parse import unquote

from askonce.lazy import dataclass, regex
from askonce.screens.field_labels import field_labels
from askonce.screens.ui_tree import Node, Tree, plain

_QUOTED = r"""(?:"(?P<{0}>(?:\\.|[^"\\])*)"|“(?P<{0}_set>[^”]*)”)"""
# Blanks are never given back, and no clause begins in the middle of some: a long run costs no more than its length.
_CLAUSE = regex(
    rf"""(?P<number>\[\d{{1,9}}\])(?:\s*+(?!is\b|has\b)\w++)?+(?:\s*+{_QUOTED.format("name")})?+
        \s*+(?:is|=|has)\s*+{_QUOTED.format("content")}
      |(?P<kind>visible|shows|gone|hidden|not\s++visible|address|url)?+(?<!\s)\s*+(?:contains|is)?+\s*+:?+\s*+
        {_QUOTED.format("text")}
        (?:\s*+(?:is|=|has)\s*+{_QUOTED.format("value")}
          |\s++(?:is|are)\s++(?:now\s++)?+(?P<after>visible|shown|gone|hidden|not\s++visible))?+""",
    re.IGNORECASE | re.VERBOSE,
)
_ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_STATES = frozenset({"checked", "selected", "pressed", "expanded", "disabled", "focused", "mixed"})


@dataclass(frozen=True, slots=True)
class Expectation:
    """For example: the text "Thank you" is visible; the address contains "/orders"; the field "Name" is "Bob".

    A field may also be known by its number, written `[24]`, as long as that element lives.
    """

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
                address = tree.address.casefold()
                return self.text.casefold() in address or self.text.casefold() in unquote(address)
            case "field":
                return any(self.holds_in(node) for node in _named(tree, self.text))
            case _:
                assert_never(self.kind)

    def holds_in(self, field: Node) -> bool:
        """Whether a field is as expected, by whatever name it is known."""
        return _has_value(field, self.value)

    def __str__(self) -> str:
        return f'field "{self.text}" is "{self.value}"' if self.kind == "field" else f'{self.kind} "{self.text}"'


def read_expectations(text: str) -> tuple[Expectation, ...] | None:
    """The clauses of `visible "A"; gone "B"; address "/c"; field "D" is "E"; field [5] is "F"`.

    A bare quoted text counts as visible. None when something else stands there.
    """
    if not text.strip():
        return ()
    found: list[Expectation] = []
    end = 0
    for clause in _CLAUSE.finditer(text):
        if text[end : clause.start()].strip(" \t\r\n;,.") not in {"", "and", "field", "text", "the text"}:
            return None
        name = clause["number"] or _quoted(clause, "text")
        value = _quoted(clause, "content" if clause["number"] else "value")
        if not name or not plain(name):
            return None
        kind = "field" if value is not None else _kind_named(clause["after"] or clause["kind"] or "visible")
        found.append(Expectation(kind, name, value or ""))
        end = clause.end()
    return tuple(found) if found and not text[end:].strip(" \t\r\n;,.") else None


def _kind_named(word: str) -> Literal["visible", "gone", "address"]:
    word = " ".join(word.lower().split())
    if word in {"gone", "hidden", "not visible"}:
        return "gone"
    return "address" if word in {"address", "url"} else "visible"


def _named(tree: Tree, name: str) -> list[Node]:
    """The element with that number, or those with that name; where there are none, those whose name contains it."""
    wanted = plain(name)
    if numbered := [node for node in tree if f"[{node.number}]" == wanted]:
        return numbered
    near = field_labels(tree)
    names = [(node, plain(node.name or node.text or near.get(node.number, ""))) for node in tree]
    return [node for node, label in names if label == wanted] or [node for node, label in names if wanted in label]


def _has_value(node: Node, wanted: str) -> bool:
    """Whether a field holds `wanted`: its text, or a state such as "checked". Of a password the length must do."""
    state = plain(wanted)
    if node.value is None:
        absent = state.removeprefix("not ").removeprefix("un")
        return state in node.states or (absent != state and absent in _STATES and absent not in node.states)
    if "password" in node.states:
        return len(node.value) == min(len(wanted), 30)
    return " ".join(node.value.split()) == " ".join(wanted.split())


def _quoted(clause: re.Match[str], name: str) -> str | None:
    """The text in quotes. Texts are copied from the list of elements, which escapes as JSON does."""

    def spell(escape: re.Match[str]) -> str:
        return chr(int(escape[1], 16)) if escape[1] else {"n": "\n", "t": "\t"}.get(escape[2], escape[2])

    text = clause[name]
    if text is None:
        return clause[f"{name}_set"]
    return _ESCAPE.sub(spell, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
