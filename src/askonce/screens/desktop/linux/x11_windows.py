"""The windows of an X display, by what window managers agreed on (EWMH)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from typing import Any

from askonce.errors import NotOperable
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.desktop.desktop_port import DesktopWindow, Monitor
from askonce.screens.desktop.linux.x11_connection import X, X11Connection, xerror, xevent

_LEFT_OUT = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")
"""What belongs to the desktop itself, and lies behind or beside windows."""
_DIALOGS = ("_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_WINDOW_TYPE_SPLASH")
_BY_PAGER = 2
"""Says that a user asked for it: then no window manager keeps a window from the front."""
_PATIENCE, _POLL = 2.0, 0.02
_PROCESS = 2
"""Asks the server for the process of a client."""
_SLACK = 40
"""Pixels by which a window may lie off: some resize in steps of characters."""


@dataclass(frozen=True, slots=True)
class _TopLevel:
    """A window right on the root: that of an application, its frame by the window manager, or a popup."""

    number: int
    box: Box
    is_popup: bool


class X11Windows:
    """Lists, activates, places and closes windows."""

    def __init__(self, connection: X11Connection) -> None:
        self._x = connection
        self._frames: dict[int, int] = {}
        """The top-level window that holds each client window."""
        self._facts: dict[int, tuple[str, int, bool]] = {}
        """Application, process, and whether it is a dialog: what does not change while a window lives."""
        self._listed: list[DesktopWindow] | None = None
        """What was listed last, as long as nothing is heard of windows."""
        self._watched: set[int] = set()
        mask = X.SubstructureNotifyMask | X.PropertyChangeMask
        connection.root.change_attributes(event_mask=mask)

    def monitors(self) -> list[Monitor]:
        with self._x.asked():
            found = self._x.root.xrandr_get_monitors() if hasattr(self._x.root, "xrandr_get_monitors") else None
            listed = [
                Monitor(
                    self._x.display.get_atom_name(each.name),
                    Box(each.x, each.y, each.width_in_pixels, each.height_in_pixels),
                    bool(each.primary),
                )
                for each in (found.monitors if found else ())
            ]
            screen = self._x.display.screen()
            whole = Box(0, 0, screen.width_in_pixels, screen.height_in_pixels)
            return listed or [Monitor(self._x.name, whole, True)]

    def list(self) -> list[DesktopWindow]:
        """All windows from front to back, then those that are hidden."""
        with self._x.asked():
            self._x.display.sync()
            while self._x.display.pending_events():
                self._x.display.next_event()
                self._listed = None
            if self._listed is None:
                self._listed = self._read()
            return self._listed

    def _read(self) -> list[DesktopWindow]:
        clients = self._x.numbers(self._x.root, "_NET_CLIENT_LIST_STACKING") or self._x.numbers(
            self._x.root, "_NET_CLIENT_LIST"
        )
        tops = self._top_levels()
        seen = {top.number: top for top in tops}
        active = next(iter(self._x.numbers(self._x.root, "_NET_ACTIVE_WINDOW")), 0)
        by_frame = {self._frame_of(client, seen): client for client in clients}
        found: list[DesktopWindow] = []
        shown: set[int] = set()
        for top in reversed(tops):
            client = by_frame.get(top.number, top.number)
            window = self._describe(client, top, is_active=client == active, is_client=top.number in by_frame)
            if window:
                found.append(window)
                shown.add(client)
        found += [hidden for client in reversed(clients) if client not in shown and (hidden := self._hidden(client))]
        self._watch(clients)
        return found

    def _watch(self, clients: Sequence[int]) -> None:
        """Hear of new titles."""
        for client in clients:
            if client not in self._watched:
                self._x.window(client).change_attributes(event_mask=X.PropertyChangeMask)
        self._watched = set(clients)

    def _top_levels(self) -> list[_TopLevel]:
        """From back to front."""
        found: list[_TopLevel] = []
        for window in self._x.root.query_tree().children:
            try:
                attributes = window.get_attributes()
                if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
                    continue
                place = window.get_geometry()
            except xerror.XError:  # it went meanwhile
                continue
            border = 2 * place.border_width
            box = Box(place.x, place.y, place.width + border, place.height + border)
            found.append(_TopLevel(window.id, box, bool(attributes.override_redirect)))
        return found

    def _frame_of(self, client: int, tops: dict[int, _TopLevel]) -> int:
        known = self._frames.get(client)
        if known in tops:
            return known
        at: Any = self._x.window(client)
        try:
            while at.id not in tops:
                parent = at.query_tree().parent
                if not parent or parent.id == self._x.root.id:
                    return 0
                at = parent
        except xerror.XError:
            return 0
        self._frames[client] = at.id
        return at.id

    def _describe(self, number: int, top: _TopLevel, *, is_active: bool, is_client: bool) -> DesktopWindow | None:
        window = self._x.window(number)
        application, process, is_dialog = self._facts_of(number, window)
        is_own = is_client or not top.is_popup
        if is_own and (not application or self._is_of_type(window, _LEFT_OUT)):
            return None
        return DesktopWindow(
            number,
            self._title(window),
            application,
            top.box,
            process,
            is_active=is_active,
            is_popup=not is_own,
            is_dialog=is_dialog,
        )

    def _hidden(self, number: int) -> DesktopWindow | None:
        window = self._x.window(number)
        application, process, is_dialog = self._facts_of(number, window)
        if not application or self._is_of_type(window, _LEFT_OUT):
            return None
        title = self._title(window)
        return DesktopWindow(number, title, application, Box(0, 0, 0, 0), process, is_hidden=True, is_dialog=is_dialog)

    def _facts_of(self, number: int, window: Any) -> tuple[str, int, bool]:
        if number not in self._facts:
            classes = self._x.text(window, "WM_CLASS").split("\0")
            application = (classes[1] if len(classes) > 1 else classes[0]).strip().lower()
            process = next(iter(self._x.numbers(window, "_NET_WM_PID")), 0)
            is_dialog = self._is_of_type(window, _DIALOGS) or bool(self._x.numbers(window, "WM_TRANSIENT_FOR"))
            if not application:
                return "", process, is_dialog
            self._facts[number] = application, process, is_dialog
        return self._facts[number]

    def _is_of_type(self, window: Any, types: Sequence[str]) -> bool:
        own = set(self._x.numbers(window, "_NET_WM_WINDOW_TYPE"))
        return not own.isdisjoint(self._x.atom(name) for name in types)

    def _title(self, window: Any) -> str:
        return self._x.text(window, "_NET_WM_NAME") or self._x.text(window, "WM_NAME")

    # What can be done

    async def activate(self, window: DesktopWindow) -> None:
        with self._x.asked():
            self._x.tell(self._x.window(window.number), "_NET_ACTIVE_WINDOW", _BY_PAGER, X.CurrentTime)
        if not await self._comes(lambda now: now.is_active, window):
            raise NotOperable(f"the window {window.title!r} does not come to the front", remedy="a dialog may keep it")

    async def place(self, window: DesktopWindow, box: Box) -> None:
        with self._x.asked():
            client = self._x.window(window.number)
            edges = self._x.numbers(client, "_NET_FRAME_EXTENTS") or [0, 0, 0, 0]
            left, right, top, bottom = edges[:4]
            width, height = max(1, round(box.width) - left - right), max(1, round(box.height) - top - bottom)
            # Gravity NorthWest, and all four values, from a pager.
            flags = 1 | 0xF << 8 | _BY_PAGER << 12
            if self._is_supported("_NET_MOVERESIZE_WINDOW"):
                self._x.tell(client, "_NET_MOVERESIZE_WINDOW", flags, round(box.left), round(box.top), width, height)
            else:
                client.configure(x=round(box.left), y=round(box.top), width=width, height=height)
                self._x.display.flush()
        if not await self._comes(lambda now: _is_near(now.box, box), window):
            raise NotOperable(
                f"the window {window.title!r} does not go to {box}",
                remedy="it may be maximized, have a fixed size, or be kept by the window manager",
            )

    async def close(self, window: DesktopWindow) -> None:
        with self._x.asked():
            client = self._x.window(window.number)
            if self._x.atom("WM_DELETE_WINDOW") in self._x.numbers(client, "WM_PROTOCOLS"):
                words = [self._x.atom("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0]
                protocols = self._x.atom("WM_PROTOCOLS")
                client.send_event(xevent.ClientMessage(window=client, client_type=protocols, data=(32, words)))
            else:
                client.kill_client()
            self._x.display.flush()

    def is_owned(self, window: DesktopWindow) -> bool:
        """Whether the process that a window names is the one that shows it, by what the server knows: a window may name
        any, and one from another machine a number of that machine."""
        with self._x.asked():
            machine = self._x.text(self._x.window(window.number), "WM_CLIENT_MACHINE")
            if machine and machine.partition(".")[0] != socket.gethostname().partition(".")[0]:
                return False
            if not window.process or not hasattr(self._x.display, "res_query_client_ids"):
                return False
            found = self._x.display.res_query_client_ids([{"client": window.number, "mask": _PROCESS}])
            return [window.process] in [list(each.value) for each in found.ids]

    async def left_of(self, windows: Sequence[DesktopWindow]) -> Sequence[DesktopWindow]:
        """Those that are there still after a while."""
        wanted = {window.number for window in windows}
        deadline = asyncio.get_running_loop().time() + _PATIENCE
        while left := [each for each in self.list() if each.number in wanted]:
            if asyncio.get_running_loop().time() > deadline:
                break
            await asyncio.sleep(_POLL)
        return left

    def _is_supported(self, name: str) -> bool:
        return self._x.atom(name) in self._x.numbers(self._x.root, "_NET_SUPPORTED")

    async def _comes(self, is_so: Callable[[DesktopWindow], bool], window: DesktopWindow) -> bool:
        """Wait until a window is as it should be."""
        deadline = asyncio.get_running_loop().time() + _PATIENCE
        while True:
            now = next((each for each in self.list() if each.number == window.number), None)
            if now is None:
                raise NotOperable(f"the window {window.title!r} is gone", remedy="list the windows again")
            if is_so(now):
                return True
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(_POLL)


def _is_near(one: Box, other: Box) -> bool:
    return all(abs(mine - theirs) <= _SLACK for mine, theirs in zip(one.edges, other.edges, strict=True))
