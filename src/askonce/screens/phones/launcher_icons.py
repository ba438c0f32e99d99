"""Apps by the icons of the home screen: what a person reads under an icon is nowhere else to be had."""

from __future__ import annotations

import asyncio
from typing import Protocol

from askonce.geometry import Point, Size
from askonce.screens.phones.app_names import same_name
from askonce.screens.ui_tree import Node, Tree

_MOST_PAGES = 20
"""How often the list of all apps is pushed on."""
_STARTING = 5.0
"""Seconds until an app is in front."""
_POLL = 0.1
_SYSTEM = "com.android.systemui"
"""Its buttons stand on every screen."""
_ASKING = ("permissioncontroller", "packageinstaller", "android")
"""What the packages end with that ask a question before an app is there, or tell that it stopped."""


class _Phone(Protocol):
    async def home(self) -> None: ...

    async def settle(self) -> None: ...

    async def size(self) -> Size: ...

    async def tree(self) -> Tree: ...

    async def tap(self, at: Point) -> None: ...

    async def swipe(self, start: Point, end: Point, seconds: float) -> None: ...

    async def scroll(self, dx: float, dy: float) -> None: ...


class LauncherIcons:
    """What the home screen and the list of all apps show."""

    def __init__(self, phone: _Phone, *, has_pages: bool = False) -> None:
        self._phone = phone
        self._has_pages = has_pages
        """Whether all apps are on pages of the home screen, and not in a list that a swipe up opens."""
        self.names: list[str] = []
        """Those that were seen."""

    async def open(self, app: str) -> str | None:
        """Tap the only icon of that name. The package of the app, empty where something else is in front; None if there
        is no such icon."""
        await self._phone.home()
        await self._phone.settle()
        tree = await self._phone.tree()
        launcher = package_of(tree)
        icon = self._icon(tree, app)
        if icon is None:
            size = await self._phone.size()
            await (self._turn_page(size) if self._has_pages else self._open_list(size))
            icon = await self._look_through(app, size)
        if icon is None:
            await self._phone.home()
            return None
        await self._phone.tap(icon.box.center)
        for _ in range(round(_STARTING / _POLL)):
            if (opened := package_of(await self._phone.tree())) not in (launcher, ""):
                return "" if opened.endswith(_ASKING) else opened
            await asyncio.sleep(_POLL)
        return None

    async def _look_through(self, app: str, size: Size) -> Node | None:
        """The icon in the list of all apps."""
        seen: set[str] = set()
        for _ in range(_MOST_PAGES):
            await self._phone.settle()
            tree = await self._phone.tree()
            if icon := self._icon(tree, app):
                return icon
            names = {node.name for node in tree}
            if names <= seen:
                return None
            seen |= names
            await (self._turn_page(size) if self._has_pages else self._phone.scroll(0, size.height * 0.5))
        return None

    async def _open_list(self, size: Size) -> None:
        middle = size.width / 2
        await self._phone.swipe(Point(middle, size.height * 0.8), Point(middle, size.height * 0.2), 0.2)

    async def _turn_page(self, size: Size) -> None:
        middle = size.height / 2
        await self._phone.swipe(Point(size.width * 0.85, middle), Point(size.width * 0.15, middle), 0.2)

    def _icon(self, tree: Tree, app: str) -> Node | None:
        icons = [node for node in tree if node.actionable and node.attributes.get("package") != _SYSTEM]
        self.names += [node.name for node in icons if node.name not in self.names]
        found = [node for node in icons if same_name(node.name, app) and node.role != "textbox"]
        return found[0] if len(found) == 1 else None


def package_of(tree: Tree) -> str:
    """The package in an address such as `android://device/package/activity`."""
    parts = tree.address.split("/")
    return parts[3] if len(parts) > 3 else ""
