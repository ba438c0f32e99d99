"""The table at the end of a run."""

from __future__ import annotations

import io

from rich.console import Console

from askonce.cli.summary_table import SummaryRow, print_summary, total
from askonce.cli.terminal import new_console

ROWS = (
    SummaryRow("passed", 2.04, 3, 0, 0, 0.0, {"replayed": 2}, "tests/login.yaml"),
    SummaryRow("failed", 61.5, 12, 7, 12_345, 0.25, {"asked": 1, "healed": 1}, "tests/a long name.yaml"),
)


def shown(*rows: SummaryRow, console: Console | None = None) -> list[str]:
    console = console or new_console(io.StringIO())
    print_summary(console, rows)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_several_runs_have_a_line_each_and_one_for_all_of_them() -> None:
    assert shown(*ROWS, total(ROWS, 62.0, "all 2")) == [
        "",
        "                                    time  actions  calls  tokens     cost  steps",
        "tests/login.yaml        ✓ passed   2.0 s        3      0       0           2 replayed",
        "tests/a long name.yaml  ✗ failed  61.5 s       12      7  12,345  $0.2500  1 healed, 1 asked",
        "all 2                             62.0 s       15      7  12,345  $0.2500  2 replayed, 1 healed, 1 asked",
    ]


def test_a_name_is_cut_where_the_terminal_ends() -> None:
    narrow = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=85)

    told = shown(*ROWS, console=narrow)

    assert told[2].startswith("tests/login.ya…  ✓ passed   2.0 s")
    assert told[3].startswith("tests/a long n…  ✗ failed  61.5 s")
    assert max(map(len, told)) == 85


def test_a_name_cannot_steer_the_terminal_and_empty_columns_are_left_out() -> None:
    assert shown(SummaryRow("stopped", 0.5, name="a\x1b[2J[red].yaml")) == [
        "",
        "                             time  actions  calls  tokens",
        "a·[2J[red].yaml  ■ stopped  0.5 s        0      0       0",
    ]
