"""The same thing said in other words leads to the same steps, or to none; never to others."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, steps, touched

from askonce.embedded.grammar import read_part, split_parts

NAME, PASSWORD = node(1, "textbox", "Username"), node(2, "textbox", "Password", states=frozenset({"password"}))
VERIFY = node(3, "textbox", "Verify password", states=frozenset({"password"}))
LOGIN, SUBMIT = node(4, "button", "Login"), node(5, "button", "Submit")


async def test_two_texts_without_quotes_go_into_their_own_fields() -> None:
    shown = screen(NAME, PASSWORD, LOGIN)
    found = await plans("Type karrie into Username and AU into Password, then click Login.", shown, shown)
    assert [steps(plan) for plan in found] == [
        ["Type(Username, text='karrie')", "Type(Password, text='AU')"],
        ["Tap(Login)"],
    ]


async def test_a_pair_without_its_field_is_not_read_as_one_long_text() -> None:
    plan = await planned("Type karrie into Username and AU into Code, then click Login.", NAME, PASSWORD, LOGIN)
    assert plan.actions == ()
    assert "Code" in reason(plan)


async def test_one_text_goes_into_two_fields() -> None:
    plan = await planned("Fill in the password 'yA' twice and submit", NAME, PASSWORD, VERIFY, SUBMIT)
    assert touched(plan)[:2] == [2, 3]


@pytest.mark.parametrize(
    "words",
    ["Set the spinner to -7", "Use the spinner to choose -7", "Change the value of the spinner to -7"],
)
async def test_a_spinner_is_looked_at_again_after_it_was_set(words: str) -> None:
    spinner = node(1, "spinbutton", value="0")
    first, second = await plans(words, screen(spinner), screen(node(1, "spinbutton", value="-7")))
    assert touched(first) == [1]
    assert first.end is None
    assert second.end is not None


async def test_the_only_field_beside_a_search_button_is_the_search_box() -> None:
    plan = await planned("Type 'tea' into the search box", node(1, "textbox"), node(2, "button", "Search"))
    assert touched(plan) == [1]


def test_what_comes_after_then_is_never_part_of_a_name() -> None:
    parts = split_parts("Click Search, then click on the 7th result", lambda text: text.startswith("Search"))
    assert [*parts] == ["Click Search", "click on the 7th result"]


def test_a_new_thing_and_its_details_are_told_apart() -> None:
    first = read_part('add a new contact with name {person.name} and phone number "5"')[0]
    assert first.verb == "make"
    assert first.get("new").text == "contact"
    assert first.get("details").text == 'name {person.name} and phone number "5"'
