"""Sends requests to the process of a session."""

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
"""Seconds that a session has for the handshake, even while it is busy."""
STOPPING = 10.0
"""Seconds that a session has to stop its work."""

EventHandler = Callable[[Any], None]


class SessionGone(AskonceError):
    """A session whose process has ended."""

    def __init__(self, record: SessionRecord) -> None:
        super().__init__(
            f"the session {record.name} is gone: its process {record.pid} has ended",
            remedy=f"start it again: askonce session start{session_option(record.name)} --url …",
        )


def session_option(name: str) -> str:
    """The option that names a session; empty for the default one."""
    return "" if name == DEFAULT_NAME else f" --session {name}"


def choose(name: str | None, *, instead: str = "") -> tuple[SessionRegistry, SessionRecord]:
    """The registry, and the session that the option or the environment names, or else the only open one.

    `instead` is added to the remedy when there is none.
    """
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    return registry, _one_of(registry, name or read_settings(environment).session, instead)


def _one_of(registry: SessionRegistry, name: str, instead: str) -> SessionRecord:
    if name:
        if record := registry.find(name):
            return record
        remedy = f"start it: askonce session start --session {name} --url …"
        raise ConfigError(f"there is no session {name}", remedy=_others(registry) + remedy + instead)
    found = [record for other in registry.names() if (record := registry.find(other))]
    if len(found) > 1:
        found = [record for record in found if is_open(registry, record)]
    if not found:
        raise ConfigError("no session is open", remedy=f"start one: askonce session start --url …{instead}")
    if len(found) > 1:
        names = ", ".join(record.name for record in found)
        raise ConfigError(
            f"several sessions are open: {names}", remedy="choose one with --session NAME, or set ASKONCE_SESSION"
        )
    return found[0]


def _others(registry: SessionRegistry) -> str:
    names = ", ".join(registry.names())
    return f"open sessions: {names}; or " if names else ""


def is_open(registry: SessionRegistry, record: SessionRecord) -> bool:
    """Whether the process of a session still answers. If not, its record is removed."""
    try:
        ask(registry, record, SessionRequest(wants="show"))
    except SessionGone:
        return False
    return True


def ask(
    registry: SessionRegistry, record: SessionRecord, request: SessionRequest, on_event: EventHandler | None = None
) -> SessionReply:
    """Send a request and return the final reply. Ctrl-C stops it in the session first, and then here.

    The record of a session that is gone is removed.
    """
    try:
        with _connected(record) as (connection, lines):
            try:
                connection.sendall(line(request))
                return _last(record, lines, on_event)
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
    """A connection on which both sides have proved that they know the token."""
    try:
        connection = socket.create_connection((HOST, record.port), timeout=ANSWERING)
    except OSError as error:
        raise SessionGone(record) from error
    with connection, connection.makefile("rb") as lines:
        try:
            greeting = Handshake.model_validate_json(lines.readline())
            challenge = new_challenge()
            proof = prove(record.token, "client", greeting.challenge)
            connection.sendall(line(Handshake(proof=proof, challenge=challenge)))
            answer = Handshake.model_validate_json(lines.readline())
        except TimeoutError as error:
            raise AskonceError(
                f"the session {record.name} does not answer",
                remedy=f"kill its process {record.pid}, and start another session",
            ) from error
        except (ValueError, OSError) as error:  # another program uses the port by now
            raise SessionGone(record) from error
        if not answer.is_from("server", record.token, challenge):
            raise SessionGone(record)
        connection.settimeout(None)
        yield connection, lines


def _last(record: SessionRecord, lines: IO[bytes], on_event: EventHandler | None) -> SessionReply:
    """The final reply; events before it are passed on."""
    try:
        for received in lines:
            reply = SessionReply.model_validate_json(received)
            if reply.event is None:
                return reply
            if on_event:
                on_event(reply.event)
        raise ConnectionError("the connection was closed")
    except (OSError, ValueError) as error:
        raise AskonceError(
            f"the session {record.name} ended before it answered", remedy=f"see its log: {record.log}"
        ) from error
