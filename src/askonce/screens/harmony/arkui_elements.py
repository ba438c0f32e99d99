"""The elements of a HarmonyOS phone, out of the JSON that its `uitest dumpLayout` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast
from xml.etree.ElementTree import Element as XmlElement

from askonce.errors import ScreenError
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement, around
from askonce.screens.phones.widget_reader import WidgetReader, box_of_bounds

_SURFACES = ("XComponent", "Web", "Canvas")
_KEYBOARDS = frozenset({"inputmethod", "ime", "keyboard", "kikainput", "inputmethodext"})
"""Words in the bundle names of on-screen keyboards."""
_SYSTEM = frozenset({"com.ohos.systemui", "com.ohos.sceneboard", "com.ohos.notificationdialog"})
"""What draws bars, notifications and the home screen around and over apps."""
_NAMES = {
    "text": "text", "description": "content-desc", "hint": "hint", "clickable": "clickable", "checkable": "checkable",
    "checked": "checked", "selected": "selected", "focused": "focused", "scrollable": "scrollable",
    "longClickable": "long-clickable", "enabled": "enabled", "bounds": "bounds", "type": "class",
}  # fmt: skip
"""What HarmonyOS calls the attributes of elements, and what the reader of widgets does."""
_CHECKED = frozenset({"Checkbox", "Toggle", "Radio", "Switch"})


@dataclass(frozen=True, slots=True)
class ArkuiLayout:
    """What the phone shows: its elements, its size in pixels, and the app in front."""

    hierarchy: Hierarchy
    box: Box
    bundle: str
    page: str
    """The ability of the app, or the page of it, where that is told."""

    @property
    def is_of_system(self) -> bool:
        """Whether no app is in front."""
        return not self.bundle or self.bundle in _SYSTEM


def read_layout(data: bytes) -> ArkuiLayout:
    """The elements of all windows. Those of the keyboard are no part of an app, and its place alone is kept."""
    try:
        root = cast("dict[str, Any]", json.loads(data.decode("utf-8", "replace")))
        windows = [_xml(child) for child in root.get("children") or ()]
        box = box_of_bounds(_xml({"attributes": root["attributes"], "children": []}))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ScreenError(f"the phone wrote elements that cannot be read: {error}", remedy="look again") from error
    parts: list[PhoneElement] = []
    keys: list[Box] = []
    for window in windows:
        bundle = window.get("package", "")
        if _is_keyboard(bundle):
            keys += [box_of_bounds(element) for element in window.iter("node")]
            continue
        own = list(_reader().parts(window, None, 0))
        for part in own:
            part.layer = 1 if bundle in _SYSTEM else 0
        parts += own
    front = _front(windows)
    return ArkuiLayout(
        Hierarchy(tuple(parts), 0, around(keys)),
        box,
        front.get("package", "") if front is not None else "",
        (front.get("page") or front.get("ability") or "") if front is not None else "",
    )


def _front(windows: list[XmlElement]) -> XmlElement | None:
    """The window of the app in front: the largest that is none of the system, else the largest of the system."""
    seen = [window for window in windows if window.get("package") and not _is_keyboard(window.get("package", ""))]
    apps = [window for window in seen if window.get("package") not in _SYSTEM]
    return max(apps or seen, key=lambda window: box_of_bounds(window).area, default=None)


def _is_keyboard(bundle: str) -> bool:
    return not _KEYBOARDS.isdisjoint(bundle.lower().split("."))


def _xml(node: Mapping[str, Any], bundle: str = "") -> XmlElement:
    told = cast("Mapping[str, Any]", node["attributes"])
    own = str(told.get("bundleName") or bundle)
    facts = {ours: str(told.get(theirs) or "") for theirs, ours in _NAMES.items()}
    kind = facts["class"]
    facts |= {"package": own, "resource-id": str(told.get("id") or told.get("key") or "")}
    facts["visible-to-user"] = "false" if told.get("visible") in (False, "false") else "true"
    facts["ability"], facts["page"] = str(told.get("abilityName") or ""), str(told.get("pagePath") or "")
    facts["password"] = "true" if "password" in str(told.get("inputType") or "").lower() else "false"
    if kind in _CHECKED:
        facts["checkable"] = "true"
    element = XmlElement("node", facts)
    element.extend(_xml(child, own) for child in node.get("children") or ())
    return element


@cache
def _reader() -> WidgetReader:
    roles = json.loads(files("askonce.screens.harmony").joinpath("arkui_roles.json").read_text("utf-8"))
    return WidgetReader(roles, surfaces=_SURFACES)
