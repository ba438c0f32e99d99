"""A small site on loopback, and agents on it that record and replay."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.async_api import Browser
from playwright.async_api import Page as OwnPage

from askonce import RecordingSettings, Settings
from askonce.agent import Agent
from askonce.config import Commit, ShotSettings, Strategy
from askonce.errors import ModelUnavailable
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.recording import RecordingFile
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings
from askonce.screens.web import PageOptions, WebScreen, open_browser_screen, open_page_screen
from askonce.trace import Entry, Trace

PATIENCE = 0.4
"""Seconds that a step waits for what will not come: each question of a test costs as much."""


@dataclass
class Asked:
    path: str
    query: dict[str, str]
    form: dict[str, str]


@dataclass
class Answer:
    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0


Page = str | Answer | Callable[[Asked], "str | Answer"]


class Site:
    """Serves pages that tests may change between two runs, and remembers what was asked for."""

    def __init__(self, pages: dict[str, Page] | None = None) -> None:
        self.pages: dict[str, Page] = pages or {}
        self.seen: list[Asked] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None: ...

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                length = int(self.headers.get("content-length") or 0)
                form = self.rfile.read(length).decode() if length else ""
                asked = Asked(parts.path, dict(parse_qsl(parts.query)), dict(parse_qsl(form)))
                site.seen.append(asked)
                page = site.pages.get(parts.path, Answer("nothing here", status=404))
                answer = page(asked) if callable(page) else page
                answer = Answer(answer) if isinstance(answer, str) else answer
                if answer.delay:
                    threading.Event().wait(answer.delay)
                body = answer.body.encode()
                self.send_response(answer.status)
                for name, value in ({"content-type": "text/html; charset=utf-8"} | answer.headers).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None: ...  # browsers hang up all the time

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self.home = f"http://127.0.0.1:{self.port}"
        self.other = f"http://localhost:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def asked_for(self, path: str) -> list[Asked]:
        return [one for one in self.seen if one.path == path]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def redirect(target: str) -> Answer:
    return Answer(status=303, headers={"location": target})


class Listener:
    """A sink that keeps what it hears."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)

    def of(self, kind: str) -> list[Any]:
        return [entry.event for entry in self.entries if entry.event.type == kind]


class Rig(Agent):
    """An agent whose model and trace a test can look into."""

    screen: WebScreen  # pyright: ignore[reportIncompatibleVariableOverride]
    model: ScriptedModel
    heard: Listener

    @property
    def calls(self) -> int:
        return len(self.model.asked)

    def asked(self, number: int = -1) -> str:
        """The text of a question."""
        return self.model.asked[number].messages[-1].text

    async def text(self) -> str:
        """All that the page shows."""
        tree = await self.screen.tree()
        return " | ".join(node.words for node in tree)


class Runs:
    """Several runs with one folder of recordings, each on a page that shows nothing; in a context of its own where it
    has options."""

    def __init__(
        self,
        browser: Browser,
        borrow_page: Callable[[], Awaitable[OwnPage]],
        folder: Path,
        books: dict[str, RecordingFile] | None = None,
    ) -> None:
        self._books = {} if books is None else books
        self._browser = browser
        self._borrow_page = borrow_page
        self.store = FolderRecordings(folder)
        self.file = folder / "it.yaml"

    @property
    def book(self) -> RecordingFile:
        return self.store.read("it")

    async def once(self, flow: str, record: Callable[[], Awaitable[object]]) -> None:
        """Have a flow recorded; where a test before this one had the same recorded, it is as it was there."""
        if flow in self._books:
            self.store.update("it", lambda _: self._books[flow])
            return
        await record()
        self._books[flow] = self.book

    @asynccontextmanager
    async def on(
        self,
        address: str,
        *replies: str | Exception,
        strategy: Strategy = "read-write",
        commit: Commit = "at-once",
        patience: float = PATIENCE,
        options: PageOptions | None = None,
        pictures: Path | None = None,
    ) -> AsyncGenerator[Rig, None]:
        if options:
            screen = await open_browser_screen(self._browser, options)
        else:
            screen = await open_page_screen(await self._borrow_page())
        async with screen:
            model, trace, heard = ScriptedModel(_in_turn(replies)), Trace(pictures), Listener()
            trace.subscribe(heard)
            kept = Recordings(self.store, "it", strategy=strategy, commit=commit)
            shots = ShotSettings("actions") if pictures else ShotSettings()
            settings = Settings(runs=None, shots=shots, recordings=RecordingSettings(patience=patience))
            async with Rig(screen, Models.of(model), settings=settings, trace=trace, recordings=kept) as agent:
                agent.model, agent.heard = model, heard
                await screen.navigate(address)
                await screen.settle()
                yield agent


def _in_turn(replies: Iterable[str | Exception]) -> Callable[[Request], str]:
    """The replies one after another; a question too many is shown."""
    left = iter(replies)

    def answer(request: Request) -> str:
        reply = next(left, None) or ModelUnavailable(f"nobody was to be asked:\n{request.messages[-1].text}")
        if isinstance(reply, Exception):
            raise reply
        return reply

    return answer


def tap(words: str) -> tuple[str, dict[str, Any]]:
    return "Tap", {"target": words}


def type_text(words: str, text: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "Type", {"target": words, "text": text, **more}
