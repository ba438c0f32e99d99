"""The server: pages and files over HTTP, a session over one socket each. It listens on the loopback address."""

from __future__ import annotations

import asyncio
import json
import logging
import mimetypes
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any, cast
from urllib.parse import unquote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from askonce.agent import Agent
from askonce.errors import AskonceError, ConfigError
from askonce.playground.access import HEADERS, PlaygroundAccess
from askonce.playground.client_connection import ClientConnection
from askonce.playground.model_choice import ModelChoice
from askonce.playground.open_sessions import OpenSessions, describe_kinds
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.playground_session import PlaygroundSession
from askonce.playground.wire_messages import LONGEST, log_defect, wire_error
from askonce.screens.host_files import free_path, safe_name
from askonce.screens.screen_choice import ScreenChoice
from askonce.tools.listen_address import listen
from askonce.trace import Blob
from askonce.values import Secret

GRACE = 3
"""Seconds that requests under way get to end when the server does."""
LARGEST_FILE = 100_000_000
"""How many bytes a file may have that is put into the folder for uploads."""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
_UNREAD = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

logger = logging.getLogger(__name__)


class Playground:
    """A playground that is being served. `link` is where to open it."""

    def __init__(self, options: PlaygroundOptions, access: PlaygroundAccess) -> None:
        self.options = options
        self.access = access
        self.sessions = OpenSessions(options, access.is_own_page)

    @property
    def link(self) -> str:
        """Its address with the token. Whoever has it can do what you can do here."""
        return self.access.link

    async def open(self, choice: ScreenChoice) -> PlaygroundSession:
        """A session on a new screen."""
        return await self.sessions.open(choice)

    async def open_sample(self, title: str) -> PlaygroundSession:
        """A session on one of the samples that are offered."""
        return await self.sessions.open_sample(title)

    async def adopt(self, agent: Agent, models: ModelChoice | None = None) -> PlaygroundSession:
        """A session on an agent that is open already, and that somebody else closes."""
        return await self.sessions.adopt(agent, models)

    def app(self) -> ASGIApp:
        routes = [
            Route("/", self._index),
            Route("/page/{name:path}", self._own_file),
            Route("/report/{name:path}", self._report_file),
            Route("/sessions", self._list, methods=["GET"]),
            Route("/sessions", self._open, methods=["POST"]),
            Route("/sessions/{id}", self._close, methods=["DELETE"]),
            Route("/sessions/{id}/files", self._take_file, methods=["POST"]),
            Route("/sessions/{id}/blobs/{name}", self._blob),
            WebSocketRoute("/sessions/{id}/socket", self._socket),
        ]
        return _Guarded(Starlette(routes=routes), self.access)

    # ---- files

    async def _index(self, request: Request) -> Response:
        headers = {"Set-Cookie": self.access.set_cookie} if self.access.has_token(request.url.query) else None
        return Response((_folder("playground") / "index.html").read_bytes(), media_type="text/html", headers=headers)

    async def _own_file(self, request: Request) -> Response:
        return _file(_folder("playground"), request.path_params["name"])

    async def _report_file(self, request: Request) -> Response:
        return _file(_folder("report"), request.path_params["name"])

    async def _blob(self, request: Request) -> Response:
        session, name = self._session(request), request.path_params["name"]
        if session is None or "/" in name or name.startswith("."):
            return _nothing()
        try:
            data = await asyncio.to_thread(session.agent.trace.store.read, Blob(name))
        except AskonceError:
            return _nothing()
        kind = mimetypes.guess_type(name)[0] if not name.endswith(".gz") else None
        if kind is None or not kind.startswith(("image/", "text/plain")):
            kind = "application/octet-stream"  # a page that was kept must not become one of ours
        return Response(data, media_type=kind)

    # ---- sessions

    async def _list(self, request: Request) -> Response:
        samples = [
            {"title": sample.title, "says": sample.about, "open": {"sample": sample.title}}
            for sample in self.options.samples
        ]
        sessions = [_about(session) for session in self.sessions]
        return JSONResponse({"sessions": sessions, "samples": samples, "kinds": describe_kinds()})

    async def _open(self, request: Request) -> Response:
        try:
            wished = await _read_object(request)
            session = await self.sessions.open_wished(wished)
        except Exception as error:  # noqa: BLE001 - the boundary to the client, who gets it; defects are logged
            log_defect(error)
            return JSONResponse({"error": wire_error(error)}, HTTPStatus.BAD_REQUEST)
        return JSONResponse(_about(session), HTTPStatus.CREATED)

    async def _close(self, request: Request) -> Response:
        session = self._session(request)
        if session is None:
            return _nothing()
        await session.close()
        return JSONResponse({})

    async def _take_file(self, request: Request) -> Response:
        session = self._session(request)
        if session is None:
            return _nothing()
        named = request.headers.get("x-file-name", "")
        if not named:
            return _refused("a file has no name", "send it as X-File-Name")
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > LARGEST_FILE:
                return _refused(f"the file is larger than {LARGEST_FILE // 1_000_000} MB", "", _UNREAD)
        path = await asyncio.to_thread(free_path, session.uploads, safe_name(unquote(named)))
        await asyncio.to_thread(path.write_bytes, bytes(data))
        return JSONResponse({"file": path.name}, HTTPStatus.CREATED)

    def _session(self, connection: HTTPConnection) -> PlaygroundSession | None:
        return self.sessions.get(connection.path_params["id"])

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        session = self._session(socket)
        if session is None:
            await socket.send_text(
                json.dumps({"event": "closed", "reason": "there is no such session", "is_over": True})
            )
            await socket.close()
            return
        client = ClientConnection(socket)
        session.welcome(client)
        sending = asyncio.create_task(client.deliver())
        receiving = asyncio.create_task(_receive(socket, session, client))
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.dismiss(client)
            receiving.cancel()
            await asyncio.wait({sending, receiving}, timeout=1)
            sending.cancel()
            with suppress(RuntimeError, WebSocketDisconnect):  # the client hung up first
                await socket.close()


async def _receive(socket: WebSocket, session: PlaygroundSession, client: ClientConnection) -> None:
    """Pass on what a client sends, until it hangs up."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        session.receive(client, message.get("text") or "")


class _Guarded:
    """Answers only those who may use the playground, and sends the headers that keep others out."""

    def __init__(self, app: ASGIApp, access: PlaygroundAccess) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers: dict[str, str] = {}
        for name, value in cast("list[tuple[bytes, bytes]]", scope["headers"]):
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            headers[key] = f"{headers[key]}; {text}" if key in headers else text
        is_socket = scope["type"] == "websocket"
        changes = is_socket or scope["method"] not in {"GET", "HEAD"}
        has_token = scope["path"] == "/" and self._access.has_token(scope["query_string"].decode("latin-1"))
        refusal = self._access.refuse(headers, has_token=has_token, changes=changes)
        if refusal is None:
            await self._app(scope, receive, send if is_socket else _with_headers(send))
        elif is_socket:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.text})
        else:
            answer = PlainTextResponse(refusal.text + "\n", refusal.status)
            await answer(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_with_headers


class _QuietServer(uvicorn.Server):
    """A server that leaves Ctrl-C to whoever runs it."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@asynccontextmanager
async def serve(
    options: PlaygroundOptions, *, host: str = "127.0.0.1", port: int = 0, token: Secret | None = None
) -> AsyncGenerator[Playground, None]:
    """Serve a playground for the length of the block. All its sessions are closed with it.

    >>> async with serve(PlaygroundOptions()) as playground:  # doctest: +SKIP
    ...     print(playground.link)
    """
    with listen(host, port) as where:
        playground = Playground(options, PlaygroundAccess(host, where.getsockname()[1], token))
        config = uvicorn.Config(
            playground.app(),
            log_config=None,
            log_level="warning",
            access_log=False,  # addresses hold the token
            lifespan="off",
            timeout_graceful_shutdown=GRACE,
            ws_max_size=LONGEST,
            ws_per_message_deflate=False,
            server_header=False,
        )
        server = _QuietServer(config)
        serving = asyncio.create_task(server.serve(sockets=[where]))
        try:
            yield playground
        finally:
            await playground.sessions.close_all("the playground has ended")
            server.should_exit = True
            await serving


def _about(session: PlaygroundSession) -> dict[str, Any]:
    about = {
        "id": session.id,
        "title": session.title,
        "kind": session.agent.screen.kind,
        "address": session.agent.known_address,
    }
    return dict(session.masked(about))


async def _read_object(request: Request) -> dict[str, Any]:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            raise ConfigError("this is too long", remedy="send the kind of a screen and its options alone")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ConfigError("this is not a JSON object", remedy='send {"kind": "web", "url": "https://…"}')
    return cast("dict[str, Any]", data)


def _folder(room: str) -> Traversable:
    return files(f"askonce.{room}") / "page"


def _file(folder: Traversable, name: str) -> Response:
    path = PurePosixPath(name)
    if path.suffix not in _TYPES or any(part in {"..", "."} or "\\" in part for part in path.parts):
        return _nothing()
    found = folder.joinpath(*path.parts)
    return Response(found.read_bytes(), media_type=_TYPES[path.suffix]) if found.is_file() else _nothing()


def _nothing() -> Response:
    return PlainTextResponse("There is nothing here.\n", HTTPStatus.NOT_FOUND)


def _refused(message: str, remedy: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> Response:
    return JSONResponse({"error": {"message": message, "remedy": remedy, "kind": "ConfigError"}}, status)
