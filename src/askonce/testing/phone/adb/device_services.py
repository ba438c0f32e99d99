"""The services that a phone offers to adb: its shell, its files and its ports."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress

from askonce.testing.phone.adb.byte_stream import ByteStream
from askonce.testing.phone.adb.file_sync import serve_files
from askonce.testing.phone.shell.device_files import DeviceFiles
from askonce.testing.phone.shell.shell_line import ShellOutput

_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = range(5)
"""The packets of a shell that tells output from errors."""

RunLine = Callable[[str, bytes], Awaitable[ShellOutput]]
PortHandler = Callable[[ByteStream], Awaitable[None]]


class DeviceServices:
    """What is behind both ways in: the daemon's and the adb server's."""

    def __init__(self, run: RunLine, files: DeviceFiles, facts: dict[str, str]) -> None:
        self._run, self.files, self.facts = run, files, facts
        self.ports: dict[int, PortHandler] = {}
        self.authorized = True

    def offers(self, service: str) -> bool:
        kind, _, rest = service.partition(":")
        if kind == "tcp":
            return rest.isdigit() and int(rest) in self.ports
        return kind.split(",")[0] in {"shell", "exec", "sync"}

    async def serve(self, service: str, stream: ByteStream) -> None:
        """Serve one of those that are offered until it is done or its client has gone."""
        kind, _, rest = service.partition(":")
        if kind == "tcp":
            await self.ports[int(rest)](stream)
        elif kind == "sync":
            await serve_files(self.files, stream)
        else:
            packets = "v2" in kind.split(",")
            await (self._run_one(rest, stream, packets) if rest else self._run_many(stream, packets))

    async def _run_one(self, line: str, stream: ByteStream, packets: bool) -> None:
        """Run a command; it ends when its client goes."""
        running = asyncio.ensure_future(self._run(line, b""))
        gone = asyncio.create_task(_until_gone(stream))
        await asyncio.wait({running, gone}, return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not running.done():
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            return
        await _print(stream, running.result(), packets, is_last=True)

    async def _run_many(self, stream: ByteStream, packets: bool) -> None:
        """Run the lines that are typed into a shell, until `exit` or the end."""
        output, pending = ShellOutput(), b""
        while True:
            data, ended = await _typed(stream, packets)
            pending += data
            *lines, pending = pending.split(b"\n")
            if ended and pending:
                lines, pending = [*lines, pending], b""
            for line in lines:
                words = line.decode("utf-8", "replace").strip()
                if words.split(" ")[0] == "exit":
                    ended = True
                    break
                output = await self._run(words, b"")
                await _print(stream, output, packets)
            if ended:
                await _print(stream, ShellOutput(code=output.code), packets, is_last=True)
                return


async def _typed(stream: ByteStream, packets: bool) -> tuple[bytes, bool]:
    """What was typed next, and whether that was all."""
    if not packets:
        data = await stream.read()
        return data, not data
    head = await stream.read(5)
    if len(head) < 5:
        return b"", True
    kind, size = struct.unpack("<BI", head)
    data = await stream.read(size)
    return (data, False) if kind == _STDIN else (b"", kind == _CLOSE_STDIN)


async def _print(stream: ByteStream, output: ShellOutput, packets: bool, *, is_last: bool = False) -> None:
    if not packets:
        await stream.write(output.out + output.err)
        return
    parts = [(_STDOUT, output.out), (_STDERR, output.err), (_EXIT, bytes([output.code & 255]) if is_last else b"")]
    data = b"".join(struct.pack("<BI", kind, len(part)) + part for kind, part in parts if part)
    if data:
        await stream.write(data)


async def _until_gone(stream: ByteStream) -> None:
    """Wait for the end; what is typed into a command is of no interest here."""
    while await stream.read():
        pass
