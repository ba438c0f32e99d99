"""The adb server's side: what a client finds on port 5037, with this one phone behind it. No adb program is needed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from askonce.testing.phone.adb.adb_daemon import FEATURES
from askonce.testing.phone.adb.byte_stream import SocketStream
from askonce.testing.phone.adb.device_services import DeviceServices

_VERSION = 41
_CHUNK = 64 * 1024
_TRANSPORT_ID = 1
_UNAUTHORIZED = (
    "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\n"
    "Try 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device."
)


class AdbHost:
    """Listens on the loopback address and speaks as an adb server does."""

    def __init__(self, services: DeviceServices, serial: str) -> None:
        self._services, self._serial = services, serial
        self.port = 0
        self.plugged_in = True
        self._changed = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._forwards: dict[str, tuple[str, asyncio.Server]] = {}

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        for _, forward in self._forwards.values():
            forward.close()
        self._forwards.clear()
        if self._server:
            self._server.close()
        self.drop_clients()

    def drop_clients(self) -> None:
        for writer in list(self._writers):
            writer.close()

    def tell_change(self) -> None:
        """The phone came, went, or changed its mind about this computer."""
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def state(self) -> str:
        return "device" if self._services.authorized else "unauthorized"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = SocketStream(reader, writer)
        try:
            await self._requests(stream, writer)
        except (ConnectionError, ValueError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _requests(self, stream: SocketStream, writer: asyncio.StreamWriter) -> None:
        """Answer requests until one takes the connection over."""
        at_device = False
        while request := await _request(stream):
            if at_device:
                self._writers.add(writer)
                await self._service(request, stream)
                return
            kind, _, rest = request.partition(":")
            if kind.startswith("host-serial"):
                # A serial number may hold a colon itself, as that of a phone in the network does.
                serial = self._serial if rest.startswith(f"{self._serial}:") else rest.partition(":")[0]
                rest = rest.removeprefix(f"{serial}:")
                if serial != self._serial:
                    await _fail(stream, f"device '{serial}' not found")
                    return
            elif not kind.startswith("host"):
                await _fail(stream, f"unknown host service {request!r}")
                return
            if rest.startswith(("transport", "tport")):
                if refusal := self._refusal(_wanted(rest)):
                    await _fail(stream, refusal)
                    return
                at_device = True
                await stream.write(b"OKAY" + (_TRANSPORT_ID.to_bytes(8, "little") if rest.startswith("tport") else b""))
            elif rest.startswith("track-devices"):
                await self._track(stream, long="-l" in rest)
            else:
                await self._answer(rest, stream)
                return

    def _refusal(self, serial: str) -> str:
        if not self.plugged_in:
            return f"device '{serial}' not found" if serial else "no devices/emulators found"
        if serial and serial != self._serial:
            return f"device '{serial}' not found"
        if not self._services.authorized:
            return _UNAUTHORIZED
        return ""

    async def _service(self, service: str, stream: SocketStream) -> None:
        if not self._services.offers(service):
            await _fail(stream, "closed" if not service.startswith("tcp") else "Connection refused")
            return
        await stream.write(b"OKAY")
        await self._services.serve(service, stream)

    async def _answer(self, request: str, stream: SocketStream) -> None:
        """What is answered with a text."""
        name, _, rest = request.partition(":")
        match name:
            case "version":
                await _okay(stream, f"{_VERSION:04x}")
            case "devices" | "devices-l":
                await _okay(stream, self._listed(long=name == "devices-l"))
            case "connect":
                known = rest == self._serial and self.plugged_in
                await _okay(
                    stream,
                    f"already connected to {rest}" if known else f"failed to connect to {rest}: Connection refused",
                )
            case "disconnect":
                await _okay(stream, f"disconnected {rest or 'everything'}")
            case "features" | "host-features":
                await _okay(stream, FEATURES)
            case "forward" | "killforward" | "killforward-all" | "list-forward" if not self._refusal(""):
                await self._forward(name, rest, stream)
            case "get-state" | "get-serialno" | "get-devpath" if self.plugged_in:
                facts = {"get-state": self.state, "get-serialno": self._serial, "get-devpath": "unknown"}
                await _okay(stream, facts[name])
            case "kill":
                await stream.write(b"OKAY")
            case _ if name.startswith("wait-for"):
                await self._wait(stream)
            case _:
                await _fail(stream, self._refusal("") or f"unknown host service {request!r}")

    def _listed(self, *, long: bool) -> str:
        if not self.plugged_in:
            return ""
        facts = self._services.facts
        product, model, device = (
            facts.get(f"ro.product.{name}", "").replace(" ", "_") for name in ("name", "model", "device")
        )
        about = f"product:{product} model:{model} device:{device} " if self._services.authorized else ""
        return f"{self._serial:<22} {self.state} {about}transport_id:1\n" if long else f"{self._serial}\t{self.state}\n"

    async def _track(self, stream: SocketStream, *, long: bool) -> None:
        await stream.write(b"OKAY")
        while True:
            changed = self._changed
            await stream.write(_counted(self._listed(long=long)))
            await changed.wait()

    async def _wait(self, stream: SocketStream) -> None:
        await stream.write(b"OKAY")
        while not self.plugged_in or not self._services.authorized:
            await self._changed.wait()
        await stream.write(b"OKAY")

    async def _forward(self, name: str, rest: str, stream: SocketStream) -> None:
        """Ports of this machine that lead to ports of the phone."""
        if name == "list-forward":
            await _okay(
                stream, "".join(f"{self._serial} {here} {there}\n" for here, (there, _) in self._forwards.items())
            )
            return
        if name.startswith("kill"):
            wanted = list(self._forwards) if name.endswith("all") else [rest]
            if missing := [here for here in wanted if here not in self._forwards]:
                await _fail(stream, f"listener '{missing[0]}' not found")
                return
            for here in wanted:
                self._forwards.pop(here)[1].close()
            await stream.write(b"OKAY" * 2)
            return
        here, _, there = rest.removeprefix("norebind:").partition(";")
        if not (here.startswith("tcp:") and there.startswith("tcp:")):
            await _fail(stream, f"only tcp ports are forwarded, and this is {rest!r}")
            return

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                if self._services.offers(there):
                    await self._services.serve(there, SocketStream(reader, writer))
            writer.close()

        if known := self._forwards.pop(here, None):
            known[1].close()
        server = await asyncio.start_server(connected, "127.0.0.1", int(here[4:]))
        port = server.sockets[0].getsockname()[1]
        self._forwards[f"tcp:{port}"] = (there, server)
        await stream.write(b"OKAY" * 2 + (_counted(str(port)) if here == "tcp:0" else b""))


def _wanted(request: str) -> str:
    """The serial number in `transport:SERIAL`, `tport:serial:SERIAL`; nothing if any will do."""
    name, _, rest = request.partition(":")
    if name == "transport-id" or request in {"transport-any", "transport-usb", "transport-local"}:
        return ""
    return "" if rest in {"any", "usb", "local"} else rest.removeprefix("serial:")


async def _request(stream: SocketStream) -> str:
    head = await stream.read(4)
    return (await stream.read(int(head, 16))).decode("utf-8", "replace") if len(head) == 4 else ""


def _counted(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):04x}".encode() + data


async def _okay(stream: SocketStream, text: str) -> None:
    await stream.write(b"OKAY" + _counted(text))


async def _fail(stream: SocketStream, reason: str) -> None:
    await stream.write(b"FAIL" + _counted(reason))
