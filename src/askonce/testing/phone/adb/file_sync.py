"""The service that copies files to and from the phone, in both of its versions."""

from __future__ import annotations

import struct

from askonce.testing.phone.adb.byte_stream import ByteStream
from askonce.testing.phone.shell.device_files import DeviceFiles

_FILE, _FOLDER = 0o100644, 0o040755
_CHUNK = 64 * 1024
_TIME = 1_697_384_040
_MISSING = 2
"""The error number for what is not there."""


async def serve_files(files: DeviceFiles, stream: ByteStream) -> None:
    while len(head := await stream.read(8)) == 8:
        kind, size = head[:4], int.from_bytes(head[4:], "little")
        if kind == b"QUIT":
            return
        path = (await stream.read(size)).decode("utf-8", "replace")
        match kind:
            case b"STAT":
                await stream.write(b"STAT" + struct.pack("<III", *_facts(files, path)))
            case b"STA2" | b"LST2":
                await stream.write(kind + _facts_2(files, path))
            case b"LIST" | b"LIS2":
                await _list(files, path, stream, second=kind == b"LIS2")
            case b"RECV":
                await _send(files, path, stream)
            case b"SEND":
                await _receive(files, path, stream)
            case _:
                await _fail(stream, f"unknown request {kind!r}")
                return


def _facts(files: DeviceFiles, path: str) -> tuple[int, int, int]:
    """Mode, size and time; all 0 for what is not there."""
    if (data := files.read(path)) is not None:
        return _FILE, len(data), _TIME
    return (_FOLDER, 4096, _TIME) if files.is_folder(path) else (0, 0, 0)


def _facts_2(files: DeviceFiles, path: str) -> bytes:
    mode, size, time = _facts(files, path)
    return struct.pack("<IQQIIIIQqqq", 0 if mode else _MISSING, 0, 0, mode, 1, 0, 0, size, time, time, time)


async def _list(files: DeviceFiles, path: str, stream: ByteStream, *, second: bool) -> None:
    for name in files.names_in(path):
        inner, encoded = f"{path.rstrip('/')}/{name}", name.encode()
        if second:
            await stream.write(b"DNT2" + _facts_2(files, inner) + struct.pack("<I", len(encoded)) + encoded)
        else:
            await stream.write(b"DENT" + struct.pack("<IIII", *_facts(files, inner), len(encoded)) + encoded)
    await stream.write(b"DONE" + bytes(72 if second else 16))


async def _send(files: DeviceFiles, path: str, stream: ByteStream) -> None:
    data = files.read(path)
    if data is None:
        await _fail(stream, "Is a directory" if files.is_folder(path) else "No such file or directory")
        return
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        await stream.write(b"DATA" + struct.pack("<I", len(chunk)) + chunk)
    await stream.write(b"DONE" + bytes(4))


async def _receive(files: DeviceFiles, target: str, stream: ByteStream) -> None:
    taken = bytearray()
    while (head := await stream.read(8))[:4] == b"DATA":
        taken += await stream.read(int.from_bytes(head[4:], "little"))
    if head[:4] != b"DONE":
        await _fail(stream, f"expected DATA or DONE, got {head[:4]!r}")
        return
    path = target.rpartition(",")[0]
    if refusal := files.write(path, bytes(taken)):
        await _fail(stream, refusal)
    else:
        await stream.write(b"OKAY" + bytes(4))


async def _fail(stream: ByteStream, reason: str) -> None:
    await stream.write(b"FAIL" + struct.pack("<I", len(reason)) + reason.encode())
