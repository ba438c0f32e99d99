"""Apps by the names that people use: what is installed, and what it may be called."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from askonce.errors import NotOperable
from askonce.screens.android.adb_client import AdbDevice

_PACKAGE = re.compile(r"[A-Za-z][\w]*(\.[A-Za-z_][\w]*)+")
_ACTIVITY = re.compile(r"^\s*([\w.]+)/([\w.$]+)\s*$", re.MULTILINE)
_GENERIC = frozenset(
    {"com", "org", "net", "android", "google", "app", "apps", "mobile", "pro", "free", "de", "io", "co"}
)


class InstalledApps:
    """What can be started on a phone. Read when it is first asked for, and again when a name is not known."""

    def __init__(self, device: AdbDevice) -> None:
        self._device = device
        self._activities: dict[str, str] = {}

    async def package_of(self, app: str) -> str:
        """The package of an app that is named as a person names it, or by its package."""
        if app not in self._activities and not self._candidates(app):
            await self._read()
        found = [app] if app in self._activities else self._candidates(app)
        if len(found) == 1:
            return found[0]
        if found:
            raise NotOperable(f"{app!r} may be {' or '.join(found)}", remedy="name the package")
        known = ", ".join(sorted(self._activities)) or "none"
        raise NotOperable(f"no app called {app!r} is installed", remedy=f"name one by its package; there are: {known}")

    async def activity_of(self, package: str) -> str:
        """The activity by which an app is started."""
        if package not in self._activities:
            await self._read()
        return self._activities[package]

    async def _read(self) -> None:
        listed = await self._device.read(
            "cmd", "package", "query-activities", "--brief", "--components", "-a", "android.intent.action.MAIN", "-c",
            "android.intent.category.LAUNCHER",
        )  # fmt: skip
        self._activities = {}
        for package, activity in _ACTIVITY.findall(listed):
            self._activities.setdefault(package, f"{package}/{activity}")

    def _candidates(self, app: str) -> list[str]:
        """The packages that a name may mean: those of the table, else those whose own words are the name."""
        return candidates(app, list(self._activities))


def candidates(app: str, packages: Sequence[str]) -> list[str]:
    """The packages that a name may mean."""
    wanted = " ".join(_split(app))
    known = [package for package in _well_known().get(wanted, ()) if package in packages]
    if known:
        return known
    if _PACKAGE.fullmatch(app):
        return [package for package in packages if package.lower() == app.lower()]
    named = [package for package in packages if _words_of(package) and " ".join(_words_of(package)) == wanted]
    words = set(_split(app))
    close = [package for package in packages if words and words <= set(_words_of(package))]
    return named or close


def _words_of(package: str) -> list[str]:
    return [word for word in _split(package) if word not in _GENERIC]


def _split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


@cache
def _well_known() -> Mapping[str, Sequence[str]]:
    return json.loads(files("askonce.screens.android").joinpath("app_names.json").read_text("utf-8"))
