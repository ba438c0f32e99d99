"""`understudy doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from understudy.cli.commands.options import Json
from understudy.cli.ending import end_with
from understudy.cli.help import Commands

commands = Commands()


@commands.command(panel="Set up", examples=["understudy doctor", "understudy doctor --cdp http://localhost:9222"])
def doctor(
    context: typer.Context,
    cdp: Annotated[str, typer.Option(metavar="URL", help="Look also at a browser that runs already.")] = "",
    as_json: Json = False,
) -> None:
    """Check that everything needed is here, and say what to do about what is not.

    Exit code 1 when something needed is missing; what is optional does not count. JSON: good, and findings (group,
    name, good, said, remedy, needed).
    """
    from understudy.cli.doctor.examining import examine

    end_with(lambda: examine(context.obj, cdp=cdp, as_json=as_json))
