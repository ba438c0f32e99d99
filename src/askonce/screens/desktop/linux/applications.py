"""Applications of a Linux desktop by the names that people use, started as programs with their arguments: no shell."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import NotOperable
from askonce.lazy import dataclass
from askonce.screens.desktop.desktop_port import DesktopWindow, Reach
from askonce.screens.desktop.program_reach import check_reach

_FIELD = re.compile(r"%[a-zA-Z]")
"""What an entry says of files that it is started with."""
_GRACE = 3.0
"""Seconds that an application has for ending when it is asked to."""
_AT_ONCE = 0.4
"""Seconds after which an application that has failed by then was never there."""
_MOST_SAID = 500
_OTHERS: Mapping[Reach, str] = {
    "menu": "",
    "program": "; or name a program on the path",
    "command": "; or name a program on the path, with its arguments",
}


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """An application as menus list it."""

    name: str
    command: tuple[str, ...]
    identifier: str


class Applications:
    """Starts and ends applications in an environment, and ends those that it started when it is closed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._started: dict[asyncio.subprocess.Process, str] = {}
        self._entries: list[DesktopEntry] | None = None

    async def launch(self, app: str, reach: Reach = "command") -> int:
        """Start an application, and say which process that is."""
        command = self.command_of(app, reach)
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise NotOperable(f"{app!r} could not be started: {error}", remedy="look at its program") from error
        self._started[process] = app
        errors = asyncio.create_task(_last_words(process))
        done, _ = await asyncio.wait([asyncio.create_task(process.wait())], timeout=_AT_ONCE)
        if done and process.returncode:
            said = await errors
            del self._started[process]
            raise NotOperable(
                f"{app!r} ended at once with {process.returncode}: {said or 'it said nothing'}",
                remedy=f"run {command[0]} by hand and see",
            )
        return process.pid

    def command_of(self, app: str, reach: Reach = "command") -> Sequence[str]:
        """The program of an application and its arguments: by its name in menus, its identifier, or its program."""
        words = _split(app)
        if not words:
            raise NotOperable("no application is named", remedy="name one, such as mousepad")
        if found := self._find(app):
            if len(found) > 1:
                names = " or ".join(f"{each.name} ({each.identifier})" for each in found)
                raise NotOperable(f"{app!r} may be {names}", remedy="name the one in brackets")
            return found[0].command
        if program := shutil.which(words[0], path=self._environment.get("PATH")):
            check_reach(app, words, reach)
            return [program, *words[1:]]
        known = sorted({each.name for each in self._listed()})
        close = did_you_mean(app, [*known, *(each.identifier for each in self._listed())])
        there = ", ".join(known[:40]) or "none"
        raise NotOperable(
            f"no application called {app!r} is installed",
            remedy=f"{close} There are {there}{_OTHERS[reach]}".strip(),
        )

    def is_running(self, number: int) -> bool:
        """Whether a process that was started goes on."""
        return any(each.pid == number and each.returncode is None for each in self._started)

    def windows_of(self, app: str, windows: Sequence[DesktopWindow]) -> list[DesktopWindow]:
        """The windows of an application, by its name or its program."""
        command = self._command_or_none(app)
        names = {_joined(app), _joined(Path(command[0]).name if command else app)}
        return [window for window in windows if _joined(window.application) in names and not window.is_popup]

    async def terminate(self, app: str, windows: Sequence[DesktopWindow], own: set[int]) -> None:
        """End an application: what was started under this name, and its `own` processes."""
        started = [each for each, name in self._started.items() if _same(name, app) and each.returncode is None]
        if not started and not self.windows_of(app, windows):
            running = sorted({window.application for window in windows if not window.is_popup})
            raise NotOperable(f"{app!r} is not running", remedy=f"there are windows of {', '.join(running) or 'none'}")
        for process in started:
            await _end(process)
        for number in own - {each.pid for each in started}:
            await _end_stranger(number)

    async def close(self) -> None:
        for process in self._started:
            if process.returncode is None:
                await _end(process)
        self._started.clear()

    def _command_or_none(self, app: str) -> Sequence[str] | None:
        try:
            return self.command_of(app)
        except NotOperable:
            return None

    def _find(self, app: str) -> list[DesktopEntry]:
        entries = self._listed()
        exact = [each for each in entries if _same(each.identifier, app)] or [
            each for each in entries if _same(each.name, app)
        ]
        return _distinct(exact)

    def _listed(self) -> list[DesktopEntry]:
        if self._entries is None:
            self._entries = list(_read_entries(self._environment))
        return self._entries


def _read_entries(environment: Mapping[str, str]) -> Iterator[DesktopEntry]:
    """What menus list. The first entry of a name counts, as the user's own come first."""
    home = Path(environment.get("HOME", "/"))
    own = environment.get("XDG_DATA_HOME") or str(home / ".local/share")
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    seen: set[str] = set()
    for folder in (own, *shared.split(":")):
        for path in sorted(Path(folder, "applications").rglob("*.desktop")):
            if path.name not in seen and (entry := read_entry(path)):
                seen.add(path.name)
                yield entry


def read_entry(path: Path) -> DesktopEntry | None:
    """An application that can be started in a window; None for what is not shown, or needs a terminal."""
    facts: dict[str, str] = {}
    section = ""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("["):
            section = line.strip()
        elif section == "[Desktop Entry]" and "=" in line:
            key, _, value = line.partition("=")
            facts.setdefault(key.strip(), value.strip())
    is_shown = facts.get("Type") == "Application" and "true" not in {
        facts.get(key, "").lower() for key in ("Hidden", "Terminal")
    }
    command = tuple(word for word in _split(facts.get("Exec", "")) if not _FIELD.fullmatch(word))
    if not is_shown or not command or not facts.get("Name"):
        return None
    return DesktopEntry(facts["Name"], command, path.name.removesuffix(".desktop"))


async def _last_words(process: asyncio.subprocess.Process) -> str:
    """The end of what a program complains of. It is read on, so that the program never waits for a reader."""
    kept = b""
    assert process.stderr
    while part := await process.stderr.read(4096):
        kept = (kept + part)[-_MOST_SAID:]
    return kept.decode("utf-8", "replace").strip()


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a program with all that it started: kindly, then not."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _GRACE)
            return


async def _end_stranger(number: int) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(number, how)
        except ProcessLookupError:
            return
        except PermissionError as error:
            raise NotOperable(f"the process {number} may not be ended", remedy="it belongs to another user") from error
        deadline = asyncio.get_running_loop().time() + _GRACE
        while asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.05)
            if not _is_running(number):
                return


def _is_running(number: int) -> bool:
    return Path(f"/proc/{number}").exists()


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return [text]


def _distinct(entries: Sequence[DesktopEntry]) -> list[DesktopEntry]:
    return list({each.command: each for each in entries}.values())


def _same(one: str, other: str) -> bool:
    return bool(_joined(one)) and _joined(one) == _joined(other)


def _joined(text: str) -> str:
    return "".join(re.findall(r"[^\W_]+", text.lower()))
