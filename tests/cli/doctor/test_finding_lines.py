"""The lines in which findings are printed."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from askonce.cli.doctor.finding_lines import print_finding, print_groups, print_outcome
from askonce.cli.doctor.findings import Finding, FindingGroup

pytestmark = pytest.mark.usefixtures("here")


def told(width: int, *, terminal: bool) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None, soft_wrap=True)
    finding = Finding("browser", False, "it does not start: " + "a long reason " * 5, "install another one")
    print_finding(console, finding, 8)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_long_finding_goes_on_under_its_beginning_in_a_terminal() -> None:
    lines = told(60, terminal=True).splitlines()

    assert lines[0].startswith("  ✗ browser   it does not start: a long reason")
    assert lines[1].startswith(" " * 14 + "a long reason")
    assert lines[-1] == " " * 14 + "→ install another one"
    assert max(map(len, lines)) <= 60


def test_a_long_finding_is_one_line_elsewhere() -> None:
    assert len(told(60, terminal=False).splitlines()) == 2


def test_the_last_line_names_what_is_to_be_mended_and_counts_what_is_optional() -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)
    optional = Finding("ffmpeg", False, "not installed", needed=False)

    print_outcome(console, [FindingGroup("Optional", (optional,))])
    print_outcome(console, [FindingGroup("Web", (Finding("browser", False, "none"), optional))])

    assert isinstance(console.file, io.StringIO)
    good, bad = console.file.getvalue().splitlines()
    assert good == "✓ everything required is available; optional and not available: 1"
    assert bad == "✗ fix these first: Web (browser)"


def test_names_are_aligned_within_their_group() -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)

    print_groups(console, [FindingGroup("Web", (Finding("a", True, "one"), Finding("longer", True, "two")))])

    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().splitlines() == ["Web", "  ✓ a       one", "  ✓ longer  two", ""]
