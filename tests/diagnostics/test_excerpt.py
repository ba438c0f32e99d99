"""How problems are shown."""

from __future__ import annotations

from textwrap import dedent

from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem


def test_the_caret_stands_under_wide_letters_and_tabs() -> None:
    shown = format_problems("a.stp", "\t打开 {x}", [Problem(Location(1, 5, 3), "bad")])
    assert shown == "a.stp:1:5: error: bad\n      打开 {x}\n           ^^^"


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    line = "word " * 100
    shown = format_problems("a.stp", line, [Problem(Location(1, 301, 4), "bad")]).splitlines()
    assert max(map(len, shown)) < 110
    assert shown[1][shown[2].index("^") :].startswith("word")
    assert shown[1].startswith("  …")
    assert shown[1].endswith("…")


def test_a_place_beyond_the_source_is_told_without_a_line() -> None:
    told = [Problem(Location(9, 9), "bad", "mend it", "warning"), Problem(Location(1, 99, 5), "far")]
    assert format_problems("a.stp", "short", told) == dedent(
        """\
        a.stp:9:9: warning: bad
          → mend it
        a.stp:1:99: error: far
          short
               ^"""
    )


def test_what_a_terminal_would_obey_is_not_shown() -> None:
    assert "\x1b" not in format_problems("a.stp", "open \x1b[31m it", [Problem(Location(1, 1, 4), "bad")])
