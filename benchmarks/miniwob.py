"""How far a model gets on MiniWoB++: every task that the package `miniwob` registers, one act for each instruction.

    python benchmarks/miniwob.py [--seeds 5] [--tasks 'click-*,login-user'] [--group TEXT] [--quick] [--jobs 2] [--json]
    python benchmarks/miniwob.py --show click-button 3 --out shown     one episode in full, with pictures
    python benchmarks/miniwob.py --phrasings                           twenty tasks in three other wordings
    python benchmarks/miniwob.py --timing                              an answer against a screenshot, 5,000 elements

A figure to report, not one to reach: no skill and no wording is written for these pages.
The pages are served on loopback and driven by our own web screen. Each episode loads its page anew, sets the seed,
takes away the time limit, and gives the page's instruction to one `act`; then the reward is read. `success` is a raw
reward above 0, `whole` one of 1, which is what the package's own yes-or-no reward asks for (it advises a threshold
where a reward says how near a point is). `declined`: the model said that it cannot do it, and nothing ended the
episode. `wrong`: everything else without a reward, also when rounds or time ran out. `--model module:Class` takes
another model than the embedded one.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from miniwob.episode_log import print_episode
from miniwob.episodes import EMBEDDED, Job, Player, Result, load_model, opened_browser, play_all, same
from miniwob.figures import tables
from miniwob.pages import served
from miniwob.phrasings import jobs_of, phrasing_tables, read_phrasings
from miniwob.tasks import QUICK, Task, all_tasks, choose, package_folder
from miniwob.timing import measure
from playwright.async_api import Browser
from showing import Progress, show

from askonce.config import read_settings
from askonce.models import Model


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How far a model gets on MiniWoB++")
    parser.add_argument(
        "--seeds", type=int, metavar="N", help="episodes of each task, 5 when not given; 1 with --quick"
    )
    parser.add_argument("--tasks", default="", help="names or patterns, with commas between")
    parser.add_argument(
        "--group", default="", metavar="TEXT", help="only tasks that need an ability with this in its name"
    )
    parser.add_argument("--quick", action="store_true", help="a fixed spread of tasks; done within a minute")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="pages at once, 2 when not given")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--model", default=EMBEDDED, metavar="MODULE:CLASS", help="the model that plans")
    parser.add_argument("--show", nargs=2, metavar=("TASK", "SEED"), help="tell one episode in full")
    parser.add_argument(
        "--all-elements", action="store_true", help="with --show: also every element, not only the list"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="with --show: where pictures go")
    parser.add_argument("--phrasings", action="store_true", help="the same instructions in other words")
    parser.add_argument("--timing", action="store_true", help="an answer against a screenshot")
    return parser.parse_args()


def chosen_tasks(arguments: argparse.Namespace, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    if arguments.quick and not arguments.tasks:
        tasks = tuple(task for task in tasks if task.name in QUICK)
    return choose(tasks, arguments.tasks, arguments.group)


async def play(arguments: argparse.Namespace, tasks: tuple[Task, ...], player: Callable[[], Player]) -> int:
    """Play what was asked for and show the figures. 1 when something broke that is none of our errors."""
    seeds = range(arguments.seeds or (1 if arguments.quick else 5))
    phrasings = read_phrasings() if arguments.phrasings else ()
    jobs: list[Job] = (
        jobs_of(phrasings, tasks, seeds) if phrasings else [(t, seed, same) for t in tasks for seed in seeds]
    )
    if not jobs:
        raise SystemExit("none of these tasks has other wordings; phrasings.json names those that have")
    started = time.perf_counter()
    progress = Progress(len(jobs), every=50)

    def note(result: Result) -> None:
        if result.crash:
            print(f"\n{result.task.name}, seed {result.seed}: {result.said}\n{result.crash}", file=sys.stderr)
        progress.add(result.verdict, result.task.name)

    results = await play_all(jobs, [player() for _ in range(arguments.jobs)], note)
    found: dict[str, Any] = dict(phrasing_tables(phrasings, results) if phrasings else tables(results))
    spent = time.perf_counter() - started
    found["Time"] = [{"seconds": spent, "seconds/episode": spent * arguments.jobs / len(jobs), "jobs": arguments.jobs}]
    if arguments.json:
        found["Episodes"] = [result.as_row() for result in results]
    show(found, as_json=arguments.json)
    return 1 if any(result.crash for result in results) else 0


async def run(arguments: argparse.Namespace, browser: Browser, new_model: Callable[[], Model]) -> int:
    if arguments.timing:
        rows = await measure(browser, new_model, repeats=5 if arguments.quick else 15)
        show({"One answer against one screenshot": rows}, as_json=arguments.json)
        return 0
    package = package_folder()
    every = all_tasks(package)
    with served(package) as address:
        if arguments.show:
            name, seed = arguments.show
            player = Player(browser, address, new_model)
            for task in choose(every, name, arguments.group):
                await print_episode(player, task, int(seed), arguments.out, whole_page=arguments.all_elements)
            await player.close()
            return 0
        tasks = chosen_tasks(arguments, every)
        return await play(arguments, tasks, lambda: Player(browser, address, new_model))


async def main() -> None:
    arguments = parse_arguments()
    new_model = load_model(arguments.model)
    async with opened_browser(read_settings().browser) as browser:
        status = await run(arguments, browser, new_model)
    raise SystemExit(status)


if __name__ == "__main__":
    asyncio.run(main())
