"""What is kept of a screen that is only seen when something on it is pressed, to be held against what comes after.

The note is a few lines, one kind of fact each, and has room in a reply whatever the screen shows:

    part 1: pressed 5f1c09@20,20,220,44 one of 1
    part 1: fields e3b0c4@20,80,220,104 9a01f7@20,120,220,144
    part 1: texts 77ab01@20,140 c0ffee@20,180
    part 1: words AAAC…
    part 1: picture AAAB…
    part 1: stood AAAB…
    part 1: later AAAB…

A look at which the control still stood as it was is told from one at which it did not.

What is typed and then sent with Enter is typed first, with a note of where: `part 1: enter in 20,80,220,104`.

Texts are kept as digests, because what was typed may be a secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from askonce.embedded.note_digest import note_digest
from askonce.embedded.press_words import plain_letters
from askonce.geometry import Box, Point
from askonce.lazy import dataclass, regex
from askonce.screens import Node

_LINE = regex(r"part (?P<part>\d+): (?P<kind>pressed|fields|texts|words|picture|later|stood)(?: (?P<rest>.*))?")
_LATER = frozenset({"later", "stood"})
_ENTER = regex(r"part (?P<part>\d+): enter in (?P<edges>[-\d,]+)")
_MOST_FIELDS, _MOST_TEXTS = 10, 16
"""How many fields and texts fit into a note, beside the picture."""


@dataclass(frozen=True, slots=True)
class NotedField:
    """A field, and a digest of what it held."""

    box: Box
    held: str


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A text by its digest, and where it began."""

    digest: str
    start: Point


@dataclass(frozen=True, slots=True)
class PressNote:
    """A control that was pressed, and the screen as it was right before."""

    label: str
    box: Box
    alike: int
    """How often its label stood on the screen."""
    fields: tuple[NotedField, ...]
    texts: tuple[TextPlace, ...]
    words: str
    look: str
    later: tuple[str, ...] = ()
    """The pictures at the looks since."""
    stood: bool = False
    """Whether the control was as before at the first of them."""


def digest(text: str) -> str:
    return note_digest(text, 3).hex()


def label_letters(node: Node) -> str:
    """What an element is called, as far as two readings of it agree."""
    return plain_letters(node.name or node.text)


def label_digest(node: Node) -> str:
    return digest(label_letters(node))


def write_press(part: int, note: PressNote) -> str:
    """The lines to remember of a press."""
    step = max(1, -(-len(note.texts) // _MOST_TEXTS))
    facts = {
        "pressed": f"{note.label}@{_edges(note.box)} one of {note.alike}",
        "fields": " ".join(f"{field.held}@{_edges(field.box)}" for field in note.fields[:_MOST_FIELDS]),
        "texts": " ".join(f"{text.digest}@{text.start.x:.0f},{text.start.y:.0f}" for text in note.texts[::step]),
        "words": note.words,
        "picture": note.look,
    }
    return "\n".join(f"part {part}: {kind} {fact}".rstrip() for kind, fact in facts.items())


def write_later(part: int, look: str, *, stood: bool) -> str:
    """The line to remember of a look after a press, and whether the control still stood as it was."""
    return f"part {part}: {'stood' if stood else 'later'} {look}"


def write_enter(part: int, field: Box) -> str:
    """The line to remember of a field in which Enter is to be pressed once it holds its text."""
    return f"part {part}: enter in {_edges(field)}"


def read_enter(lines: Iterable[str], part: int) -> Box | None:
    """The field in which a part is to press Enter."""
    found = [line for text in lines if (line := _ENTER.fullmatch(text)) and int(line["part"]) == part]
    return Box.of_edges(*map(float, found[-1]["edges"].split(","))) if found else None


def read_press(lines: Iterable[str], part: int) -> PressNote | None:
    """The last press that a part noted; None if it noted none."""
    found = [line for text in lines if (line := _LINE.fullmatch(text)) and int(line["part"]) == part]
    later = list(takewhile(lambda line: line["kind"] in _LATER, reversed(found)))[::-1]
    facts = {line["kind"]: line["rest"] or "" for line in found if line["kind"] not in _LATER}
    if not {"pressed", "words", "picture"} <= facts.keys():
        return None
    pressed, _, alike = facts["pressed"].partition(" one of ")
    label, edges = _placed(pressed)
    return PressNote(
        label,
        Box.of_edges(*edges),
        int(alike),
        tuple(NotedField(Box.of_edges(*place), held) for held, place in map(_placed, facts["fields"].split())),
        tuple(TextPlace(text, Point(x, y)) for text, (x, y, *_) in map(_placed, facts["texts"].split())),
        facts["words"],
        facts["picture"],
        tuple(line["rest"] for line in later),
        bool(later) and later[0]["kind"] == "stood",
    )


def _edges(box: Box) -> str:
    return ",".join(f"{edge:.0f}" for edge in box.edges)


def _placed(text: str) -> tuple[str, list[float]]:
    """A digest and the numbers behind it."""
    name, _, numbers = text.partition("@")
    return name, [float(number) for number in numbers.split(",")]
