"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli import completion

Headed = Annotated[bool, typer.Option("--headed", help="Show the browser window.")]
Open = Annotated[bool, typer.Option("--open", help="Open the report in a browser.")]
NoReport = Annotated[bool, typer.Option("--no-report", help="Do not write a report.")]
Json = Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file.")]
Recordings = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.offer_recordings,
        help="Recordings to use; NAME:strict asks no model.",
    ),
]
Secrets = Annotated[
    list[str] | None,
    typer.Option("--secret", metavar="NAME[=VARIABLE]", help="Value from the environment, never shown."),
]
SessionName = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="NAME",
        autocompletion=completion.offer_sessions,
        help="Session to use; default: the only open one.",
    ),
]
