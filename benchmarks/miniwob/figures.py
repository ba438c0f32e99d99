"""Tables from results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from miniwob.episodes import Result
from miniwob.tasks import SINGLE_INTENT

WHOLE = 0.999
"""The reward from which a task counts as wholly done. The package's own yes or no asks for 1."""


def tables(results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """Each task, each ability, and the sums; and what failed and why, when something did."""
    found = {
        "Tasks": _grouped(results, lambda result: (result.task.name, result.task.ability), ("task", "ability")),
        "Abilities": _grouped(results, lambda result: (result.task.ability,), ("ability",)),
        **_sums(results),
    }
    said = Counter((result.verdict, _short(result)) for result in results if result.verdict != "success")
    if said:
        found["Failures, by what was said last"] = [
            {"verdict": verdict, "said": text, "times": times} for (verdict, text), times in said.most_common(40)
        ]
    return found


def _grouped(
    results: Sequence[Result], key: Callable[[Result], tuple[str, ...]], names: tuple[str, ...]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for value in dict.fromkeys(sorted(map(key, results))):
        group = [result for result in results if key(result) == value]
        rows.append({**dict(zip(names, value, strict=True)), **_figures(group)})
    return rows


def _figures(group: Sequence[Result]) -> dict[str, Any]:
    verdicts = Counter(result.verdict for result in group)
    steps, seconds = sum(result.steps for result in group), sum(result.seconds for result in group if result.steps)
    plans = [seconds for result in group for seconds in result.plans]
    return {
        "success": fmean(result.verdict == "success" for result in group),
        "whole": fmean(result.ending.reward >= WHOLE for result in group),
        "reward": fmean(result.ending.reward for result in group),
        "steps": steps / len(group),
        "ms/step": round(1000 * seconds / steps) if steps else 0,
        "ms/plan": 1000 * fmean(plans) if plans else 0.0,
        "declined": verdicts["declined"],
        "wrong": verdicts["wrong"],
    }


def _sums(results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """The means, where every task counts the same since each has as many seeds; and how the failures came about."""
    single = [result for result in results if result.task.name in SINGLE_INTENT]
    several = [result for result in results if result.task.name not in SINGLE_INTENT]
    parts = {"all tasks": results, "single-intent tasks": single, "the others": several}
    parts = {title: group for title, group in parts.items() if group}
    means = [
        {"over": title, "tasks": len({result.task.name for result in group})} | _figures(group)
        for title, group in parts.items()
    ]
    return {"Sums": means, "Endings": [{"over": title, **_endings(group)} for title, group in parts.items()]}


def _endings(group: Sequence[Result]) -> dict[str, int]:
    """`raised` are successes that the agent did not believe in."""
    declined = [result for result in group if result.verdict == "declined"]
    wrong = [result for result in group if result.verdict == "wrong"]
    return {
        "episodes": len(group),
        "success": sum(result.verdict == "success" for result in group),
        "of them raised": sum(result.verdict == "success" and result.error is not None for result in group),
        "declined": len(declined),
        "of them after acting": sum(result.steps > 0 for result in declined),
        "wrong": len(wrong),
        "of them claimed": sum(result.error is None for result in wrong),
        "crashed": sum(result.verdict == "crashed" for result in group),
    }


def _short(result: Result) -> str:
    """The last word without what changes from seed to seed."""
    text = result.message.strip().split("\n")[0].replace(f"gave up on {result.said!r}: ", "")
    name = f"{type(result.error).__name__}: " if result.error else ""
    return f"{result.task.name}: {name}{text[:110]}"
