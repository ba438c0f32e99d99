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
from askonce.cli.help import GLOBAL, Commands
from askonce.cli.terminal import Verbosity, new_console, print_error, print_internal_error
from askonce.cli.usage_errors import UsageError, explain
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
    verbosity = Verbosity()
    try:
        code = command_line().main(arguments, "askonce", standalone_mode=False, obj=verbosity)
    except SystemExit as ended:
        code = ended.code
    except AskonceError as error:
        print_error(new_console(), error, debug=verbosity.debug)
        return 2 if isinstance(error, ConfigError) else 1
    except UsageError as error:
        print_error(new_console(), explain(error), debug=verbosity.debug)
        return 2
    except Exception as error:  # noqa: BLE001 - the outermost boundary: told, never passed over
        print_internal_error(new_console(), error, debug=verbosity.debug)
        return 1
    return code if isinstance(code, int) else 0


@cache
def command_line() -> TyperGroup:
    """All commands. What holds everywhere is an option of each of them, so that it may stand behind its name too."""
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    shared = [one for one in root.params if getattr(one, "rich_help_panel", None) == GLOBAL]
    for command in _commands_in(root):
        command.params.extend(shared)
    return root


def _commands_in(group: TyperGroup) -> list[TyperCommand]:
    """The commands of a group and of the groups in it."""
    found: list[TyperCommand] = []
    for one in group.commands.values():
        match one:
            case TyperGroup():
                found += _commands_in(one)
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
    if value and isinstance(context.obj, Verbosity):
        setattr(context.obj, str(parameter.name), True)


def _global_option(*names: str, help: str) -> Any:
    return typer.Option(*names, help=help, callback=_remember, expose_value=False, rich_help_panel=GLOBAL)


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Tell the version.")
    ] = False,
    quiet: Annotated[bool, _global_option("--quiet", "-q", help="Tell only results and errors.")] = False,
    verbose: Annotated[bool, _global_option("--verbose", "-v", help="Tell more: model calls, finders, times.")] = False,
    debug: Annotated[bool, _global_option("--debug", help="Show where in the code an error came from.")] = False,
) -> None:
    """Operate user interfaces from plain language, and replay what worked."""
