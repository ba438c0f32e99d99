"""What is typed, and into which field."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of


@pytest.mark.parametrize(
    ("role", "instruction"),
    [
        ("slider", "Set the volume to 250"),
        ("slider", "Move the volume slider to -1"),
        ("spinbutton", "Set the volume to 250"),
        ("spinbutton", "Enter 250 as volume"),
        ("spinbutton", "Increase the volume by 90"),
        ("spinbutton", "Set Volume to 250 and Name to Ann"),
    ],
)
def test_a_number_that_a_field_says_it_cannot_take_is_not_typed(role: str, instruction: str) -> None:
    volume = node(1, role, "Volume", value="20", attributes={"min": "0", "max": "100", "tag": "input"})
    decision = decided(instruction, volume, node(2, "textbox", "Name"))
    assert not decision.actions
    assert "takes numbers from 0 to 100" in decision.declined


def test_the_kind_of_a_moment_is_no_part_of_the_name_of_its_field() -> None:
    arrival = node(1, "textbox", "Arrival", value="2026-03-10")
    assert steps_of(decided("Set the arrival date to 2026-04-01", arrival)) == ["Type 1 2026-04-01"]
    assert not decided("Set the arrival date to 2026-04-01", node(1, "textbox", "Arrival", value="by train")).actions


def test_a_long_text_has_to_be_held_whole() -> None:
    text = "Simmer the lentils with onions, carrots and broth. Season and puree half of it, and keep the rest warm."
    decision = decided(f'Type "{text}" into Directions', node(1, "textbox", "Directions"))
    assert decision.expects == [f'field [1] is "{text}"']


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Name", ("First name", "Last name", "Name on card")),
        ("Email", ("Email of a friend", "Invoice email")),
        ("Date", ("Date of birth", "Due date")),
        ("Address", ("Street", "Address line 2")),
        ("Address", ("Street", "Address 2")),
        ("Phone", ("Phone type", "Extension")),
        ("City", ("City tax number", "Country")),
        ("Card", ("Card number", "Name on card")),
        ("Country", ("Country code", "Phone")),
        ("Company", ("Company number",)),
        ("User", ("User address",)),
        ("Date", ("Date of birth",)),
        ("Phone", ("Phone (country code)",)),
        ("Phone", ("Phone: extension",)),
        ("Email", ("Email (again)",)),
    ],
)
def test_a_word_that_begins_the_name_of_a_field_need_not_be_what_it_is(said: str, names: tuple[str, ...]) -> None:
    fields = [node(number, "textbox", name) for number, name in enumerate(names, 1)]
    assert not decided(f'Type "x" into {said}', *fields).actions


def test_a_box_to_tick_that_has_the_word_too_leaves_it_open_which_field_is_meant() -> None:
    receipt, offers = node(1, "textbox", "Email for the receipt"), node(2, "checkbox", "Email me offers")
    assert not decided('Type "x" into Email', receipt, offers).actions
    assert steps_of(decided('Type "x" into Email', receipt)) == ["Type 1 x"]


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Phone", ("Phone number *", "Company phone")),
        ("Zip", ("Zip code", "City")),
        ("Voucher", ("Voucher code (optional)", "City")),
        ("Company", ("Company name", "City")),
        ("Email", ("Email address:", "City")),
        ("Message", ("Message to the seller", "Subject")),
        ("Password", ("Password (at least 8 letters)", "Repeat password")),
        ("City", ("City / town", "Country")),
        ("Username", ("Username or email", "Password")),
        ("Name", ("Your name *", "Name on card")),
        ("Search", ("Search all products", "Name")),
        ("Wish", ("Wishes", "Name")),
    ],
)
def test_a_field_whose_name_says_more_of_the_same_is_meant(said: str, names: tuple[str, ...]) -> None:
    fields = [node(number, "textbox", name) for number, name in enumerate(names, 1)]
    assert steps_of(decided(f'Type "x" into {said}', *fields)) == ["Type 1 x"]


@pytest.mark.parametrize("held", ["2020-01-01", "10:00:00"])
def test_a_day_with_a_time_is_not_typed_into_a_box_for_one_of_them(held: str) -> None:
    date, time = node(1, "textbox", "Date joined", value=held), node(2, "textbox", value="10:00")
    decision = decided("Set Date joined to 2024-05-01 11:00", date, time)
    assert not decision.actions
    assert "by themselves" in decision.declined


@pytest.mark.parametrize("held", ["", "2020-01-01 10:00", "soon"])
def test_a_day_with_a_time_is_typed_where_nothing_tells_that_it_does_not_fit(held: str) -> None:
    joined = node(1, "textbox", "Joined", value=held)
    assert steps_of(decided("Type 2024-05-01 11:00 into Joined", joined)) == ["Type 1 2024-05-01 11:00"]
