"""The lock under which the workers of a fleet write recordings: one of the database, which all of them can see."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

import psycopg

from askonce.errors import RecordingError
from askonce.values import Secret

_PATIENCE = 60.0
_LONGEST_HOLD = 30
"""After how many seconds without a word the database takes the lock back: its holder may have been suspended."""
_PAUSE = 0.5
_CLASS = 0x61736B


class DatabaseLock:
    """A `RecordingLock`. The database gives it free when its holder is gone."""

    def __init__(self, url: Secret, *, patience: float = _PATIENCE) -> None:
        self._url = url
        self._patience = patience

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
    def _locked(self, id: str) -> Generator[psycopg.Connection]:
        end = time.monotonic() + self._patience
        connection = self._connect(id, end)
        try:
            yield connection
        finally:
            with suppress(psycopg.Error):
                connection.close()

    def _connect(self, id: str, end: float) -> psycopg.Connection:
        """A connection that has the lock. A database that is away is waited for."""
        while True:
            connection: psycopg.Connection | None = None
            try:
                connection = psycopg.connect(
                    self._url.reveal(),
                    autocommit=True,
                    connect_timeout=5,
                    keepalives_idle=10,
                    keepalives_interval=5,
                    keepalives_count=3,
                    application_name="askonce-fleet",
                )
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

    def _take(self, connection: psycopg.Connection, id: str, end: float) -> None:
        left = max(int(1000 * (end - time.monotonic())), 1)
        connection.execute("SELECT set_config('lock_timeout', %s, false)", (str(left),))
        with suppress(psycopg.errors.UndefinedObject):  # PostgreSQL 13 has no such setting
            connection.execute("SELECT set_config('idle_session_timeout', %s, false)", (f"{_LONGEST_HOLD}s",))
        connection.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (_CLASS, id))

    def _problem(self, id: str, what: str, error: psycopg.Error) -> RecordingError:
        reason = " ".join(str(error).split())
        return RecordingError(
            f"the lock for the recordings {id!r} in the database of the fleet {what}: {reason}",
            remedy="check the database (ASKONCE_FLEET); what was not written is recorded again on the next run",
        )
