"""A small web site on the loopback address, which remembers what each visitor did.

    with Site() as site:
        context = await browser.new_context()
        visit, cookies = site.enter("cosmetic")
        await context.add_cookies(cookies)
        ...
        assert visit.helped == "yes"

How a visitor sees it (see `looks`) is in a cookie, so that all looks have the same addresses.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

from replay import pages
from replay.looks import Look, Name


@dataclass
class Visit:
    """What one visitor did so far."""

    look: Look
    account: dict[str, str] = field(default_factory=dict[str, str])
    reserved: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    address: dict[str, str] = field(default_factory=dict[str, str])
    asked: str = ""
    article: str = ""
    helped: str = ""


class Site:
    """The server. `with Site() as site:` starts and stops it."""

    def __init__(self) -> None:
        self.visits: dict[str, Visit] = {}
        self._http = _Http(self)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def enter(self, look: Name) -> tuple[Visit, list[Any]]:
        """A new visitor who sees the site in this look, and the cookies that say so."""
        key = uuid4().hex
        visit = self.visits[key] = Visit(Look(look))
        return visit, [{"name": "visit", "value": key, "url": self.url}]

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up is nothing to print."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body go out together: sent apart, they wait 40 ms for each other in the network stack.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: _Http  # pyright: ignore[reportIncompatibleVariableOverride] (narrower than the base class says)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        visit, asked = self._visit(), urlsplit(self.path)
        match asked.path.split("/")[1:]:
            case ["style.css"]:
                self._send(visit.look.dress_style(pages.STYLE), kind="text/css")
            case [""] | ["register"]:
                self._send(pages.registration(visit.look))
            case ["tools"]:
                self._send(pages.tools(visit.look, visit.account.get("name", "stranger")))
            case ["delivery"]:
                self._send(pages.delivery(visit.look, [one["tool"] for one in visit.reserved]))
            case ["address"]:
                self._send(pages.address(visit.look, visit.address.get("street", "")))
            case ["help"]:
                visit.asked = dict(parse_qsl(asked.query)).get("q", "")
                self._send(pages.help_page(visit.look, visit.asked))
            case ["help", number]:
                visit.article = pages.ARTICLES[int(number)]
                self._send(pages.article(visit.look, int(number)))
            case _:
                self._send(pages.other(visit.look, asked.path))

    def do_POST(self) -> None:
        visit = self._visit()
        length = int(self.headers.get("Content-Length") or 0)
        sent = dict(parse_qsl(self.rfile.read(length).decode(), keep_blank_values=True))
        match self.path:
            case "/register":
                visit.account = {**sent, "branch": pages.branch_named(sent)}
                self._redirect("/tools")
            case "/address":
                visit.address = sent
                self._redirect("/address")
            case "/reserve":
                visit.reserved.append(sent)
                self._send("", 204)
            case "/helped":
                visit.helped = sent["answer"]
                self._send("", 204)
            case _:
                self._send("", 404)

    def _visit(self) -> Visit:
        """The visitor by the cookie; somebody without one sees the site plainly and is forgotten."""
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("visit")
        return self.server.site.visits.get(cookie.value if cookie else "") or Visit(Look("plain"))

    def _redirect(self, path: str) -> None:
        self._send("", 303, location=path)

    def _send(self, text: str, status: int = 200, *, kind: str = "text/html", location: str = "") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
