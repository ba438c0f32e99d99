"""An Android phone or emulator as a screen. Screen units are Android's density-independent pixels."""

from __future__ import annotations

import asyncio
import re
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Literal, Self, TypeVar

from askonce.errors import NotAllowed, NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Point, Size
from askonce.screens.android.adb_client import AdbDevice
from askonce.screens.android.device_server import DeviceServer
from askonce.screens.android.hierarchy import Hierarchy, build_tree, read_hierarchy
from askonce.screens.android.installed_apps import InstalledApps
from askonce.screens.android.key_codes import BACK, ESCAPE, HOME, RECENTS, key_event
from askonce.screens.android.keyguard import wake
from askonce.screens.android.launcher_icons import LauncherIcons
from askonce.screens.android.phone_control import PhoneControl
from askonce.screens.android.phone_glass import PhoneGlass
from askonce.screens.android.phone_options import PhoneOptions
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.host_files import find_uploads, free_path, safe_name
from askonce.screens.keys import read_keys
from askonce.screens.polled_settle import ADDRESS, Look, PolledSettle
from askonce.screens.screen_protocol import Edge, Shot
from askonce.screens.ui_tree import Tree

T = TypeVar("T")

_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"

_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ ([^\s/}:]+)/([^\s}]+)[^}]*\}")
_APP = re.compile(r"mFocusedApp=.*?\s([\w.]+)/([\w.$]+)[\s}]")
"""The app in front, where a menu or a message of the system has the focus."""
_LINK = re.compile(r"[a-z][a-z\d+.-]*:\S")
_POLL = 0.1
_REST = 0.15
"""Seconds that a finger rests before it is lifted, so that nothing is flung."""
_MOST_SLIDES = 60
"""How often a list is pushed on until it is at its end."""
_FAST_QUALITY = 60
_PNG = b"\x89PNG\r\n\x1a\n"


class AndroidScreen:
    """One phone, with what drives it: the device server, unless another control is given."""

    kind = "android"

    def __init__(
        self, device: AdbDevice, options: PhoneOptions | None = None, *, control: PhoneControl | None = None
    ) -> None:
        self._device = device
        self._options = options or PhoneOptions()
        self._control: PhoneControl = control or DeviceServer(device)
        self._apps = InstalledApps(device, self._options.app_names)
        self._numbers = CarriedNumbers()
        self._glass = PhoneGlass()
        self._settling = PolledSettle(self._look)
        self._latest = Hierarchy((), 0, None), ""
        """The elements and the address at the last look."""
        self._keyboard = ""
        """The package of the on-screen keyboard."""
        self._end: Edge | None = None
        """Where what scrolls was pushed to, as long as nothing else was done; else nobody knows where it stands."""
        self._address = ""
        self._told: list[str] = []
        self._is_closed = False

    @property
    def serial(self) -> str:
        return self._device.serial

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
        await wake(self._device, self._control)
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

    async def size(self) -> Size:
        self._check_open()
        return self._glass.size

    async def settle(self) -> None:
        self._check_open()
        await self._settling.settle()

    def news(self) -> Sequence[str]:
        told, self._told = self._told, []
        return told

    def tell(self, what: str) -> None:
        """Have something told with the next news."""
        self._told.append(what)

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._control.stop()

    async def tree(self) -> Tree:
        self._check_open()
        _, toast = await asyncio.gather(self._look(), self._control.last_toast())
        if toast:
            self.tell(f"a message was shown for a moment: {toast}")
        return self._build()

    async def still_tree(self) -> Tree:
        self._check_open()
        if self._settling.seen is None:
            await self._look()
        await self._settling.stand_still(is_due=_moves_keyboard(self._latest[0]))
        return self._build()

    def _build(self) -> Tree:
        hierarchy, address = self._latest
        if address != self._address:
            self._address, self._end = address, None
        tree = build_tree(hierarchy, self._numbers, self._glass.size, self._glass.ratio, address)
        if self._end is None or sum("scrolls" in node.states for node in tree) > 1:
            return tree  # which of them is at its end was not noted
        is_up, is_down = tree.scrolls_up and self._end != "top", tree.scrolls_down and self._end != "bottom"
        return replace(tree, scrolls_up=is_up, scrolls_down=is_down)

    async def wait_for_change(self, timeout: float) -> bool:
        self._check_open()
        loop = asyncio.get_running_loop()
        deadline, before = loop.time() + timeout, self._settling.seen or await self._look()
        while await self._look() == before:
            if (left := deadline - loop.time()) <= 0:
                return False
            await asyncio.sleep(min(_POLL, left))
        return True

    async def now(self) -> datetime:
        said = (await self._device.read("date", "+%s %z")).split()
        try:
            seconds, zone = int(said[0]), said[1]
            offset = timedelta(hours=int(zone[:3]), minutes=int(zone[0] + zone[3:5]))
        except (IndexError, ValueError) as error:
            raise ScreenError(f"the phone does not tell the time: {' '.join(said)!r}") from error
        return datetime.fromtimestamp(seconds, timezone(offset))

    @property
    def surroundings(self) -> dict[str, str]:
        display = f"{self._glass.size} at {self._glass.ratio:g}×"
        return {"phone": self.serial, "display": display, "driven by": self.way}

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self._do(lambda: self._control.touch(self._glass.pixel(at), count=count))

    async def hold(self, at: Point, seconds: float) -> None:
        await self._do(lambda: self._control.hold(self._glass.pixel(at), seconds))

    async def drag(self, start: Point, end: Point) -> None:
        await self._do(lambda: self._control.drag(self._glass.pixel(start), self._glass.pixel(end)))

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        await self._do(lambda: self._control.swipe(self._glass.pixel(start), self._glass.pixel(end), seconds))

    async def pinch(self, at: Point, factor: float) -> None:
        await self._do(lambda: self._control.pinch(*self._glass.pinch(at, factor)))

    # Keyboard, Uncovering

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        delay = delay or self._options.type_delay
        for part in text if delay > 0 else [text]:
            await self._do(lambda part=part: self._control.insert(part))
            await asyncio.sleep(delay)
        if self._options.hides_keyboard:
            await self.hide_keyboard()

    async def clear(self) -> None:
        await self._do(self._control.clear)

    async def press(self, keys: str) -> None:
        code, meta = key_event(read_keys(keys))
        await self._do(lambda: self._control.press(code, meta))

    async def uncover(self, number: int) -> bool:
        tree = await self.tree()
        node = tree.find(number)
        return node is not None and node.is_under_keyboard and await self.hide_keyboard()

    async def hide_keyboard(self) -> bool:
        """Put the on-screen keyboard away; False where it stays, or is not there."""
        for code in (BACK, ESCAPE) if self._options.back_hides else (ESCAPE, BACK):
            if not await self._has_keyboard():
                return False
            await self._do(lambda code=code: self._control.press(code))
            await self.settle()
            if not await self._has_keyboard():
                return True
        return False

    async def _has_keyboard(self) -> bool:
        hierarchy, _ = await self._read()
        return hierarchy.keyboard is not None

    # Scroller

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        await self._push(dx, dy, at)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        width, height = self._glass.size.width * 0.6, self._glass.size.height * 0.5
        dx, dy = {"top": (0, -height), "bottom": (0, height), "left": (-width, 0), "right": (width, 0)}[edge]
        before = await self._look()
        for _ in range(_MOST_SLIDES):
            await self._push(dx, dy, at)
            await self.settle()
            if (now := await self._look()) == before:
                self._end = edge
                return
            before = now

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
            await self._start("-a", _MAIN, "-c", _LAUNCHER, "-n", activity, what=app)
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

    def _check_open(self) -> None:
        if self._is_closed:
            raise ScreenClosed(f"the screen of {self.serial} is closed", remedy="open it again")

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        self._check_open()
        self._end = None
        self._settling.note_action()
        try:
            return await work()
        finally:
            self._settling.note_action()

    async def _start(self, *words: str, what: str) -> None:
        """Start an activity. `am` prints its errors and succeeds all the same."""
        result = await self._do(lambda: self._device.shell("am", "start", *words))
        said = (result.out + result.err).decode("utf-8", "replace").splitlines()
        wrong = next((line for line in said if line.startswith("Error") or "Exception" in line), "")
        if wrong or result.code:
            raise NotOperable(f"{what} could not be opened: {wrong}", remedy="look whether an app is installed for it")

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
        found = _FOCUS.search(said) or _APP.search(said)
        return f"android://device/{found[1]}/{found[2]}" if found else ""

    async def _look(self) -> Look:
        """What is on the screen, by element, for comparing."""
        hierarchy, address = self._latest = await self._read()
        seen: dict[Hashable, Hashable] = {ADDRESS: address, "keyboard": hierarchy.keyboard}
        counts: Counter[Hashable] = Counter()
        for part in hierarchy.parts:
            counts[part.identity] += 1
            seen[part.identity, counts[part.identity]] = part.box, part.value, part.text, frozenset(part.states)
        self._settling.note_look(seen)
        return seen

    async def _measure(self) -> None:
        display, ratio = await self._control.display(), self._glass.ratio
        size = Size(round(display.width / ratio), round(display.height / ratio))
        self._glass = PhoneGlass(size, ratio, display.rotation)

    async def _push(self, dx: float, dy: float, at: Point | None) -> None:
        """Slide by exactly so far, in parts that fit on the screen."""
        room = await self._room(at)
        for path in self._glass.slides(dx, dy, room):
            await self._do(lambda path=path: self._control.slide(path, _REST))

    async def _room(self, at: Point | None) -> Box:
        """Where a finger slides: the smallest part that scrolls what lies at a place; without one, the largest part.

        Not over the keyboard, which takes what slides there for itself.
        """
        hierarchy, _ = await self._read()
        ratio = self._glass.ratio
        parts = [part.box for part in hierarchy.parts if "scrolls" in part.states]
        boxes = [Box.of_edges(*(edge / ratio for edge in box.edges)) for box in parts]
        around = [box for box in boxes if at is None or box.contains(at)]
        room = (max if at is None else min)(around, key=lambda box: box.area, default=self._glass.box)
        edge = hierarchy.keyboard.top / ratio if hierarchy.keyboard else room.bottom
        return room if not room.top < edge < room.bottom else Box.of_edges(room.left, room.top, room.right, edge)


def _moves_keyboard(hierarchy: Hierarchy) -> bool:
    """Whether the keyboard is about to come or to go: it stands there for a field that is being edited."""
    is_editing = any(part.role == "textbox" and "focused" in part.states for part in hierarchy.parts)
    return is_editing != (hierarchy.keyboard is not None)


def _last_number(text: str, what: str) -> float:
    """The number that counts: an override stands behind the physical one."""
    found = re.findall(r"\d+", text)
    if not found:
        raise ScreenError(f"the phone answered {what} with {text.strip()!r}")
    return float(found[-1])
