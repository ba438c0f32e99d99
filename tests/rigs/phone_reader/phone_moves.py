"""What all apps of the phone have in common: the way to an app, what is in the way, forms and long lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from perfect_reader.moves import Move, ending, fill, seen, tap, together
from perfect_reader.question import Element, Words

from phone_reader.phone_page import PhonePage, Row

APPS = {
    "Contacts": "com.google.android.contacts",
    "Simple SMS Messenger": "com.simplemobiletools.smsmessenger",
    "Markor": "net.gsantner.markor",
    "Simple Calendar Pro": "com.simplemobiletools.calendar.pro",
    "Pro Expense": "com.arduia.expense",
    "Broccoli": "com.flauschcode.broccoli",
}
IN_THE_WAY = {"Battery saver": "Later", "Discard your changes?": "Keep editing"}


def clear_the_way(page: PhonePage) -> Move | None:
    """Close what has come up by itself."""
    for title, answer in IN_THE_WAY.items():
        if page.shows(title) and (button := page.button(answer)):
            return tap(button, answer, thought=f"{title!r} is in the way.", expect=f'gone "{title}"')
    return None


def go_to(page: PhonePage, app: str) -> Move | None:
    """The way to an app; None where it is in front already."""
    if page.package == APPS[app]:
        return None
    return Move(f"Open {app}", f"{app} is not in front.", (("Launch", {"app": app}),))


def go_back(thought: str) -> Move:
    return Move("Go back", thought, (("Back", {}),))


def find_row(page: PhonePage, title: str) -> Row | Move | None:
    """An entry of the list in front; the next move towards it, or None if it is not in the list."""
    if row := page.row(title):
        return row
    scrolls = re.findall(r"Scroll\(([^)]*)\)", page.tried)
    if not (page.goes_on_below or page.goes_on_above):
        return None
    if not scrolls:
        return Move(
            "Go to the top of the list",
            f"{title!r} is not in view.",
            (("Scroll", {"direction": "up", "to_end": True}),),
        )
    if page.goes_on_below and not _is_at_end(page):
        return Move("Scroll down", f"{title!r} may be further down.", (("Scroll", {"direction": "down"}),))
    return None


def _is_at_end(page: PhonePage) -> bool:
    """Whether the last scroll moved nothing."""
    last = page.tried.strip().splitlines()[-1:]
    has_scrolled = bool(last) and "Scroll(direction='up'" not in last[0] and "Scroll(" in last[0]
    return has_scrolled and "Since the last look: nothing" in page.question.page.text


def fill_in(page: PhonePage, wanted: Sequence[tuple[str, Words]]) -> list[Move]:
    """The fields in view that do not hold yet what they should."""
    moves: list[Move] = []
    for name, words in wanted:
        field = page.field(name)
        if field is not None and field.value != words.filled:
            moves.append(fill(field, f"the field {name}", words.written, thought="The form is open.", expect=""))
    return moves


def press(button: Element, words: str, done: str, *, expect: str, thought: str = "") -> Move:
    """The tap that finishes a step."""
    return ending(tap(button, words, thought=thought or "This finishes it.", expect=expect), done)


def finish(moves: Sequence[Move], last: Move) -> Move:
    return together([*moves, last])


__all__ = ["clear_the_way", "fill_in", "find_row", "finish", "go_back", "go_to", "press", "replace", "seen", "tap"]
