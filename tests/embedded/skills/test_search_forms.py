"""Searching in the only field for it."""

from __future__ import annotations

from skill_decisions import decided, node, steps_of


def test_a_search_with_one_field_for_it_is_typed_and_sent() -> None:
    page = (node(1, "searchbox", "Search"), node(2, "textbox", "Name"))
    assert steps_of(decided("search for red shoes", *page)) == ["Type 1 red shoes True"]
