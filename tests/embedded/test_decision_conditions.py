"""What is done only if something is so: told by the screen, or declined."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, text, touched

from askonce.planning.plan import Done

SAVE = node(1, "button", "Save")
DIALOG = (node(10, "dialog", "News", (100, 100, 300, 200), actionable=False), node(11, "button", "Close", parent=10))
COOKIES = (
    node(20, "region", "Cookies", (0, 500, 800, 100), actionable=False),
    text(21, "We bake our own cookies", (10, 510, 300, 20), parent=20),
    node(22, "button", "Accept all", (10, 550, 80, 20), parent=20),
    node(23, "button", "Only necessary", (100, 550, 80, 20), parent=20),
)


@pytest.mark.parametrize(
    "words",
    [
        "If a popup is shown, close it",
        "If there is a dialog, close it",
        "When a pop-up appears, dismiss it",
        "Close the popup if there is a popup",
        "If you see a news popup, close it",
    ],
)
async def test_what_lies_in_the_way_is_closed_if_it_is_there(words: str) -> None:
    assert touched(await planned(words, SAVE, *DIALOG)) == [11]
    (without,) = await plans(words, screen(SAVE))
    assert without.actions == ()
    assert isinstance(without.end, Done)


async def test_what_comes_after_then_is_done_in_any_case() -> None:
    words = "When a popup appears, dismiss it, then click Save"
    first, second = await plans(words, screen(SAVE, *DIALOG), screen(SAVE))
    assert [touched(first), touched(second)] == [[11], [1]]
    assert touched(await planned(words, SAVE)) == [1]


async def test_a_cookie_banner_is_known_by_its_name_and_its_buttons() -> None:
    words = "If there is a cookie banner, click Accept all"
    assert touched(await planned(words, SAVE, *COOKIES)) == [22]
    assert (await planned(words, SAVE)).actions == ()
    assert "say what to click" in reason(await planned("If a banner is shown, close it", SAVE, *COOKIES))


async def test_words_on_cookies_alone_do_not_tell_whether_a_banner_is_there() -> None:
    loose = text(5, "We use cookies on this site")
    assert "We use cookies" in reason(await planned("If a cookie banner is shown, click Save", SAVE, loose))


@pytest.mark.parametrize("states", [frozenset[str](), frozenset({"checked"})])
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("If the Terms box is not ticked, tick it", False),
        ("Tick the Terms box if it is not ticked", False),
        ("Tick the Terms box unless it is ticked", False),
        ("Unless the Terms box is ticked, click Save", False),
        ("If the Terms box is ticked, untick it", True),
    ],
)
async def test_a_box_is_dealt_with_by_its_state(words: str, wanted: bool, states: frozenset[str]) -> None:
    box = node(3, "checkbox", "Terms", states=states)
    plan = await planned(words, SAVE, box)
    assert bool(plan.actions) == (bool(states) == wanted)


async def test_a_condition_that_the_screen_does_not_tell_is_declined() -> None:
    assert "the weather is fine" in reason(await planned("If the weather is fine, click Save", SAVE))
    assert "error message" in reason(await planned("If an error message is shown, click Save", SAVE))


async def test_who_misses_something_is_told_of_the_dialog_that_is_open() -> None:
    said = reason(await planned("click Send", SAVE, *DIALOG))
    assert "no element is called 'Send'; a dialog is open: 'News', with 'Close'" in said


async def test_what_is_missed_is_told_as_the_button_that_was_named() -> None:
    assert "no element is called 'Create contact'" in reason(await planned("tap Create contact", SAVE))
