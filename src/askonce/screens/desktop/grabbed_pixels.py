"""Pictures and monitors by mss, where the system needs no more than that."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from askonce.errors import ScreenError
from askonce.geometry import Box
from askonce.screens.desktop.desktop_port import Monitor


def new_grabber(display: str = "") -> Any:
    """What takes pictures, until it is closed."""
    mss: Any = import_module("mss")
    made = getattr(mss, "MSS", None) or mss.mss
    try:
        return made(display=display) if display else made()
    except (mss.exception.ScreenShotError, OSError) as error:
        raise ScreenError(f"no pictures can be taken: {error}", remedy="look whether the display is there") from error


def grab(grabber: Any, box: Box) -> tuple[int, int, bytes]:
    """Width, height and colours of a part of the desktop."""
    mss: Any = import_module("mss")
    area = {"left": round(box.left), "top": round(box.top), "width": round(box.width), "height": round(box.height)}
    try:
        shot = grabber.grab(area)
    except (mss.exception.ScreenShotError, OSError) as error:
        raise ScreenError(f"the display gives no picture: {error}", remedy="look again") from error
    return int(shot.width), int(shot.height), bytes(shot.rgb)


def grab_pixels(box: Box) -> tuple[int, int, bytes]:
    """The same, by a grabber for this one picture."""
    with new_grabber() as grabber:
        return grab(grabber, box)


def list_monitors() -> list[Monitor]:
    with new_grabber() as grabber:
        listed = grabber.monitors[1:]
    return [
        Monitor(str(number), Box(each["left"], each["top"], each["width"], each["height"]), number == 1)
        for number, each in enumerate(listed, 1)
    ]
