"""The accessibility bus of a Linux desktop: calls to the objects of applications, many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, TypeVar

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from askonce.errors import ConfigError, ScreenError
from askonce.lazy import dataclass

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_STATUS = ("org.a11y.Bus", "/org/a11y/bus")
_LIMIT = 5.0
"""Seconds that an application has for one answer."""
_IN_FLIGHT = 40
"""Calls at a time: the socket takes about 48 of them."""
_LISTENED = ("object:state-changed", "object:children-changed", "window:")
"""Applications fill their caches only if somebody listens."""
_FOCUS_RULE = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'"
_REMEDY = "install it (on Debian: apt install at-spi2-core), or pass accessibility=False to work by pictures alone"

T = TypeVar("T")


class NoAnswer(ScreenError):
    """An application did not answer, or no longer has what was asked for."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An object of an application."""

    bus: str
    path: str


class AtspiBus:
    """A connection to the accessibility bus."""

    def __init__(self, session_address: str) -> None:
        self._session_address = session_address
        self._session: MessageBus | None = None
        self._bus: MessageBus | None = None
        self._room = asyncio.Semaphore(_IN_FLIGHT)
        self._was_enabled = True
        self.focused: Ref | None = None
        """What has the keyboard, as far as applications have told."""

    async def start(self) -> None:
        if not self._session_address:
            raise ConfigError(
                "there is no session bus, and so no accessibility bus: DBUS_SESSION_BUS_ADDRESS is not set",
                remedy="start it in a desktop session or with dbus-run-session, or pass accessibility=False to work by "
                "pictures alone",
            )
        self._session = await _connect(self._session_address, "session bus")
        try:
            (address,) = await self._call_on(self._session, _STATUS[0], _STATUS[1], "org.a11y.Bus", "GetAddress")
        except NoAnswer as error:
            raise ConfigError(f"there is no accessibility bus: {error.message}", remedy=_REMEDY) from error
        self._was_enabled = await self._enable(True)
        self._bus = await _connect(str(address), "accessibility bus")
        registry = Ref(ATSPI + "Registry", "/org/a11y/atspi/registry")
        for event in _LISTENED:
            await self.call(registry, "Registry", "RegisterEvent", "s", event)
        self._bus.add_message_handler(self._hear)
        daemon = Ref("org.freedesktop.DBus", "/org/freedesktop/DBus")
        await self.call(daemon, "org.freedesktop.DBus", "AddMatch", "s", _FOCUS_RULE)

    def _hear(self, message: Message) -> None:
        """Remember where the focus went."""
        if message.member == "StateChanged" and message.body[:2] == ["focused", 1] and message.sender:
            self.focused = Ref(message.sender, message.path or "")

    async def stop(self) -> None:
        if self._session and self._session.connected and not self._was_enabled:
            await self._enable(False)
        for bus in (self._bus, self._session):
            if bus and bus.connected:
                bus.disconnect()

    async def _enable(self, wanted: bool) -> bool:
        """Have browsers and others tell their elements. Whether they did before."""
        assert self._session
        from dbus_fast import Variant

        try:
            (was,) = await self._call_on(
                self._session, *_STATUS, _PROPERTIES, "Get", "ss", "org.a11y.Status", "IsEnabled"
            )
            if bool(was.value) != wanted:
                given = ("org.a11y.Status", "IsEnabled", Variant("b", wanted))
                await self._call_on(self._session, *_STATUS, _PROPERTIES, "Set", "ssv", *given)
        except NoAnswer:
            return True  # it has no such switch
        return bool(was.value)

    async def call(self, ref: Ref, interface: str, member: str, signature: str = "", *body: Any) -> list[Any]:
        assert self._bus
        name = interface if interface.startswith("org.freedesktop") else ATSPI + interface
        async with self._room:
            return await self._call_on(self._bus, ref.bus, ref.path, name, member, signature, *body)

    async def get(self, ref: Ref, interface: str, name: str) -> Any:
        """A property."""
        (found,) = await self.call(ref, _PROPERTIES, "Get", "ss", ATSPI + interface, name)
        return found.value

    async def applications(self) -> list[Ref]:
        (found,) = await self.call(Ref(ATSPI + "Registry", ROOT), "Accessible", "GetChildren")
        return [Ref(*each) for each in found]

    async def process_of(self, bus: str) -> int:
        where = Ref("org.freedesktop.DBus", "/org/freedesktop/DBus")
        (process,) = await self.call(where, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", bus)
        return int(process)

    async def _call_on(
        self, bus: MessageBus, to: str, path: str, interface: str, member: str, signature: str = "", *body: Any
    ) -> list[Any]:
        message = Message(
            destination=to, path=path, interface=interface, member=member, signature=signature, body=list(body)
        )
        try:
            reply = await asyncio.wait_for(bus.call(message), _LIMIT)
        except TimeoutError as error:
            raise NoAnswer(f"{to} did not answer {member} within {_LIMIT:g} s") from error
        except (EOFError, OSError) as error:
            raise ScreenError("the accessibility bus is gone", remedy="open the screen again") from error
        if reply.message_type is MessageType.ERROR:
            raise NoAnswer(f"{member}: {reply.error_name}: {' '.join(map(str, reply.body))}")
        return reply.body


async def _connect(address: str, what: str) -> MessageBus:
    try:
        return await MessageBus(bus_address=address).connect()
    except (OSError, ValueError, EOFError) as error:
        raise ConfigError(f"the {what} at {address} cannot be reached: {error}", remedy=_REMEDY) from error
    except Exception as error:  # its own errors have no common class
        if type(error).__module__.startswith("dbus_fast"):
            raise ConfigError(f"the {what} at {address} cannot be reached: {error}", remedy=_REMEDY) from error
        raise


async def answers(calls: Iterable[Awaitable[T]]) -> Sequence[T | None]:
    """What each call gives, all asked at once; None where the object is gone or knows nothing of it."""
    found = await asyncio.gather(*calls, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException) and not isinstance(each, NoAnswer):
            raise each
    return [None if isinstance(each, BaseException) else each for each in found]
