"""The devices of a worker: which it can reach, and which of them are its own in the fleet.

A device is held by one worker at a time, by whatever cables others reach it too. One that goes away is told, and comes
back by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Sequence
from datetime import datetime
from time import monotonic
from typing import Literal

from askonce.config import Settings
from askonce.errors import AskonceError, FleetUnavailable
from askonce.fleet.fleet_database import FleetDatabase, Row
from askonce.lazy import dataclass
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_kind import AttachedDevice

DeviceState = Literal["ready", "busy", "gone"]
_FORGOTTEN = "7 days"
_AWAY = "it is not attached any more"


@dataclass(frozen=True, slots=True)
class FleetDevice:
    """A device with its kind."""

    kind: str
    attached: AttachedDevice

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.attached.id}"

    @property
    def needs(self) -> tuple[str, ...]:
        """What runs may need that it is: `android`, and `android:pixel` by each of its names."""
        return (self.kind, *(f"{self.kind}:{name}" for name in self.attached.names))

    @property
    def shown(self) -> str:
        return f"{self.kind}:{self.attached.names[0]}"


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device as the fleet knows it."""

    id: str
    kind: str
    names: tuple[str, ...]
    worker: str
    state: DeviceState
    why: str
    run: str | None
    since: datetime
    is_alive: bool
    """Whether its worker gave a sign of it within its lease."""


@dataclass(frozen=True, slots=True)
class DeviceChanges:
    """What changed since the last look."""

    came: tuple[FleetDevice, ...] = ()
    went: tuple[tuple[FleetDevice, str], ...] = ()
    """With the reason."""
    elsewhere: tuple[FleetDevice, ...] = ()
    """Those that can be reached and are another worker's; told once."""
    trouble: tuple[str, ...] = ()
    """Why devices of a kind cannot be looked for; told once."""


FindDevices = Callable[[str, Settings], Awaitable[Sequence[AttachedDevice]]]


async def find_devices(kind: str, settings: Settings) -> Sequence[AttachedDevice]:
    """The devices of a kind that this machine can reach."""
    found = screen_kinds().get(kind).find_devices
    return await found(settings) if found else ()


def kinds_with_devices(kinds: Sequence[str]) -> tuple[str, ...]:
    """Those kinds of screens that take a device each."""
    return tuple(kind for kind in kinds if screen_kinds().get(kind).find_devices is not None)


class HeldDevices:
    """The devices that a worker holds. `refresh` has to be called at least once in a lease."""

    def __init__(
        self,
        database: FleetDatabase,
        worker: str,
        kinds: Sequence[str],
        settings: Settings,
        *,
        lease: float,
        find: FindDevices = find_devices,
    ) -> None:
        self._database = database
        self._worker = worker
        self._kinds = tuple(kinds)
        self._settings = settings
        self._lease = lease
        self._find = find
        self._told: set[str] = set()
        self._reached: dict[str, float] = {}
        """When each device was last found."""
        self.held: dict[str, FleetDevice] = {}

    async def refresh(self, *, claims: bool = True) -> DeviceChanges:
        """Look which devices are there, claim those that are free, and give a sign of those that it holds.

        Raises `FleetUnavailable`, after which nobody knows whose they are once the lease has passed.
        """
        found, troubles = await self._look()
        self._reached |= dict.fromkeys(found, monotonic())
        went = [
            (each, troubles.get(each.kind, _AWAY))
            for each in self.held.values()
            if self._is_gone(each, found, troubles)
        ]
        for device, why in went:
            await self._mark_gone(device, why)
            del self.held[device.id]
        kept = await self._beat()
        lost = [device for id, device in self.held.items() if id not in kept]
        for device in lost:
            del self.held[device.id]
        came: list[FleetDevice] = []
        elsewhere: list[FleetDevice] = []
        for id, device in found.items():
            if id in self.held or not claims:
                continue
            if await self._claim(device):
                self.held[id] = device
                came.append(device)
                self._told.discard(id)
            elif id not in self._told:
                self._told.add(id)
                elsewhere.append(device)
        new_troubles = [f"{kind}: {why}" for kind, why in troubles.items() if kind not in self._told]
        self._told = (self._told - set(self._kinds)) | troubles.keys()  # words may differ each time
        return DeviceChanges(
            tuple(came),
            (*went, *((device, "another worker has it") for device in lost)),
            tuple(elsewhere),
            tuple(new_troubles),
        )

    async def set_run(self, device: FleetDevice, run: str | None) -> None:
        """Say which run a device is used by."""
        await self._database.rows(
            """UPDATE devices SET run = %(run)s, state = CASE WHEN %(run)s::text IS NULL THEN 'ready' ELSE 'busy' END
               WHERE id = %(id)s AND worker = %(worker)s AND state <> 'gone'""",
            {"run": run, "id": device.id, "worker": self._worker},
        )

    async def tell_needs(self, needs: Sequence[str]) -> None:
        """Say what runs may need that the worker has."""
        await self._database.rows(
            "UPDATE workers SET needs = %(needs)s WHERE id = %(id)s", {"id": self._worker, "needs": list(needs)}
        )

    async def is_there(self, device: FleetDevice) -> bool:
        """Whether a device can be reached now."""
        try:
            return any(each.id == device.attached.id for each in await self._find(device.kind, self._settings))
        except AskonceError:
            return False

    async def release(self) -> None:
        """Give all of them free."""
        for device in tuple(self.held.values()):
            await self._mark_gone(device, "its worker has ended")
            del self.held[device.id]

    def _is_gone(self, device: FleetDevice, found: Container[str], troubles: Container[str]) -> bool:
        """Whether it is away. While nobody can look for its kind, a run goes on with it as long as its lease."""
        if device.kind in troubles:
            return monotonic() - self._reached[device.id] >= self._lease
        return device.id not in found

    async def _look(self) -> tuple[dict[str, FleetDevice], dict[str, str]]:
        """The devices that can be reached, and why none of a kind can."""
        found: dict[str, FleetDevice] = {}
        troubles: dict[str, str] = {}
        for kind in self._kinds:
            try:
                for attached in await self._find(kind, self._settings):
                    device = FleetDevice(kind, attached)
                    found[device.id] = device
            except FleetUnavailable:
                raise
            except AskonceError as error:
                troubles[kind] = error.message.partition("\n")[0]
        return found, troubles

    async def _claim(self, device: FleetDevice) -> bool:
        rows = await self._database.rows(
            """INSERT INTO devices (id, kind, names, worker, state, lease)
                VALUES (%(id)s, %(kind)s, %(names)s, %(worker)s, 'ready', %(lease)s)
                ON CONFLICT (id) DO UPDATE SET names = excluded.names, worker = excluded.worker, state = 'ready',
                    why = '', run = NULL, since = now(), seen = now(), lease = excluded.lease
                WHERE devices.worker = excluded.worker OR devices.state = 'gone'
                    OR devices.seen < now() - make_interval(secs => devices.lease)
                RETURNING id""",
            {
                "id": device.id,
                "kind": device.kind,
                "names": list(device.attached.names),
                "worker": self._worker,
                "lease": self._lease,
            },
        )
        return bool(rows)

    async def _beat(self) -> set[str]:
        """Those that are still its own."""
        if not self.held:
            return set()
        rows = await self._database.rows(
            """UPDATE devices SET seen = now() WHERE worker = %(worker)s AND id = ANY(%(ids)s) AND state <> 'gone'
               RETURNING id""",
            {"worker": self._worker, "ids": list(self.held)},
        )
        return {row["id"] for row in rows}

    async def _mark_gone(self, device: FleetDevice, why: str) -> None:
        await self._database.rows(
            """UPDATE devices SET state = 'gone', why = %(why)s, run = NULL, since = now()
               WHERE id = %(id)s AND worker = %(worker)s""",
            {"why": why, "id": device.id, "worker": self._worker},
        )


async def read_devices(database: FleetDatabase) -> list[DeviceRow]:
    """All devices that the fleet has or had lately."""
    await database.rows(f"DELETE FROM devices WHERE state = 'gone' AND seen < now() - interval '{_FORGOTTEN}'")
    rows = await database.rows(
        """SELECT id, kind, names, worker, state, why, run, since,
               seen >= now() - make_interval(secs => lease) AS is_alive FROM devices ORDER BY kind, names"""
    )
    return [_row(row) for row in rows]


def _row(row: Row) -> DeviceRow:
    row["names"] = tuple(row["names"])
    return DeviceRow(**row)
