"""Speaking to the process that keeps a session."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import IO, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.session.session_registry import DEFAULT_NAME, SessionRecord, SessionRegistry
from askonce.cli.session.wire_protocol import HOST, Handshake, SessionReply, SessionRequest, line, new_challenge, prove
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError

ANSWERING = 10.0
"""Seconds within which a session greets; it does that also while it is at work."""
STOPPING = 10.0
"""Seconds that a session has to stop what it does."""

Hear = Callable[[Any], None]


class SessionGone(AskonceError):
    """A session whose process is no more."""

    def __init__(self, record: SessionRecord) -> None:
        super().__init__(
            f"the session {record.name} is gone: its process {record.pid} ended without closing it",
            remedy=f"start it again: askonce session start{named(record.name)} --url …",
        )


def named(name: str) -> str:
    """The option that names a session, where it is needed."""
    return "" if name == DEFAULT_NAME else f" --session {name}"


def choose(wanted: str | None, *, instead: str = "") -> tuple[SessionRegistry, SessionRecord]:
    """The session that is named, by option or in the environment; else the only one there is. And all others.

    Where there is none, it is told what to do `instead`.
    """
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    return registry, _one_of(registry, wanted or read_settings(environment).session, instead)


def _one_of(registry: SessionRegistry, name: str, instead: str) -> SessionRecord:
    if name:
        if record := registry.find(name):
            return record
        remedy = f"start it: askonce session start --session {name} --url …"
        raise ConfigError(f"no session is named {name}", remedy=_others(registry) + remedy + instead)
    there = [record for one in registry.names() if (record := registry.find(one))]
    if len(there) > 1:
        there = [record for record in there if is_there(registry, record)]
    if not there:
        raise ConfigError("no session is open", remedy=f"start one: askonce session start --url …{instead}")
    if len(there) > 1:
        names = ", ".join(one.name for one in there)
        raise ConfigError(
            f"several sessions are open: {names}", remedy="say which: --session NAME, or set ASKONCE_SESSION"
        )
    return there[0]


def _others(registry: SessionRegistry) -> str:
    names = ", ".join(registry.names())
    return f"open are {names}; or " if names else ""


def is_there(registry: SessionRegistry, record: SessionRecord) -> bool:
    """Whether the process of a session still answers. The notice of one that does not is removed."""
    try:
        ask(registry, record, SessionRequest(wants="show"))
    except SessionGone:
        return False
    return True


def ask(
    registry: SessionRegistry, record: SessionRecord, request: SessionRequest, hear: Hear | None = None
) -> SessionReply:
    """What came of a request. Ctrl-C stops it in the session first, and then here.

    The notice of a session that is gone is removed.
    """
    try:
        with _connected(record) as (connection, lines):
            try:
                connection.sendall(line(request))
                return _last(record, lines, hear)
            except KeyboardInterrupt:
                connection.settimeout(STOPPING)
                with suppress(OSError, AskonceError):
                    connection.shutdown(socket.SHUT_WR)
                    _last(record, lines, None)
                raise
    except SessionGone:
        registry.remove(record)
        raise


@contextmanager
def _connected(record: SessionRecord) -> Generator[tuple[socket.socket, IO[bytes]], None, None]:
    """A connection on which both sides have proved to know the token."""
    try:
        connection = socket.create_connection((HOST, record.port), timeout=ANSWERING)
    except OSError as error:
        raise SessionGone(record) from error
    with connection, connection.makefile("rb") as lines:
        try:
            theirs = Handshake.model_validate_json(lines.readline())
            own = new_challenge()
            proof = prove(record.token, "client", theirs.challenge)
            connection.sendall(line(Handshake(proof=proof, challenge=own)))
            answer = Handshake.model_validate_json(lines.readline())
        except TimeoutError as error:
            raise AskonceError(
                f"the session {record.name} does not answer", remedy=f"end its process, {record.pid}, and start another"
            ) from error
        except (ValueError, OSError) as error:  # the port belongs to somebody else by now
            raise SessionGone(record) from error
        if not answer.is_from("server", record.token, own):
            raise SessionGone(record)
        connection.settimeout(None)
        yield connection, lines


def _last(record: SessionRecord, lines: IO[bytes], hear: Hear | None) -> SessionReply:
    """The reply at the end; events before it are passed on."""
    try:
        for received in lines:
            reply = SessionReply.model_validate_json(received)
            if reply.event is None:
                return reply
            if hear:
                hear(reply.event)
        raise ConnectionError("it hung up")
    except (OSError, ValueError) as error:
        raise AskonceError(
            f"the session {record.name} ended before it answered", remedy=f"what it said last is in {record.log}"
        ) from error
