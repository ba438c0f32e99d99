"""Apps of an iPhone by the names that people use. What is installed is not told: names lead to identifiers to try."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import NotOperable
from askonce.screens.phones.app_names import is_package, same_name, words_in


class IosApps:
    """Bundle identifiers by names: the user's own, those that were found, and those of well-known apps."""

    def __init__(self, own_names: Mapping[str, str]) -> None:
        self._own = dict(own_names)

    def candidates(self, app: str) -> list[str]:
        """The identifiers that a name may mean, the best first."""
        own = [bundle for name, bundle in self._own.items() if same_name(name, app)]
        known = [bundle for name, bundles in _well_known().items() if same_name(name, app) for bundle in bundles]
        return own or ([app] if is_package(app) else known)

    def is_bundle(self, app: str) -> bool:
        return is_package(app)

    def learn(self, app: str, bundle: str) -> None:
        """Remember under which name an app was found."""
        if bundle:
            self._own[app] = bundle

    def unknown(self, app: str, icons: Sequence[str] = ()) -> NotOperable:
        """What is said of an app that nobody knows. `icons` are the names that the home screen has."""
        close = did_you_mean(app, [*self._own, *_well_known(), *icons, *words_in(icons)])
        seen = f"the home screen has: {', '.join(icons)}" if icons else "name its bundle identifier"
        return NotOperable(f"no app called {app!r} is installed", remedy=f"{close} {seen}".strip())


@cache
def _well_known() -> Mapping[str, Sequence[str]]:
    return json.loads(files("askonce.screens.ios").joinpath("ios_app_names.json").read_text("utf-8"))
