"""When an element stands in another row than before, although it is the same element."""

from __future__ import annotations

import pytest

from askonce.actions import Target
from askonce.geometry import Box, Size
from askonce.locate.finder import Missing
from askonce.locate.planned_finder import PlannedFinder
from askonce.locate.target_rows import moved_to, row_of
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.values import Mask

Row = tuple[str, ...]


def listed(*rows: Row, role: str = "row") -> Tree:
    """Rows of texts, each with a button Delete: the elements of a place have the same numbers, whatever they show."""
    nodes: list[Node] = []
    for place, texts in enumerate(rows):
        number, top = 10 * place + 1, 20.0 * place
        nodes.append(Node(number, role, "", Box(0, top, 200, 20)))
        for column, text in enumerate(texts):
            box = Box(50.0 * column, top, 40, 20)
            nodes.append(Node(number + column + 2, "text", "", box, text=text, parent=number))
        nodes.append(Node(number + 1, "button", "Delete", Box(160, top, 40, 20), actionable=True, parent=number))
    return Tree(tuple(nodes), Size(800, 600))


def moved(before: Tree, now: Tree, number: int = 2) -> str | None:
    """The name of the row in which the button with this number stands now, if that is another one."""
    was, is_now = before.find(number), now.find(number)
    assert was is not None
    assert is_now is not None
    row = row_of(was, before)
    assert row is not None
    other = moved_to(row, is_now, now)
    return other.name if other else None


@pytest.mark.parametrize("role", ["row", "listitem", "article", "group"])
@pytest.mark.parametrize(
    "now",
    [
        [("Cy", "3 left"), ("Bob", "4 left"), ("Ann", "5 left")],  # sorted
        [("Cy", "3 left"), ("Ann", "5 left"), ("Bob", "4 left")],  # got a row
        [("Cy", "3 left"), ("Dan", "9 left"), ("Eve", "2 left")],  # scrolled
        [("Cy", "5 left"), ("Bob", "4 left"), ("Ann", "5 left")],  # keeps what another has as well
    ],
)
def test_an_element_that_shows_another_entry_has_moved(now: list[Row], role: str) -> None:
    before = listed(("Ann", "5 left"), ("Bob", "4 left"), role=role)
    assert moved(before, listed(*now, role=role)) == "Cy"


@pytest.mark.parametrize(
    "now",
    [
        [("Ann", "4 left", "12:00"), ("Bob", "4 left", "12:00")],
        [("Ann", "4 left", "12:01", "selected"), ("Bob", "5 left", "12:01")],
        [("Ann",), ("Cy",)],
        [("Ann", "5 left", "12:00")],
        [("Anna", "5 left", "12:03"), ("Bob", "4 left", "12:00")],  # renamed, and known by the rest
    ],
)
def test_a_row_may_change_in_all_but_its_name(now: list[Row]) -> None:
    before = listed(("Ann", "5 left", "12:03"), ("Bob", "4 left", "12:00"))
    assert moved(before, listed(*now)) is None


def test_a_number_in_front_is_not_the_name_of_a_row() -> None:
    before = listed(("1", "Ann"), ("2", "Bob"))
    assert moved(before, listed(("1", "Cy"), ("2", "Dan"))) == "Cy"
    assert moved(before, listed(("7", "Ann"), ("8", "Bob"))) is None


def test_a_count_or_a_state_behind_the_name_may_change() -> None:
    before = listed(("Ann 3 left",), ("Bob 4 left",), ("Order 17 paid",), ("Order 18 sent",))
    now = listed(("Ann 2 left",), ("Cy 4 left",), ("Order 17 sent",), ("Order 19 sent",))
    assert [moved(before, now, number) for number in (2, 12, 22, 32)] == [None, "Cy 4 left", None, "Order 19 sent"]
    assert moved(listed(("Room 1",), ("Hall",)), listed(("Room 2",), ("Hall",))) == "Room 2"
    assert moved(listed(("Ann Lee",), ("Bob",)), listed(("Ann Poe",), ("Ann Lee",))) == "Ann Poe"


def test_rows_that_differ_in_a_number_alone_are_known_by_it() -> None:
    assert moved(listed(("Item 1",), ("Item 2",)), listed(("Item 7",), ("Item 8",))) == "Item 7"


def test_what_was_the_only_row_is_known_by_its_texts_once_there_are_more() -> None:
    assert moved(listed(("Ann",)), listed(("Zoe",), ("Ann",))) == "Zoe"
    assert moved(listed(("Ann",)), listed(("Ann",), ("Zoe",))) is None


def test_a_row_of_its_own_is_no_matter_for_an_element_that_nothing_is_like() -> None:
    assert moved(listed(("Step 1",)), listed(("Step 2",))) is None


def test_elements_that_stand_in_no_row_have_none() -> None:
    buttons = (Node(number, "button", "Delete", Box(0, number * 20, 9, 9), actionable=True) for number in (1, 2))
    tree = Tree(tuple(buttons), Size(800, 600))
    assert [row_of(node, tree) for node in tree] == [None, None]


class LiveList(FakeScreen):
    """A list that shows other entries from one moment to the next."""

    shown = listed(("Ann", "5 left"), ("Bob", "4 left"))

    async def tree(self) -> Tree:
        return self.shown


async def test_a_list_that_has_changed_since_it_was_read_is_read_again() -> None:
    screen = LiveList([])
    eyes, before = Eyes(screen, Mask()), await screen.tree()
    button = (await eyes.tree() or before).find(2)
    assert button is not None
    target = Target(prompt="Delete of Ann", element=2)
    target.set_row(row_of(button, before))
    screen.shown = listed(("Zoe", "9 left"), ("Ann", "5 left"), ("Bob", "4 left"))
    found = await PlannedFinder().find(target, eyes)
    assert isinstance(found, Missing)
    assert "Zoe" in found.reason
