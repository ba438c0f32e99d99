"""What a person's hand does on a screen, as values.

A gesture comes from a headed browser or from a live view. Positions are in screen units. What is done already
(`is_done`) was carried out by the person's own hand and is only to be recorded; all else is still to be done. `number`
is that of the element in the tree of the screen, where the source of the gesture knows it.

>>> read_gesture({"kind": "press", "at": [10, 20], "count": 2})
HandPress(at=Point(x=10.0, y=20.0), count=2, button='left', number=None, is_done=False, is_second=False, is_aimed=False)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import MISSING, field, fields
from typing import Any, Literal, Protocol, cast, runtime_checkable

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError
from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.keys import read_keys

MouseButton = Literal["left", "right", "middle"]
_FARTHEST = 1e6
"""No place of a screen is farther away, and browsers hang on places that are."""


@dataclass(frozen=True, slots=True)
class HandPress:
    """A click or a tap; `count` is 2 for a double click."""

    at: Point
    count: int = 1
    button: MouseButton = "left"
    number: int | None = None
    is_done: bool = False
    is_second: bool = False
    """Whether the first press of a double one was a gesture of its own."""
    is_aimed: bool = False
    """Whether nothing has changed since it was told that the pointer aims here."""


@dataclass(frozen=True, slots=True)
class HandHold:
    """A long press."""

    at: Point
    seconds: float = 1.0
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandDrag:
    """Something is taken at `start` and let go at `end`; `number` is the element that is taken."""

    start: Point
    end: Point
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandSwipe:
    """A finger that moves over the screen, as phones are scrolled with."""

    start: Point
    end: Point
    seconds: float = 0.3
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandPinch:
    """Two fingers: apart when `factor` is above 1, together when below."""

    at: Point
    factor: float
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandHover:
    """The pointer rests on something."""

    at: Point
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandPoint:
    """In pointing mode: the person shows something and touches nothing."""

    at: Point
    number: int | None = None


@dataclass(frozen=True, slots=True)
class HandText:
    """Typed into what has the focus."""

    text: str = field(repr=False)
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandKeys:
    """A key or one combination, as `Control+A`."""

    keys: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandScroll:
    """The wheel, by a distance."""

    at: Point
    dx: float
    dy: float
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandChoose:
    """Options of a native list, by their labels."""

    at: Point
    options: tuple[str, ...]
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandFill:
    """A field holds this text now, however it got there."""

    at: Point
    text: str = field(repr=False)
    is_secret: bool = False
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandFiles:
    """Files are handed over, by their paths."""

    at: Point
    files: tuple[str, ...]
    number: int | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """A dialog is answered."""

    accept: bool
    text: str | None = field(default=None, repr=False)
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandTab:
    """A tab is brought to the front; the first one is 1."""

    tab: int
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandCloseTab:
    """The current tab is closed."""

    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandGoTo:
    """An address is entered."""

    address: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandBack:
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandForward:
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandReload:
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandHome:
    """The home button of a phone."""

    is_done: bool = False


@dataclass(frozen=True, slots=True)
class HandRecents:
    """The button of a phone that shows the apps that were used last."""

    is_done: bool = False


Gesture = (
    HandPress | HandHold | HandDrag | HandSwipe | HandPinch | HandHover | HandPoint | HandText | HandKeys | HandScroll
    | HandChoose | HandFill | HandFiles | HandAnswer | HandTab | HandCloseTab | HandGoTo | HandBack | HandForward
    | HandReload | HandHome | HandRecents
)  # fmt: skip
Gestures = Callable[[Gesture], Awaitable[None]]
"""What takes gestures as they come."""


@dataclass(frozen=True, slots=True)
class HandAim:
    """The pointer rests on something that may be pressed next. Nothing is done yet."""

    at: Point
    is_down: bool = False
    """Whether the button is down already."""
    is_aimed: bool = False
    """Whether nothing has changed since the last aim, which was here too."""


Aims = Callable[[HandAim], Awaitable[None]]
"""What looks at the place that the pointer aims at, before it is pressed there."""
Notes = Callable[[str], None]
"""What tells the person something, such as what cannot be recorded."""

GESTURE_KINDS: Mapping[str, Callable[..., Gesture]] = {
    "press": HandPress, "hold": HandHold, "drag": HandDrag, "swipe": HandSwipe, "pinch": HandPinch,
    "hover": HandHover, "point": HandPoint, "text": HandText, "keys": HandKeys, "scroll": HandScroll,
    "choose": HandChoose, "fill": HandFill, "files": HandFiles, "answer": HandAnswer, "tab": HandTab,
    "close_tab": HandCloseTab, "go_to": HandGoTo, "back": HandBack, "forward": HandForward, "reload": HandReload,
    "home": HandHome, "recents": HandRecents,
}  # fmt: skip
"""Each kind of gesture by its name on the wire."""


@runtime_checkable
class HandSource(Protocol):
    """A screen in front of which a person sits, such as a browser with a window."""

    async def watch_hands(
        self, on_gesture: Gestures, *, on_aim: Aims | None = None, on_note: Notes | None = None
    ) -> None:
        """From now on, hand over what the person does. What can be held back is not done until it is asked for."""
        ...

    async def unwatch_hands(self) -> None: ...

    async def pick(self, on: bool) -> None:
        """Pointing mode: clicks become a `HandPoint` and touch nothing."""
        ...


def read_gesture(data: Mapping[str, Any]) -> Gesture:
    """A gesture as it came over a wire, `{"kind": "press", "at": [x, y], …}`. A ConfigError says what is wrong."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in GESTURE_KINDS:
        remedy = did_you_mean(str(kind), GESTURE_KINDS, otherwise=f"one of {', '.join(GESTURE_KINDS)}")
        raise ConfigError(f"{kind!r} is not a kind of gesture", remedy=remedy)
    made = GESTURE_KINDS[kind]
    known = {entry.name: entry for entry in fields(cast(Any, made))}
    unknown = [name for name in data if name != "kind" and name not in known]
    if unknown:
        remedy = did_you_mean(unknown[0], known, otherwise=f"it has {', '.join(known) or 'no values'}")
        raise ConfigError(f"the gesture {kind} has no {unknown[0]!r}", remedy=remedy)
    missing = [name for name, entry in known.items() if entry.default is MISSING and name not in data]
    if missing:
        raise ConfigError(f"the gesture {kind} lacks {missing[0]!r}")
    return made(
        **{
            name: None if data[name] is None and entry.default is None else _read_value(kind, name, data[name])
            for name, entry in known.items()
            if name in data
        }
    )


def _read_value(kind: str, name: str, value: object) -> object:
    reader, expected = _READERS[name]
    try:
        return reader(value)
    except (TypeError, ValueError) as error:
        shown = "" if name in ("text", "files") else f", not {value!r}"
        raise ConfigError(f"{name!r} of the gesture {kind} has to be {expected}{shown}") from error


def _point(value: object) -> Point:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError
    x, y = cast(Sequence[object], value)
    return Point(_number(x), _number(y))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _FARTHEST:
        raise TypeError
    return float(value)


def _positive(value: object) -> float:
    number = _number(value)
    if not 0 < number <= 100:
        raise ValueError
    return number


def _whole(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError
        return value

    return read


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError
    return tuple(map(_text, cast(Sequence[object], value)))


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _button(value: object) -> str:
    if value not in ("left", "right", "middle"):
        raise ValueError
    return str(value)


def _keys(value: object) -> str:
    return "+".join(read_keys(_text(value)))


_READERS: Mapping[str, tuple[Callable[[object], object], str]] = {
    "at": (_point, "a position [x, y]"),
    "start": (_point, "a position [x, y]"),
    "end": (_point, "a position [x, y]"),
    "count": (_whole(1, 3), "1, 2 or 3"),
    "button": (_button, "left, right or middle"),
    "number": (_whole(0, 2**53), "the number of an element"),
    "is_second": (_truth, "true or false"),
    "is_aimed": (_truth, "true or false"),
    "is_done": (_truth, "true or false"),
    "is_secret": (_truth, "true or false"),
    "accept": (_truth, "true or false"),
    "seconds": (_positive, "a number of seconds, at most 100"),
    "factor": (_positive, "a number above 0"),
    "text": (_text, "a text"),
    "keys": (_keys, "a key or a combination such as Control+A"),
    "dx": (_number, "a number"),
    "dy": (_number, "a number"),
    "options": (_texts, "a list of texts"),
    "files": (_texts, "a list of paths"),
    "tab": (_whole(1, 10_000), "the number of a tab, from 1"),
    "address": (_text, "an address"),
}
