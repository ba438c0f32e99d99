"""The lock under which the workers of a fleet write recordings: one of the database, which all of them can see."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, cast

import psycopg
from psycopg.rows import TupleRow

from askonce.errors import RecordingError
from askonce.fleet.fleet_database import ANSWER_SECONDS, PARAMETERS, hang_up
from askonce.values import Secret

_PATIENCE = 60.0
_LONGEST_HOLD = 30
"""After how many seconds without a word the database takes the lock back: its holder may have been suspended."""
_PAUSE = 0.5
_CLASS = 0x61736B


class TimedLockConnection(psycopg.Connection[TupleRow]):
    """A connection that hangs up when an answer does not come."""

    answer_seconds = ANSWER_SECONDS

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        watch = threading.Timer(self.answer_seconds, hang_up, (self.pgconn,))
        watch.daemon = True
        watch.start()
        try:
            return super().wait(gen, interval, timeout)
        finally:
            watch.cancel()


class DatabaseLock:
    """A `RecordingLock`. The database gives it free when its holder is gone."""

    def __init__(self, url: Secret, *, patience: float = _PATIENCE, answer_seconds: float = ANSWER_SECONDS) -> None:
        """`answer_seconds` is how long an answer may take."""
        self._url = url
        self._patience = patience
        self._answer_seconds = answer_seconds

    @contextmanager
    def holding(self, id: str) -> Generator[Callable[[], None]]:
        with self._locked(id) as connection:

            def check() -> None:
                try:
                    connection.execute("SELECT 1")
                except psycopg.Error as error:
                    raise self._problem(id, "was lost", error) from error

            yield check

    @contextmanager
    def _locked(self, id: str) -> Generator[TimedLockConnection]:
        end = time.monotonic() + self._patience
        connection = self._connect(id, end)
        try:
            yield connection
        finally:
            with suppress(psycopg.Error):
                connection.close()

    def _connect(self, id: str, end: float) -> TimedLockConnection:
        """A connection that has the lock. A database that is away is waited for."""
        while True:
            connection: TimedLockConnection | None = None
            try:
                connection = TimedLockConnection.connect(self._url.reveal(), autocommit=True, **cast("Any", PARAMETERS))
                self._take(connection, id, end)
            except psycopg.errors.LockNotAvailable as error:
                raise self._problem(id, f"is held by others for more than {self._patience:g} s", error) from error
            except psycopg.OperationalError as error:
                if connection is not None:
                    connection.close()
                if time.monotonic() + _PAUSE > end:
                    raise self._problem(id, "cannot be taken", error) from error
                time.sleep(_PAUSE)
            else:
                return connection

    def _take(self, connection: TimedLockConnection, id: str, end: float) -> None:
        left = max(int(1000 * (end - time.monotonic())), 1)
        connection.answer_seconds = left / 1000 + self._answer_seconds
        connection.execute("SELECT set_config('lock_timeout', %s, false)", (str(left),))
        with suppress(psycopg.errors.UndefinedObject):  # PostgreSQL 13 has no such setting
            connection.execute("SELECT set_config('idle_session_timeout', %s, false)", (f"{_LONGEST_HOLD}s",))
        connection.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (_CLASS, id))
        connection.answer_seconds = self._answer_seconds

    def _problem(self, id: str, what: str, error: psycopg.Error) -> RecordingError:
        reason = " ".join(str(error).split())
        return RecordingError(
            f"the lock for the recordings {id!r} in the database of the fleet {what}: {reason}",
            remedy="check the database (ASKONCE_FLEET); what was not written is recorded again on the next run",
        )
