"""A value is read again where it was read, and not where anything leaves a doubt."""

from __future__ import annotations

from typing import Any

import pytest
from exact_trees import node, tree

from askonce.geometry import Box
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.reading_clause import read_clause
from askonce.insight.value_sources import SourceReader
from askonce.screens import Node
from askonce.values import Instruction

Page = list[Node]
COUNT, PHONE, PRICE, TOTAL = (
    "count the contacts",
    "read the phone number of {who}",
    "read the price of {product}",
    "read the total of the basket",
)


def reader(words: str, page: Page, **values: str) -> SourceReader:
    instruction = Instruction.of(words, values)
    clause = read_clause(instruction)
    assert clause
    return SourceReader(ElementEvidence(tree(*page)), instruction, clause)


def read_twice(words: str, value: object, before: Page, after: Page, then: dict[str, str] | None = None) -> Any:
    """What is read on a second page, where `value` was read on a first one; "not kept" if it is not kept at all."""
    given = {"who": "Ann", "product": "Red mug"}
    values = {name: text for name, text in given.items() if f"{{{name}}}" in words}
    sources = reader(words, before, **values).find_sources({"it": value})
    if not sources:
        return "not kept"
    return reader(words, after, **{**values, **(then or {})}).read(sources["it"])


def contacts(counter: str = "", entries: int = 0, *more: Node, heading: str = "Contacts") -> Page:
    found = [node(1, "heading", heading, 0), node(2, "searchbox", "Search contacts", 20, value="")]
    found += [node(3, "text", text=counter, top=40)] if counter else []
    found += [node(4, "list", box=Box(10, 60, 300, 20 * entries))] if entries else []
    found += [node(10 + place, "link", f"Person {place}", 60 + 20 * place, parent=4) for place in range(entries)]
    return [*found, *more]


def person(*pairs: tuple[str, str], name: str = "Ann", beside: bool = True) -> Page:
    """A page with labels, and values beside or below them."""
    found = [node(1, "heading", name, 0)]
    for place, (label, value) in enumerate(pairs):
        top = 30 + 40 * place
        number = 10 + 2 * place
        found.append(node(number, "text", text=label, box=Box(10, top, 80, 18)))
        if value:
            box = Box(100, top, 80, 18) if beside else Box(10, top + 19, 80, 18)
            found.append(node(number + 1, "text", text=value, box=box))
    return found


def card(number: int, name: str, *prices: str) -> Page:
    top = float(number)
    texts = [
        node(number + 2 + place, "text", text=text, top=top + 24, parent=number) for place, text in enumerate(prices)
    ]
    link = node(number + 1, "link", name, top + 2, parent=number)
    return [node(number, "article", name, box=Box(10, top, 300, 60)), link, *texts]


# ---- what is read again


@pytest.mark.parametrize(
    ("words", "value", "before", "after", "then", "read"),
    [
        (COUNT, 2, contacts("2 contacts"), contacts("3 contacts"), {}, 3),
        (COUNT, 2, contacts("2 contacts", 2), contacts("1 contact", 1), {}, 1),
        ("In the Contacts app, count the contacts", 2, contacts("2 contacts"), contacts("0 contacts"), {}, 0),
        ("how many contacts are there", 2, contacts("Contacts: 2"), contacts("Contacts: 4"), {}, 4),
        (COUNT, 3, contacts("", 3), contacts("", 5), {}, 5),
        (PHONE, "+10", person(("Name", "Ann"), ("Phone", "+10")), person(("Name", "Bo"), ("Phone", "+99"), name="Bo"),
         {"who": "Bo"}, "+99"),
        (PHONE, "+10", person(("Phone", "+10"), beside=False), person(("Phone", "+99"), beside=False), {}, "+99"),
        (PRICE, 12.5, card(20, "Red mug", "£12.50") + card(90, "Tea", "£12.50"),
         card(20, "Red mug", "£12.50") + card(90, "Tea", "£4.00"), {"product": "Tea"}, 4.0),
        (TOTAL, 29.8, person(("Total", "£29.80"), name="Your basket"), person(("Total", "£9.00"), name="Your basket"),
         {}, 9.0),
        ("read the size", 5, [node(1, "textbox", "Size", value="5", attributes={"tag": "input"})],
         [node(1, "textbox", "Size", value="7", attributes={"tag": "input"})], {}, 7),
    ],
)  # fmt: skip
def test_a_value_is_read_where_the_page_says_what_it_is(
    words: str, value: object, before: Page, after: Page, then: dict[str, str], read: object
) -> None:
    assert read_twice(words, value, before, after, then) == read


# ---- what is asked again

TWO, PHONED = contacts("2 contacts"), person(("Name", "Ann"), ("Phone", "+10"), ("Entry", "No. 1"))
RED, SUM = card(20, "Red mug", "£12.50"), person(("Total", "£29.80"), name="Your basket")


@pytest.mark.parametrize(
    ("words", "value", "before", "after"),
    [
        (COUNT, 2, TWO, contacts("No contacts")),
        (COUNT, 2, TWO, contacts("1,200 contacts")),
        (COUNT, 2, TWO, contacts("1.2k contacts")),
        (COUNT, 2, TWO, contacts("2 of 9 contacts")),
        (COUNT, 2, TWO, contacts("2+ contacts")),
        (COUNT, 2, TWO, contacts("3 messages")),
        (COUNT, 2, TWO, contacts("3 contacts", heading="Friends")),
        (COUNT, 2, TWO, [*contacts("3 contacts"), node(50, "text", text="5 contacts", top=300)]),
        (COUNT, 2, TWO, [*contacts("3 contacts"), node(50, "text", text="3 contacts", top=300)]),
        (COUNT, 2, TWO, [*contacts("3 contacts"), node(50, "button", "Show hidden contacts", top=300)]),
        (COUNT, 2, TWO, [*contacts(), node(3, "text", text="3 contacts", top=40, states=["covered"])]),
        (COUNT, 2, TWO, [*contacts(), node(3, "text", text="3 contacts", top=40, attributes={"ticks": "yes"})]),
        (COUNT, 3, contacts("", 3), contacts("", 1)),
        (COUNT, 3, contacts("", 3), contacts("", 0)),
        (COUNT, 3, contacts("", 3), [*contacts("", 3), node(50, "text", text="and 4 more", top=90, parent=4)]),
        (COUNT, 3, contacts("", 3), contacts("", 3, node(50, "link", "7 more", top=130, parent=4))),
        (COUNT, 3, contacts("", 3), contacts("", 3, node(50, "button", "Load more", top=200))),
        (COUNT, 3, contacts("", 3), contacts("", 3, node(60, "list"), node(61, "link", "Bo", 300, parent=60))),
        (PHONE, "+10", PHONED, person(("Name", "Ann"), ("Phone", ""), ("Entry", "No. 1"))),
        (PHONE, "+10", PHONED, person(("Name", "Ann"), ("Phone", "none"), ("Entry", "No. 1"))),
        (PHONE, "+10", PHONED, person(("Name", "Ann"), ("Phone", "—"), ("Entry", "No. 1"))),
        (PHONE, "+10", PHONED, person(("Name", "Ann"), ("Phone", "+10"), ("Phone", "+11"), ("Entry", "No. 1"))),
        (PHONE, "+10", PHONED, person(("Name", "Ann"), ("Phone", "+10"), ("Entry", "No. 1"), ("Old phone", "+1"))),
        (PHONE, "+10", PHONED, person(("Name", "Bo"), ("Phone", "+10"), ("Entry", "No. 1"), name="Bo")),
        (PRICE, 12.5, RED, card(20, "Red mug", "€12.50")),
        (PRICE, 12.5, RED, card(20, "Red mug", "£12.50", "£9.00")),
        (PRICE, 12.5, RED, card(20, "Red mug", "£12.50 each")),
        (PRICE, 12.5, RED, card(20, "Red mug", "from £12.50")),
        (PRICE, 12.5, RED, card(20, "Red mug", "-£12.50")),
        (PRICE, 12.5, RED, card(20, "Red mug XL", "£12.50")),
        (PRICE, 12.5, RED, card(20, "Red mug", "£12.50") + card(90, "Red mug", "£11.00")),
        (TOTAL, 29.8, SUM, person(("Total", "£1.234"), name="Your basket")),
        (TOTAL, 29.8, SUM, person(("Total", "£29,80"), name="Your basket")),
        (TOTAL, 29.8, SUM, person(("Total", "29.80 km"), name="Your basket")),
        (TOTAL, 29.8, SUM, person(("Total", "£29.80"), ("Total with post", "£31.00"), name="Your basket")),
    ],
)  # fmt: skip
def test_a_value_that_may_be_another_one_is_not_read_again(
    words: str, value: object, before: Page, after: Page
) -> None:
    assert read_twice(words, value, before, before) == value
    assert read_twice(words, value, before, after) is None


@pytest.mark.parametrize(
    ("words", "value", "page"),
    [
        ("count the contacts in the photo", 2, TWO),
        ("count the open contacts", 2, TWO),
        ("count the friends", 2, TWO),
        ("count the contacts", 3, TWO),
        ("count the contacts", "2", TWO),
        ("count the contacts", True, contacts("1 contact")),
        ("count the contacts", None, TWO),
        ("count the contacts", [1, 2], TWO),
        ("count the contacts", 1, contacts("", 1)),
        ("read the number of the last contact", 2, TWO),
        ("read the phone number of {who}", "+10", person(("Phone", "+10"), name="Somebody")),
        ("read the phone number of {who}", "10", person(("Phone", "+10"))),
        ("read the old phone number", "+10", person(("Phone", "+10"))),
        ("read the price of {product}", 12.5, card(20, "Tea", "£12.50")),
        ("read the price of {product}", 12.5, card(20, "Red mug", "£12.50", "£12.50")),
        ("read the price", 12.5, [node(1, "text", text="12.50")]),
        ("read the total of the basket", 29.8, person(("Total", "£29.80"), name="Wish list")),
    ],
)
def test_a_value_is_kept_only_where_the_page_says_all_that_the_step_says(words: str, value: object, page: Page) -> None:
    assert read_twice(words, value, page, page) == "not kept"


def test_what_is_entered_and_chosen_is_told_apart_from_rows_and_passwords() -> None:
    page = [
        node(1, "searchbox", "Search", value="Ann"),
        node(2, "tab", "All", states=["selected"]),
        node(3, "textbox", "Password", value="x", states=["password"]),
        *card(20, "Tea"),
        node(40, "checkbox", "Tea", states=["checked"], parent=20),
    ]
    assert reader("read the phone of {who}", page, who="Ann").controls == (
        'searchbox "Search": "{who}"',
        'tab "All": selected',
    )


@pytest.mark.parametrize(
    ("words", "is_alone"),
    [
        ("count the contacts", True),
        ("In the Contacts app, count the contacts", True),
        ("add {who} and count the contacts", False),
        ("Open the basket, then read the total", False),
    ],
)
def test_a_step_that_also_does_something_is_known(words: str, is_alone: bool) -> None:
    clause = read_clause(Instruction(words))
    assert clause
    assert clause.is_alone is is_alone


@pytest.mark.parametrize(
    "words",
    [
        "press Save",
        "open the basket",
        "count",
        "type {who} into the field",
        "count the contacts up to B",
        "count the contacts with a photo",
        "count the contacts on this page",
        "count the contacts, not the groups",
        "count the contacts I am in",
    ],
)
def test_a_step_that_reads_nothing_or_chooses_by_small_words_has_no_such_clause(words: str) -> None:
    assert read_clause(Instruction(words)) is None
