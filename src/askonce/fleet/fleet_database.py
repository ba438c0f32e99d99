"""The database of a fleet: its connections, and its tables.

Askonce's tables and Procrastinate's stand in one schema of their own, so that a database may hold other things too.
Every connection gives up on an answer that does not come, since a network may swallow what is sent.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, LiteralString, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGconn
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from askonce.errors import ConfigError, FleetError, FleetUnavailable
from askonce.fleet.fleet_tables import SCHEMA, prepare_tables
from askonce.values import Secret

ANSWER_SECONDS = 15.0
"""How long an answer may take."""
PARAMETERS: Mapping[str, Any] = {
    "connect_timeout": 5,
    "tcp_user_timeout": int(ANSWER_SECONDS * 1000),
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "askonce-fleet",
    "client_encoding": "UTF8",
}

_AWAY = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,  # another one is about to take its place
    PoolTimeout,
    PoolClosed,
    OSError,
)

Row = dict[str, Any]
Connection = psycopg.AsyncConnection[DictRow]


class TimedConnection(psycopg.AsyncConnection[DictRow]):
    """A connection that hangs up when an answer does not come."""

    answer_seconds = ANSWER_SECONDS

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        watch = asyncio.get_running_loop().call_later(self.answer_seconds, hang_up, self.pgconn)
        try:
            return await super().wait(gen, interval, timeout)
        finally:
            watch.cancel()


def hang_up(connection: PGconn) -> None:
    """End a connection in which an answer does not come. Who waits for notices is not waiting for an answer."""
    with suppress(psycopg.Error, OSError):
        if connection.transaction_status == TransactionStatus.ACTIVE:
            with socket.socket(fileno=os.dup(connection.socket)) as line:
                line.shutdown(socket.SHUT_RDWR)


class FleetDatabase:
    """Connections to the database of a fleet. Use `opened`."""

    def __init__(self, url: Secret, pool: AsyncConnectionPool[Connection]) -> None:
        self._url = url
        self.pool = pool

    @staticmethod
    @asynccontextmanager
    async def opened(url: Secret | None, *, connections: int = 4) -> AsyncGenerator[FleetDatabase, None]:
        """The database at `url`, with its tables. Raises `FleetUnavailable` where it cannot be reached."""
        if url is None:
            raise ConfigError(
                "the database of the fleet is not known",
                remedy="set ASKONCE_FLEET to its URL, such as postgresql://user:password@host/name",
            )
        if not _is_address(url):
            raise ConfigError(
                "ASKONCE_FLEET is not the URL of a PostgreSQL database",
                remedy="write it like postgresql://user:password@host/name, with signs such as @ and % in the password "
                "as %40 and %25",
            )
        async with _our_errors(), await _connect(url) as connection:
            _refuse_encoding(connection)
            await prepare_tables(connection)
        pool = cast(
            "AsyncConnectionPool[Connection]",
            AsyncConnectionPool(
                url.reveal(),
                connection_class=TimedConnection,
                kwargs={**PARAMETERS, "row_factory": dict_row},
                min_size=1,
                max_size=connections,
                open=False,
                configure=_configure,
                check=_check_open,
                timeout=ANSWER_SECONDS,
                reconnect_timeout=5,
                max_idle=60,
            ),
        )
        try:
            async with pool:
                yield FleetDatabase(url, pool)
        finally:
            await pool.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection, None]:
        """A connection whose statements happen together or not at all."""
        async with _our_errors(), self.pool.connection() as connection, connection.transaction():
            yield connection

    @asynccontextmanager
    async def own_connection(self, *, answer_seconds: float = ANSWER_SECONDS) -> AsyncGenerator[Connection, None]:
        """A connection outside of the pool, where each statement stands for itself."""
        async with _our_errors(), await _connect(self._url) as connection:
            connection.answer_seconds = answer_seconds
            yield connection

    async def rows(self, query: LiteralString, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """The rows of a statement, which stands for itself."""
        async with _our_errors(), self.pool.connection() as connection:
            cursor = await connection.execute(query, parameters)
            return await cursor.fetchall() if cursor.description else []


def _is_address(url: Secret) -> bool:
    """Whether PostgreSQL can read a URL, and takes no part of the password for a host or port. What it says itself may
    hold the password."""
    try:
        read = conninfo_to_dict(url.reveal())
    except psycopg.ProgrammingError:
        return False
    return "@" not in str(read.get("host", "")) and str(read.get("port", "0")).replace(",", "0").isdigit()


def _refuse_encoding(connection: psycopg.AsyncConnection[Any]) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise ConfigError(
            f"the database of the fleet keeps texts as {encoding}, which cannot hold all of them",
            remedy="make one for the fleet: CREATE DATABASE askonce TEMPLATE template0 ENCODING 'UTF8'",
        )


async def use_schema(connection: psycopg.AsyncConnection[Any]) -> None:
    """Let names without a schema mean those of the fleet, and nothing depend on what is usual in this database."""
    await connection.execute(
        f"SET search_path TO {SCHEMA}, public; SET timezone TO 'UTC'; SET datestyle TO 'ISO';"
        "SET default_transaction_isolation TO 'read committed'"
    )
    if not connection.autocommit:
        await connection.commit()


async def _configure(connection: psycopg.AsyncConnection[Any]) -> None:
    """Let a statement be one question and one answer where it stands for itself."""
    await connection.set_autocommit(True)
    await use_schema(connection)


async def _check_open(connection: psycopg.AsyncConnection[Any]) -> None:
    """Raise `psycopg.OperationalError` where the server has hung up, without asking it: that costs as much as the
    statement that follows."""
    for _ in range(2):  # the first may find only why it did
        connection.pgconn.consume_input()


async def _connect(url: Secret) -> TimedConnection:
    connection = await TimedConnection.connect(
        url.reveal(), autocommit=True, row_factory=dict_row, **cast("Any", PARAMETERS)
    )
    await use_schema(connection)
    return connection


@asynccontextmanager
async def _our_errors() -> AsyncGenerator[None, None]:
    try:
        yield
    except _AWAY as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise FleetUnavailable(
            f"the database of the fleet cannot be reached: {reason}",
            remedy="check ASKONCE_FLEET, and that PostgreSQL runs there and takes connections",
        ) from error
    except UnicodeEncodeError as error:
        raise ConfigError(
            f"{error.object[:40]!a} has characters that UTF-8 cannot hold", remedy="write it in UTF-8"
        ) from None
    except psycopg.errors.InsufficientPrivilege as error:
        raise FleetError(
            f"the database of the fleet may not be used like this: {error}",
            remedy=f"grant its user CREATE on the database, or make the schema {SCHEMA} for it",
        ) from error
    except (psycopg.errors.DuplicatePreparedStatement, psycopg.errors.InvalidSqlStatementName) as error:
        raise FleetError(
            "something between here and the database of the fleet gives statements of one session to another, as "
            "PgBouncer does in transaction mode",
            remedy="let ASKONCE_FLEET name PostgreSQL itself, or set pool_mode = session: locks do not hold otherwise",
        ) from error
    except psycopg.Error as error:
        raise FleetError(
            f"the database of the fleet did not take a statement: {' '.join(str(error).split())}",
            remedy=f"see whether somebody has changed the schema {SCHEMA}, and that askonce is the same everywhere",
        ) from error
