"""Activities, alerts and apps, as the phone knows them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from askonce.lazy import dataclass
from askonce.testing.phone.views import Handler, View

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

_KEYS = count(1)


class Activity(ABC):
    """One screen of an app: a list, an entry, a form. What the user has done so far is in its attributes."""

    name: ClassVar[str] = ".MainActivity"
    resizes: ClassVar[bool] = False
    """Whether it shrinks above the keyboard; otherwise the keyboard covers what it covers."""

    def __init__(self, phone: Handset) -> None:
        self.phone = phone
        self.key = f"activity {next(_KEYS)}"
        self.alerts: list[Alert] = []

    @abstractmethod
    def view(self) -> View:
        """What it shows now."""

    def back(self) -> bool:
        """Take the back button; False leaves it to the phone, which closes the activity."""
        return False


@dataclass(frozen=True, slots=True)
class Alert:
    """A dialog. Each of its buttons closes it, and so does the back button unless it has to be answered."""

    title: str
    message: str = ""
    buttons: tuple[tuple[str, Handler | None], ...] = (("OK", None),)
    body: Callable[[], tuple[View, ...]] | None = None
    package: str = ""
    """Whose window it is, where that is not the app's own."""
    window: str = ""
    """The name of its window, where it has one of its own."""
    must_answer: bool = False
    cancel: Handler | None = None


@dataclass(frozen=True, slots=True)
class PhoneApp:
    """An app, as it is installed."""

    name: str
    package: str
    main: Callable[[Handset], Activity]
    """Makes the activity that it starts with."""
    icon: str = ""
    color: str = "#5b6b9e"
    activities: tuple[str, ...] = (".MainActivity",)
    """Those that can be started from outside; the launcher's is the first."""
    links: Mapping[str, Callable[[Handset, str], Activity]] = field(
        default_factory=dict[str, "Callable[[Handset, str], Activity]"]
    )
    """What it opens, by the scheme of an address."""
    asks_for: str = ""
    """What it needs to be allowed when it is first opened, as in "access your contacts"."""

    def component(self, activity: str) -> str:
        """The activity's whole name: `package/package.Activity`."""
        return f"{self.package}/{self.package if activity.startswith('.') else ''}{activity}"


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification."""

    title: str
    text: str
    package: str
    opened: Callable[[Handset], Activity] | None = None
    """The activity that a tap on it opens; without one, the app's first."""
