"""Which words of a picture belong to which control: all that stands in one row or column is looked at together."""

from __future__ import annotations

import pytest

from askonce.geometry import Box
from askonce.vision.picture_element import SeenElement

numpy = pytest.importorskip("numpy")

from askonce.vision.seen_labels import label_controls  # noqa: E402

PAPER = numpy.full((400, 900, 3), 255, numpy.uint8)
KINDS = {"☐": "checkbox", "○": "radio", "▭": "textbox", "◪": "icon"}


def labels(*pieces: str, gaps: tuple[int, ...] = (6,), down: bool = False) -> dict[str, str]:
    """The names by control of a row or column: ☐ is a box, ○ a ring, ▭ a field, ◪ an icon, and all else is a text."""
    elements: list[SeenElement] = []
    at = 10.0
    for place, piece in enumerate(pieces):
        role = KINDS.get(piece[0], "text")
        width = 120 if down or role == "textbox" else 16 if role != "text" or len(piece) == 1 else 60
        box = Box(10, at, width, 20) if down else Box(at, 10, width, 20)
        if role == "text":
            elements.append(SeenElement("text", box, text=piece))
        else:
            elements.append(SeenElement("button" if role == "icon" else role, box, is_actionable=True))
        at += (20 if down else width) + gaps[place % len(gaps)]
    named = label_controls(elements, PAPER)
    told = [(piece, element) for piece, element in zip(pieces, named, strict=True) if piece[0] in KINDS]
    return {piece: element.name for piece, element in told if element.name}


@pytest.mark.parametrize("gaps", [(6,), (6, 8), (8, 6)])
def test_the_ends_of_a_row_say_on_which_side_the_words_are(gaps: tuple[int, ...]) -> None:
    assert labels("○1", "Small", "○2", "Large", gaps=gaps) == {"○1": "Small", "○2": "Large"}
    assert labels("Small", "○1", "Large", "○2", gaps=gaps) == {"○1": "Small", "○2": "Large"}
    assert labels("Small", "▭1", "Large", "▭2", gaps=gaps) == {"▭1": "Small", "▭2": "Large"}


@pytest.mark.parametrize("last", ["◪", "0"])
def test_a_ring_that_was_taken_for_an_icon_or_read_as_a_sign_ends_the_row_as_a_ring(last: str) -> None:
    assert labels("Small", "○1", "Medium", "○2", "Large", last) == {"○1": "Small", "○2": "Medium"}


def test_words_between_controls_are_nobodys_where_one_control_may_have_been_missed() -> None:
    assert labels("Small", "○1", "Medium", "○2", "Large") == {}
    assert labels("○1", "Small", "○2", "Medium", "○3") == {}
    assert labels("Small", "○1", "Large") == {}


def test_clear_gaps_say_on_which_side_the_words_are() -> None:
    assert labels("Small", "○1", "Medium", "○2", "Large", gaps=(40, 6)) == {"○1": "Medium", "○2": "Large"}
    assert labels("Small", "○1", "Medium", "○2", "Large", gaps=(6, 40)) == {"○1": "Small", "○2": "Medium"}


def test_gaps_and_ends_that_say_the_opposite_say_nothing() -> None:
    assert labels("Small", "○1", "Large", "○2", gaps=(40, 6)) == {}
    assert labels("○1", "Small", "○2", "Large", gaps=(40, 6)) == {}


def test_what_is_in_a_field_does_not_stand_between_it_and_its_label() -> None:
    field = SeenElement("textbox", Box(10, 40, 120, 30), value="2", is_actionable=True)
    arrow = SeenElement("button", Box(116, 44, 8, 4), name="calendar", is_actionable=True)
    label = SeenElement("text", Box(10, 14, 60, 20), text="Adults")
    assert [element.name for element in label_controls([label, arrow, field], PAPER)] == ["", "calendar", "Adults"]


def test_the_star_of_a_field_that_has_to_be_filled_in_is_not_its_name() -> None:
    assert labels("Name", "*", "▭1") == {"▭1": "Name"}
    assert labels("Name", "▭1", "*") == {"▭1": "Name"}


def test_a_word_with_a_colon_before_a_row_of_boxes_is_its_title() -> None:
    assert labels("Colours:", "☐1", "red", "☐2", "blue") == {"☐1": "red", "☐2": "blue"}


def test_fields_with_their_words_behind_or_below_them_get_no_name() -> None:
    assert labels("▭1", "First name", "▭2", "Last name") == {}
    assert labels("▭1", "First name", "▭2", "Last name", down=True) == {}
    assert labels("Your name", "▭1", "First name", "▭2", "Last name", down=True) == {}


def test_fields_with_their_words_above_them_get_their_names() -> None:
    named = {"▭1": "First name", "▭2": "Last name"}
    assert labels("First name", "▭1", "Last name", "▭2", down=True) == named
    assert labels("Your name", "First name", "▭1", "Last name", "▭2", down=True) == named
    assert labels("First name", "▭1", "Last name", "▭2", "A note", gaps=(4, 16), down=True) == named


def test_words_in_another_panel_are_not_those_of_a_control_beside_it() -> None:
    card = SeenElement("group", Box(0, 0, 80, 40))
    text = SeenElement("text", Box(10, 10, 60, 20), text="Small")
    ring = SeenElement("radio", Box(90, 10, 16, 20), is_actionable=True)
    assert [element.name for element in label_controls([card, text, ring], PAPER)] == ["", "", ""]
    assert [element.name for element in label_controls([text, ring], PAPER)] == ["", "Small"]
