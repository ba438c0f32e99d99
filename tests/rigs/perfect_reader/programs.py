"""Programs that the reader can carry out on the sample apps and the sample shop, and what they should leave there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from askonce.program.expression_tree import Reference
from askonce.testing.apps import Contact, Note, TextMessage

FIRST = ("Hana Ferreira", "Sophie Martin", "Olivia Alves")
NUMBERS = ("+10662908339", "+18723713947", "+16278036185")


def people(count: int) -> tuple[Contact, ...]:
    """So many people, the three of the AgentProg paper's example first; no two names or numbers are alike."""
    given = ("Noah", "Mila", "Emil", "Lucia", "Oscar", "Ines", "Theo", "Clara", "Hugo", "Nora")
    family = ("Berg", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Horvat", "Ivanov", "Jansen", "Kowalski")
    known = [Contact(name, number) for name, number in zip(FIRST, NUMBERS, strict=True)]
    made = (
        Contact(f"{given[n % 10]} {family[n // 10 % 10]}{' ' + 'I' * (n // 100) if n >= 100 else ''}", f"+1555{n:07}")
        for n in range(max(0, count - len(known)))
    )
    return (*known[:count], *made)


ENTRY = Reference("current_contact", ("number",))
"""The number of the person that the contacts programs are at."""


def plain_contacts_program(persons: Sequence[Contact], url: str) -> str:
    """The same in sentences of the embedded model, each with its way to the form: a new browser is at the start."""
    objects = "\n".join(
        f'    An object with "name" set to "{one.name}" and "number" set to "{one.phone}"' for one in persons
    )
    return Template(_text("plain_contacts")).substitute(people=objects, url=url.rstrip("/"))


def contacts_program(persons: Sequence[Contact]) -> str:
    """Appendix D of the paper, for so many people: each is added to the contacts and gets a message."""
    objects = "\n".join(
        f'    An object with "name" set to "{one.name}" and "number" set to "{one.phone}"' for one in persons
    )
    return Template(_text("contacts")).substitute(people=objects)


def hello(persons: Sequence[Contact]) -> tuple[TextMessage, ...]:
    """The messages that the program sends."""
    return tuple(TextMessage(one.phone, f"hello, {one.name}") for one in persons)


def flat_program(count: int) -> str:
    """So many lines, each of its own, with no loop around them."""
    lines = (f'In the Notes app, jot down "{note.title}".' for note in errands(count))
    return "\n".join(lines) + "\n"


def errands(count: int) -> tuple[Note, ...]:
    verbs = ("water", "count", "dust", "label", "photograph", "repair", "weigh", "polish", "move", "wrap")
    things = ("the ferns", "the chairs", "the lamps", "the clocks", "the jars", "the maps", "the boots")
    return tuple(Note(f"Errand {n}: {verbs[n % 10]} {things[n % 7]}") for n in range(1, count + 1))


def teams(count: int, size: int) -> list[dict[str, Any]]:
    """What the nested program goes through: in turn one of age with a number, one without, one under age."""
    persons = iter(people(count * size))
    return [
        {
            "name": f"{colour} {number}",
            "people": [
                {"name": one.name, "phone": "" if place % 3 == 1 else one.phone, "age": 15 if place % 3 == 2 else 30}
                for place in range(size)
                for one in (next(persons),)
            ],
        }
        for number, colour in zip(range(1, count + 1), ("Red", "Blue", "Green", "White") * count, strict=False)
    ]


def nested_program() -> str:
    """Loops in loops with conditions, over `{teams}`."""
    return _text("nested")


def shop_program() -> str:
    return _text("shop")


def _text(name: str) -> str:
    return (Path(__file__).parent / f"{name}.stp").read_text("utf-8")
