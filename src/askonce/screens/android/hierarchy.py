"""The elements of a phone, out of the XML that its accessibility service writes."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

from askonce.errors import ScreenError
from askonce.geometry import Box
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement, around
from askonce.screens.phones.widget_reader import WidgetReader, box_of_bounds

_UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:[0-8]|1[124-9]|2\d|3[01]);")
"""What some phones write although XML cannot hold it."""

_SURFACES = ("SurfaceView", "TextureView", "FlutterView", "UnityPlayer", "WebView")
"""Classes that may draw by themselves what no element tells of."""
_DIALOGS = frozenset({"parentPanel", "grant_dialog"})
"""Identifiers of what Android's own dialogs stand in: of apps, of apps that stopped, of what an app may do."""
_TITLES = frozenset({"alertTitle", "permission_message"})
_SYSTEM, _SYSTEM_LAYER = "com.android.systemui", 1
"""Its windows lie over those of apps: bars, notifications, their shade. Of others, the one in front is told first."""


def read_hierarchy(xml: str, keyboard: str = "") -> Hierarchy:
    """The elements of all windows. `keyboard` is the package of the on-screen keyboard, which is no part of an app."""
    try:
        root = ElementTree.fromstring(_UNREADABLE.sub("", xml))
    except ElementTree.ParseError as error:
        raise ScreenError(f"the phone wrote elements that cannot be read: {error}", remedy="look again") from error
    reader = _reader()
    parts: list[PhoneElement] = []
    keys: list[Box] = []
    for number, window in enumerate(root):
        package = window.get("package", "")
        if window.get("display-id", "0") != "0":
            continue  # touches go to the first display
        if keyboard and package == keyboard:
            keys += [box_of_bounds(element) for element in window.iter("node")]
            continue
        own = list(reader.parts(window, None, 0)) or ([reader.surface(window, None, 0)] if number == 0 else [])
        for part in own:
            part.layer = _SYSTEM_LAYER if package == _SYSTEM else -number
        parts += own
    return Hierarchy(tuple(parts), int(root.get("rotation") or 0), around(keys))


@cache
def _reader() -> WidgetReader:
    roles = json.loads(files("askonce.screens.android").joinpath("widget_roles.json").read_text("utf-8"))
    return WidgetReader(roles, surfaces=_SURFACES, dialogs=_DIALOGS, titles=_TITLES)
