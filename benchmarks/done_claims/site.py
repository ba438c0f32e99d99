"""Serves one scene after another, each under a port of its own, so that nothing of one reaches another."""

from __future__ import annotations

import base64
import hashlib
import struct
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from done_claims.scenes import Page, Scene

_SOCKET = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What the key of a socket is answered with, as RFC 6455 has it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that was left needs no answer."""


class Site:
    def __init__(self, scene: Scene) -> None:
        self._pages = {"/": Page(_document(scene)), **scene.pages}
        self._posted, self._over = threading.Event(), threading.Event()
        self._server = _Server(("127.0.0.1", 0), self._handler())

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/"

    def open(self) -> None:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        pages, posted, over = self._pages, self._posted, self._over

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._answer()

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                posted.set()
                self._answer()

            def _answer(self) -> None:
                page = pages.get(self.path.partition("?")[0], Page("", 404))
                with suppress(ConnectionError):
                    if page.kind == "websocket":
                        self._converse(page)
                    elif page.kind == "text/event-stream":
                        self._stream(page)
                    else:
                        over.wait(page.after)
                        self._send(page)

            def _send(self, page: Page) -> None:
                body = page.body.encode()
                self.send_response(page.status)
                self.send_header("Content-Type", page.kind)
                if page.status != 204:
                    self.send_header("Content-Length", str(len(body)))
                if page.location:
                    self.send_header("Location", page.location)
                self.end_headers()
                self.wfile.write(body)

            def _stream(self, page: Page) -> None:
                self.send_response(page.status)
                self.send_header("Content-Type", page.kind)
                self.send_header("Connection", "close")
                self.end_headers()
                while page.once_posted and not posted.wait(0.1) and not over.is_set():
                    pass
                over.wait(page.after)
                self.wfile.write(page.body.encode())
                self.wfile.flush()
                over.wait()

            def _converse(self, page: Page) -> None:
                key = self.headers["Sec-WebSocket-Key"] + _SOCKET
                accepted = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
                self.send_response(101)
                for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade")):
                    self.send_header(name, value)
                self.send_header("Sec-WebSocket-Accept", accepted)
                self.end_headers()
                self.rfile.read(2)  # the head of the first message that comes
                over.wait(page.after)
                body = page.body.encode()
                self.wfile.write(struct.pack("BB", 0x81, len(body)) + body)
                self.wfile.flush()
                over.wait()

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        return Handler


@contextmanager
def served(scene: Scene) -> Generator[str, None, None]:
    """The address under which a scene is to be seen."""
    site = Site(scene)
    site.open()
    try:
        yield site.address
    finally:
        site.close()


def _document(scene: Scene) -> str:
    html = scene.html or scene.form.html
    return f"<!doctype html><title>Acme</title><body>{html}<script>{scene.script}</script></body>"
