"""Records an element on one page and looks for it on another, as a replay does."""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from playwright.async_api import Page
from showing import Row

from anchors.change import Change
from askonce.actions import Found
from askonce.locate.recorded_finder import find_anchor
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen
from askonce.values import Instruction, Mask
from askonce.vision.patches import cut_patch

STYLE = "<style>body { margin: 8px; font: 16px sans-serif } iframe { width: 400px; height: 120px; border: 0 }</style>"


@dataclass
class Verdicts:
    meaning: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter[str]))
    cosmetic: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter[str]))
    faults: list[Row] = field(default_factory=list[Row])

    def rows(self) -> list[Row]:
        return [_row("changes of meaning", self.meaning), _row("cosmetic changes", self.cosmetic)]


def _row(title: str, kinds: defaultdict[str, Counter[str]]) -> Row:
    total = sum(kinds.values(), Counter[str]())
    asked = max(1, sum(total.values()))
    found = {"found": total["found"], "none": total["none"], "wrong": total["wrong"]}
    return {"changes": title, "asked": asked, **found, "found %": 100 * total["found"] / asked}


async def judge_changes(changes: Iterable[Change], page: Page, screen: WebScreen) -> Verdicts:
    """Play every change. The pages have an address, so that links to other hosts can be told."""
    verdicts = Verdicts()
    await page.route("http://shop.test/**", lambda route: route.fulfill(body="", content_type="text/html"))
    await page.goto("http://shop.test/")
    for change in changes:
        instruction = Instruction(change.instruction)
        anchor = await _record(change.before, instruction, page, screen)
        await _show(change.after, page, screen)
        answer = await find_anchor(anchor, screen, Eyes(screen, Mask()), instruction)
        node = answer.node if isinstance(answer, Found) else None
        is_right = node is not None and node.attributes.get("pattern") == "it"
        verdict = "none" if not isinstance(answer, Found) else "found" if is_right else "wrong"
        kinds = verdicts.cosmetic if change.is_cosmetic else verdicts.meaning
        kinds[change.kind][verdict] += 1
        if verdict == "wrong" or (change.is_cosmetic and verdict == "none"):
            reason = "" if isinstance(answer, Found) else answer.reason
            pages = {"before": html.escape(change.before, quote=False), "after": change.after}
            by = anchor.model_dump_json(exclude_defaults=True, exclude={"patch"})
            verdicts.faults.append({"verdict": verdict, "change": change.kind, "by": by, "reason": reason, **pages})
    return verdicts


async def _record(markup: str, instruction: Instruction, page: Page, screen: WebScreen) -> Anchor:
    await _show(markup, page, screen)
    tree = await screen.whole_tree()
    (node,) = [node for node in tree if node.attributes.get("pattern") == "it"]
    anchor = make_anchor(node, Outline(tree), instruction)
    if needs_picture(node):
        patch = cut_patch(await Eyes(screen, Mask()).shot(), node.box)
        anchor = anchor.model_copy(update={"patch": patch})
    return anchor


async def _show(markup: str, page: Page, screen: WebScreen) -> None:
    await page.set_content(f"<!doctype html>{STYLE}{markup}")
    await screen.settle()
