"""Tables from results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from real_apps.plays import Result

TOO_LONG = 10.0
"""Seconds that a sentence may take."""


def tables(results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """Each application and the sum; then what was not right, and why."""
    titles = dict.fromkeys(result.application.title for result in results)
    rows = [_figures(title, [each for each in results if each.application.title == title]) for title in titles]
    found = {"Applications": [*rows, _figures("all", results)]}
    failures = [
        {
            "application": result.application.name,
            "verdict": result.verdict,
            "sentence": result.sentence.text,
            "said": result.message.strip().replace(f"gave up on {result.sentence.text!r}: ", "")[:160],
        }
        for result in results
        if result.verdict != "right"
    ]
    return found | ({"Not right": failures} if failures else {})


def _figures(title: str, group: Sequence[Result]) -> dict[str, Any]:
    verdicts = Counter(result.verdict for result in group)
    return {
        "application": title,
        "sentences": len(group),
        "right": verdicts["right"],
        "right %": round(100 * verdicts["right"] / len(group)),
        "declined": verdicts["declined"],
        "after acting": sum(result.acted_in_vain for result in group),
        "wrong": verdicts["wrong"] + verdicts["crashed"],
        "rounds": sum(result.rounds for result in group) / len(group),
        "seconds": sum(result.seconds for result in group) / len(group),
        "longest": max(result.seconds for result in group),
        "over 10 s": sum(result.seconds > TOO_LONG for result in group),
    }
