"""The commands that act in an open session: `askonce tap`, `type`, `query` and so on.

Only their names are here. The options of a command are built from its tool when it is called: building all of them
would take longer than most commands do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from typer.core import TyperCommand

from askonce.cli.help import Commands
from askonce.lazy import regex
from askonce.tools.tool_names import tool_name

_ACTION = regex(r"^class (\w+)\(Action\[", re.MULTILINE)
_READING = ("query", "ask", "wait-for", "locate", "describe", "elements", "tabs", "screenshot", "evaluate")


def _action_names() -> Iterator[str]:
    """The names of the shipped actions on pages, read from their source: importing them takes longer than this."""
    for module in sorted((files("askonce") / "actions").iterdir(), key=lambda file: file.name):
        if module.name.endswith("_actions.py"):
            yield from (tool_name(title).replace("_", "-") for title in _ACTION.findall(module.read_text("utf-8")))


NAMES = (*_action_names(), *_READING)

commands = Commands()


class LazyVerb(TyperCommand):
    """A placeholder for a command until it is called."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        from askonce.cli.session.verbs import verb_command

        command = verb_command(str(self.name))
        command.params.extend(self.params)  # the global options
        return command.make_context(info_name, args, parent, **extra)


def _placeholder() -> None:
    """Use a tool in the open session."""


for _name in NAMES:
    commands.command(_name, cls=LazyVerb, panel="Step by step", add_help_option=False)(_placeholder)
