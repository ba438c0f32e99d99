"""Rows, cards and places: the row of Bob is that of Bob wherever it is, and the second row is whatever is second."""

from __future__ import annotations

import pytest
from anchor_trees import El, anchor_of, button, el, found, page, row, said

from askonce.recordings.tree_outline import Outline

HEAD = el("row", "", el("columnheader", "Name"), el("columnheader", "Actions", button("Edit"), button("Delete")))


def table(*rows: El | str) -> El:
    return el("table", "", *(row(one) if isinstance(one, str) else one for one in rows))


# ---- by what is read in the row


def test_the_row_of_bob_is_found_wherever_it_was_sorted_to() -> None:
    anchor = anchor_of("delete Bob", page(table("Alice", "Bob", "Carol")))
    assert anchor.row == ("Bob",)
    assert found(anchor, page(table("Carol", "Dan", "Bob", "Alice"))) == "delete Bob"


def test_when_bob_is_gone_nobody_else_is_deleted() -> None:
    anchor = anchor_of("delete Bob", page(table("Alice", "Bob")))
    for others in (("Alice",), ("Alice", "Carol"), ("Bobby",), ("Bob Smith",), ("Rob, Bob",)):
        assert found(anchor, page(table(*others))) is None


def test_a_second_bob_is_told_from_the_first_or_neither_is_taken() -> None:
    anchor = anchor_of("delete Bob", page(table("Alice", "Bob")))
    assert found(anchor, page(table("Alice", "Bob", "Bob"))) is None


def test_the_only_row_is_kept_by_its_text_when_that_was_spoken_of() -> None:
    there = page(table("Bob"))
    by_prompt = anchor_of("delete Bob", there, prompt="the delete button in the row of Bob")
    by_instruction = anchor_of("delete Bob", there, said("delete the user Bob"))
    for anchor in (by_prompt, by_instruction):
        assert found(anchor, page(table("Alice"))) is None
        assert found(anchor, page(table("Alice", "Bob"))) == "delete Bob"


def test_a_passed_value_is_the_row() -> None:
    anchor = anchor_of("edit Bob", page(table("Alice", "Bob")), said("edit {who}", who="Bob"))
    assert anchor.row == ("{who}",)
    assert found(anchor, page(table("Bob", "Carol", "Alice")), said("edit {who}", who="Carol")) == "edit Carol"
    assert found(anchor, page(table("Bob", "Alice")), said("edit {who}", who="Carol")) is None


def hits(title: str, *names: str) -> Outline:
    return page(
        el("heading", title), el("list", "", *(el("listitem", "", el("link", name, key=name)) for name in names))
    )


def test_a_count_over_what_a_value_names_is_that_of_the_value() -> None:
    there = hits("2 results for “late”", "Late returns", "Too late")
    search = "search for {term} and open {title}"
    anchor = anchor_of("Late returns", there, said(search, term="late", title="Late returns"))
    assert "* results for “{term}”" in anchor.under
    other = said(search, term="broken", title="Broken blades")
    assert found(anchor, hits("1 result for “broken”", "Broken blades"), other) == "Broken blades"
    for title in ("1 result for “late”", "1 guide for “broken”", "Nothing found for “broken”", "Popular"):
        assert found(anchor, hits(title, "Broken blades"), other) is None


def test_a_count_in_the_row_of_a_value_is_that_of_the_value() -> None:
    there, reserve = page(table("Drill (3 left)", "Saw (5 left)")), "reserve {tool}"
    anchor = anchor_of("edit Drill (3 left)", there, said(reserve, tool="Drill"))
    assert anchor.row == ("{tool} (* left)",)
    assert found(anchor, there, said(reserve, tool="Saw")) == "edit Saw (5 left)"
    assert found(anchor, page(table("Drill (2 left)", "Saw (5 left)")), said(reserve, tool="Drill")) is not None
    for others in (("Saw (5 left)",), ("Drill (2 left)", "Drill (1 left)"), ("Drill bits (2 left)",)):
        assert found(anchor, page(table(*others)), said(reserve, tool="Drill")) is None


def test_a_count_that_tells_a_row_from_another_is_kept() -> None:
    there = page(table("Drill (3 left)", "Drill (5 left)"))
    anchor = anchor_of("edit Drill (3 left)", there, said("reserve {tool}", tool="Drill"))
    assert found(anchor, there, said("reserve {tool}", tool="Drill")) == "edit Drill (3 left)"
    assert found(anchor, page(table("Drill (5 left)")), said("reserve {tool}", tool="Drill")) is None


def test_a_number_that_is_no_count_is_part_of_a_row_for_every_value() -> None:
    anchor = anchor_of("edit Order 12 of Ann", page(table("Order 12 of Ann")), said("edit {who}", who="Ann"))
    assert found(anchor, page(table("Order 13 of Ann")), said("edit {who}", who="Ann")) is None


def test_values_with_signs_and_letters_in_any_case_are_the_row_too() -> None:
    names = ("A+B (x|y)*", "$1.00", "[a-z]")
    for name in names:
        anchor = anchor_of(f"edit {name}", page(table(*names)), said("edit {who}", who=name))
        assert anchor.row == ("{who}",)
        assert found(anchor, page(table(*names)), said("edit {who}", who="[A-Z]")) == "edit [a-z]"


def test_where_a_state_might_be_taken_for_a_name_both_must_agree() -> None:
    def person(state: str, name: str) -> El:
        return el("row", "", el("cell", state), el("cell", name), button("Delete", name))

    anchor = anchor_of("Bob", page(table(person("Active", "Bob"), person("Idle", "Alice"), person("Idle", "Carol"))))
    assert found(anchor, page(table(person("Idle", "Bob"), person("Active", "Alice")))) is None
    assert found(anchor, page(table(person("Idle", "Alice"), person("Active", "Bob")))) == "Bob"


def test_a_title_says_which_card_it_is_and_the_rest_may_change() -> None:
    def card(title: str, note: str) -> El:
        return el("group", "", el("heading", title), el("text", note), button("Add to basket", title))

    anchor = anchor_of("Cup", page(card("Mug", "New!"), card("Cup", "Two left"), card("Bowl", "New!")))
    assert anchor.row == ("Cup",)
    assert found(anchor, page(card("Cup", "Sold out soon"), card("Mug", "Two left"))) == "Cup"
    assert found(anchor, page(card("Bowl", "Two left"), card("Mug", "New!"))) is None


def test_columns_of_a_page_are_no_cards() -> None:
    """A name in a greeting must not make all of a column the row of that name."""
    one = el("group", "", el("heading", "Alice"), el("text", "admin"), button("Delete", "Alice"))
    other = el("group", "", el("heading", "Bob"), el("text", "admin"), button("Delete", "Bob"))
    aside = el("group", "", el("list", "", el("listitem", "", el("link", "Home"))))
    anchor = anchor_of("Bob", page(aside, el("group", "", el("text", "Bob"), one, other)))
    only_alice = el("group", "", el("text", "Bob"), el("textbox", "Find"), button("Delete", "Alice"))
    assert found(anchor, page(aside, only_alice)) is None


def test_boxes_to_tick_in_rows_are_known_by_the_rows() -> None:
    def line(name: str) -> El:
        return el("row", "", el("checkbox", key=name), el("cell", name), el("cell", "staff"))

    anchor = anchor_of("Bob", page(table(line("Alice"), line("Bob"))))
    assert (anchor.label, anchor.row) == ("", ("Bob",))
    with_new_column = [el("row", "", el("checkbox", key=n), el("cell", "★"), el("cell", n)) for n in ("Bob", "Alice")]
    assert found(anchor, page(table(*with_new_column))) == "Bob"
    assert found(anchor, page(table(line("Alice")))) is None


# ---- by the place


def test_the_second_row_is_the_second_whatever_it_shows() -> None:
    anchor = anchor_of("edit Bob", page(table(HEAD, "Alice", "Bob", "Carol")), prompt="the second Edit", ordinals=(2,))
    assert anchor.is_counted
    assert found(anchor, page(table("Zoe", "Yan"))) == "edit Yan"
    assert found(anchor, page(table(HEAD, "Zoe", "Yan"))) == "edit Yan"
    assert found(anchor, page(table(HEAD, "Zoe"))) is None


def test_the_button_of_a_counted_row_stays_that_of_its_name() -> None:
    anchor = anchor_of("edit Bob", page(table("Alice", "Bob")), prompt="Edit in the second row", ordinals=(2,))
    swapped = [
        el("row", "", el("cell", name), button("Delete", f"delete {name}"), button("Edit", f"edit {name}"))
        for name in ("Alice", "Bob")
    ]
    assert found(anchor, page(table(*swapped))) == "edit Bob"
    renamed = [el("row", "", el("cell", name), button("Delete", f"delete {name}")) for name in ("Alice", "Bob")]
    assert found(anchor, page(table(*renamed))) is None


def results(*titles: str) -> list[El]:
    return [el("listitem", "", el("link", title, key=title), el("text", "a text")) for title in titles]


def test_the_last_result_is_the_last_whatever_it_is_called() -> None:
    anchor = anchor_of("C", page(el("list", "", *results("A", "B", "C"))), prompt="the last result", ordinals=(-1,))
    assert found(anchor, page(el("list", "", *results("K", "L")))) == "L"
    assert found(anchor, page(el("list", ""))) is None


@pytest.mark.parametrize("sign", ["Ad", "Sponsored", "ANZEIGE"])
def test_an_advertisement_among_results_is_not_counted(sign: str) -> None:
    anchor = anchor_of("B", page(el("list", "", *results("A", "B", "C"))), prompt="the second result", ordinals=(2,))
    paid = el("listitem", "", el("link", "Buy!", key="paid"), el("text", sign))
    first, *rest = results("K", "L", "M")
    assert found(anchor, page(el("list", "", first, paid, *rest))) == "L"
    bare = el("listitem", "", el("text", "Did you know?"))
    assert found(anchor, page(el("list", "", first, bare, *rest))) == "L"


def test_things_of_other_lists_are_not_counted() -> None:
    menu = el("navigation", "", el("list", "", *results("Home", "Help")))
    anchor = anchor_of("A", page(menu, el("list", "", *results("A", "B"))), prompt="the first result", ordinals=(1,))
    more = el("navigation", "", el("list", "", *results("Home", "Help", "New")))
    assert found(anchor, page(more, el("list", "", *results("K")))) == "K"


def test_things_of_other_frames_are_not_counted() -> None:
    def there(*names: str) -> tuple[El, ...]:
        return (el("list", "", *results(*names)), el("iframe", "", el("list", "", *results("P", "Q")), frame="ads"))

    anchor = anchor_of("Q", page(*there("A")), prompt="the second result in the advertisement", ordinals=(2,))
    assert found(anchor, page(*there("A", "B", "C"))) == "Q"


def test_what_the_instruction_calls_by_its_name_is_not_found_by_its_place() -> None:
    cards = [el("listitem", "", el("heading", f"{name} mug"), button("Add", name)) for name in ("Blue", "Red", "Green")]
    anchor = anchor_of("Blue", page(*cards), said("add a blue mug"), prompt="the first button Add", ordinals=(1,))
    assert not anchor.is_counted
    assert found(anchor, page(*cards[::-1])) == "Blue"
    assert found(anchor, page(*cards[1:])) is None


def test_a_number_that_is_not_the_place_is_no_place() -> None:
    anchor = anchor_of("edit Bob", page(table("Alice", "Bob")), prompt="Edit of the 7th user", ordinals=(7,))
    assert not anchor.is_counted
    assert anchor.row == ("Bob",)


def test_a_row_text_that_only_one_value_has_is_left_out_where_the_value_itself_is_there() -> None:
    def card(name: str, group: str) -> El:
        link = el("link", name, key=name)
        return el("article", "", el("text", f"{name}, details"), el("text", group), link)

    def shop() -> Outline:
        cards = card("Brown teapot", "Teapots"), card("Blue mug", "Mugs"), card("Red mug", "Mugs")
        return page(el("region", "Products", *cards))

    anchor = anchor_of("Brown teapot", shop(), said("open the product {p}", p="Brown teapot"))
    assert "Teapots" not in anchor.row
    assert found(anchor, shop(), said("open the product {p}", p="Blue mug")) == "Blue mug"
    assert found(anchor, shop(), said("open the product {p}", p="Green mug")) is None
