"""A planner's question as somebody reads it who has nothing but its text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qs, urlsplit

_QUOTED = r'"((?:\\.|[^"\\])*)"'
_ELEMENT = re.compile(rf"^\s*\[(\d+)\]\*? (\w+)(?: {_QUOTED})?(?:.*? = {_QUOTED})?")
_PAGE = re.compile(rf"^Page {_QUOTED} ?(\S*?)(?:;|$)", re.MULTILINE)
_VALUE = re.compile(r"^\{([\w.]+)\} = (.*)$", re.MULTILINE)
_SLOT = re.compile(r"\{([\w.]+)\}")
_BEFORE = "## Done in this step before the run was held or interrupted"


@dataclass(frozen=True, slots=True)
class Element:
    number: int
    role: str
    name: str
    value: str = ""


@dataclass(frozen=True)
class Page:
    """What the list of elements says of the screen."""

    text: str

    @cached_property
    def _head(self) -> tuple[str, str]:
        found = _PAGE.search(self.text)
        return (_plain(found[1]), found[2]) if found else ("", "")

    @property
    def title(self) -> str:
        return self._head[0]

    @property
    def path(self) -> str:
        return urlsplit(self._head[1]).path

    @property
    def query(self) -> dict[str, str]:
        return {name: values[-1] for name, values in parse_qs(urlsplit(self._head[1]).query).items()}

    @property
    def is_whole(self) -> bool:
        """Whether nothing lies out of view and nothing was left out of the list."""
        return "page goes on" not in self.text and "more not listed" not in self.text

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        lines = (_ELEMENT.match(line) for line in self.text.splitlines())
        return tuple(
            Element(int(found[1]), found[2], _plain(found[3] or ""), _plain(found[4] or "")) for found in lines if found
        )

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All that stands in quotes, in order."""
        return tuple(map(_plain, re.findall(_QUOTED, self.text.partition("\nSince the last look")[0])))

    def find(self, role: str, name: str) -> Element | None:
        return next((one for one in self.elements if one.role == role and one.name == name), None)

    def row_with(self, *words: str) -> Element | None:
        """The link that holds all these words."""
        rows = (one for one in self.elements if one.role == "link")
        return next((one for one in rows if all(word in one.name for word in words)), None)

    def shows(self, words: str) -> bool:
        return any(words in text for text in self.texts)


@dataclass(frozen=True, slots=True)
class Words:
    """Part of a step: as it is written, with `{slots}`, and as it reads."""

    written: str
    filled: str


@dataclass(frozen=True)
class Question:
    """One round of one step: its words and values, what it is to give, and the screen."""

    text: str

    @cached_property
    def step(self) -> str:
        return _section(self.text, "# Instruction")

    @cached_property
    def values(self) -> Mapping[str, str]:
        return {name: str(json.loads(value)) for name, value in _VALUE.findall(_section(self.text, "# Values"))}

    @property
    def gives(self) -> tuple[str, ...]:
        """The names of what is still to be given."""
        asked = _section(self.text, "# To give").partition("\n")[0]
        return tuple(asked.removeprefix("<result> for: ").split(", ")) if asked.startswith("<result>") else ()

    @property
    def inspects(self) -> bool:
        """Whether it only asks to find out whether a step is done."""
        return self.step.startswith("Find out whether this step was done already")

    @property
    def was_interrupted(self) -> bool:
        """Whether something of the step may have been done already, before this run of it."""
        return _BEFORE in self.text

    @property
    def is_first_look(self) -> bool:
        return "## Tried in this step so far" not in self.text and "# What happened" not in self.text

    @cached_property
    def page(self) -> Page:
        return Page(_section(self.text, "# Screen", last=True))

    def words(self, written: str) -> Words:
        return Words(written, _SLOT.sub(lambda slot: self.values.get(slot[1], slot[0]), written))


def _section(text: str, heading: str, *, last: bool = False) -> str:
    """What stands under a heading, up to the next one; to the end for the last."""
    found = re.search(rf"(?:^|\n){re.escape(heading)}\n(.*)", text, re.DOTALL)
    if found is None:
        return ""
    return found[1] if last else re.split(r"\n+##? ", found[1])[0].strip()


def _plain(quoted: str) -> str:
    return json.loads(f'"{quoted}"')
