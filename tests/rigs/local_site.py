"""A small site on loopback, and how tests touch its pages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from askonce.geometry import Point
from askonce.screens.web import WebScreen

Show = Callable[..., Awaitable[WebScreen]]
"""Opens a screen and puts markup into it, or opens the address that was given."""


@dataclass
class Answer:
    body: bytes
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    gate: threading.Event | None = None
    """The answer waits until this is set."""
    pause: threading.Event | None = None
    """The second half of the body waits until this is set."""


class Site:
    """Serves what it was given, under 127.0.0.1 and localhost, and remembers who asked for what."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.seen: list[tuple[str, str]] = []
        self._asked = threading.Event()
        self._gates: list[threading.Event] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None: ...

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                site.seen.append(((self.headers["host"] or "").partition(":")[0], path))
                site._asked.set()
                if length := int(self.headers.get("content-length") or 0):
                    self.rfile.read(length)
                answer = site.answers.get(path) or Answer(b"nothing here", status=404)
                if answer.gate:
                    answer.gate.wait(20)
                self.send_response(answer.status)
                for name, value in ({"content-type": answer.kind} | answer.headers).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(answer.body)))
                self.end_headers()
                half = len(answer.body) // 2 if answer.pause else 0
                self.wfile.write(answer.body[:half])
                if answer.pause:
                    answer.pause.wait(20)
                self.wfile.write(answer.body[half:])

            do_POST = do_GET

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None: ...  # browsers hang up all the time

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self.home = f"http://127.0.0.1:{self.port}"
        self.other = f"http://localhost:{self.port}"
        """The same server under another name: another origin, another host."""
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def serve(self, path: str, body: str | bytes = "", **rest: Any) -> str:
        data = body.encode() if isinstance(body, str) else body
        self.answers[path] = Answer(data, **rest)
        return self.home + path

    def hold(self, path: str, body: str | bytes = "", **rest: Any) -> threading.Event:
        """Serve `path`, but not before the event that is returned is set."""
        gate = threading.Event()
        self._gates.append(gate)
        self.serve(path, body, gate=gate, **rest)
        return gate

    def redirect(self, path: str, target: str) -> str:
        return self.serve(path, status=302, headers={"location": target})

    async def asked_for(self, path: str) -> None:
        """Until somebody has asked for `path`."""
        while not self.hosts_of(path):
            await asyncio.to_thread(self._asked.wait, 5)
            self._asked.clear()

    def hosts_of(self, path: str) -> list[str]:
        return [host for host, seen in self.seen if seen == path]

    def stop(self) -> None:
        for gate in self._gates:
            gate.set()
        self._server.shutdown()
        self._server.server_close()


async def fill_screen(screen: WebScreen, content: str) -> None:
    """Open the address that was given, or put markup into the page."""
    if content.startswith("http"):
        await screen.navigate(content)
    elif content:
        await screen.evaluate(
            "html => { document.open(); document.write(html); document.close() }",
            "<!doctype html><style>body { margin: 0 }</style>" + content,
        )


async def middle(screen: WebScreen, selector: str) -> Point:
    """Where to touch an element of the main frame."""
    x, y = await screen.evaluate(
        """selector => { const box = document.querySelector(selector).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2] }""",
        selector,
    )
    return Point(x, y)


async def let_time_pass(screen: WebScreen) -> None:
    """Time enough for a screen to settle several times over, if it thinks that it may."""
    for _ in range(3):
        await screen.capture()


async def tap(screen: WebScreen, selector: str) -> None:
    await screen.tap(await middle(screen, selector))
