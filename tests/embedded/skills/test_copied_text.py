"""Texts that stand on the screen are read there and typed where they belong."""

from __future__ import annotations

import pytest
from turns import node, only, planned, plans, reason, screen, steps, text, touched

from askonce.screens import Node
from askonce.values import Secret


def table(*rows: tuple[str, ...]) -> tuple[Node, ...]:
    nodes = [node(100, "table", box=(0, 0, 300, 400))]
    for place, row in enumerate(rows):
        number = 110 + 10 * place
        nodes.append(node(number, "row", box=(0, 20.0 * place, 300, 20), parent=100))
        for column, words in enumerate(row, 1):
            box = (100.0 * (column - 1), 20.0 * place, 100.0, 20.0)
            nodes.append(node(number + column, "cell", words, box, parent=number))
    return tuple(nodes)


PERSON = table(("Gender", "Male"), ("Last name", "Holloway"), ("Language", "French"))
PRICES = table(("Article", "Price", "Stock"), ("Mug", "4.50", "7"), ("Spoon", "2.00", "9"))
FIELD = node(1, "textbox", value="", box=(0, 450, 100, 20))
SUBMIT = node(2, "button", "Submit", (0, 480, 100, 20))


@pytest.mark.parametrize(
    ("instruction", "nodes", "typed"),
    [
        ("Enter the value of Last name into the text field", PERSON, "Holloway"),
        ("type the value for 'Gender' into the text box", PERSON, "Male"),
        ("copy the value of Language into the text field", PERSON, "French"),
        ("fill in the text field with the value of Gender", PERSON, "Male"),
        ("type the price of Mug into the text field", PRICES, "4.50"),
        ("type the value of Stock for Spoon into the text field", PRICES, "9"),
        ("Type the text below into the text field", (text(5, "aIGD", (0, 0, 90, 20)),), "aIGD"),
        ("type the value from the Gender row into the text field", PERSON, "Male"),
        ("type the value of Gender into the field below", PERSON, "Male"),
    ],
)
async def test_a_text_that_is_spoken_of_is_typed(instruction: str, nodes: tuple[Node, ...], typed: str) -> None:
    plan = await planned(instruction, *nodes, FIELD, SUBMIT)
    assert only(plan).text == typed  # type: ignore[attr-defined]
    assert touched(plan) == [1]
    assert [str(one) for one in plan.expects] == [f'field "[1]" is "{typed}"']


AREA = node(3, "textbox", value="Dear Ann, ", attributes={"tag": "textarea"}, box=(0, 0, 300, 80))
OTHER = node(4, "textbox", value="Dear Bob,", attributes={"tag": "textarea"}, box=(0, 90, 300, 80))


@pytest.mark.parametrize(
    "instruction",
    [
        "Copy the text in the textarea below, paste it into the textbox and press Submit.",
        "Copy everything in the text area and paste it into the field below, then press Submit",
        "copy the contents of the text area into the text field and press Submit",
        "Copy the text from the 1st text area and paste it into the text input, then press Submit.",
    ],
)
async def test_a_copy_is_letter_by_letter_and_goes_elsewhere_than_it_came_from(instruction: str) -> None:
    shown = screen(AREA, FIELD, SUBMIT)
    typed, pressed = await plans(instruction, shown, shown)
    assert typed.actions[0].text == "Dear Ann, "  # type: ignore[attr-defined]
    assert (touched(typed), touched(pressed)) == ([1], [2])


async def test_one_of_several_areas_is_told_by_its_number_alone() -> None:
    plan = await planned("copy the text from the 2nd text area and paste it into the text field", AREA, OTHER, FIELD)
    assert steps(plan) == ["Type(the text field, text='Dear Bob,')"]
    plan = await planned("copy the text from the text area and paste it into the text field", AREA, OTHER, FIELD)
    assert "any of 2 texts" in reason(plan)


async def test_what_was_found_is_known_on_a_later_screen() -> None:
    first = screen(*PERSON, node(5, "link", "Next"))
    found = await plans("Find the value of Gender, click Next, then type it into the text field", first, screen(FIELD))
    assert [steps(plan) for plan in found] == [["Tap(Next)"], ["Type(the text field, text='Male')"]]


async def test_the_last_thing_found_is_what_it_means() -> None:
    told = "copy the value of Gender and paste it into Name, copy the value of Language and paste it into Town"
    fields = (node(1, "textbox", "Name", value=""), node(2, "textbox", "Town", value=""))
    assert steps(await planned(told, *PERSON, *fields)) == ["Type(Name, text='Male')", "Type(Town, text='French')"]


async def test_each_field_of_a_form_gets_what_the_page_shows_for_its_label() -> None:
    fields = (
        text(1, "Language:", (0, 400, 60, 20)),
        node(2, "textbox", value="", box=(70, 400, 80, 20)),
        node(3, "textbox", "Gender", value="", box=(70, 430, 80, 20)),
    )
    told = "Fill in the form with the values from the table and submit when done."
    plan = await planned(told, *PERSON, *fields, SUBMIT)
    assert [action.text for action in plan.actions[:2]] == ["French", "Male"]  # type: ignore[attr-defined]
    assert touched(plan)[:2] == [2, 3]
    strange = node(4, "textbox", "Shoe size", value="", box=(70, 460, 80, 20))
    declined = await planned(told, *PERSON, *fields, strange, SUBMIT)
    assert declined.actions == ()
    assert reason(declined)


LABELLED = (text(5, "Gender", (0, 500, 60, 20)), text(6, "F", (70, 500, 60, 20)))
PIN = node(5, "textbox", "PIN", value="1234", states=frozenset({"password"}))


@pytest.mark.parametrize(
    ("instruction", "nodes", "said"),
    [
        ("type it into the text field", (), "nothing was copied"),
        ("type the value of Age into the text field", PERSON, "no value of 'Age'"),
        ("type the value of Gender into the text field", (*PERSON, *LABELLED), "2 values"),
        ("copy the text of PIN into the text field", (PIN,), "not read"),
    ],
)
async def test_what_is_not_certain_is_not_typed(instruction: str, nodes: tuple[Node, ...], said: str) -> None:
    plan = await planned(instruction, *nodes, FIELD)
    assert plan.actions == ()
    assert said in reason(plan)


async def test_the_name_of_a_value_on_the_page_does_not_give_the_value_away() -> None:
    shown = text(5, "{pin}", (0, 0, 90, 20))
    plan = await planned("type the text below into the text field, then click {pin}", shown, FIELD, pin=Secret("1234"))
    assert "name of a value" in reason(plan)


async def test_words_that_may_be_the_text_itself_are_not_looked_up() -> None:
    name = node(5, "textbox", "Name", value="Bob")
    assert steps(await planned("type text in Name", name, FIELD)) == ["Type(Name, text='text')"]
    assert steps(await planned("copy text from Name into the text field", name, FIELD)) == [
        "Type(the text field, text='Bob')"
    ]
