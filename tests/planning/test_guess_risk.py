"""What waits for a look, because the planner has named it without having seen it."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.actions import Action, DoubleTap, Drag, Hover, Press, Select, Tap, Target, Type
from askonce.geometry import Box, Size
from askonce.planning.guess_risk import (
    is_day,
    is_part_of_suggestion,
    is_suggestion,
    opens_same_form,
    risk_of_guess,
    takes,
)
from askonce.screens import Node, Tree
from askonce.values import Instruction, Secret

INSTRUCTION = Instruction.of("log in as {user} with {pin}", {"user": "ann", "pin": Secret("4711")})
IT = Target(prompt="it")
TAP = Tap(target=IT)


def node(role: str, name: str = "It", **more: Any) -> Node:
    return Node(7, role, name, Box(0, 0, 90, 20), actionable=True, **more)


def called(value: Action[Any] | Node) -> str:
    return value.title() if isinstance(value, Action) else f"{value.role} {value.name}"


def risk(action: Action[Any], element: Node, *, has_typed: bool = False) -> str:
    return risk_of_guess(action, element, INSTRUCTION, has_typed=has_typed)


@pytest.mark.parametrize(
    ("label", "is_blank", "opens"),
    [
        ("Create contact", True, True),
        ("Add contact", True, True),
        ("Create contact", False, False),
        ("Add to contacts", True, False),
        ("Add expense", True, False),
        ("Create account", True, False),
        ("Save contact", True, False),
    ],
)
def test_the_button_of_an_empty_form_is_guessed_while_nothing_is_entered(
    label: str, is_blank: bool, opens: bool
) -> None:
    asked = Instruction.of("add the contact {name} to the contacts of my account", {"name": "Ann"})
    risk = risk_of_guess(TAP, node("button", label), asked, has_typed=False, is_blank=is_blank)
    assert (risk == "") is opens


@pytest.mark.parametrize(
    ("action", "element"),
    [
        (TAP, node("button", "Details")),
        (TAP, node("button", "New message")),
        (TAP, node("link", "Add contact", attributes={"href": "/contacts/new"})),
        (TAP, node("link", "Add book", attributes={"href": "/admin/books/add/"})),
        (TAP, node("link", "Kontakt hinzufügen", attributes={"href": "/kontakte/neu"})),
        (TAP, node("link", "Create", attributes={"href": "/admin/book/new/?url=%2Fadmin%2Fbook%2F"})),
        (TAP, node("menuitem", "Rename")),
        (TAP, node("button", "Liste anzeigen")),
        (TAP, node("button", "New invoice")),
        (TAP, node("button", "Next month")),
        (TAP, node("gridcell", "15")),
        (TAP, node("tab", "History", states=frozenset({"selected"}))),
        (TAP, node("textbox", "Message")),
        (TAP, node("radio", "Express")),
        (DoubleTap(target=IT), node("listitem", "photo.png")),
        (Hover(target=IT), node("button", "Delete")),
        (Type(target=IT, text="hi"), node("textbox", "Message")),
        (Type(target=IT, text="tea", enter=True), node("searchbox", "Search")),
        (Type(target=IT, text="{user}"), node("textbox", "User")),
        (Select(target=IT, options=["L"]), node("combobox", "Size")),
    ],
    ids=called,
)
def test_what_only_leads_on_or_fills_a_field_is_done(action: Action[Any], element: Node) -> None:
    assert risk(action, element) == ""


@pytest.mark.parametrize(
    ("action", "element"),
    [
        (TAP, node("button", "Delete")),
        (TAP, node("menuitem", "Löschen")),
        (TAP, node("button", "Buy now")),
        (TAP, node("button", "Send")),
        (TAP, node("button", "Message Bob")),
        (TAP, node("button", "Add contact")),
        *((TAP, node("button", label)) for label in ("Refund", "Close account", "Kick", "Mark as spam", "Rembourser")),
        (TAP, node("menuitem", "Promote to admin")),
        (TAP, node("clickable", "Like")),
        *((TAP, node("button", label)) for label in ("New order", "New API key", "Show password", "Open account")),
        *(
            (TAP, node("button", label))
            for label in ("Find & replace", "Back up now", "Choose this plan", "Next", "20")
        ),
        (TAP, node("button", "Edit", attributes={"acts": "toggles"})),
        (TAP, node("link", "Row seven", attributes={"href": "#"})),
        (TAP, node("link", "Row seven", attributes={"href": "/rows/7", "acts": "by a script"})),
        (TAP, node("link", "Help", attributes={"href": "tel:911"})),
        (TAP, node("option", "Log out")),
        (TAP, node("link", "This one", attributes={"href": "/items/3/delete"})),
        (TAP, node("link", "This one", attributes={"href": "/items?do=archive"})),
        (TAP, node("link", "Remove", attributes={"href": "#"})),
        (TAP, node("link", "Create", attributes={"href": "/books/3"})),
        (TAP, node("link", "Create", attributes={"href": "/books/new?confirm=1"})),
        (TAP, node("link", "Add to basket", attributes={"href": "/basket/add"})),
        (TAP, node("button", "Weiter geht's", attributes={"submits": "post form /x"})),
        (TAP, node("button", "Start over", attributes={"submits": "reset"})),
        (TAP, node("checkbox", "Gift wrap")),
        (TAP, node("switch", "Dark mode")),
        (TAP, node("button", "Bold", states=frozenset({"pressed"}))),
        (TAP, node("button", "Filters", states=frozenset({"expanded"}))),
        (DoubleTap(target=IT), node("button", "Publish")),
        (Type(target=IT, text="hi", enter=True), node("textbox", "Message")),
        (Type(target=IT, text="{pin}"), node("textbox", "Code")),
        (Type(target=IT, text="x"), node("textbox", "Password", states=frozenset({"password"}))),
        (Press(target=IT, keys="Enter"), node("textbox", "Message")),
        (Drag(start=IT, end=IT), node("listitem", "Card")),
    ],
    ids=called,
)
def test_what_commits_something_or_takes_a_secret_waits(action: Action[Any], element: Node) -> None:
    assert risk(action, element)


@pytest.mark.parametrize(("role", "waits"), [("button", True), ("clickable", True), ("link", False), ("option", False)])
def test_a_button_waits_once_something_was_typed_whatever_it_is_called(role: str, waits: bool) -> None:
    element = node(role, "Сақтау", attributes={"href": "/next"} if role == "link" else {})
    assert bool(risk(TAP, element, has_typed=True)) == waits


def test_a_number_is_a_day_in_a_table_or_among_the_days_of_a_month() -> None:
    def page(count: int, *around: Node) -> Tree:
        days = (Node(number, "button", str(number), Box(0, 0, 9, 9), parent=90) for number in range(1, count + 1))
        return Tree((*around, *days), Size(800, 600))

    table = Node(90, "grid", "", Box(0, 0, 9, 9))
    for tree, is_one in ((page(10), False), (page(28), True), (page(3, table), True)):
        day = tree.find(3)
        assert day is not None
        assert is_day(day, tree) is is_one
    assert risk_of_guess(TAP, node("button", "15"), INSTRUCTION, has_typed=False, is_day=True) == ""


FIELD = node("textbox", "From", attributes={"suggests": "maybe"})


@pytest.mark.parametrize(
    ("element", "field", "typed", "is_one"),
    [
        (node("listitem", "Rapid City, SD (RAP)"), FIELD, "rap", True),
        (node("option", "Zürich HB"), node("combobox", "From"), "zurich", True),
        (node("listitem", "Rapid City, SD (RAP)"), node("textbox", "Note"), "rap", False),
        (node("listitem", "Wichita, KS (ICT)"), FIELD, "rap", False),
        (node("listitem", "Rapid City, SD (RAP)"), FIELD, " ", False),
        (node("button", "Rapid City, SD (RAP)"), FIELD, "rap", False),
        (node("link", "Rapid City, SD (RAP)"), FIELD, "rap", False),
    ],
)
def test_a_suggestion_is_an_item_with_what_was_typed_into_a_field_that_suggests(
    element: Node, field: Node, typed: str, is_one: bool
) -> None:
    assert is_suggestion(element, field, typed) is is_one


@pytest.mark.parametrize(
    ("part", "label", "is_part"),
    [
        ("RAP", "Rapid City, SD (RAP)", True),
        ("Rus", "Russian Federation", True),
        ("Springfield Oregon", "Springfield, Oregon", True),
        ("Main Street 1", "Main Street 12", False),
        ("rus", "Prussia", False),
        ("Rus", "No results for Rus", False),
        ("Rus", "Rus not found", False),
        ("Rus", 'Add "Rus"', False),
        ("Rus", "+ Rus", False),
        ("Rus", "Use Rus", False),
        ("Rus", "Search for Rus", False),
        ("Rus", "Press Enter to search Rus", False),
        ("Rus", "Rus…", False),
        ("", "Russian Federation", False),
    ],
)
def test_a_part_of_a_suggestion_is_its_beginning_or_whole_words_and_not_a_remark_about_what_was_typed(
    part: str, label: str, is_part: bool
) -> None:
    assert is_part_of_suggestion(part, node("option", label)) is is_part


@pytest.mark.parametrize(
    ("words", "label", "is_same"),
    [
        ("New contact", "Add contact", True),
        ("Create contact", "Add a new contact", True),
        ("New contact", "Add contact group", False),
        ("New contact", "Add to contact", False),
        ("Contact", "Add contact", False),
        ("New", "Add", False),
    ],
)
def test_a_link_to_something_new_may_be_named_by_another_word_for_that(words: str, label: str, is_same: bool) -> None:
    link = node("link", label, attributes={"href": "/contacts/new"})
    assert opens_same_form(words, link) is is_same
    assert not opens_same_form(words, node("button", label))
    assert not opens_same_form(words, node("link", label, attributes={"href": "/contacts/add?id=4"}))


def test_text_is_only_meant_for_fields() -> None:
    typing = Type(target=IT, text="x")
    assert takes(typing, node("textbox"))
    assert not takes(typing, node("button"))
    assert not takes(typing, node("textbox", states=frozenset({"readonly"})))
    assert not takes(Select(target=IT, options=["L"]), node("textbox"))
