"""Which programs may be started: whoever opens a desktop may name any, a step of a run only names."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.errors import NotAllowed
from askonce.screens.desktop.desktop_port import Reach


def check_reach(app: str, words: Sequence[str], reach: Reach) -> None:
    """Raise where a program that no menu lists may not be started, or not with arguments or from a folder."""
    if reach == "menu":
        raise NotAllowed(f"{app!r} is in no menu, and only what menus list is started here", remedy="name one of those")
    if reach == "program" and (len(words) > 1 or "/" in words[0] or "\\" in words[0]):
        raise NotAllowed(
            f"{app!r} is more than a name, and a step starts applications by their names alone",
            remedy="name the application; or open the desktop with this, as in launch.desktop(…), --desktop, launch:",
        )
