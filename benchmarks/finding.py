"""How well the finder `local` finds: right, passed on, wrong.

    python benchmarks/finding.py [--quick] [--json] [--run SCRIPT] [PAGE …]

Every element that can be used is described in several ways from what a person sees of it, and asked for. Then come
descriptions without a right answer: elements of other pages, opposites, negations, misspelt names, names that several
elements share. Any answer to those counts as wrong. PAGE is a file or an address; without any, the sample pages and the
sample shop are asked. SCRIPT is run in each page first, for pages that wait for a start.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from descriptions import SPOKEN, Case, Sight, described, foreign, misleading, shown
from playwright.async_api import Page, async_playwright
from showing import Row, show

from askonce.actions import Found, Target
from askonce.geometry import Size
from askonce.locate.local import LocalFinder
from askonce.screens import Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.web import BrowserOptions, open_page_screen
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.values import Mask

SAMPLES = Path(__file__).parent.parent / "tests" / "pages"
GOAL = 0.5
VIEW = Size(1280, 800)
MOST_VIEWS = 5
QUICK_ELEMENTS = 30


@dataclass
class Tally:
    right: int = 0
    passed: int = 0
    wrong: int = 0
    refused: int = 0
    misled: int = 0
    seconds: float = 0.0
    wrongs: list[Row] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return self.right + self.passed + self.wrong

    def row(self, **title: str | int) -> Row:
        all_asked = max(1, self.asked + self.refused + self.misled)
        return {
            **title,
            "asked": self.asked,
            "right": self.right,
            "passed on": self.passed,
            "wrong": self.wrong,
            "unanswerable": self.refused + self.misled,
            "answered": self.misled,
            "wrong %": 100 * (self.wrong + self.misled) / all_asked,
            "ms each": 1000 * self.seconds / all_asked,
        }


# ---- asking


class Still(FakeScreen):
    """A screen that shows one tree, so that finding can be measured without the browser."""

    def __init__(self, known: Tree) -> None:
        super().__init__()
        self._known = known

    async def tree(self) -> Tree:
        return self._known


async def ask(cases: Sequence[Case], page: str, tree: Tree, tallies: Sequence[Tally], styles: dict[str, Tally]) -> None:
    finder, eyes = LocalFinder(), Eyes(Still(tree), Mask())
    for case in cases:
        started = time.perf_counter()
        answer = await finder.find(Target(prompt=case.prompt), eyes)
        seconds = time.perf_counter() - started
        node = answer.node if isinstance(answer, Found) else None
        for tally in (*tallies, styles.setdefault(case.style, Tally())):
            tally.seconds += seconds
            if not case.right:
                tally.refused += node is None
                tally.misled += node is not None
            else:
                tally.passed += node is None
                tally.right += node is not None and node.number in case.right
                tally.wrong += node is not None and node.number not in case.right
            if node and node.number not in case.right:
                tally.wrongs.append(
                    {"page": page, "asked": case.prompt, "answered": f"{node.role} {node.name or node.text}"}
                )


# ---- pages


async def looks(arguments: argparse.Namespace) -> AsyncGenerator[tuple[str, Tree]]:
    """The trees to ask about, each with the name of its page."""
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions())
        context = await browser.new_context(viewport={"width": VIEW.width, "height": VIEW.height})
        page = await context.new_page()
        screen = await open_page_screen(page)
        views = 1 if arguments.quick else MOST_VIEWS
        for address in addresses(arguments.pages):
            name = address.rsplit("/", 1)[-1].removesuffix(".html")
            await page.goto(address)
            if arguments.run:
                await page.evaluate(arguments.run)
            for view in range(views):
                if not view or await moved_down(page):
                    yield name, await screen.tree()
        if not arguments.pages:
            with SampleShop() as shop:
                async for name in through_the_shop(page, shop):
                    yield f"shop: {name}", await screen.tree()
        await screen.close()
        await browser.close()


def addresses(pages: Sequence[str]) -> list[str]:
    named = pages or [str(path) for path in sorted(SAMPLES.glob("*.html"))]
    return [page if "://" in page else Path(page).absolute().as_uri() for page in named]


async def moved_down(page: Page) -> bool:
    return await page.evaluate("() => { const at = scrollY; scrollBy(0, innerHeight * 0.8); return scrollY > at + 2 }")


async def through_the_shop(page: Page, shop: SampleShop) -> AsyncGenerator[str]:
    user, password = next(iter(ACCOUNTS.items()))
    await page.goto(shop.url)
    yield "front, cookies"
    await page.request.post(f"{shop.url}cookies")
    await page.goto(f"{shop.url}?q=mug")
    yield "search"
    await page.goto(f"{shop.url}login")
    yield "login"
    await page.request.post(f"{shop.url}login", form={"user": user, "password": password})
    await page.goto(shop.url)
    yield "front"
    links = await page.locator("a[href*='/product/']").evaluate_all("links => links.map(link => link.href)")
    await page.goto(links[0])
    yield "product"
    for link in dict.fromkeys(links[:6]):
        await page.request.post(f"{shop.url}basket/add", form={"product": link.rsplit("/", 1)[-1]})
    for name in ("basket", "checkout"):
        await page.goto(shop.url + name)
        yield name


async def measure(arguments: argparse.Namespace) -> dict[str, list[Row]]:
    seen = [(name, tree) async for name, tree in looks(arguments)]
    names = {(shown(node), SPOKEN[node.role]): name for name, tree in seen for node in Sight(tree).controls}
    others = [(key, page) for key, page in names.items() if key[0]]
    step = max(1, len(others) // (60 if arguments.quick else 200))
    total, styles, pages = Tally(), dict[str, Tally](), dict[str, Tally]()
    elements: Counter[str] = Counter()
    for name, tree in seen:
        sight = Sight(tree)
        chosen = sight.controls[:QUICK_ELEMENTS] if arguments.quick else sight.controls
        elements[name] += len(chosen)
        cases = [case for node in chosen for case in (*described(sight, node), *misleading(sight, node))]
        cases += foreign(sight, [key for key, page in others[::step] if page != name])
        await ask(cases, name, tree, (total, pages.setdefault(name, Tally())), styles)
    tables = {
        "By page": [tally.row(page=name, elements=elements[name]) for name, tally in pages.items()],
        "By kind of description": [tally.row(description=name) for name, tally in styles.items()],
        f"In total (to reach: at most {GOAL} % wrong)": [total.row(all="all pages", elements=sum(elements.values()))],
    }
    return tables | ({"Wrong answers": total.wrongs} if total.wrongs else {})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="files or addresses to ask about")
    parser.add_argument("--run", default="", metavar="SCRIPT", help="JavaScript to run in each page first")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="fewer elements; done within a minute")
    given = parser.parse_args()
    show(asyncio.run(measure(given)), as_json=given.json)
