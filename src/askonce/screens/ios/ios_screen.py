"""An iPhone or iPad as a screen, through WebDriverAgent. Screen units are iOS's points."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, Self, cast
from urllib.parse import quote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from askonce.errors import NotOperable, ScreenError, ScreenUnavailable, TypingInDoubt
from askonce.geometry import Box, Point, Size
from askonce.lazy import dataclass
from askonce.screens.ios.ios_apps import IosApps
from askonce.screens.ios.system_widgets import back_button, dialog_in, wheels_at
from askonce.screens.ios.wda_client import WdaClient, WdaRefused
from askonce.screens.ios.xcui_elements import read_source
from askonce.screens.ios.xcui_keys import key_stroke
from askonce.screens.keys import read_keys
from askonce.screens.phones.field_focus import LastTap, last_tap, without_focus
from askonce.screens.phones.launcher_icons import LauncherIcons
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement
from askonce.screens.phones.phone_glass import PhoneGlass, Pixel
from askonce.screens.phones.phone_screen import PhoneScreen
from askonce.screens.phones.typed_parts import type_parts
from askonce.screens.screen_protocol import Dialog, Shot

_SPRINGBOARD = "com.apple.springboard"
_LINK = re.compile(r"[a-z][a-z\d+.-]*:\S")
_SOURCE = "/source?format=json&excluded_attributes=frame,nativeFrame,accessible,nativeAccessibilityElement"
_REST = 150
"""Milliseconds that a finger rests before it is lifted, so that nothing is flung."""
_SLIDE_STEP = 20
_DRAG_HOLD = 0.6
_PINCH = 400
_OPENING = 3.0
"""Seconds that a lock may take to go away."""
_FOCUSED = 1.0
"""Seconds that a field has to get the focus in."""
_POLL = 0.1
_HIDING_KEYS = ("Done", "Hide keyboard", "Dismiss keyboard", "Dismiss")
"""Keys that put the keyboard away and do nothing else: Return or Search may send what was typed."""
_PNG = b"\x89PNG\r\n\x1a\n"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_UNKNOWN = "unknown command"


@dataclass(frozen=True, slots=True)
class IosDriving:
    """How one phone is driven, where users may want it otherwise."""

    app_names: Mapping[str, str]
    hides_keyboard: bool = False
    type_delay: float = 0.0


class IosScreen(PhoneScreen):
    """One phone, driven by the WebDriverAgent that runs on it."""

    kind = "ios"

    def __init__(self, client: WdaClient, options: IosDriving | None = None) -> None:
        super().__init__()
        self._wda = client
        self._options = options or IosDriving({})
        self._apps = IosApps(self._options.app_names)
        self._facts: dict[str, Any] = {}
        self._app = "", ""
        """What the app in front calls itself, and its bundle identifier."""
        self._dialog: Dialog | None = None

    @property
    def serial(self) -> str:
        return str(self._facts.get("uuid") or self._wda.route.udid or self._wda.route.shown)

    async def identify(self) -> str:
        """Which phone this is, by whatever way it is reached, before anything is done there."""
        self._facts = await self._device_info()
        return self.serial

    async def open(self) -> Self:
        """Begin a session, and wake the phone."""
        status = await self._wda.start()
        self._facts = {"os": status.get("os") or {}, **(await self._device_info())}
        await self._wake()
        await self._measure()
        return self

    async def _device_info(self) -> dict[str, Any]:
        try:
            found = await self._wda.get("/wda/device/info", in_session=False)
        except WdaRefused:
            return {}  # older ones do not tell
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}

    async def _wake(self) -> bool:
        if not await self._wda.get("/wda/locked"):
            return False
        with suppress(WdaRefused):  # whether it is open is looked at
            await self._wda.post("/wda/unlock")
        for _ in range(round(_OPENING / _POLL)):
            if not await self._wda.get("/wda/locked"):
                return True
            await asyncio.sleep(_POLL)
        raise ScreenUnavailable(
            f"the phone {self.serial} is locked", remedy="unlock it by hand: no passcode is entered"
        )

    # Screen, Clock, Surrounded

    async def capture(self) -> Shot:
        self._check_open()
        try:
            image = base64.b64decode(str(await self._wda.get("/screenshot")), validate=False)
        except binascii.Error:
            image = b""
        if image[:8] != _PNG:
            raise ScreenError("the phone gave no picture", remedy="it may show something that it protects")
        return Shot(image, "image/png", self._glass.frame(Size(*struct.unpack(">II", image[16:24]))))

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._wda.stop()

    async def now(self) -> datetime:
        info = await self._device_info()
        told = self._wda.told_time or datetime.now(UTC)
        try:
            return told.astimezone(ZoneInfo(str(info.get("timeZone") or "UTC")))
        except (ZoneInfoNotFoundError, ValueError):
            return told.astimezone()

    @property
    def surroundings(self) -> dict[str, str]:
        system = cast("dict[str, Any]", self._facts.get("os") or {})
        told = f"{system.get('name', 'iOS')} {system.get('version', '')}".strip()
        return {
            "phone": str(self._facts.get("name") or self.serial),
            "display": str(self._glass.size),
            "system": told,
            "driven by": f"WebDriverAgent at {self._wda.route.shown}",
        }

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        tapped = last_tap(*self._latest, at)
        if count > 2:
            await self._do(lambda: self._fingers([_taps(at, count)]))
        else:
            place = _place(at)
            await self._do(lambda: self._tap_at(place) if count == 1 else self._wda.post("/wda/doubleTap", place))
        self._tapped = tapped

    async def _tap_at(self, place: dict[str, float]) -> None:
        try:
            await self._wda.post("/wda/tap", place)
        except WdaRefused as error:
            if error.reason != _UNKNOWN:
                raise
            await self._wda.post("/wda/tap/0", place)  # as it was called before 6.0

    async def hold(self, at: Point, seconds: float) -> None:
        body = {**_place(at), "duration": seconds}
        await self._do(lambda: self._wda.post("/wda/touchAndHold", body, lasts=seconds))

    async def drag(self, start: Point, end: Point) -> None:
        await self._do(lambda: self._drag(start, end, _DRAG_HOLD))

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        path = [_move(start, 0), _DOWN, _move(end, seconds * 1000), _UP]
        await self._do(lambda: self._fingers([path], lasts=seconds))

    async def pinch(self, at: Point, factor: float) -> None:
        starts, ends = self._glass.pinch(at, factor)
        paths = [
            [_move(Point(*start), 0), _DOWN, _move(Point(*end), _PINCH), _UP]
            for start, end in zip(starts, ends, strict=True)
        ]
        await self._do(lambda: self._fingers(paths))

    async def _slide(self, path: Sequence[Pixel]) -> None:
        first, *rest = (Point(*at) for at in path)
        moves = [_move(at, _SLIDE_STEP) for at in rest]
        await self._fingers([[_move(first, 0), _DOWN, *moves, {"type": "pause", "duration": _REST}, _UP]])

    async def _drag(self, start: Point, end: Point, hold: float) -> None:
        """By places on the glass and not in the app: what begins at an edge is a gesture of the system."""
        body = {"fromX": start.x, "fromY": start.y, "toX": end.x, "toY": end.y, "duration": hold}
        await self._wda.post("/wda/dragfromtoforduration", body, lasts=hold)

    async def _fingers(self, paths: Sequence[Sequence[Mapping[str, Any]]], *, lasts: float = 0.0) -> None:
        fingers = [
            {"type": "pointer", "id": f"finger{number}", "parameters": {"pointerType": "touch"}, "actions": path}
            for number, path in enumerate(paths, 1)
        ]
        await self._wda.post("/actions", {"actions": fingers}, lasts=lasts)

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        await self._wait_for_focus()
        delay = delay or self._options.type_delay
        await type_parts(text, delay, lambda part: self._do(lambda: self._type(part)))
        if self._options.hides_keyboard:
            await self.hide_keyboard()

    async def _type(self, text: str) -> None:
        try:
            await self._wda.post("/wda/keys", {"value": list(text)}, lasts=len(text) / 10, hides=text)
        except WdaRefused as error:
            if "keyboard" in error.message.casefold():  # without one it types nothing
                raise NotOperable(error.message, remedy="tap a field first, so that the keyboard is there") from None
            raise TypingInDoubt(error.message) from None

    async def clear(self) -> None:
        await self._wait_for_focus()
        await self._do(self._clear)

    async def _wait_for_focus(self) -> None:
        """Wait until the field that was tapped has the focus, or any where none was; a tap that was lost is made once
        more."""
        self._check_open()
        tapped = self._tapped
        if await self._has_focus(tapped):
            return
        field = tapped.field(*self._latest) if tapped else None
        keyboard = self._latest[0].keyboard
        if tapped and field and not (keyboard and keyboard.contains(field.box.center)):
            await self._do(partial(self._tap_at, _place(field.box.center)))
            if await self._has_focus(LastTap(tapped.at, tapped.address, field)):
                return
        raise without_focus(tapped.awaited if tapped else None)

    async def _has_focus(self, tapped: LastTap | None) -> bool:
        for _ in range(round(_FOCUSED / _POLL)):
            await self._look()
            hierarchy, address = self._latest
            active = await self._active_box()
            if active is None and hierarchy.keyboard:
                return True  # something is edited, and nobody tells what
            field = tapped.awaited if tapped and tapped.address == address else None
            same = [part for part in hierarchy.parts if field and part.identity == field.identity]
            if active and (field is None or any(active.contains(part.box.center) for part in same)):
                return True
            await asyncio.sleep(_POLL)
        return False

    async def _active_box(self) -> Box | None:
        """Where the field is that has the focus."""
        try:
            found = _element_of(await self._wda.get("/element/active"))
            rect = cast("dict[str, Any]", await self._wda.get(f"/element/{found}/rect"))
            return Box(*(float(rect[name]) for name in ("x", "y", "width", "height")))
        except (WdaRefused, KeyError, TypeError, ValueError):
            return None

    async def _clear(self) -> None:
        try:
            found = _element_of(await self._wda.get("/element/active"))
        except WdaRefused as error:
            raise NotOperable("no field has the focus", remedy="tap one first") from error
        await self._wda.post(f"/element/{found}/clear")

    async def press(self, keys: str) -> None:
        stroke = key_stroke(read_keys(keys))
        if stroke.typed:
            await self._do(lambda: self._type(stroke.typed))
            return
        body = {"keys": [{"key": stroke.key, "modifierFlags": stroke.flags}]}
        try:
            await self._do(lambda: self._wda.post("/wda/element/0/keyboardInput", body))
        except WdaRefused as error:
            raise NotOperable(
                f"{keys} cannot be pressed on this phone: {error.message}", remedy="use what the app itself offers"
            ) from None

    def _ways_to_hide_keyboard(self) -> Sequence[Callable[[], Awaitable[None]]]:
        return [self._press_hiding_key, self._pull_keyboard_down]

    async def _press_hiding_key(self) -> None:
        with suppress(WdaRefused):  # most keyboards of phones have no such key
            await self._wda.post("/wda/keyboard/dismiss", {"keyNames": list(_HIDING_KEYS)})

    async def _pull_keyboard_down(self) -> None:
        keyboard = self._latest[0].keyboard
        if keyboard:
            start = Point(keyboard.center.x, max(1.0, keyboard.top - 20))
            await self._drag(start, Point(start.x, self._glass.size.height - 5), 0.05)

    async def wda_request(self, method: str, endpoint: str, data: Any = None) -> Any:
        path = endpoint if endpoint.startswith("/") else f"/{endpoint}"
        answer: Any = None

        async def ask() -> None:
            nonlocal answer
            whole = path.replace("{sessionId}", self._wda.session)
            answer = await self._wda.ask(method, whole, data, in_session=False)

        await self._do(ask)
        return answer

    # Navigator, BackButton, HomeButton, NotificationShade, Rotation

    async def navigate(self, address: str) -> None:
        """Open a link in the app that takes it."""
        try:
            await self._do(lambda: self._wda.post("/url", {"url": address}))
        except WdaRefused as error:
            raise NotOperable(
                f"{address} could not be opened: {error.message}", remedy="look whether an app is installed for it"
            ) from None

    async def back(self) -> None:
        """Tap the back button of the navigation bar; without one, swipe in from the left edge."""
        await self._look()
        if button := back_button(self._latest[0]):
            await self.tap(button.box.center)
            return
        height, width = self._glass.size.height, self._glass.size.width
        await self._do(lambda: self._drag(Point(1, height / 2), Point(width * 0.8, height / 2), 0.05))

    async def home(self) -> None:
        await self._do(lambda: self._wda.post("/wda/pressButton", {"name": "home"}))

    async def recents(self) -> None:
        bottom, middle = self._glass.size.height, self._glass.size.width / 2
        await self._do(lambda: self._drag(Point(middle, bottom - 1), Point(middle, bottom / 2), 1.0))

    async def notifications(self) -> None:
        height, left = self._glass.size.height, self._glass.size.width * 0.2
        await self._do(lambda: self._drag(Point(left, 1), Point(left, height * 0.7), 0.05))

    async def rotate(self, to: Literal["portrait", "landscape"]) -> None:
        if self._glass.is_upright == (to == "portrait"):
            return
        with suppress(WdaRefused):  # how it is held is looked at
            await self._do(lambda: self._wda.post("/orientation", {"orientation": to.upper()}))
        await self.settle()
        await self._measure()
        if self._glass.is_upright != (to == "portrait"):
            raise NotOperable(f"the phone stays as it is held, and not {to}", remedy="the app in front may forbid it")

    # Launcher

    async def launch(self, app: str) -> None:
        if _LINK.match(app):
            await self.navigate(app)
            return
        for bundle in self._apps.candidates(app):
            if await self._start(bundle):
                return
        icons = LauncherIcons(self, has_pages=True)
        bundle = None if self._apps.is_bundle(app) else await icons.open(app)
        if bundle is None:
            raise self._apps.unknown(app, icons.names)
        self._apps.learn(app, bundle)

    async def _start(self, bundle: str) -> bool:
        """Start an app, or bring it to the front; False where there is none of that identifier."""
        try:
            await self._do(lambda: self._wda.post("/wda/apps/launch", {"bundleId": bundle}))
        except WdaRefused:
            return False
        return True

    async def terminate(self, app: str) -> None:
        found = self._apps.candidates(app)
        if not found:
            raise self._apps.unknown(app)
        for bundle in found:
            await self._do(lambda bundle=bundle: self._wda.post("/wda/apps/terminate", {"bundleId": bundle}))

    # Chooser

    async def choose(self, at: Point, options: Sequence[str]) -> None:
        """Turn the wheels of a picker, one for each option; or tap what opens a menu, and then the option in it."""
        await self._look()
        if own := wheels_at(self._latest[0], at):
            if len(own) < len(options):
                raise NotOperable(
                    f"{len(options)} options are given, and the picker has {len(own)} wheels",
                    remedy="give one for each",
                )
            for wheel, option in zip(own, options, strict=False):
                await self._turn_wheel(wheel, option)
            return
        (option, *more) = options
        if more:
            raise NotOperable("a menu takes one option", remedy="choose one")
        await self.tap(at)
        await self.settle()
        shown = [part for part in self._latest[0].parts if part.actionable and option in (part.name, part.value)]
        if len(shown) != 1:
            names = ", ".join(part.name for part in self._latest[0].parts if part.actionable and part.name)
            raise NotOperable(f"there is no option {option!r}", remedy=f"there are: {names[:300]}")
        await self.tap(shown[0].box.center)

    async def _turn_wheel(self, wheel: PhoneElement, option: str) -> None:
        query = {"using": "class name", "value": "XCUIElementTypePickerWheel"}
        for found in cast("list[Any]", await self._wda.post("/elements", query) or []):
            element = _element_of(found)
            rect = cast("dict[str, Any]", await self._wda.get(f"/element/{element}/rect"))
            if (rect.get("x"), rect.get("y")) == (wheel.box.left, wheel.box.top):
                try:
                    await self._do(partial(self._wda.post, f"/element/{element}/value", {"value": [option]}))
                except WdaRefused:
                    raise NotOperable(
                        f"the picker has no option {option!r}", remedy="look at what it offers: scroll its wheel"
                    ) from None
                return
        raise NotOperable("the picker is gone", remedy="look again")

    # Dialogs

    @property
    def dialog(self) -> Dialog | None:
        return self._dialog

    async def answer(self, accept: bool, text: str | None = None) -> None:
        if text is not None:
            await self._do(lambda: self._wda.post("/alert/text", {"value": [text]}, hides=text))
        await self._do(lambda: self._wda.post("/alert/accept" if accept else "/alert/dismiss"))
        self._dialog = None

    # Inside

    async def _read(self) -> tuple[Hierarchy, str]:
        found = await self._wda.get(_SOURCE)
        if not isinstance(found, dict):
            raise ScreenError("the phone told no elements", remedy="look again")
        source = read_source(cast("dict[str, Any]", found))
        if source.box.area and (source.box.width > source.box.height) == self._glass.is_upright:
            await self._measure()
        if not source.app or source.app != self._app[0]:
            info = await self._wda.get("/wda/activeAppInfo")
            self._app = source.app, str(cast("dict[str, Any]", info or {}).get("bundleId") or "")
        self._dialog = dialog_in(source.hierarchy)
        self._is_system_in_front = not source.app or self._app[1] in {"", _SPRINGBOARD}
        view = quote(source.view.replace("/", "-"), safe="")
        return source.hierarchy, f"ios://device/{self._app[1]}/{view}"

    async def _measure(self) -> None:
        size = cast("dict[str, Any]", await self._wda.get("/window/size"))
        self._glass = PhoneGlass(Size(round(float(size["width"])), round(float(size["height"]))))


_DOWN = {"type": "pointerDown", "button": 0}
_UP = {"type": "pointerUp", "button": 0}


def _place(at: Point) -> dict[str, float]:
    return {"x": at.x, "y": at.y}


def _move(at: Point, milliseconds: float) -> dict[str, Any]:
    return {"type": "pointerMove", "duration": round(milliseconds), "x": at.x, "y": at.y}


def _taps(at: Point, count: int) -> list[dict[str, Any]]:
    tap = [_DOWN, {"type": "pause", "duration": 40}, _UP, {"type": "pause", "duration": 60}]
    return [_move(at, 0), *(tap * count)]


def _element_of(found: Any) -> str:
    facts = cast("dict[str, Any]", found if isinstance(found, dict) else {})
    return str(facts.get(_ELEMENT) or facts.get("ELEMENT") or "")
