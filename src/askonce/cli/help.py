"""The help of commands: short enough for a screen, with examples to copy.

Typer's own help draws boxes, which take a third of the screen, so the layout is done here.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from askonce.cli.terminal import Text, new_console
from askonce.cli.usage_errors import no_such

GLOBAL = "global"
"""The panel of options that every command has; the help of a single command lists only their names."""
_WIDEST = 100
_NAMES = 26
"""The widest column for the names of options; a longer name has its description on the next line."""
_ROWS = 6
"""A panel with more commands than this lists only their names."""


class HelpCommand(TyperCommand):
    """A command with our help layout."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_rendered(lambda width: _command_lines(self, ctx, width)))
        ctx.color = True  # the text has its colours already, if any


class HelpGroup(TyperGroup):
    """A group of commands with our help layout; without a command it prints its help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_rendered(lambda width: _group_lines(self, ctx, width)))
        ctx.color = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not ctx.resilient_parsing and args and self.get_command(ctx, args[0]) is None:
            raise no_such("command", args[0], ctx.command_path, self.commands)
        return super().resolve_command(ctx, args)


class Commands(typer.Typer):
    """Declares the commands of a module, each with examples for the end of its help.

    With a name they are a group of their own, listed below the heading `panel`.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        panel: str | None = None,
        help: str = "",
        examples: Sequence[str] = (),
        **rest: Any,
    ) -> None:
        super().__init__(
            name=name,
            cls=HelpGroup,
            rich_help_panel=panel,
            help=help,
            epilog="\n".join(examples),
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            **rest,
        )

    def command(
        self,
        name: str | None = None,
        *,
        cls: type[TyperCommand] | None = None,
        panel: str | None = None,
        examples: Sequence[str] = (),
        **rest: Any,
    ) -> Callable[[Any], Any]:
        """Declare a command: `panel` is its heading in the list of commands, each example is a whole command line."""
        return super().command(name, cls=cls or HelpCommand, rich_help_panel=panel, epilog="\n".join(examples), **rest)


def _rendered(lines: Callable[[int], Iterable[Text]]) -> str:
    """The lines as standard output can show them."""
    console = new_console(sys.stdout)
    with console.capture() as captured:
        for line in lines(min(console.width, _WIDEST)):
            console.print(line)
    return captured.get()


def _command_lines(command: TyperCommand, ctx: Any, width: int) -> Iterator[Text]:
    yield from _head(command, ctx, width)
    panels = _in_panels(command.params)
    shared = panels.pop(GLOBAL, [])
    names = [_names(option) for options in panels.values() for option in options]
    left = min(max(map(len, names), default=0), _NAMES)
    for panel, options in panels.items():
        if panel:
            yield Text(panel, "bold")
        for option in options:
            yield from _row(_names(option), option.help or "", left, width)
    yield from _examples(command)
    yield from _also([min(option.opts, key=len) for option in shared])


def _group_lines(group: TyperGroup, ctx: Any, width: int) -> Iterator[Text]:
    yield from _head(group, ctx, width)
    panels = _in_panels(group.commands.values())
    options = _in_panels(group.params) if ctx.parent is None else {}
    shared = options.pop(GLOBAL, [])
    left = max(len(item.name) for commands in panels.values() if len(commands) <= _ROWS for item in commands)
    label = max(map(len, ("Options" if shared else "", *panels))) + 1
    for panel, commands in panels.items():
        yield from _labelled(panel, label, list(_commands(commands, left, width - label)))
    if shared:
        left = max(len(_names(option)) for option in shared)
        rows = [line for option in shared for line in _row(_names(option), option.help or "", left, width - label)]
        yield from _labelled("Options", label, rows)
    yield from _examples(group)
    yield from _also([max(option.opts, key=len) for panel in options.values() for option in panel])


def _commands(commands: Sequence[Any], left: int, width: int) -> Iterator[Text]:
    if len(commands) > _ROWS:
        names = textwrap.wrap("  ".join(str(item.name) for item in commands), width - 2, break_on_hyphens=False)
        yield from (Text(f"  {line}", "bold cyan") for line in names)
        return
    for command in commands:
        text = _summary(command.short_help or command.help or "", width - left - 4)
        yield from _row(command.name, text, left, width)


def _labelled(label: str, width: int, lines: Sequence[Text]) -> Iterator[Text]:
    """Lines with a heading to their left."""
    for number, line in enumerate(lines):
        yield Text.assemble((f"{label if number == 0 else '':{width}}", "bold"), line)


def _in_panels(items: Iterable[Any]) -> dict[str, list[Any]]:
    """Options or commands by their heading."""
    panels: dict[str, list[Any]] = {}
    for item in items:
        if not getattr(item, "hidden", False):
            panels.setdefault(getattr(item, "rich_help_panel", None) or "", []).append(item)
    return panels


def _summary(text: str, room: int) -> str:
    """The first sentence, or its first part if it does not fit."""
    sentence = re.split(r"(?<=\.)\s", " ".join(text.split()), maxsplit=1)[0].removesuffix(".")
    return sentence if len(sentence) <= room else sentence.partition(",")[0]


def _head(command: Any, ctx: Any, width: int) -> Iterator[Text]:
    """The usage line, and what the command does."""
    arguments = [_names(item) for item in command.params if item.param_type_name == "argument"]
    needed = [_names(item) for item in command.params if item.param_type_name == "option" and item.required]
    rest = ["COMMAND ..."] if isinstance(command, TyperGroup) else ["[OPTIONS]"]
    yield Text.assemble(("Usage: ", "dim"), (" ".join([ctx.command_path, *arguments, *needed, *rest]), "bold"))
    yield Text()
    for paragraph in (command.help or "").split("\n\n"):
        yield from map(Text, textwrap.wrap(" ".join(paragraph.split()), width))
    yield Text()


def _names(option: Any) -> str:
    """What to type: `--out, -o FILE`, or the name of an argument."""
    if option.param_type_name == "argument":
        return option.metavar or option.name.upper()
    names = ", ".join(sorted(option.opts, key=len, reverse=True))
    if option.secondary_opts:
        names = f"{names}/{option.secondary_opts[0]}"
    return names if option.is_flag else f"{names} {option.metavar or 'TEXT'}"


def _row(name: str, description: str, left: int, width: int) -> Iterator[Text]:
    lines = textwrap.wrap(description, width - left - 4) or [""]
    if len(name) > left:
        yield Text(f"  {name}", "bold cyan")
    else:
        yield Text.assemble((f"  {name:{left}}  ", "bold cyan"), lines.pop(0))
    yield from (Text(" " * (left + 4) + line) for line in lines)


def _examples(command: Any) -> Iterator[Text]:
    if command.epilog:
        yield Text()
        yield Text("Examples", "bold")
        yield from (Text(f"  {line}", "green") for line in command.epilog.splitlines())


def _also(names: Sequence[str]) -> Iterator[Text]:
    yield Text()
    yield Text(f"Also: {', '.join([*names, '--help'])}", "dim")
