"""`askonce doctor`."""

from __future__ import annotations

import typer

from askonce.cli.commands.options import Json
from askonce.cli.commands.screen_options import DoctorCommand, given_options
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(
    cls=DoctorCommand, panel="Set up", examples=["askonce doctor", "askonce doctor --cdp http://localhost:9222"]
)
def doctor(
    context: typer.Context,
    as_json: Json = False,
) -> None:
    """Check the installation, and say how to fix what is wrong.

    Checks settings, browser, models, folders, network and extras. Exit code 1 if something required is missing;
    optional extras do not count. JSON fields: good, findings (group, name, good, said, remedy, needed).
    """
    from askonce.cli.doctor.checkup import examine

    exit_with(lambda: examine(context.obj, screens=given_options(context), as_json=as_json))
