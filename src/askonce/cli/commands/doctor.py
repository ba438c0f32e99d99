"""`askonce doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Json
from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands

commands = Commands()


@commands.command(panel="Set up", examples=["askonce doctor", "askonce doctor --cdp http://localhost:9222"])
def doctor(
    context: typer.Context,
    cdp: Annotated[str, typer.Option(metavar="URL", help="Look also at a browser that runs already.")] = "",
    as_json: Json = False,
) -> None:
    """Check that everything needed is here, and say what to do about what is not.

    Exit code 1 when something needed is missing; what is optional does not count. JSON: good, and findings (group,
    name, good, said, remedy, needed).
    """
    from askonce.cli.doctor.checkup import examine

    exit_with(lambda: examine(context.obj, cdp=cdp, as_json=as_json))
