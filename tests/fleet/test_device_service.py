"""Runs that need a phone are played on one, one after the other; a phone that goes away gives its run back."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from fleet_rig import CALM, PASSED, FleetRig, ordered

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.fleet.held_devices import FleetDevice, HeldDevices, read_devices
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_order import OrderedScreen
from askonce.fleet.run_play import PlayedRun, screen_on, script_on
from askonce.fleet.run_table import StartedRun
from askonce.fleet.worker_options import WorkerOptions
from askonce.screens.android.android_kind import AndroidOptions
from askonce.screens.screen_kind import AttachedDevice
from askonce.script.script import Script
from askonce.script.script_loader import examine_script
from askonce.testing.phone import SamplePhone
from askonce.testing.phone.wda.usbmux_daemon import UsbmuxDaemon

PIXEL = FleetDevice("android", AttachedDevice("boot", ("R58M", "pixel"), {"serial": "R58M"}))


def plug_in(phone: SamplePhone, monkeypatch: pytest.MonkeyPatch) -> None:
    host, port = phone.adb_server
    monkeypatch.setenv("ANDROID_ADB_SERVER_ADDRESS", host)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))


async def test_runs_that_need_a_phone_take_turns_on_it_and_one_is_given_back_when_it_goes_away(
    fleet_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, str]] = []
    inside, most, begun = 0, 0, asyncio.Event()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        nonlocal inside, most
        assert run.device
        seen.append((run.order.name, run.device.attached.names[0]))
        inside, most = inside + 1, max(most, inside + 1)
        try:
            if run.order.name == "long" and len(seen) == 3:
                begun.set()
                await asyncio.Event().wait()  # until the phone is unplugged
            await asyncio.sleep(0)
        finally:
            inside -= 1
        return PASSED

    async with FleetRig.opened(fleet_url) as rig:
        with SamplePhone() as phone:
            plug_in(phone, monkeypatch)
            first = phone.serial
            short = await rig.submit(ordered("a", "android"), ordered("b", f"android:{phone.serial}"))
            async with rig.worker(play, times=CALM, kinds=("android",), slots=4):
                for run in short:
                    await rig.until(run, "passed")
                (device,) = await read_devices(rig.database)
                assert (device.kind, device.names[0]) == ("android", first)
                stranger = HeldDevices(rig.database, "stranger", ["android"], Settings(patience=0.1), lease=60)
                assert [each.shown for each in (await stranger.refresh()).elsewhere] == [f"android:{first}"]
                (long,) = await rig.submit(ordered("long", "android"))
                await begun.wait()
                (device,) = await read_devices(rig.database)
                assert (device.state, device.run) == ("busy", long)
                with SamplePhone() as other:
                    plug_in(other, monkeypatch)  # and the first one is gone
                    await rig.until(long, "passed")
                    second = other.serial
    assert seen == [("a", first), ("b", first), ("long", first), ("long", second)]
    assert most == 1


async def test_a_phone_that_is_back_before_its_run_has_ended_is_not_used_by_two(
    fleet_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, most, played = 0, 0, 0
    begun, is_back = asyncio.Event(), asyncio.Event()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        nonlocal inside, most, played
        inside, most, played = inside + 1, max(most, inside + 1), played + 1
        try:
            if played == 1:
                begun.set()
                try:
                    await asyncio.Event().wait()  # until the phone is unplugged
                finally:
                    await is_back.wait()  # it takes its time to end
            await asyncio.sleep(0.2)
        finally:
            inside -= 1
        return PASSED

    async def until_gone(gone: bool) -> None:
        while phone.serial not in {  # noqa: ASYNC110
            device.names[0] for device in await read_devices(rig.database) if (device.state == "gone") == gone
        }:
            await asyncio.sleep(0.02)

    async with FleetRig.opened(fleet_url) as rig:
        with SamplePhone() as phone, SamplePhone() as other:
            plug_in(phone, monkeypatch)
            runs = await rig.submit(*(ordered(name, f"android:{phone.serial}") for name in "abcd"))
            async with rig.worker(play, times=CALM, kinds=("android",)):
                await begun.wait()
                plug_in(other, monkeypatch)
                await until_gone(True)
                plug_in(phone, monkeypatch)
                await until_gone(False)
                is_back.set()
                for run in runs:
                    await rig.until(run, "passed")
    assert most == 1


async def test_a_worker_finds_iphones_and_harmony_phones_by_itself(
    fleet_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with FleetRig.opened(fleet_url) as rig:
        with SamplePhone() as phone:
            monkeypatch.setenv("PATH", f"{Path(phone.hdc_path).parent}{os.pathsep}{os.environ['PATH']}")
            cable = UsbmuxDaemon({phone.udid: int(phone.wda_url.rpartition(":")[2])})
            await cable.start()
            monkeypatch.setenv("USBMUXD_SOCKET_ADDRESS", cable.address)
            held = HeldDevices(rig.database, "w", ["ios", "harmony"], Settings(), lease=0)
            changes = await held.refresh()
            assert [device.shown for device in changes.came] == [f"ios:{phone.udid}", f"harmony:{phone.udid}"]
            assert changes.trouble == ()
            options = [dict(device.attached.options) for device in changes.came]
            assert options == [{"udid": phone.udid}, {"target": phone.udid}]
            await cable.stop()
            changes = await held.refresh()
            assert [device.shown for device, _ in changes.went] == [f"ios:{phone.udid}"]


def test_a_worker_serves_phones_by_their_names_and_its_labels() -> None:
    options = WorkerOptions(kinds=("web", "android"), labels=("lab",))
    assert options.needs == ("web", "web:lab")
    assert options.device_kinds == ("android",)
    assert options.needs_of(PIXEL) == ("android", "android:R58M", "android:pixel", "android:lab")


def script_for(section: str) -> Script:
    text = f"android: {{ launch: Contacts{section} }}\ntasks:\n  - name: a\n    flow: [{{ aiTap: x }}]\n"
    script = examine_script(text, Path("a.yaml")).script
    assert script
    return script


def test_a_run_is_played_on_the_phone_that_its_worker_has_and_on_no_other() -> None:
    for section in ("", ", deviceId: pixel"):
        target = script_on(script_for(section), PIXEL).target
        assert isinstance(target, AndroidOptions)
        assert (target.serial, target.launch) == ("R58M", "Contacts")
    assert screen_on(OrderedScreen(kind="android"), PIXEL).options == {"serial": "R58M"}
    with pytest.raises(ConfigError, match="names the device R99, and was given android:R58M"):
        screen_on(OrderedScreen(kind="android", options={"serial": "R99"}), PIXEL)
    with pytest.raises(ConfigError, match="names the device R99, and was given android:R58M"):
        script_on(script_for(", deviceId: R99"), PIXEL)
