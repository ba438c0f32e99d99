"""Whether a press had an effect that can be seen: noted before it, looked for after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from askonce.embedded.note_digest import note_digest
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action
from askonce.language.normalization import key
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS
from askonce.vision.icons import is_seen

_NOTE = regex(r"part (?P<part>\d+): pressed when the screen showed (?P<shown>\w+)")
_MOST_WAITS = 2
_SECONDS = 1
_PASSING = frozenset({"focused", "offscreen", "covered"})
"""States that come with the press itself."""
_POINTED = regex(r"hover|focus|active|ripple|tooltip", re.IGNORECASE)
_FAILED = regex(
    r"\b(?:error|fail\w*|not|cannot|\w+n['’]t|unable|sorry|sold out|denied|forbidden|invalid)\b|\?", re.IGNORECASE
)
ON = frozenset({"pressed", "checked", "selected"})


def describe(control: Node | None, screen: ScreenIndex, names: Iterable[str] = ()) -> str:
    """What a press should change, as a short digest: the control itself, and what speaks of one of `names`."""
    wanted = [f" {key(name)} " for name in names]
    about = [node.words for node in screen.tree if wanted and _speaks_of(node, wanted, control, screen)]
    text = repr((_look(control) if control else None, sorted(about)))
    return note_digest(text, 8).hex()


def write_pressed(part: int, shown: str) -> str:
    return f"part {part}: pressed when the screen showed {shown}"


def shown_before(notes: Iterable[str], part: int) -> str:
    """What the screen showed when a part pressed its control; "" if it did not yet."""
    found = [note["shown"] for line in notes if (note := _NOTE.fullmatch(line)) and int(note["part"]) == part]
    return found[-1] if found else ""


def speaks_of(name: str, screen: ScreenIndex) -> bool:
    """Whether the page says something of a thing."""
    return any(_speaks_of(node, [f" {key(name)} "], None, screen) for node in screen.tree)


def asks_for_password(screen: ScreenIndex) -> bool:
    """Whether a page asks who is there. Where it came instead of another, what was to happen has not happened."""
    return any("password" in node.states for node in screen.fields)


def seen_effect(
    is_changed: bool, words: str, progress: PartProgress, *, most_waits: int | None = None
) -> SkillPlan | Decline:
    """Done once it can be seen. A page may take a moment to show it."""
    if is_changed:
        return SkillPlan(certain=True)
    before = takewhile(lambda past: past.action == "Wait", reversed(progress.past_actions))
    if len(list(before)) < (most_waits or _MOST_WAITS):
        return SkillPlan((plan_action("Wait", seconds=_SECONDS),), finished=False)
    return Decline(no_effect(words), tied=True, final=True)


def no_effect(words: str) -> str:
    return f"{words} was pressed, and no effect of it can be seen"


def is_drawn_filled(icon: Node) -> bool:
    """Whether the picture of an icon is surely filled in, as a star that is on."""
    return icon.attributes.get("icon", "").endswith(" filled")


def _look(control: Node) -> tuple[object, ...]:
    marks = control.attributes
    kinds = sorted(name for name in marks.get("class", "").split() if not _POINTED.search(name))
    states = sorted(control.states - _PASSING)
    # What an icon seems to be, and how surely, is another guess for each picture of it.
    name, icon = ("", is_drawn_filled(control)) if is_seen(control) else (control.name, marks.get("icon"))
    return control.role, name, control.text, control.value, states, icon, kinds


def _speaks_of(node: Node, wanted: Sequence[str], control: Node | None, screen: ScreenIndex) -> bool:
    """Whether a text mentions one of them. A hint for the control, a failure and a question do not show an effect."""
    if not any(name in f" {key(node.words)} " for name in wanted):
        return False
    if node.role == "tooltip" or _FAILED.search(node.words) or (control and key(node.words) == key(control.words)):
        return False
    layers = [outer for outer in screen.layout.above(node) if outer.role in {"dialog", "alertdialog"}]
    return not any(inner.role in FIELDS for layer in layers for inner in screen.layout.inside(layer))
