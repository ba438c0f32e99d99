"""`askonce session`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.commands.options import Headed, Json, Open, Out, Recordings, SessionName
from askonce.cli.commands.screen_options import ScreenCommand, chosen_screen
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands(
    "session",
    panel="Step by step",
    help="Keep a browser open between commands, and use it step by step: askonce tap, type, query and so on.",
    examples=[
        "askonce session start --url https://shop.example",
        "askonce tap \"the link 'Log in'\"",
        "askonce check 'the text \"Good to see you again\" is visible'",
        "askonce session stop",
    ],
)


@commands.command(
    "start",
    cls=ScreenCommand,
    examples=[
        "askonce session start --url https://shop.example",
        "askonce session start --session admin --secret password=ADMIN_PASSWORD",
        "askonce session start --cdp http://127.0.0.1:9222",
    ],
)
def start_session(
    context: typer.Context,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="Name of the new session; default: default.")
    ] = None,
    headed: Headed = False,
    recordings: Recordings = None,
    knowledge: Annotated[
        str, typer.Option("--context", metavar="TEXT", help="What the model should know about the application.")
    ] = "",
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="Value for {NAME}, from the environment."),
    ] = None,
    uploads: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The only folder to upload files from.")
    ] = None,
    idle: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="Close it after this long without use.")
    ] = 1800.0,
    as_json: Json = False,
) -> None:
    """Open a browser or another screen that stays open, and wait for it.

    It closes with `askonce session stop`, or after half an hour without use. JSON fields: name, address, pid, since,
    idle, trace, log.
    """
    from askonce.cli.session.session_lifecycle import StartOptions, start

    options = StartOptions(
        name=session,
        screen=chosen_screen(context, headed=headed),
        headed=headed,
        recordings=recordings,
        context=knowledge,
        uploads=uploads,
        idle=idle,
        secrets=secret or [],
        as_json=as_json,
    )
    exit_with(lambda: start(options, context.obj))


@commands.command("list", examples=["askonce session list"])
def list_sessions(context: typer.Context, as_json: Json = False) -> None:
    """List the open sessions with their pages. JSON fields: sessions, each as `start` prints it."""
    from askonce.cli.session.session_lifecycle import list_open

    exit_with(lambda: list_open(context.obj, as_json=as_json))


@commands.command("show", examples=["askonce session show"])
def show_session(session: SessionName = None, as_json: Json = False) -> None:
    """Show a session: its page, process, trace and log. JSON fields: see `start`."""
    from askonce.cli.session.session_lifecycle import show_info

    exit_with(lambda: show_info(session, as_json=as_json))


@commands.command("report", examples=["askonce session report --open"])
def report_session(session: SessionName = None, out: Out = None, open_report: Open = False) -> None:
    """Write the report of a session so far."""
    from askonce.cli.session.session_lifecycle import write_report

    exit_with(lambda: write_report(session, out, open_report=open_report))


@commands.command("stop", examples=["askonce session stop", "askonce session stop --all"])
def stop_session(
    context: typer.Context,
    session: SessionName = None,
    everything: Annotated[bool, typer.Option("--all", help="Close all sessions.")] = False,
) -> None:
    """Close a session and its screen. Its trace and report are kept."""
    from askonce.cli.session.session_lifecycle import stop

    exit_with(lambda: stop(session, context.obj, everything=everything))
