"""hdc, the program that reaches HarmonyOS phones: one call after the other, and every word as it is."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from askonce.errors import ConfigError, ScreenError, ScreenUnavailable

LIMIT = 30.0
"""Seconds that one call may take, unless it is told otherwise."""
_INSTALL = (
    "install the command line tools of HarmonyOS (hdc is in sdk/default/openharmony/toolchains) and put hdc on the "
    "path, or set HDC_HOME or hdcPath"
)
_NONE = "plug one in with USB debugging switched on and allow it there; hdc list targets shows what is there"
_GONE = "plug it in again (hdc list targets shows what is there); a program goes on from its journal with --resume"
_EMPTY = "[Empty]"
_LOST = ("need connect-key", "device not founded", "device not found", "not match target", "target not found")
"""What hdc says of a phone that is gone, in small letters."""
_UNALLOWED = "unauthorized"


class HdcProgram:
    """The hdc program of this machine."""

    def __init__(self, named: str = "") -> None:
        self.path = find_hdc(named)
        self._turn = asyncio.Lock()

    async def run(self, *words: str, limit: float = LIMIT, called: str = "") -> str:
        """What a call prints. `called` is what errors call it, where its words are not for everybody."""
        told = called or " ".join(words[:2])
        async with self._turn:
            try:
                process = await asyncio.create_subprocess_exec(
                    str(self.path),
                    *words,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.STDOUT,
                )
            except OSError as error:
                raise ConfigError(f"{self.path} cannot be run: {error}", remedy=_INSTALL) from error
            try:
                async with asyncio.timeout(limit):
                    out, _ = await process.communicate()
            except TimeoutError:
                raise ScreenError(
                    f"hdc did not answer {told} within {limit:g} s",
                    remedy="look whether the phone is busy or unplugged",
                ) from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        return out.decode("utf-8", "replace").replace("\r\n", "\n")

    async def phones(self) -> list[str]:
        """The connect keys of the phones that are there."""
        lines = (await self.run("list", "targets")).splitlines()
        return [line.split()[0] for line in lines if line.strip() and not line.startswith("[")]

    async def choose(self, target: str = "") -> HdcPhone:
        """The phone with this connect key; without one, the only one there is."""
        found = await self.phones()
        listed = ", ".join(found)
        if target and target not in found:
            raise ConfigError(f"there is no phone {target!r}", remedy=f"there are: {listed}" if found else _NONE)
        if not found:
            raise ConfigError("no phone is there", remedy=_NONE)
        if not target and len(found) > 1:
            raise ConfigError(f"{len(found)} phones are there: {listed}", remedy="name one of them by its connect key")
        return HdcPhone(target or found[0], self)


class HdcPhone:
    """One phone, through hdc."""

    def __init__(self, target: str, program: HdcProgram) -> None:
        self.target = target
        self._program = program

    async def shell(self, *words: str, limit: float = LIMIT, hides: bool = False) -> str:
        """Run a command on the phone. Each word arrives as it is. With `hides` no error shows more than its name."""
        return await self.pipe((words,), limit=limit, hides=hides)

    async def pipe(self, programs: Sequence[Sequence[str]], *, limit: float = LIMIT, hides: bool = False) -> str:
        """Run programs, each reading what the one before it prints. Their words arrive as they are."""
        line = " | ".join(map(shlex.join, programs))
        return await self._run("shell", line, limit=limit, called=" ".join(programs[0][:3]), hides=hides)

    async def push(self, local: Path, path: str) -> None:
        await self._transfer("send", str(local), path)

    async def pull(self, path: str, local: Path) -> None:
        await self._transfer("recv", path, str(local))

    async def read(self, path: str) -> bytes:
        """The content of a file on the phone."""
        with tempfile.TemporaryDirectory(prefix="askonce-") as folder:
            local = Path(folder, "pulled")
            await self.pull(path, local)
            return await asyncio.to_thread(local.read_bytes)

    async def _transfer(self, way: str, source: str, goal: str) -> None:
        said = await self._run("file", way, source, goal, limit=LIMIT * 4, called=f"file {way}")
        if "FileTransfer finish" not in said:
            remedy = (
                "look at its path, and whether it may be read" if way == "recv" else "look whether it has room left"
            )
            raise ScreenError(f"{source} could not be copied to {goal}: {said.strip()[:300]}", remedy=remedy)

    async def _run(self, *words: str, limit: float, called: str, hides: bool = False) -> str:
        said = await self._program.run("-t", self.target, *words, limit=limit, called=called)
        lower = said.lower()
        if "[fail]" in lower:
            told = "" if hides else f": {said.strip()[:300]}"
            if _UNALLOWED in lower:
                raise ScreenUnavailable(
                    f"the phone {self.target} does not allow this computer to debug it",
                    remedy="unlock it and accept the question whether this computer may",
                )
            if any(word in lower for word in _LOST):
                raise ScreenUnavailable(f"the phone {self.target} is gone{told}", remedy=_GONE)
            if not words[0] == "file":
                raise ScreenError(f"hdc could not do {called}{told}", remedy="look at the phone")
        return said


def find_hdc(named: str = "") -> Path:
    """The hdc program: the one that is named, else in HDC_HOME, else on the path."""
    if named:
        if found := shutil.which(named):
            return Path(found)
        raise ConfigError(f"there is no hdc program at {named}", remedy="correct the path, or leave it out")
    home = os.environ.get("HDC_HOME")
    for folder in (home, None) if home else (None,):
        if found := shutil.which("hdc", path=folder):
            return Path(found)
    raise ConfigError("there is no hdc program", remedy=_INSTALL)
