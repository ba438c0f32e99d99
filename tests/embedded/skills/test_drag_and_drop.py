"""Dragging onto something, to a place in a list or a grid, and until a list is sorted."""

from __future__ import annotations

import pytest
from turns import node, planned, plans, reason, screen, steps, touched

from askonce.screens import Node


def rows(*names: str) -> tuple[Node, ...]:
    return tuple(
        node(place, "listitem", name, (10, 30.0 * place, 100, 26), parent=99) for place, name in enumerate(names, 1)
    )


def grid(*names: str) -> tuple[Node, ...]:
    return tuple(
        node(place + 1, "listitem", name, (50.0 * (place % 3), 50.0 * (place // 3), 40, 40), parent=99)
        for place, name in enumerate(names)
    )


NAMES = rows("Ann", "Bob", "Cleo", "Dan")
GRID = grid(*"ABCDEFGHI")


@pytest.mark.parametrize(
    ("instruction", "nodes", "ends"),
    [
        ("Drag Bob to the 4th position.", NAMES, [2, 4]),
        ("move Bob to position 1", NAMES, [2, 1]),
        ("drag Bob to the top", NAMES, [2, 1]),
        ("Drag Bob to the bottom of the list", NAMES, [2, 4]),
        ("Drag Bob down by one position", NAMES, [2, 3]),
        ("move Dan up by two", NAMES, [4, 2]),
        ("drag Ann onto Cleo", NAMES, [1, 3]),
        ("Drag and drop Ann onto Cleo", NAMES, [1, 3]),
        ("drag Ann after Cleo", NAMES, [1, 3]),
        ("drag Ann before Cleo", NAMES, [1, 2]),
        ("drag Dan after Ann", NAMES, [4, 2]),
        ("Drag A to the bottom right.", GRID, [1, 9]),
        ("Drag A to the center.", GRID, [1, 5]),
        ("drag I to the center left", GRID, [9, 4]),
        ("Drag E left by one.", GRID, [5, 4]),
        ("Drag E up by one.", GRID, [5, 2]),
    ],
)
async def test_an_item_is_dropped_where_the_other_stands(
    instruction: str, nodes: tuple[Node, ...], ends: list[int]
) -> None:
    plan = await planned(instruction, *nodes)
    assert [action.title() for action in plan.actions] == ["Drag"]
    assert touched(plan) == ends


async def test_an_item_that_slipped_is_dragged_again_and_counted_as_done_when_it_stays() -> None:
    slipped = rows("Bob", "Cleo", "Ann", "Dan")
    moved = (*slipped[:2], *(node(number, "listitem", name, (10, 30.0 * place, 100, 26), parent=99)
                             for place, number, name in ((3, 4, "Dan"), (4, 3, "Ann"))))  # fmt: skip
    found = await plans("drag Ann to the bottom", screen(*NAMES), screen(*slipped), screen(*moved))
    assert [touched(plan) for plan in found] == [[1, 4], [3, 4], []]
    assert found[-1].end is not None
    stuck = await plans("drag Ann to the bottom", *[screen(*NAMES)] * 4)
    assert "does not stay" in reason(stuck[-1])


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("drag Bob to the 9th position", "no element is called"),
        ("drag Zoe to the top", "Zoe"),
        ("drag Ann up by one", "there is no place"),
    ],
)
async def test_a_place_that_is_not_there_is_no_place(instruction: str, said: str) -> None:
    plan = await planned(instruction, *NAMES)
    assert plan.actions == ()
    assert said in reason(plan)


async def test_a_direction_without_a_list_says_not_how_far() -> None:
    ball = node(2, "clickable", "Ball", (100, 100, 20, 20))
    assert "there is no place 'left'" in reason(await planned("Drag the Ball left", ball))


@pytest.mark.parametrize(
    "instruction",
    [
        "Sort the numbers in increasing order, starting with the lowest number at the top of the list.",
        "sort the numbers in ascending order by dragging",
        "arrange the numbers from lowest to highest",
    ],
)
async def test_a_list_is_sorted_one_item_at_a_time(instruction: str) -> None:
    looks = [rows("5", "-7", "22"), rows("-7", "5", "22")]
    found = await plans(instruction, *[screen(*look) for look in looks])
    assert [steps(plan) for plan in found] == [["Drag(-7, the place of 5)"], []]
    assert found[-1].end is not None


async def test_a_list_that_does_not_stay_sorted_is_left() -> None:
    found = await plans("sort the numbers in descending order", *[screen(*rows("1", "2"))] * 6)
    assert "does not stay" in reason(found[-1])
