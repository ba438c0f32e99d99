"""The application: all commands, and the options that every command has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from askonce.cli.exit_codes import ExitCode
from askonce.cli.help import GLOBAL, Commands
from askonce.cli.terminal import Verbosity, new_console, print_error, print_internal_error
from askonce.cli.usage_errors import UsageError, explain
from askonce.diagnostics.file_errors import file_error
from askonce.errors import AskonceError

MODULES: Mapping[str, tuple[str, ...]] = {
    "act": ("act",),
    "run": ("run",),
    "fleet": ("fleet",),
    "playground": ("playground",),
    "check": ("check", "program", "schema"),
    "record": ("record",),
    "report": ("report",),
    "demo": ("demo",),
    "shop": ("shop",),
    "doctor": ("doctor",),
    "clean": ("clean",),
    "migrate": ("migrate",),
    "mcp": ("mcp",),
    "session": ("session",),
    "session_verbs": (),
    "recordings": ("recordings",),
    "model": ("model",),
}
"""The modules of commands, in the order of the help, with the commands of each. A command line loads the module of its
command alone. The verbs of sessions are not listed: they come from the actions."""


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code; see `exit_codes`."""
    verbosity = Verbosity()
    try:
        code = command_line(_module_of(arguments)).main(arguments, "askonce", standalone_mode=False, obj=verbosity)
    except SystemExit as ended:
        code = ended.code
    except AskonceError as error:
        print_error(new_console(), error, debug=verbosity.debug)
        return ExitCode.of_error(error)
    except UsageError as error:
        print_error(new_console(), explain(error), debug=verbosity.debug)
        return ExitCode.USAGE_ERROR
    except Exception as error:  # noqa: BLE001 - the outermost boundary: printed, never swallowed
        if isinstance(error, OSError) and (named := file_error(error)):
            print_error(new_console(), named, debug=verbosity.debug)
            return ExitCode.USAGE_ERROR
        print_internal_error(new_console(), error, debug=verbosity.debug)
        return ExitCode.FAILED
    return code if isinstance(code, int) else ExitCode.DONE


def _module_of(arguments: list[str]) -> str:
    """The module of the command that is called; none where a user may need all, as for help or a misspelt name."""
    called = next((word for word in arguments if not word.startswith("-")), "")
    return next((module for module, commands in MODULES.items() if called in commands), "")


@cache
def command_line(module: str = "") -> TyperGroup:
    """All commands, or those of a module. Global options are added to each, so that they can also follow its name."""
    app = Commands(
        help="Operate user interfaces from plain language, and replay what worked.",
        examples=[
            "askonce demo",
            'askonce act "search for mugs" --url https://shop.example',
            "askonce run tests --concurrent 4",
        ],
        add_completion=True,
    )
    app.callback()(options)
    for name in [module] if module else MODULES:
        commands: Commands = import_module(f"askonce.cli.commands.{name}").commands
        app.add_typer(commands, rich_help_panel=commands.rich_help_panel)
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    shared = [option for option in root.params if getattr(option, "rich_help_panel", None) == GLOBAL]
    for command in _commands_in(root):
        command.params.extend(shared)
    return root


def _commands_in(group: TyperGroup) -> list[TyperCommand]:
    """The commands of a group, including those of nested groups."""
    found: list[TyperCommand] = []
    for command in group.commands.values():
        if isinstance(command, TyperGroup):
            found += _commands_in(command)
        elif isinstance(command, TyperCommand):
            found.append(command)
    return found


def _print_version(is_set: bool) -> None:
    if is_set:
        from askonce.version import VERSION

        typer.echo(f"askonce {VERSION}")
        raise typer.Exit


def _store_option(context: typer.Context, parameter: typer.CallbackParam, value: bool) -> None:
    """Store a global option in the context, where commands read it."""
    if value and isinstance(context.obj, Verbosity):
        setattr(context.obj, str(parameter.name), True)


def _global_option(*names: str, help: str) -> Any:
    return typer.Option(*names, help=help, callback=_store_option, expose_value=False, rich_help_panel=GLOBAL)


def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    quiet: Annotated[bool, _global_option("--quiet", "-q", help="Print only results and errors.")] = False,
    verbose: Annotated[
        bool, _global_option("--verbose", "-v", help="Print more: model calls, finders, times.")
    ] = False,
    debug: Annotated[bool, _global_option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Operate user interfaces from plain language, and replay what worked."""
