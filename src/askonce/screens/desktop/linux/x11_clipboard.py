"""The clipboard of an X display. Whoever copied has to hand the text out when others paste, so a thread stands by."""

from __future__ import annotations

import select
import socket
import threading
from typing import Any

from askonce.errors import NotOperable, ScreenError
from askonce.screens.desktop.linux.x11_connection import X, X11Connection, xerror, xevent

_PATIENCE = 3.0
"""Seconds that the application with the text has for handing it over."""
_LONGEST = 200_000
"""Bytes that fit into one answer."""


class X11Clipboard:
    """Reads and writes the text on the clipboard, on a connection of its own that opens when it is first needed."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._x: X11Connection | None = None
        self._window: Any = None
        self._held = b""
        self._got: bytes | None = None
        self._arrived = threading.Event()
        self._lock = threading.Lock()
        self._wake, self._woken = socket.socketpair()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def write(self, text: str) -> None:
        held = text.encode()
        if len(held) > _LONGEST:
            raise NotOperable(f"{len(held)} bytes are too much for the clipboard", remedy=f"copy {_LONGEST} at most")
        x = self._open()
        with self._lock, x.asked():
            self._held = held
            self._window.set_selection_owner(x.atom("CLIPBOARD"), X.CurrentTime)
            x.display.sync()
            if x.display.get_selection_owner(x.atom("CLIPBOARD")) != self._window:
                raise ScreenError("another application keeps the clipboard", remedy="try again")

    def read(self) -> str:
        x = self._open()
        self._arrived.clear()
        with self._lock, x.asked():
            owner = x.display.get_selection_owner(x.atom("CLIPBOARD"))
            if owner == self._window:
                return self._held.decode()
            if not owner:
                return ""
            self._got = None
            self._window.convert_selection(
                x.atom("CLIPBOARD"), x.atom("UTF8_STRING"), x.atom("ASKONCE_CLIPBOARD"), X.CurrentTime
            )
            x.display.flush()
        self._wake.send(b".")
        if not self._arrived.wait(_PATIENCE):
            raise ScreenError("the application that copied does not hand the text over", remedy="copy it again")
        return (self._got or b"").decode("utf-8", "replace")

    def close(self) -> None:
        self._is_closed = True
        self._wake.send(b".")
        if self._thread:
            self._thread.join(2)
        self._wake.close()
        self._woken.close()
        if self._x:
            self._x.close()

    def _open(self) -> X11Connection:
        if self._x is None:
            self._x = X11Connection(self._display)
            self._window = self._x.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
            self._window.change_attributes(event_mask=X.PropertyChangeMask)
            self._x.display.sync()
            self._thread = threading.Thread(target=self._serve, name="clipboard", daemon=True)
            self._thread.start()
        return self._x

    def _serve(self) -> None:
        assert self._x
        while not self._is_closed:
            try:
                ready, _, _ = select.select([self._x.display, self._woken], [], [], 1.0)
                if self._woken in ready:
                    self._woken.recv(64)
                with self._lock:
                    while self._x.display.pending_events():
                        self._take(self._x, self._x.display.next_event())
            except (xerror.ConnectionClosedError, OSError, ValueError):
                return  # the display is gone

    def _take(self, x: X11Connection, event: Any) -> None:
        if event.type == X.SelectionRequest:
            self._hand_out(x, event)
        elif event.type == X.SelectionNotify:
            if event.property == X.NONE:
                self._arrive(b"")
                return
            found = self._window.get_full_property(event.property, X.AnyPropertyType)
            if found and found.property_type == x.atom("INCR"):
                self._got = b""
            else:
                self._arrive(_bytes(found))
            self._window.delete_property(event.property)
            x.display.flush()
        elif event.type == X.PropertyNotify and event.state == X.PropertyNewValue and self._got is not None:
            found = self._window.get_full_property(event.atom, X.AnyPropertyType)
            part = _bytes(found)
            self._window.delete_property(event.atom)
            x.display.flush()
            if part:
                self._got += part
            elif not self._arrived.is_set():
                self._arrive(self._got)

    def _arrive(self, text: bytes) -> None:
        self._got = text
        self._arrived.set()

    def _hand_out(self, x: X11Connection, event: Any) -> None:
        kinds = [x.atom("UTF8_STRING"), x.atom("STRING"), x.atom("text/plain;charset=utf-8"), x.atom("text/plain")]
        place = event.property or event.target
        try:
            if event.target == x.atom("TARGETS"):
                event.requestor.change_property(place, x.atom("ATOM"), 32, [x.atom("TARGETS"), *kinds])
            elif event.target in kinds:
                event.requestor.change_property(place, event.target, 8, self._held)
            else:
                place = X.NONE
        except xerror.XError:
            place = X.NONE
        event.requestor.send_event(
            xevent.SelectionNotify(
                time=event.time,
                requestor=event.requestor,
                selection=event.selection,
                target=event.target,
                property=place,
            )
        )
        x.display.flush()


def _bytes(found: Any) -> bytes:
    value = found.value if found else b""
    return value if isinstance(value, bytes) else str(value).encode()
