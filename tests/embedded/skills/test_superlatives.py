"""Picking by comparison, and pressing until a number fits."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, steps, text, touched

from askonce.embedded.measures import measured, read_order, read_superlative
from askonce.screens import Node


def offers(*shown: tuple[str, str]) -> tuple[Node, ...]:
    """One group for each duration and price, with the price on a button."""
    nodes: list[Node] = []
    for place, (duration, price) in enumerate(shown, 1):
        number = 10 * place
        nodes.append(node(number, "group", box=(0, 50.0 * place, 200, 50)))
        nodes.append(text(number + 1, duration, (0, 50.0 * place, 100, 20), parent=number, depth=1))
        nodes.append(
            node(number + 2, "button", f"Book for {price}", (0, 50.0 * place + 20, 100, 20), parent=number, depth=1)
        )
    return tuple(nodes)


FLIGHTS = offers(("14h 18m", "$390"), ("5h 6m", "$1,255"), ("1 day 2h", "$897"))
CARDS = tuple(node(number, "clickable", str(value)) for number, value in enumerate((2, 11, 6), 1))


@pytest.mark.parametrize(
    ("instruction", "nodes", "number"),
    [
        ("Buy the ticket with the cheapest cost.", FLIGHTS, 12),
        ("book the most expensive flight", FLIGHTS, 22),
        ("book the flight with the lowest price", FLIGHTS, 12),
        ("reserve the quickest flight", FLIGHTS, 22),
        ("Buy the ticket with the longest duration.", FLIGHTS, 32),
        ("Find and pick the card with the greatest number", CARDS, 2),
        ("click on the smallest number", CARDS, 1),
    ],
)
async def test_one_end_of_a_scale_is_picked(instruction: str, nodes: tuple[Node, ...], number: int) -> None:
    assert touched(await planned(instruction, *nodes)) == [number]


async def test_a_button_of_that_name_is_meant_before_any_comparison() -> None:
    sorting = node(1, "button", "Cheapest")
    assert touched(await planned("click Cheapest", sorting, *FLIGHTS)) == [1]


@pytest.mark.parametrize(
    ("instruction", "nodes", "said"),
    [
        ("buy the cheapest ticket", offers(("1h", "$5"), ("2h", "$5")), "2 of the prices are equal"),
        ("buy the cheapest ticket", (node(1, "button", "Go"),), "no prices are shown"),
        (
            "click the number with the highest value",
            (*CARDS, *(text(n, str(n), depth=2) for n in (7, 8))),
            "no numbers are shown",
        ),
    ],
)
async def test_what_cannot_be_compared_is_not_picked(instruction: str, nodes: tuple[Node, ...], said: str) -> None:
    plan = await planned(instruction, *nodes)
    assert plan.actions == ()
    assert said in reason(plan)


async def test_nothing_is_the_cheapest_while_the_page_goes_on_below() -> None:
    plan = (await plans("buy the cheapest ticket", screen(*FLIGHTS, below=300)))[0]
    assert "further down" in reason(plan)


@pytest.mark.parametrize(
    ("instruction", "shown", "presses"),
    [
        ("Click Generate until the number is less than 5", ["-", "7", "5", "4"], 3),
        ("Click Generate until the number is greater than 6", ["1", "6", "9"], 2),
    ],
)
async def test_a_button_is_pressed_until_the_number_fits(instruction: str, shown: list[str], presses: int) -> None:
    screens = [screen(text(1, words), node(2, "button", "Generate")) for words in shown]
    found = await plans(instruction, *screens)
    assert sum(len(plan.actions) for plan in found) == presses
    assert found[-1].actions == ()
    assert found[-1].end is not None


async def test_pressing_ends_when_the_screen_does_not_tell() -> None:
    shown = screen(text(1, "many"), node(2, "button", "Generate"))
    found = await plans("click Generate until the number is less than 5", shown, shown)
    assert steps(found[0]) == ["Tap(Generate)"]
    assert "does not show whether" in reason(found[1])


@pytest.mark.parametrize(
    ("words", "kind", "value"),
    [
        ("Book for $1,255.50", "money", 1255.5),
        ("12 EUR", "money", 12),
        ("from $5 to $9", "money", None),
        ("5h 6m", "duration", 306),
        ("1 day", "duration", 1440),
        ("90 minutes", "duration", 90),
        ("−3", "number", -3),
        ("3 mugs", "number", None),
    ],
)
def test_a_number_of_a_kind_is_read_where_it_is_the_only_one(words: str, kind: str, value: float | None) -> None:
    assert measured(words, kind) == value  # type: ignore[arg-type]


def test_the_longest_words_for_a_comparison_count() -> None:
    found = read_superlative(["the", "least", "expensive", "mug"])
    assert found
    assert (found.kind, found.most, found.rest) == ("money", False, ("mug",))


@pytest.mark.parametrize(
    "words", ["the most recent message", "the highest rated hotel", "the largest box", "the least busy day", "the card"]
)
def test_what_is_about_no_number_is_no_comparison_of_numbers(words: str) -> None:
    assert read_superlative(words.split()) is None


def test_an_order_is_rising_or_falling_but_never_both() -> None:
    assert read_order(["in", "increasing", "order"]) is True
    assert read_order(["reverse", "alphabetical"]) is False
    assert read_order(["ascending", "or", "descending"]) is None
