"""The summary at the end of a run: how it ended, how long it took, what it used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field

from askonce.cli.terminal import Console, Text, plain
from askonce.lazy import dataclass
from askonce.trace.run_counts import HOWS

MARKS: Mapping[str, tuple[str, str]] = {
    "done": ("✓", "bold green"),
    "passed": ("✓", "bold green"),
    "failed": ("✗", "bold red"),
    "partly failed": ("◐", "bold yellow"),
    "stopped": ("■", "bold yellow"),
    "not run": ("■", "bold yellow"),
}
_HEADINGS = ("", "", "time", "actions", "calls", "tokens", "cost", "steps")
_NAME = 0
_NUMBERS = range(2, 7)
_GAP = "  "
_LEAST = 12
"""The least width of the column with names."""


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """The summary of one run."""

    status: str
    seconds: float
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    hows: Mapping[str, int] = field(default_factory=Counter[str])
    name: str = ""


def total(rows: Sequence[SummaryRow], seconds: float, name: str) -> SummaryRow:
    """The total of all rows; `seconds` is passed, since scripts can run at the same time."""
    hows = Counter[str]()
    for row in rows:
        hows.update(row.hows)
    return SummaryRow(
        "",
        seconds,
        sum(row.actions for row in rows),
        sum(row.calls for row in rows),
        sum(row.tokens for row in rows),
        sum(row.cost for row in rows),
        hows,
        name,
    )


def print_summary(console: Console, rows: Sequence[SummaryRow]) -> None:
    """Print the table without empty columns; names are cut where the terminal is too narrow."""
    lines = [[Text(heading, "dim") for heading in _HEADINGS], *map(_cells, rows)]
    shown = [column for column in range(len(_HEADINGS)) if any(line[column] for line in lines[1:])]
    widths = {column: max(line[column].cell_len for line in lines) for column in shown}
    if _NAME in widths and console.is_interactive:
        others = sum(width + len(_GAP) for column, width in widths.items() if column != _NAME)
        widths[_NAME] = min(widths[_NAME], max(_LEAST, console.width - others))
    console.print()
    for line in lines:
        for column in shown:
            line[column].truncate(widths[column], overflow="ellipsis")
            line[column].align("right" if column in _NUMBERS else "left", widths[column])
        text = Text(_GAP).join(line[column] for column in shown)
        text.rstrip()
        console.print(text)


def _cells(row: SummaryRow) -> list[Text]:
    mark, style = MARKS.get(row.status, ("", ""))
    return [
        Text(plain(row.name)),
        Text(f"{mark} {row.status}".strip(), style),
        Text(f"{row.seconds:.1f} s"),
        Text(f"{row.actions:,}"),
        Text(f"{row.calls:,}"),
        Text(f"{row.tokens:,}"),
        Text(f"${row.cost:.4f}" if row.cost else ""),
        Text(", ".join(f"{row.hows[how]} {how}" for how in HOWS if row.hows.get(how))),
    ]
