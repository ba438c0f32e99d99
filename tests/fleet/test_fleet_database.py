from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from datetime import timedelta

import psycopg
import pytest
from postgres import Postgres

from askonce.errors import ConfigError, FleetError, FleetUnavailable
from askonce.fleet.fleet_database import FleetDatabase
from askonce.values import Secret


async def test_several_that_come_first_make_the_tables_once(postgres: Postgres) -> None:
    url = Secret(postgres.empty_database())

    async def count_runs() -> int:
        async with FleetDatabase.opened(url) as database:
            return (await database.rows("SELECT count(*) AS runs FROM runs"))[0]["runs"]

    assert await asyncio.gather(*(count_runs() for _ in range(5))) == [0] * 5


async def test_tables_of_a_newer_version_are_refused_with_a_remedy(fleet_url: str) -> None:
    with psycopg.connect(fleet_url, autocommit=True) as connection:
        connection.execute("UPDATE askonce_fleet.versions SET version = 99 WHERE part = 'runs'")

    with pytest.raises(FleetError, match=r"(?s)runs has version 99.*update askonce"):
        async with FleetDatabase.opened(Secret(fleet_url)):
            pass


async def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    with pytest.raises(FleetUnavailable, match="check ASKONCE_FLEET") as told:
        async with FleetDatabase.opened(Secret("postgresql://fleet:hunter2hunter2@127.0.0.1:1/none")):
            pass
    assert "hunter2" not in str(told.value)


async def test_no_database_at_all_is_told_with_an_example() -> None:
    with pytest.raises(ConfigError, match=r"set ASKONCE_FLEET.*postgresql://"):
        async with FleetDatabase.opened(None):
            pass


async def test_a_connection_that_the_server_has_ended_is_replaced(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database, database.own_connection() as other:
        (found,) = await database.rows("SELECT pg_backend_pid() AS process")
        await other.execute("SELECT pg_terminate_backend(%s)", (found["process"],))
        with suppress(ProcessLookupError):
            while True:
                os.kill(found["process"], 0)
                await asyncio.sleep(0.01)
        assert (await database.rows("SELECT pg_backend_pid() AS process")) != [found]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://fleet:hunter2%zz@127.0.0.1/none",
        "postgresql://fleet:x@hunter2@127.0.0.1/none",
        "postgresql://fleet:hunter2/x@127.0.0.1/none",
        "hunter2",
        "postgresql://h?hunter2=1",
    ],
)
async def test_a_url_that_is_none_is_told_without_what_stands_in_it(url: str) -> None:
    with pytest.raises(ConfigError, match="not the URL of a PostgreSQL database") as told:
        async with FleetDatabase.opened(Secret(url)):
            pass
    assert "hunter2" not in str(told.value)


async def test_tables_that_somebody_dropped_are_told(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        await database.rows("DROP TABLE runs CASCADE")
        with pytest.raises(FleetError, match='relation "runs" does not exist'):
            await database.rows("SELECT * FROM runs")


async def test_a_database_that_takes_no_writes_is_waited_for(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        await database.rows(f"ALTER DATABASE {fleet_url.rpartition('/')[2]} SET default_transaction_read_only = on")
    with pytest.raises(FleetUnavailable, match="read-only transaction"):
        async with FleetDatabase.opened(Secret(fleet_url)) as database:
            await database.rows("DELETE FROM runs")


async def test_a_schema_that_was_made_for_a_user_is_enough_of_a_right(postgres: Postgres) -> None:
    url = postgres.empty_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
        connection.execute("CREATE SCHEMA askonce_fleet AUTHORIZATION guest")
    async with FleetDatabase.opened(Secret(url.replace("fleet@", "guest@"))) as database:
        assert await database.rows("SELECT id FROM runs") == []


async def test_times_are_those_of_utc_whatever_is_usual_in_the_database(postgres: Postgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("timezone = 'Asia/Kolkata'", "datestyle = 'SQL, DMY'"):
            connection.execute(f"ALTER DATABASE {connection.info.dbname} SET {setting}")  # pyright: ignore
    async with FleetDatabase.opened(Secret(url)) as database:
        (found,) = await database.rows("SELECT now() AS moment")
    assert found["moment"].utcoffset() == timedelta()


async def test_a_database_that_cannot_keep_all_texts_is_refused_with_a_remedy(postgres: Postgres) -> None:
    url = postgres.empty_database(encoding="SQL_ASCII")
    with pytest.raises(ConfigError, match="keeps texts as SQL_ASCII") as refused:
        async with FleetDatabase.opened(Secret(url)):
            pass
    assert "ENCODING 'UTF8'" in refused.value.remedy


async def test_a_session_that_another_one_uses_is_told_as_what_a_pooler_does(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:

        async def prepare_twice() -> None:
            async with database.own_connection() as connection:
                await connection.execute("PREPARE twice AS SELECT 1")
                await connection.execute("PREPARE twice AS SELECT 1")

        with pytest.raises(FleetError, match=r"(?s)PgBouncer.*pool_mode = session"):
            await prepare_twice()
