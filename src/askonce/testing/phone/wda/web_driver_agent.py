"""WebDriverAgent as it runs on an iPhone, for the sample phone: what its addresses do."""

from __future__ import annotations

import asyncio
import base64
import re
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from askonce.testing.phone.handset import Handset
from askonce.testing.phone.stroke_path import straight
from askonce.testing.phone.system_windows import LAUNCHER
from askonce.testing.phone.touch_screen import SCALE, TouchScreen
from askonce.testing.phone.wda.xcui_tree import Xcui, all_elements, as_xml, xcui_tree

_SPRINGBOARD = "com.apple.springboard"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_EDGE = 3
"""How near to the edge of the glass a gesture of the system begins."""
_SWITCHER = 0.5
"""Seconds that a finger rests at the lower edge for the apps that were used last."""
_STROKE = 0.3
_KEYS = {"\n": "Enter", "\b": "Backspace", "\t": "Tab", " ": "Space"}
_XCUI_KEYS = {
    "UpArrow": "ArrowUp", "DownArrow": "ArrowDown", "LeftArrow": "ArrowLeft", "RightArrow": "ArrowRight",
    "ForwardDelete": "Delete", "Delete": "Backspace", "Return": "Enter",
}  # fmt: skip
_MODIFIERS = {1 << 1: "Shift", 1 << 2: "Control", 1 << 3: "Alt", 1 << 4: "Control"}
_PREDICATE = re.compile(r"(\w+) (==|CONTAINS) ['\"](.*?)['\"]")
_CHAIN = re.compile(r"\*\*/XCUIElementType(\w+)(?:\[`(.*)`\])?")

Handler = Callable[[dict[str, Any]], Awaitable[Any]]


class Refusal(Exception):
    """What WebDriverAgent says against a request: a status, a word for it, a sentence."""

    def __init__(self, status: int, word: str, message: str) -> None:
        super().__init__(message)
        self.status, self.word, self.message = status, word, message


class WebDriverAgent:
    """Answers what a driver asks of an iPhone. All places are in points."""

    def __init__(self, phone: Handset, screen: TouchScreen, device: str) -> None:
        self._phone, self._screen, self._device = phone, screen, device
        self.session = ""
        self._found: dict[str, Xcui] = {}
        self._settings: dict[str, Any] = {}
        self._routes: dict[tuple[str, str], Handler] = {
            ("GET", "/status"): self._status, ("GET", "/source"): self._source, ("GET", "/screenshot"): self._picture,
            ("GET", "/window/size"): self._size, ("GET", "/window/rect"): self._size,
            ("GET", "/wda/screen"): self._glass,
            ("GET", "/orientation"): self._orientation, ("POST", "/orientation"): self._turn,
            ("GET", "/wda/activeAppInfo"): self._app, ("GET", "/wda/locked"): self._locked,
            ("POST", "/wda/lock"): self._lock, ("POST", "/wda/unlock"): self._unlock,
            ("GET", "/wda/device/info"): self._info, ("GET", "/wda/healthcheck"): self._nothing,
            ("GET", "/appium/settings"): self._set, ("POST", "/appium/settings"): self._set,
            ("POST", "/timeouts"): self._nothing, ("POST", "/wda/keyboard/dismiss"): self._hide_keyboard,
            ("POST", "/wda/tap"): self._tap, ("POST", "/wda/doubleTap"): self._tap_twice,
            ("POST", "/wda/touchAndHold"): self._hold, ("POST", "/wda/dragfromtoforduration"): self._drag,
            ("POST", "/actions"): self._act, ("POST", "/wda/keys"): self._type,
            ("POST", "/wda/element/0/keyboardInput"): self._press, ("POST", "/wda/homescreen"): self._home,
            ("POST", "/wda/pressButton"): self._home, ("POST", "/wda/apps/launch"): self._launch,
            ("POST", "/wda/apps/activate"): self._launch, ("POST", "/wda/apps/terminate"): self._terminate,
            ("POST", "/wda/apps/state"): self._state, ("POST", "/url"): self._open,
            ("GET", "/alert/text"): self._alert_text, ("POST", "/alert/text"): self._enter,
            ("POST", "/alert/accept"): self._accept, ("POST", "/alert/dismiss"): self._dismiss,
            ("GET", "/wda/alert/buttons"): self._alert_buttons, ("GET", "/element/active"): self._active,
            ("POST", "/element"): self._find_one, ("POST", "/elements"): self._find,
        }  # fmt: skip

    async def answer(self, method: str, path: str, query: dict[str, str], body: dict[str, Any]) -> Any:
        """What a request is answered with; a `Refusal` otherwise."""
        if (method, path) == ("POST", "/session"):
            return await self._begin(body)
        if path.startswith("/session/"):
            session, _, rest = path.removeprefix("/session/").partition("/")
            if session != self.session:
                raise Refusal(404, "invalid session id", "Session does not exist")
            if not rest:
                return self._end() if method == "DELETE" else self._told_session()
            path = f"/{rest}"
        if handler := self._routes.get((method, path)):
            try:
                return await handler({**query, **body})
            except (KeyError, TypeError, ValueError) as error:
                raise Refusal(400, "invalid argument", f"{path} does not take {body}: {error}") from error
        if found := re.fullmatch(r"(?:/wda)?/element/([^/]+)/(.+)", path):
            return await self._element(method, self._found.get(found[1]), found[2], body)
        raise Refusal(404, "unknown command", f"Unhandled endpoint: {path} with parameters {body}")

    # Sessions

    async def _begin(self, body: dict[str, Any]) -> Any:
        asked = cast("dict[str, Any]", body.get("capabilities", {}).get("alwaysMatch") or {})
        self.session = str(uuid.uuid4()).upper()
        if bundle := asked.get("bundleId"):
            await self._launch({"bundleId": bundle})
        return self._told_session()

    def _told_session(self) -> dict[str, Any]:
        facts = {"device": "iphone", "sdkVersion": "17.5", "browserName": " ", "CFBundleIdentifier": self._bundle}
        return {"sessionId": self.session, "capabilities": facts}

    def _end(self) -> None:
        self.session = ""

    async def _status(self, _: Any) -> dict[str, Any]:
        return {
            "ready": True,
            "message": "WebDriverAgent is ready to accept commands",
            "state": "success",
            "os": {"name": "iOS", "version": "17.5", "sdkVersion": "17.5"},
            "ios": {"ip": "127.0.0.1"},
            "build": {"productBundleIdentifier": "com.facebook.WebDriverAgentRunner", "version": "9.0.0"},
            "device": "iphone",
        }

    async def _set(self, given: dict[str, Any]) -> dict[str, Any]:
        self._settings |= given.get("settings") or {}
        return self._settings

    async def _nothing(self, _: Any) -> None:
        return None

    # Looking

    @property
    def _bundle(self) -> str:
        return _SPRINGBOARD if self._package == LAUNCHER else self._phone.package

    @property
    def _package(self) -> str:
        """What is in front: a phone that is locked shows the screen of the system."""
        return LAUNCHER if self._phone.locked else self._phone.package

    async def _tree(self) -> Xcui:
        xml = await self._screen.hierarchy(names=_told_windows(self._phone), is_scroll_told=True)
        app, size = self._phone.apps[self._package].name, self._phone.size
        return xcui_tree(xml, " " if self._package == LAUNCHER else app, size.width, size.height, SCALE)

    async def _source(self, query: dict[str, Any]) -> Any:
        tree = await self._tree()
        return tree if query.get("format") == "json" else as_xml(tree)

    async def _picture(self, _: Any) -> str:
        return base64.b64encode(await self._screen.picture()).decode()

    async def _size(self, _: Any) -> dict[str, Any]:
        return {"x": 0, "y": 0, "width": self._phone.size.width, "height": self._phone.size.height}

    async def _glass(self, _: Any) -> dict[str, Any]:
        size = {"width": self._phone.size.width, "height": self._phone.size.height}
        return {"screenSize": size, "statusBarSize": {"width": size["width"], "height": 0}, "scale": SCALE}

    async def _app(self, _: Any) -> dict[str, Any]:
        return {"pid": 1, "bundleId": self._bundle, "name": "", "processArguments": {"env": {}, "args": []}}

    async def _info(self, _: Any) -> dict[str, Any]:
        zone = str(self._phone.clock.tzinfo)
        facts = {"name": "Askonce Sample", "model": "iPhone", "uuid": self._device, "isSimulator": False}
        return {"currentLocale": "en_US", "timeZone": zone, **facts}

    # Fingers

    async def _tap(self, given: dict[str, Any]) -> None:
        await self._screen.tap(*_pixels(given["x"], given["y"]))

    async def _tap_twice(self, given: dict[str, Any]) -> None:
        await self._tap(given)
        await self._tap(given)

    async def _hold(self, given: dict[str, Any]) -> None:
        await self._screen.stroke([_pixels(given["x"], given["y"])], float(given["duration"]))

    async def _drag(self, given: dict[str, Any]) -> None:
        start, hold = (float(given["fromX"]), float(given["fromY"])), float(given.get("duration") or 0)
        if gesture := self._system_gesture(*start, hold):
            gesture()
            await self._screen.refresh()
            return
        path = straight(_pixels(*start), _pixels(given["toX"], given["toY"]))
        await self._screen.stroke(path, _STROKE, hold=hold)

    def _system_gesture(self, x: float, y: float, hold: float) -> Callable[[], None] | None:
        """What a finger does that comes in from an edge."""
        if x <= _EDGE:
            return self._phone.go_back
        if y <= _EDGE:
            return self._phone.show_shade
        if y >= self._phone.size.height - _EDGE:
            return self._phone.show_recents if hold >= _SWITCHER else self._phone.go_home
        return None

    async def _act(self, given: dict[str, Any]) -> None:
        """The moves of several fingers, step by step."""
        paths = [cast("list[dict[str, Any]]", finger["actions"]) for finger in given["actions"]]
        places = [(0.0, 0.0)] * len(paths)
        down: set[int] = set()
        for step in range(max(map(len, paths))):
            lasts = 0.0
            for finger, path in enumerate(paths):
                if step >= len(path):
                    continue
                move = path[step]
                lasts = max(lasts, float(move.get("duration") or 0) / 1000)
                await self._move(finger, move, places, down)
            await asyncio.sleep(lasts)

    async def _move(self, finger: int, move: dict[str, Any], places: list[tuple[float, float]], down: set[int]) -> None:
        match move["type"]:
            case "pointerMove":
                to = _pixels(move["x"], move["y"])
                for at in straight(places[finger], to)[1:] if finger in down else ():
                    await self._screen.move(*at, finger)
                places[finger] = to
            case "pointerDown":
                down.add(finger)
                await self._screen.down(*places[finger], finger)
            case "pointerUp":
                down.discard(finger)
                await self._screen.up(*places[finger], finger)
            case _:
                pass

    # Keys

    async def _type(self, given: dict[str, Any]) -> None:
        for part in re.split(r"([\n\b\t])", "".join(given["value"])):
            if part in _KEYS and (part != " " or not self._phone.keyboard_shown):
                await self._screen.press(_KEYS[part])
            elif part:
                await self._screen.type(part)

    async def _press(self, given: dict[str, Any]) -> None:
        for stroke in given["keys"]:
            key = stroke if isinstance(stroke, str) else str(stroke["key"])
            flags = 0 if isinstance(stroke, str) else int(stroke.get("modifierFlags") or 0)
            name = key.removeprefix("XCUIKeyboardKey")
            held = [modifier for bit, modifier in _MODIFIERS.items() if flags & bit]
            await self._screen.press("+".join([*held, _XCUI_KEYS.get(name, name)]))

    async def _hide_keyboard(self, _: Any) -> None:
        self._phone.keyboard_shown = False
        await self._screen.refresh()

    # The phone

    async def _home(self, given: dict[str, Any]) -> None:
        self._phone.go_home()
        await self._screen.refresh()

    async def _locked(self, _: Any) -> bool:
        return self._phone.locked or not self._phone.awake

    async def _lock(self, _: Any) -> None:
        self._phone.sleep()

    async def _unlock(self, _: Any) -> None:
        self._phone.wake()
        self._phone.unlock()

    async def _orientation(self, _: Any) -> str:
        return "PORTRAIT" if self._phone.rotation % 2 == 0 else "LANDSCAPE"

    async def _turn(self, given: dict[str, Any]) -> None:
        self._phone.rotation = 0 if given["orientation"] == "PORTRAIT" else 1
        await self._screen.refresh()

    async def _launch(self, given: dict[str, Any]) -> None:
        bundle = given["bundleId"]
        package = LAUNCHER if bundle == _SPRINGBOARD else bundle
        if package not in self._phone.apps:
            raise Refusal(500, "unknown error", f"Unable to launch {bundle}: it is not installed")
        self._phone.launch(package)
        await self._screen.refresh()

    async def _terminate(self, given: dict[str, Any]) -> bool:
        was_running = any(task.app.package == given["bundleId"] for task in self._phone.running)
        self._phone.stop(given["bundleId"])
        await self._screen.refresh()
        return was_running

    async def _state(self, given: dict[str, Any]) -> int:
        is_running = any(task.app.package == given["bundleId"] for task in self._phone.running)
        return 4 if self._bundle == given["bundleId"] else 3 if is_running else 1

    async def _open(self, given: dict[str, Any]) -> None:
        app = self._phone.link_app(given["url"])
        if app is None:
            raise Refusal(500, "unknown error", f"Failed to open {given['url']}: no application takes it")
        activity = app.links[given["url"].partition(":")[0].lower()](self._phone, given["url"])
        self._phone.open_activity(activity, app.package, alone=True)
        await self._screen.refresh()

    # Alerts

    async def _alert_text(self, _: Any = None) -> str:
        if not (alert := self._phone.alert):
            raise Refusal(404, "no such alert", "A modal dialog was to be used, and none is open")
        return "\n".join(filter(None, (alert.title, alert.message)))

    async def _alert_buttons(self, _: Any) -> list[str]:
        await self._alert_text()
        return [name for name, _ in reversed(self._phone.alert.buttons)] if self._phone.alert else []

    async def _accept(self, given: dict[str, Any]) -> None:
        await self._push_button(0, given)

    async def _dismiss(self, given: dict[str, Any]) -> None:
        await self._push_button(-1, given)

    async def _push_button(self, number: int, given: dict[str, Any]) -> None:
        await self._alert_text()
        buttons = self._phone.alert.buttons if self._phone.alert else ()
        named = [handler for name, handler in buttons if name == given["name"]] if "name" in given else []
        if not buttons or ("name" in given and not named):
            raise Refusal(400, "invalid element state", "Failed to find the button of the alert")
        self._phone.answer(named[0] if named else buttons[number][1])
        await self._screen.refresh()

    async def _enter(self, given: dict[str, Any]) -> None:
        await self._alert_text()
        fields = [each for each in all_elements(await self._tree()) if each["type"] == "TextField"]
        if not fields:
            raise Refusal(400, "invalid element state", "The alert contains no input fields")
        await self._tap(_center(fields[-1]))
        await self._screen.clear()
        await self._screen.type("".join(given["value"]))

    # Elements

    async def _active(self, _: Any) -> dict[str, str]:
        if focused := await self._screen.focused_box():
            at = (focused[0] + focused[2]) / 2, (focused[1] + focused[3]) / 2
            fields = [each for each in all_elements(await self._tree()) if "placeholderValue" in each]
            if found := [each for each in fields if _holds(each, *at)]:
                return self._reference(found[-1])
        raise Refusal(404, "no such element", "unable to find an element using 'active element'")

    async def _find(self, given: dict[str, Any]) -> list[dict[str, str]]:
        using, value = given["using"], given["value"]
        found = [each for each in all_elements(await self._tree()) if _fits(each, using, value)]
        return [self._reference(each) for each in found]

    async def _find_one(self, given: dict[str, Any]) -> dict[str, str]:
        if found := await self._find(given):
            return found[0]
        raise Refusal(404, "no such element", f"unable to find an element using {given['using']!r}")

    def _reference(self, element: Xcui) -> dict[str, str]:
        known = str(uuid.uuid4()).upper()
        self._found[known] = element
        return {"ELEMENT": known, _ELEMENT: known}

    async def _element(self, method: str, element: Xcui | None, what: str, body: dict[str, Any]) -> Any:
        if element is None:
            raise Refusal(404, "stale element reference", "The element is not there any more")
        kind, name = f"XCUIElementType{element['type']}", what.rpartition("/")[2]
        match method, what:
            case "GET", "rect":
                return element["rect"]
            case "GET", "text":
                return element["value"] or element["label"] or ""
            case "GET", "name":
                return kind
            case "GET", "displayed" | "enabled" | "accessible":
                return True
            case "GET", _ if what.startswith("attribute/"):
                return kind if name == "type" else element.get(name)
            case "POST", "click" | "tap":
                await self._tap(_center(element))
            case "POST", "clear":
                await self._screen.clear()
            case "POST", "value":
                await self._set_value(element, "".join(body["value"]))
            case _:
                raise Refusal(404, "unknown command", f"Unhandled endpoint: {what}")
        return None

    async def _set_value(self, element: Xcui, value: str) -> None:
        if element["type"] != "PickerWheel":
            await self._tap(_center(element))
            await self._screen.type(value)
        elif not await self._screen.choose(element["rawIdentifier"], value):
            raise Refusal(400, "invalid element state", f"Cannot set the picker wheel to {value!r}")


def _told_windows(phone: Handset) -> Sequence[str]:
    """The windows of the app in front, and of what is over it; those in front are last."""
    if not phone.awake:
        return ()
    for name, covers in (("lock", phone.locked), ("shade", phone.shade_open)):
        if covers:
            return (name,)
    return ("recents" if phone.recents_open else "app", "alert", "banner", "keyboard")


def _pixels(x: Any, y: Any) -> tuple[float, float]:
    return float(x) * SCALE, float(y) * SCALE


def _center(element: Xcui) -> dict[str, float]:
    rect = element["rect"]
    return {"x": rect["x"] + rect["width"] / 2, "y": rect["y"] + rect["height"] / 2}


def _holds(element: Xcui, x: float, y: float) -> bool:
    rect = element["rect"]
    return rect["x"] <= x <= rect["x"] + rect["width"] and rect["y"] <= y <= rect["y"] + rect["height"]


def _fits(element: Xcui, using: str, value: str) -> bool:
    kind, facts = "Any", value
    match using:
        case "class name":
            return f"XCUIElementType{element['type']}" == value
        case "id" | "name" | "accessibility id":
            return element["name"] == value
        case "class chain":
            if not (chain := _CHAIN.fullmatch(value)):
                raise Refusal(400, "invalid selector", f"the sample phone knows no such class chain: {value}")
            kind, facts = chain[1], chain[2] or ""
        case "predicate string":
            pass
        case _:
            raise Refusal(400, "invalid selector", f"the sample phone finds nothing by {using}")
    return kind in ("Any", element["type"]) and all(
        wanted == (element.get(name) or "") if how == "==" else wanted in (element.get(name) or "")
        for name, how, wanted in _PREDICATE.findall(facts)
    )
