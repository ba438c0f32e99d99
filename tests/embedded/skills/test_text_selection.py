"""Selecting text, styling it in an editor, and scrolling to an end."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, steps, text, touched

FIRST = text(1, "One two three four", (10, 10, 200, 40))
SECOND = text(2, "Five six seven", (10, 60, 150, 20))
EDITOR = node(3, "textbox", value="one two one-off three", box=(0, 100, 300, 80), attributes={"tag": "div"})
BOLD = node(4, "button", "bold", attributes={"icon": "bold"})
UNDERLINE = node(5, "button", "underline", attributes={"icon": "underline"})
SUBMIT = node(6, "button", "Submit")


@pytest.mark.parametrize(
    "instruction",
    [
        "Highlight the text in the 2nd paragraph",
        "select all the text of the last paragraph",
        "highlight the second paragraph",
    ],
)
async def test_a_text_is_selected_from_its_first_letter_to_its_last(instruction: str) -> None:
    plan = await planned(instruction, FIRST, SECOND)
    assert [target.position for target in plan.actions[0].targets()] == [[9, 65, 11, 67], [160, 73, 162, 75]]


async def test_the_text_of_a_field_is_selected_by_its_keys() -> None:
    area = node(7, "textbox", value="Hello", attributes={"tag": "textarea"})
    assert steps(await planned("highlight the text in the text area", area)) == [
        "Press(keys='Control+A', the text area)"
    ]


async def test_one_of_several_paragraphs_has_to_be_named() -> None:
    assert "any of 2 texts" in reason(await planned("highlight the text in the paragraph", FIRST, SECOND))


@pytest.mark.parametrize(
    ("instruction", "keys", "button"),
    [
        ("make everything underlined and press Submit.", ["Control+A"], 5),
        ("make all the text bold, then press Submit", ["Control+A"], 4),
        ("make the text two bold and press Submit", ["Control+Home", "ArrowRight", "Shift+ArrowRight"], 4),
    ],
)
async def test_a_text_in_an_editor_gets_a_style(instruction: str, keys: list[str], button: int) -> None:
    plan = await planned(instruction, BOLD, UNDERLINE, EDITOR, SUBMIT)
    assert [action.keys for action in plan.actions[:-1]] == keys  # type: ignore[attr-defined]
    assert touched(plan)[-1] == button
    assert plan.sub_goals[-1].text == "press Submit"


async def test_the_keys_go_as_far_as_the_words_do() -> None:
    plan = await planned("make three bold", BOLD, EDITOR)
    assert [action.times for action in plan.actions[1:3]] == [16, 5]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("make one bold", "2 times"),
        ("make nine bold", "0 times"),
        ("make everything italic", "no button for italic"),
    ],
)
async def test_no_style_is_given_where_it_is_not_clear_to_what(instruction: str, said: str) -> None:
    assert said in reason(await planned(instruction, BOLD, UNDERLINE, EDITOR))


AREA = node(8, "textbox", value="Hello", box=(100, 100, 200, 80), attributes={"tag": "textarea"})


@pytest.mark.parametrize(
    ("instruction", "step"),
    [
        ("Scroll the textarea to the bottom of the text and hit submit.", "Scroll(to_end=True, the textarea)"),
        ("scroll the text area to the top, then press Submit", "Scroll(direction='up', to_end=True, the text area)"),
        ("scroll to the end of the page and press Submit", "Scroll(to_end=True)"),
    ],
)
async def test_an_end_is_scrolled_to(instruction: str, step: str) -> None:
    plan = await planned(instruction, AREA, SUBMIT)
    assert steps(plan) == [step]
    assert len(plan.sub_goals) == 2


@pytest.mark.parametrize(
    ("instruction", "step"),
    [
        ("scroll down", "Scroll()"),
        ("scroll up in the text area", "Scroll(direction='up', the text area)"),
        ("scroll down to the bottom of the page", "Scroll(to_end=True)"),
    ],
)
async def test_scrolling_goes_on_by_a_screen_or_to_an_end(instruction: str, step: str) -> None:
    assert steps(await planned(instruction, AREA)) == [step]


async def test_what_a_text_says_is_scrolled_to() -> None:
    looks = (screen(AREA, below=900), screen(node(9, "heading", "Prices")))
    found = await plans('scroll until "Prices" is visible', *looks)
    assert [[action.title() for action in plan.actions] for plan in found] == [["Scroll"], []]
    assert found[-1].end is not None


async def test_the_mouse_is_not_drawn_over_what_it_would_press() -> None:
    assert "would press it" in reason(await planned("highlight Submit", FIRST, SECOND, SUBMIT))
