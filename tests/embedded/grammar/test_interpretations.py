"""What instructions are understood as, before any screen is looked at."""

from __future__ import annotations

import pytest

from askonce.embedded.grammar import read_part, split_parts


def parts(instruction: str, *names: str) -> list[str]:
    return [*split_parts(instruction, lambda text: text in names)]


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Click Save.", ["Click Save"]),
        ("Type bob into Name, then press Enter", ["Type bob into Name", "press Enter"]),
        ("Select Red and click Submit", ["Select Red", "click Submit"]),
        ("Select a, b and c and click Submit", ["Select a, b and c", "click Submit"]),
        ("1. Click Menu\n2. click Log out", ["Click Menu", "click Log out"]),
        ("Click Menu. After that, please click Log out!", ["Click Menu", "click Log out"]),
        ("click Menu; click Log out", ["click Menu", "click Log out"]),
        ('click "Save and click on"', ['click "Save and click on"']),
        ("find and click the link Help", ["find and click the link Help"]),
        ("For the user Ann, click Delete", ["For the user Ann, click Delete"]),
        ('type "a. b" into Name', ['type "a. b" into Name']),
    ],
)
def test_an_instruction_is_parted_where_something_to_do_begins(instruction: str, expected: list[str]) -> None:
    assert parts(instruction) == expected


def test_what_the_screen_calls_by_one_name_is_not_parted() -> None:
    assert parts("click Save and open") == ["click Save", "open"]
    assert parts("click Save and open", "Save and open") == ["click Save and open"]


@pytest.mark.parametrize(
    ("part", "verb", "said"),
    [
        ('Click on the "Ok" button', "click", {"target": 'the "Ok" button'}),
        ("find and click the link Help", "click", {"target": "the link Help"}),
        ('type "in the end" into Title', "type", {"value": "in the end", "target": "Title"}),
        ("Use the search box to enter mugs", "type", {"value": "mugs", "target": "the search box"}),
        ("Fill in Name with {who}", "type", {"value": "{who}", "target": "Name"}),
        ("choose Red from Colour", "choose", {"options": "Red", "target": "Colour"}),
        ("tick Terms", "tick", {"target": "Terms"}),
        ("uncheck Terms", "untick", {"target": "Terms"}),
        ("press ctrl+a", "press", {"keys": "ctrl+a"}),
        ("press Tab 3 times", "press", {"keys": "Tab", "count": "3"}),
        ("log in as bob with password {secret}", "login", {"user": "bob", "password": "{secret}"}),
        ("log in as bob with {secret}", "login", {"user": "bob", "value": "{secret}"}),
        ("double-click the file", "double", {"target": "the file"}),
    ],
)
def test_a_part_is_read_by_its_first_fitting_form(part: str, verb: str, said: dict[str, str]) -> None:
    first = read_part(part)[0]
    assert (first.verb, {name: one.text for name, one in first.arguments.items()}) == (verb, said)


def test_other_readings_follow_the_first_one() -> None:
    texts = [intent.value.text for intent in read_part("type tea in bags in Search") if intent.target]
    assert texts == ["tea", "tea in bags"]


def test_words_and_a_quotation_together_are_no_text_to_type() -> None:
    assert not any(intent.value.text == 'the word "x"' for intent in read_part('type the word "x" into Name'))


@pytest.mark.parametrize("part", ["Ponder the universe", "Cheese", "", '"click Save"'])
def test_what_fits_no_form_has_no_reading(part: str) -> None:
    assert read_part(part) == ()
