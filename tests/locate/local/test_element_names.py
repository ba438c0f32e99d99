"""Finding by name and kind."""

from __future__ import annotations

import pytest
from local_trees import Page, people


@pytest.fixture
def form() -> Page:
    page = Page()
    page.add("heading", "Sign in")
    page.add("textbox", "Email", attributes={"placeholder": "you@example.org"})
    page.add("textbox", "Password", states=("password",))
    page.add("checkbox", "Gift wrap")
    page.add("combobox", "Country", value="France")
    page.add("button", "Sign in")
    page.add("link", "Terms of use")
    page.add("tab", "Settings")
    page.add("searchbox", "Search the shop")
    page.add("link", "Basket, 2 items", text="Basket 2")
    return page


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("the Sign in button", 6),
        ("button Sign in", 6),
        ("SIGN IN BUTTON", 6),
        ("Sign in", 6),
        ("signin button", 6),
        ("the button labelled 'Sign in'", 6),
        ("the button with the text “Sign in”", 6),
        ("«Sign in»", 6),
        ("`Sign in`", 6),
        ("the Sign in heading", 1),
        ("Email field", 2),
        ("the e-mail input", 2),
        ("email address", 2),
        ("your email", 2),
        ("the field for Email", 2),
        ("you@example.org", 2),
        ("password", 3),
        ("the password field", 3),
        ("checkbox Gift wrap", 4),
        ("gift-wrap tick box", 4),
        ("the dropdown Country", 5),
        ("country drop-down", 5),
        ("the France dropdown", 5),
        ("Terms of use", 7),
        ("the link 'Terms of use'", 7),
        ("the Settings tab", 8),
        ("search box", 9),
        ("Basket", 10),
        ("the basket link", 10),
        ("Basket 2", 10),
    ],
)
def test_descriptions_as_people_write_them_are_understood(form: Page, prompt: str, number: int) -> None:
    assert form.find(prompt) == number, prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "…",
        "the red button",
        "the old Sign in button",
        "Sign",
        "Sign up",
        "Sgin in button",
        "the Terms",
        "Basket 3",
        "'Basket'",
        "not the Sign in button",
        "any button except Sign in",
        "the button that is not 'Sign in'",
        "the Country field next to nothing",
        "Sign in button in the dialog",
        "the France field",
        "Sign in item",
        "the logo",
        "the element",
    ],
)
def test_whatever_is_not_fully_explained_is_passed_on(form: Page, prompt: str) -> None:
    assert form.find(prompt) is None


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Next", "Previous"), ("Save", "Delete"), ("Add", "Remove"), ("Open", "Close"), ("Scroll up", "Scroll down"),
        ("Turn on", "Turn off"), ("Accept all", "Decline all"), ("Select all", "Select none"), ("Log in", "Log out"),
        ("Subscribe", "Unsubscribe"), ("Save as draft", "Save"), ("New password", "Password"),
    ],
)  # fmt: skip
def test_opposites_and_halves_of_names_are_never_taken_for_each_other(there: str, asked: str) -> None:
    page = Page()
    page.add("button", there)
    assert page.find(there)
    assert page.find(asked) is None
    assert page.find(f"the {asked} button") is None


def test_a_negation_that_is_part_of_a_name_is_found_by_it() -> None:
    page = Page()
    page.add("checkbox", "Do not show again")
    assert page.find("the 'Do not show again' checkbox") == 1
    assert page.find("do not show again") == 1
    assert "'not'" in page.reason("not the 'Do not show again' checkbox")


def test_a_kind_decides_between_elements_of_one_name() -> None:
    page = Page()
    page.add("searchbox", "Search")
    page.add("button", "Search")
    assert page.find("the Search button") == 2
    assert page.find("search field") == 1
    assert "2 elements fit: searchbox 'Search'; button 'Search'" in page.reason("Search")


def test_a_link_that_looks_like_a_button_may_be_called_one_but_a_field_may_not() -> None:
    page = Page()
    page.add("link", "Check out")
    page.add("textbox", "Coupon")
    assert page.find("the Checkout button") == 1
    assert page.find("the Coupon button") is None


def test_a_verb_with_its_object_is_not_a_name_with_a_kind() -> None:
    page = Page()
    page.add("button", "Add")
    assert page.find("Add link") is None
    assert page.find("the Add link") == 1


def test_a_better_name_of_a_doubtful_kind_is_a_tie() -> None:
    page = Page()
    page.add("link", "Basket")
    page.add("button", "Basket (2)")
    assert page.find("Basket button") is None


def test_something_to_use_goes_before_something_to_read() -> None:
    page = Page()
    page.add("heading", "Billing")
    page.add("link", "Billing")
    page.add("text", "Thank you")
    page.add("group", "Options")
    assert page.find("Billing") == 2
    assert page.find("Thank you") == 3
    assert page.find("Options") is None


def test_a_text_that_is_also_part_of_something_to_use_is_passed_on() -> None:
    page = Page()
    page.add("heading", "Lunch on Friday")
    page.add("clickable", "Ada Smith 10:42 Lunch on Friday")
    assert page.find("Lunch on Friday") is None
    assert page.find("the heading 'Lunch on Friday'") == 1


def test_a_name_that_a_list_cut_short_is_found_by_its_start() -> None:
    page = Page()
    page.add("link", "Mug with a very long name that nobody thought of")
    page.add("link", "Mug with a handle")
    page.add("button", "Delete account…")
    assert page.find("the link 'Mug with a very long…'") == 1
    assert page.find("Mug with a very long name that...") == 1
    assert page.find("Mug with a very long") is None
    assert page.find("'Mug with a…'") is None
    assert page.find("Delete account") == 3


def test_a_text_beside_a_nameless_field_is_its_label() -> None:
    page = Page()
    page.add("text", "User name", at=(10, 10), size=(80, 20))
    page.add("textbox", at=(100, 10))
    page.add("text", "Remarks", at=(10, 40), size=(80, 20))
    page.add("textbox", at=(10, 62), size=(300, 60))
    page.add("checkbox", at=(10, 140), size=(16, 16))
    page.add("text", "I agree", at=(30, 140))
    assert page.find("the user name field") == 2
    assert page.find("Remarks") == 4
    assert page.find("I agree checkbox") == 5


def test_a_text_between_two_fields_is_the_label_of_neither() -> None:
    page = Page()
    page.add("checkbox", at=(10, 10), size=(16, 16))
    page.add("text", "Yes", at=(36, 10), size=(20, 16))
    page.add("textbox", at=(66, 10), size=(80, 16))
    assert page.find("Yes checkbox") is None
    assert page.find("Yes field") is None


def test_the_password_field_is_not_the_one_that_asks_for_it_again() -> None:
    page = Page()
    page.add("textbox", "Confirm password", states=("password",))
    assert page.find("the password field") is None
    page = Page()
    page.add("textbox", "Password for Bob", states=("password",))
    assert page.find("the password field") == 1


def test_test_ids_titles_and_signs_are_names_of_last_resort() -> None:
    page = Page()
    page.add("button", attributes={"data-testid": "add-to-cart"})
    page.add("button", "×")
    page.add("clickable", "x")
    page.add("button", "Filters", attributes={"title": "Narrow the list"})
    page.add("button", "trash", attributes={"icon": "trash"})
    assert page.find("add to cart button") == 1
    assert page.find("the close icon") == 2
    assert page.find("Narrow the list") == 4
    assert page.find("trash icon") == 5
    page.add("button", "Close")
    assert page.find("the close icon") == 6


def test_other_scripts_and_signs_are_found_as_they_are_written() -> None:
    page = Page()
    for name in ("登录", "تسجيل الدخول", "Öffnen", "🛒", "İptal", "Straße", "C++", "C"):
        page.add("button", name)
    for number, prompt in enumerate(("登录", "تسجيل الدخول", "öffnen", "🛒", "İptal", "STRASSE", "C++", "C"), 1):
        assert page.find(f"'{prompt}'") == number, prompt
        assert page.find(f"the {prompt} button") == number, prompt
    assert page.find("Offnen") == 3


def test_characters_that_nobody_sees_make_no_difference() -> None:
    page = Page()
    page.add("button", "Weiter\u00adlesen\u200b")
    page.add("button", "Don’t\u00a0save")
    assert page.find("Weiterlesen") == 1
    assert page.find("the 'Don't save' button") == 2


def test_numbers_are_never_rounded_to_each_other() -> None:
    page = Page()
    for name in ("1", "-1", "10", "1.5"):
        page.add("button", name)
    page.add("textbox", "3 + 5 =")
    page.add("link", "Inbox 7")
    assert [page.find(name) for name in ("1", "-1", "10", "1.5", "15", "3", "7")] == [1, 2, 3, 4, None, None, None]


def test_two_links_of_one_name_to_one_place_are_the_same_to_everybody() -> None:
    page = Page()
    page.add("link", "Red mug", attributes={"href": "/mugs/1"})
    page.add("link", "Red mug", attributes={"href": "/mugs/1"})
    page.add("link", "More", attributes={"href": "#"})
    page.add("link", "More", attributes={"href": "#"})
    assert page.find("Red mug") == 1
    assert page.find("More") is None


def test_of_two_elements_in_one_another_the_one_under_the_finger_is_meant() -> None:
    page = Page()
    outer = page.add("treeitem", "Sent", at=(10, 10), size=(100, 20))
    page.add("button", "Sent", inside=outer, at=(20, 10), size=(90, 20))
    folder = page.add("treeitem", "Inbox", at=(10, 100), size=(100, 100))
    page.add("treeitem", "Inbox", inside=folder, at=(20, 180), size=(80, 20))
    assert page.find("Sent") == 2
    assert page.find("Inbox") is None


def test_the_namesake_in_a_dialog_that_covers_the_page_is_meant() -> None:
    page = people("Ada")
    dialog = page.add("dialog", "Really?")
    page.add("button", "Delete", inside=dialog)
    assert page.find("the Delete button") is None
    covered = Page()
    covered.add("button", "Delete", states=("covered",))
    dialog = covered.add("dialog", "Really?")
    covered.add("button", "Delete", inside=dialog)
    assert covered.find("the Delete button") == 3


def test_the_namesake_on_a_layer_that_came_unasked_is_not_taken() -> None:
    page = Page()
    page.add("link", "Settings", states=("covered",))
    overlay = page.add("overlay", "We value your privacy")
    page.add("button", "Settings", inside=overlay)
    assert "link 'Settings', covered" in page.reason("Settings")


def test_covered_and_disabled_elements_are_still_found() -> None:
    page = Page()
    page.add("button", "Save", states=("covered",))
    page.add("button", "Send", states=("disabled",))
    assert page.find("Save") == 1
    assert page.find("the disabled button") == 2
    assert page.find("the disabled Save button") is None


def test_a_tie_names_the_candidates_and_where_they_are() -> None:
    reason = people("Ada Smith", "Bob Jones", "Cleo Weber", "Dan Rossi", "Eve Kim").reason("Delete")
    assert reason.startswith("5 elements fit: button 'Delete' in row 'Ada Smith'; button 'Delete' in row 'Bob Jones'")
    assert reason.endswith("and 1 more")


def test_a_sign_that_is_quoted_is_the_icon_that_shows_it() -> None:
    page = Page()
    page.add("button", "close", attributes={"icon": "seen 80%"})
    page.add("button", "add", attributes={"icon": "seen 80%"})
    page.add("button", "Cancel")
    assert page.find('the button labelled "x"') == 1
    assert page.find('the "+" button') == 2
    assert page.find('the "close" button') is None, "nothing there says that word"
    page.add("button", "x")
    assert page.find('the button labelled "x"') == 4
