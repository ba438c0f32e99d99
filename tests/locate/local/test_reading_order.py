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


def test_what_is_only_seen_is_counted_only_where_it_is_a_drawn_field_and_nothing_else_may_be_one() -> None:
    def counted(*others: tuple[str, dict[str, str]], **marks: str) -> int | None:
        page = Page()
        for role, more in (("textbox", marks), ("textbox", marks), *others):
            page.add(role, "", attributes={"seen": "99%", **more})
        return page.find("the second textbox")

    assert counted(drawn="yes") == 2
    assert counted() is None
    assert counted(("button", {}), drawn="yes") == 2
    assert counted(("button", {"doubtful": "yes"}), drawn="yes") is None
    assert counted(("combobox", {"drawn": "yes"}), drawn="yes") is None
    links = Page()
    for _ in range(3):
        links.add("link", "More", attributes={"seen": "99%"})
    assert links.find("the second link") is None
    assert "only seen" in links.reason("the second link")
