"""The commands of the phone's shell, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from askonce.testing.phone.shell import app_commands, file_commands, screen_commands, system_commands
from askonce.testing.phone.shell.command import Command, PhoneContext, failed
from askonce.testing.phone.shell.shell_line import ShellOutput, run_line

_TABLE: dict[str, Command] = {
    **file_commands.COMMANDS,
    **screen_commands.COMMANDS,
    **app_commands.COMMANDS,
    **system_commands.COMMANDS,
}


class PhoneShell:
    """Runs lines on a phone."""

    def __init__(self, context: PhoneContext, commands: Mapping[str, Command] = _TABLE) -> None:
        self._context, self._commands = context, commands

    async def run(self, line: str, given: bytes = b"") -> ShellOutput:
        return await run_line(line, self._run_one, self._context.files, given)

    async def _run_one(self, words: list[str], given: bytes) -> ShellOutput:
        if words[0] in {"toybox", "sh", "exec", "nohup"} and len(words) > 1:
            if words[:2] == ["sh", "-c"]:
                return await self.run(" ".join(words[2:3]), given)
            words = words[1:]
        command = self._commands.get(words[0])
        if command is None:
            return failed(f"/system/bin/sh: {words[0]}: inaccessible or not found", 127)
        try:
            return await command(self._context, words[1:], given)
        except (ValueError, IndexError, re.error) as error:
            return failed(f"{words[0]}: bad arguments: {' '.join(words[1:])}: {error}", 255)
