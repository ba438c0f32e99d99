"""An Android phone or emulator as a screen. Screen units are Android's density-independent pixels."""

from __future__ import annotations

import asyncio
import re
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Literal, TypeVar

from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Frame, Point, Size
from askonce.screens.android.adb_client import AdbDevice
from askonce.screens.android.device_server import DeviceServer, Pixel
from askonce.screens.android.hierarchy import Hierarchy, build_tree, read_hierarchy
from askonce.screens.android.installed_apps import InstalledApps
from askonce.screens.android.key_codes import BACK, HOME, RECENTS, WAKE, key_event
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.keys import read_keys
from askonce.screens.polled_settle import Look, settle_by_looks
from askonce.screens.screen_protocol import Edge, Shot
from askonce.screens.ui_tree import Tree

T = TypeVar("T")

_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"

_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ ([^\s/}:]+)/([^\s}]+)[^}]*\}")
_APP = re.compile(r"mFocusedApp=.*?\s([\w.]+)/([\w.$]+)[\s}]")
"""The app in front, where a menu or a message of the system has the focus."""
_POLL = 0.1
_SLOP = 10
"""Units that a finger moves before it counts as sliding."""
_SLIDE_STEPS = 10
_REST = 0.15
"""Seconds that a finger rests before it is lifted, so that nothing is flung."""
_EDGE = 48.0
"""Units at the edges of the screen where a finger that slides is a gesture of the system."""
_MOST_SLIDES = 60
"""How often a list is pushed on until it is at its end."""
_FAST_QUALITY = 60
_PINCH = 120
"""Units between two fingers where they are apart."""


class AndroidScreen:
    """One phone, with its device server."""

    kind = "android"

    def __init__(self, device: AdbDevice) -> None:
        self._device = device
        self._server = DeviceServer(device)
        self._apps = InstalledApps(device)
        self._numbers = CarriedNumbers()
        self._ratio = 1.0
        self._size = Size(0, 0)
        self._rotation = 0
        self._keyboard = ""
        """The package of the on-screen keyboard."""
        self._end: Edge | None = None
        """Where what scrolls was pushed to, as long as nothing else was done; else nobody knows where it stands."""
        self._address = ""
        self._toast = ""
        self._is_closed = False

    @property
    def serial(self) -> str:
        return self._device.serial

    async def open(self) -> AndroidScreen:
        """Start what is needed on the phone."""
        await self._server.start()
        self._ratio = _last_number(await self._device.read("wm", "density"), "wm density") / 160
        chosen = await self._device.read("settings", "get", "secure", "default_input_method")
        self._keyboard = chosen.strip().partition("/")[0]
        info = await self._server.info()
        if not info.get("screenOn", True):
            await self._server.press(WAKE)
        await self._measure()
        return self

    # Screen, FastCapture, Inspectable, Watchable, Clock, Surrounded

    async def capture(self) -> Shot:
        self._check_open()
        taken = await self._device.shell("screencap", "-p")  # what it warns of stands apart from the picture
        image = taken.out
        if image[:8] != b"\x89PNG\r\n\x1a\n":
            said = taken.err[:200].decode("utf-8", "replace").strip() or "it said nothing"
            raise ScreenError(f"the phone gave no picture: {said}", remedy="it may show something that it protects")
        return Shot(image, "image/png", self._frame(Size(*struct.unpack(">II", image[16:24]))))

    async def capture_fast(self) -> Shot:
        self._check_open()
        from io import BytesIO

        from PIL import Image

        image = await self._server.picture(_FAST_QUALITY)
        with Image.open(BytesIO(image)) as opened:
            return Shot(image, "image/jpeg", self._frame(Size(*opened.size)))

    async def size(self) -> Size:
        self._check_open()
        return self._size

    async def settle(self) -> None:
        self._check_open()
        await settle_by_looks(self._look)

    def news(self) -> Sequence[str]:
        said, self._toast = self._toast, ""
        return [f"a message was shown for a moment: {said}"] if said else []

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._server.stop()

    async def tree(self) -> Tree:
        self._check_open()
        (hierarchy, address), toast = await asyncio.gather(self._read(), self._server.last_toast())
        self._toast = toast or self._toast
        if address != self._address:
            self._address, self._end = address, None
        tree = build_tree(hierarchy, self._numbers, self._size, self._ratio, address)
        if self._end is None or sum("scrolls" in node.states for node in tree) > 1:
            return tree  # which of them is at its end was not noted
        is_up, is_down = tree.scrolls_up and self._end != "top", tree.scrolls_down and self._end != "bottom"
        return replace(tree, scrolls_up=is_up, scrolls_down=is_down)

    async def wait_for_change(self, timeout: float) -> bool:
        self._check_open()
        loop = asyncio.get_running_loop()
        deadline, before = loop.time() + timeout, await self._look()
        while (left := deadline - loop.time()) > 0:
            await asyncio.sleep(min(_POLL, left))
            if await self._look() != before:
                return True
        return False

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
        return {"phone": self.serial, "display": f"{self._size} at {self._ratio:g}×"}

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self._do(lambda: self._server.touch(self._pixel(at), count=count))

    async def hold(self, at: Point, seconds: float) -> None:
        await self._do(lambda: self._server.hold(self._pixel(at), seconds))

    async def drag(self, start: Point, end: Point) -> None:
        await self._do(lambda: self._server.drag(self._pixel(start), self._pixel(end)))

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        await self._do(lambda: self._server.swipe(self._pixel(start), self._pixel(end), seconds))

    async def pinch(self, at: Point, factor: float) -> None:
        apart = _PINCH / 2
        begin, end = (apart / factor, apart) if factor > 1 else (apart, apart * factor)
        await self._do(lambda: self._server.pinch(self._fingers(at, begin), self._fingers(at, end)))

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        if delay <= 0:
            await self._do(lambda: self._server.insert(text))
            return
        for character in text:
            await self._do(lambda character=character: self._server.insert(character))
            await asyncio.sleep(delay)

    async def clear(self) -> None:
        await self._do(self._server.clear)

    async def press(self, keys: str) -> None:
        code, meta = key_event(read_keys(keys))
        await self._do(lambda: self._server.press(code, meta))

    # Scroller

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        await self._push(dx, dy, at)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        width, height = self._size.width * 0.6, self._size.height * 0.5
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
        await self._start("-a", "android.intent.action.VIEW", "-d", address, what=address)

    async def back(self) -> None:
        await self._do(lambda: self._server.press(BACK))

    async def home(self) -> None:
        await self._do(lambda: self._server.press(HOME))

    async def recents(self) -> None:
        await self._do(lambda: self._server.press(RECENTS))

    async def notifications(self) -> None:
        await self._do(self._server.open_notifications)

    async def rotate(self, to: Literal["portrait", "landscape"]) -> None:
        is_upright = self._size.height >= self._size.width
        if is_upright != (to == "portrait"):
            turned = "left" if self._rotation % 2 == 0 else "natural"
            await self._do(lambda: self._server.set_orientation(turned))
            await self.settle()
            await self._measure()
            if (self._size.height >= self._size.width) != (to == "portrait"):
                raise NotOperable(
                    f"the phone stays as it is held, and not {to}", remedy="the app in front may forbid it"
                )

    async def launch(self, app: str) -> None:
        if "://" in app:
            await self.navigate(app)
            return
        activity = await self._apps.activity_of(await self._apps.package_of(app)) if "/" not in app else app
        await self._start("-a", _MAIN, "-c", _LAUNCHER, "-n", activity, what=app)

    async def terminate(self, app: str) -> None:
        package = await self._apps.package_of(app)
        await self._do(lambda: self._device.read("am", "force-stop", package))

    # Inside

    def _check_open(self) -> None:
        if self._is_closed:
            raise ScreenClosed(f"the screen of {self.serial} is closed", remedy="open it again")

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        self._check_open()
        self._end = None
        return await work()

    async def _start(self, *words: str, what: str) -> None:
        """Start an activity. `am` prints its errors and succeeds all the same."""
        result = await self._do(lambda: self._device.shell("am", "start", *words))
        said = (result.out + result.err).decode("utf-8", "replace").splitlines()
        wrong = next((line for line in said if line.startswith("Error") or "Exception" in line), "")
        if wrong or result.code:
            raise NotOperable(f"{what} could not be opened: {wrong}", remedy="look whether an app is installed for it")

    async def _read(self) -> tuple[Hierarchy, str]:
        xml, focus = await asyncio.gather(self._server.hierarchy(), self._focus())
        hierarchy = read_hierarchy(xml, self._keyboard)
        if hierarchy.rotation != self._rotation:
            await self._measure()
            self._rotation = hierarchy.rotation
        return hierarchy, focus

    async def _focus(self) -> str:
        """Where the phone is: the app, and the screen of it."""
        said = await self._device.read("dumpsys", "window", "displays")
        found = _FOCUS.search(said) or _APP.search(said)
        return f"android://device/{found[1]}/{found[2]}" if found else ""

    async def _look(self) -> Look:
        """What is on the screen, by element, for comparing."""
        hierarchy, address = await self._read()
        seen: dict[Hashable, Hashable] = {"address": address}
        counts: Counter[Hashable] = Counter()
        for part in hierarchy.parts:
            counts[part.identity] += 1
            seen[part.identity, counts[part.identity]] = part.box, part.value, part.text, frozenset(part.states)
        return seen

    async def _measure(self) -> None:
        info = await self._server.info()
        self._size = Size(
            round(info["displayWidth"] / self._ratio),
            round(info["displayHeight"] / self._ratio),
        )
        self._rotation = int(info.get("displayRotation") or 0)

    async def _push(self, dx: float, dy: float, at: Point | None) -> None:
        """Slide by exactly so far: past the slop first, then the distance, in parts that fit on the screen."""
        start = at or Point(self._size.width / 2, self._size.height / 2)
        room = await self._room(at) if at else Box.of_size(self._size)
        most = Point(max(_SLOP, room.width * 0.6), max(_SLOP, room.height * 0.6))
        parts = max(1, -(-abs(dx) // most.x), -(-abs(dy) // most.y))
        for _ in range(int(parts)):
            await self._slide(room.center if at else start, dx / parts, dy / parts)

    async def _room(self, at: Point) -> Box:
        """The smallest part of the screen that scrolls what lies at a place."""
        tree = await self.tree()
        around = [node.box for node in tree if "scrolls" in node.states and node.box.contains(at)]
        return min(around, key=lambda box: box.area, default=Box.of_size(self._size))

    async def _slide(self, middle: Point, dx: float, dy: float) -> None:
        slop = Point(_SLOP * _sign(dx), _SLOP * _sign(dy))
        begin = self._inside(middle.offset((dx + slop.x) / 2, (dy + slop.y) / 2), _EDGE)
        path = [begin, begin.offset(-slop.x, -slop.y)]
        for step in range(1, _SLIDE_STEPS + 1):
            share = step / _SLIDE_STEPS
            path.append(begin.offset(-slop.x - dx * share, -slop.y - dy * share))
        await self._do(lambda: self._server.slide([self._pixel(at) for at in path], _REST))

    def _fingers(self, at: Point, away: float) -> tuple[Pixel, Pixel]:
        return self._pixel(self._inside(at.offset(0, -away))), self._pixel(self._inside(at.offset(0, away)))

    def _inside(self, at: Point, edge: float = 1.0) -> Point:
        width, height = self._size.width - edge, self._size.height - edge
        return Point(min(max(at.x, edge), width), min(max(at.y, edge), height))

    def _pixel(self, at: Point) -> Pixel:
        return round(at.x * self._ratio), round(at.y * self._ratio)

    def _frame(self, image: Size) -> Frame:
        return Frame(Box.of_size(self._size), image)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _last_number(text: str, what: str) -> float:
    """The number that counts: an override stands behind the physical one."""
    found = re.findall(r"\d+", text)
    if not found:
        raise ScreenError(f"the phone answered {what} with {text.strip()!r}")
    return float(found[-1])
