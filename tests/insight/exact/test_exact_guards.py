"""The guards of exact answers: each doubt on its own keeps the elements from answering."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askonce.geometry import Box, Point, Size
from askonce.insight.exact import give, judge
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State

VIEW = Size(800, 600)
ACTIONABLE = frozenset({"button", "link", "textbox", "checkbox", "switch", "radio", "tab", "clickable"})


def node(number: int, role: str, name: str = "", top: float = 10, **more: object) -> Node:
    states = frozenset[State](more.pop("states", ()))  # type: ignore[arg-type]
    box = more.pop("box", Box(10, top, 300, 20))
    return Node(number, role, name, box, states=states, **{"actionable": role in ACTIONABLE, **more})  # type: ignore[arg-type]


def tree(*nodes: Node, **more: object) -> Tree:
    return Tree(nodes, VIEW, **more)  # type: ignore[arg-type]


def verdict(statement: str, *nodes: Node, **more: object) -> bool | None:
    judged = judge(statement, tree(*nodes), **more)  # type: ignore[arg-type]
    return judged and judged.holds


# ---- states


@pytest.mark.parametrize("looks", ["btn disabled", "is-Disabled", "inactive", "text-muted", "dimmed", "locked"])
def test_a_button_that_only_looks_disabled_is_neither_enabled_nor_disabled(looks: str) -> None:
    pay = node(1, "button", "Pay", attributes={"class": looks})
    assert verdict("the 'Pay' button is enabled", pay) is None
    assert verdict("the 'Pay' button is disabled", pay) is None
    assert verdict("the 'Pay' button is enabled", replace(pay, attributes={"class": "btn primary"})) is True


def test_a_field_that_can_only_be_read_is_neither_enabled_nor_disabled() -> None:
    code = node(1, "textbox", "Code", value="A", attributes={"tag": "input"})
    assert verdict("the field 'Code' is enabled", code) is True
    assert verdict("the field 'Code' is enabled", replace(code, states=frozenset({"readonly"}))) is None


def test_what_nobody_can_use_is_neither_enabled_nor_focused() -> None:
    heading = node(1, "heading", "Basket", box=Box(10, 10, 600, 37))
    assert verdict("the heading 'Basket' is enabled", heading) is None
    assert verdict("the heading 'Basket' is focused", heading) is None


def test_the_focus_of_an_entry_may_be_lent() -> None:
    assert verdict("the tab 'Profile' is focused", node(1, "tab", "Profile")) is None
    assert verdict("the 'Save' button is focused", node(1, "button", "Save")) is False


def test_a_box_that_is_ticked_in_part_is_neither_checked_nor_unchecked() -> None:
    box = node(1, "checkbox", "All", states=["mixed"])
    assert verdict("the check box 'All' is checked", box) is None
    assert verdict("the 'All' button is checked", node(1, "button", "All")) is None


def test_no_tab_is_unselected_where_none_or_several_are_selected() -> None:
    first, second = node(1, "tab", "One"), node(2, "tab", "Two", 40)
    chosen = replace(first, states=frozenset[State]({"selected"}))
    assert verdict("the tab 'Two' is selected", first, second) is None
    assert verdict("the tab 'Two' is selected", chosen, second) is False
    assert (
        verdict("the tab 'Two' is selected", chosen, second, node(3, "tab", "Three", 70, states=["selected"])) is None
    )
    assert verdict("the 'Two' button is selected", chosen, node(2, "button", "Two", 40)) is None


# ---- which element is meant


def test_what_is_covered_is_not_the_element_that_is_meant() -> None:
    assert verdict("the 'Save' button is enabled", node(1, "button", "Save", states=["covered"])) is None


def test_a_similar_name_or_another_kind_is_not_the_element_that_is_meant() -> None:
    assert verdict("the 'C' button is enabled", node(1, "button", "C++")) is None
    assert verdict("the 'Save' button is enabled", node(1, "link", "Save")) is None
    assert verdict("the 'Save' button is enabled", node(1, "button", "Save", attributes={"icon": "disk"})) is None


def test_the_only_one_of_its_kind_must_be_the_only_one_on_the_page() -> None:
    save = node(1, "button", "Save")
    assert verdict("the button is enabled", save) is True
    assert verdict("the button is enabled", save, node(2, "button", "Send", 40)) is None
    judged = judge("the button is enabled", tree(save, below=900))
    assert judged is None


def test_a_clause_that_cannot_be_judged_leaves_the_whole_statement_open() -> None:
    save, all_boxes = node(1, "button", "Save"), node(2, "checkbox", "All", 40, states=["mixed"])
    assert verdict("the 'Save' button is disabled and the check box 'All' is checked", save, all_boxes) is None


# ---- shown


def test_of_several_with_one_name_a_definite_one_is_not_known() -> None:
    twins = (node(1, "button", "Save"), node(2, "button", "Save", 40))
    assert verdict("there is a button 'Save'", *twins) is True
    assert verdict("the 'Save' button is visible", *twins) is None
    assert verdict("the Save button is visible", *twins) is None
    assert verdict("the 'Save' button is enabled", *twins) is None
    assert verdict("there is a button 'Save'", twins[0], node(2, "link", "Save", 40)) is None


def test_a_name_without_quotation_marks_is_not_absent() -> None:
    assert verdict("the Send button is visible", node(1, "button", "Save")) is None
    assert verdict("the 'Send' button is visible", node(1, "button", "Save")) is False


def test_a_thing_of_a_longer_name_or_of_none_may_be_the_one_that_is_missing() -> None:
    assert verdict("there is no button 'Send'", node(1, "button", "Send all")) is None
    assert verdict("there is no button 'Send'", node(1, "button")) is None
    assert verdict("there is no button 'Send'", node(1, "button", "mail", attributes={"icon": "mail"})) is None


def test_a_dialog_is_not_closed_while_its_words_are_on_the_page() -> None:
    assert verdict("the dialog 'Delete it?' is closed", node(1, "text", text="Really? Delete it? Yes")) is None
    assert verdict("the dialog 'Delete it?' is closed", node(1, "text", text="Files")) is True


def test_an_alert_is_not_yet_an_error_message() -> None:
    alert = node(1, "alert", "", text="No city")
    assert verdict("the alert 'No city' is shown", alert) is True
    assert verdict("the alert 'No city' is shown", node(1, "text", text="No city")) is None
    assert verdict("the error message 'No city' is shown", alert) is None
    assert verdict("the error message 'No town' is shown", alert) is False
    assert give("the error message", str, tree(alert)) is None
    assert give("the alert", str, tree(alert)) is not None


def test_a_text_that_was_cut_short_is_not_absent() -> None:
    assert verdict("'Thank you…' is visible", node(1, "text", text="Files")) is None


@pytest.mark.parametrize(
    "more",
    [
        {"states": ["covered"]}, {"states": ["offscreen"]}, {"point": Point(1, 1)}, {"box": Box(10, 10, 300, 4)},
        {"box": Box(10, 590, 300, 40)}, {"box": Box(10, 10, 20, 20)},
    ],
)  # fmt: skip
def test_what_may_be_hidden_in_part_is_not_called_visible(more: dict[str, object]) -> None:
    assert verdict("'Thank you' is visible", node(1, "text", text="Thank you")) is True
    assert verdict("'Thank you' is visible", node(1, "text", text="Thank you", **more)) is None


def test_what_lies_across_or_behind_is_not_called_visible() -> None:
    text = node(1, "text", text="Thank you", top=100)
    assert verdict("'Thank you' is visible", text, node(2, "img", "Map", box=Box(100, 90, 30, 40))) is None
    dialog, button = node(2, "dialog", "Really?", 300), node(3, "button", "Yes", 320, parent=2)
    assert verdict("'Thank you' is visible", text, dialog, button) is None


def test_words_that_stand_nowhere_on_the_screen_are_not_read() -> None:
    spoken = node(1, "heading", "Thank you", box=Box(10, 10, 600, 37), attributes={"spoken": "yes"})
    assert verdict("'Thank you' is visible", spoken) is None
    held = node(1, "textbox", "Name", value="Thank you", text="Thank you", attributes={"tag": "input"})
    assert verdict("the text 'Thank you' is visible", held) is None


def test_a_button_as_tall_as_wide_may_be_a_picture() -> None:
    assert verdict("'Save' is visible", node(1, "button", "Save", box=Box(10, 10, 60, 20))) is True
    assert verdict("'Save' is visible", node(1, "button", "Save", box=Box(10, 10, 40, 40))) is None


def test_a_short_text_or_one_that_the_browser_writes_is_not_absent() -> None:
    assert verdict("'ab' is visible", node(1, "text", text="Files")) is None
    date = node(1, "textbox", "Born", value="1990-04-01", attributes={"tag": "input", "type": "date"})
    assert verdict("'01.04.1990' is visible", date) is None
    upload = node(1, "button", "Upload", attributes={"tag": "input", "type": "file"})
    assert verdict("'No file chosen' is visible", upload) is None


def test_two_looks_at_two_pages_refute_nothing() -> None:
    button = node(1, "button", "Save")
    first, second = tree(button, address="https://a.test/1"), tree(button, address="https://a.test/2")
    assert judge("'Sorry' is visible", first, whole=second) is None
    assert judge("'Sorry' is visible", first, whole=tree(button, address="https://a.test/1", more=1)) is None
    assert judge("'Sorry' is visible", replace(first, more=1), whole=first) is None
    assert judge("'Sorry' is visible", first, whole=first) is not None


# ---- what fields hold


def test_a_value_that_may_be_shown_otherwise_is_not_given() -> None:
    field = node(1, "textbox", "Code", value="A-17", attributes={"tag": "input"})
    asked = "the value of the field 'Code'"
    assert give(asked, str, tree(field)) is not None
    for other in (
        replace(field, states=frozenset[State]({"password"})),
        replace(field, attributes={"tag": "input", "type": "date"}),
        replace(field, attributes={"tag": "div"}),
        replace(field, value="x" * 9_990),
    ):
        assert give(asked, str, tree(other)) is None


def test_a_value_that_differs_in_case_or_signs_alone_is_neither_equal_nor_not() -> None:
    field = node(1, "textbox", "Code", value="A-17", attributes={"tag": "input"})
    assert verdict("the field 'Code' is 'a17'", field) is None
    assert verdict("the field 'Code' is 'B'", field) is False


def test_the_title_may_be_a_heading_that_was_not_read() -> None:
    assert give("the title", str, tree(node(1, "button", "Save"), title="Shop")) is not None
    assert give("the title", str, tree(node(1, "button", "Save"), title="Shop", below=900)) is None


# ---- counting what has a name

SMALL = Box(10, 160, 20, 20)
DELETE = (node(1, "button", "Delete", 100), node(2, "button", "Delete", 130))
TWO = "there are 2 'Delete' buttons"


def test_things_of_one_name_and_one_kind_are_counted() -> None:
    assert verdict(TWO, *DELETE) is True


@pytest.mark.parametrize(
    "doubt",
    [
        node(3, "link", "Delete", 160),
        node(3, "button", "Delete", 160, states=["covered"]),
        node(3, "button", "Delete!", 160),
        node(3, "button", "Delete", 160, attributes={"icon": "trash"}),
        node(3, "text", text="Delete", top=160),
        node(3, "button", box=SMALL),
        node(3, "clickable", box=SMALL),
        node(3, "button", "trash", box=SMALL, attributes={"icon": "trash"}),
        node(3, "button", "Delete all", 160),
    ],
    ids=["role", "covered", "signs", "guess", "text", "nameless", "clickable", "icon", "longer"],
)
def test_nothing_is_counted_beside_what_a_person_may_count_too(doubt: Node) -> None:
    for number in (2, 3):
        assert verdict(f"there are {number} 'Delete' buttons", *DELETE, doubt) is None


def test_things_of_another_kind_are_not_counted() -> None:
    assert verdict(TWO, *(replace(one, role="link") for one in DELETE)) is None


def test_things_of_mixed_roles_are_not_counted() -> None:
    box, switch = node(1, "checkbox", "News", 100), node(2, "switch", "News", 130)
    assert verdict("there are 2 'News' check boxes", box, replace(switch, role="checkbox")) is True
    assert verdict("there are 2 'News' check boxes", box, switch) is None
    assert verdict("there are 2 'News' switches", box, switch) is None


def test_nothing_is_counted_where_more_may_be() -> None:
    assert judge(TWO, tree(*DELETE, more=1)) is None
    assert judge(TWO, tree(*DELETE), within=Box(0, 0, 800, 600)) is None
    longer = tree(*DELETE, below=900)
    assert judge(TWO, longer, whole=longer) is None  # the page is longer than what is known of it


def test_a_count_of_what_is_seen_is_not_one_of_the_page() -> None:
    far = node(3, "button", "Delete", 700, states=["offscreen"])
    view, whole = tree(*DELETE, below=140), tree(*DELETE, far, below=140)
    assert judge(TWO, view, whole=whole) is None
    assert judge("3 'Delete' buttons are visible", view, whole=whole) is None
    judged = judge("there are 3 'Delete' buttons", view, whole=whole)
    assert judged
    assert judged.holds


# ---- counting rows and items


def table(*rows: tuple[str, ...], head: bool = False, **more: object) -> list[Node]:
    """A table of rows of cells, 20 units each, which fill it."""
    nodes = [node(1, "table", box=Box(10, 10, 400, 20 * len(rows)), **more)]
    for place, cells in enumerate(rows):
        row = 10 * (place + 1)
        nodes.append(node(row, "row", box=Box(10, 10 + 20 * place, 400, 20), parent=1))
        role = "columnheader" if head and not place else "cell"
        for across, text in enumerate(cells):
            box = Box(10 + 100 * across, 10 + 20 * place, 100, 20)
            nodes.append(node(row + across + 1, role, box=box, text=text, parent=row))
    return nodes


ROWS = (("Ada", "12"), ("Bob", "7"), ("Cleo", "5"))
THREE = "the table has 3 rows"


def test_rows_are_counted() -> None:
    assert verdict(THREE, *table(*ROWS)) is True
    assert verdict("the table has 3 data rows", *table(("Name", "Points"), *ROWS, head=True)) is True


def test_a_header_may_be_counted_or_not() -> None:
    nodes = table(("Name", "Points"), *ROWS, head=True)
    assert verdict(THREE, *nodes) is None
    assert verdict("the table has 4 rows", *nodes) is None
    assert verdict("the table has 3 data rows", *table(*ROWS)) is None


def test_a_header_that_is_not_at_the_top_is_not_understood() -> None:
    nodes = table(("Name", "Points"), *ROWS)
    turned = [replace(one, role="columnheader") if one.parent == 20 else one for one in nodes]
    assert verdict("the table has 3 data rows", *turned) is None
    assert verdict("the table has 4 rows", *turned) is None


def test_rows_are_not_counted_where_one_may_not_count() -> None:
    assert verdict("the table has 4 rows", *table(*ROWS, ("Total", "24"))) is None
    nodes = table(*ROWS)
    covered = [replace(one, states=frozenset[State]({"covered"})) if one.number == 20 else one for one in nodes]
    nested = [*nodes, node(90, "listitem", "x", parent=21, box=Box(10, 30, 50, 20))]
    beside = [*nodes, node(90, "text", text="Note", parent=1, box=Box(10, 70, 50, 20))]
    apart = [replace(one, box=one.box.offset(0, 60)) if 30 <= one.number < 40 else one for one in nodes]
    for doubtful in (covered, nested, beside, apart):
        assert verdict(THREE, *doubtful) is None


def test_the_only_table_must_be_the_only_thing_with_rows() -> None:
    assert verdict(THREE, *table(*ROWS), node(90, "row", "Dan", 300)) is None


def items(*, parent: int | None = None) -> list[Node]:
    inner = [
        node(place + 1, "listitem", f"Item {place}", box=Box(10, 10 + 20 * place, 300, 20), parent=1)
        for place in (1, 2, 3)
    ]
    return [node(1, "list", box=Box(10, 30, 300, 60), parent=parent), *inner]


def test_items_are_counted() -> None:
    assert verdict("the list has 3 items", *items()) is True


@pytest.mark.parametrize(
    "doubt",
    [
        [node(90, "article", "News", 300)],
        [node(90 + place, "text", text=f"Line {place}", top=300 + 20 * place) for place in range(3)],
        [node(90, "listitem", "Item", parent=2, box=Box(10, 30, 100, 10))],
    ],
    ids=["entries elsewhere", "texts like a list", "nested"],
)
def test_items_are_not_counted_beside_another_list(doubt: list[Node]) -> None:
    assert verdict("the list has 3 items", *items(), *doubt) is None


def test_the_list_of_a_menu_is_not_the_list() -> None:
    assert verdict("the list has 3 items", node(80, "navigation", box=Box(0, 0, 400, 200)), *items(parent=80)) is None


def test_entries_of_a_scroller_that_is_longer_than_them_are_not_all() -> None:
    marks = {"above": "0", "below": "900"}
    scroller = node(80, "region", states=["scrolls"], box=Box(0, 20, 400, 75), attributes=marks)
    nodes = tree(scroller, *items(parent=80))
    assert judge("the list has 3 items", nodes, whole=nodes) is None
    short = tree(replace(scroller, attributes={"above": "0", "below": "0"}), *items(parent=80))
    judged = judge("the list has 3 items", short, whole=short)
    assert judged
    assert judged.holds


def test_nothing_is_absent_while_a_part_of_the_page_can_be_scrolled() -> None:
    scroller = node(1, "region", "Log", box=Box(0, 0, 400, 100))
    line = node(2, "text", text="First line", parent=1)
    assert verdict("'Sorry' is visible", scroller, line) is False
    assert verdict("'Sorry' is visible", replace(scroller, states=frozenset[State]({"scrolls"})), line) is None
