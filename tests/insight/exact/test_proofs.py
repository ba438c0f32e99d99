"""Verdicts that elements prove, with the reason for each."""

from __future__ import annotations

import pytest
from exact_trees import node, tree, verdict

from askonce.insight.exact import judge

SAVE = node(1, "button", "Save")
PAY = node(2, "button", "Pay", 40, states=["disabled"])


def test_the_reason_of_a_refuted_statement_names_only_what_is_not_true() -> None:
    judged = judge("the 'Save' button is enabled and the 'Pay' button is enabled", tree(SAVE, PAY))
    assert judged
    assert not judged.holds
    assert "Pay" in judged.reason
    assert "Save" not in judged.reason


@pytest.mark.parametrize("verb", ["has", "shows", "contains"])
def test_a_page_that_is_said_to_have_none_must_not_have_one(verb: str) -> None:
    assert verdict(f"the page {verb} no button 'Save'", SAVE) is False
    assert verdict(f"the page {verb} no button 'Send'", SAVE) is True
    assert verdict(f"the page {verb} a button 'Save'", SAVE) is True


def test_a_second_state_is_of_the_same_element() -> None:
    focused = node(3, "button", "Go", 70, states=["focused"])
    assert verdict("the 'Go' button is enabled and focused", focused) is True
    assert verdict("the 'Go' button is disabled and focused", focused) is False
    assert verdict("the 'Save' button is enabled and focused", SAVE) is False


@pytest.mark.parametrize(
    ("wanted", "holds"), [("/orders/1", True), ("shop.example/orders/1", None), ("orders/1", None), ("/basket", False)]
)
def test_an_address_is_the_whole_or_a_path_from_its_slash_on(wanted: str, holds: bool | None) -> None:
    assert verdict(f"the URL is '{wanted}'", SAVE, address="https://shop.example/orders/1") is holds


def test_an_address_without_a_host_is_not_its_last_part() -> None:
    assert verdict("the URL is 'blank'", SAVE, address="about:blank") is None
