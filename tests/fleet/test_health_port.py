"""What restarts a worker is told how it is."""

from __future__ import annotations

import asyncio

import pytest
from fleet_rig import QUICK, FleetRig
from postgres import Postgres

from askonce.errors import ConfigError
from askonce.fleet.health_port import health_port


async def ask(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer.partition("\r\n")[0]


async def test_a_worker_is_ready_while_the_database_hears_it(fleet_url: str, postgres: Postgres) -> None:
    async with (
        FleetRig.opened(fleet_url) as rig,
        rig.worker(times=QUICK) as (worker, _),
        health_port(0, lambda: worker.is_heard) as port,
    ):
        while "200 OK" not in await ask(port, "/ready"):
            pass
        postgres.stop()
        while "503" not in await ask(port, "/ready"):
            pass
        assert [await ask(port, path) for path in ("/live", "/")] == ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"]
        postgres.start()
        while "200 OK" not in await ask(port, "/ready"):
            pass
        with pytest.raises(ConfigError, match=f"port {port}.*"):
            async with health_port(port, lambda: True):
                pass


async def test_who_says_nothing_and_hangs_up_disturbs_nobody() -> None:
    async with health_port(0, lambda: True) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        assert await ask(port, "/ready") == "HTTP/1.1 200 OK"
