"""The sample phone: a phone in a thread of its own, for tests that need no device."""

from __future__ import annotations

import asyncio
import random
import threading
import uuid
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from askonce.errors import ConfigError
from askonce.testing.phone.activity import Notice, PhoneApp
from askonce.testing.phone.adb.adb_daemon import AdbDaemon
from askonce.testing.phone.adb.adb_host import AdbHost
from askonce.testing.phone.adb.device_services import DeviceServices
from askonce.testing.phone.apps.app_table import APPS
from askonce.testing.phone.apps.sms.message_screens import receive
from askonce.testing.phone.automation_server import AutomationServer
from askonce.testing.phone.handset import SUNDAY, Handset
from askonce.testing.phone.hdc.hdc_service import HdcService
from askonce.testing.phone.phone_records import PhoneRecords
from askonce.testing.phone.shell.app_commands import ADB_KEYBOARD
from askonce.testing.phone.shell.command import PhoneContext
from askonce.testing.phone.shell.device_files import DeviceFiles
from askonce.testing.phone.shell.shell_commands import PhoneShell
from askonce.testing.phone.system_windows import LAUNCHER
from askonce.testing.phone.touch_screen import TouchScreen, browser_options
from askonce.testing.phone.wda.agent_server import AgentServer
from askonce.testing.phone.wda.web_driver_agent import WebDriverAgent

T = TypeVar("T")

_PATIENCE = 120.0
"""The most seconds that anything here may take."""
_FACTS = {
    "ro.product.model": "Askonce Sample", "ro.product.name": "askonce_sample", "ro.product.device": "sample",
    "ro.product.brand": "askonce", "ro.product.manufacturer": "askonce", "ro.product.cpu.abi": "arm64-v8a",
    "ro.build.version.sdk": "34", "ro.build.version.release": "14", "ro.serialno": "ASKONCE0001",
    "ro.build.characteristics": "nosdcard", "persist.sys.timezone": "UTC", "persist.sys.locale": "en-US",
    "sys.boot_completed": "1", "init.svc.bootanim": "stopped", "ro.debuggable": "0",
}  # fmt: skip


class SamplePhone:
    """A phone that runs during its `with` block: `with SamplePhone() as phone: … phone.serial …`.

    Reach it with `adb connect`, by its `serial`; or, without any adb program, through `adb_server`, which speaks as an
    adb server does. As an iPhone it is reached by its `wda_url`, as a HarmonyOS phone by its `hdc_path`. What its apps
    hold is in `records`, to be set before and compared after.
    """

    def __init__(
        self,
        records: PhoneRecords | None = None,
        *,
        clock: datetime = SUNDAY,
        apps: Sequence[PhoneApp] = APPS,
        port: int = 0,
        headed: bool = False,
    ) -> None:
        _check_apps(apps)
        self.records = records if records is not None else PhoneRecords()
        self._clock = _with_zone(clock)
        self._phone = Handset(tuple(apps), self.records, clock)
        self._port, self._headed = port, headed
        self._udid = uuid.uuid4().hex
        self._thread: threading.Thread | None = None

    # Addresses

    @property
    def serial(self) -> str:
        """The serial number, which is the address for `adb connect`."""
        self._check_open()
        return f"127.0.0.1:{self._daemon.port}"

    @property
    def adb_server(self) -> tuple[str, int]:
        """Host and port of an adb server that has this phone alone."""
        self._check_open()
        return "127.0.0.1", self._host.port

    @property
    def wda_url(self) -> str:
        """The address of WebDriverAgent: through it the phone is an iPhone."""
        self._check_open()
        return f"http://127.0.0.1:{self._agent.port}"

    @property
    def udid(self) -> str:
        """Which phone it is, for WebDriverAgent and for hdc."""
        return self._udid

    @property
    def hdc_path(self) -> str:
        """A stand-in for the hdc program, which knows this phone alone: through it the phone is a HarmonyOS one."""
        self._check_open()
        return str(self._hdc.program)

    # What happens to a phone

    @property
    def clock(self) -> datetime:
        """The time on the phone. It stands still until it is set."""
        return self._phone.clock

    @clock.setter
    def clock(self, time: datetime) -> None:
        self._phone.clock = _with_zone(time)

    @property
    def component(self) -> str:
        """The app and the activity in front: `package/package.Activity`."""
        return self._phone.component

    @property
    def toasts(self) -> list[str]:
        """The toasts so far, as far as no driver has read them."""
        return list(self._phone.toasts)

    @property
    def disturbances(self) -> list[str]:
        """What has disturbed so far."""
        return list(self._phone.disturbed)

    def notify(self, title: str, text: str = "", *, package: str = "com.android.systemui") -> None:
        """Show a notification, of an app or of the system."""
        self._do(lambda: self._phone.notify(Notice(title, text, package)))

    def receive(self, number: str, text: str) -> None:
        """Let a text message come in."""
        self._do(lambda: receive(self._phone, number, text))

    def launch(self, app: str) -> None:
        """Bring an app to the front, by its name or its package."""
        found = [each for each in self._phone.apps.values() if app in (each.name, each.package)]
        if not found:
            known = ", ".join(each.name for each in self._phone.apps.values())
            raise ConfigError(f"there is no app {app!r} on this phone", remedy=f"there are: {known}")
        self._do(lambda: self._phone.launch(found[0].package))

    def crash(self) -> None:
        """The app in front stops, and the phone says so."""
        self._do(self._phone.crash)

    def reset(self) -> None:
        """Make the phone as it was when it was new: no records, no apps running, its first clock."""

        def renew() -> None:
            self.records.clear()
            self._phone.reset(self._clock)

        self._do(renew)

    def disturb(self, seed: int | None) -> None:
        """From now on disturb what is done on the phone, as the seed decides; None ends that."""
        self._phone.random = None if seed is None else random.Random(seed)

    def rotate(self, to: Literal["portrait", "landscape"] | None = None) -> None:
        """Turn the phone: to its other side, or to the one that is named."""
        upright = self._phone.rotation % 2 == 0
        if to is None or upright != (to == "portrait"):
            self._do(lambda: setattr(self._phone, "rotation", 1 if upright else 0))

    def lock(self, *, secured: bool = False) -> None:
        """Switch the screen off. It is locked when it is on again, until somebody swipes up; one that is `secured`
        wants a PIN that nobody here knows."""
        self._phone.secured = secured
        self._do(self._phone.sleep)

    def install_keyboard(self) -> None:
        """Install AdbKeyboard, which types what it is sent by broadcast."""
        self._phone.keyboards.append(ADB_KEYBOARD)

    def allow_automation(self, allowed: bool = True) -> None:
        """Whether the device server may be started; some makers of phones forbid it."""
        self._phone.automation_allowed = allowed

    def unplug(self) -> None:
        """Take the cable out: whoever talks to the phone is cut off."""
        self._await(self._unplug())

    def plug_in(self) -> None:
        """Put the cable in again; the serial number stays the same."""
        self._await(self._plug_in())

    def authorize(self, allowed: bool = True) -> None:
        """Answer the phone's question whether this computer may debug it."""
        self._await(self._authorize(allowed))

    def screenshot(self) -> bytes:
        """What is on the screen, as PNG."""
        return self._await(self._screen.picture())

    # Opening and closing

    def open(self) -> None:
        """Switch the phone on. `with` does this."""
        if self._thread is not None:
            raise RuntimeError("the phone is on already")
        self._loop, self._closing = asyncio.new_event_loop(), AsyncExitStack()
        self._thread = threading.Thread(target=self._loop.run_forever, name="SamplePhone", daemon=True)
        self._thread.start()
        try:
            self._await(self._open())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._thread is None:
            return
        try:
            self._await(self._close())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._thread = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self.open)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    # Inside

    async def _open(self) -> None:
        browser = browser_options(headed=self._headed)
        self._screen = await TouchScreen.open(self._phone, browser, self._closing)
        files, facts = DeviceFiles(self.records), dict(_FACTS)
        context = PhoneContext(self._phone, self._screen, files, facts, self._serve)
        self._automation = AutomationServer(self._phone, self._screen, facts)
        self._services = DeviceServices(PhoneShell(context).run, files, facts)
        self._daemon = AdbDaemon(self._services, self._port)
        await self._daemon.start()
        self._host = AdbHost(self._services, f"127.0.0.1:{self._daemon.port}")
        await self._host.start()
        self._agent = AgentServer(WebDriverAgent(self._phone, self._screen, self._udid), lambda: self._phone.clock)
        await self._agent.start()
        self._hdc = HdcService(context, self._udid)
        await self._hdc.start()
        self._closing.push_async_callback(self._hdc.stop)
        self._closing.push_async_callback(self._agent.stop)
        self._closing.push_async_callback(self._daemon.stop)
        self._closing.push_async_callback(self._host.stop)

    async def _close(self) -> None:
        await self._closing.aclose()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        for task in others:
            with suppress(asyncio.CancelledError, ConnectionError):
                await task

    async def _serve(self, port: int) -> None:
        """Offer the device server on a port of the phone, until its client goes."""
        self._services.ports[port] = self._automation.serve
        try:
            await asyncio.Event().wait()
        finally:
            del self._services.ports[port]

    async def _unplug(self) -> None:
        self._host.plugged_in = False
        self._host.drop_clients()
        self._host.tell_change()
        await self._daemon.stop()
        await self._agent.stop()
        self._hdc.plugged_in = False

    async def _plug_in(self) -> None:
        await self._daemon.start()
        await self._agent.start()
        self._hdc.plugged_in = self._host.plugged_in = True
        self._host.tell_change()

    async def _authorize(self, allowed: bool) -> None:
        self._services.authorized = allowed
        if allowed:
            await self._daemon.allow()
        else:
            self._host.drop_clients()
            await self._daemon.stop()
            await self._daemon.start()
        self._host.tell_change()

    def _do(self, change: Any) -> None:
        async def changed() -> None:
            change()
            await self._screen.refresh()

        self._await(changed())

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        if self._thread is None:
            work.close()
            self._check_open()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    def _check_open(self) -> None:
        if self._thread is None:
            raise RuntimeError("the phone is off: use it as `with SamplePhone() as phone:`")


def _with_zone(time: datetime) -> datetime:
    if time.tzinfo is None:
        raise ConfigError(f"the time {time} has no time zone", remedy="give one, as in datetime(…, tzinfo=UTC)")
    return time


def _check_apps(apps: Sequence[PhoneApp]) -> None:
    packages = [app.package for app in apps]
    if LAUNCHER not in packages:
        raise ConfigError("the phone has no launcher", remedy="add your apps to the others: apps=(*APPS, …)")
    if twice := {package for package in packages if packages.count(package) > 1}:
        raise ConfigError(f"{min(twice)} is installed twice", remedy="give each app a package of its own")
