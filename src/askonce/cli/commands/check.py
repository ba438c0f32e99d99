"""`askonce check`, `schema` and `program`: what is done about files before they run."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Json, Out, Secrets, SessionName
from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands
from askonce.errors import ConfigError

commands = Commands()

Given = Annotated[list[str] | None, typer.Option("--var", metavar="NAME", help="A variable passed from outside.")]


@commands.command(
    panel="Write",
    examples=[
        "askonce check flow.stp",
        "askonce check tests/*.yaml --json",
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
            help="Programs (.stp), scripts (.yaml), - for standard input; or what has to be true in the kept session.",
        ),
    ],
    var: Annotated[
        list[str] | None, typer.Option(metavar="NAME[=VALUE]", help="A variable passed from outside; its value.")
    ] = None,
    secret: Secrets = None,
    within: Annotated[str | None, typer.Option(metavar="PART", help="The only part of the page that counts.")] = None,
    whole_page: Annotated[bool, typer.Option("--whole-page", help="Not only what is in view.")] = False,
    session: SessionName = None,
    as_json: Json = False,
) -> None:
    """Tell what is wrong with files before they run, or whether a statement about the page is true.

    Exit code 1 if a file cannot be run as it is, or the statement is false. JSON: files, each with file, clean and
    problems (line, column, length, severity, message, suggestion); or holds, reason, source.
    """
    from askonce.cli.check_files import check as check_files
    from askonce.cli.session.session_step import ToolCall, call_tool, is_statement

    if is_statement(files):
        said = {"statement": files[0], "within": within, "whole_page": whole_page}
        step = ToolCall("check", said, var or [], secret or [], session, as_json=as_json)
        exit_with(lambda: call_tool(step, context.obj))
    if said := [one for one in (*(secret or ()), within, session) if one]:
        raise ConfigError(f"{said[0]!r} is said of a page, not of files", remedy="put quotes around a statement")
    exit_with(lambda: check_files(files, var or [], as_json=as_json))


@commands.command(
    panel="Write",
    examples=['askonce program "order every mug below {price}" --var price -o mugs.stp'],
)
def program(
    context: typer.Context,
    task: Annotated[str, typer.Argument(help="What to do, in plain words.")],
    out: Out = None,
    application: Annotated[list[str] | None, typer.Option("--app", metavar="NAME", help="An app at hand.")] = None,
    var: Given = None,
    as_json: Json = False,
) -> None:
    """Have a program written for a task, checked and ready to be edited. Asks the model for planning.

    JSON: program, file, attempts, usage, problems (as of `askonce check`).
    """
    from askonce.cli.check_files import Wish, write

    wish = Wish(task, tuple(application or ()), tuple(var or ()), out, as_json=as_json)
    exit_with(lambda: write(wish, context.obj))


@commands.command(panel="Write", examples=["askonce schema > script.schema.json"])
def schema(
    language: Annotated[
        str,
        typer.Argument(metavar="[LANGUAGE]", autocompletion=lambda: ["script", "report"], help="script or report."),
    ] = "script",
) -> None:
    """Print the JSON Schema of scripts, for editors that complete and check YAML by it, or of reports as JSON."""
    from askonce.cli.json_schemas import print_schema

    exit_with(lambda: print_schema(language))
