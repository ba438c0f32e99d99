"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli import completion

Headed = Annotated[bool, typer.Option("--headed", help="Show the browser window.")]
Open = Annotated[bool, typer.Option("--open", help="Open the report when it is written.")]
NoReport = Annotated[bool, typer.Option("--no-report", help="Write no report.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it.")]
Recordings = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.offer_recordings,
        help="Replay what worked under this name, and keep it.",
    ),
]
Secrets = Annotated[
    list[str] | None,
    typer.Option("--secret", metavar="NAME[=VARIABLE]", help="The same, from the environment, and shown nowhere."),
]
SessionName = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="NAME",
        autocompletion=completion.offer_sessions,
        help="Which kept session; without it, the only one.",
    ),
]
