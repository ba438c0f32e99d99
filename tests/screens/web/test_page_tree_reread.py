"""A page is read again where it may have changed, and only there."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, CDPSession, Frame, Page

from askonce.screens import Tree
from askonce.screens.web import page_tree
from askonce.screens.web.frame_looks import Errand
from askonce.screens.web.page_tree import read_tree
from askonce.screens.web.tree_walk import FrameDocument, Walkers

RIGS = Path(__file__).parents[2] / "rigs"
MUTABLE = (RIGS / "mutable.html").read_text("utf-8")
"""A page with everything on it that can change without a trace, and functions that change it."""
ROWS = (RIGS / "rows.html").read_text("utf-8")
"""A page of many parts, in which most changes touch one of them."""


class PartCounter(Walkers):
    """Walks frames and notes how many elements were read again: None where it was all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[int | None] = []

    async def walk(self, frame: Frame, argument: dict[str, Any]) -> FrameDocument:
        document = await super().walk(frame, argument)
        changes = document.changes
        self.read.append(None if changes is None else sum(len(change.come) for change in changes))
        return document


@pytest.fixture(autouse=True)
def no_page_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_tree, "FEW", 0)
    monkeypatch.setattr(page_tree, "MANY", 0)


async def open_mutable(chromium: Browser, rig: str = MUTABLE) -> tuple[Page, CDPSession]:
    context = await chromium.new_context(viewport={"width": 800, "height": 900})
    page = await context.new_page()
    await page.set_content(rig)
    return page, await context.new_cdp_session(page)


async def open_rows(chromium: Browser) -> tuple[Page, CDPSession, PartCounter]:
    page, session = await open_mutable(chromium, ROWS)
    counter = PartCounter()
    page_tree._memory_of[page] = page_tree._Memory(walkers=counter)
    await read_tree(page, session)
    return page, session, counter


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
    page_tree._memory_of[page] = replace(memory, walkers=Walkers(), nodes={}, readings={}, layouts={})
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


@pytest.mark.parametrize("kind", [{}, {"whole": True}], ids=["view", "whole"])
async def test_a_small_page_that_will_be_looked_at_again_is_asked_about_once(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, kind: dict[str, bool]
) -> None:
    monkeypatch.setattr(page_tree, "FEW", 300)
    monkeypatch.setattr(page_tree, "MANY", 1000)
    page, session = await open_mutable(chromium)
    await read_tree(page, session, **kind)  # brings it up to date
    first = await read_tree(page, session, again=True, **kind)
    looks = [(await read_tree(page, session, **kind)).nodes for _ in range(2)]
    assert [first.nodes is look for look in looks] == [True, False]
    await page.context.close()


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.long)], ids=["every fifth", "all"])
async def test_each_change_is_seen_where_a_small_page_was_to_be_looked_at_again(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, each: int
) -> None:
    """Once it is asked, it tells of changes as any other page does."""
    monkeypatch.setattr(page_tree, "FEW", 300)
    monkeypatch.setattr(page_tree, "MANY", 1000)
    page, session = await open_mutable(chromium)
    for seed, name in list(enumerate(await mutations(page)))[::each]:
        page_tree._memory_of.setdefault(page, page_tree._Memory()).is_lasting.clear()  # it counts as small
        await read_tree(page, session, again=True)
        await mutate(page, name, seed)
        await check_equality(page, session, name)
    await page.context.close()


async def test_a_page_of_few_elements_is_read_without_being_asked_for_anything_before(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[Page] = []
    prepare = Errand.prepare

    async def note(self: Errand, page: Page) -> None:
        prepared.append(page)
        await prepare(self, page)

    monkeypatch.setattr(Errand, "prepare", note)
    monkeypatch.setattr(page_tree, "MANY", 1000)
    small, session = await open_mutable(chromium)
    await read_tree(small, session)
    assert prepared == []
    await small.context.close()
    monkeypatch.setattr(page_tree, "MANY", 0)
    large, session = await open_mutable(chromium)
    assert await read_tree(large, session)
    assert prepared == [large]
    await large.context.close()


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


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(10, 400, 10))])
async def test_random_changes_leave_no_stale_element(chromium: Browser, first: int) -> None:
    page, session = await open_mutable(chromium)
    for example in range(first, first + 10):
        rng, done = random.Random(example), list[str]()
        if example % 10 == 0 and example > first:
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


async def test_what_a_closed_shadow_root_scrolls_is_seen(chromium: Browser) -> None:
    page, session = await open_mutable(chromium)
    await page.evaluate("closed.querySelector('span').style.cssText = 'display:block;height:30px;overflow:auto'")
    await page.evaluate("card.innerHTML = '<em style=display:block;height:90px>Light</em>'")
    await read_tree(page, session)
    await page.evaluate("closed.querySelector('span').scrollTop = 10")
    await check_equality(page, session, "a scrolled closed shadow root")
    await page.context.close()


async def test_what_has_changed_is_read_alone(chromium: Browser) -> None:
    page, session, counter = await open_rows(chromium)
    for name in await page.evaluate("Object.keys(local)"):
        await page.evaluate("name => local[name]()", name)
        await check_equality(page, session, name)
        read = counter.read[-1]
        assert read is not None, f"{name}: read in full"
        assert read < 20, name
    await page.context.close()


async def test_what_may_touch_more_is_read_in_full(chromium: Browser) -> None:
    page, session, counter = await open_rows(chromium)
    for name in await page.evaluate("Object.keys(wide)"):
        await page.goto("about:blank")
        await page.set_content(ROWS)
        await read_tree(page, session)
        await page.evaluate("name => wide[name]()", name)
        await check_equality(page, session, name)
        assert counter.read[-1] is None, name
    await page.context.close()


async def test_an_element_that_is_hovered_is_read_again(chromium: Browser) -> None:
    page, session, counter = await open_rows(chromium)
    await page.mouse.move(10, 20)
    await check_equality(page, session, "hover")
    assert counter.read[-1] is not None
    await page.mouse.move(10, 120)
    await check_equality(page, session, "another is hovered")
    await page.context.close()


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(12, 816, 12))])
async def test_random_changes_of_parts_leave_no_stale_element(chromium: Browser, first: int) -> None:
    page, session, counter = await open_rows(chromium)
    parts = 0
    for example in range(first, first + 12):
        rng, done = random.Random(example), list[str]()
        if example % 8 == 0 and example > first:
            await page.context.close()
            page, session, counter = await open_rows(chromium)
        kind: dict[str, bool] = rng.choice([{}, {}, {"whole": True}])
        await read_tree(page, session, **kind)
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            done.append(rng.choice(await mutations(page)))
            await mutate(page, done[-1], rng.randint(0, 1000))
        await check_equality(page, session, (example, kind, done), **kind)
        parts += counter.read[-1] is not None
    assert parts or first, (
        "no look was in parts, so that none of them was tried"
    )  # of the further ones some may have none
    await page.context.close()
