"""usbmuxd with phones at its cable: it lists them, and leads to WebDriverAgent on each."""

from __future__ import annotations

import asyncio
import plistlib
import socket
import struct
from collections.abc import Mapping
from typing import Any

_HEADER = "<4I"
_AGENT = 8100
_OK, _NO_DEVICE, _REFUSED = 0, 2, 3


class UsbmuxDaemon:
    """Speaks on a port of this machine: `USBMUXD_SOCKET_ADDRESS` names it to clients."""

    def __init__(self, phones: Mapping[str, int]) -> None:
        self._phones = dict(phones)
        """The port of WebDriverAgent on this machine, by UDID."""
        self._server: asyncio.Server | None = None
        self.address = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        if self._server:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                size, version, kind, tag = struct.unpack(_HEADER, await reader.readexactly(16))
                asked: dict[str, Any] = plistlib.loads(await reader.readexactly(size - 16))
                answer, port = self._answer(asked)
                body = plistlib.dumps(answer)
                writer.write(struct.pack(_HEADER, len(body) + 16, version, kind, tag) + body)
                await writer.drain()
                if port:
                    await _join((reader, writer), await asyncio.open_connection("127.0.0.1", port))
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _answer(self, asked: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        known = list(self._phones)
        if asked["MessageType"] == "ListDevices":
            return {"DeviceList": [_device(number, udid) for number, udid in enumerate(known, 1)]}, 0
        number, port = int(asked["DeviceID"]), socket.ntohs(int(asked["PortNumber"]))
        if not 0 < number <= len(known):
            return {"MessageType": "Result", "Number": _NO_DEVICE}, 0
        if port != _AGENT or not self._phones[known[number - 1]]:
            return {"MessageType": "Result", "Number": _REFUSED}, 0
        return {"MessageType": "Result", "Number": _OK}, self._phones[known[number - 1]]


def _device(number: int, udid: str) -> dict[str, Any]:
    facts = {"ConnectionType": "USB", "DeviceID": number, "SerialNumber": udid, "ProductID": 4776}
    return {"DeviceID": number, "MessageType": "Attached", "Properties": facts}


async def _join(
    near: tuple[asyncio.StreamReader, asyncio.StreamWriter], far: tuple[asyncio.StreamReader, asyncio.StreamWriter]
) -> None:
    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    await asyncio.gather(copy(near[0], far[1]), copy(far[0], near[1]))
