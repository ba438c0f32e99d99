"""The simulated AW-Extend: the AgentProg paper's 19 long tasks, on the sample phone, judged by its records.

    python benchmarks/aw_extend.py [--model embedded|reader|configured] [--seeds N] [--disturb]
                                   [--without belief|tree|variables|replay] [--task NAME] [--quick] [--json]

`embedded` runs a program written by hand for each task with the model that comes with the package. `reader` and
`configured` get the task's own words and write the program themselves: the perfect reader of the tests, and the model
that ASKONCE_MODEL_NAME names. The seed decides parameters, other records, and with `--disturb` what disturbs. A task
counts if just what it asks for has changed on the phone: nothing else, nothing twice, no partial credit. Text counts as
4 characters a token; `static` is the system message, `dynamic` all other text without pictures; all figures are means
of a run. What was published was measured on emulators, with real apps and a frontier model: it stands in a table of its
own, and the two do not compare.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from statistics import mean
from typing import get_args

from aw_extend.published import PUBLISHED, PUBLISHED_COST
from aw_extend.running import Bench, ModelName, TaskRun, open_bench
from aw_extend.tasks import SUPER_LONG, TASKS, Task
from showing import Progress, Row, show

TITLE = "Simulated AW-Extend"
QUICK = ("ContactsAddContactAndSms", "MarkorFetchNoteAndSms", "SimpleCalendarDeleteEventsLong")
ABLATIONS = ("belief", "tree", "variables", "replay")
_SHOWN_FAULTS = 3


async def measure(options: argparse.Namespace, tasks: Sequence[Task]) -> list[TaskRun]:
    async with open_bench(options.model) as bench:
        progress = Progress(len(tasks) * options.seeds, every=1)
        return [
            await _measure_one(bench, options, progress, task, seed) for task in tasks for seed in range(options.seeds)
        ]


async def _measure_one(bench: Bench, options: argparse.Namespace, progress: Progress, task: Task, seed: int) -> TaskRun:
    run = await bench.run(task, seed, left_out=options.without, disturb=options.disturb)
    verdict = "right" if run.is_success else "not right"
    progress.add(verdict, f"{task.name}, seed {seed}: {verdict}, {run.actions} UI actions, {len(run.calls)} calls")
    for fault in run.faults[:_SHOWN_FAULTS]:
        print(f"  {fault}", file=sys.stderr)
    return run


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
    if growth := [grown for run in runs if (grown := _growth(run)) is not None]:
        most.append(("context of the last calls besides the screen, by that of the first ones", mean(growth), 1.1))
    figures += [(name, value, limit, value <= limit) for name, value, limit in most]
    return [
        {"figure": name, "measured": float(value), "to reach": float(limit), "reached": "yes" if is_met else "no"}
        for name, value, limit, is_met in figures
    ]


def _per_action(runs: Sequence[TaskRun]) -> float:
    return sum(len(run.calls) for run in runs) / max(1, sum(run.actions for run in runs))


def _each(run: TaskRun) -> float:
    return len(run.calls) / max(1, run.actions)


def _growth(run: TaskRun) -> float | None:
    """How much larger what is told besides the screen is in the last third of a long run than in the first."""
    sizes = [call.context for call in run.calls if call.is_plan]
    third = len(sizes) // 3
    return mean(sizes[-third:]) / mean(sizes[:third]) if third >= 5 else None


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
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    return parser.parse_args()


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def chosen_tasks(options: argparse.Namespace) -> list[Task]:
    names = QUICK if options.quick and not options.task else options.task
    found = [task for task in TASKS if not names or any(name.lower() in task.name.lower() for name in names)]
    if not found:
        raise SystemExit(f"no task is called {' or '.join(names)}; there are: {', '.join(task.name for task in TASKS)}")
    return found


def main() -> None:
    options = parse_options()
    tasks = chosen_tasks(options)
    runs = asyncio.run(measure(options, tasks))
    how = [f"model {options.model}", *(f"without {part}" for part in options.without), *["disturbed"] * options.disturb]
    tables = {
        f"{TITLE}: {', '.join(how)}": task_rows(runs),
        "To reach": reached_rows(runs, options.model),
        "Published, on emulators with real apps and frontier models: another thing, not comparable": PUBLISHED,
        "Published cost of a task that succeeded: another thing, not comparable": PUBLISHED_COST,
    }
    show(tables, as_json=options.json)


if __name__ == "__main__":
    main()
