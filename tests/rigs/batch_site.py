"""A small site for batches: it counts who asks for what, and can keep a page waiting until it is let go."""

from __future__ import annotations

import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

FORM = """<!doctype html><title>Greeter</title><h1>Greeter</h1><label>Name <input></label>
<button onclick="document.querySelector('output').textContent = 'Hello ' + document.querySelector('input').value">Greet
</button><output></output>"""


class Site:
    """`/form…` greets, `/slow` waits until `gate` opens, `/moody` is well from the second time on, `/login` leaves a
    cookie that `/home` asks for."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.gate = threading.Event()
        self.reached = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.gate.set()
        self._server.shutdown()
        self._server.server_close()

    def page(self, path: str, cookies: str) -> str:
        self.asked[path] += 1
        match path:
            case "/slow":
                self.reached.set()
                self.gate.wait(60)
                return FORM
            case "/moody":
                return f"<title>Moody</title><p>{'Well' if self.asked[path] > 1 else 'Sick'}</p>"
            case "/home":
                known = "Welcome back <button>Stay</button>" if "user=ann" in cookies else "Who are you?"
                return f"<title>Home</title><p>{known}</p>"
            case _:
                return FORM

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                body = site.page(path, self.headers.get("Cookie", "")).encode()
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "text/html; charset=utf-8")
                    if path == "/login":
                        self.send_header("Set-Cookie", "user=ann; Path=/")
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # whoever asked was killed

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
