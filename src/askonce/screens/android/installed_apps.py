"""Apps by the names that people use: what is installed, and what it may be called."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import NotOperable
from askonce.lazy import regex
from askonce.screens.android.adb_client import AdbDevice
from askonce.screens.phones.app_names import candidates, same_name, words_in

_ACTIVITY = regex(r"^\s*([\w.]+)/([\w.$]+)\s*$", re.MULTILINE)
_LABEL = regex(r"packageName=([\w.]+)|nonLocalizedLabel=(?!null)(.+?)(?= icon=|$)", re.MULTILINE)
"""The label of an app that has one which is the same in all languages; the others are in its own files alone."""
_STARTED = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")


class InstalledApps:
    """What can be started on a phone. Read when it is first asked for, and again when a name is not known."""

    def __init__(self, device: AdbDevice, own_names: Mapping[str, str]) -> None:
        self._device = device
        self._own = dict(own_names)
        self._labels: dict[str, str] = {}
        self._activities: dict[str, str] = {}

    async def find(self, app: str) -> str:
        """The package of an app that is named as a person names it, or by its package; empty if none is known."""
        found = self._candidates(app)
        if not found:
            await self._read()
            found = self._candidates(app)
        if len(found) > 1:
            raise NotOperable(f"{app!r} may be {' or '.join(found)}", remedy="name the package")
        return found[0] if found else ""

    def unknown(self, app: str, icons: Sequence[str] = ()) -> NotOperable:
        """What is said of an app that nobody knows. `icons` are the names that the home screen has."""
        close = did_you_mean(app, [*self._own, *self._labels.values(), *icons, *words_in(icons)])
        known = ", ".join([*icons, *sorted(self._activities)]) or "none"
        remedy = f"{close} there are: {known}".strip()
        return NotOperable(f"no app called {app!r} is installed", remedy=remedy)

    def learn(self, app: str, package: str) -> None:
        """Remember under which name an app was found."""
        self._own[app] = package

    async def activity_of(self, package: str) -> str:
        """The activity by which an app is started."""
        if package not in self._activities:
            await self._read()
        if package not in self._activities:
            raise NotOperable(f"{package} cannot be started: it has no icon", remedy="name one of its activities")
        return self._activities[package]

    async def _read(self) -> None:
        brief = ("cmd", "package", "query-activities", "--brief", "--components", *_STARTED)
        listed = await self._device.read(*brief)
        self._activities = {}
        for package, activity in _ACTIVITY.findall(listed):
            self._activities.setdefault(package, f"{package}/{activity}")
        self._labels = read_labels(await self._device.read("cmd", "package", "query-activities", *_STARTED))

    def _candidates(self, app: str) -> list[str]:
        """The packages that a name may mean: the user's own name, then the package, then what is close."""
        own = {package for name, package in self._own.items() if same_name(name, app)}
        if own or app in self._activities:
            return sorted(own) or [app]
        labelled = [package for package, label in self._labels.items() if same_name(label, app)]
        return labelled or candidates(app, list(self._activities), _well_known())


def read_labels(listed: str) -> dict[str, str]:
    """Labels by package, as far as the phone tells them."""
    labels: dict[str, str] = {}
    package = ""
    for found in _LABEL.finditer(listed):
        package = found[1] or package
        if found[2] and package:
            labels.setdefault(package, found[2].strip())
    return labels


@cache
def _well_known() -> Mapping[str, Sequence[str]]:
    return json.loads(files("askonce.screens.android").joinpath("app_names.json").read_text("utf-8"))
