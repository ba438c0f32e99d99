"""The process that keeps a session: one browser with an agent on it, for commands that come and go.

It reads an `Assignment` on standard input, says on standard output how that went, and serves until it is told to stop,
or until nobody has used it for long. What it has to say later goes to its log, on standard error.
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

from askonce.cli.dotenv import read_environment
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
from askonce.errors import AskonceError, ConfigError, NotAllowed, ScreenClosed
from askonce.screens import Navigator
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import Work
from askonce.tools.tool_outcome import Outcome, masked
from askonce.tools.tool_session import Session, Wish, agent_for
from askonce.trace import Entry
from askonce.values import Mask, Secret

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine

GREETING = 10.0
"""Seconds that a client has to prove itself and to say what it wants."""
HANGING_UP = 5.0
"""Seconds that replies have to get out when the session ends."""
LOGGED = "%(asctime)s %(message)s"

logger = logging.getLogger("askonce.session")


class SessionServer:
    """Answers those who know the token."""

    def __init__(
        self, session: Session, known: Mapping[str, Secret], registry: SessionRegistry, record: SessionRecord
    ) -> None:
        self._session = session
        self._secrets = known
        self._registry = registry
        self._record = record
        folder = session.agent.trace.folder
        self._trace = str(folder.resolve()) if folder else ""  # now: later the folder it is seen from may be gone
        self._talks: set[asyncio.Task[Any]] = set()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its greeting to the answer of its one request."""
        talk = asyncio.current_task()
        assert talk
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        try:
            try:
                request = await self._greeted(reader, writer)
                reply = await self._answer(request, reader, writer)
            except AskonceError as error:
                reply = SessionReply(failure=WireError.of(error))
            writer.write(line(reply))
            await writer.drain()
            if reply.failure and reply.failure.kind == ScreenClosed.__name__:
                logger.info("there is no page any more")
                await self._session.close()
        except (OSError, TimeoutError) as error:
            logger.info("a client left: %r", error)
        finally:
            writer.close()

    async def hung_up(self) -> None:
        """Wait until the replies are out."""
        if self._talks:
            await asyncio.wait(self._talks, timeout=HANGING_UP)

    async def _greeted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> SessionRequest:
        """What a client wants that has proved to know the token. Any other bytes are an error."""
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
        except ValueError:  # also what is too long, or no JSON, or JSON of another kind
            logger.warning("a client was not understood")
            raise ConfigError("this is no request", remedy="use the askonce command of this version") from None

    async def _answer(
        self, request: SessionRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> SessionReply:
        match request.wants:
            case "show":
                return SessionReply(result=SessionResult(data=self.about().model_dump()))
            case "stop":
                logger.info("told to stop")
                self._registry.remove(self._record)
                await self._session.close()
                return SessionReply(result=SessionResult(text=f"The session {self._session.id} is closed."))
            case "tool":
                async with self._watched(writer if request.watch else None):
                    return await _unless_left(self._use(request), reader)

    async def _use(self, request: SessionRequest) -> SessionReply:
        began = time.monotonic()
        known = {**self._secrets, **{name: Secret(value) for name, value in request.secrets.items()}}
        mask = Mask()
        try:
            agent = self._session.agent
            mask = agent.trace.mask
            mask.learn(known)
            outcome = await self._session.run(_perform(Work(agent, known), request.tool, request.arguments))
            reply = SessionReply(result=_result(outcome, mask))
        except ScreenClosed as error:
            gone = ScreenClosed(error.message, remedy="start the session again: askonce session start --url …")
            reply = SessionReply(failure=_hidden(WireError.of(gone), mask))
        except AskonceError as error:
            reply = SessionReply(failure=_hidden(WireError.of(error), mask))
        except Exception as error:
            logger.exception("%s failed", request.tool)
            told = f"a defect in Askonce: {type(error).__name__}: {error}"
            reply = SessionReply(failure=_hidden(WireError(kind="Defect", message=told), mask))
        how = reply.failure.kind if reply.failure else "done"
        logger.info("%s: %s after %.1f s", request.tool, how, time.monotonic() - began)
        return reply

    @asynccontextmanager
    async def _watched(self, writer: asyncio.StreamWriter | None) -> AsyncGenerator[None, None]:
        """Tell a client what the trace says in the block."""
        watcher = _EventSender(writer) if writer and self._session.is_open else None
        trace = self._session.agent.trace if watcher else None
        if trace and watcher:
            trace.subscribe(watcher)
        try:
            yield
        finally:
            if trace and watcher:
                trace.unsubscribe(watcher)

    def about(self) -> SessionInfo:
        agent, record = self._session.agent, self._record
        screen = agent.screen
        return SessionInfo(
            name=record.name,
            pid=record.pid,
            address=agent.trace.mask(screen.address) if isinstance(screen, Navigator) else "",
            since=record.since,
            idle=record.idle,
            trace=self._trace,
            log=str(record.log),
        )


class _EventSender:
    """A sink of the trace that passes events on; they hold no secrets."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def write(self, entry: Entry) -> None:
        if not self._writer.is_closing():
            self._writer.write(line(SessionReply(event=entry.model_dump(mode="json"))))


async def _unless_left(work: Coroutine[Any, Any, SessionReply], reader: asyncio.StreamReader) -> SessionReply:
    """The reply, unless the client hangs up or says anything more: then the work is stopped in good order."""
    doing = asyncio.create_task(work)
    leaving = asyncio.create_task(reader.read(1))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        logger.info("stopped by its client")
        return SessionReply(stopped=True)
    finally:
        leaving.cancel()
        if not doing.done():
            doing.cancel()
            await asyncio.wait({doing})


async def _perform(work: Work, name: str, given: Mapping[str, Any]) -> Outcome:
    if name in SCREEN_TOOLS:
        return await SCREEN_TOOLS[name].read(given).perform(work)
    return await action_tools.perform(work, name, given)


def _result(outcome: Outcome, mask: Mask) -> SessionResult:
    shot = outcome.picture
    return SessionResult(
        text=mask(outcome.text),
        data=masked(dict(outcome.data), mask) if outcome.data is not None else None,
        picture=base64.b64encode(shot.image).decode() if shot else "",
        media_type=shot.media_type if shot else "",
    )


def _hidden(failure: WireError, mask: Mask) -> WireError:
    return failure.model_copy(update={"message": mask(failure.message), "remedy": mask(failure.remedy)})


async def keep(spec: SessionSpec, tell: Callable[[SessionReply], None]) -> None:
    """Open a session, tell that it is there, and keep it until it ends."""
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    wish = Wish(**spec.model_dump(include={"url", "cdp", "headed", "mobile", "recordings", "context"}))
    session = Session(spec.name, None, spec.idle)
    life = await session.open(agent_for(wish, read_settings(environment), spec.uploads))
    try:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(MaskedFormatter(session.agent.trace.mask))
        await serve(spec, session, life, registry, tell)
    finally:
        await session.close()


async def serve(
    spec: SessionSpec,
    session: Session,
    life: asyncio.Task[None],
    registry: SessionRegistry,
    tell: Callable[[SessionReply], None],
) -> None:
    """Leave a notice of a session that is open, and answer until it ends."""
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
    known = {name: Secret(value) for name, value in spec.secrets.items()}
    session.agent.trace.mask.learn(known)
    server = SessionServer(session, known, registry, record)
    listener = await asyncio.start_server(server.talk, sock=where, limit=LONGEST)
    if not registry.add(record):
        listener.close()
        raise ConfigError(f"the session {spec.name} is open already", remedy="choose another name with --session")
    try:
        logger.info("open, process %d", record.pid)
        tell(SessionReply(result=SessionResult(data=server.about().model_dump())))
        await asyncio.wait({life})
    finally:
        registry.remove(record)
        listener.close()
        await session.close()
        await server.hung_up()
        logger.info("closed")


class MaskedFormatter(logging.Formatter):
    """Keeps secrets out of the log, whoever writes to it."""

    def __init__(self, mask: Mask) -> None:
        super().__init__(LOGGED)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(super().format(record))


def main() -> int:
    """Keep the session that is described on standard input. The exit code is 0 if it ended as it should."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=LOGGED)
    told: list[SessionReply] = []

    def tell(reply: SessionReply) -> None:
        """Say once how it went. Whoever started this waits for it, and for standard output to be closed."""
        told.append(reply)
        sys.stdout.buffer.write(line(reply))
        sys.stdout.flush()
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    async def live() -> None:
        this = asyncio.current_task()
        assert this
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, this.cancel)
        await keep(SessionSpec.model_validate_json(sys.stdin.buffer.readline()), tell)

    try:
        asyncio.run(live())
    except asyncio.CancelledError:
        logger.info("ended by a signal")
    except Exception as error:  # the outermost boundary: told to whoever waits, or to the log
        ours = isinstance(error, AskonceError)
        if not ours or told:
            logger.exception("it failed")
        if not told:
            message = f"a defect in Askonce: {type(error).__name__}: {error}"
            tell(SessionReply(failure=WireError.of(error) if ours else WireError(kind="Defect", message=message)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
