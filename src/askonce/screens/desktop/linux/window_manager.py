"""The window manager of a display that was started for a run: it places windows, puts them in front of each other, and
gives one of them the keyboard. It draws nothing."""

from __future__ import annotations

import select
import socket
import threading
from typing import Any

from askonce.screens.desktop.linux.x11_connection import X, X11Connection, xerror, xevent

_SUPPORTED = (
    "_NET_SUPPORTED", "_NET_SUPPORTING_WM_CHECK", "_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW",
    "_NET_CLOSE_WINDOW", "_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_MAXIMIZED_VERT",
    "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_HIDDEN", "_NET_WM_NAME", "_NET_WM_PID", "_NET_FRAME_EXTENTS",
)  # fmt: skip
_FILLING = ("_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ")
_REMOVE, _TOGGLE = 0, 2
_NORMAL = 1
_STEP = 40
"""Pixels from one new window to the next."""


class WindowManager:
    """Manages the windows of one display, in a thread."""

    def __init__(self, display: str) -> None:
        self._x = X11Connection(display)
        self._clients: list[int] = []
        """In the order in which they came."""
        self._stack: list[int] = []
        """From back to front."""
        self._before: dict[int, tuple[int, int, int, int]] = {}
        """Where windows were that fill the screen now."""
        self._active = 0
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="window manager", daemon=True)

    def start(self) -> None:
        x = self._x
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        x.root.change_attributes(event_mask=mask)
        check = x.root.create_window(-10, -10, 1, 1, 0, X.CopyFromParent, override_redirect=True)
        for window in (check, x.root):
            window.change_property(x.atom("_NET_SUPPORTING_WM_CHECK"), x.atom("WINDOW"), 32, [check.id])
        check.change_property(x.atom("_NET_WM_NAME"), x.atom("UTF8_STRING"), 8, b"Askonce")
        x.root.change_property(x.atom("_NET_SUPPORTED"), x.atom("ATOM"), 32, [x.atom(name) for name in _SUPPORTED])
        self._publish()
        x.display.sync()
        self._thread.start()

    def stop(self) -> None:
        self._wake.send(b".")
        self._thread.join(2)
        self._wake.close()
        self._woken.close()
        self._x.close()

    def _run(self) -> None:
        display = self._x.display
        while True:
            try:
                display.flush()  # reads what has come too: whoever waits on the connection after it would wait for ever
                while display.pending_events():
                    self._take(display.next_event())
                    display.flush()
                ready, _, _ = select.select([display, self._woken], [], [])
                if self._woken in ready:
                    return
            except (xerror.ConnectionClosedError, OSError, ValueError):
                return  # the display is gone

    def _take(self, event: Any) -> None:
        try:
            match event.type:
                case X.MapRequest:
                    self._map(event.window)
                case X.ConfigureRequest:
                    self._configure(event)
                case X.UnmapNotify | X.DestroyNotify:
                    self._forget(event.window.id)
                case X.ButtonPress:
                    try:
                        self._activate(event.window.id)
                    finally:
                        self._x.display.allow_events(X.ReplayPointer, X.CurrentTime)
                        self._x.display.allow_events(X.AsyncKeyboard, X.CurrentTime)
                case X.ClientMessage:
                    self._obey(event)
                case _:
                    pass
        except (xerror.ConnectionClosedError, OSError):
            raise  # the display is gone
        except Exception:  # noqa: BLE001 - the window went meanwhile, or says what cannot be: the others are managed on
            return

    def _map(self, window: Any) -> None:
        if window.id not in self._clients:
            self._place(window)
            window.change_property(self._x.atom("WM_STATE"), self._x.atom("WM_STATE"), 32, [_NORMAL, 0])
            extents = self._x.atom("_NET_FRAME_EXTENTS")
            window.change_property(extents, self._x.atom("CARDINAL"), 32, [0, 0, 0, 0])
            self._clients.append(window.id)
            self._stack.append(window.id)
        window.map()
        self._activate(window.id)
        if self._states(window) & {self._x.atom(name) for name in _FILLING}:
            self._fill(window)

    def _place(self, window: Any) -> None:
        """A dialog comes over its window, and another one where there is room."""
        size, screen = window.get_geometry(), self._x.display.screen()
        size.width, size.height = min(size.width, screen.width_in_pixels), min(size.height, screen.height_in_pixels)
        parents = self._x.numbers(window, "WM_TRANSIENT_FOR")
        left, top, width, height = 0, 0, screen.width_in_pixels, screen.height_in_pixels
        if parents and parents[0] in self._clients:
            parent = self._x.window(parents[0]).get_geometry()
            left, top, width, height = parent.x, parent.y, parent.width, parent.height
        shift = 0 if parents else _STEP * (len(self._clients) % 8)
        x, y = left + (width - size.width) // 2 + shift, top + (height - size.height) // 2 + shift
        most = screen.width_in_pixels - size.width, screen.height_in_pixels - size.height
        place = {"x": max(0, min(x, most[0])), "y": max(0, min(y, most[1]))}
        window.configure(**place, width=size.width, height=size.height)

    def _configure(self, event: Any) -> None:
        if event.window.id in self._before:
            return  # it fills the screen
        wanted = (
            (X.CWX, "x"), (X.CWY, "y"), (X.CWWidth, "width"), (X.CWHeight, "height"), (X.CWBorderWidth, "border_width"),
        )  # fmt: skip
        given = {name: getattr(event, name) for bit, name in wanted if event.value_mask & bit}
        screen = self._x.display.screen()
        for name, most in (("width", screen.width_in_pixels), ("height", screen.height_in_pixels)):
            if name in given:
                given[name] = min(given[name], most)
        if given:
            event.window.configure(**given)

    def _forget(self, number: int) -> None:
        if number not in self._clients:
            return
        self._clients.remove(number)
        self._stack.remove(number)
        self._before.pop(number, None)
        if number == self._active:
            self._active = 0
            if self._stack:
                self._activate(self._stack[-1])
        self._publish()

    def _obey(self, event: Any) -> None:
        number, kind = event.window.id, event.client_type
        if number not in self._clients:
            return
        if kind == self._x.atom("_NET_ACTIVE_WINDOW"):
            self._activate(number)
        elif kind == self._x.atom("_NET_CLOSE_WINDOW"):
            self._tell(event.window, "WM_DELETE_WINDOW")
        elif kind == self._x.atom("_NET_WM_STATE"):
            how, *states = event.data[1][:3]
            self._change(event.window, how, {state for state in states if state})

    def _change(self, window: Any, how: int, states: set[int]) -> None:
        """A window wants to fill the screen, or no longer."""
        own = self._states(window)
        own = own - states if how == _REMOVE or (how == _TOGGLE and states <= own) else own | states
        window.change_property(self._x.atom("_NET_WM_STATE"), self._x.atom("ATOM"), 32, sorted(own))
        if own & {self._x.atom(name) for name in _FILLING}:
            self._fill(window)
        elif window.id in self._before:
            x, y, width, height = self._before.pop(window.id)
            window.configure(x=x, y=y, width=width, height=height)

    def _fill(self, window: Any) -> None:
        size, screen = window.get_geometry(), self._x.display.screen()
        self._before.setdefault(window.id, (size.x, size.y, size.width, size.height))
        window.configure(x=0, y=0, width=screen.width_in_pixels, height=screen.height_in_pixels)

    def _states(self, window: Any) -> set[int]:
        return set(self._x.numbers(window, "_NET_WM_STATE"))

    def _activate(self, number: int) -> None:
        """Bring a window to the front with its dialogs; the front one gets the keyboard."""
        group = [number, *self._dialogs_of(number)]
        for each in group:
            self._stack.remove(each)
            self._stack.append(each)
            self._x.window(each).configure(stack_mode=X.Above)
        front = self._x.window(group[-1])
        if self._active != front.id:
            self._listen(self._active)
        self._active = front.id
        front.ungrab_button(X.AnyButton, X.AnyModifier)
        self._publish()
        if self._x.atom("WM_TAKE_FOCUS") in self._x.numbers(front, "WM_PROTOCOLS"):
            self._tell(front, "WM_TAKE_FOCUS")
        front.set_input_focus(X.RevertToParent, X.CurrentTime)
        self._x.display.flush()

    def _listen(self, number: int) -> None:
        """A click into a window that is not in front brings it there, and is a click all the same. Keys wait for it."""
        if number in self._clients:
            self._x.window(number).grab_button(
                X.AnyButton, X.AnyModifier, True, X.ButtonPressMask, X.GrabModeSync, X.GrabModeSync, X.NONE, X.NONE
            )

    def _dialogs_of(self, number: int) -> list[int]:
        """Its dialogs, each with its own after it. Where two windows say that each is the other's, neither counts."""
        parents = {each: self._x.numbers(self._x.window(each), "WM_TRANSIENT_FOR") for each in self._clients}
        found = [number]

        def gather(parent: int) -> None:
            for client in self._clients:
                if client not in found and parent in parents[client] and client not in parents.get(number, ()):
                    found.append(client)
                    gather(client)

        gather(number)
        return found[1:]

    def _tell(self, window: Any, what: str) -> None:
        words = [self._x.atom(what), X.CurrentTime, 0, 0, 0]
        protocols = self._x.atom("WM_PROTOCOLS")
        window.send_event(xevent.ClientMessage(window=window, client_type=protocols, data=(32, words)))

    def _publish(self) -> None:
        x = self._x
        for name, numbers in (
            ("_NET_CLIENT_LIST", self._clients),
            ("_NET_CLIENT_LIST_STACKING", self._stack),
            ("_NET_ACTIVE_WINDOW", [self._active]),
        ):
            x.root.change_property(x.atom(name), x.atom("WINDOW"), 32, numbers)
