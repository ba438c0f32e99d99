"""How benchmarks show their figures: a table for people, one JSON object for machines."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def parse_arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions; done within a minute")
    return parser.parse_args()


class Progress:
    """One line on the error stream that says how far a run is; where nobody watches, after each `every` results."""

    def __init__(self, total: int, *, every: int) -> None:
        self._total = total
        self._every = every
        self._verdicts: Counter[str] = Counter()
        self._started = time.perf_counter()

    def add(self, verdict: str, name: str) -> None:
        self._verdicts[verdict] += 1
        done = self._verdicts.total()
        counts = ", ".join(f"{times} {verdict}" for verdict, times in sorted(self._verdicts.items()))
        line = f"{done}/{self._total} in {time.perf_counter() - self._started:.0f} s: {counts}; {name}"
        is_last = done == self._total
        if sys.stderr.isatty():
            print(f"\r\033[K{line}", end="\n" if is_last else "", file=sys.stderr, flush=True)
        elif done % self._every == 0 or is_last:
            print(line, file=sys.stderr, flush=True)


def show(tables: Mapping[str, Sequence[Row]], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(tables, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 120)
    for title, rows in tables.items():
        table = Table(title=title, title_justify="left")
        for name in rows[0]:
            side = "left" if isinstance(rows[0][name], str) else "right"
            table.add_column(name, justify=side, overflow="fold")
        for row in rows:
            table.add_row(*(f"{value:.2f}" if isinstance(value, float) else str(value) for value in row.values()))
        console.print(table)
