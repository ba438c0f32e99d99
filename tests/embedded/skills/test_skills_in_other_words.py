"""Requests in the words of people: verbs that are buttons, boxes that say it, units that are fields."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, text

from askonce.planning.plan import Plan
from askonce.screens import Node

BOOKING = (
    node(1, "textbox", "Guest"),
    node(2, "checkbox", "Late arrival"),
    node(3, "button", "Book"),
    node(4, "spinbutton", "Nights", value="1"),
    node(5, "switch", "Pets allowed"),
    node(6, "textbox", "Full name"),
    node(7, "textbox", "Wishes"),
)


def short(plan: Plan) -> list[str]:
    """What is done to which element."""
    return [
        " ".join(filter(None, (type(action).__name__, str(target.element), getattr(action, "text", ""))))
        for action in plan.actions
        for target in action.targets()
    ]


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("Enter Paul as guest, tick late arrival and book", ["Type 1 Paul", "Tap 2", "Tap 3"]),
        ("Set Guest to Mara and book", ["Type 1 Mara", "Tap 3"]),
        ("Tick late arrival and book it", ["Tap 2", "Tap 3"]),
        ("Set Nights to 3 and execute", []),
        ("Tick late arrival, then order", []),
        ("Type walk and run", []),
        ("Set Guest to walk and run", []),
    ],
)
async def test_a_verb_that_stands_alone_presses_the_button_of_that_name(instruction: str, steps: list[str]) -> None:
    shown = screen(*BOOKING)
    found = await plans(instruction, *([shown, shown] if steps and steps[0].startswith("Type") else [shown]))
    assert [step for plan in found for step in short(plan)] == steps


@pytest.mark.parametrize("other", [node(9, "tab", "Order"), node(9, "button", "Order", states=frozenset({"disabled"}))])
async def test_a_verb_that_names_something_else_is_declined_before_anything_is_typed(other: Node) -> None:
    plan = await planned("Set Guest to Mara, then order", *BOOKING, other)
    assert not plan.actions
    assert "it is not clear what to press" in reason(plan)


async def test_two_buttons_of_a_verb_are_one_too_many() -> None:
    assert not (await planned("Tick late arrival and book", *BOOKING, node(9, "button", "Book"))).actions


async def test_a_button_for_a_verb_may_be_further_down() -> None:
    first = screen(node(1, "textbox", "Guest"), below=300)
    looks = await plans('Type "Mara" into Guest and book', first, screen(node(2, "button", "Book")))
    assert [short(plan) for plan in looks] == [["Type 1 Mara"], ["Tap 2"]]


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("Allow pets", ["Tap 5"]),
        ("Disallow pets", []),
        ("Allow cats", []),
        ("Stay for 4 nights", ["Type 4 4"]),
        ("Make it 4 nights", ["Type 4 4"]),
        ("Stay for 4 weeks", []),
        ("Enter the wish: a quiet room", ["Type 7 a quiet room"]),
        ("Enter the dish: a quiet room", []),
        ("Fill in the full name Jon Snow", ["Type 6 Jon Snow"]),
        ("Fill in full name Jon Snow", ["Type 6 Jon Snow"]),
        ("Fill in full name again", []),
        ("Fill in full name", []),
        ("Type Guest Full name", []),
    ],
)
async def test_what_is_asked_for_in_other_words_is_done_where_the_screen_says_it(
    instruction: str, steps: list[str]
) -> None:
    assert short(await planned(instruction, *BOOKING)) == steps


@pytest.mark.parametrize("name", ["No pets allowed", "Pets not allowed", "Pets"])
async def test_a_box_that_says_something_else_is_not_ticked(name: str) -> None:
    assert not (await planned("Allow pets", node(1, "checkbox", name))).actions


async def test_the_name_of_the_only_field_is_not_the_text_for_it() -> None:
    assert not (await planned("Fill in full name", node(6, "textbox", "Full name"))).actions
    assert short(await planned("Fill in full name Jon Snow", node(6, "textbox", "Full name"))) == ["Type 6 Jon Snow"]


async def test_a_field_and_its_text_that_part_in_two_ways_are_declined() -> None:
    fields = (node(1, "textbox", "Name"), node(2, "textbox", "Name Prefix"))
    assert "where the text to type begins" in reason(await planned("Enter the name Prefix Bob", *fields))


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("Show the data as a pie", ["Tap 3"]),
        ("Display it as bars", ["Tap 2"]),
        ("Show the data as a line", []),
        ("Show Bob as a pie", []),
    ],
)
async def test_what_is_shown_as_something_is_a_choice_of_one_group(instruction: str, steps: list[str]) -> None:
    chart = (text(1, "Chart"), node(2, "radio", "Bars"), node(3, "radio", "Pie"))
    assert short(await planned(instruction, *chart, node(4, "button", "Line"))) == steps
    if steps == ["Tap 3"]:
        assert not (await planned(instruction, *chart, node(5, "radio", "Pie"))).actions


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("Change Region from North to West", ["Select 1"]),
        ("Change Region from South to West", []),
        ("Add Rowing to Hobbies", ["Tap 2"]),
        ("Add Rowing to Region", []),
    ],
)
async def test_a_list_is_changed_from_what_it_holds_and_nothing_in_it_is_replaced(
    instruction: str, steps: list[str]
) -> None:
    region = node(1, "combobox", "Region", value="North", options=("North", "South", "West"))
    hobbies = node(2, "combobox", "Hobbies", states=frozenset({"collapsed"}), attributes={"tag": "button"})
    assert short(await planned(instruction, region, hobbies)) == steps
