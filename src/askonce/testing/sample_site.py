"""The base of the sample sites: a web server on the loopback address, and the handler of one request."""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl

_MOST_BYTES = 100_000


class SiteServer(ThreadingHTTPServer):
    """Serves on the loopback address. What it serves may be changed while holding `lock`."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, port: int, handler: type[SiteHandler]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do not print errors of browsers that disconnect halfway through a page."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class SampleSite(ABC):
    """A sample site that runs during its `with` block: `with Site() as site: … site.url …`."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._server: SiteServer | None = None

    @abstractmethod
    def _serve(self, port: int) -> SiteServer: ...

    @property
    def url(self) -> str:
        if self._server is None:
            name = type(self).__name__
            raise RuntimeError(f"the site is closed: use it as `with {name}() as site:`")
        return f"http://127.0.0.1:{self._server.server_port}/"

    def open(self) -> None:
        """Begin to serve. `with` does this.

        >>> site = SampleShop()
        >>> site.open()
        >>> site.close()
        """
        self._server = self._serve(self._port)
        name = type(self).__name__
        threading.Thread(target=self._server.serve_forever, args=(0.02,), name=name, daemon=True).start()

    def close(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class SiteHandler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    # Headers and body are sent together: sent separately, they take 40 ms longer in the network stack.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: a server inside a test or a demo stays silent."""

    def read_form(self) -> dict[str, str] | None:
        """The submitted fields; None if they are too large, which is answered with an error."""
        length = int(self.headers.get("Content-Length") or 0)
        if length > _MOST_BYTES:
            self.close_connection = True
            self.send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long", "text/plain")
            return None
        return dict(parse_qsl(self.rfile.read(length).decode("utf-8", "replace"), keep_blank_values=True))

    def send(
        self, status: HTTPStatus, text: str, media_type: str = "text/html", *, location: str = "", cookie: str = ""
    ) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        for name, value in (("Location", location), ("Set-Cookie", cookie)):
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
