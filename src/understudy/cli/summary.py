"""The short table at the end of a run: how it ended, how long it took, what it used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from rich.text import Text

from understudy.cli.tally import HOWS
from understudy.cli.terminal import plain

MARKS: Mapping[str, tuple[str, str]] = {
    "done": ("✓", "bold green"),
    "passed": ("✓", "bold green"),
    "failed": ("✗", "bold red"),
    "failed in part": ("◐", "bold yellow"),
    "stopped": ("■", "bold yellow"),
    "not played": ("■", "bold yellow"),
}
_WIDE = 200
"""How wide it may be where there is no terminal to fit into."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is told of one run."""

    status: str
    seconds: float
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    hows: Mapping[str, int] = field(default_factory=Counter[str])
    name: str = ""


def total(rows: Sequence[Row], seconds: float, name: str) -> Row:
    """All rows in one; those that ran at the same time took less time than they add up to."""
    hows = Counter[str]()
    for row in rows:
        hows.update(row.hows)
    return Row(
        "",
        seconds,
        sum(row.actions for row in rows),
        sum(row.calls for row in rows),
        sum(row.tokens for row in rows),
        sum(row.cost for row in rows),
        hows,
        name,
    )


def tell_summary(console: Console, rows: Sequence[Row]) -> None:
    """Print the table; columns that would be empty are left out."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    if any(row.name for row in rows):
        table.add_column("")
    table.add_column("")
    for heading in ("time", "actions", "calls", "tokens"):
        table.add_column(heading, justify="right", no_wrap=True)
    has_cost, has_hows = any(row.cost for row in rows), any(row.hows for row in rows)
    if has_cost:
        table.add_column("cost", justify="right", no_wrap=True)
    if has_hows:
        table.add_column("steps", no_wrap=True)
    for row in rows:
        mark, style = MARKS.get(row.status, ("", ""))
        cells: list[str | Text] = [Text(f"{mark} {row.status}".strip(), style)]
        cells += [f"{row.seconds:.1f} s", f"{row.actions:,}", f"{row.calls:,}", f"{row.tokens:,}"]
        cells += [f"${row.cost:.4f}" if row.cost else ""] if has_cost else []
        cells += [", ".join(f"{row.hows[how]} {how}" for how in HOWS if row.hows.get(how))] if has_hows else []
        table.add_row(*([Text(plain(row.name))] if any(one.name for one in rows) else []), *cells)
    console.print()
    console.print(table, soft_wrap=False, width=None if console.is_terminal else _WIDE)
