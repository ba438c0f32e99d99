"""Sorting by a column: each press is seen to have an effect before the next."""

from __future__ import annotations

from turns import node, plans, reason, screen, steps, text, touched

from askonce.planning.plan import Done
from askonce.screens import Tree

WAITS = ["Wait(seconds=1.0)"]
NAMES = ("Bob", "Ann", "Cid")


def table(*names: str, sign: str = "") -> Tree:
    """A table with one column."""
    rows = [
        cell
        for place, name in enumerate(names)
        for cell in (
            node(10 + place, "row", box=(0, 60 + 30 * place, 200, 25), parent=1),
            node(20 + place, "cell", name, (10, 60 + 30 * place, 100, 20), parent=10 + place, text=name),
        )
    ]
    head = node(3, "link", f"Name {sign}".strip(), (10, 30, 60, 20), parent=2, attributes={"sort": "none"})
    return screen(node(1, "table", box=(0, 20, 200, 200)), node(2, "row", box=(0, 25, 200, 30), parent=1), head, *rows)


async def test_a_press_whose_effect_is_not_seen_yet_is_waited_for_and_not_repeated() -> None:
    rising, falling = table("Ann", "Bob", "Cid"), table("Cid", "Bob", "Ann")
    looks = await plans("sort by name, Z first", table(*NAMES), rising, rising, rising, falling)
    assert [steps(plan) for plan in looks] == [
        ["Tap(name)"],
        ["Tap(name)"],
        ["Wait(seconds=1.0)"],
        ["Wait(seconds=1.0)"],
        [],
    ]
    assert isinstance(looks[-1].end, Done)


async def test_a_column_that_does_not_follow_its_head_is_declined_after_one_press() -> None:
    looks = await plans("sort by name", *([table(*NAMES)] * 6))
    assert [steps(plan) for plan in looks] == [["Tap(name)"], WAITS, WAITS, WAITS, []]
    assert "does not show that order after 1 press" in reason(looks[-1])


async def test_a_column_that_was_in_that_order_before_the_press_is_done() -> None:
    looks = await plans("sort by name", table("Ann", "Bob"), table("Ann", "Bob", sign="▲"))
    assert isinstance(looks[-1].end, Done)


def signs(*names: str) -> Tree:
    """A table whose heads are signs to press, away from the texts that name the columns."""
    heads = [
        node(5 + place, "clickable", "sort", (at, 30, 8, 20), parent=2, attributes={"sort": "none", "icon": "sort"})
        for place, at in enumerate((12, 112))
    ]
    texts = [
        text(7 + place, name, (at, 30, 40, 20), parent=2)
        for place, (name, at) in enumerate((("Name", 60), ("Age", 160)))
    ]
    rows = [
        cell
        for place, name in enumerate(names)
        for cell in (
            node(10 + place, "row", box=(0, 60 + 30 * place, 200, 25), parent=1),
            node(20 + place, "cell", name, (10, 60 + 30 * place, 98, 20), parent=10 + place),
            node(30 + place, "cell", str(40 - place), (110, 60 + 30 * place, 98, 20), parent=10 + place),
        )
    ]
    table = (node(1, "table", box=(0, 20, 210, 200)), node(2, "row", box=(0, 25, 210, 30), parent=1))
    return screen(*table, *heads, *texts, *rows)


async def test_a_sign_in_a_head_belongs_to_the_text_of_its_column() -> None:
    looks = await plans("sort by age", signs("Bob", "Ann", "Cid"))
    assert touched(looks[0]) == [6]
    assert "no column is called size" in reason((await plans("sort by size", signs("Bob", "Ann")))[0])
