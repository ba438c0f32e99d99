"""A phone whose shell may be used, because the user allowed it."""

from __future__ import annotations

from askonce.errors import NotOperable
from askonce.screens.android.android_screen import AndroidScreen
from askonce.screens.phones.shell_command import read_command

_NOTHING_FOUND = 1
"""What `grep` ends with when no line fits."""


class AndroidShellScreen(AndroidScreen):
    """An `AndroidScreen` that also runs commands. Only this class has the verb, so only here it is offered."""

    async def run_shell(self, command: str, timeout: float) -> str:
        programs = read_command(command)
        result = await self._do(lambda: self._device.pipe(programs, limit=timeout))
        out, err = (part.decode("utf-8", "replace").strip() for part in (result.out, result.err))
        if result.code and not (programs[-1][0] == "grep" and result.code == _NOTHING_FOUND and not err):
            said = err or out or "it said nothing"
            raise NotOperable(f"{command!r} ended with {result.code}: {said[:500]}", remedy="look at what it says")
        return "\n".join(filter(None, (out, err)))
