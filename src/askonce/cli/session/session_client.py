"""Speaking to the process that keeps a session."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import IO, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.session.session_files import USUAL, Notice, Notices
from askonce.cli.session.wire_protocol import HOST, Greeting, Reply, Request, line, new_challenge, prove
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError

ANSWERING = 10.0
"""Seconds within which a session greets; it does that also while it is at work."""
STOPPING = 10.0
"""Seconds that a session has to stop what it does."""

Hear = Callable[[Any], None]


class Gone(AskonceError):
    """A session whose process is no more."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(
            f"the session {notice.name} is gone: its process {notice.pid} ended without closing it",
            remedy=f"start it again: askonce session start{named(notice.name)} --url …",
        )


def named(name: str) -> str:
    """The option that names a session, where it is needed."""
    return "" if name == USUAL else f" --session {name}"


def choose(wanted: str | None, *, instead: str = "") -> tuple[Notices, Notice]:
    """The session that is named, by option or in the environment; else the only one there is. And all others.

    Where there is none, it is told what to do `instead`.
    """
    environment = read_environment()
    notices = Notices.of(environment)
    return notices, _one_of(notices, wanted or read_settings(environment).session, instead)


def _one_of(notices: Notices, name: str, instead: str) -> Notice:
    if name:
        if notice := notices.find(name):
            return notice
        remedy = f"start it: askonce session start --session {name} --url …"
        raise ConfigError(f"no session is named {name}", remedy=_others(notices) + remedy + instead)
    there = [notice for one in notices.names() if (notice := notices.find(one))]
    if len(there) > 1:
        there = [notice for notice in there if is_there(notices, notice)]
    if not there:
        raise ConfigError("no session is open", remedy=f"start one: askonce session start --url …{instead}")
    if len(there) > 1:
        names = ", ".join(one.name for one in there)
        raise ConfigError(
            f"several sessions are open: {names}", remedy="say which: --session NAME, or set ASKONCE_SESSION"
        )
    return there[0]


def _others(notices: Notices) -> str:
    names = ", ".join(notices.names())
    return f"open are {names}; or " if names else ""


def is_there(notices: Notices, notice: Notice) -> bool:
    """Whether the process of a session still answers. The notice of one that does not is removed."""
    try:
        ask(notices, notice, Request(wants="show"))
    except Gone:
        return False
    return True


def ask(notices: Notices, notice: Notice, request: Request, hear: Hear | None = None) -> Reply:
    """What came of a request. Ctrl-C stops it in the session first, and then here.

    The notice of a session that is gone is removed.
    """
    try:
        with _connected(notice) as (connection, lines):
            try:
                connection.sendall(line(request))
                return _last(notice, lines, hear)
            except KeyboardInterrupt:
                connection.settimeout(STOPPING)
                with suppress(OSError, AskonceError):
                    connection.shutdown(socket.SHUT_WR)
                    _last(notice, lines, None)
                raise
    except Gone:
        notices.remove(notice)
        raise


@contextmanager
def _connected(notice: Notice) -> Generator[tuple[socket.socket, IO[bytes]], None, None]:
    """A connection on which both sides have proved to know the token."""
    try:
        connection = socket.create_connection((HOST, notice.port), timeout=ANSWERING)
    except OSError as error:
        raise Gone(notice) from error
    with connection, connection.makefile("rb") as lines:
        try:
            theirs = Greeting.model_validate_json(lines.readline())
            own = new_challenge()
            proof = prove(notice.token, "client", theirs.challenge)
            connection.sendall(line(Greeting(proof=proof, challenge=own)))
            answer = Greeting.model_validate_json(lines.readline())
        except TimeoutError as error:
            raise AskonceError(
                f"the session {notice.name} does not answer", remedy=f"end its process, {notice.pid}, and start another"
            ) from error
        except (ValueError, OSError) as error:  # the port belongs to somebody else by now
            raise Gone(notice) from error
        if not answer.is_from("keeper", notice.token, own):
            raise Gone(notice)
        connection.settimeout(None)
        yield connection, lines


def _last(notice: Notice, lines: IO[bytes], hear: Hear | None) -> Reply:
    """The reply at the end; events before it are passed on."""
    try:
        for received in lines:
            reply = Reply.model_validate_json(received)
            if reply.event is None:
                return reply
            if hear:
                hear(reply.event)
        raise ConnectionError("it hung up")
    except (OSError, ValueError) as error:
        raise AskonceError(
            f"the session {notice.name} ended before it answered", remedy=f"what it said last is in {notice.log}"
        ) from error
