"""The commands that act in an open session: `askonce tap`, `type`, `query` and so on.

Only their names are here. The options of a command are built from its tool when it is called: building all of them
would take longer than most commands do.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from askonce.cli.help import Commands

NAMES = (
    "tap",
    "double-tap",
    "right-tap",
    "long-press",
    "hover",
    "drag",
    "type",
    "clear",
    "press",
    "select",
    "upload",
    "scroll",
    "swipe",
    "pinch",
    "answer-dialog",
    "navigate",
    "back",
    "forward",
    "reload",
    "tabs",
    "switch-tab",
    "close-tab",
    "query",
    "ask",
    "wait",
    "wait-for",
    "locate",
    "describe",
    "elements",
    "screenshot",
)

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
