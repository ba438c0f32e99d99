"""The service that reaches iPhones by their cable: usbmuxd, spoken to directly, so that nothing has to be forwarded.

A message is a header of four little-endian numbers (length, version 1, kind 8, a tag) and a property list. After
`Connect` the same connection leads to a port of the phone.
"""

from __future__ import annotations

import asyncio
import os
import plistlib
import socket
import struct
import sys
from typing import Any, cast

from askonce.errors import ConfigError, ScreenError, ScreenUnavailable

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_SOCKET = "/var/run/usbmuxd"
_WINDOWS = ("127.0.0.1", 27015)
_LIMIT = 10.0
_VERSION, _PLIST = 1, 8
_HEADER = "<4I"
_NO_DEVICE, _REFUSED = 2, 3
_START = (
    "plug the phone in, unlock it and trust this computer; on Linux install usbmuxd (apt install usbmuxd), on Windows "
    "Apple Devices; or forward a port yourself (iproxy 8100 8100) and give its address"
)


async def list_phones() -> list[str]:
    """The UDIDs of the iPhones and iPads that are plugged in."""
    streams = await _open()
    try:
        answer = await _ask(streams, {"MessageType": "ListDevices"})
    finally:
        streams[1].close()
    return sorted({properties["SerialNumber"]: None for _, properties in _devices(answer)})


async def connect(udid: str, port: int) -> Stream:
    """A connection to a port of a phone."""
    streams = await _open()
    try:
        answer = await _ask(streams, {"MessageType": "ListDevices"})
        found = [number for number, properties in _devices(answer) if same_udid(properties["SerialNumber"], udid)]
        if not found:
            known = ", ".join(properties["SerialNumber"] for _, properties in _devices(answer))
            raise ConfigError(f"there is no phone {udid!r}", remedy=f"there are: {known}" if known else _START)
        port_number = socket.htons(port) if sys.byteorder == "little" else port
        message = {"MessageType": "Connect", "DeviceID": found[0], "PortNumber": port_number}
        result = int((await _ask(streams, message)).get("Number", -1))
    except BaseException:
        streams[1].close()
        raise
    if result == 0:
        return streams
    streams[1].close()
    if result == _REFUSED:
        raise ConnectionRefusedError(f"nothing answers on port {port} of {udid}")
    gone = result == _NO_DEVICE
    raise ScreenUnavailable(
        f"the phone {udid} {'is gone' if gone else f'refuses a connection: {result}'}", remedy=_START
    )


def same_udid(one: str, other: str) -> bool:
    """Newer UDIDs are written with and without their dash."""
    return one.replace("-", "").lower() == other.replace("-", "").lower()


async def _open() -> Stream:
    given = os.environ.get("USBMUXD_SOCKET_ADDRESS", "")
    try:
        if given and not given.startswith("UNIX:") and ":" in given:
            host, _, port = given.rpartition(":")
            return await asyncio.open_connection(host, int(port))
        if sys.platform == "win32":
            return await asyncio.open_connection(*_WINDOWS)
        return await asyncio.open_unix_connection(given.removeprefix("UNIX:") or _SOCKET)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"usbmuxd, which reaches phones by their cable, does not answer: {error}", remedy=_START
        ) from None


async def _ask(streams: Stream, message: dict[str, Any]) -> dict[str, Any]:
    reader, writer = streams
    body = plistlib.dumps({"ClientVersionString": "askonce", "ProgName": "askonce", **message})
    writer.write(struct.pack(_HEADER, len(body) + 16, _VERSION, _PLIST, 1) + body)
    try:
        async with asyncio.timeout(_LIMIT):
            await writer.drain()
            size, *_ = struct.unpack(_HEADER, await reader.readexactly(16))
            return cast("dict[str, Any]", plistlib.loads(await reader.readexactly(size - 16)))
    except (TimeoutError, asyncio.IncompleteReadError, ConnectionError, plistlib.InvalidFileException) as error:
        raise ScreenError(f"usbmuxd did not answer {message['MessageType']}: {error}", remedy=_START) from error


def _devices(answer: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    listed = cast("list[dict[str, Any]]", answer.get("DeviceList") or [])
    found = [(int(each["DeviceID"]), cast("dict[str, Any]", each["Properties"])) for each in listed]
    return sorted(found, key=lambda each: each[1].get("ConnectionType") != "USB")  # the cable before the network
