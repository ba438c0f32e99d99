"""The process of a session: one screen with an agent, for many commands.

It reads a `SessionSpec` from standard input, reports on standard output whether the session opened, and serves until it
is stopped or unused for too long. After that it writes only to its log, on standard error.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from askonce.cli.commands.screen_options import spell
from askonce.cli.dotenv import read_environment
from askonce.cli.recordings_option import RecordingsOption
from askonce.cli.session.session_registry import SessionRecord, SessionRegistry
from askonce.cli.session.wire_protocol import (
    HOST,
    LONGEST,
    Handshake,
    SessionInfo,
    SessionReply,
    SessionRequest,
    SessionResult,
    SessionSpec,
    WireError,
    line,
    new_challenge,
    prove,
)
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError, NotAllowed, ScreenClosed, ScreenUnavailable
from askonce.screens.screen_choice import choose_screen
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import ToolContext
from askonce.tools.tool_outcome import ToolOutcome
from askonce.tools.tool_session import SessionOptions, ToolSession, agent_for
from askonce.trace import Entry
from askonce.values import Mask, Secret

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine

GREETING = 10.0
"""Seconds that a client has for the handshake and its request."""
FLUSHING = 5.0
"""Seconds to send the last replies when the session ends."""
LOG_FORMAT = "%(asctime)s %(message)s"

logger = logging.getLogger("askonce.session")


class SessionServer:
    """Answers clients that know the token."""

    def __init__(
        self,
        session: ToolSession,
        secret_values: Mapping[str, Secret],
        registry: SessionRegistry,
        record: SessionRecord,
    ) -> None:
        self._session = session
        self._secrets = secret_values
        self._registry = registry
        self._record = record
        folder = session.agent.trace.folder
        self._trace = str(folder.resolve()) if folder else ""  # resolved now: the current folder may be deleted later
        self._connections: set[asyncio.Task[Any]] = set()

    async def serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: the handshake, one request and its reply."""
        connection = asyncio.current_task()
        assert connection
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)
        try:
            try:
                request = await self._handshake(reader, writer)
                reply = await self._answer(request, reader, writer)
            except AskonceError as error:
                reply = SessionReply(failure=WireError.of(error))
            writer.write(line(reply))
            await writer.drain()
            if reply.failure and reply.failure.kind == ScreenClosed.__name__:
                logger.info("the page is closed")
                await self._session.close()
        except (OSError, TimeoutError) as error:
            logger.info("a client disconnected: %r", error)
        finally:
            writer.close()

    async def flush(self) -> None:
        """Wait until the last replies are sent."""
        if self._connections:
            await asyncio.wait(self._connections, timeout=FLUSHING)

    async def _handshake(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> SessionRequest:
        """The request of a client that knows the token. Anything else is an error."""
        token, challenge = self._record.token, new_challenge()
        try:
            async with asyncio.timeout(GREETING):
                writer.write(line(Handshake(challenge=challenge)))
                greeting = Handshake.model_validate_json(await reader.readline())
                if not greeting.is_from("client", token, challenge):
                    logger.warning("a client with a wrong token was refused")
                    raise NotAllowed("the token is wrong", remedy="start a session of your own")
                writer.write(line(Handshake(proof=prove(token, "server", greeting.challenge))))
                return SessionRequest.model_validate_json(await reader.readline())
        except ValueError:  # too long, not JSON, or other JSON
            logger.warning("a client sent an invalid request")
            raise ConfigError("this is not a valid request", remedy="use the askonce command of this version") from None

    async def _answer(
        self, request: SessionRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> SessionReply:
        match request.wants:
            case "show":
                return SessionReply(result=SessionResult(data=self.info().model_dump()))
            case "stop":
                logger.info("stop requested")
                self._registry.remove(self._record)
                await self._session.close()
                return SessionReply(result=SessionResult(text=f"The session {self._session.id} is closed."))
            case "tool":
                async with self._watched(writer if request.watch else None):
                    return await _until_disconnect(self._run_tool(request), reader)

    async def _run_tool(self, request: SessionRequest) -> SessionReply:
        began = time.monotonic()
        secret_values = {
            **self._secrets,
            **{name: Secret(value, allow_short=True) for name, value in request.secrets.items()},
        }
        mask = Mask()
        try:
            agent = self._session.agent
            mask = agent.trace.mask
            mask.learn(secret_values)
            work = ToolContext(agent, secret_values)
            given = await self._session.run(_perform(work, request.tool, request.arguments))
            reply = SessionReply(result=_result(given, mask))
        except ScreenUnavailable as error:
            reply = SessionReply(failure=_hidden(WireError.of(error), mask))
        except ScreenClosed as error:
            gone = ScreenClosed(error.message, remedy="start the session again: askonce session start --url …")
            reply = SessionReply(failure=_hidden(WireError.of(gone), mask))
        except AskonceError as error:
            reply = SessionReply(failure=_hidden(WireError.of(error), mask))
        except Exception as error:
            logger.exception("%s failed", request.tool)
            reply = SessionReply(failure=_hidden(_internal_error(error), mask))
        outcome = reply.failure.kind if reply.failure else "done"
        logger.info("%s: %s after %.1f s", request.tool, outcome, time.monotonic() - began)
        return reply

    @asynccontextmanager
    async def _watched(self, writer: asyncio.StreamWriter | None) -> AsyncGenerator[None, None]:
        """Send the client the events of the trace inside the block."""
        watcher = _EventSender(writer) if writer and self._session.is_open else None
        trace = self._session.agent.trace if watcher else None
        if trace and watcher:
            trace.subscribe(watcher)
        try:
            yield
        finally:
            if trace and watcher:
                trace.unsubscribe(watcher)

    def info(self) -> SessionInfo:
        agent, record = self._session.agent, self._record
        return SessionInfo(
            name=record.name,
            pid=record.pid,
            address=agent.trace.mask(agent.known_address),
            since=record.since,
            idle=record.idle,
            trace=self._trace,
            log=str(record.log),
        )


class _EventSender:
    """A trace sink that sends events to the client; they hold no secrets."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def write(self, entry: Entry) -> None:
        if not self._writer.is_closing():
            self._writer.write(line(SessionReply(event=entry.model_dump(mode="json"))))


async def _until_disconnect(work: Coroutine[Any, Any, SessionReply], reader: asyncio.StreamReader) -> SessionReply:
    """The reply, or the work stopped cleanly when the client disconnects or sends anything more."""
    task = asyncio.create_task(work)
    disconnect = asyncio.create_task(reader.read(1))
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        logger.info("stopped by the client")
        return SessionReply(stopped=True)
    finally:
        disconnect.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})


async def _perform(work: ToolContext, name: str, arguments: Mapping[str, Any]) -> ToolOutcome:
    if name in SCREEN_TOOLS:
        return await SCREEN_TOOLS[name].read(arguments).perform(work)
    return await action_tools.perform(work, name, arguments)


def _result(outcome: ToolOutcome, mask: Mask) -> SessionResult:
    shot = outcome.picture
    return SessionResult(
        text=mask(outcome.text),
        data=mask.in_data(dict(outcome.data)) if outcome.data is not None else None,
        picture=base64.b64encode(shot.image).decode() if shot else "",
        media_type=shot.media_type if shot else "",
    )


def _internal_error(error: Exception) -> WireError:
    return WireError(kind="Defect", message=f"internal error: {type(error).__name__}: {error}")


def _hidden(failure: WireError, mask: Mask) -> WireError:
    return failure.model_copy(update={"message": mask(failure.message), "remedy": mask(failure.remedy)})


async def run_session(spec: SessionSpec, report: Callable[[SessionReply], None]) -> None:
    """Open a session, report that it is open, and serve until it ends."""
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    screen = choose_screen(spec.options, "command", named=spec.screen, headed=spec.headed, spell=spell)
    recordings = RecordingsOption.read(spec.recordings).require_name()
    options = SessionOptions(screen, spec.headed, recordings.name, spec.context)
    session = ToolSession(spec.name, None, spec.idle)
    life = await session.open(agent_for(options, recordings.apply(read_settings(environment)), spec.uploads))
    try:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(MaskedFormatter(session.agent.trace.mask))
        await serve(spec, session, life, registry, report)
    finally:
        await session.close()


async def serve(
    spec: SessionSpec,
    session: ToolSession,
    life: asyncio.Task[None],
    registry: SessionRegistry,
    report: Callable[[SessionReply], None],
) -> None:
    """Register an open session, and answer requests until it ends."""
    where = socket.create_server((HOST, 0))
    record = SessionRecord(
        name=spec.name,
        port=where.getsockname()[1],
        token=secrets.token_urlsafe(32),
        pid=os.getpid(),
        since=time.time(),
        idle=spec.idle,
        log=registry.log_path(spec.name),
    )
    secret_values = {name: Secret(value, allow_short=True) for name, value in spec.secrets.items()}
    session.agent.trace.mask.learn(secret_values)
    server = SessionServer(session, secret_values, registry, record)
    listener = await asyncio.start_server(server.serve_client, sock=where, limit=LONGEST)
    if not registry.add(record):
        listener.close()
        raise ConfigError(f"the session {spec.name} is already open", remedy="choose another name with --session")
    try:
        logger.info("open, process %d", record.pid)
        report(SessionReply(result=SessionResult(data=server.info().model_dump())))
        await asyncio.wait({life})
    finally:
        registry.remove(record)
        listener.close()
        await session.close()
        await server.flush()
        logger.info("closed")


class MaskedFormatter(logging.Formatter):
    """Masks secrets in every log record."""

    def __init__(self, mask: Mask) -> None:
        super().__init__(LOG_FORMAT)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(super().format(record))


def main() -> int:
    """Run the session that standard input describes. Returns 1 if it failed."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=LOG_FORMAT)
    is_reported = False

    def report(reply: SessionReply) -> None:
        """Report once how the start went. The parent waits for it, and for standard output to be closed."""
        nonlocal is_reported
        is_reported = True
        sys.stdout.buffer.write(line(reply))
        sys.stdout.flush()
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    async def serve_until_signal() -> None:
        task = asyncio.current_task()
        assert task
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        await run_session(SessionSpec.model_validate_json(sys.stdin.buffer.readline()), report)

    try:
        asyncio.run(serve_until_signal())
    except asyncio.CancelledError:
        logger.info("stopped by a signal")
    except Exception as error:  # the outermost boundary: reported to the parent or to the log
        is_ours = isinstance(error, AskonceError)
        if not is_ours or is_reported:
            logger.exception("the session failed")
        if not is_reported:
            report(SessionReply(failure=WireError.of(error) if is_ours else _internal_error(error)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
