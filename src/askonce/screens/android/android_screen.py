"""An Android phone or emulator as a screen. Screen units are Android's density-independent pixels."""

from __future__ import annotations

import asyncio
import re
import struct
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal, Self, TypeVar

from askonce.errors import NotAllowed, NotOperable, ScreenError
from askonce.geometry import Point, Size
from askonce.screens.android.adb_client import AdbDevice
from askonce.screens.android.device_server import DeviceServer
from askonce.screens.android.hierarchy import read_hierarchy
from askonce.screens.android.installed_apps import InstalledApps
from askonce.screens.android.key_codes import BACK, ESCAPE, HOME, RECENTS, key_event
from askonce.screens.android.keyguard import wake
from askonce.screens.android.phone_control import PhoneControl
from askonce.screens.host_files import find_uploads, free_path, safe_name
from askonce.screens.keys import read_keys
from askonce.screens.phones.field_focus import AwaitedFocus, awaited_focus
from askonce.screens.phones.launcher_icons import LauncherIcons
from askonce.screens.phones.phone_clock import ASKED, read_clock
from askonce.screens.phones.phone_elements import Hierarchy
from askonce.screens.phones.phone_glass import PhoneGlass, Pixel
from askonce.screens.phones.phone_options import PhoneOptions
from askonce.screens.phones.phone_screen import PhoneScreen
from askonce.screens.phones.typed_parts import type_parts
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Tree

T = TypeVar("T")

_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"

_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ ([^\s/}:]+)/([^\s}]+)[^}]*\}")
_APP = re.compile(r"mFocusedApp=.*?\s([\w.]+)/([\w.$]+)[\s}]")
"""The app in front, where a menu or a message of the system has the focus."""
_RESUMED = "Warning: Activity not started"
"""What `am` says of an app that runs: it is brought to the front as it is."""
_LINK = re.compile(r"[a-z][a-z\d+.-]*:\S")
_REST = 0.15
"""Seconds that a finger rests before it is lifted, so that nothing is flung."""
_FOCUSED, _FOCUS_POLL = 1.0, 0.1
"""Seconds that a field has to get the focus in, and between two looks for that."""
_FAST_QUALITY = 60
_KEPT_MESSAGES = 20
_PNG = b"\x89PNG\r\n\x1a\n"


class AndroidScreen(PhoneScreen):
    """One phone, with what drives it: the device server, unless another control is given."""

    kind = "android"

    def __init__(
        self, device: AdbDevice, options: PhoneOptions | None = None, *, control: PhoneControl | None = None
    ) -> None:
        super().__init__()
        self._device = device
        self._options = options or PhoneOptions()
        self._control: PhoneControl = control or DeviceServer(device)
        self._apps = InstalledApps(device, self._options.app_names)
        self._keyboard = ""
        """The package of the on-screen keyboard."""
        self._messages: deque[str] = deque(maxlen=_KEPT_MESSAGES)
        self._awaited: AwaitedFocus | None = None
        """What the last tap should have brought about, as long as nothing was typed."""

    @property
    def serial(self) -> str:
        return self._device.serial

    @property
    def control(self) -> PhoneControl:
        """What reads the elements of the phone and touches it."""
        return self._control

    @property
    def way(self) -> str:
        """By what the phone is driven."""
        return self._control.way

    @property
    def has_server(self) -> bool:
        return isinstance(self._control, DeviceServer)

    async def open(self) -> Self:
        """Start what is needed on the phone, and wake it."""
        await self._control.start()
        density = _last_number(await self._device.read("wm", "density"), "wm density")
        self._glass = replace(self._glass, ratio=density / 160)
        chosen = await self._device.read("settings", "get", "secure", "default_input_method")
        self._keyboard = chosen.strip().partition("/")[0]
        await self._wake()
        await self._measure()
        return self

    # Screen, FastCapture, Inspectable, StillTree, Watchable, Clock, Surrounded

    async def capture(self) -> Shot:
        self._check_open()
        taken = await self._device.shell("screencap", "-p")  # what it warns of stands apart from the picture
        image = taken.out
        if image[:8] != _PNG:
            said = taken.err[:200].decode("utf-8", "replace").strip() or "it said nothing"
            raise ScreenError(f"the phone gave no picture: {said}", remedy="it may show something that it protects")
        return Shot(image, "image/png", self._glass.frame(Size(*struct.unpack(">II", image[16:24]))))

    async def capture_fast(self) -> Shot:
        self._check_open()
        from io import BytesIO

        from PIL import Image

        image = await self._control.picture(_FAST_QUALITY)
        kind = "image/png" if image[:8] == _PNG else "image/jpeg"
        with Image.open(BytesIO(image)) as opened:
            return Shot(image, kind, self._glass.frame(Size(*opened.size)))

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._control.stop()

    async def tree(self) -> Tree:
        self._check_open()
        await asyncio.gather(self._look(), self._hear_toast())
        return self._build()

    async def still_tree(self) -> Tree:
        tree, _ = await asyncio.gather(super().still_tree(), self._hear_toast())
        return tree

    async def _hear_toast(self) -> None:
        if toast := await self._control.last_toast():
            self.tell(f"a message was shown for a moment: {toast}")
            self._messages.append(toast)

    async def take_messages(self) -> Sequence[str]:
        self._check_open()
        await self._hear_toast()
        taken = [*self._messages]
        self._messages.clear()
        return taken

    async def now(self) -> datetime:
        return read_clock(await self._device.read("date", ASKED))

    @property
    def surroundings(self) -> dict[str, str]:
        display = f"{self._glass.size} at {self._glass.ratio:g}×"
        return {"phone": self.serial, "display": display, "driven by": self.way}

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        pixel = self._glass.pixel(at)
        awaited = awaited_focus(*self._latest, *pixel)
        await self._do(lambda: self._control.touch(pixel, count=count))
        self._awaited = awaited

    async def hold(self, at: Point, seconds: float) -> None:
        await self._do(lambda: self._control.hold(self._glass.pixel(at), seconds))

    async def drag(self, start: Point, end: Point) -> None:
        await self._do(lambda: self._control.drag(self._glass.pixel(start), self._glass.pixel(end)))

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        await self._do(lambda: self._control.swipe(self._glass.pixel(start), self._glass.pixel(end), seconds))

    async def pinch(self, at: Point, factor: float) -> None:
        await self._do(lambda: self._control.pinch(*self._glass.pinch(at, factor)))

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        await self._wait_for_focus()
        delay = delay or self._options.type_delay
        await type_parts(text, delay, lambda part: self._do(lambda: self._control.insert(part)))
        if self._options.hides_keyboard:
            await self.hide_keyboard()

    async def clear(self) -> None:
        await self._wait_for_focus()
        await self._do(self._control.clear)

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        self._awaited = None  # whatever else is done may move the focus
        return await super()._do(work)

    async def _wait_for_focus(self) -> None:
        """Wait until the field that was tapped has the focus; a tap that was lost is made once more."""
        awaited, self._awaited = self._awaited, None
        if awaited is None or await self._has_moved(awaited):
            return
        if place := awaited.place(self._latest[0]):
            await self._do(lambda: self._control.touch((round(place.x), round(place.y))))
            if await self._has_moved(awaited):
                return
        name = f'"{awaited.field.name}"' if awaited.field.name else "that was tapped"
        raise NotOperable(f"the field {name} does not get the focus", remedy="look whether something is in the way")

    async def _has_moved(self, awaited: AwaitedFocus) -> bool:
        for _ in range(round(_FOCUSED / _FOCUS_POLL)):
            await self._look()
            if awaited.has_come(*self._latest):
                return True
            await asyncio.sleep(_FOCUS_POLL)
        return False

    async def press(self, keys: str) -> None:
        code, meta = key_event(read_keys(keys))
        await self._do(lambda: self._control.press(code, meta))

    def _ways_to_hide_keyboard(self) -> Sequence[Callable[[], Awaitable[None]]]:
        codes = (BACK, ESCAPE) if self._options.back_hides else (ESCAPE, BACK)
        return [partial(self._control.press, code) for code in codes]

    # Navigator, BackButton, HomeButton, NotificationShade, Rotation, Launcher

    async def navigate(self, address: str) -> None:
        """Open a link in the app that takes it; an `intent:` says by itself what is to be started."""
        is_intent = address.startswith("intent:")
        words = (address,) if is_intent else ("-a", "android.intent.action.VIEW", "-d", address)
        await self._start(*words, what=address)

    async def back(self) -> None:
        await self._do(lambda: self._control.press(BACK))

    async def home(self) -> None:
        await self._do(lambda: self._control.press(HOME))

    async def recents(self) -> None:
        await self._do(lambda: self._control.press(RECENTS))

    async def notifications(self) -> None:
        await self._do(self._control.open_notifications)

    async def rotate(self, to: Literal["portrait", "landscape"]) -> None:
        if self._glass.is_upright != (to == "portrait"):
            quarters = 1 if self._glass.rotation % 2 == 0 else 0
            await self._do(lambda: self._control.turn(quarters))
            await self.settle()
            await self._measure()
            if self._glass.is_upright != (to == "portrait"):
                raise NotOperable(
                    f"the phone stays as it is held, and not {to}", remedy="the app in front may forbid it"
                )

    async def launch(self, app: str) -> None:
        if _LINK.match(app):
            await self.navigate(app)
        elif "/" in app:
            await self._start("-a", _MAIN, "-c", _LAUNCHER, "-n", app, what=app)
        elif package := await self._apps.find(app):
            activity = await self._apps.activity_of(package)
            said = await self._start("-a", _MAIN, "-c", _LAUNCHER, "-n", activity, what=app)
            if _RESUMED in said:
                self.tell(f"{app} was open already, and is where it was left")
        else:
            icons = LauncherIcons(self)
            package = await icons.open(app)
            if package is None:
                raise self._apps.unknown(app, icons.names)
            if package:
                self._apps.learn(app, package)

    async def terminate(self, app: str) -> None:
        package = await self._apps.find(app)
        if not package:
            raise self._apps.unknown(app)
        await self._do(lambda: self._device.read("am", "force-stop", package))

    # FileTransfer

    async def push_file(self, file: str, path: str) -> None:
        self._check_open()
        (found,) = find_uploads(self._options.uploads, [file])
        await self._device.push(found.read_bytes(), path + found.name if path.endswith("/") else path)

    async def pull_file(self, path: str) -> Path:
        self._check_open()
        if self._options.files is None:
            raise NotAllowed("there is no folder for files of the phone", remedy="set ASKONCE_RUNS to a folder")
        data = await self._device.pull(path)
        kept = free_path(self._options.files, safe_name(path))
        kept.write_bytes(data)
        return kept

    # Inside

    async def _start(self, *words: str, what: str) -> str:
        """Start an activity; what is said to that. `am` prints its errors and succeeds all the same."""
        result = await self._do(lambda: self._device.shell("am", "start", *words))
        said = (result.out + result.err).decode("utf-8", "replace")
        wrong = next((line for line in said.splitlines() if line.startswith("Error") or "Exception" in line), "")
        if wrong or result.code:
            raise NotOperable(f"{what} could not be opened: {wrong}", remedy="look whether an app is installed for it")
        return said

    async def _read(self) -> tuple[Hierarchy, str]:
        xml, focus = await asyncio.gather(self._control.hierarchy(), self._focus())
        hierarchy = read_hierarchy(xml, self._keyboard)
        if hierarchy.rotation != self._glass.rotation:
            await self._measure()
            self._glass = replace(self._glass, rotation=hierarchy.rotation)
        return hierarchy, focus

    async def _focus(self) -> str:
        """Where the phone is: the app, and the screen of it."""
        said = await self._device.read("dumpsys", "window", "displays")
        in_front = _FOCUS.search(said)
        self._is_system_in_front = in_front is None
        found = in_front or _APP.search(said)
        return f"android://device/{found[1]}/{found[2]}" if found else ""

    async def _wake(self) -> bool:
        return await wake(self._device, self._control)

    async def _measure(self) -> None:
        display, ratio = await self._control.display(), self._glass.ratio
        size = Size(round(display.width / ratio), round(display.height / ratio))
        self._glass = PhoneGlass(size, ratio, display.rotation)

    async def _slide(self, path: Sequence[Pixel]) -> None:
        await self._control.slide(path, _REST)


def _last_number(text: str, what: str) -> float:
    """The number that counts: an override stands behind the physical one."""
    found = re.findall(r"\d+", text)
    if not found:
        raise ScreenError(f"the phone answered {what} with {text.strip()!r}")
    return float(found[-1])
