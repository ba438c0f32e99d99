"""Makes the tables of a fleet, and brings them up to date.

`tables/PART_VERSION.sql` brings a part from the version before to this one. Procrastinate's tables are a part, too.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, LiteralString, cast

from procrastinate.schema import SchemaManager

from askonce.errors import FleetError
from askonce.lazy import dataclass

if TYPE_CHECKING:
    from askonce.fleet.fleet_database import Connection

SCHEMA = "askonce_fleet"
_QUEUE = "procrastinate"
_LOCK = 0x61736B6F6E6365
"""The advisory lock under which tables are made."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """What brings a part to a version."""

    part: str
    version: int
    text: str


async def prepare_tables(connection: Connection) -> None:
    """Make what is missing. Several may call this at the same time."""
    wanted = _steps()
    newest = {step.part: step.version for step in wanted}
    if await _versions(connection) == newest:
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if not await _exists(connection, "to_regnamespace", SCHEMA):  # with IF NOT EXISTS it takes the right to do so
            await connection.execute(cast("Any", f"CREATE SCHEMA {SCHEMA}"))
        await connection.execute("CREATE TABLE IF NOT EXISTS versions (part text PRIMARY KEY, version integer)")
        there = await _versions(connection)
        for part, version in there.items():
            if version > newest.get(part, version):
                raise FleetError(
                    f"the tables of the fleet are newer than this askonce: {part} has version {version}, "
                    f"and {newest[part]} is known",
                    remedy="update askonce on this machine: pip install -U askonce",
                )
        for step in wanted if _QUEUE in there else [_whole_queue(newest[_QUEUE]), *wanted]:
            if step.version > there.get(step.part, 0):
                await connection.execute(cast("Any", step.text))
                there[step.part] = step.version
                await connection.execute(
                    "INSERT INTO versions VALUES (%s, %s) ON CONFLICT (part) DO UPDATE SET version = excluded.version",
                    (step.part, step.version),
                )


@cache
def _steps() -> tuple[TableStep, ...]:
    """Those of all parts, in their order."""
    return (*_queue_steps(), *_own_steps())


async def _versions(connection: Connection) -> dict[str, int]:
    if not await _exists(connection, "to_regclass", "versions"):
        return {}
    rows = await (await connection.execute("SELECT part, version FROM versions")).fetchall()
    return {row["part"]: row["version"] for row in rows}


async def _exists(connection: Connection, look: LiteralString, name: str) -> bool:
    found = await (await connection.execute(f"SELECT {look}(%s) AS it", (name,))).fetchone()
    return found is not None and found["it"] is not None


def _own_steps() -> list[TableStep]:
    texts = [entry for entry in files("askonce.fleet").joinpath("tables").iterdir() if entry.name.endswith(".sql")]
    steps = [_own_step(entry.name.removesuffix(".sql"), entry.read_text("utf-8")) for entry in texts]
    return sorted(steps, key=lambda step: (step.part, step.version))


def _own_step(name: str, text: str) -> TableStep:
    part, _, version = name.rpartition("_")
    return TableStep(part, int(version), text)


def _queue_steps() -> list[TableStep]:
    """Procrastinate's migrations; a fleet that is new begins after the last one."""
    texts = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return [TableStep(_QUEUE, number, text.read_text("utf-8")) for number, text in enumerate(texts, 1)]


def _whole_queue(version: int) -> TableStep:
    return TableStep(_QUEUE, version, SchemaManager.get_schema())
