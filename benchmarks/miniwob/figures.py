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
        "Tasks": _grouped(results, lambda one: (one.task.name, one.task.ability), ("task", "ability")),
        "Abilities": _grouped(results, lambda one: (one.task.ability,), ("ability",)),
        **_sums(results),
    }
    said = Counter((one.verdict, _short(one)) for one in results if one.verdict != "success")
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
        mine = [one for one in results if key(one) == value]
        rows.append({**dict(zip(names, value, strict=True)), **_figures(mine)})
    return rows


def _figures(mine: Sequence[Result]) -> dict[str, Any]:
    verdicts = Counter(one.verdict for one in mine)
    steps, seconds = sum(one.steps for one in mine), sum(one.seconds for one in mine if one.steps)
    plans = [seconds for one in mine for seconds in one.plans]
    return {
        "success": fmean(one.verdict == "success" for one in mine),
        "whole": fmean(one.ending.reward >= WHOLE for one in mine),
        "reward": fmean(one.ending.reward for one in mine),
        "steps": steps / len(mine),
        "ms/step": round(1000 * seconds / steps) if steps else 0,
        "ms/plan": 1000 * fmean(plans) if plans else 0.0,
        "declined": verdicts["declined"],
        "wrong": verdicts["wrong"],
    }


def _sums(results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """The means, where every task counts the same since each has as many seeds; and how the failures came about."""
    single = [one for one in results if one.task.name in SINGLE_INTENT]
    several = [one for one in results if one.task.name not in SINGLE_INTENT]
    parts = {"all tasks": results, "single-intent tasks": single, "the others": several}
    parts = {title: mine for title, mine in parts.items() if mine}
    means = [
        {"over": title, "tasks": len({one.task.name for one in mine})} | _figures(mine) for title, mine in parts.items()
    ]
    return {"Sums": means, "Endings": [{"over": title, **_endings(mine)} for title, mine in parts.items()]}


def _endings(mine: Sequence[Result]) -> dict[str, int]:
    """`raised` are successes that the agent did not believe in."""
    declined = [one for one in mine if one.verdict == "declined"]
    wrong = [one for one in mine if one.verdict == "wrong"]
    return {
        "episodes": len(mine),
        "success": sum(one.verdict == "success" for one in mine),
        "of them raised": sum(one.verdict == "success" and one.error is not None for one in mine),
        "declined": len(declined),
        "of them after acting": sum(one.steps > 0 for one in declined),
        "wrong": len(wrong),
        "of them claimed": sum(one.error is None for one in wrong),
        "crashed": sum(one.verdict == "crashed" for one in mine),
    }


def _short(result: Result) -> str:
    """The last word without what changes from seed to seed."""
    text = result.message.strip().split("\n")[0].replace(f"the model gave up on {result.said!r}: ", "")
    name = f"{type(result.error).__name__}: " if result.error else ""
    return f"{result.task.name}: {name}{text[:110]}"
