"""The local finder on screens: a fake one, one that knows no elements, and real pages."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from askonce.actions import Found, Target
from askonce.geometry import Box, Point
from askonce.locate import NotAsked, Passed
from askonce.locate.local import LocalFinder, Match, match
from askonce.screens import Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.screens.screen_protocol import Screen
from askonce.screens.web.page_tree import read_tree
from askonce.values import Mask

PAGES = Path(__file__).parents[2] / "pages"
SEARCHED = (
    "shop_grid",
    "settings_form",
    "mail_client",
    "cookie_overlay",
    "date_picker",
    "people_table",
    "right_to_left",
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def trees(chromium: Browser) -> dict[str, Tree]:
    """The trees of real pages, read once."""
    opened = await chromium.new_page(viewport={"width": 1280, "height": 720})
    found: dict[str, Tree] = {}
    for name in SEARCHED:
        await opened.goto((PAGES / f"{name}.html").as_uri())
        found[name] = await read_tree(opened)
    await opened.close()
    return found


def eyes_on(screen: Screen) -> Eyes:
    return Eyes(screen, Mask())


async def test_an_element_is_found_with_its_box_and_its_node() -> None:
    screen = FakeScreen([Field("Email", Box(20, 20, 300, 30)), Button("Sign in", Box(20, 60, 120, 30))])
    found = await LocalFinder().find(Target(prompt="the sign-in button"), eyes_on(screen))
    assert isinstance(found, Found)
    assert (found.finder, found.box, found.touch) == ("local", Box(20, 60, 120, 30), Point(80, 75))
    assert found.node
    assert found.node.name == "Sign in"


async def test_what_is_not_there_is_passed_on_with_the_reason() -> None:
    screen = FakeScreen([Button("Sign in", Box(20, 60, 120, 30))])
    passed = await LocalFinder().find(Target(prompt="the Sign up button"), eyes_on(screen))
    assert isinstance(passed, Passed)
    assert "'the Sign up button'" in passed.reason


async def test_a_target_without_words_is_passed_on() -> None:
    silent = await LocalFinder().find(Target(element=3), eyes_on(FakeScreen()))
    assert silent == NotAsked("the target has no description")


@pytest.mark.parametrize(
    ("page", "prompt", "role", "name"),
    [
        ("shop_grid", "the search box", "searchbox", "Search the shop"),
        ("shop_grid", "Next", "button", "Next"),
        ("shop_grid", "the Basket link", "link", "Basket, 2 items"),
        ("shop_grid", "first product", "link", "Red mug"),
        ("settings_form", "the Country dropdown", "combobox", "Country"),
        ("settings_form", "Daily in Newsletter", "radio", "Daily"),
        ("settings_form", "dark mode toggle", "checkbox", "Dark mode"),
        ("mail_client", "Inbox", "treeitem", "Inbox 3"),
        ("mail_client", "the Reply button in the toolbar", "button", "Reply"),
        ("cookie_overlay", "Accept all in the overlay", "button", "Accept all"),
        ("date_picker", "the second 24", "clickable", "24"),
        ("people_table", "Select all people", "checkbox", "Select all people"),
        ("right_to_left", "the button إزالة of كوب أحمر", "button", "إزالة"),
        ("people_table", "Delete", "", ""),
        ("people_table", "the last Delete button", "", ""),
        ("settings_form", "password", "", ""),
        ("settings_form", "Save", "", ""),
        ("cookie_overlay", "Decline all", "", ""),
        ("mail_client", "Lunch on Friday?", "", ""),
    ],
)
async def test_real_pages_are_searched(
    trees: dict[str, Tree], chromium: Browser, page: str, prompt: str, role: str, name: str
) -> None:
    answer = match(prompt, trees[page])
    found = (answer.node.role, answer.node.name) if isinstance(answer, Match) else ("", "")
    assert found == (role, name), answer


async def test_each_row_of_a_real_table_has_its_own_button(trees: dict[str, Tree], chromium: Browser) -> None:
    tree = trees["people_table"]
    rows = {
        node.box.top: node.name for node in tree if node.role == "cell" and " " in node.name and "May" not in node.name
    }
    assert len(rows) > 8
    for top, name in rows.items():
        answer = match(f"Delete in the row of {name}", tree)
        assert isinstance(answer, Match), name
        assert top <= answer.node.box.top < top + 31
