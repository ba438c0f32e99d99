"""The kinds of screens that there are: those of this package, and those that other packages announce.

Another package announces one in its pyproject.toml:

    [project.entry-points."askonce.screens"]
    watch = "askonce_watch.watch_kind:KIND"

Kinds are loaded when they are first asked for. One that cannot be loaded is an error for whoever asks for it, and for
nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast, get_args

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.screen_kind import Door, ScreenKind

BUILT_IN: Mapping[str, str] = {
    "web": "askonce.screens.web.web_kind:KIND",
    "android": "askonce.screens.android.android_kind:KIND",
    "desktop": "askonce.screens.desktop.desktop_kind:KIND",
    "ios": "askonce.screens.ios.ios_kind:KIND",
    "harmony": "askonce.screens.harmony.harmony_kind:KIND",
    "fake": "askonce.screens.fake.fake_kind:KIND",
    "interface": "askonce.screens.interface.interface_kind:KIND",
}
"""The kinds of this package: a new one adds its folder, and its line here."""
DEFAULT = "web"
GROUP = "askonce.screens"
RESERVED = frozenset(
    {
        "agent", "allowed_hosts", "as_json", "config", "context", "deep_think", "everything", "files", "headed", "help",
        "idle", "instruction", "json", "model", "recordings", "rounds", "screen", "secret", "secrets", "sees",
        "session", "settings", "strategy", "tasks", "timeout", "title", "uploads", "var", "vars",
    }
)  # fmt: skip
"""Names of options that mean something everywhere, and of a script's own sections."""

AnyKind = ScreenKind[Any]


@dataclass(frozen=True, slots=True)
class BrokenKind:
    """A kind that another package announces, and that cannot be used."""

    name: str
    package: str
    reason: str

    @property
    def remedy(self) -> str:
        return f"upgrade or uninstall {self.package}: pip install -U {self.package}"

    def error(self) -> ConfigError:
        return ConfigError(
            f"the screen kind {self.name!r} of the package {self.package} cannot be used: {self.reason}",
            remedy=self.remedy,
        )


class ScreenKinds:
    """Kinds by their names, in the order in which users see them. Iterating gives those that can be used."""

    def __init__(self, announced: Mapping[str, EntryPoint], taken: tuple[BrokenKind, ...] = ()) -> None:
        self._announced = announced
        self._loaded: dict[str, AnyKind] = {}
        self._broken = {kind.name: kind for kind in taken}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._announced)

    @property
    def default(self) -> AnyKind:
        return self.get(DEFAULT)

    @property
    def broken(self) -> tuple[BrokenKind, ...]:
        """Those that cannot be used; all are loaded to find out."""
        list(self)
        return tuple(self._broken.values())

    def __iter__(self) -> Iterator[AnyKind]:
        for name in self._announced:
            if kind := self._load(name):
                yield kind

    def get(self, name: str, *, where: str = "screen") -> AnyKind:
        """A kind by its name. `where` is how the user named it, for the error when there is none."""
        if name not in self._announced:
            raise ConfigError(
                f"{where}: there is no kind of screen named {name!r}",
                remedy=f"{did_you_mean(name, self._announced)} There are {', '.join(self._announced)}; "
                f"more come with packages that announce them as {GROUP}".lstrip(),
            )
        kind = self._load(name)
        if kind is None:
            raise self._broken[name].error()
        return kind

    def by_key(self) -> dict[str, AnyKind]:
        """Kinds by the keys of their sections in scripts."""
        return {key: kind for kind in self for key in kind.section_keys}

    def _load(self, name: str) -> AnyKind | None:
        if name not in self._loaded and name not in self._broken:
            entry = self._announced[name]
            try:
                self._loaded[name] = self._checked(entry.load(), entry)
            except Exception as error:
                if entry.dist is None:  # one of our own
                    raise
                reason = error.message if isinstance(error, ConfigError) else f"{type(error).__name__}: {error}"
                self._broken[name] = BrokenKind(name, entry.dist.name, reason)
        return self._loaded.get(name)

    def _checked(self, kind: object, entry: EntryPoint) -> AnyKind:
        if not isinstance(kind, ScreenKind):
            raise ConfigError(f"{entry.value} is not a ScreenKind")
        found = cast("AnyKind", kind)
        if found.name != entry.name:
            raise ConfigError(f"it is announced as {entry.name!r} and names itself {found.name!r}")
        offered = {name for door in get_args(Door) for name in found.options.offered_at(door)}
        if clash := (offered | set(found.section_keys)) & RESERVED:
            raise ConfigError(f"the name {min(clash)!r} of an option or key means something else already")
        keys = {key: other.name for other in self._loaded.values() for key in other.section_keys}
        if clash := keys.keys() & set(found.section_keys):
            raise ConfigError(f"the script key {min(clash)!r} belongs to {keys[min(clash)]} already")
        return found


def read_kinds(announced: list[EntryPoint]) -> ScreenKinds:
    """The kinds of this package, then those of others by name. A name that is taken stays with who had it first."""
    found = {name: EntryPoint(name, value, GROUP) for name, value in BUILT_IN.items()}
    taken: list[BrokenKind] = []
    for entry in sorted(announced, key=lambda entry: (entry.name, entry.dist.name if entry.dist else "")):
        package = entry.dist.name if entry.dist else entry.value
        if entry.name in found:
            holder = found[entry.name].dist
            owner = f"the package {holder.name}" if holder else "Askonce itself"
            taken.append(BrokenKind(f"{entry.name} ({package})", package, f"the name belongs to {owner}"))
        else:
            found[entry.name] = entry
    return ScreenKinds(found, tuple(taken))


@cache
def screen_kinds() -> ScreenKinds:
    """The kinds of screens on this machine. Reading them loads none."""
    return read_kinds(list(entry_points(group=GROUP)))
