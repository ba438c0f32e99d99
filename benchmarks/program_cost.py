"""What a program costs: model calls, and the tokens of each call by how far the run is.

    python benchmarks/program_cost.py [--quick] [--json] [--plot FOLDER]

Every task is run for real on the sample apps, with the perfect reader of the tests behind the model server as its
model: one action a reply, all else as a good model would write it. The program without a loop and the one for 200
people run on a screen that sends the same requests without a browser, all others in one. Text counts as 4 characters a
token; `static` is the system message, `dynamic` all other text of a request without pictures. The baselines are written
out from the same run without replay: see `program_cost/baselines.py` for what each is made of. The last table compares
with the figures to reach. `--plot` draws the dynamic tokens of the longest task as SVG and PNG.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import mean

from playwright.async_api import Browser, Page, async_playwright
from program_cost import baselines, tasks
from program_cost.baselines import Asked
from program_cost.measuring import PARTS, Part, Run, Setting, run_program
from program_cost.plotting import Line, draw, take_picture
from program_cost.tasks import Task
from showing import Row, show

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing.apps import SampleApps
from askonce.testing.shop import SampleShop

NO_REPLAY: tuple[Part, ...] = ("replay",)
EXAMPLE = 3
"""The people in the example whose cost is published: 36 UI actions and 179 calls."""
PUBLISHED = "AgentProg, published"
PUBLISHED_CALLS, PUBLISHED_PAIRS, PUBLISHED_DYNAMIC, PUBLISHED_OUTPUT = 179, 86, 9_000, 2_200
"""Of the calls, the pairs for code and counter have the sizes that are known; captions and locating are left out."""


class Bench:
    """The page on which everything is run, and what was run so far."""

    def __init__(self, page: Page, apps: SampleApps) -> None:
        self.page, self._apps = page, apps
        self.methods: dict[str, dict[str, list[Asked]]] = {}
        self.runs: dict[str, Run] = {}

    async def run(self, task: Task, left_out: tuple[Part, ...] = (), *, several: bool = False) -> Run:
        self._apps.reset()
        address = self._apps.url + "notes"  # where nobody has to be: the first app takes two taps, like all others
        setting = Setting(address, self.page if task.in_browser else None, left_out, several)
        run = await run_program(setting, task.program, task.variables)
        task.check(self._apps)
        print(f"{task.name}: {run.actions} UI actions, {len(run.calls)} calls, {run.seconds:.0f} s", file=sys.stderr)
        return run

    async def compare(self, task: Task) -> None:
        """Run a task, and write out the baselines from its run without replay."""
        run = self.runs[task.name] = await self.run(task)
        plain = await self.run(task, NO_REPLAY) if task.repeats else run
        rules = baselines.rules_without_program(plain)
        self.methods[task.name] = {
            "ours": baselines.ours(run),
            "ours, no replay": baselines.ours(plain),
            "sliding window": list(baselines.sliding_window(plain, task.words, rules)),
            "summary per step": list(baselines.summary_per_step(plain, task.words, rules)),
            "AgentProg layout": list(baselines.agentprog_layout(plain, task.program)),
        }


async def measure(bench: Bench, *, quick: bool) -> tuple[Task, dict[str, list[Row]]]:
    """Run all tasks; the longest of them, and the tables."""
    few, example, many = tasks.contacts(1), tasks.contacts(EXAMPLE), tasks.contacts(5 if quick else 20)
    longest = tasks.flat(45 if quick else 500)
    await bench.compare(few)
    await bench.compare(example)
    if quick:
        bench.runs[many.name] = await bench.run(many)
    else:
        await bench.compare(many)
        await bench.compare(tasks.contacts(200))
    await bench.compare(tasks.nested(2, 3) if quick else tasks.nested(4, 6))
    await bench.compare(longest)
    tables = {f"{task}: {bench.runs[task].actions} UI actions": cost_rows(bench, task) for task in bench.methods}
    tables[f"Dynamic tokens of a call, by UI actions done before it: {longest.name}"] = growth_rows(
        bench.methods[longest.name], (1, 10, 25, 50, 100, 200, 300, 400, 499)
    )
    tables[f"With parts left out: {example.name}"] = await ablation_rows(bench, example, quick=quick)
    tables["On the sample shop"] = await shop_rows(bench)
    tables["To reach"] = reached_rows(bench, few, example, many, longest)
    return longest, tables


def cost_rows(bench: Bench, task: str) -> list[Row]:
    actions = bench.runs[task].actions
    rows = [_cost_row(method, asked, actions) for method, asked in bench.methods[task].items()]
    if task == tasks.contacts(EXAMPLE).name:
        pairs = [Asked(baselines.PREFIX, PUBLISHED_DYNAMIC, PUBLISHED_OUTPUT, 0)] * PUBLISHED_PAIRS
        calls = {"calls": PUBLISHED_CALLS, "calls per action": PUBLISHED_CALLS / actions, "pictures": "-"}
        rows.append({**_cost_row(PUBLISHED, pairs, actions), **calls})
    return rows


def _cost_row(method: str, asked: Sequence[Asked], actions: int) -> Row:
    plans = [one for one in asked if one.is_plan]
    return {
        "method": method,
        "calls": len(asked),
        "calls per action": len(asked) / actions,
        "static": round(mean(one.static for one in plans)),
        "dynamic": round(mean(one.dynamic for one in plans)),
        "last dynamic": plans[-1].dynamic,
        "output": round(mean(one.output for one in plans)),
        "all text": sum(one.static + one.dynamic + one.output for one in asked),
        "pictures": sum(one.pictures for one in asked),
    }


def growth_rows(methods: Mapping[str, Sequence[Asked]], places: Sequence[int]) -> list[Row]:
    rows: list[Row] = []
    for method, asked in methods.items():
        by_place = {one.after: one.dynamic for one in asked if one.is_plan}
        last = max(by_place)
        rows.append({"method": method} | {str(place): by_place.get(place, "") for place in places if place <= last})
    return rows


async def ablation_rows(bench: Bench, task: Task, *, quick: bool) -> list[Row]:
    parts: tuple[Part, ...] = ("merged",) if quick else PARTS
    rows = [_part_row("nothing", bench.runs[task.name])]
    rows += [_part_row(part, await bench.run(task, (part,))) for part in parts]
    rows.append(_part_row("nothing; several actions a reply", await bench.run(task, several=True)))
    if not quick:
        several = await bench.run(task, NO_REPLAY, several=True)
        rows.append(_part_row("replay; several actions a reply", several))
    return rows


def _part_row(part: str, run: Run) -> Row:
    plans = [call for call in run.calls if call.is_plan]
    return {
        "left out": part,
        "UI actions": run.actions,
        "calls": len(run.calls),
        "dynamic": round(mean(call.dynamic for call in plans)),
        "output": round(mean(call.output for call in plans)),
    }


async def shop_rows(bench: Bench) -> list[Row]:
    task = tasks.shop()
    with SampleShop() as shop:
        run = await run_program(Setting(shop.url, bench.page), task.program)
        bought = [line.product.name for line in shop.visits[-1].lines]
    if len(bought) != 3 or run.answer != 29.8:
        raise AssertionError(f"{bought} were bought for {run.answer}")
    return [{"task": task.name, **dict(list(_part_row("nothing", run).items())[1:])}]


def reached_rows(bench: Bench, few: Task, example: Task, many: Task, longest: Task) -> list[Row]:
    methods = bench.methods[example.name]
    plans = [one for task in bench.methods.values() for one in (*task["ours"], *task["ours, no replay"]) if one.is_plan]
    flat = {one.after: one.dynamic for one in bench.methods[longest.name]["ours"] if one.is_plan}
    early = 50 if max(flat) > 100 else 25
    late = max(size for after, size in flat.items() if after > max(flat) - 20)
    prefixes = [{call.system for call in run.calls if call.is_plan} for run in bench.runs.values()]
    per_action = max(sum(call.is_plan for call in run.calls) / run.actions for run in bench.runs.values())
    figures: list[tuple[str, float, float]] = [
        ("calls per UI action, the most of any task, besides one at the end of a run", per_action, 1.0),
        (f"calls in all for the {example.name} (published: {PUBLISHED_CALLS})", len(methods["ours"]), 42),
        ("the same without replay", len(methods["ours, no replay"]), 42),
        ("static tokens, the most of any call", max(one.static for one in plans), 3000),
        ("different prefixes, the most of any run", max(map(len, prefixes)), 1),
        ("dynamic tokens, the most of any call", max(one.dynamic for one in plans), 3000),
        (f"dynamic tokens, the most of the last 20 calls, by those after {early} UI actions", late / flat[early], 1.1),
        ("output tokens, the most of any call", max(one.output for one in plans), 300),
        (
            f"calls for {many.name}, by those for {few.name}",
            len(bench.runs[many.name].calls) / len(bench.runs[few.name].calls),
            3.0,
        ),
    ]
    return [
        {
            "what": what,
            "measured": round(figure, 3),
            "at most": most,
            "": "reached" if figure <= most else "NOT REACHED",
        }
        for what, figure, most in figures
    ]


@asynccontextmanager
async def open_bench() -> AsyncGenerator[Bench, None]:
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        with SampleApps() as apps:
            yield Bench(page, apps)
        await browser.close()


async def main(arguments: argparse.Namespace) -> None:
    if arguments.plot:
        arguments.plot.mkdir(parents=True, exist_ok=True)
    async with open_bench() as bench:
        longest, tables = await measure(bench, quick=arguments.quick)
        if arguments.plot:
            lines = [
                Line(name, [(one.after, one.dynamic) for one in asked if one.is_plan])
                for name, asked in bench.methods[longest.name].items()
                if name != "ours, no replay"
            ]
            lines.append(
                Line(PUBLISHED, [(0, PUBLISHED_DYNAMIC), (lines[0].points[-1][0], PUBLISHED_DYNAMIC)], dashed=True)
            )
            drawn = draw(lines, title=f"Text that changes from call to call: a program of {longest.name}")
            (arguments.plot / "program_cost.svg").write_text(drawn, "utf-8")
            await take_picture(bench.page, drawn, arguments.plot)
    show(tables, as_json=arguments.json)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="shorter tasks; done within a minute")
    parser.add_argument("--plot", type=Path, help="draw program_cost.svg and program_cost.png into this folder")
    asyncio.run(main(parser.parse_args()))
