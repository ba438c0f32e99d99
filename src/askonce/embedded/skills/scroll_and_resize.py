"""Scrolling to an end, and drawing fields larger or smaller."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import Sight, is_field
from askonce.embedded.skill_answers import Decline, Move, Progress, spot, step, target
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.text_sources import find_text
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_UP = frozenset({"top", "start", "beginning"})
_WAYS = {"upwards": "up", "downwards": "down"}
_PAGE = frozenset({"page", "the page", "the text", "screen", "the screen"})
_WIDE = frozenset({"width", "wide", "wider", "broader", "narrower"})
_HIGH = frozenset({"height", "high", "higher", "taller", "shorter", "lower"})
_LESS = frozenset({"smaller", "less", "narrower", "shorter", "lower"})
_SIZE = re.compile(r"size (\d+)x(\d+)")
_GRIP = 5.0
_PULL = 20.0


def scroll(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One screen on, or to one end; of the page, or of what is named."""
    edge, way = intent.get("edge"), key(intent.get("way").text)
    direction = ("up" if key(edge.text).split()[-1] in _UP else "down") if edge else _WAYS.get(way, way)
    params: dict[str, object] = {"direction": direction, "to_end": True} if edge else {"direction": direction}
    said = intent.target
    if said and key(said.text) not in _PAGE:
        found = find_text(said, sight)
        if not isinstance(found, Node):
            return found
        params["target"] = target(found, said.prompt)
    return Move((step("Scroll", **params),))


def scroll_to(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Until something is in sight: nothing to do where it is, and otherwise what brings things into sight."""
    found = sight.find(intent.target)
    if isinstance(found, Node) and "offscreen" not in found.states:
        return Move(certain=True)
    return not_found(found, intent.target) if not isinstance(found, Node) else None


def resize(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Draw the corner of a field, and look whether it grew or shrank as it should."""
    words = {*split_words(intent.get("dimension").text), *split_words(intent.get("change").text)}
    wants_width, wants_height, is_less = bool(words & _WIDE), bool(words & _HIGH), bool(words & _LESS)
    if wants_width == wants_height:
        return Decline("say whether the width or the height is to change")
    found = find_text(intent.target, sight)
    if not isinstance(found, Node):
        return found
    if not is_field(found):
        return Decline(f"{intent.target.prompt} is no field that could be drawn larger or smaller")
    box, begins = found.box, f"part {progress.part}: "
    before = next((size for note in progress.notes if note.startswith(begins) and (size := _SIZE.search(note))), None)
    if before:
        change = box.width - float(before[1]) if wants_width else box.height - float(before[2])
        is_done = change < 0 if is_less else change > 0
        return Move(certain=True) if is_done else Decline(f"{intent.target.prompt} keeps its size")
    pull = -_PULL if is_less else _PULL
    corner = box.center.offset(box.width / 2 - _GRIP, box.height / 2 - _GRIP)
    end = corner.offset(pull if wants_width else 0, 0 if wants_width else pull)
    name = f"the corner of {intent.target.prompt}"
    drag = step("Drag", start=spot(corner, name), end=spot(end, f"a place beside {name}"))
    return Move((drag,), finished=False, memory=f"{begins}size {box.width:.0f}x{box.height:.0f}")
