"""What comes close to what was looked for."""

from __future__ import annotations

import pytest
from local_trees import Page

from askonce.locate.similar_elements import Candidate, similar_elements, suggestion
from askonce.values import Mask, Secret


def shop() -> Page:
    page = Page()
    page.add("button", "Save")
    page.add("button", "Delete all", states=("disabled",))
    page.add("link", "Settings")
    page.add("textbox", "First name")
    page.add("button", "Publish", states=("covered",), attributes={"covered by": "a banner"})
    page.add("button", "Imprint", states=("offscreen",))
    page.add("textbox", "", attributes={"placeholder": "Search orders"})
    return page


@pytest.mark.parametrize(
    ("words", "close"),
    [
        ("Sav", ('the button "Save"',)),
        ("the svae button", ('the button "Save"',)),
        ("the Save file button", ('the button "Save"',)),
        ("Delete everything", ('the button "Delete all", which is disabled',)),
        ("the first nam field", ('the textbox "First name"',)),
        ("the Settings field", ('the link "Settings", which is not a field',)),
        ("Publsh", ('the button "Publish", which is covered by a banner',)),
        ("the Imprnt button", ('the button "Imprint", which is out of view',)),
        ("Serch orders", ('the textbox "Search orders"',)),
        ("the purple teapot", ()),
        ("", ()),
    ],
)
def test_names_that_are_nearly_so_are_named_with_what_keeps_them_from_it(words: str, close: tuple[str, ...]) -> None:
    assert similar_elements(words, shop().tree) == close


def test_what_cannot_be_seen_counts_unless_something_of_that_name_can() -> None:
    hidden = [Candidate("button", "Archive", "is hidden"), Candidate("button", "Save", "is hidden")]

    assert similar_elements("Archive", shop().tree, hidden) == ('the button "Archive", which is hidden',)
    assert similar_elements("Sav", shop().tree, hidden) == ('the button "Save"',)
    assert similar_elements("Archive", None, hidden) == ('the button "Archive", which is hidden',)


def test_at_most_three_are_named_the_closest_first() -> None:
    page = Page()
    for name in ("Edit user 12", "Edit user 13", "Edit user 14", "Edit user 15", "Edit users"):
        page.add("button", name)

    found = similar_elements("Edit user", page.tree)

    assert len(found) == 3
    assert found[0] == 'the button "Edit users"'
    assert suggestion(found).startswith('did you mean the button "Edit users", the button "Edit user 1')
    assert suggestion(()) == ""


def test_no_secret_is_named() -> None:
    mask = Mask()
    mask.learn({"code": Secret("sesame-street")})
    page = Page()
    page.add("button", "Copy sesame-street")
    page.add("textbox", "Copy password", value="x", states=("password",))

    assert similar_elements("Copy", page.tree.masked(mask)) == ('the button "Copy {code}"',)


ROLES = (
    "button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem "
    "menuitemcheckbox menuitemradio option treeitem clickable draggable heading img cell gridcell columnheader "
    "rowheader alert status log progressbar meter separator scrollbar tooltip note math timer text region group "
    "tabpanel form search radiogroup complementary article list table toolbar navigation overlay dialog alertdialog "
    "banner contentinfo menu menubar tree grid treegrid figure row listitem iframe canvas video audio"
)


@pytest.mark.parametrize("role", ROLES.split())
def test_what_is_suggested_finds_the_element_when_it_is_typed(role: str) -> None:
    page = Page()
    page.add("text", "Welcome")
    number = page.add(role, "Products")
    page.add("button", "Other")

    (words,) = similar_elements("Prodcts", page.tree)

    assert page.find(words) == number, words


@pytest.mark.parametrize("role", ["main", "tablist", "feed", "rowgroup", "application", "document"])
def test_what_no_description_means_is_not_suggested(role: str) -> None:
    page = Page()
    page.add(role, "Products")

    assert similar_elements("Prodcts", page.tree) == ()
