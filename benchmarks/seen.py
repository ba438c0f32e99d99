"""What is left without an element tree: the local finder and the embedded model on screens that are only seen.

    python benchmarks/seen.py [--quick] [--json] [--stand-in] [--seeds 1] [--only shop,phone,miniwob]

The same questions and instructions are given twice: to a real screen, and to the same screen with its tree taken away
(`seen/treeless.py`), so that all there is to know has to be seen in its picture. The local finder is asked for each
element of the sample shop and the sample phone in several ways, and for what is not there in misleading ones
(`descriptions.py`), in words that can be seen and are not only spoken; the embedded model acts on both
(`seen/acts.py`) and on MiniWoB++. `kept` is the share of what was done with the tree that is done without it
(goal: 75 %), `more wrong` how many more of all answers or acts were wrong (goal: 0).
`--stand-in` takes the boxes of the screen's own elements in place of the detector's, a little off: the upper bound,
with a perfect detector and the OCR that we have.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from descriptions import Case, Sight, described, misleading
from finding import Still, through_the_shop
from miniwob import episodes
from miniwob.episodes import EMBEDDED, Job, Player, Result, load_model, opened_browser, play_all, same
from miniwob.pages import served
from miniwob.tasks import all_tasks, package_folder
from playwright.async_api import Browser, Page
from seen.acts import PHONE_ACTS, SHOP_ACTS, SeenAct, Start, carry_out, phone_scenes, shop_scenes
from seen.stand_in import StandIn
from seen.treeless import treeless
from showing import Row, show

from askonce import launch
from askonce.actions import Found, Target
from askonce.config import ActSettings, Settings
from askonce.geometry import Point
from askonce.locate.local import LocalFinder
from askonce.screens import Inspectable, Node, Screen, Shot, Tree
from askonce.screens.android.android_screen import AndroidScreen
from askonce.screens.eyes import Eyes
from askonce.screens.field_labels import TICKED
from askonce.screens.web import WebScreen, open_page_screen
from askonce.testing.phone import SamplePhone
from askonce.testing.shop import SampleShop
from askonce.values import Mask
from askonce.vision.seen_tree import can_see_elements, seen_tree

GOAL = 75
VIEW = {"width": 1280, "height": 800}
PARTS = ("shop", "phone", "miniwob")
TASKS = (
    "click-button", "click-link", "click-option", "click-checkboxes", "click-tab", "click-dialog-2", "enter-text",
    "enter-password", "login-user", "focus-text-2", "form-sequence-3", "click-collapsible", "click-menu",
    "email-inbox-delete", "search-engine", "click-button-sequence", "click-checkboxes-large", "click-tab-2-easy",
    "enter-text-2", "multi-layouts", "use-spinner", "social-media", "navigate-tree", "click-widget",
)  # fmt: skip
"""What the embedded model does with the tree, one of each kind."""
QUICK_TASKS, QUICK_ACTS = 4, 2
PHONE_APPS = ("Contacts", "Calendar", "Sample")
MOST_CASES = 120
KINDS_ALIKE = (" link", " tab")
"""A picture does not tell a button from a link or a tab: whoever calls it so means it all the same."""
SPOKEN_ON_PAGES = """() => {
  const shown = document.body.innerText;
  const names = [...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
  return names.filter((name) => !shown.includes(name));
}"""


@dataclass
class Tally:
    """Answers or acts: right with the tree, right without, wrong with and without."""

    title: str
    asked: int = 0
    misleading: int = 0
    known: int = 0
    kept: int = 0
    wrong_known: int = 0
    wrong_seen: int = 0
    looks: int = 0
    seconds: float = 0.0
    examples: list[Row] = field(default_factory=list[Row])
    """What was found with the tree and not without, and what was wrong."""

    def row(self) -> Row:
        return {
            "where": self.title,
            "asked": self.asked,
            "misleading": self.misleading,
            "right with tree": self.known,
            "kept": self.kept,
            "kept %": 100 * self.kept / max(1, self.known),
            "wrong with tree": self.wrong_known,
            "wrong without": self.wrong_seen,
            "more wrong %": 100 * (self.wrong_seen - self.wrong_known) / max(1, self.asked),
            "s a look": self.seconds / max(1, self.looks),
        }


# ---- the local finder


async def ask(tally: Tally, screen: Screen, stand_in: StandIn | None) -> None:
    """Ask for each element in view, with the tree and without."""
    assert isinstance(screen, Inspectable)
    tree = await screen.tree()
    blind = Eyes(_without(screen, stand_in), Mask())
    started = time.perf_counter()
    await seen_tree(blind)
    tally.seconds += time.perf_counter() - started
    tally.looks += 1
    known, finder = Eyes(Still(tree), Mask()), LocalFinder()
    for case in _cases(tree, await _spoken(screen, tree)):
        with_tree = await finder.find(Target(prompt=case.prompt), known)
        without = await finder.find(Target(prompt=case.prompt), blind)
        is_right = isinstance(with_tree, Found) and with_tree.node is not None and with_tree.node.number in case.right
        tally.misleading += not case.right
        tally.asked += 1
        tally.known += is_right
        tally.wrong_known += isinstance(with_tree, Found) and not is_right
        hits = isinstance(without, Found) and _hits(without, case, tree)
        tally.kept += hits and is_right
        tally.wrong_seen += isinstance(without, Found) and not hits
        if (is_right and not hits) or (isinstance(without, Found) and not hits):
            said = f"touches {without.touch}" if isinstance(without, Found) else without.reason
            tally.examples.append(
                {
                    "task": tally.title,
                    "with tree": "found" if isinstance(with_tree, Found) else "passed",
                    "without": "wrong" if isinstance(without, Found) else "passed",
                    "instruction": case.prompt,
                    "last word": said,
                }
            )


def _cases(tree: Tree, spoken: Collection[str]) -> list[Case]:
    """What is asked of a screen: right descriptions, and half as many misleading ones."""
    sight = Sight(tree)
    right = [case for node in sight.controls for case in described(sight, node)]
    wrong = [
        case
        for node in sight.controls
        for case in misleading(sight, node)
        if not (case.style == "verb and object" and case.prompt.endswith(KINDS_ALIKE))
    ]
    chosen: list[Case] = []
    for cases, most in ((right, MOST_CASES), (wrong, MOST_CASES // 2)):
        shown = [case for case in cases if not any(name in case.prompt.casefold() for name in spoken)]
        chosen += shown[:: max(1, -(-len(shown) // most))]
    return chosen


async def _spoken(screen: Screen, tree: Tree) -> set[str]:
    """The names that are for those who listen, and shown nowhere."""
    names = {node.name for node in tree if "spoken" in node.attributes}
    if isinstance(screen, WebScreen):
        names |= set(await screen.page.evaluate(SPOKEN_ON_PAGES))
    elif isinstance(screen, AndroidScreen):
        root = ElementTree.fromstring(await screen.control.hierarchy())
        shown = {node.get("text", "") for node in root.iter("node")}
        names |= {said for node in root.iter("node") if (said := node.get("content-desc", "")) and said not in shown}
    return {name.casefold() for name in names if name}


def _hits(found: Found, case: Case, tree: Tree) -> bool:
    """Whether a touch lands on one of the right elements, or on the words of a box to tick, which tick it as well."""
    right = [node for number in case.right if (node := tree.find(number))]
    return any(node.box.contains(found.touch) or _is_beside(found.touch, node) for node in right)


def _is_beside(touch: Point, box: Node) -> bool:
    is_level = box.box.top - 4 < touch.y < box.box.bottom + 4
    return box.role in TICKED and is_level and 0 < touch.x - box.box.left < 12 * len(box.name)


def _without(screen: Screen, stand_in: StandIn | None) -> Screen:
    async def learn(shot: Shot) -> None:
        if stand_in and isinstance(screen, Inspectable):
            stand_in.learn(shot, await screen.tree())

    return treeless(screen, learn)


async def ask_shop(browser: Browser, stand_in: StandIn | None, *, quick: bool) -> Tally:
    tally = Tally("sample shop, finder")
    context = await browser.new_context(viewport=VIEW)  # type: ignore[arg-type]
    page = await context.new_page()
    screen = await open_page_screen(page)
    with SampleShop() as shop:
        async for _ in _some(through_the_shop(page, shop), 2 if quick else None):
            await ask(tally, screen, stand_in)
    await screen.close()
    await context.close()
    return tally


async def _some(items: AsyncGenerator[str], most: int | None) -> AsyncGenerator[str]:
    count = 0
    async for item in items:
        yield item
        count += 1
        if count == most:
            return


async def ask_phone(stand_in: StandIn | None, *, quick: bool) -> Tally:
    tally = Tally("sample phone, finder")
    async with AsyncExitStack() as stack:
        phone = stack.enter_context(SamplePhone())
        host, port = phone.adb_server
        opened = launch.android(phone.serial, adb_host=host, adb_port=port, settings=Settings(runs=None))
        agent = await stack.enter_async_context(opened)
        await ask(tally, agent.screen, stand_in)
        for app in PHONE_APPS[: 1 if quick else None]:
            await agent.act(f"open {app}")
            await ask(tally, agent.screen, stand_in)
    return tally


# ---- the embedded model


class BlindPlayer(Player):
    """Plays on pages without a tree."""

    def __init__(self, browser: Browser, address: str, stand_in: StandIn | None) -> None:
        super().__init__(browser, address, load_model(EMBEDDED))
        self._stand_in = stand_in
        self._blind: tuple[WebScreen, Any] | None = None

    async def open(self) -> tuple[Page, Any]:
        page, screen = await super().open()
        if self._blind is None or self._blind[0] is not screen:
            self._blind = screen, _without(screen, self._stand_in)
        return page, self._blind[1]


async def play(browser: Browser, stand_in: StandIn | None, *, seeds: int, quick: bool) -> Tally:
    chosen = {task.name: task for task in all_tasks(package_folder())}
    names = TASKS[:QUICK_TASKS] if quick else TASKS
    jobs: list[Job] = [(chosen[name], seed, same) for name in names for seed in range(seeds)]
    # A busy machine reads pictures slowly: rounds are limited and not seconds. What is not there is not waited for.
    episodes.SETTINGS = Settings(runs=None, patience=0.5, act=ActSettings(rounds=12))
    with served(package_folder()) as address:
        known = await play_all(jobs, [Player(browser, address, load_model(EMBEDDED))])
        seen = await play_all(jobs, [BlindPlayer(browser, address, stand_in)])
    tally = Tally("MiniWoB++, embedded model", asked=len(jobs), looks=sum(len(result.plans) for result in seen))
    tally.seconds = sum(result.seconds for result in seen)
    tally.known = sum(result.verdict == "success" for result in known)
    tally.kept = sum(a.verdict == b.verdict == "success" for a, b in zip(known, seen, strict=True))
    tally.wrong_known, tally.wrong_seen = (sum(_is_wrong(result) for result in results) for results in (known, seen))
    tally.examples = [_episode(a, b) for a, b in zip(known, seen, strict=True) if a.verdict != b.verdict]
    return tally


def _is_wrong(result: Result) -> bool:
    return result.verdict in {"wrong", "crashed"}


def _episode(known: Result, seen: Result) -> Row:
    said = " ".join((seen.message or seen.crash).split())
    return {
        "task": f"{seen.task.name}, seed {seen.seed}",
        "with tree": known.verdict,
        "without": seen.verdict,
        "instruction": seen.said[:80],
        "last word": said[:200],
    }


async def act(title: str, acts: Sequence[SeenAct], start: Start, stand_in: StandIn | None) -> Tally:
    """Each act with the tree and without."""
    tally = Tally(title, asked=len(acts))
    for one in acts:
        known, _ = await carry_out(one, start, lambda screen: screen)
        started = time.perf_counter()
        seen, said = await carry_out(one, start, lambda screen: _without(screen, stand_in))
        tally.seconds += time.perf_counter() - started
        tally.looks += 1
        tally.known += known == "success"
        tally.kept += known == seen == "success"
        tally.wrong_known += known == "wrong"
        tally.wrong_seen += seen == "wrong"
        if seen != known:
            word = " ".join(said.split())[:200]
            tally.examples.append(
                {"task": title, "with tree": known, "without": seen, "instruction": one.instruction, "last word": word}
            )
    return tally


# ---- all


async def measure(arguments: argparse.Namespace) -> dict[str, Sequence[Row]]:
    stand_in = StandIn() if arguments.stand_in else None
    if stand_in:
        stand_in.install()
    if not can_see_elements():
        raise SystemExit("elements cannot be seen: pip install askonce[vision]")
    only = arguments.only.split(",") if arguments.only else PARTS
    if "miniwob" in only:
        package_folder()  # says at once what is missing
    most = QUICK_ACTS if arguments.quick else None
    tallies: list[Tally] = []
    async with opened_browser(None) as browser:
        if "shop" in only:
            tallies.append(await ask_shop(browser, stand_in, quick=arguments.quick))
            async with shop_scenes(browser) as start:
                tallies.append(await act("sample shop, embedded model", SHOP_ACTS[:most], start, stand_in))
        if "phone" in only:
            tallies.append(await ask_phone(stand_in, quick=arguments.quick))
            async with phone_scenes() as start:
                tallies.append(await act("sample phone, embedded model", PHONE_ACTS[:most], start, stand_in))
        if "miniwob" in only:
            tallies.append(await play(browser, stand_in, seeds=arguments.seeds, quick=arguments.quick))
    tables = {
        f"Without a tree (goal: {GOAL} % kept, 0 more wrong)": [tally.row() for tally in tallies],
        "Examples": [example for tally in tallies for example in tally.examples],
    }
    return {title: table for title, table in tables.items() if table}


def main() -> None:
    parser = argparse.ArgumentParser(description="What is left without an element tree")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="some pages and tasks; done within a minute")
    parser.add_argument("--stand-in", action="store_true", help="boxes of the screen's own elements: an upper bound")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="episodes of each task")
    parser.add_argument("--only", default="", metavar="PARTS", help=f"of {', '.join(PARTS)}, with commas between")
    arguments = parser.parse_args()
    show(asyncio.run(measure(arguments)), as_json=arguments.json)


if __name__ == "__main__":
    main()
