"""The adb server's protocol, spoken directly: no thread and no process for a command.

A request is its length as four hexadecimal digits and its text; the answer begins with OKAY, or with FAIL and a reason.
After `host:transport:SERIAL` the same connection belongs to that device, and the next request names a service on it.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import struct
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from askonce.errors import ConfigError, ScreenError, ScreenUnavailable
from askonce.lazy import dataclass

PORT = 5037
LIMIT = 20.0
"""Seconds that one command may take, unless it is told otherwise."""
MOST_OUTPUT = 64_000_000
"""Bytes that a command may print; a picture is a tenth of it."""
_CHUNK = 64 * 1024
_REGULAR_FILE = 0o100644
_OUT, _ERR, _EXIT = 1, 2, 3
"""The packets of a shell: what it prints, its errors, its exit code."""

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]

UNAUTHORIZED = "unlock the phone and accept the question whether this computer may debug it"
_RETURN = 5.0
"""Seconds that a phone may be away, as while a cable is moved or a network changes, before it counts as gone."""
_POLL = 0.2
_GONE = "plug it in again (adb devices lists what is there); a program goes on from its journal with --resume"
_PASSING = frozenset({"offline", "connecting", "authorizing"})
"""States that a phone passes through on its way back."""
OFFLINE = "unplug the phone and plug it in again, or run adb reconnect"


@dataclass(frozen=True, slots=True)
class AdbEntry:
    """A device that the adb server lists, and its state: `device` if it can be used."""

    serial: str
    state: str
    model: str = ""

    @property
    def shown(self) -> str:
        return f"{self.serial} ({self.model or self.state})"


@dataclass(frozen=True, slots=True)
class ShellResult:
    out: bytes
    err: bytes
    code: int


class ServiceRefused(ScreenError):
    """The phone is there, and offers no such service: nothing was sent."""


class AdbServer:
    """The adb server of this machine, or of another one."""

    def __init__(self, host: str = "", port: int = 0, *, program: str = "", patience: float = _RETURN) -> None:
        self._program = program
        self._patience = min(patience, _RETURN)
        self._starting = asyncio.Lock()
        self.host = host or os.environ.get("ANDROID_ADB_SERVER_ADDRESS", "") or "127.0.0.1"
        self.port = port or _port_of_environment() or PORT

    async def devices(self) -> list[AdbEntry]:
        """What is plugged in or connected, usable or not."""
        listed = (await self._ask("host:devices-l")).decode("utf-8", "replace")
        found: list[AdbEntry] = []
        for line in listed.splitlines():
            serial, *words = line.split()
            facts = dict(word.split(":", 1) for word in words[1:] if ":" in word)
            found.append(AdbEntry(serial, words[0] if words else "", facts.get("model", "").replace("_", " ")))
        return found

    async def connect(self, address: str) -> str:
        """Connect to a phone in the network, as `adb connect` does. What the server says."""
        return (await self._ask(f"host:connect:{address}")).decode("utf-8", "replace").strip()

    async def choose(self, serial: str = "") -> AdbDevice:
        """The device with this serial number; without one, the only one there is."""
        devices = await self.devices()
        if serial and ":" in serial and not any(each.serial == serial for each in devices):
            said = await self.connect(serial)
            devices = await self.devices()
            if not any(each.serial == serial for each in devices):
                raise ConfigError(
                    f"no phone answers at {serial}: {said}",
                    remedy="look up address and port under Wireless debugging on the phone",
                )
        chosen = _chosen(serial, devices)
        if chosen.state in _PASSING:
            chosen = await self.await_phone(chosen.serial) or chosen
        _check_state(chosen)
        return AdbDevice(chosen.serial, self)

    async def await_phone(self, serial: str) -> AdbEntry | None:
        """The phone as it is listed, None if it is not; one that may be on its way back is waited for."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            found = next((each for each in await self.devices() if each.serial == serial), None)
            if (found and found.state not in _PASSING) or loop.time() >= deadline:
                return found
            if ":" in serial and (found is None or found.state == "offline"):
                with suppress(TimeoutError, ScreenError):
                    async with asyncio.timeout_at(deadline):
                        await self._reconnect(serial)
            await asyncio.sleep(_POLL)

    async def _reconnect(self, address: str) -> None:
        """Connect to a phone in the network once more. The server takes its time for that where it is not told to."""
        with suppress(ScreenError):  # it may have none
            await self._ask(f"host:disconnect:{address}")
        await self.connect(address)

    async def start(self) -> None:
        """Start the server with the adb program of this machine."""
        program = find_adb(self._program)
        if program is None or self.host not in {"127.0.0.1", "localhost"}:
            raise ConfigError(
                f"no adb server answers at {self.host}:{self.port}",
                remedy="install Android's platform tools (on Debian: apt install adb) and run adb start-server"
                if program is None
                else "start it there: adb -a nodaemon server",
            )
        process = await asyncio.create_subprocess_exec(
            str(program),
            "-P",
            str(self.port),
            "start-server",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await process.communicate()
        if process.returncode:
            said = out.decode("utf-8", "replace").strip()
            raise ConfigError(f"{program} start-server failed: {said}", remedy="run it by hand and see")

    async def open(self, request: str) -> Stream:
        """A connection on which the server has accepted a request. The server is started if need be."""
        try:
            streams = await asyncio.open_connection(self.host, self.port)
        except OSError:
            streams = await self._started()
        try:
            await send_request(streams, request)
        except BaseException:
            streams[1].close()
            raise
        return streams

    async def _started(self) -> Stream:
        async with self._starting:  # two that start at once are in each other's way
            with suppress(OSError):
                return await asyncio.open_connection(self.host, self.port)
            await self.start()
            try:
                return await asyncio.open_connection(self.host, self.port)
            except OSError as error:
                raise ScreenError(f"the adb server does not answer at {self.host}:{self.port}: {error}") from error

    async def _ask(self, request: str) -> bytes:
        """The answer to a request that has one: its length, then its text."""
        try:
            async with asyncio.timeout(LIMIT):
                reader, writer = await self.open(request)
                try:
                    return await reader.readexactly(int(await reader.readexactly(4), 16))
                finally:
                    writer.close()
        except (asyncio.IncompleteReadError, ConnectionError, ValueError) as error:
            raise ScreenError(
                f"what answers at {self.host}:{self.port} does not speak as an adb server does: {error}",
                remedy="set ANDROID_ADB_SERVER_PORT to the port of yours",
            ) from error
        except TimeoutError:
            raise ScreenError(f"the adb server at {self.host}:{self.port} did not answer {request!r}") from None


class AdbDevice:
    """One device, through the adb server."""

    def __init__(self, serial: str, server: AdbServer) -> None:
        self.serial = serial
        self._server = server
        self._is_missed = False
        """Whether it was waited for in vain: that is not done again before it is back."""

    async def shell(self, *words: str, limit: float = LIMIT) -> ShellResult:
        """Run a command on the device. Each word arrives as it is, whatever is in it."""
        return await self.pipe((words,), limit=limit)

    async def pipe(self, programs: Sequence[Sequence[str]], *, limit: float = LIMIT) -> ShellResult:
        """Run programs, each reading what the one before it prints. Their words arrive as they are."""
        return await self._run(" | ".join(map(shlex.join, programs)), limit)

    async def sequence(self, commands: Sequence[Sequence[str]], *, limit: float = LIMIT) -> ShellResult:
        """Run commands one after the other until one fails. Their words arrive as they are."""
        return await self._run(" && ".join(map(shlex.join, commands)), limit)

    async def _run(self, line: str, limit: float) -> ShellResult:
        async with self.service(f"shell,v2,raw:{line}", limit=limit) as (reader, _):
            parts: dict[int, bytearray] = {_OUT: bytearray(), _ERR: bytearray(), _EXIT: bytearray()}
            while head := await reader.read(5):
                head += await reader.readexactly(5 - len(head))
                kind, size = struct.unpack("<BI", head)
                parts.setdefault(kind, bytearray()).extend(await reader.readexactly(size))
                if sum(map(len, parts.values())) > MOST_OUTPUT:
                    raise ScreenError(
                        f"{line.split()[0]} prints more than {MOST_OUTPUT // 1_000_000} MB on {self.serial}",
                        remedy="have less of it printed, as with | grep",
                    )
            code = parts[_EXIT][0] if parts[_EXIT] else 255
            return ShellResult(bytes(parts[_OUT]), bytes(parts[_ERR]), code)

    async def read(self, *words: str, limit: float = LIMIT) -> str:
        """What a command prints; a `ScreenError` if it fails."""
        result = await self.shell(*words, limit=limit)
        if result.code:
            said = (result.err or result.out).decode("utf-8", "replace").strip()
            raise ScreenError(f"{words[0]} failed on {self.serial}: {said}", remedy="look at the phone")
        return result.out.decode("utf-8", "replace")

    async def push(self, data: bytes, path: str) -> None:
        """Write a file on the device."""
        async with self.service("sync:", limit=LIMIT * 6) as (reader, writer):
            target = f"{path},{_REGULAR_FILE}".encode()
            writer.write(b"SEND" + struct.pack("<I", len(target)) + target)
            for start in range(0, len(data), _CHUNK):
                chunk = data[start : start + _CHUNK]
                writer.write(b"DATA" + struct.pack("<I", len(chunk)) + chunk)
                await writer.drain()
            writer.write(b"DONE" + struct.pack("<I", 0))
            await writer.drain()
            await _expect_ok(reader, f"{path} could not be written on {self.serial}")

    async def pull(self, path: str) -> bytes:
        """The content of a file on the device."""
        async with self.service("sync:", limit=LIMIT * 6) as (reader, writer):
            name = path.encode()
            writer.write(b"RECV" + struct.pack("<I", len(name)) + name)
            await writer.drain()
            data = bytearray()
            while (head := await reader.readexactly(8))[:4] == b"DATA":
                data += await reader.readexactly(int.from_bytes(head[4:], "little"))
            if head[:4] != b"DONE":
                said = (await reader.readexactly(int.from_bytes(head[4:], "little"))).decode("utf-8", "replace")
                raise ScreenError(f"{path} could not be read on {self.serial}: {said}", remedy="look at its path")
            return bytes(data)

    async def post(self, port: int, path: str, body: bytes = b"", *, limit: float = LIMIT) -> bytes:
        """One HTTP request to a server on the device: POST with a body, else GET. No port of this machine is used."""
        async with self.service(f"tcp:{port}", limit=limit) as streams:
            return await self._exchange(streams, path, body)

    async def _exchange(self, streams: Stream, path: str, data: bytes) -> bytes:
        reader, writer = streams
        head = (
            f"{'POST' if data else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        await writer.drain()
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        size = int(headers.get("content-length", -1))
        answer = await (reader.readexactly(size) if size >= 0 else reader.read(-1))
        if " 200" not in status:
            raise ScreenError(f"the server on {self.serial} answered {status}")
        return answer

    async def open(self, service: str) -> Stream:
        """A connection to a service on the device, which stays open.

        Where none can be opened nothing has been done, so a phone that is away for a moment is waited for.
        """
        try:
            streams = await self._transport()
        except ScreenUnavailable:
            if self._is_missed:
                raise
            await self.check()
            streams = await self._transport()
        self._is_missed = False
        try:
            await send_request(streams, service)
        except BaseException:
            streams[1].close()
            raise
        return streams

    async def _transport(self) -> Stream:
        try:
            return await self._server.open(f"host:transport:{self.serial}")
        except (asyncio.IncompleteReadError, ConnectionError) as error:  # a server that ends just now
            raise ScreenUnavailable(f"the phone {self.serial} is gone", remedy=_GONE) from error

    async def check(self) -> None:
        """A `ScreenUnavailable` that says in which state the phone is, unless it can be used."""
        found = await self._server.await_phone(self.serial)
        self._is_missed = found is None or found.state != "device"
        if found is None:
            raise ScreenUnavailable(f"the phone {self.serial} is gone", remedy=_GONE)
        _check_state(found)

    @asynccontextmanager
    async def service(self, service: str, *, limit: float) -> AsyncGenerator[Stream, None]:
        """A service for one exchange, with our own errors."""
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(limit):
                reader, writer = await self.open(service)
                yield reader, writer
        except TimeoutError:
            raise ScreenError(
                f"{self.serial} did not answer within {limit:g} s: {service.partition(':')[0]}",
                remedy="look whether the phone is busy, asleep or unplugged",
            ) from None
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            await self.check()
            raise ScreenError(
                f"the connection to {self.serial} broke off and is there again: {error}",
                remedy="look whether it was done",
            ) from error
        finally:
            if writer:
                writer.close()


async def send_request(streams: Stream, request: str) -> None:
    """Ask for something, and raise what the server says against it."""
    reader, writer = streams
    data = request.encode()
    writer.write(f"{len(data):04x}".encode() + data)
    await writer.drain()
    status = await reader.readexactly(4)
    if status == b"OKAY":
        return
    if status != b"FAIL":
        raise ConnectionError(f"an adb server says OKAY or FAIL, and this one says {status!r}")
    raise _refusal((await reader.readexactly(int(await reader.readexactly(4), 16))).decode("utf-8", "replace"), request)


def find_adb(named: str = "") -> Path | None:
    """The adb program: the one that is named, else on the path, or where Android's tools are installed."""
    if named and not shutil.which(named):
        raise ConfigError(f"there is no adb program at {named}", remedy="correct the path, or leave it out")
    if named:
        return Path(named)
    homes = [home for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT") if (home := os.environ.get(name))]
    folders = [None, *(str(Path(home) / "platform-tools") for home in homes)]
    found = next((path for folder in folders if (path := shutil.which("adb", path=folder))), None)
    return Path(found) if found else None


async def _expect_ok(reader: asyncio.StreamReader, trouble: str) -> None:
    head = await reader.readexactly(8)
    if head[:4] != b"OKAY":
        said = await reader.readexactly(int.from_bytes(head[4:], "little"))
        raise ScreenError(f"{trouble}: {said.decode('utf-8', 'replace')}", remedy="look whether it has room left")


def _refusal(reason: str, request: str) -> ScreenError:
    lower = reason.lower()
    if "unauthorized" in lower:
        return ScreenUnavailable(f"the phone does not allow this computer to debug it: {reason}", remedy=UNAUTHORIZED)
    if "offline" in lower:
        return ScreenUnavailable(f"the phone is offline: {reason}", remedy=OFFLINE)
    if not request.startswith("host:"):
        return ServiceRefused(f"the phone refused {request.partition(':')[0]}: {reason}")
    if "not found" in lower or "no devices" in lower or lower == "closed":
        return ScreenUnavailable(f"the phone is gone: {reason}", remedy=_GONE)
    return ScreenError(f"adb refused {request.partition(':')[0]}: {reason}")


def _chosen(serial: str, devices: Sequence[AdbEntry]) -> AdbEntry:
    usable = [each for each in devices if each.state == "device"]
    listed = ", ".join(each.shown for each in devices)
    if serial:
        entry = next((each for each in devices if each.serial == serial), None)
        if entry is None:
            raise ConfigError(f"there is no phone {serial!r}", remedy=f"there are: {listed}" if listed else _NONE)
        return entry
    if len(usable) > 1:
        raise ConfigError(f"{len(usable)} phones are there: {listed}", remedy="name one of them by its serial number")
    if usable:
        return usable[0]
    if devices:
        return devices[0]
    raise ConfigError("no phone is there", remedy=_NONE)


def _check_state(entry: AdbEntry) -> None:
    if entry.state == "device":
        return
    remedies = {"unauthorized": UNAUTHORIZED, "authorizing": UNAUTHORIZED, "offline": OFFLINE}
    raise ScreenUnavailable(
        f"the phone {entry.serial} cannot be used: it is {entry.state}",
        remedy=remedies.get(entry.state, "look at it: adb devices shows its state"),
    )


def _port_of_environment() -> int:
    given = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    if given and not given.isdecimal():
        raise ConfigError(f"ANDROID_ADB_SERVER_PORT is not a port: {given!r}", remedy="set a number such as 5037")
    return int(given or 0)


_NONE = "plug one in with USB debugging switched on, or start an emulator; adb devices lists what is there"
