"""The application: its commands, put together, and what holds for all of them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from askonce.cli.commands import (
    act,
    check,
    demo,
    doctor,
    mcp,
    model,
    recordings,
    report,
    session,
    session_verbs,
)
from askonce.cli.commands import run as run_command
from askonce.cli.help import EVERYWHERE, Commands
from askonce.cli.terminal import Manner, for_people, tell_defect, tell_error
from askonce.cli.usage_errors import WrongUsage, explain
from askonce.errors import AskonceError, ConfigError

app = Commands(
    help="Operate user interfaces from plain language, and replay what worked.",
    examples=[
        "askonce demo",
        'askonce act "search for mugs" --url https://shop.example',
        "askonce run tests --concurrent 4",
    ],
    add_completion=True,
)

for group in (act, run_command, check, report, demo, doctor, mcp):
    app.add_typer(group.commands)
app.add_typer(session.commands, name="session", rich_help_panel="Step by step")
app.add_typer(session_verbs.commands)
app.add_typer(recordings.commands, name="recordings", rich_help_panel="See")
app.add_typer(model.commands, name="model", rich_help_panel="Set up")


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit code: 0 done, 1 failed, 2 asked wrongly, 130 or 143 stopped."""
    manner = Manner()
    try:
        code = command_line().main(arguments, "askonce", standalone_mode=False, obj=manner)
    except SystemExit as ended:
        code = ended.code
    except AskonceError as error:
        tell_error(for_people(), error, debug=manner.debug)
        return 2 if isinstance(error, ConfigError) else 1
    except WrongUsage as error:
        tell_error(for_people(), explain(error), debug=manner.debug)
        return 2
    except Exception as error:  # noqa: BLE001 - the outermost boundary: told, never passed over
        tell_defect(for_people(), error, debug=manner.debug)
        return 1
    return code if isinstance(code, int) else 0


@cache
def command_line() -> TyperGroup:
    """All commands. What holds everywhere is an option of each of them, so that it may stand behind its name too."""
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    shared = [one for one in root.params if getattr(one, "rich_help_panel", None) == EVERYWHERE]
    for command in _below(root):
        command.params.extend(shared)
    return root


def _below(group: TyperGroup) -> list[TyperCommand]:
    """The commands of a group and of the groups in it."""
    found: list[TyperCommand] = []
    for one in group.commands.values():
        match one:
            case TyperGroup():
                found += _below(one)
            case TyperCommand():
                found.append(one)
            case _:
                pass
    return found


def _show_version(asked: bool) -> None:
    if asked:
        from askonce.version import VERSION

        typer.echo(f"askonce {VERSION}")
        raise typer.Exit


def _remember(context: typer.Context, parameter: typer.CallbackParam, value: bool) -> None:
    """Keep an option that holds everywhere where commands find it."""
    if value and isinstance(context.obj, Manner):
        setattr(context.obj, str(parameter.name), True)


def _everywhere(*names: str, help: str) -> Any:
    return typer.Option(*names, help=help, callback=_remember, expose_value=False, rich_help_panel=EVERYWHERE)


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Tell the version.")
    ] = False,
    quiet: Annotated[bool, _everywhere("--quiet", "-q", help="Tell only results and errors.")] = False,
    verbose: Annotated[bool, _everywhere("--verbose", "-v", help="Tell more: model calls, finders, times.")] = False,
    debug: Annotated[bool, _everywhere("--debug", help="Show where in the code an error came from.")] = False,
) -> None:
    """Operate user interfaces from plain language, and replay what worked."""
