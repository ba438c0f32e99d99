"""How often a claim that an act is done is believed: wrongly after a form was rejected, rightly after it was accepted.

    python benchmarks/done_claims.py [--quick] [--json] [--scenes 'toast|redirect']

Each scene is a real page on loopback with a form that a scripted planner fills in, sends, and calls done in the same
reply, with what a model would expect on a first visit; every form has five such claims. To reach: no claim is believed
where the form was rejected, and as many as possible where it was accepted, since each of those saves a call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import time
from collections.abc import Iterator

from done_claims.acceptances import acceptances
from done_claims.bystanders import bystanders
from done_claims.rejections import rejections
from done_claims.reviews import reviews
from done_claims.scenes import Scene
from done_claims.site import served
from playwright.async_api import Page as BrowserPage
from playwright.async_api import async_playwright
from showing import Progress, Row, show

from askonce import launch
from askonce.config import Settings
from askonce.models import Request
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser

SETTINGS = Settings(runs=None)
AT_ONCE = 8
Job = tuple[Scene, str]
Step = tuple[str, str, dict[str, str]]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How often a claim that an act is done is believed")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="one claim a scene; done within a minute")
    parser.add_argument("--scenes", default="", metavar="PATTERN", help="only scenes whose names match")
    return parser.parse_args()


class Claimant:
    """Fills in the form, sends it and claims the end. Asked again, it says so: then the claim was not believed."""

    def __init__(self, scene: Scene, expects: str) -> None:
        self._scene = scene
        self._expects = expects
        self.asked = 0
        self.told = ""

    def __call__(self, request: Request) -> str:
        self.asked += 1
        said = request.messages[-1].text
        form = self._scene.form
        pages: list[list[Step]] = [[*(("Type", label, {"text": value}) for label, value in form.fill)]]
        pages[0].append(("Tap", form.button, {}))
        pages += [[("Tap", form.then, {})]] if form.then else []
        if self.asked > len(pages):
            refused = re.search(r"was not taken: (.*)", said)
            self.told = refused[1] if refused else ""
            return '<complete success="true">looked again</complete>'
        steps = pages[self.asked - 1]
        lines = ["<thought>The form is in view.</thought>", "<log>Fill in the form and send it</log>"]
        for action, name, fields in steps:
            found = re.search(rf'\[(\d+)\]\*? (?:button|textbox) "{re.escape(name)}"', said)
            if found is None:
                raise LookupError(f"{name} is not in the list of elements:\n{said}")
            params = json.dumps({"target": {"prompt": name, "element": int(found[1])}, **fields})
            lines += [f"<action-type>{action}</action-type>", f"<action-param-json>{params}</action-param-json>"]
        if self.asked == len(pages):
            lines += [f"<expect>{self._expects}</expect>", '<complete success="true">claimed</complete>']
        return "\n".join(lines)


async def play(job: Job, page: BrowserPage) -> Row:
    scene, expects = job
    claimant, started = Claimant(scene, expects), time.perf_counter()
    with served(scene) as address:
        async with launch.page(page, model=ScriptedModel(claimant), settings=SETTINGS) as agent:
            await page.goto(address)
            result = await agent.act(scene.form.instruction, sees="elements")
    return {
        "scene": scene.name,
        "form": scene.form.name,
        "expects": expects,
        "accepts": scene.accepts,
        "believed": result.message == "claimed",
        "why not": claimant.told,
        "seconds": time.perf_counter() - started,
    }


async def play_all(jobs: list[Job]) -> list[Row]:
    rows: list[Row] = []
    progress, waiting = Progress(len(jobs), every=100), iter(jobs)
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions())

        async def work() -> None:
            page = await browser.new_page(viewport={"width": 900, "height": 600})
            for job in waiting:
                rows.append(row := await play(job, page))
                progress.add("believed" if row["believed"] else "looked again", row["scene"])

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
        await browser.close()
    return rows


def jobs_of(named: str, *, quick: bool) -> Iterator[Job]:
    """Every scene with every claim of its form; quickly, with one claim each, another one from scene to scene."""
    for number, scene in enumerate((*rejections(), *bystanders(), *reviews(), *acceptances())):
        if not re.search(named, scene.name):
            continue
        expects = scene.form.expects
        yield from ((scene, claim) for claim in ([expects[number % len(expects)]] if quick else expects))


def tables(rows: list[Row]) -> dict[str, list[Row]]:
    wrong = [row for row in rows if row["believed"] and not row["accepts"]]
    kinds = {row["accepts"]: "accepted" if row["accepts"] else "rejected" for row in rows}
    found: dict[str, list[Row]] = {"Claims": [_figures(name, rows, kind) for kind, name in sorted(kinds.items())]}
    if wrong:
        found["Believed wrongly"] = [{key: row[key] for key in ("scene", "form", "expects")} for row in wrong]
    looked = [row for row in rows if row["accepts"] and not row["believed"]]
    if looked:
        found["Accepted, and looked at again"] = [
            {key: row[key] for key in ("scene", "expects", "why not")} for row in looked
        ]
    return found


def _figures(name: str, rows: list[Row], accepts: bool) -> Row:
    these = [row for row in rows if row["accepts"] is accepts]
    scenes = {row["scene"] for row in these}
    believed = [row for row in these if row["believed"]]
    return {
        "form was": name,
        "scenes": len(scenes),
        "claims": len(these),
        "believed": len(believed),
        "scenes with one believed": len({row["scene"] for row in believed}),
        "seconds each": sum(row["seconds"] for row in these) / len(these),
    }


def main() -> None:
    arguments = parse_arguments()
    rows = asyncio.run(play_all(list(jobs_of(arguments.scenes, quick=arguments.quick))))
    show({"Rows": rows} if arguments.json else tables(rows), as_json=arguments.json)
    if any(row["believed"] and not row["accepts"] for row in rows):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
