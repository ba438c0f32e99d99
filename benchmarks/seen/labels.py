"""Whether each control of a picture gets the words that belong to it, or none: a wrong neighbour is worse.

    python benchmarks/seen/labels.py [--layouts 400] [--from 0] [--miss] [--known] [--json]

Forms are drawn at random: boxes, rings, switches and fields, with their words to the left, to the right, above or
below, in rows, columns and grids, with gaps of all sizes, with a title, a note or neither. Nothing says which words
belong to what but where they stand. The embedded model is asked for each control by its words, and what it would touch
first is looked at. A press on the words themselves is a trial, which is not done unless it has an effect: it counts as
declined. `--miss` hides one control of each picture from what is detected. `--known` gives the page's own elements in
place of those that are seen. The goal is 0 wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from miniwob.episodes import opened_browser
from playwright.async_api import Page
from showing import Row, show

from askonce.embedded.decision import decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Box, Frame, Size
from askonce.history import PlannerQuestion
from askonce.language.normalization import key
from askonce.screens import Shot, Tree
from askonce.screens.web import open_page_screen
from askonce.vision import seen_tree
from askonce.vision.seen_tree import see_tree

VIEW = Size(720, 560)
KINDS = ("box", "ring", "switch", "field")
SIDES = ("left", "right", "above", "below")
SHAPES = ("row", "column", "grid")
NEAR, APART = (4, 8, 14, 24), (6, 12, 20, 36)
COUNTS = (2, 3, 4)
WORDS = (
    ("Apples", "Pears", "Plums", "Cherries"), ("Small", "Medium", "Large", "Huge"),
    ("First name", "Last name", "City", "Country"), ("Email", "Phone", "Post", "Fax"),
    ("Low", "Middle", "High", "Highest"), ("Street", "House number", "Postal code", "Town"),
    ("Monday", "Tuesday", "Friday", "Sunday"), ("Wi-Fi", "Bluetooth", "Location", "Hotspot"),
)  # fmt: skip
TITLES = ("", "", "Your choice", "Please fill in:", "Details")
NOTES = ("", "", "", "All of it can be changed later.")
FONTS = ("16px sans-serif", "14px sans-serif", "15px serif", "13px 'DejaVu Sans'", "16px Arial")
CONTROLS = {
    "box": "<input type=checkbox class=c style='margin:0'>",
    "ring": "<input type=radio name=s class=c style='margin:0'>",
    "switch": (
        "<div class=c role=switch tabindex=0 aria-checked=false style='position:relative;flex:none;width:40px;"
        "height:22px;border-radius:11px;background:#bbb'><i style='position:absolute;left:2px;top:2px;width:18px;"
        "height:18px;border-radius:50%;background:#fff'></i></div>"
    ),
    "field": "<input class=c style='width:{width}px;padding:4px 6px;font:inherit;box-sizing:border-box'>",
}
SAID = {"box": "check {}", "ring": "choose {}", "switch": "turn on {}", "field": 'type "Oslo" into {}'}
FLOWS = {"left": "row", "right": "row-reverse", "above": "column", "below": "column-reverse"}
CENTRES = """() => [...document.querySelectorAll(".c")].map((one) => { const box = one.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom]; })"""


@dataclass(frozen=True)
class Layout:
    """One form: what its controls are, and where their words stand."""

    kind: str
    side: str
    shape: str
    near: int
    apart: int
    words: Sequence[str]
    title: str
    note: str
    font: str
    is_stretched: bool
    """Whether words and controls stand at the two ends of their room."""
    is_centred: bool
    width: int

    def markup(self) -> str:
        control = CONTROLS[self.kind].format(width=self.width)
        is_upright = self.side in {"above", "below"}
        align = "center" if self.is_centred or not is_upright else "flex-start"
        spread = "justify-content:space-between;width:220px;" if self.is_stretched and not is_upright else ""
        flow = f"display:flex;flex-direction:{FLOWS[self.side]};align-items:{align};gap:{self.near}px;{spread}"
        items = "".join(f"<div style='{flow}'><span>{escape(word)}</span>{control}</div>" for word in self.words)
        holder = {
            "row": "display:flex;align-items:flex-start",
            "column": "display:flex;flex-direction:column;align-items:flex-start",
            "grid": "display:grid;grid-template-columns:max-content max-content",
        }[self.shape]
        title = f"<p style='margin:0 0 {self.apart}px'>{escape(self.title)}</p>" if self.title else ""
        note = f"<p style='margin:{self.apart}px 0 0'>{escape(self.note)}</p>" if self.note else ""
        body = f"<body style='margin:20px;font:{self.font};background:#fff;color:#222'>"
        return f"{body}{title}<div style='{holder};gap:{self.apart}px'>{items}</div>{note}</body>"


def draw(seed: int) -> Layout:
    chance = random.Random(seed)
    words = chance.choice(WORDS)[: chance.choice(COUNTS)]
    return Layout(
        KINDS[seed % 4], SIDES[seed // 4 % 4], chance.choice(SHAPES), chance.choice(NEAR), chance.choice(APART), words,
        chance.choice(TITLES), chance.choice(NOTES), chance.choice(FONTS), chance.random() < 0.15,
        chance.random() < 0.2, chance.choice((90, 130, 180)),
    )  # fmt: skip


async def answers(page: Page, layout: Layout, missed: int | None, *, known: bool) -> Iterator[tuple[str, str]]:
    """The words of each control, and whether what is touched for them is right, wrong or nothing."""
    await page.set_content(layout.markup())
    boxes = [Box.of_edges(*edges) for edges in await page.evaluate(CENTRES)]
    if known:
        screen = await open_page_screen(page)
        tree = await screen.tree()
    else:
        seen_tree._detect = _hiding(boxes[missed] if missed is not None else None)  # pyright: ignore
        tree = await see_tree(Shot(await page.screenshot(), "image/png", Frame.whole(VIEW, VIEW)))
    return iter([(word, _verdict(layout, word, place, boxes, tree)) for place, word in enumerate(layout.words)])


_DETECT = seen_tree._detect  # pyright: ignore


def _hiding(box: Box | None) -> Any:
    def detect(pixels: Any) -> Any:
        return [one for one in _DETECT(pixels) if box is None or not box.contains(one.box.center)]

    return detect


def _verdict(layout: Layout, word: str, place: int, boxes: Sequence[Box], tree: Tree) -> str:
    decision = decide(PlanningState(PlannerQuestion(SAID[layout.kind].format(word), {}, tree=tree)))
    if not decision.elements:
        return "done already" if decision.done else "declined"
    node = tree.find(decision.elements[0])
    assert node
    touched = [other for other, box in enumerate(boxes) if box.contains(node.box.center)]
    if not touched:
        is_trial = key(node.name or node.text) == key(word) and not decision.done  # its effect is looked for
        return "tried its words" if is_trial else "elsewhere"
    return "right" if touched == [place] else "wrong"


async def measure(arguments: argparse.Namespace) -> dict[str, list[Row]]:
    counts: dict[tuple[str, str], Counter[str]] = {}
    wrong: list[Row] = []
    async with opened_browser(None) as browser:
        page = await browser.new_page(viewport={"width": VIEW.width, "height": VIEW.height})
        for seed in range(arguments.first, arguments.first + arguments.layouts):
            layout = draw(seed)
            missed = random.Random(-seed).randrange(len(layout.words)) if arguments.miss else None
            seen_tree._look.cache_clear()  # pyright: ignore
            for word, verdict in await answers(page, layout, missed, known=arguments.known):
                counts.setdefault((layout.kind, layout.side), Counter())[verdict] += 1
                if verdict not in {"right", "declined", "tried its words"}:
                    wrong.append({"seed": seed, "asked": word, "verdict": verdict, "layout": str(layout)})
                    if arguments.pictures:
                        await page.screenshot(path=f"{arguments.pictures}/{seed}.png")
    rows: list[Row] = []
    for (kind, side), tally in [*sorted(counts.items()), (("all", ""), sum(counts.values(), Counter[str]()))]:
        bad = tally.total() - tally["right"] - tally["declined"] - tally["tried its words"]
        declined = tally["declined"] + tally["tried its words"]
        rows.append({"control": kind, "words": side, "asked": tally.total(), "right": tally["right"],
                     "declined": declined, "wrong": bad})  # fmt: skip
    return {"Words and controls (goal: 0 wrong)": rows, **({"Wrong": wrong} if wrong else {})}


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether controls get the words that belong to them")
    parser.add_argument("--layouts", type=int, default=400, metavar="N", help="how many forms are drawn")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the first of them")
    parser.add_argument("--miss", action="store_true", help="hide one control of each from what is detected")
    parser.add_argument("--known", action="store_true", help="the page's own elements in place of those seen")
    parser.add_argument("--pictures", default="", metavar="FOLDER", help="keep pictures of what went wrong")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    arguments = parser.parse_args()
    show(asyncio.run(measure(arguments)), as_json=arguments.json)


if __name__ == "__main__":
    main()
