"""How anchors last: each element is found again, or nothing is, after the page has changed.

    python benchmarks/anchors.py [--quick] [--json] [--nones] [--run SCRIPT] [PAGE …]

Pairs of pages (`anchors/meanings.py`, `lookalikes.py`, `restyles.py`) change what an element means, or only how it is
written: after the first it must
not be found unless it is the same, after the second it should be. Then, on whole pages, every element that can be used
gets an anchor. A script changes the page, in ways that do not matter and in ways
that do, and every anchor is resolved again. The browser knows which element is which, so each answer is right, none or
wrong. An element that was removed or renamed must not be found. PAGE is a file or an address; without any, the sample
pages and the sample shop are used. SCRIPT is run in each page first, for pages that wait for a start.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from anchors.judge import judge_changes
from anchors.lookalikes import lookalikes
from anchors.meanings import meanings
from anchors.restyles import restyles
from finding import VIEW, addresses, through_the_shop
from playwright.async_api import Page, async_playwright
from showing import Row, show

from askonce.geometry import Box
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.web import BrowserOptions, WebScreen, open_page_screen
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing.shop import SampleShop
from askonce.values import Instruction

CHANGES = (
    "nothing", "classes", "ids", "wrappers", "order of like siblings", "added elements", "addresses",
    "removed elements", "renamed elements", "all at once",
)  # fmt: skip
FIELDS = {"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"}
NO_WORDS = Instruction("go on")
MOST_ELEMENTS = 150
SCRIPT = (Path(__file__).parent / "anchors" / "changes.js").read_text("utf-8")


@dataclass
class Tally:
    right: int = 0
    none: int = 0
    gone: int = 0
    wrong: int = 0
    seconds: float = 0.0
    nones: list[Row] = field(default_factory=list[Row])
    wrongs: list[Row] = field(default_factory=list[Row])

    def row(self, **title: str | int) -> Row:
        there = max(1, self.right + self.none)
        return {
            **title,
            "asked": self.right + self.none + self.gone + self.wrong,
            "right": self.right,
            "none, though there": self.none,
            "none %": 100 * self.none / there,
            "none, rightly": self.gone,
            "wrong": self.wrong,
            "ms each": 1000 * self.seconds / max(1, self.right + self.none + self.gone + self.wrong),
        }


Tallies = Mapping[str, defaultdict[str, Tally]]


@dataclass(frozen=True)
class Case:
    page: str
    change: str
    anchors: list[tuple[Node, Anchor]]
    renamed: frozenset[str]
    """What the script wrote in place of names."""


def words(node: Node) -> str:
    return f"{node.role} {node.name or node.text}".strip()


def judge(case: Case, tree: Tree, tallies: Iterable[Tally]) -> None:
    """Resolve every anchor in the changed tree, and count the answers."""
    now = {node.number: node for node in tree}
    outline = Outline(tree)
    for node, anchor in case.anchors:
        started = time.perf_counter()
        answer = resolve(anchor, outline, NO_WORDS)
        seconds = time.perf_counter() - started
        is_there = node.number in now and (node.role in FIELDS or now[node.number].name not in case.renamed)
        is_right = isinstance(answer, Node) and answer.number == node.number and is_there
        for tally in tallies:
            tally.seconds += seconds
            tally.right += is_right
            tally.none += isinstance(answer, str) and is_there
            tally.gone += isinstance(answer, str) and not is_there
            told = {"page": case.page, "change": case.change, "asked": words(node)}
            if isinstance(answer, str):
                tally.nones += [told | {"reason": answer}] if is_there else []
            elif not is_right:
                tally.wrong += 1
                by = anchor.model_dump_json(exclude_defaults=True)
                tally.wrongs.append(told | {"found": words(answer), "by": by})


async def try_page(name: str, page: Page, screen: WebScreen, rounds: int, tallies: Tallies) -> None:
    await page.evaluate(SCRIPT)
    tree = await screen.whole_tree()
    outline = Outline(tree)
    nodes = [node for node in tree if node.actionable and not node.frame][:MOST_ELEMENTS]
    anchors = [(node, make_anchor(node, outline, NO_WORDS)) for node in nodes]
    for change in CHANGES:
        for seed in range(1 if change == "nothing" else rounds):
            renamed = await page.evaluate("([change, seed]) => askonceChange(change, seed)", [change, seed])
            case = Case(name, change, anchors, frozenset(renamed))
            judge(
                case,
                await screen.whole_tree(),
                (tallies["change"][change], tallies["page"][name], tallies["all"]["all"]),
            )
            await page.evaluate("() => askonceRestore()")


def rows_of(count: int) -> Tree:
    """A table with a name, a state and two buttons in each row, the same in all."""
    nodes = [Node(1, "table", "", Box(0, 0, 800, 30 * count))]
    for place in range(count):
        row = Node(len(nodes) + 1, "row", "", Box(0, 30 * place, 800, 30), parent=1, depth=1)
        inner = (("cell", f"Person {place}"), ("cell", "staff"), ("button", "Edit"), ("button", "Delete"))
        nodes.append(row)
        for role, name in inner:
            nodes.append(Node(len(nodes) + 1, role, name, row.box, parent=row.number, depth=2))
    return Tree(tuple(nodes), VIEW)


def by_size(quick: bool) -> Iterator[Row]:
    """How the time grows with the page: each look at a page is a new outline."""
    for count in (250, 500, 1000) if quick else (250, 500, 1000, 2000, 4000):
        tree = rows_of(count)
        node = tree.nodes[-1]
        took: list[float] = []
        anchor = Anchor()
        for work in ("make", "resolve"):
            started = time.perf_counter()
            if work == "make":
                anchor = make_anchor(node, Outline(tree), NO_WORDS)
            else:
                found = resolve(anchor, Outline(tree), NO_WORDS)
                assert not isinstance(found, str)
            took.append(1000 * (time.perf_counter() - started))
        yield {"elements": len(tree.nodes), "alike": count, "ms to make": took[0], "ms to resolve": took[1]}


async def measure(arguments: argparse.Namespace) -> dict[str, list[Row]]:
    tallies = {kind: defaultdict[str, Tally](Tally) for kind in ("change", "page", "all")}
    changes = [] if arguments.pages else [*meanings(), *lookalikes(), *restyles()][:: 7 if arguments.quick else 1]
    rounds = 2 if arguments.quick else 8
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions())
        context = await browser.new_context(viewport={"width": VIEW.width, "height": VIEW.height})
        page = await context.new_page()
        screen = await open_page_screen(page)
        verdicts = await judge_changes(changes, page, screen)
        for address in addresses(arguments.pages):
            await page.goto(address)
            if arguments.run:
                await page.evaluate(arguments.run)
            await try_page(address.rsplit("/", 1)[-1].removesuffix(".html"), page, screen, rounds, tallies)
        if not arguments.pages:
            with SampleShop() as shop:
                async for name in through_the_shop(page, shop):
                    await try_page(f"shop: {name}", page, screen, rounds, tallies)
        await screen.close()
        await browser.close()
    total = tallies["all"]["all"]
    tables = {
        "Pairs of pages (to reach: none wrong, 95 % of cosmetic changes found)": verdicts.rows(),
        "By page": [tally.row(page=name) for name, tally in tallies["page"].items()],
        "By change": [tally.row(change=name) for name, tally in tallies["change"].items()],
        "By size of the page": list(by_size(arguments.quick)),
        "In total (to reach: none wrong)": [total.row(all="all pages")],
    }
    tables |= {"Not found": total.nones} if arguments.nones and total.nones else {}
    tables |= {"Pairs of pages: wrong, or cosmetic and not found": verdicts.faults} if verdicts.faults else {}
    return tables | ({"Wrong answers": total.wrongs} if total.wrongs else {})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="files or addresses to try")
    parser.add_argument("--run", default="", metavar="SCRIPT", help="JavaScript to run in each page first")
    parser.add_argument("--nones", action="store_true", help="also list what was there and not found, with the reason")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="fewer rounds; done within a minute")
    given = parser.parse_args()
    show(asyncio.run(measure(given)), as_json=given.json)
