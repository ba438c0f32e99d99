"""`askonce demo`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Headed, Json, Open
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()
Phone = Annotated[bool, typer.Option("--phone", help="On the sample phone; needs the extra for Android.")]


@commands.command(panel="Set up", examples=["askonce demo", "askonce demo --phone", "askonce demo --headed --open"])
def demo(
    context: typer.Context,
    phone: Phone = False,
    headed: Headed = False,
    open_report: Open = False,
    as_json: Json = False,
) -> None:
    """Run a program on the sample shop or phone, then replay it from its recording. Needs no key.

    JSON fields: runs (see `askonce run`), orders; with --phone contacts and messages instead of orders.
    """
    from askonce.cli.demo_run import play

    exit_with(lambda: play(context.obj, phone=phone, headed=headed, open_report=open_report, as_json=as_json))
