"""Finding by what an element stands to: rows, cards, sections, neighbours, order and place."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from local_trees import Page, people, shelf

from askonce.geometry import Box, Size
from askonce.locate.finder import Passed
from askonce.locate.local import Match, Tied, match
from askonce.screens import Node, Tree


@pytest.mark.parametrize(
    "prompt",
    [
        "Delete in the row of Bob Smith",
        "the Delete button in the row of 'Bob Smith'",
        "Delete in row Bob Smith",
        "Delete button in the row with Bob Smith",
        "Bob Smith's Delete button",
        "the Delete button next to Bob Smith",
        "the delete button of bob smith",
        "Delete (Bob Smith)",
        "Delete, row Bob Smith",
        "In the row of Bob Smith, the Delete button",
        "Delete in Bob Smith's row",
        "the second Delete button",
        "the 2nd Delete button",
        "Delete button #2",
        "the second row's Delete button",
        "Delete in the second row",
        "Delete in row 2",
        "the second to last Delete button",
    ],
)
def test_a_button_of_a_row_is_found(prompt: str) -> None:
    assert people("Ada Smith", "Bob Smith", "Cleo Weber").find(prompt) == 11, prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "Delete in the row of Bob",
        "Delete in the row of Dan Rossi",
        "Delete in the row of not Bob Smith",
        "Delete except in the row of Bob Smith",
        "the fourth Delete button",
        "the Delete button above everything",
        "the button next to Bob Smith",
        "Rename in the row of Bob Smith",
    ],
)
def test_a_row_that_is_not_there_or_not_clear_is_passed_on(prompt: str) -> None:
    assert people("Ada Smith", "Bob Smith", "Cleo Weber").find(prompt) is None


def test_a_nameless_checkbox_is_found_by_its_row() -> None:
    page = people("Ada Smith", "Bob Smith")
    assert page.find("the checkbox of Bob Smith") == 8
    assert page.find("the checkbox next to Bob Smith") == 8
    assert page.find("the first checkbox") == 3
    assert page.find("the row of Bob Smith") == 7


def test_two_rows_of_one_name_are_a_tie() -> None:
    assert "2 elements fit" in people("Bob Smith", "Bob Smith").reason("Delete in the row of Bob Smith")


def test_an_item_without_the_button_is_not_helped_out_by_its_neighbour() -> None:
    for item in ("listitem", "group"):
        page = Page()
        around = page.add("dialog", "Basket", size=(600, 300))
        for name, has_button in (("Red mug", False), ("Blue mug", True)):
            top = 100.0 if has_button else 40.0
            one = page.add(item, inside=around, at=(10, top), size=(500, 30))
            page.add("text", name, inside=one, at=(10, top))
            if has_button:
                page.add("button", "Remove", inside=one, at=(200, top))
        assert page.find("Remove of Blue mug") == 6
        assert page.find("Remove of Red mug") is None
        assert page.find("the Remove button next to Red mug") is None
        assert page.find("the Remove button in the dialog") == 6


def test_a_neighbour_on_the_same_line_belongs_to_its_own_card() -> None:
    page = Page()
    for name, left in (("Red mug", 10), ("Blue mug", 300)):
        card = page.add("group", at=(left, 10), size=(280, 30))
        page.add("text", name, inside=card, at=(left, 10))
    page.add("button", "Remove", inside=3, at=(420, 10))
    assert page.find("the Remove button right of Blue mug") == 5
    assert page.find("the Remove button right of Red mug") is None
    assert page.find("Remove in the row of Red mug") is None


def test_what_stands_outside_a_dialog_is_not_in_it() -> None:
    page = Page()
    around = page.add("article", size=(600, 400))
    page.add("dialog", "Hint", inside=around)
    page.add("button", "Delete", inside=around)
    assert page.find("Delete in the dialog") is None
    assert page.find("Delete in the Hint dialog") is None


def test_a_button_of_a_card_is_found() -> None:
    page = shelf("Red mug", "Blue mug", "Plate")
    assert page.find("the 'Add to basket' button of the red mug") == 5
    assert page.find("Add to basket for Blue mug") == 9
    assert page.find("Add to basket under Plate") == 13
    assert page.find("Add to basket button in the card of Plate") == 13
    assert page.find("the third Add to basket button") == 13
    assert page.find("the last Add to basket button") == 13
    assert page.find("Add to basket for mug") is None


def test_the_first_product_is_the_link_of_the_first_card_where_the_screen_speaks_of_products() -> None:
    page = shelf("Red mug", "Blue mug")
    assert page.find("the first product") == 3
    assert page.find("the second product") == 7
    assert page.find("the first message") is None


def test_a_section_is_what_stands_under_its_heading() -> None:
    page = Page()
    page.add("heading", "Delivery")
    page.add("button", "Change")
    page.add("heading", "Payment")
    page.add("button", "Change")
    page.add("heading", "Notes")
    page.add("textbox", "Remarks")
    assert page.find("the button under 'Payment'") == 4
    assert page.find("Change in the Payment section") == 4
    assert page.find("Change below Delivery") == 2
    assert page.find("Change in Notes") is None


def test_the_close_icon_of_a_dialog_is_the_one_inside_it() -> None:
    page = Page()
    page.add("button", "Close")
    dialog = page.add("dialog", "Settings")
    page.add("button", "Close", inside=dialog)
    for prompt in ("the close icon of the dialog", "Close in the Settings dialog", "In the dialog, the close button"):
        assert page.find(prompt) == 3, prompt
    assert page.find("close button of the menu") is None


def test_a_group_of_choices_is_named_by_its_title() -> None:
    page = Page()
    for title in ("Newsletter", "Reminders"):
        group = page.add("group", title)
        page.add("radio", "Daily", inside=group)
        page.add("radio", "Never", inside=group)
    assert page.find("Never in Reminders") == 6
    assert page.find("the Daily radio button for Newsletter") == 2


def test_neighbours_on_one_line_are_found_without_any_structure() -> None:
    page = Page()
    page.add("text", "Red mug", at=(10, 10))
    page.add("spinbutton", "Quantity", at=(200, 10))
    page.add("text", "Blue mug", at=(10, 40))
    page.add("spinbutton", "Quantity", at=(200, 40))
    assert page.find("the quantity field next to Red mug") == 2
    assert page.find("Quantity in the row of Blue mug") == 4
    assert page.find("the Quantity field right of Blue mug") == 4
    assert page.find("the Quantity field left of Blue mug") is None


def test_sides_are_told_apart() -> None:
    page = Page()
    page.add("button", "<", at=(10, 10), size=(20, 20))
    page.add("text", "March 2025", at=(40, 10))
    page.add("button", ">", at=(150, 10), size=(20, 20))
    page.add("button", "Today", at=(40, 50))
    assert page.find("the button left of March 2025") == 1
    assert page.find("the button to the right of 'March 2025'") == 3
    assert page.find("the button below March 2025") == 4
    assert page.find("the button above Today") is None
    assert page.find("the button next to March 2025") is None


def test_names_with_words_of_relations_in_them_are_names() -> None:
    page = Page()
    page.add("link", "Terms of use")
    page.add("link", "Back to top")
    page.add("button", "Continue with email")
    page.add("link", "Terms of use in your country")
    for number, name in enumerate(("Terms of use", "Back to top", "Continue with email"), 1):
        assert page.find(f"the {name} link" if number < 3 else name) == number
    page.add("heading", "Legal")
    page.add("link", "Imprint")
    assert page.find("the Imprint link under Legal") == 6


def test_names_with_ordinals_in_them_are_names() -> None:
    page = Page()
    page.add("textbox", "First name")
    page.add("textbox", "Last name")
    page.add("textbox", "Name")
    assert page.find("First name") == 1
    assert page.find("the last name field") == 2
    assert page.find("Name") == 3


def test_counting_needs_all_of_them_in_view() -> None:
    for page, first, last in ((Page(above=200), None, 3), (Page(below=200), 1, None)):
        for _ in range(3):
            page.add("button", "Delete")
        assert page.find("the first Delete button") == first
        assert page.find("the last Delete button") == last


def test_counting_in_a_scrolled_list_needs_its_end() -> None:
    page = Page()
    rest = {"above": "0", "below": "300"}
    around = page.add("region", states=("scrolls",), attributes=rest)
    page.add("button", "Delete", inside=around)
    page.add("button", "Delete", inside=around)
    assert page.find("the first Delete button") == 2
    assert "below the view" in page.reason("the last Delete button")


def test_columns_are_not_counted_as_lines() -> None:
    page = Page()
    for left in (10, 300):
        for top in (10, 60):
            page.add("button", "Delete", at=(left, top))
    assert "order on the screen is not clear" in page.reason("the second Delete button")


def test_lines_from_right_to_left_are_counted_as_they_are_known() -> None:
    page = Page()
    for left in (500, 300, 100):
        page.add("button", "إزالة", at=(left, 10))
    assert page.find("the second إزالة button") == 2


def test_the_header_of_a_table_is_no_row() -> None:
    page = Page()
    table = page.add("table")
    head = page.add("row", inside=table)
    page.add("columnheader", "Name", inside=head)
    row = page.add("row", inside=table)
    page.add("cell", "Ada", inside=row)
    assert page.find("the first row") == row
    assert page.find("the Name column") == 3


def test_a_place_on_the_screen_tells_two_apart_and_must_be_true_of_one() -> None:
    page = Page()
    page.add("button", "Save", at=(690, 10))
    page.add("button", "Save", at=(10, 550))
    page.add("link", "Terms", at=(10, 570))
    for prompt in ("Save (top right)", "Save at the top", "the top Save button", "Save in the top right corner"):
        assert page.find(prompt) == 1, prompt
    assert page.find("Save at the bottom of the page") == 2
    assert page.find("the link 'Terms' at the bottom") == 3
    assert page.find("the link 'Terms' at the top") is None
    near = Page()
    near.add("button", "Save", at=(10, 270))
    near.add("button", "Save", at=(10, 310))
    assert near.find("Save at the top") is None


def test_a_state_tells_which() -> None:
    page = Page()
    page.add("tab", "Profile", states=("selected",))
    page.add("tab", "Billing")
    assert page.find("the selected tab") == 1
    assert page.find("the selected Billing tab") is None


def test_a_large_screen_takes_no_more_than_its_share_of_work() -> None:
    """Calls are counted instead of seconds: fifty times the rows, about fifty times the work."""

    def count_calls(rows: int) -> int:
        tree = people(*(f"Person {number}" for number in range(rows))).tree
        calls: list[str] = []
        sys.setprofile(lambda frame, event, argument: calls.append(event))
        try:
            answer = match("Delete in the row of Person 3", tree)
        finally:
            sys.setprofile(None)
        assert isinstance(answer, Match)
        return len(calls)

    count_calls(10)  # the vocabulary is read once
    assert count_calls(500) < 75 * count_calls(10)


# ---- what is only seen


def seen_line(*pieces: str, gaps: tuple[int, ...] = (6,)) -> Tree:
    """A line of a picture: [Edit] is a button, the others are texts."""
    nodes: list[Node] = []
    left = 10.0
    for place, piece in enumerate(pieces):
        name, box = piece.strip("[]"), Box(left, 10, 50, 20)
        is_button = piece.startswith("[")
        role, text = ("button", "") if is_button else ("text", name)
        nodes.append(Node(place + 1, role, name if is_button else "", box, text, actionable=is_button,
                          attributes={"seen": "99%"}))  # fmt: skip
        left += 50 + gaps[place % len(gaps)]
    return Tree(tuple(nodes), Size(900, 600), seen=True)


def test_a_button_that_is_only_seen_belongs_to_a_text_by_the_ends_of_the_line() -> None:
    tree = seen_line("Ann", "[Edit]", "Bob", "[Edit]")
    assert match("the Edit button next to Bob", tree) == Match(tree.nodes[3])
    tree = seen_line("[Edit]", "Ann", "[Edit]", "Bob")
    assert match("the Edit button next to Ann", tree) == Match(tree.nodes[0])


def test_the_nearest_button_that_is_only_seen_may_be_that_of_a_neighbour() -> None:
    wide = seen_line("Ann", "[Edit]", "Bob", "[Edit]", gaps=(90, 6))
    for tree in (wide, seen_line("Ann", "[Edit]", "Bob")):
        assert isinstance(match("the Edit button next to Bob", tree), Passed)
        assert isinstance(match("the Edit button next to Ann", tree), Passed)


def test_clear_gaps_tell_to_which_text_a_button_that_is_only_seen_belongs() -> None:
    tree = seen_line("Ann", "[Edit]", "In stock", gaps=(6, 60))
    assert match("the Edit button next to Ann", tree) == Match(tree.nodes[1])


def test_buttons_links_and_tabs_that_are_only_seen_are_one_kind() -> None:
    tree = seen_line("[Edit]", "Ann", "[Edit]", gaps=(60,))
    nodes = (replace(tree.nodes[0], role="tab"), *tree.nodes[1:])
    assert isinstance(match("the Edit button", replace(tree, nodes=nodes)), Tied)
