"""A kind of screen, as data: what it is called, what users may set, how it opens, what the doctor looks at.

Commands, scripts, tools, the MCP server, the pytest plugin and the doctor read it from here, and name no kind. A new
kind is a folder with a `ScreenKind`, and one entry: in `kind_registry` if it ships with the package, else an entry
point of the group `askonce.screens`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import ConfigDict
from pydantic.fields import FieldInfo

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.option_fields import Section
from askonce.screens.screen_protocol import Screen

Door = Literal["command", "mcp", "mark", "doctor"]
"""Where users set options besides scripts and Python: commands, `open_session`, the pytest mark, `askonce doctor`."""


class ScreenOptions(Section):
    """What users may set for a kind of screen. A field is a key in scripts; `Offered` says where else it is offered."""

    model_config = ConfigDict(populate_by_name=True)

    @classmethod
    def offered_at(cls, door: Door) -> dict[str, OfferedOption]:
        """The options that are offered at a door, by the names that they have there."""
        found: dict[str, OfferedOption] = {}
        for name, info in cls.model_fields.items():
            for offer in info.metadata:
                if isinstance(offer, Offered) and door in offer.doors:
                    found[offer.name or name] = OfferedOption(cls, name, offer)
        return found


@dataclass(frozen=True, slots=True)
class Offered:
    """Offers an option at doors, as in `url: Annotated[str, Offered(("command", "mcp"), metavar="URL")] = ""`."""

    doors: tuple[Door, ...]
    name: str = ""
    """What it is called there; the field's own name otherwise."""
    metavar: str = "TEXT"
    """The placeholder for its value in the help of commands."""
    help: str = ""
    """What is said of it there; the field's own description otherwise."""
    is_path: bool = False
    """Whether it is a path, which commands make absolute."""
    bare: str = ""
    """What it means on a command line without a value, at the end or before another option; empty if it needs one."""


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option as it is offered at a door."""

    owner: type[ScreenOptions]
    field: str
    offer: Offered

    @property
    def info(self) -> FieldInfo:
        return self.owner.model_fields[self.field]

    @property
    def help(self) -> str:
        return self.offer.help or self.owner.field_description(self.field)


class TakesSlots:
    """Marks an option in which `{name}` of a script's variables is replaced by its value."""


TAKES_SLOTS = TakesSlots()


@dataclass(frozen=True, slots=True)
class OpenContext:
    """What a screen is opened in: everything that is not an option of its kind."""

    settings: Settings
    headed: bool = False
    """Whether a window is shown."""
    by_hand: bool = False
    """Whether a person uses the window, and may resize it."""
    host: object = None
    """Something that runs already, to open the screen in: for a web page a browser, a context or a page."""
    uploads: Path | None = None
    """The only folder that files may be uploaded from."""
    logins: Path | None = None
    """A file with the logins that an earlier screen left, for those that have none of their own."""
    pause: float = 0.0
    """Seconds to wait after each action, on top of settling."""
    base_url: str = ""
    """What an address without a host begins with."""
    folder: Path | None = None
    """Where relative paths of options begin; the working directory otherwise."""
    home: Path | None = None
    """Where those begin that begin in the working folder, whatever `folder` says: those of web pages."""
    is_trusted: bool = True
    """Whether the options come from the user, and not from a client that may reach no files of this machine."""


async def _nothing() -> None:
    """There is nothing to go to."""


@dataclass(frozen=True, slots=True)
class OpenedScreen:
    """A screen that is open."""

    screen: Screen
    begin: Callable[[], Awaitable[None]] = _nothing
    """Goes to where the run begins, such as a page or an app. Called once the agent is there."""


class ScreenHost(Protocol):
    """Something that several screens are opened in, such as one browser for many pages."""

    async def get(self) -> object:
        """What `OpenContext.host` takes. Started when it is first asked for, and again should it have died."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class AdoptedHost:
    """What a test brought with it, to open a screen on."""

    host: object
    run: Callable[[Coroutine[Any, Any, Any]], Any] | None = None
    """Runs coroutines where the host lives; None where they are awaited."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: good or not, and what to do about it.

    Runs work without what is not `needed`.
    """

    name: str
    good: bool
    said: str
    remedy: str = ""
    needed: bool = True

    @property
    def fails(self) -> bool:
        return self.needed and not self.good


@dataclass(frozen=True, slots=True)
class HealthContext:
    """What the doctor knows when it looks at a kind of screen."""

    settings: Settings
    process: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The environment variables of the process."""


@dataclass(frozen=True, slots=True)
class AttachedDevice:
    """A device that this machine can reach."""

    id: str
    """The same by whatever cable, address or machine it is reached."""
    names: tuple[str, ...]
    """What people may call it, such as its serial number and its model."""
    options: Mapping[str, Any]
    """The options of its kind that choose it."""


def device_names(*names: str) -> tuple[str, ...]:
    """Names of a device as people write them: `Pixel 7` is also called pixel-7 and pixel."""
    found: list[str] = []
    for name in filter(None, names):
        words = name.lower().split()
        found += [name, "-".join(words), words[0]] if len(words) > 1 else [name, name.lower()]
    return tuple(dict.fromkeys(name for name in found if " " not in name))


Options = TypeVar("Options", bound=ScreenOptions)


def _may_always(options: Any, settings: Settings) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenKind(Generic[Options]):
    """One kind of screen. All that is not needed has a default."""

    name: str
    """What it is called by users and in recordings, as `Screen.kind` says: `web`, `android`."""
    title: str
    """Its heading, such as `Web`."""
    options: type[Options]
    """What commands, `open_session`, marks and `launch.kind` may set."""
    open: Callable[[Any, OpenContext], AbstractAsyncContextManager[OpenedScreen]]
    """Opens a screen by `options` or `target`, and closes it. Imports what is heavy when it is called."""
    screen_class: str = ""
    """`module:Class` of its screens; for the default kind it says which tools exist before a session is open."""

    class_of: Callable[[Any, OpenContext], str] | None = None
    """The class of the screen that a section of a script opens, where that is not always `screen_class`; empty if only
    opening it tells."""

    # Scripts
    keys: tuple[str, ...] = ()
    """The keys of its section in scripts; its name when empty. All mean the same."""
    implied: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))
    """Options of the section that a key says by itself, where the section does not say them."""
    target: type[ScreenOptions] | None = None
    """What its section in a script may hold, when that is not just `options`."""
    needs_one_of: tuple[str, ...] = ()
    """Keys of the section of which there has to be one. The first is named when none is there."""
    missing: str = ""
    """What to do when none of them is there."""
    check_target: Callable[[Any, Path], None] | None = None
    """Raises what is wrong with a section before a script is run, such as a file that is not there. Paths in it begin
    at the folder of the script."""
    idle_keys: Callable[[Any], Mapping[str, str]] | None = None
    """Fields of a section that make no difference beside what else it says, each with the reason."""
    own_actions: bool = False
    """Whether its screens have an attribute `actions` with actions of their own, which scripts may use."""

    # What it needs, and what may go wrong
    modules: tuple[str, ...] = ()
    """The modules that it imports when it opens, of packages that need not be installed."""
    install: str = ""
    """The command that installs them."""
    has_window: bool = False
    """Whether `--headed` makes a difference."""
    examine: Callable[[Any, HealthContext], Awaitable[Sequence[Finding]]] | None = None
    """What `askonce doctor` finds, given the options that are offered there."""

    find_devices: Callable[[Settings], Awaitable[Sequence[AttachedDevice]]] | None = None
    """The devices that can be used from this machine, each once, where a screen takes one of its own."""

    # Sharing
    new_host: Callable[[Settings, bool], ScreenHost] | None = None
    """Makes what several screens share, by the settings and whether windows are shown."""
    may_share: Callable[[Any, Settings], bool] = _may_always
    """Whether a screen with these options may be opened in a shared host."""
    fixture: str = ""
    """The pytest fixture whose value a screen is opened on when a test uses it."""
    adopt: Callable[[object, bool], AdoptedHost | None] | None = None
    """Takes the value of the fixture, for a test that blocks or one that awaits; None when it is something else."""

    @property
    def section(self) -> type[ScreenOptions]:
        return self.target or self.options

    @property
    def section_keys(self) -> tuple[str, ...]:
        return self.keys or (self.name,)

    @property
    def missing_modules(self) -> list[str]:
        return [module for module in self.modules if find_spec(module) is None]

    def check_modules(self) -> None:
        """Raise what to install when something is missing."""
        if missing := self.missing_modules:
            raise ConfigError(
                f"{self.name} screens need {', '.join(missing)}, which is not installed", remedy=self.install
            )

    def load_screen_class(self) -> type:
        return _load(self.screen_class)

    def load_class_of(self, target: Section, context: OpenContext) -> type | None:
        """The class of the screen that a section of a script opens; None if nobody can tell before."""
        name = self.class_of(target, context) if self.class_of else self.screen_class
        return _load(name) if name else None


def _load(path: str) -> type:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
