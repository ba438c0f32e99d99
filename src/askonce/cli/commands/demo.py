"""`askonce demo`."""

from __future__ import annotations

import typer

from askonce.cli.commands.options import Headed, Json, Open
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(panel="Set up", examples=["askonce demo", "askonce demo --headed --open"])
def demo(context: typer.Context, headed: Headed = False, open_report: Open = False, as_json: Json = False) -> None:
    """Run a program on the sample shop, then replay it from its recording. Needs no key.

    JSON fields: runs (see `askonce run`), orders.
    """
    from askonce.cli.demo_run import play

    exit_with(lambda: play(context.obj, headed=headed, open_report=open_report, as_json=as_json))
