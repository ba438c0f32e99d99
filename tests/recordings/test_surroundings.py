"""Titles, containers, rows and captions that the instruction mentions are part of what an element is."""

from __future__ import annotations

import pytest
from anchor_trees import El, anchor_of, button, el, found, page, said

from askonce.recordings.tree_outline import Outline

REMOVE = said("remove the old phone")


def layout(kind: str, title: str, key: str) -> tuple[El, ...]:
    """A button under a title, in one of many ways."""
    remove = button("Remove", key)
    ways: dict[str, tuple[El, ...]] = {
        "heading": (el("heading", title), el("text", "Some text"), remove),
        "heading and more": (el("heading", title), button("Call"), button("Edit"), remove),
        "group": (el("group", title, el("text", "Some text"), remove),),
        "region": (el("region", title, remove),),
        "form": (el("form", title, remove),),
        "dialog": (el("dialog", title, remove),),
        "tabpanel": (el("tabpanel", title, remove),),
        "navigation": (el("navigation", title, remove),),
        "table": (el("table", title, el("row", "", el("cell", "x"), remove)),),
        "article": (el("article", "", el("heading", title), remove),),
        "row": (el("table", "", el("row", "", el("cell", title), el("cell", "x"), remove)),),
        "row header": (el("table", "", el("row", "", el("rowheader", title), remove)),),
        "list item": (el("list", "", el("listitem", "", el("text", title), remove)),),
        "option": (el("option", "", el("text", title), remove),),
        "open control": (el("button", title, states=("expanded",)), el("text", "Some text"), remove),
        "text": (el("text", title), remove),
        "text and more": (el("text", title), el("text", "Some text"), button("Call"), remove),
        "frame": (el("iframe", title, remove, frame="about:srcdoc"),),
    }
    return ways[kind]


KINDS = (
    "heading", "heading and more", "group", "region", "form", "dialog", "tabpanel", "navigation", "table", "article",
    "row", "row header", "list item", "option", "open control", "text", "text and more", "frame",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_button_under_another_title_is_another(kind: str) -> None:
    old, primary = layout(kind, "Old phone", "old"), layout(kind, "Primary phone", "primary")
    anchor = anchor_of("old", page(*old), REMOVE)
    assert found(anchor, page(*old), REMOVE) == "old"
    assert found(anchor, page(el("text", "News"), *old), REMOVE) == "old"
    assert found(anchor, page(*primary), REMOVE) is None


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_the_title_says_which_in_whatever_order(kind: str) -> None:
    old, primary = layout(kind, "Old phone", "old"), layout(kind, "Primary phone", "primary")
    anchor = anchor_of("old", page(*old, *primary), REMOVE)
    assert found(anchor, page(*primary, *old), REMOVE) == "old"
    assert found(anchor, page(*primary), REMOVE) is None


@pytest.mark.parametrize("kind", ["heading", "group", "row", "article", "text"])
def test_a_title_that_is_a_passed_value_is_that_of_the_next_value(kind: str) -> None:
    first, second = (said("remove {what}", what=what) for what in ("Old phone", "Primary phone"))
    both = page(*layout(kind, "Old phone", "old"), *layout(kind, "Primary phone", "primary"))
    anchor = anchor_of("old", both, first)
    assert found(anchor, both, second) == "primary"


def test_a_caption_is_not_inherited_when_the_button_goes() -> None:
    before = (
        el("text", "Old phone"),
        el("text", "x"),
        button("Remove", "old"),
        el("text", "Primary"),
        button("Remove"),
    )
    anchor = anchor_of("old", page(*before), REMOVE)
    assert found(anchor, page(*before), REMOVE) == "old"
    assert found(anchor, page(*before[:2], *before[3:]), REMOVE) is None


def people(*rows: tuple[str, str], head: tuple[str, str] | None) -> El:
    header = [el("row", "", *(el("columnheader", name) for name in head))] if head else []
    cells = [el("row", "", el("cell", name), el("cell", boss), button("Edit", name)) for name, boss in rows]
    return el("table", "", *header, *cells)


@pytest.mark.parametrize("head", [("Name", "Manager"), None])
def test_bob_in_the_column_of_managers_is_not_the_row_of_bob(head: tuple[str, str] | None) -> None:
    task = said("edit Bob")
    for before in (people(("Bob", "Eve"), head=head), people(("Ann", "Bob"), ("Bob", "Eve"), head=head)):
        anchor = anchor_of("Bob", page(before), task)
        assert found(anchor, page(people(("Ann", "Bob"), ("Eve", "Ann"), head=head)), task) is None
        assert found(anchor, page(people(("Ann", "Bob"), ("Bob", "Ann"), head=head)), task) == "Bob"


def test_a_row_is_found_when_its_columns_are_moved() -> None:
    task = said("edit Bob")
    anchor = anchor_of("Bob", page(people(("Bob", "Eve"), ("Ann", "Bob"), head=("Name", "Manager"))), task)
    rows = (("Bob", "Ann"), ("Eve", "Bob"))
    cells = [el("row", "", el("cell", boss), el("cell", name), button("Edit", name)) for boss, name in rows]
    head = el("row", "", el("columnheader", "Manager"), el("columnheader", "Name"))
    assert found(anchor, page(el("table", "", head, *cells)), task) == "Bob"


def boxes(*columns: str) -> El:
    head = el("row", "", el("columnheader", "Name"), *(el("columnheader", name) for name in columns))
    return el("table", "", head, el("row", "", el("cell", "Bob"), *(el("checkbox", key=name) for name in columns)))


def test_a_box_in_a_table_is_that_of_its_column() -> None:
    task = said("make Bob an admin")
    anchor = anchor_of("Admin", page(boxes("Active", "Admin")), task)
    assert found(anchor, page(boxes("Admin", "Active")), task) == "Admin"
    assert found(anchor, page(boxes("Active", "Owner")), task) is None


def test_a_title_that_nobody_mentions_may_change_only_if_an_attribute_confirms_the_element() -> None:
    def section(title: str, **marks: str) -> tuple[El, ...]:
        return (el("heading", title), button("Save", "it", **marks))

    assert found(anchor_of("it", page(*section("Profile"))), page(*section("Danger zone"))) is None
    for marks in ({"id": "save"}, {"data-testid": "save"}):
        anchor = anchor_of("it", page(*section("Profile", **marks)))
        assert found(anchor, page(*section("Your profile", **marks))) == "it"
    anchor = anchor_of("it", page(*section("Profile")))
    assert found(anchor, page(button("Save", "it"))) == "it"
    title = el("heading", "Hello Ann", marks={"level": "1"})
    anchor = anchor_of("it", page(title, button("Save", "it")))
    assert found(anchor, page(el("heading", "Hello Bob", marks={"level": "1"}), button("Save", "it"))) == "it"


def test_a_mentioned_title_is_not_outvoted_by_an_attribute() -> None:
    def section(title: str) -> tuple[El, ...]:
        return (el("heading", title), button("Remove", "it", id="remove"))

    anchor = anchor_of("it", page(*section("Old phone")), REMOVE)
    assert found(anchor, page(*section("Primary phone")), REMOVE) is None


def test_the_selected_tab_is_a_title() -> None:
    task = said("save on the Billing tab")

    def tabs(name: str) -> tuple[El, ...]:
        others = [el("tab", other, states=("selected",) if other == name else ()) for other in ("Profile", "Billing")]
        return (el("tablist", "", *others), button("Save", name))

    anchor = anchor_of("Billing", page(*tabs("Billing")), task)
    assert found(anchor, page(*tabs("Billing")), task) == "Billing"
    assert found(anchor, page(*tabs("Profile")), task) is None


def test_a_value_in_another_form_is_no_part_of_the_place() -> None:
    def results(title: str) -> tuple[El, ...]:
        return (el("heading", title, marks={"level": "1"}), button("Sort", "it"))

    anchor = anchor_of("it", page(*results("Mug results")), said("search {term} and sort", term="mugs"))
    assert found(anchor, page(*results("Plate results")), said("search {term} and sort", term="plates")) == "it"


def test_what_is_counted_is_counted_under_the_title_that_was_mentioned() -> None:
    task = said("open the first file of the archive")

    def files(title: str, *names: str) -> tuple[El, ...]:
        items = [el("listitem", "", el("link", name, key=name), el("text", "a file")) for name in names]
        return (el("heading", title), el("list", "", *items))

    anchor = anchor_of("A", page(*files("Archive", "A", "B")), task, prompt="the first file", ordinals=(1,))
    assert anchor.is_counted
    assert found(anchor, page(*files("Trash", "T", "U"), *files("Archive", "C", "D")), task) == "C"
    assert found(anchor, page(*files("Trash", "T", "U")), task) is None


def home(*before: El) -> tuple[El, ...]:
    return (el("heading", "Conversation"), *before, el("link", "Home", key="home", marks={"href": "/"}))


def test_what_the_page_reports_is_no_caption() -> None:
    first, second = (said("write a note about {who}", who=who) for who in ("Ann", "Bob"))
    before, after = (page(*home(el("status", f"Note saved: {text}"))) for text in ("call Ann", "fetch the parcel"))
    anchor = anchor_of("home", before, first)
    assert found(anchor, after, second) == "home"


def test_a_caption_of_the_same_words_is_not_the_title_over_it() -> None:
    anchor = anchor_of("old", page(el("heading", "Old phone"), button("Remove", "old")), REMOVE)
    primary = (el("heading", "Primary phone"), el("text", "Old phone"), button("Remove", "primary"))
    assert found(anchor, page(*primary), REMOVE) is None


def test_captions_tell_similar_buttons_apart_unless_they_are_numbers() -> None:
    def cards(*captions: str) -> Outline:
        texts = [(el("text", caption), button("Open", caption)) for caption in captions]
        return page(*(element for pair in texts for element in pair))

    assert anchor_of("Alps", cards("Alps", "Lakes")).captions == ("Alps",)
    assert anchor_of("3 hours", cards("3 hours", "5 hours")).captions == ()
    assert anchor_of("Alps", cards("Alps")).captions == ()  # when the button goes, it would be that of another one


def test_of_a_long_caption_only_what_is_mentioned_counts() -> None:
    first, second = (said("write a note about team {team}", team=team) for team in ("Red", "Blue"))
    anchor = anchor_of("home", page(*home(el("text", "Team Red meets on Friday at noon, says Hana"))), first)
    assert found(anchor, page(*home(el("text", "Team Blue meets on Friday at noon, says Noah"))), second) == "home"
    assert found(anchor, page(*home(el("text", "Team Red meets on Friday at noon, says Hana"))), second) is None


def test_a_counter_before_a_link_may_count_on_but_not_before_what_commits() -> None:
    words = said("write a note")

    def counted(number: int, name: str) -> Outline:
        return page(el("text", f"{number} notes"), el("link", name, key="it", marks={"href": "/notes/new"}))

    for name, expected in (("New note", "it"), ("Delete notes", None)):
        anchor = anchor_of("it", counted(0, name), words)
        assert found(anchor, counted(3, name), words) == expected
