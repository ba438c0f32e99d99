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


def moved(
    before: Tree, now: Tree, number: int = 2, *, earlier: tuple[Tree, ...] = (), touched: tuple[int, ...] = ()
) -> str | None:
    """The name of the row in which the button with this number stands now, if that is another one."""
    was, is_now = before.find(number), now.find(number)
    assert was is not None
    assert is_now is not None
    row = row_of(was, before, earlier)
    assert row is not None
    other = moved_to(row.after(touched), is_now, now)
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
        [("Ann",), ("Bob", "4 left")],
        [("Ann", "4 left", "12:04"), ("Bob", "4 left", "12:00")],
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
    before = listed(("Ann 3 left",), ("Bob 4 left",), ("Order 17 paid",), ("Order 18 sent",), ("Dan",))
    now = listed(("Ann 2 left",), ("Cy 4 left",), ("Order 17 sent",), ("Order 19 sent",), ("Dan",))
    assert [moved(before, now, number) for number in (2, 12, 22, 32)] == [None, "Cy 4 left", None, "Order 19 sent"]
    assert moved(listed(("Room 1",), ("Hall",)), listed(("Room 2",), ("Hall",))) == "Room 2"
    assert moved(listed(("Ann Lee",), ("Bob",)), listed(("Ann Poe",), ("Ann Lee",))) == "Ann Poe"


def test_rows_that_differ_in_a_number_alone_are_known_by_it() -> None:
    assert moved(listed(("Item 1",), ("Item 2",)), listed(("Item 7",), ("Item 8",))) == "Item 7"


def test_what_was_the_only_row_is_known_by_its_texts_once_there_are_more() -> None:
    assert moved(listed(("Ann",)), listed(("Zoe",), ("Ann",))) == "Zoe"
    assert moved(listed(("Ann",)), listed(("Ann",), ("Zoe",))) is None


@pytest.mark.parametrize(
    "now",
    [
        ("Bob", "4 left", "4 May"),
        ("Ann", "2 left", "3 May"),
        ("Bob", "5 left", "3 May"),
        ("Ann", "5 left", "4 May"),
        (),
    ],
    ids=["all other", "another amount", "another name", "another date", "still loading"],
)
def test_the_only_row_is_another_one_where_it_shows_another_entry(now: Row) -> None:
    assert moved(listed(("Ann", "5 left", "3 May")), listed(now)) is not None


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (("Ann", "5 left"), ("Ann", "4 left")),
        (("Report.pdf", "10%"), ("Report.pdf", "85%")),
        (("Report.pdf", "10%"), ("Report.pdf", "done")),
        (("Next bus 12:03:17",), ("Next bus 12:04:01",)),
        (("ABC", "12.00"), ("ABC", "12.05", "rising")),
    ],
)
def test_the_only_row_may_change_in_what_ticks_and_in_its_state(before: Row, now: Row) -> None:
    assert moved(listed(before), listed(now)) is None


def test_what_is_pressed_again_may_have_changed_the_only_row_itself() -> None:
    assert moved(listed(("May 2026",)), listed(("June 2026",))) is not None
    assert moved(listed(("May 2026",)), listed(("June 2026",)), touched=(2,)) is None


RENT_AND_FUEL: list[Row] = [("Rent", "700.00"), ("Fuel", "30.00")]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (("Grocer", "12.00"), ("Grocer", "99.00")),
        (("Grocer 12.00",), ("Grocer 99.00",)),
        (("Grocer 12.00 pending",), ("Grocer 99.00 booked",)),
        (("Grocer", "No. 4711", "paid"), ("Grocer", "No. 4712", "paid")),
        (("Grocer", "3 items", "-"), ("Grocer", "7 items", "-")),
    ],
)
def test_a_row_whose_number_is_altogether_another_one_is_another_row(before: Row, now: Row) -> None:
    assert moved(listed(before, *RENT_AND_FUEL), listed(now, *RENT_AND_FUEL)) is not None


def test_a_press_in_a_row_may_have_changed_its_numbers() -> None:
    before, now = (
        listed(("Mug", "1", "12.00"), ("Bowl", "1", "9.00")),
        listed(("Mug", "3", "36.00"), ("Bowl", "1", "9.00")),
    )
    assert moved(before, now) is not None
    assert moved(before, now, touched=(2,)) is None
    assert moved(before, listed(("Bowl", "1", "9.00")), touched=(2,)) is not None


def test_a_number_that_was_another_one_at_an_earlier_look_may_change_again() -> None:
    first, then, now = (listed(("Vase", f"{seconds} s left"), ("Lamp", "2 d left")) for seconds in ("59", "44", "31"))
    assert moved(then, now) is not None
    assert moved(then, now, earlier=(first,)) is None
    assert moved(then, listed(("Lamp", "31 s left"), ("Vase", "2 d left")), earlier=(first,)) is not None


def filled(*rows: str, role: str = "listitem", link: str = "") -> Tree:
    """Rows of a field, or of a link, and a button Delete."""
    nodes: list[Node] = []
    for place, value in enumerate(rows):
        number, box = 10 * place + 1, Box(0, 20.0 * place, 200, 20)
        nodes.append(Node(number, role, "", box))
        nodes.append(Node(number + 1, "button", "Delete", box, actionable=True, parent=number))
        held = Node(number + 2, "textbox", "Name", box, value=value, actionable=True, parent=number)
        href = Node(number + 2, "link", "Open", box, actionable=True, parent=number, attributes={"href": value})
        nodes.append(href if link else held)
    return Tree(tuple(nodes), Size(800, 600))


@pytest.mark.parametrize("link", ["", "link"], ids=["fields", "links"])
def test_rows_without_texts_are_known_by_what_their_fields_hold_or_where_their_links_lead(link: str) -> None:
    before = filled("/ann", "/bob", link=link)
    assert moved(before, filled("/zoe", "/ann", "/bob", link=link)) is not None
    assert moved(before, filled("/bob", link=link)) is not None
    assert moved(before, filled("/ann", "/bob", "/cy", link=link)) is None
    assert moved(filled("/ann", link=link), filled("/zoe", link=link)) is not None


def test_what_is_typed_into_rows_without_texts_leaves_them_what_they_are() -> None:
    before, now = filled("ann", "bob"), filled("zoe", "bob")
    assert moved(before, now, touched=(3,)) is None
    assert moved(before, now, 12, touched=(3,)) is None
    assert moved(before, filled("zoe", "cy"), 12, touched=(3,)) is not None


def test_elements_that_stand_in_no_row_have_none() -> None:
    buttons = (Node(number, "button", "Delete", Box(0, number * 20, 9, 9), actionable=True) for number in (1, 2))
    tree = Tree(tuple(buttons), Size(800, 600))
    assert [row_of(node, tree) for node in tree] == [None, None]


GROCER, RENT, PHONE = ("Grocer", "12.00", "3 May"), ("Rent", "700.00", "1 May"), ("Phone", "20.00", "30 April")
LATER = ("Grocer", "99.00", "4 May")


@pytest.mark.parametrize("role", ["row", "listitem", "group", "treeitem"])
@pytest.mark.parametrize("is_one_text", [False, True], ids=["texts", "one text"])
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ([GROCER, RENT, PHONE], [LATER, GROCER, RENT]),
        ([GROCER, RENT, PHONE], [LATER, ("Fuel", "30.00", "4 May"), ("Cafe", "5.00", "4 May")]),
        ([GROCER, RENT, PHONE], [LATER]),
        ([("Grocer", "12.00", "1 May"), RENT, ("Phone", "12.00", "1 May")], [LATER, ("Fuel", "3.00", "4 May")]),
        ([GROCER, GROCER, RENT], [LATER, GROCER, GROCER]),
        ([GROCER, RENT, PHONE], [("Grocer", "12.00", "4 May"), ("Fuel", "3.00", "4 May"), ("Cafe", "5.00", "4 May")]),
    ],
    ids=["a new one first", "all others", "the only one", "nothing else its own", "two alike", "the same amount"],
)
def test_another_entry_of_the_same_name_is_another_row(
    before: list[Row], now: list[Row], is_one_text: bool, role: str
) -> None:
    was, is_now = ([(" ".join(row),) for row in rows] if is_one_text else rows for rows in (before, now))
    assert moved(listed(*was, role=role), listed(*is_now, role=role)) is not None


@pytest.mark.parametrize(
    "now",
    [
        [("Grocer", "12.00", "3 June"), ("Rent", "700.00", "1 June"), ("Phone", "25.00", "30 May")],
        [("Grocer", "99.00", "4 May"), RENT, PHONE],
        [("Grocer", "12.00", "3 June", "due"), RENT, PHONE],
        [("Grocer", "Refused", "-"), RENT, PHONE],
        [(), RENT, PHONE],
        [(), (), ()],
    ],
    ids=["another month", "replaced", "the next one", "in other words", "still loading", "all are loading"],
)
def test_a_row_that_has_kept_little_more_than_its_name_or_has_another_date_is_not_trusted(now: list[Row]) -> None:
    before = listed(GROCER, ("Rent", "700.00", "1 May"), ("Phone", "12.00", "30 April"))
    assert moved(before, listed(*now)) is not None


def test_a_row_of_one_text_is_another_one_with_another_date() -> None:
    before = listed(("Grocer 12.00 3 May",), ("Rent 700.00 1 May",))
    assert moved(before, listed(("Grocer 99.00 4 May",), ("Rent 700.00 1 May",))) is not None
    assert moved(before, listed(("Grocer 11.00 3 May",), ("Rent 700.00 1 May",))) is None


def test_prices_and_states_that_change_in_all_rows_leave_them_what_they_are() -> None:
    before = listed(("ABC", "12.00", "+0.3%"), ("DEF", "7.10", "+0.1%"), ("GHI", "9.00", "-1.0%"))
    assert moved(before, listed(("ABC", "12.05", "-0.1%"), ("DEF", "7.20", "+0.2%"), ("GHI", "9.00", "-2.0%"))) is None
    seen = listed(("Ann", "2026-05-03 12:03:17"), ("Bob", "2026-05-03 11:00:00"))
    assert moved(seen, listed(("Ann", "2026-05-03 12:03:18"), ("Bob", "2026-05-03 11:00:01"))) is None
    before = listed(("Order 1", "open", "3 May"), ("Order 2", "open", "4 May"))
    assert moved(before, listed(("Order 1", "sent", "3 May"), ("Order 2", "open", "4 May"))) is None
    assert moved(before, listed(("Order 1", "open", "3 May", "on its way"), ("Order 3", "open", "5 May"))) is None


def test_a_folder_may_be_closed_and_two_rows_that_are_alike_may_stay() -> None:
    def folder(*files: str) -> Tree:
        shown = listed(("Photos", "2 files"), ("Music", "3 files"), role="treeitem")
        inner = [Node(90 + n, "treeitem", name, Box(9, 9, 9, 9), parent=1) for n, name in enumerate(files)]
        return Tree((*shown.nodes, *inner), Size(800, 600))

    assert moved(folder("a.jpg", "b.jpg"), folder()) is None
    assert moved(folder(), folder("a.jpg", "b.jpg")) is None
    assert moved(listed(GROCER, GROCER, RENT), listed(GROCER, GROCER, PHONE)) is None


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
