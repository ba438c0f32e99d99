"""What is noted of a press is read again as it was, and one press does not get in the way of another."""

from __future__ import annotations

from dataclasses import replace

from askonce.embedded.press_note import NotedField, PressNote, TextPlace, digest, read_press, write_later, write_press
from askonce.geometry import Box, Point

NOTE = PressNote(
    digest("save"),
    Box(20, 30, 80, 24),
    2,
    (NotedField(Box(20, 80, 200, 24), digest("Ann")),),
    (TextPlace(digest("save"), Point(20, 30)), TextPlace(digest("account"), Point(-4, 140))),
    "words==",
    "look-1",
)


def test_what_is_written_is_read_again() -> None:
    lines = write_press(3, NOTE).splitlines()
    assert lines[0] == f"part 3: pressed {digest('save')}@20,30,100,54 one of 2"
    assert read_press(lines, 3) == NOTE
    assert read_press([*lines, write_later(3, "a", stood=True), write_later(3, "b", stood=False)], 3) == replace(
        NOTE, later=("a", "b"), stood=True
    )
    assert read_press(lines, 4) is None


def test_a_screen_without_fields_and_texts_is_noted_as_such() -> None:
    bare = replace(NOTE, fields=(), texts=())
    assert read_press(write_press(1, bare).splitlines(), 1) == bare


def test_looks_after_an_earlier_press_are_not_those_after_the_last_one() -> None:
    again = replace(NOTE, look="look-2")
    lines = [
        write_press(1, NOTE),
        write_later(1, "a", stood=True),
        write_press(2, NOTE),
        write_press(1, again),
        write_later(1, "b", stood=False),
    ]
    assert read_press("\n".join(lines).splitlines(), 1) == replace(again, later=("b",))


def test_a_text_cannot_be_read_from_a_note() -> None:
    assert "Ann" not in write_press(1, NOTE)


def test_of_many_texts_some_are_noted_all_over_the_screen() -> None:
    many = tuple(TextPlace(digest(str(row)), Point(0, row)) for row in range(200))
    noted = read_press(write_press(1, replace(NOTE, texts=many)).splitlines(), 1)
    assert noted is not None
    assert 8 < len(noted.texts) <= 16
    assert noted.texts[-1].start.y > 180
