"""What is proven to be seen on real pages, and what is left to others."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession, Page
from specimens_rig import Specimen, read_specimens

from askonce.insight.exact import judge
from askonce.screens.ui_tree import GAP, Tree
from askonce.screens.web.legible_tree import read_legible_tree

SPECIMENS = read_specimens()
GROUPS = sorted({specimen.group for specimen in SPECIMENS})


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def opened(chromium: Browser) -> AsyncIterator[tuple[Page, CDPSession]]:
    page = await chromium.new_page(viewport={"width": 1280, "height": 800})
    yield page, await page.context.new_cdp_session(page)
    await page.close()


def verdict(statement: str, tree: Tree, *, whole: bool) -> bool | None:
    judged = judge(statement, tree.in_view, whole=tree if whole else None)
    return judged and judged.holds


async def mistakes(specimen: Specimen, page: Page, session: CDPSession) -> list[str]:
    await page.set_content(specimen.page)
    tree = await read_legible_tree(page, session, whole=True)
    if "CSS.highlights" in specimen.body:
        await page.goto("about:blank")  # they outlive the document
    found: list[str] = []
    for whole in (True, False):
        is_seen = verdict(f'"{specimen.words}" is visible', tree, whole=whole)
        is_unseen = verdict(f'the text "{specimen.words}" is not visible', tree, whole=whole)
        opposite = None if is_unseen is None else not is_unseen
        if not specimen.allows(is_seen) or not specimen.allows(opposite):
            found.append(f"{is_seen}, {is_unseen}: {specimen.mark} {specimen.body}")
    return found


@pytest.mark.parametrize("group", GROUPS)
async def test_a_text_is_called_visible_where_a_person_reads_it_and_nowhere_else(
    opened: tuple[Page, CDPSession], group: str
) -> None:
    specimens = [specimen for specimen in SPECIMENS if specimen.group == group]
    wrong = [line for specimen in specimens for line in await mistakes(specimen, *opened)]
    assert wrong == []


async def test_words_and_gaps_are_those_of_one_moment(opened: tuple[Page, CDPSession]) -> None:
    page, session = opened
    await page.set_content("<p>Two <s style='opacity:.2'>secret</s> words</p><p style='margin-top:2000px'>Below</p>")
    whole = await read_legible_tree(page, session, whole=True)
    assert whole.sight
    assert list(whole.sight.words.values()) == [f"Two {GAP} words", "Below"]
    assert [node.text for node in whole.in_view] == ["Two secret words"]
    view = await read_legible_tree(page, session, whole=False)
    assert view.sight
    assert list(view.sight.words.values()) == [f"Two {GAP} words"]


async def test_without_a_devtools_session_no_text_is_surely_absent(opened: tuple[Page, CDPSession]) -> None:
    page, session = opened
    await page.set_content("<p>Two words</p>")
    assert verdict("'Zebedee' is visible", await read_legible_tree(page, session, whole=True), whole=True) is False
    assert verdict("'Zebedee' is visible", await read_legible_tree(page, None, whole=True), whole=True) is None
