"""A HarmonyOS phone whose shell may be used, because the user allowed it."""

from __future__ import annotations

from askonce.screens.harmony.harmony_screen import HarmonyScreen
from askonce.screens.phones.shell_command import read_command


class HarmonyShellScreen(HarmonyScreen):
    """A `HarmonyScreen` that also runs commands. Only this class has the verb, so only here it is offered."""

    async def run_shell(self, command: str, timeout: float) -> str:
        programs = read_command(command)
        return (await self._do(lambda: self._phone.pipe(programs, limit=timeout))).strip()
