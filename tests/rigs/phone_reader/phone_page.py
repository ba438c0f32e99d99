"""A question about a phone as somebody reads it who has nothing but its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from perfect_reader.question import Element, Question

_LINE = re.compile(r"^(?P<indent>\s*)(?:\[(?P<number>\d+)\]\*? )?(?P<role>\w+)")
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_TRIED = re.compile(r"## Tried in this step so far\n(.*?)(?=\n##? |\Z)", re.DOTALL)
_HAPPENED = re.compile(r"# What happened\n(.*?)(?=\n##? |\Z)", re.DOTALL)
_ACTIVITIES = ("NewConversationActivity", "CreateAndEditRecipeActivity", "RecipeDetailsActivity", "ThreadActivity")


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of a list, with what else it says."""

    element: Element
    texts: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.element.name


@dataclass(frozen=True)
class PhonePage:
    """What the screen of a phone shows."""

    question: Question

    @property
    def package(self) -> str:
        return self.question.page.path.strip("/").partition("/")[0]

    @property
    def activity(self) -> str:
        """The last part of the activity's name, such as `MainActivity`. A long address is cut, with an ellipsis."""
        last = self.question.page.path.rpartition(".")[2].rstrip("…")
        return next((name for name in _ACTIVITIES if name.startswith(last)), last)

    @property
    def texts(self) -> tuple[str, ...]:
        return self.question.page.texts

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows())

    @property
    def goes_on_below(self) -> bool:
        return re.search(r"page (?:may )?goe?s? on below", self.question.page.text) is not None

    @property
    def goes_on_above(self) -> bool:
        return re.search(r"page (?:may )?goe?s? on above", self.question.page.text) is not None

    @property
    def tried(self) -> str:
        """What was tried in this step so far, one line each."""
        found = [each.search(self.question.text) for each in (_TRIED, _HAPPENED)]
        return "\n".join(one[1] for one in found if one)

    def row(self, title: str) -> Row | None:
        return next((row for row in self.rows if row.title == title), None)

    def button(self, name: str) -> Element | None:
        found = [one for one in self.question.page.elements if one.name == name and one.role in ("button", "listitem")]
        return found[0] if found else None

    def field(self, name: str) -> Element | None:
        return next((one for one in self.question.page.elements if one.role == "textbox" and one.name == name), None)

    def shows(self, words: str) -> bool:
        return any(words == text for text in self.texts)

    def _rows(self) -> Iterator[Row]:
        """Lines with a listitem, and the lines of text that are indented below each."""
        elements = {one.number: one for one in self.question.page.elements}
        found: list[tuple[Element, int, list[str]]] = []
        for line in self.question.page.text.partition("\nSince the last look")[0].splitlines():
            read = _LINE.match(line)
            if read is None:
                continue
            indent = len(read["indent"])
            if read["number"] and read["role"] == "listitem":
                found.append((elements[int(read["number"])], indent, []))
            elif found and read["role"] == "text" and indent > found[-1][1]:
                found[-1][2].extend(_QUOTED.findall(line))
        return iter(Row(element, tuple(texts)) for element, _, texts in found)
