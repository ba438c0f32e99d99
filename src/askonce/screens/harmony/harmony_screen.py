"""A HarmonyOS phone as a screen, over hdc. A screen unit is the 360th part of its shorter side."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Self
from urllib.parse import quote

from askonce.errors import NotAllowed, NotOperable, ScreenError, ScreenUnavailable
from askonce.geometry import Box, Point, Size
from askonce.screens.harmony.arkui_elements import read_layout
from askonce.screens.harmony.harmony_apps import HarmonyApps
from askonce.screens.harmony.harmony_keys import BACK, BACKSPACE, ESCAPE, HOME, RECENTS, SELECT_ALL, key_codes
from askonce.screens.harmony.hdc_client import HdcPhone
from askonce.screens.host_files import find_uploads, free_path, safe_name
from askonce.screens.keys import read_keys
from askonce.screens.phones.field_focus import LastTap, focused_field, last_tap, shown_name, without_focus
from askonce.screens.phones.launcher_icons import LauncherIcons
from askonce.screens.phones.phone_clock import ASKED, read_clock
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement
from askonce.screens.phones.phone_glass import PhoneGlass, Pixel
from askonce.screens.phones.phone_options import PhoneOptions
from askonce.screens.phones.phone_screen import PhoneScreen
from askonce.screens.phones.typed_parts import type_parts
from askonce.screens.screen_protocol import Shot

_UNITS = 360
_LAYOUT, _PICTURE = "/data/local/tmp/askonce_layout.json", "/data/local/tmp/askonce_screen.jpeg"
_LINK = re.compile(r"[a-z][a-z\d+.-]*:\S")
_REFUSED = re.compile(r"Invalid parameters|Missing parameter|Too many parameters|coordinate values are correct|error:")
_LOCKED = re.compile(r"screenLocked\s+true", re.IGNORECASE)
_SLOW, _LEAST, _MOST_SPEED = 600, 200, 40_000
"""Pixels a second: a finger that is slow flings nothing; and what the phone takes."""
_OPENING = 3.0
_FOCUSED = 1.0
"""Seconds that a field has to get the focus in."""
_POLL = 0.1
_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"


class HarmonyScreen(PhoneScreen):
    """One phone, driven by the commands that hdc runs on it."""

    kind = "harmony"

    def __init__(self, phone: HdcPhone, options: PhoneOptions | None = None) -> None:
        super().__init__()
        self._phone = phone
        self._options = options or PhoneOptions()
        self._apps = HarmonyApps(phone, self._options.app_names)

    @property
    def serial(self) -> str:
        return self._phone.target

    async def open(self) -> Self:
        """Look whether the phone answers, and wake it."""
        await self._wake()
        await self._look()
        return self

    async def _wake(self) -> bool:
        was_off = "POWER_STATUS_OFF" in await self._phone.shell("hidumper", "-s", "RenderService", "-a", "screen")
        if was_off:
            await self._phone.shell("power-shell", "wakeup")
        if not await self._is_locked():
            return was_off
        await self._read()
        await self._swipe_up()
        for _ in range(round(_OPENING / _POLL)):
            if not await self._is_locked():
                return True
            await asyncio.sleep(_POLL)
        raise ScreenUnavailable(f"the phone {self.serial} is locked", remedy="unlock it by hand: no PIN is entered")

    async def _is_locked(self) -> bool:
        return _LOCKED.search(await self._phone.shell("hidumper", "-s", "ScreenlockService", "-a", "-all")) is not None

    async def _swipe_up(self) -> None:
        size = self._glass.size
        start, end = Point(size.width / 2, size.height * 0.8), Point(size.width / 2, size.height * 0.2)
        await self._input("swipe", *self._glass.pixel(start), *self._glass.pixel(end), 4000)

    # Screen, Clock, Surrounded

    async def capture(self) -> Shot:
        self._check_open()
        from PIL import Image

        said = await self._phone.shell("snapshot_display", "-f", _PICTURE)
        if "success" not in said.lower():
            raise ScreenError(
                f"the phone gave no picture: {said.strip()[:200]}", remedy="it may show something that it protects"
            )
        image = await self._phone.read(_PICTURE)
        if not image.startswith((_JPEG, _PNG)):
            raise ScreenError("the phone gave no picture", remedy="look again")
        with Image.open(BytesIO(image)) as opened:
            size = Size(*opened.size)
        return Shot(image, "image/png" if image.startswith(_PNG) else "image/jpeg", self._glass.frame(size))

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            with suppress(ScreenError):  # what was looked at does not stay on the phone, if that is still there
                await self._phone.shell("rm", "-f", _LAYOUT, _PICTURE)

    async def now(self) -> datetime:
        return read_clock(await self._phone.shell("date", ASKED))

    @property
    def surroundings(self) -> dict[str, str]:
        display = f"{self._glass.size} at {self._glass.ratio:g}×"
        return {"phone": self.serial, "display": display, "driven by": "hdc"}

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        place = self._glass.pixel(at)
        tapped = last_tap(*self._latest, Point(*place))
        for _ in range(1 if count == 2 else count):
            await self._do(partial(self._input, "doubleClick" if count == 2 else "click", *place))
        self._tapped = tapped

    async def hold(self, at: Point, seconds: float) -> None:
        """A long press. hdc takes no time for it: the phone decides how long it is, whatever the seconds."""
        await self._do(partial(self._input, "longClick", *self._glass.pixel(at)))

    async def drag(self, start: Point, end: Point) -> None:
        places = (*self._glass.pixel(start), *self._glass.pixel(end))
        await self._do(partial(self._input, "drag", *places, _SLOW))

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        begin, goal = self._glass.pixel(start), self._glass.pixel(end)
        way = ((begin[0] - goal[0]) ** 2 + (begin[1] - goal[1]) ** 2) ** 0.5
        speed = min(max(_LEAST, round(way / max(0.01, seconds))), _MOST_SPEED)
        await self._do(partial(self._input, "swipe", *begin, *goal, speed))

    async def pinch(self, at: Point, factor: float) -> None:
        raise NotOperable("two fingers cannot be used over hdc", remedy="use what the app offers to zoom")

    async def _slide(self, path: Sequence[Pixel]) -> None:
        await self._input("swipe", *path[0], *path[-1], _SLOW)

    async def _input(self, what: str, *words: int | str, hides: bool = False) -> None:
        said = await self._phone.shell("uitest", "uiInput", what, *map(str, words), hides=hides)
        if found := _REFUSED.search(said):
            raise ScreenError(f"the phone refused {what}: {found[0]}", remedy="unlock it, and look what is in the way")

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        self._check_open()
        place = self._place_in(await self._edited())
        delay = delay or self._options.type_delay
        await type_parts(
            text, delay, lambda part: self._do(partial(self._input, "inputText", *place, part, hides=True))
        )
        if self._options.hides_keyboard:
            await self.hide_keyboard()

    async def clear(self) -> None:
        self._check_open()
        await self._edited()
        tapped = self._tapped
        await self._do(partial(self._input, "keyEvent", *SELECT_ALL))
        await self._do(partial(self._input, "keyEvent", BACKSPACE))
        self._tapped = tapped  # the same field is edited

    async def _edited(self) -> PhoneElement:
        """The field that has the focus. Where that is not the one that was tapped last, the tap was lost, and is made
        once more."""
        tapped = self._tapped
        if focused := await self._focused(tapped):
            return focused
        field = tapped.field(*self._latest) if tapped else None
        if tapped is None or field is None:
            raise without_focus(tapped.awaited if tapped else None)
        tapped = LastTap(tapped.at, tapped.address, field)
        await self._do(partial(self._input, "click", *self._place_in(field)))
        self._tapped = tapped
        if focused := await self._focused(tapped):
            return focused
        hierarchy, address = self._latest
        same = tapped.field(hierarchy, address)
        if same is None or hierarchy.keyboard is None or focused_field(hierarchy):
            raise without_focus(field)
        return same  # something is edited, and nobody tells what

    async def _focused(self, tapped: LastTap | None) -> PhoneElement | None:
        """Wait until a field has the focus: the one that was tapped, where one was."""
        for _ in range(round(_FOCUSED / _POLL)):
            await self._look()
            hierarchy, address = self._latest
            focused = focused_field(hierarchy)
            if focused and (tapped is None or tapped.is_met_by(focused, address)):
                return focused
            await asyncio.sleep(_POLL)
        return None

    def _place_in(self, field: PhoneElement) -> Pixel:
        """Where a field can be touched."""
        hierarchy, _ = self._latest
        dialogs = [part for part in hierarchy.parts if part.role == "dialog"]
        box, keyboard = field.box, hierarchy.keyboard
        if keyboard and keyboard.top < box.bottom:
            box = Box.of_edges(box.left, box.top, box.right, max(box.top, keyboard.top))
        if not box.area or (dialogs and not any(field.is_in(dialog) for dialog in dialogs)):
            raise NotOperable(
                f"the field {shown_name(field)} is covered", remedy="answer the dialog, or put the keyboard away"
            )
        return round(box.center.x), round(box.center.y)

    async def press(self, keys: str) -> None:
        await self._do(partial(self._input, "keyEvent", *key_codes(read_keys(keys))))

    def _ways_to_hide_keyboard(self) -> Sequence[Callable[[], Awaitable[None]]]:
        keys = (BACK, ESCAPE) if self._options.back_hides else (ESCAPE, BACK)
        return [partial(self._input, "keyEvent", key) for key in keys]

    # Navigator, BackButton, HomeButton, NotificationShade, Launcher

    async def navigate(self, address: str) -> None:
        """Open a link in the app that takes it."""
        await self._start("-U", address, what=address)

    async def back(self) -> None:
        await self._do(partial(self._input, "keyEvent", BACK))

    async def home(self) -> None:
        await self._do(partial(self._input, "keyEvent", HOME))

    async def recents(self) -> None:
        await self._do(partial(self._input, "keyEvent", RECENTS))

    async def notifications(self) -> None:
        size = self._glass.size
        start, end = Point(size.width * 0.2, 1), Point(size.width * 0.2, size.height * 0.7)
        await self.swipe(start, end, 0.3)

    async def launch(self, app: str) -> None:
        if _LINK.match(app):
            await self.navigate(app)
        elif "/" in app:
            bundle, _, ability = app.partition("/")
            await self._start("-a", ability, "-b", bundle, what=app)
        elif bundle := await self._apps.find(app):
            ability, module = await self._apps.ability_of(bundle)
            await self._start("-a", ability, "-b", bundle, *(("-m", module) if module else ()), what=app)
        else:
            icons = LauncherIcons(self, has_pages=True)
            found = await icons.open(app)
            if found is None:
                raise self._apps.unknown(app, icons.names)
            self._apps.learn(app, found)

    async def terminate(self, app: str) -> None:
        bundle = await self._apps.find(app.partition("/")[0])
        if not bundle:
            raise self._apps.unknown(app)
        await self._do(lambda: self._phone.shell("aa", "force-stop", bundle))

    async def _start(self, *words: str, what: str) -> None:
        said = await self._do(lambda: self._phone.shell("aa", "start", *words))
        if "error" in said.lower():
            raise NotOperable(
                f"{what} could not be opened: {said.strip()[:200]}", remedy="look whether an app is installed for it"
            )

    # FileTransfer

    async def push_file(self, file: str, path: str) -> None:
        self._check_open()
        (found,) = find_uploads(self._options.uploads, [file])
        await self._phone.push(found, path + found.name if path.endswith("/") else path)

    async def pull_file(self, path: str) -> Path:
        self._check_open()
        if self._options.files is None:
            raise NotAllowed("there is no folder for files of the phone", remedy="set ASKONCE_RUNS to a folder")
        data = await self._phone.read(path)
        kept = free_path(self._options.files, safe_name(path))
        kept.write_bytes(data)
        return kept

    # Inside

    async def _read(self) -> tuple[Hierarchy, str]:
        said = await self._phone.shell("uitest", "dumpLayout", "-p", _LAYOUT)
        if "saved" not in said.lower():
            raise ScreenError(
                f"the phone did not tell its elements: {said.strip()[:200]}", remedy="unlock it, and look again"
            )
        layout = read_layout(await self._phone.read(_LAYOUT))
        self._measure(layout.box)
        self._is_system_in_front = layout.is_of_system
        return layout.hierarchy, f"harmony://device/{layout.bundle}/{quote(layout.page.replace('/', '.'), safe='')}"

    def _measure(self, box: Box) -> None:
        if box.area:
            ratio = min(box.width, box.height) / _UNITS
            self._glass = PhoneGlass(Size(round(box.width / ratio), round(box.height / ratio)), ratio)
