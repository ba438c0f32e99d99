"""A page is read again where it may have changed, and only there."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser, CDPSession, Page

from askonce.screens import Tree
from askonce.screens.web import page_tree
from askonce.screens.web.page_tree import read_tree
from askonce.screens.web.tree_walk import Walkers

MUTABLE = Path(__file__).parents[2] / "rigs" / "mutable.html"
"""A page with everything on it that can change without a trace, and functions that change it."""


@pytest.fixture(autouse=True)
def no_page_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_tree, "FEW", 0)
    monkeypatch.setattr(page_tree, "MANY", 0)


async def open_mutable(chromium: Browser) -> tuple[Page, CDPSession]:
    context = await chromium.new_context(viewport={"width": 800, "height": 900})
    page = await context.new_page()
    await page.set_content(MUTABLE.read_text("utf-8"))
    return page, await context.new_cdp_session(page)


async def mutations(page: Page) -> list[str]:
    """The names of the changes that the page can make to itself."""
    return await page.evaluate("Object.keys(mutations)")


async def mutate(page: Page, name: str, seed: int) -> None:
    await page.evaluate("([name, seed]) => mutate(name, seed)", [name, seed * 7919 + 1])


def told(tree: Tree) -> Tree:
    """What a tree says of the page, without whether it moves just now."""
    return replace(tree, still=False)


async def read_afresh(page: Page, **kind: bool) -> Tree:
    """A reading that knows nothing of those before, but gives the same numbers."""
    memory = page_tree._memory_of[page]
    page_tree._memory_of[page] = replace(memory, walkers=Walkers(), nodes={}, readings={})
    try:
        return await read_tree(page, **kind)
    finally:
        page_tree._memory_of[page] = memory


async def check_equality(page: Page, session: CDPSession, after: object, **kind: bool) -> None:
    again = await read_tree(page, session, **kind)
    assert told(again) == told(await read_afresh(page, **kind)), after


@pytest.mark.parametrize("kind", [{}, {"whole": True}, {"proof": True}], ids=["view", "whole", "proof"])
async def test_an_unchanged_page_is_not_read_again(chromium: Browser, kind: dict[str, bool]) -> None:
    page, session = await open_mutable(chromium)
    first = await read_tree(page, session, **kind)
    assert (await read_tree(page, session, **kind)).nodes is first.nodes
    assert (await read_afresh(page, **kind)).nodes is not first.nodes
    await page.context.close()


async def test_a_small_page_is_asked_about_once_it_was_the_same_twice(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_tree, "FEW", 300)
    monkeypatch.setattr(page_tree, "MANY", 1000)
    page, session = await open_mutable(chromium)
    looks = [(await read_tree(page, session)).nodes for _ in range(4)]
    assert [looks[2] is look for look in looks] == [False, False, True, True]
    assert looks[0] == looks[1] == looks[2]
    await page.context.close()


async def test_elements_that_have_not_changed_are_the_same_objects(chromium: Browser) -> None:
    page, session = await open_mutable(chromium)
    first = {node.number: node for node in await read_tree(page, session)}
    await page.evaluate("document.getElementById('name').value = 'Ada'")
    again = await read_tree(page, session)
    assert [node.name for node in again if first.get(node.number) is not node] == ["Name"]
    await page.context.close()


async def test_each_change_is_seen(chromium: Browser) -> None:
    page, session = await open_mutable(chromium)
    await read_tree(page, session)
    for seed, name in enumerate(await mutations(page)):
        await mutate(page, name, seed)
        await check_equality(page, session, name)
    await page.context.close()


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(25, 400, 25))])
async def test_random_changes_leave_no_stale_element(chromium: Browser, first: int) -> None:
    page, session = await open_mutable(chromium)
    for example in range(first, first + 25):
        rng, done = random.Random(example), list[str]()
        if example % 10 == 0:
            await page.context.close()
            page, session = await open_mutable(chromium)
        kind: dict[str, bool] = rng.choice([{}, {}, {"whole": True}, {"proof": True}])
        await read_tree(page, session, **kind)
        for _ in range(rng.randint(1, 3)):
            done.append(rng.choice(await mutations(page)))
            await mutate(page, done[-1], rng.randint(0, 1000))
        await check_equality(page, session, (example, kind, done), **kind)
    await page.context.close()


async def test_what_the_browser_does_by_itself_is_seen(chromium: Browser) -> None:
    page, session = await open_mutable(chromium)
    await read_tree(page, session)
    await page.mouse.move(30, 30)
    await check_equality(page, session, "hover")
    await page.keyboard.press("Tab")
    await check_equality(page, session, "focus by keyboard")
    await page.set_viewport_size({"width": 600, "height": 700})
    await check_equality(page, session, "resize")
    await page.emulate_media(color_scheme="dark")
    await check_equality(page, session, "media")
    await page.locator("#box").hover()
    await page.mouse.wheel(0, 100)
    await page.wait_for_function("box.scrollTop > 0")
    await check_equality(page, session, "wheel")
    await page.context.close()
