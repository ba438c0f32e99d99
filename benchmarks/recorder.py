"""What a person does by hand is recorded, and every step is replayed from the start without a model.

    python benchmarks/recorder.py [--site shop,gestures] [--only TEXT] [--quick] [--jobs 2] [--json] [--show]

Flows are lists of moves of a hand (`recorder/flows.yaml`) on the sample shop, the sample apps, a page of gestures and
applications that others wrote, which are installed first. Each is done with the events of a real mouse and keyboard in
a watched browser, recorded, and replayed on the application as new. `told`: steps of which the recorder said that they
would not be found again. `wrong`: flows whose replay found every step and yet ended elsewhere. The delay of a click is
the time until the page hears it, in pairs with and without the recorder.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from miniwob.episodes import opened_browser
from playwright.async_api import Browser
from recorder.sites import is_installed, opened_site
from recorder.trials import Flow, Outcome, click_delays, read_flows, try_flow
from showing import Progress, show

from askonce.config import read_settings
from askonce.screens.web.hand_worlds import hand_script

QUICK = ("shop", "apps", "gestures")
PAIRS, QUICK_PAIRS = 30, 8


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What a person does by hand is recorded and replayed")
    parser.add_argument("--site", default="", metavar="NAMES", help="only these, with commas between")
    parser.add_argument("--only", default="", metavar="TEXT", help="only flows whose title contains this")
    parser.add_argument("--quick", action="store_true", help="every fourth flow of our own sites; within a minute")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="sites at once, 2 when not given")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--show", action="store_true", help="also print the steps of each flow")
    return parser.parse_args()


def chosen_flows(arguments: argparse.Namespace) -> dict[str, list[Flow]]:
    flows = read_flows()
    known = dict.fromkeys(flow.site for flow in flows)
    names = [name for name in arguments.site.split(",") if name]
    if unknown := set(names) - set(known):
        raise SystemExit(f"--site {', '.join(sorted(unknown))}: there is none\n  → name some of {', '.join(known)}")
    chosen = {
        name: [flow for flow in flows if flow.site == name and arguments.only in flow.title]
        for name in names or (QUICK if arguments.quick else known)
    }
    if arguments.quick:
        chosen = {name: some[::4] for name, some in chosen.items() if is_installed(name)}
    return {name: some for name, some in chosen.items() if some}


async def try_all(work: dict[str, list[Flow]], browser: Browser, jobs: int) -> list[Outcome]:
    progress = Progress(sum(map(len, work.values())), every=5)
    outcomes: list[Outcome] = []
    waiting = iter(work.items())

    async def try_some(folder: Path) -> None:
        for name, flows in waiting:
            async with opened_site(name, browser, folder) as site:
                for flow in flows:
                    outcome = await try_flow(flow, site, folder)
                    outcomes.append(outcome)
                    progress.add("with faults" if outcome.faults else "good", name)

    with tempfile.TemporaryDirectory(prefix="recorder") as folder:
        await asyncio.gather(*(try_some(Path(folder)) for _ in range(jobs)))
    return outcomes


def table(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    names = [*dict.fromkeys(outcome.flow.site for outcome in outcomes)]
    groups = [(name, [each for each in outcomes if each.flow.site == name]) for name in names]
    return [
        {
            "site": name,
            "flows": len(some),
            "steps": sum(len(each.steps) for each in some),
            "replayed": sum(each.replayed for each in some),
            "told": sum(each.told for each in some),
            "wrong": sum(each.wrong for each in some),
            "model calls": sum(each.calls for each in some),
            "seconds": sum(each.seconds for each in some),
        }
        for name, some in [*groups, ("all", list(outcomes))]
    ]


async def run(arguments: argparse.Namespace, browser: Browser) -> int:
    started = time.perf_counter()
    outcomes = await try_all(chosen_flows(arguments), browser, arguments.jobs)
    script = hand_script().encode()
    without, watched = await click_delays(browser, QUICK_PAIRS if arguments.quick else PAIRS)
    added = [after - before for before, after in zip(without, watched, strict=True)]
    found: dict[str, Any] = {"Flows by hand, recorded and replayed": table(outcomes)}
    faults = [
        {"flow": f"{each.flow.site}: {each.flow.title}", "fault": fault} for each in outcomes for fault in each.faults
    ]
    found["Faults"] = faults or [{"flow": "none", "fault": ""}]
    found["The script in a page"] = [{"bytes": len(script), "gzipped": len(gzip.compress(script))}]
    found["Until a page hears a click, in ms (medians)"] = [
        {
            "without": statistics.median(without) * 1000,
            "recorded": statistics.median(watched) * 1000,
            "added": statistics.median(added) * 1000,
            "pairs": len(added),
        }
    ]
    found["Time"] = [{"seconds": time.perf_counter() - started}]
    if arguments.show or arguments.json:
        found["Steps"] = [
            {"flow": f"{each.flow.site}: {each.flow.title}", "steps": "; ".join(each.steps)} for each in outcomes
        ]
    show(found, as_json=arguments.json)
    return 1 if any(outcome.wrong or outcome.calls for outcome in outcomes) else 0


async def main() -> None:
    arguments = parse_arguments()
    async with opened_browser(read_settings().browser) as browser:
        status = await run(arguments, browser)
    raise SystemExit(status)


if __name__ == "__main__":
    asyncio.run(main())
