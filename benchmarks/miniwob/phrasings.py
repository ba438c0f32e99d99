"""The same instruction in other words: the outcome has to be the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from miniwob.episodes import Job, Result, same
from miniwob.tasks import Task


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How the instruction of a task is taken apart, and other sentences made from its parts."""

    task: str
    original: str
    """An expression over the whole instruction, with a named group for each part."""
    others: tuple[str, ...]

    def reworded(self, number: int) -> Callable[[str], str]:
        def reword(utterance: str) -> str:
            found = re.fullmatch(self.original, utterance)
            if not found:
                raise ValueError(f"the instruction of {self.task} does not fit {self.original!r}: {utterance!r}")
            return self.others[number].format_map(found.groupdict())

        return reword


def read_phrasings() -> tuple[Phrasing, ...]:
    written: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "phrasings.json").read_text("utf-8"))
    return tuple(Phrasing(task, one["original"], tuple(one["others"])) for task, one in written.items())


def jobs_of(phrasings: Sequence[Phrasing], tasks: Sequence[Task], seeds: Sequence[int]) -> list[Job]:
    """For each task and seed, the instruction as it is and then each of its other wordings."""
    named = {task.name: task for task in tasks}
    jobs: list[Job] = []
    for one in phrasings:
        if one.task in named:
            ways = [same, *map(one.reworded, range(len(one.others)))]
            jobs += [(named[one.task], seed, way) for seed in seeds for way in ways]
    return jobs


def phrasing_tables(phrasings: Sequence[Phrasing], results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """How often the other wordings ended as the original did; and those that did not."""
    rows: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    for one in phrasings:
        mine = [result for result in results if result.task.name == one.task]
        if not mine:
            continue
        width = len(one.others) + 1
        runs = [mine[at : at + width] for at in range(0, len(mine), width)]
        differing = [(run[0], result) for run in runs for result in run[1:] if result.verdict != run[0].verdict]
        total = len(mine) - len(runs)
        rows.append(
            {
                "task": one.task,
                "original success": sum(run[0].verdict == "success" for run in runs) / len(runs),
                "reworded success": sum(result.verdict == "success" for run in runs for result in run[1:]) / total,
                "reworded": total,
                "same outcome": total - len(differing),
            }
        )
        others += [
            {
                "task": one.task,
                "seed": result.seed,
                "instruction": result.said,
                "outcome": f"{result.verdict}, not {first.verdict}",
                "said": result.message.split("\n")[0][:80],
            }
            for first, result in differing
        ]
    total, alike = sum(row["reworded"] for row in rows), sum(row["same outcome"] for row in rows)
    whole = sum(row["reworded"] == row["same outcome"] for row in rows)
    found = {
        "Phrasings": rows,
        "All phrasings": [
            {"tasks": len(rows), "all alike": whole, "reworded": total, "same outcome": alike, "share": alike / total}
        ],
    }
    return found | ({"Other outcomes": others} if others else {})
