"""Prints findings: a heading for each subject, a line for each finding, and what to do below it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from askonce.cli.doctor.findings import Finding, FindingGroup
from askonce.cli.terminal import Console, Text, plain
from askonce.models.providers import Provider

_NARROWEST = 30


def print_groups(console: Console, groups: Sequence[FindingGroup]) -> None:
    for group in groups:
        width = max(len(finding.name) for finding in group.findings)
        console.print(Text(group.name, "bold"))
        for finding in group.findings:
            print_finding(console, finding, width)
        console.print()


def print_finding(console: Console, finding: Finding, width: int) -> None:
    """Print `✓ name  what was found`, and below it what to do; long text is wrapped and indented."""
    mark, style = ("✓", "green") if finding.good else ("✗", "bold red") if finding.needed else ("○", "yellow")
    name = Text(f"{plain(finding.name):<{width}}", "bold" if finding.fails else "")
    lines = _wrapped(console, plain(finding.said), 6 + width)
    console.print(Text("  ") + Text(f"{mark} ", style) + name + Text(f"  {lines[0]}"))
    margin = " " * (6 + width)
    for line in lines[1:]:
        console.print(Text(margin + line))
    if finding.remedy:
        first, *more = _wrapped(console, plain(finding.remedy), 8 + width)
        style = "dim" if finding.good else ""
        console.print(Text(margin) + Text("→ ", "bold" if finding.fails else "dim") + Text(first, style))
        for line in more:
            console.print(Text(f"{margin}  {line}", style))


def print_outcome(console: Console, groups: Sequence[FindingGroup]) -> None:
    """Print the last line: what has to be fixed, or that everything is fine."""
    failing = [
        f"{group.name} ({', '.join(names)})"
        for group in groups
        if (names := [plain(finding.name) for finding in group.findings if finding.fails])
    ]
    missing = sum(not finding.good and not finding.needed for group in groups for finding in group.findings)
    more = f"; optional and not available: {missing}" if missing else ""
    if failing:
        console.print(Text("✗ ", "bold red") + Text(f"fix these first: {', '.join(failing)}"))
    else:
        console.print(Text("✓ ", "bold green") + Text(f"everything required is available{more}"))


def print_providers(console: Console, known: Sequence[Provider]) -> None:
    rows = [("provider", "ASKONCE_MODEL_BASE_URL", "ASKONCE_MODEL_NAME, for example")]
    rows += [(provider.name, provider.base_url or "(not set)", provider.model) for provider in known]
    name_width, url_width = (max(len(row[column]) for row in rows) for column in (0, 1))
    for row, style in zip(rows, ("bold", *[""] * len(known)), strict=True):
        console.print(Text(f"  {row[0]:<{name_width}}  {row[1]:<{url_width}}  {row[2]}", style))
    console.print()


def _wrapped(console: Console, text: str, margin: int) -> list[str]:
    """Wrapped to the width of a terminal; elsewhere one line, which other programs read best."""
    room = console.width - margin
    if not console.is_interactive or room < _NARROWEST:
        return [" ".join(text.split())]
    return textwrap.wrap(text, room, break_on_hyphens=False) or [""]
