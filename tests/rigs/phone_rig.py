"""The sample phone as a client of the adb server sees it: requests, shell commands, the elements on the screen."""

from __future__ import annotations

import json
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from askonce.testing.phone import APPS, PhoneRecords, SamplePhone
from askonce.testing.phone.handset import Handset
from askonce.testing.phone.views import View

BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


@dataclass(frozen=True)
class Element:
    """One element of the screen, in pixels."""

    facts: dict[str, str]

    @property
    def box(self) -> tuple[int, int, int, int]:
        left, top, right, bottom = map(int, BOUNDS.fullmatch(self.facts["bounds"]).groups())  # type: ignore[union-attr]
        return left, top, right, bottom

    @property
    def center(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2


def new_handset() -> Handset:
    """A phone without its glass."""
    return Handset(APPS, PhoneRecords())


class Fingers:
    """Touches the views of a handset that has no glass: what apps do is tried without a browser."""

    def __init__(self, phone: Handset) -> None:
        self.phone = phone

    def views(self) -> list[View]:
        front = self.phone.told_windows()[0]
        window = next(window for window in self.phone.windows() if window.name == front)
        return list(window.view.numbered())

    def texts(self) -> list[str]:
        return [said for view in self.views() if (said := view.text or view.description)]

    def find(self, name: str, what: str) -> View:
        """The innermost view that takes `what` and is, or holds, one with this text, description or id."""
        taking = [view for view in self.views() if what in view.on and view.enabled]
        for view in reversed(taking):
            if any(name in (part.text, part.description, part.id) for part in view.numbered()):
                return view
        raise LookupError(f"no {name!r} takes a {what} among {self.texts()}")

    def tap(self, *names: str) -> None:
        for name in names:
            self.find(name, "tap").on["tap"]()

    def hold(self, name: str) -> None:
        self.find(name, "hold").on["hold"]()

    def enter(self, **texts: str) -> None:
        """Write into fields, by their ids."""
        for id, words in texts.items():
            self.find(id, "change").on["change"](words)


class PhoneClient:
    """Talks to a sample phone through its adb server, on one connection for each request."""

    def __init__(self, phone: SamplePhone) -> None:
        self.phone = phone

    @contextmanager
    def connected(self, *requests: str) -> Iterator[socket.socket]:
        with socket.create_connection(self.phone.adb_server, timeout=60) as connection:
            for request in requests:
                connection.sendall(f"{len(request.encode()):04x}{request}".encode())
                status = read(connection, 4)
                if status != b"OKAY":
                    raise ConnectionError(read(connection, int(read(connection, 4), 16)).decode())
            yield connection

    def ask(self, request: str) -> str:
        with self.connected(request) as connection:
            return read(connection, int(read(connection, 4), 16)).decode()

    def service(self, service: str) -> bytes:
        with self.connected(f"host:transport:{self.phone.serial}", service) as connection:
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def shell(self, line: str) -> str:
        return self.service(f"exec:{line}").decode()

    def shell_parts(self, line: str) -> tuple[str, str, int]:
        """Output, errors and exit code."""
        data, parts = self.service(f"shell,v2,raw:{line}"), {1: b"", 2: b"", 3: b""}
        while data:
            kind, size = struct.unpack("<BI", data[:5])
            parts[kind] += data[5 : 5 + size]
            data = data[5 + size :]
        return parts[1].decode(), parts[2].decode(), parts[3][0]

    def call(self, method: str, *params: object) -> Any:
        """Ask the device server, which `serve` has started."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        head = f"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with self.connected(f"host:transport:{self.phone.serial}", "tcp:9008") as connection:
            connection.sendall(head + body)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    @contextmanager
    def serve(self) -> Iterator[None]:
        """Have the device server run on the phone."""
        self.push("/data/local/tmp/u2.jar", b"jar")
        line = "shell:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
        with self.connected(f"host:transport:{self.phone.serial}", line):
            while "<node" not in self.shell("uiautomator dump /dev/tty"):  # the server is up when a command is answered
                pass
            yield

    def push(self, path: str, data: bytes) -> bytes:
        target = f"{path},33188".encode()
        with self.connected(f"host:transport:{self.phone.serial}", "sync:") as connection:
            connection.sendall(b"SEND" + struct.pack("<I", len(target)) + target)
            connection.sendall(b"DATA" + struct.pack("<I", len(data)) + data + b"DONE" + bytes(4))
            return read(connection, 4)

    # The screen

    def elements(self) -> list[Element]:
        xml = self.shell("uiautomator dump /dev/tty").rpartition("UI hierchary")[0]
        return [Element(dict(node.attrib)) for node in ElementTree.fromstring(xml).iter("node")]

    def find(self, name: str) -> Element:
        """The element with this text, description or resource id."""
        elements = self.elements()
        for each in elements:
            facts = each.facts
            if name in (facts["text"], facts["content-desc"], facts["resource-id"].rpartition("/")[2]):
                return each
        raise LookupError(f"no {name!r} among {self.texts(elements)}")

    def texts(self, elements: list[Element] | None = None) -> list[str]:
        shown = self.elements() if elements is None else elements
        return [text for each in shown if (text := each.facts["text"] or each.facts["content-desc"])]

    def tap(self, *names: str) -> None:
        for name in names:
            x, y = self.find(name).center
            self.shell(f"input tap {x} {y}")

    def hold(self, name: str) -> None:
        x, y = self.find(name).center
        self.shell(f"input swipe {x} {y} {x} {y} 700")

    def enter(self, name: str, text: str) -> None:
        self.tap(name)
        self.shell(f"input text '{text.replace(' ', '%s')}'")

    @property
    def focus(self) -> str:
        return self.shell("dumpsys window | grep mCurrentFocus").strip().removeprefix("mCurrentFocus=")


def read(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = connection.recv(size - len(data))
        if not part:
            raise ConnectionError(f"the connection ended after {data!r}")
        data += part
    return data
