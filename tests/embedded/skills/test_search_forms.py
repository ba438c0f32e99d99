"""Searching in the only field for it."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of


def test_a_search_with_one_field_for_it_is_typed_and_sent() -> None:
    page = (node(1, "searchbox", "Search"), node(2, "textbox", "Name"))
    assert steps_of(decided("search for red shoes", *page)) == ["Type 1 red shoes True"]


@pytest.mark.parametrize("name", ["", "Find a product", "Type to filter"])
def test_the_only_field_searches_if_it_has_no_name_or_one_that_says_so(name: str) -> None:
    assert steps_of(decided("search for mugs", node(1, "textbox", name))) == ["Type 1 mugs True"]


@pytest.mark.parametrize("name", ["Amount", "Newsletter email", "Write a comment", "How did you find us"])
def test_nothing_is_searched_in_the_only_field_if_it_is_for_something_else(name: str) -> None:
    for field in (node(1, "textbox", name), node(1, "textbox", "", attributes={"placeholder": name})):
        decision = decided("search for 500", field)
        assert not decision.actions
        assert "no single field to search in" in decision.declined


def test_of_several_searches_the_one_is_meant_that_says_what_it_searches() -> None:
    page = (node(1, "searchbox", "Search"), node(2, "button", "Search"), node(3, "textbox", "Search orders"))
    assert steps_of(decided("search orders for mug", *page)) == ["Type 3 mug True"]
    assert not decided("search users for mug", *page).actions
    assert not decided("search orders for mug", *page, node(4, "textbox", "Search in orders")).actions
