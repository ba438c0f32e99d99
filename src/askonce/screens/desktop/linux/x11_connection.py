"""A connection to an X display, with the errors of its library mapped to ours."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from askonce.errors import ConfigError, ScreenError

xlib: Any = import_module("Xlib")
X: Any = import_module("Xlib.X")
XK: Any = import_module("Xlib.XK")
xdisplay: Any = import_module("Xlib.display")
xevent: Any = import_module("Xlib.protocol.event")
xerror: Any = import_module("Xlib.error")
xtest: Any = import_module("Xlib.ext.xtest")
_rq: Any = import_module("Xlib.protocol.rq")

_CHANGE_HOSTS = 109
_HOW = "start it in a desktop session, set DISPLAY, or pass headless (--headless) to have a display of its own"


class X11Connection:
    """One connection. What several threads use has one each."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self.display: Any = xdisplay.Display(name)
        except (xerror.DisplayError, xerror.ConnectionClosedError, OSError) as error:
            raise ConfigError(f"the display {name} cannot be opened: {error}", remedy=_HOW) from error
        self.display.set_error_handler(_ignore)  # of requests without an answer: their window is gone by then
        self.root: Any = self.display.screen().root
        self._atoms: dict[str, int] = {}

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self.display.intern_atom(name)
        return self._atoms[name]

    def window(self, number: int) -> Any:
        return self.display.create_resource_object("window", number)

    def read(self, window: Any, name: str) -> Any:
        """The value of a property, or None."""
        try:
            found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        except xerror.XError:  # the window is gone
            return None
        return found.value if found else None

    def numbers(self, window: Any, name: str) -> list[int]:
        value = self.read(window, name)
        return [int(number) for number in value] if value is not None and not isinstance(value, bytes | str) else []

    def text(self, window: Any, name: str) -> str:
        value = self.read(window, name)
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")

    def tell(self, about: Any, name: str, *data: int) -> None:
        """Send a message about a window to whoever manages windows."""
        words = [*data, 0, 0, 0, 0, 0][:5]
        event = xevent.ClientMessage(window=about, client_type=self.atom(name), data=(32, words))
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self.root.send_event(event, event_mask=mask)
        self.display.flush()

    def change_hosts(self, mode: int, family: int, host: bytes) -> None:
        """Say who may connect. The library's own request knows fewer kinds of addresses."""
        fields = (_rq.Card8("mode"), _rq.RequestLength(), _rq.Card8("family"), _rq.Pad(1), _rq.LengthOf("host", 2))
        layout = _rq.Struct(_rq.Opcode(_CHANGE_HOSTS), *fields, _rq.List("host", _rq.Card8Obj))
        request: Any = type("ChangeHosts", (_rq.Request,), {"_request": layout})
        request(display=self.display.display, mode=mode, family=family, host=list(host))

    @contextmanager
    def asked(self) -> Generator[None]:
        """Maps what goes wrong while something is asked of the display."""
        try:
            yield
        except xerror.ConnectionClosedError as error:
            raise ScreenError(f"the display {self.name} is gone", remedy="open the screen again") from error
        except xerror.XError as error:
            raise ScreenError(
                f"the display {self.name} refused: {type(error).__name__}", remedy="look again"
            ) from error

    def close(self) -> None:
        try:
            self.display.close()
        except (xerror.ConnectionClosedError, OSError):
            return  # the display went first


def _ignore(error: object, request: object) -> None:
    return None
