"""The simulated AW-Extend: the AgentProg paper's 19 long tasks, on the sample phone, judged by its records.

    python benchmarks/aw_extend.py [--model embedded|reader|readings|configured] [--seeds N] [--disturb]
                                   [--without belief|tree|variables|replay] [--task NAME] [--quick] [--json]
    python benchmarks/aw_extend.py --read FOLDER --reader NAME [--task NAME]

`embedded` runs a program written by hand for each task with the model that comes with the package, which understands no
free text: MarkorTodoList, a note that says what to do, is beyond it. The others get the task's own words and write the
program themselves: `reader` is the perfect reader of the tests, `configured` the model that ASKONCE_MODEL_NAME names,
and `readings` plays what readers replied who saw nothing but prompts and pictures, kept in `aw_extend/readings`.
`--read` makes such a reading: each request becomes a folder with `messages.txt` and pictures, and waits for an
`answer.txt`; `ALL_DONE` ends it.

The seed decides parameters, other records, and with `--disturb` what disturbs. A task counts if just what it asks for
has changed on the phone: nothing else, nothing twice, no partial credit. Text counts as 4 characters a token; `static`
is the system message, `dynamic` all other text without pictures; all figures are means of a run. What was published
was measured on emulators, with real apps and a frontier model: it stands in a table of its own, and the two do not
compare.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import get_args

from aw_extend.published import PUBLISHED, PUBLISHED_COST
from aw_extend.running import ModelName, TaskRun, open_bench
from aw_extend.task_readings import kept_readings, play, read
from aw_extend.tasks import SUPER_LONG, TASKS, Task
from showing import Progress, Row, show

from askonce.errors import AskonceError

TITLE = "Simulated AW-Extend"
QUICK = ("ContactsAddContactAndSms", "MarkorFetchNoteAndSms", "SimpleCalendarDeleteEventsLong")
ABLATIONS = ("belief", "tree", "variables", "replay")
PUBLISHED_TABLES = {
    "Published, on emulators with real apps and frontier models: another thing, not comparable": PUBLISHED,
    "Published cost of a task that succeeded: another thing, not comparable": PUBLISHED_COST,
}
_SHOWN_FAULTS = 3
_FEWEST = 5
"""Calls that a third of a run has at least, where its thirds are compared."""


async def measure(options: argparse.Namespace, tasks: Sequence[Task]) -> list[TaskRun]:
    """Run each task with each seed, several side by side, each on its own phone."""
    jobs = deque((task, seed) for task in tasks for seed in range(options.seeds))
    progress = Progress(len(jobs), every=1)
    runs: list[TaskRun] = []

    async def work() -> None:
        async with open_bench(options.model) as bench:
            while jobs:
                task, seed = jobs.popleft()
                runs.append(await bench.run(task, seed, left_out=options.without, disturb=options.disturb))
                tell(progress, runs[-1])

    async with asyncio.TaskGroup() as phones:
        for _ in range(min(options.phones, len(jobs))):
            phones.create_task(work())
    return runs


async def play_readings(options: argparse.Namespace, tasks: Sequence[Task]) -> list[Row]:
    """The tasks with what each reader replied, beside how they ended when they were read."""
    kept = kept_readings(tasks, range(options.seeds))
    if not kept:
        raise SystemExit(f"no reader has read {', '.join(task.name for task in tasks)} with these seeds")
    progress = Progress(len(kept), every=1)
    rows: list[Row] = []
    for one in kept:
        run = await play(one)
        tell(progress, run)
        then = {"when read": "not right" if one.reading.wrong else "right", "calls when read": one.reading.calls}
        rows.append({**_row(f"{one.task.name}, reader {one.reading.reader}", [run]), **then})
    return rows


async def have_read(options: argparse.Namespace, tasks: Sequence[Task]) -> list[TaskRun]:
    jobs = [(task, seed) for task in tasks for seed in range(options.seeds)]
    progress = Progress(len(jobs), every=1)
    runs: list[TaskRun] = []
    for task, seed in jobs:
        runs.append(await read(task, seed, options.read, options.reader))
        tell(progress, runs[-1])
    (options.read / "ALL_DONE").touch()
    return runs


def tell(progress: Progress, run: TaskRun) -> None:
    verdict = "right" if run.is_success else "not right"
    done = f"{run.actions} UI actions, {len(run.calls)} calls"
    progress.add(verdict, f"{run.task.name}, seed {run.seed}: {verdict}, {done}")
    for fault in run.faults[:_SHOWN_FAULTS]:
        print(f"  {fault}", file=sys.stderr)


def task_rows(runs: Sequence[TaskRun]) -> list[Row]:
    by_task = {task.name: [run for run in runs if run.task is task] for task in TASKS}
    rows = [_row(name, own) for name, own in by_task.items() if own]
    by_kind = {kind: [run for run in runs if run.task.kind == kind] for kind in ("compositional", "iterative")}
    return [*rows, *(_row(f"all {kind}", own) for kind, own in by_kind.items() if own), _row("all", runs)]


def _row(name: str, runs: Sequence[TaskRun]) -> Row:
    calls = sum(len(run.calls) for run in runs)
    actions = sum(run.actions for run in runs)
    return {
        "task": name,
        "success": f"{sum(run.is_success for run in runs)}/{len(runs)}",
        "UI actions": round(actions / len(runs), 1),
        "calls": round(calls / len(runs), 1),
        "calls per action": calls / max(1, actions),
        "static": round(mean(sum(call.static for call in run.calls) for run in runs)),
        "dynamic": round(mean(sum(call.dynamic for call in run.calls) for run in runs)),
        "output": round(mean(sum(call.output for call in run.calls) for run in runs)),
        "disturbed": sum(run.disturbances for run in runs),
        "seconds": round(mean(run.seconds for run in runs), 1),
    }


def reached_rows(runs: Sequence[TaskRun], model: ModelName) -> list[Row]:
    """The figures to reach, each with what is the least or the most for it."""
    right = sum(run.is_success for run in runs) / len(runs)
    least = 15 / 19 if model == "embedded" else 1.0
    longest = [run for run in runs if run.task.count == SUPER_LONG]
    figures = [("success, at least", right, least, right >= least)]
    most = [("calls per UI action, over all tasks", _per_action(runs), 1.0)]
    if longest:
        most.append((f"calls per UI action, n = {SUPER_LONG}, the most of any run", max(map(_each, longest)), 0.25))
    if growth := [late / middle for run in runs if run.task.kind == "iterative" for _, middle, late in _thirds(run)]:
        most.append(("context besides the screen, iterative tasks: last third by middle third", mean(growth), 1.1))
    figures += [(name, value, limit, value <= limit) for name, value, limit in most]
    return [
        {"figure": name, "measured": float(value), "to reach": float(limit), "reached": "yes" if is_met else "no"}
        for name, value, limit, is_met in figures
    ]


def _per_action(runs: Sequence[TaskRun]) -> float:
    return sum(len(run.calls) for run in runs) / max(1, sum(run.actions for run in runs))


def _each(run: TaskRun) -> float:
    return len(run.calls) / max(1, run.actions)


def context_rows(runs: Sequence[TaskRun]) -> list[Row]:
    """What is told besides the screen, in tokens: more in the middle than at the beginning, when nothing has happened
    yet; how it ends says whether it grows with a run."""
    rows: list[Row] = []
    for run in runs:
        for first, middle, last in _thirds(run):
            sizes = {"first third": round(first), "middle third": round(middle), "last third": round(last)}
            ratios = {"last by first": last / first, "last by middle": last / middle}
            rows.append({"task": run.task.name, "seed": run.seed, "plans": len(_plans(run)), **sizes, **ratios})
    return rows


def _thirds(run: TaskRun) -> list[tuple[float, float, float]]:
    """The mean context of the first, middle and last third of the calls that plan; nothing for a run with few."""
    sizes = _plans(run)
    third = len(sizes) // 3
    return [(mean(sizes[:third]), mean(sizes[third:-third]), mean(sizes[-third:]))] if third >= _FEWEST else []


def _plans(run: TaskRun) -> list[int]:
    return [call.context for call in run.calls if call.is_plan]


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=TITLE + ": 19 long tasks on the sample phone")
    parser.add_argument("--model", choices=get_args(ModelName), default="embedded", help="who plans")
    parser.add_argument("--seeds", type=_positive, default=1, metavar="N", help="run each task with seeds 0 to N-1")
    parser.add_argument("--disturb", action="store_true", help="let dialogs, lost taps and closed apps disturb")
    parser.add_argument("--without", action="append", choices=ABLATIONS, default=[], help="leave a part out")
    parser.add_argument(
        "--task", action="append", default=[], metavar="NAME", help="only tasks with this in their name"
    )
    parser.add_argument("--quick", action="store_true", help="three tasks; done within a minute")
    parser.add_argument("--phones", type=_positive, default=4, metavar="N", help="how many tasks run side by side")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="let a reader answer by files in FOLDER")
    parser.add_argument("--reader", metavar="NAME", help="under which name to keep what it says")
    options = parser.parse_args()
    if mistake := mistake_in(options):
        parser.error(mistake)
    return options


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def mistake_in(options: argparse.Namespace) -> str:
    """Which options do not go together; empty if they do."""
    if options.quick and options.task:
        return "--quick takes its own three tasks: leave out --quick or --task"
    if (options.read is None) != (options.reader is None):
        return "--read FOLDER and --reader NAME go together: where the reader answers, and under which name it is kept"
    if options.reader is not None and not re.fullmatch(r"[\w-]+", options.reader):
        return f"{options.reader!r} cannot be the name of a reader: use letters, digits, _ and -"
    is_read = options.read is not None or options.model == "readings"
    if is_read and (options.disturb or options.without):
        return "what readers reply holds for the whole engine, undisturbed: leave out --disturb and --without"
    if options.read is not None and options.model != "embedded":
        return f"--read asks a reader, not a model: leave out --model {options.model}"
    if options.read is not None and any(options.read.glob("[0-9]*")):
        return f"{options.read} holds the requests of another reading: choose an empty folder"
    return ""


def chosen_tasks(options: argparse.Namespace) -> list[Task]:
    names = QUICK if options.quick else options.task
    unknown = [name for name in names if not any(name.lower() in task.name.lower() for task in TASKS)]
    if unknown:
        there = ", ".join(task.name for task in TASKS)
        raise SystemExit(f"no task has {' or '.join(unknown)} in its name; there are: {there}")
    return [task for task in TASKS if not names or any(name.lower() in task.name.lower() for name in names)]


async def tables(options: argparse.Namespace) -> dict[str, list[Row]]:
    tasks = chosen_tasks(options)
    if options.read is not None:
        return {f"{TITLE}: read by {options.reader}": task_rows(await have_read(options, tasks))}
    if options.model == "readings":
        return {f"{TITLE}: the replies of readers": await play_readings(options, tasks), **PUBLISHED_TABLES}
    runs = await measure(options, tasks)
    how = [f"model {options.model}", *(f"without {part}" for part in options.without), *["disturbed"] * options.disturb]
    own = {f"{TITLE}: {', '.join(how)}": task_rows(runs), "To reach": reached_rows(runs, options.model)}
    if thirds := context_rows(runs):
        own["Context of the calls that plan, besides the screen, in tokens"] = thirds
    return {**own, **PUBLISHED_TABLES}


def main() -> None:
    options = parse_options()
    try:
        shown = asyncio.run(tables(options))
    except* AskonceError as errors:
        raise SystemExit("\n".join(dict.fromkeys(map(str, errors.exceptions)))) from None
    show(shown, as_json=options.json)


if __name__ == "__main__":
    main()
