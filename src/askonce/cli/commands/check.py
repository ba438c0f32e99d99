"""`askonce check`, `program` and `schema`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Json, Out, Secrets, SessionName
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with
from askonce.errors import ConfigError

commands = Commands()

Given = Annotated[list[str] | None, typer.Option("--var", metavar="NAME", help="Variable that will be passed in.")]


@commands.command(
    panel="Write",
    examples=[
        "askonce check flow.stp",
        "askonce check order.stp --var user=bob --secret pin",
        "askonce check tests --json",
        "askonce check 'the text \"Thank you\" is visible'",
    ],
)
def check(
    context: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE ...|STATEMENT",
            autocompletion=completion.offer_scripts,
            help="Programs, scripts, batch files, recordings, folders, patterns, - for standard input; or a statement.",
        ),
    ],
    var: Annotated[
        list[str] | None, typer.Option(metavar="NAME[=VALUE]", help="Variable that the files or the statement get.")
    ] = None,
    secret: Secrets = None,
    within: Annotated[str | None, typer.Option(metavar="PART", help="Only this part of the page.")] = None,
    whole_page: Annotated[bool, typer.Option("--whole-page", help="Also what is out of view.")] = False,
    session: SessionName = None,
    as_json: Json = False,
) -> None:
    """Check files for mistakes before they run, or check a statement about the open session.

    Exit code 1 if a file has errors or the statement is false, 2 if a file or a --var cannot be used. JSON fields:
    files, each with file, clean and problems (line, column, length, severity, message, suggestion); or holds, reason,
    source.
    """
    from askonce.cli.check_files import check as check_files
    from askonce.cli.session.session_step import ToolCall, call_tool, is_statement
    from askonce.cli.var_options import read_declared

    if is_statement(files):
        arguments = {"statement": files[0], "within": within, "whole_page": whole_page}
        call = ToolCall("check", arguments, var or [], secret or [], session, as_json=as_json)
        exit_with(lambda: call_tool(call, context.obj))
    if misplaced := [value for value in (within, session) if value]:
        raise ConfigError(f"{misplaced[0]!r} applies to a page, not to files", remedy="put quotes around a statement")
    values = read_declared(var or [], secret or [])
    exit_with(lambda: check_files(files, values, context.obj, as_json=as_json))


@commands.command(
    panel="Write",
    examples=['askonce program "order every mug below {price}" --var price -o mugs.stp'],
)
def program(
    context: typer.Context,
    task: Annotated[str, typer.Argument(help="What to do, in plain language.")],
    out: Out = None,
    application: Annotated[
        list[str] | None, typer.Option("--app", metavar="NAME", help="App that the program can use.")
    ] = None,
    var: Given = None,
    as_json: Json = False,
) -> None:
    """Write a program for a task with the planning model, and check it.

    JSON fields: program, file, attempts, usage, problems (see `askonce check`).
    """
    from askonce.cli.check_files import ProgramRequest, write

    given = tuple(name.partition("=")[0] for name in var or ())
    request = ProgramRequest(task, tuple(application or ()), given, out, as_json=as_json)
    exit_with(lambda: write(request, context.obj))


@commands.command(panel="Write", examples=["askonce schema > script.schema.json"])
def schema(
    language: Annotated[
        str,
        typer.Argument(metavar="[LANGUAGE]", autocompletion=lambda: ["script", "report"], help="script or report."),
    ] = "script",
) -> None:
    """Print the JSON Schema of scripts, for editors, or of JSON reports."""
    from askonce.cli.json_schemas import print_schema

    exit_with(lambda: print_schema(language))
