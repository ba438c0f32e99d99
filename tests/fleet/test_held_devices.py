"""A device is held by one worker; one that goes away is told, and comes back by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest_asyncio

from askonce.config import Settings
from askonce.errors import ScreenUnavailable
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.held_devices import DeviceRow, HeldDevices, kinds_with_devices, read_devices
from askonce.screens.screen_kind import AttachedDevice, device_names
from askonce.values import Secret

PIXEL = AttachedDevice("boot-1", device_names("R58M1234", "Pixel 7"), {"serial": "R58M1234"})
NOKIA = AttachedDevice("boot-2", device_names("10.0.0.7:5555"), {"serial": "10.0.0.7:5555"})


class Desk:
    """What is attached to a machine."""

    def __init__(self, *devices: AttachedDevice) -> None:
        self.devices: list[AttachedDevice] = list(devices)
        self.trouble: ScreenUnavailable | None = None

    async def find(self, kind: str, settings: Settings) -> Sequence[AttachedDevice]:
        if self.trouble:
            raise self.trouble
        return self.devices if kind == "android" else ()


@pytest_asyncio.fixture
async def database(fleet_url: str) -> AsyncIterator[FleetDatabase]:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        yield database


def worker(database: FleetDatabase, name: str, desk: Desk, lease: float = 60) -> HeldDevices:
    return HeldDevices(database, name, ["android"], Settings(), lease=lease, find=desk.find)


async def states(database: FleetDatabase) -> dict[str, tuple[str, str]]:
    return {row.names[0]: (row.worker, row.state) for row in await read_devices(database)}


async def test_a_phone_that_two_workers_reach_is_held_by_one(database: FleetDatabase) -> None:
    other_way = AttachedDevice(PIXEL.id, ("10.0.0.9:5555",), {"serial": "10.0.0.9:5555"})
    one, two = worker(database, "one", Desk(PIXEL)), worker(database, "two", Desk(other_way, NOKIA))
    assert [device.shown for device in (await one.refresh()).came] == ["android:R58M1234"]
    changes = await two.refresh()
    assert [device.shown for device in changes.came] == ["android:10.0.0.7:5555"]
    assert [device.shown for device in changes.elsewhere] == ["android:10.0.0.9:5555"]
    assert await two.refresh() == type(changes)()
    assert await states(database) == {"R58M1234": ("one", "ready"), "10.0.0.7:5555": ("two", "ready")}


async def test_one_that_goes_away_is_told_and_comes_back(database: FleetDatabase) -> None:
    desk = Desk(PIXEL)
    held = worker(database, "one", desk)
    await held.refresh()
    desk.devices.clear()
    changes = await held.refresh()
    assert [(device.shown, why) for device, why in changes.went] == [
        ("android:R58M1234", "it is not attached any more")
    ]
    (row,) = await read_devices(database)
    assert (row.state, row.why, held.held) == ("gone", "it is not attached any more", {})
    desk.devices.append(PIXEL)
    assert [device.shown for device in (await held.refresh()).came] == ["android:R58M1234"]
    assert await states(database) == {"R58M1234": ("one", "ready")}


async def test_where_devices_cannot_be_looked_for_they_are_gone_and_the_reason_is_told_once(
    database: FleetDatabase,
) -> None:
    desk = Desk(PIXEL)
    held = worker(database, "one", desk, lease=0)
    await held.refresh()
    desk.trouble = ScreenUnavailable("no adb server answers")
    changes = await held.refresh()
    assert changes.trouble == ("android: no adb server answers",)
    assert [why for _, why in changes.went] == ["no adb server answers"]
    desk.trouble = ScreenUnavailable("no adb server answers, as before\nat 12:01")
    assert (await held.refresh()).trouble == ()
    desk.trouble = None
    assert len((await held.refresh()).came) == 1
    desk.trouble = ScreenUnavailable("gone again\nat 12:02")
    assert (await held.refresh()).trouble == ("android: gone again",)


async def test_a_phone_that_cannot_be_looked_for_once_is_held_on(database: FleetDatabase) -> None:
    desk = Desk(PIXEL)
    held = worker(database, "one", desk)
    await held.refresh()
    desk.trouble = ScreenUnavailable("no adb server answers")
    changes = await held.refresh()
    assert (changes.went, changes.trouble) == ((), ("android: no adb server answers",))
    desk.trouble, desk.devices = None, []
    assert [why for _, why in (await held.refresh()).went] == ["it is not attached any more"]


async def test_another_worker_takes_the_device_of_one_that_was_lost_and_that_one_notices(
    database: FleetDatabase,
) -> None:
    one, two = worker(database, "one", Desk(PIXEL)), worker(database, "two", Desk(PIXEL))
    await one.refresh()
    await database.rows("UPDATE devices SET seen = now() - interval '61 seconds'")
    (row,) = await read_devices(database)
    assert not row.is_alive
    assert len((await two.refresh()).came) == 1
    changes = await one.refresh()
    assert [why for _, why in changes.went] == ["another worker has it"]
    assert await states(database) == {"R58M1234": ("two", "ready")}
    await one.release()  # it has nothing to give
    assert await states(database) == {"R58M1234": ("two", "ready")}


async def test_the_run_that_uses_it_is_told(database: FleetDatabase) -> None:
    held = worker(database, "one", Desk(PIXEL))
    (device,) = (await held.refresh()).came
    await held.set_run(device, "r1")
    await held.refresh()
    row: DeviceRow
    (row,) = await read_devices(database)
    assert (row.state, row.run) == ("busy", "r1")
    await held.set_run(device, None)
    (row,) = await read_devices(database)
    assert (row.state, row.run) == ("ready", None)
    await held.release()
    assert await states(database) == {"R58M1234": ("one", "gone")}


def test_kinds_of_screens_with_devices_are_known() -> None:
    assert kinds_with_devices(["web", "android", "ios", "harmony", "fake"]) == ("android", "ios", "harmony")


def test_a_model_gives_names_that_people_write() -> None:
    assert device_names("R58M1234", "Pixel 7 Pro") == ("R58M1234", "r58m1234", "pixel-7-pro", "pixel")
