"""How commands reach the fleet."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass

if TYPE_CHECKING:
    from askonce.fleet.fleet_database import FleetDatabase
    from askonce.fleet.job_queue import JobQueue
    from askonce.fleet.run_table import RunTable


@dataclass(frozen=True, slots=True)
class Fleet:
    """The fleet of the settings, while a command uses it."""

    settings: Settings
    database: FleetDatabase
    queue: JobQueue
    runs: RunTable


def require_fleet() -> None:
    """Raise what to install where packages of the fleet are missing."""
    wanted = ("cryptography", "fsspec", "procrastinate", "psycopg", "psycopg_pool")
    if missing := [name for name in wanted if find_spec(name) is None]:
        raise ConfigError(
            f"the fleet needs {', '.join(missing)}, which is not installed", remedy='pip install "askonce[fleet]"'
        )


@asynccontextmanager
async def opened_fleet(settings: Settings) -> AsyncGenerator[Fleet, None]:
    """The fleet, as long as the context is open."""
    require_fleet()
    from askonce.fleet.fleet_database import FleetDatabase
    from askonce.fleet.job_queue import JobQueue
    from askonce.fleet.run_table import RunTable

    async with FleetDatabase.opened(settings.fleet.database) as database:
        queue = JobQueue(database)
        await queue.open()
        yield Fleet(settings, database, queue, RunTable(database, queue))
