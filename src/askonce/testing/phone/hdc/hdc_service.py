"""What hdc reaches on the sample phone: calls of the stand-in program, each on a connection of its own."""

from __future__ import annotations

import asyncio
import stat
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from askonce.testing.phone.hdc.harmony_commands import COMMANDS
from askonce.testing.phone.shell.command import PhoneContext
from askonce.testing.phone.shell.shell_commands import PhoneShell

_LONGEST = 64_000_000
"""Bytes of a call: it holds the files that are sent."""
_COPIED = "FileTransfer finish, Size:1, File count = 1\n"


class HdcService:
    """Answers calls, and writes the program that makes them."""

    def __init__(self, context: PhoneContext, target: str) -> None:
        self._files, self._target = context.files, target
        self._shell = PhoneShell(context, COMMANDS)
        self._server: asyncio.Server | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.plugged_in = True
        self.program = Path()
        """A stand-in for hdc that knows this phone alone."""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_LONGEST)
        port = self._server.sockets[0].getsockname()[1]
        self._folder = tempfile.TemporaryDirectory(prefix="askonce-hdc-")
        self.program = Path(self._folder.name) / "hdc"
        text = files("askonce.testing.phone.hdc").joinpath("hdc_program.py").read_text("utf-8")
        self.program.write_text(f"#!{sys.executable} -IS\n" + text.replace("PORT = 0", f"PORT = {port}"), "utf-8")
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        if self._folder:
            self._folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            words, data = map(int, (await reader.readline()).split())
            asked = (await reader.readexactly(words)).decode().split("\0")
            out, file = await self._answer(asked, await reader.readexactly(data))
            said = out.encode()
            writer.write(b"%d %d\n%s%s" % (len(said), file is not None, said, file or b""))
            await writer.drain()
        except (EOFError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    async def _answer(self, words: list[str], data: bytes) -> tuple[str, bytes | None]:
        """What hdc prints, and the file that it receives."""
        if words[:1] == ["-t"]:
            if not self.plugged_in or words[1:2] != [self._target]:
                return "[Fail]Not match target founded, check connect-key please\n", None
            words = words[2:]
        match words:
            case ["list", "targets"]:
                return f"{self._target}\n" if self.plugged_in else "[Empty]\n", None
            case ["shell", *rest]:
                made = await self._shell.run(" ".join(rest))
                return (made.out + made.err).decode("utf-8", "replace"), None
            case ["file", "recv", path, _]:
                found = self._files.read(path)
                if found is None:
                    return f"[Fail]Error opening file: no such file or directory, path:{path}\n", None
                return _COPIED, found
            case ["file", "send", _, path]:
                refusal = self._files.write(path, data)
                return f"[Fail]{refusal}\n" if refusal else _COPIED, None
            case _:
                return f"[Fail]Unknown operation command: {' '.join(words)}\n", None
