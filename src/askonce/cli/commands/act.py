"""`askonce act`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Headed, Json, NoReport, Recordings, Secrets, SessionName
from askonce.cli.commands.screen_options import ScreenCommand, as_arguments, chosen_screen, names_screen, refuse_blank
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with
from askonce.errors import ConfigError

commands = Commands()

SEES = ["screenshot", "elements", "both"]


@commands.command(
    cls=ScreenCommand,
    panel="Run",
    examples=[
        'askonce act "search for mugs" --url https://shop.example',
        'askonce act "log in with {pin}" --url https://shop.example --secret pin=PIN',
    ],
)
def act(
    context: typer.Context,
    instruction: Annotated[str, typer.Argument(help='What to do, such as "search for {term}".')],
    session: SessionName = None,
    headed: Headed = False,
    var: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Value for {NAME} in the instruction.")
    ] = None,
    secret: Secrets = None,
    recordings: Recordings = None,
    sees: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            autocompletion=lambda: SEES,
            help="What the model sees: screenshot, elements or both.",
        ),
    ] = None,
    deep_think: Annotated[bool, typer.Option("--deep-think", help="Plan with sub-goals and memory.")] = False,
    rounds: Annotated[int | None, typer.Option(min=1, metavar="NUMBER", help="Maximum number of rounds.")] = None,
    timeout: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Maximum time; 0: wait for nothing.")
    ] = None,
    no_report: NoReport = False,
    as_json: Json = False,
) -> None:
    """Carry out an instruction on a web page, on another kind of screen, or in the open session.

    Without options that name a screen, it uses the open session. JSON fields: outcome, message or error, steps, usage,
    how, trace, report.
    """
    if not names_screen(context):
        from askonce.cli.session.session_step import ToolCall, call_tool, refuse_start_options

        refuse_start_options({"headed": headed, "recordings": recordings, "sees": sees, "no-report": no_report})
        arguments = {"instruction": instruction, "deep_think": deep_think, "rounds": rounds, "timeout": timeout}
        step = ToolCall("act", arguments, var or [], secret or [], session, as_json=as_json)
        exit_with(lambda: call_tool(step, context.obj))

    from askonce.agent import Agent
    from askonce.cli.recordings_option import RecordingsOption
    from askonce.cli.screen_agent import ScreenRun
    from askonce.cli.single_act import ActOptions, run_act
    from askonce.cli.var_options import read_values

    screen = chosen_screen(context, headed=headed)
    if session:
        used = as_arguments(screen)[0]
        raise ConfigError(f"{used} and --session cannot be combined", remedy=f"leave out {used} or --session {session}")
    if "://" not in instruction:  # it may say itself where to go
        refuse_blank(screen)
    options = ActOptions(
        instruction=instruction,
        run=ScreenRun(screen, headed=headed, recordings=RecordingsOption.read(recordings), report=not no_report),
        values=read_values(var or [], secret or [], method=Agent.act),
        sees=sees,
        deep_think=deep_think,
        rounds=rounds,
        timeout=timeout,
        as_json=as_json,
    )
    exit_with(lambda: run_act(options, context.obj))
