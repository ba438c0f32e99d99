"""Which of several: what cannot be counted safely is not counted."""

from __future__ import annotations

from local_trees import Page


def test_elements_of_different_roles_are_not_counted() -> None:
    page = Page()
    page.add("button", "Delete")
    page.add("link", "Delete")
    assert page.find("the second Delete") is None
    assert "of different kinds" in page.reason("the second Delete")
    alike = Page()
    alike.add("button", "Delete")
    alike.add("button", "Delete")
    assert alike.find("the second Delete") == 2


def test_elements_of_which_some_are_covered_are_not_counted() -> None:
    page = Page()
    page.add("button", "Delete", states=("covered",))
    page.add("button", "Delete")
    page.add("button", "Delete")
    assert page.find("the second Delete button") is None
    assert "some of them are covered" in page.reason("the second Delete button")
