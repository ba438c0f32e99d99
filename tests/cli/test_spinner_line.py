"""The line that says what is being waited for."""

from __future__ import annotations

import io

from rich.console import Console

from askonce.cli.spinner_line import SpinnerLine


async def test_the_line_names_what_is_in_progress_and_how_long_it_has_taken() -> None:
    spinner = SpinnerLine(Console(file=io.StringIO()), "checking", clock=iter([10.0, 13.0]).__next__)
    lines: list[str] = []

    async def check() -> None:
        lines.append(spinner.line)

    await spinner.track("Web", check())
    lines.append(spinner.line)

    assert lines == ["checking Web · 3 s", ""]
