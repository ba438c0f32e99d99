"""Apps of a HarmonyOS phone by the names that people use: what is installed, and how it is started."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import NotOperable
from askonce.screens.harmony.hdc_client import HdcPhone
from askonce.screens.phones.app_names import candidates, is_package, same_name, words_in

_ENTRY = (1, "entry")


class HarmonyApps:
    """What can be started on a phone. Read when it is first asked for, and again when a name is not known."""

    def __init__(self, phone: HdcPhone, own_names: Mapping[str, str]) -> None:
        self._phone = phone
        self._own = dict(own_names)
        self._installed: list[str] = []

    async def find(self, app: str) -> str:
        """The bundle of an app that is named as a person names it, or by its bundle; empty if none is known."""
        found = self._candidates(app)
        if not found:
            listed = await self._phone.shell("bm", "dump", "-a")
            self._installed = [line.strip() for line in listed.splitlines() if is_package(line.strip())]
            found = self._candidates(app)
        if len(found) > 1:
            raise NotOperable(f"{app!r} may be {' or '.join(found)}", remedy="name the bundle")
        return found[0] if found else ""

    async def ability_of(self, bundle: str) -> tuple[str, str]:
        """The ability by which an app is started, and its module."""
        said = await self._phone.shell("bm", "dump", "-n", bundle)
        try:
            info = cast("dict[str, Any]", json.loads(said[said.index("{") :]))
        except ValueError:
            raise NotOperable(f"the phone does not tell how {bundle} is started", remedy=_NAME_IT) from None
        modules = cast("list[dict[str, Any]]", info.get("hapModuleInfos") or [])
        main = {info.get("entryModuleName"), info.get("mainEntry")}
        modules.sort(key=lambda each: (each.get("moduleName") not in main, each.get("moduleType") not in _ENTRY))
        for module in modules:
            if ability := _main_ability(module):
                return ability, str(module.get("moduleName") or module.get("name") or "")
        raise NotOperable(f"{bundle} cannot be started: it has no ability for that", remedy=_NAME_IT)

    def learn(self, app: str, bundle: str) -> None:
        """Remember under which name an app was found."""
        if bundle:
            self._own[app] = bundle

    def unknown(self, app: str, icons: Sequence[str] = ()) -> NotOperable:
        """What is said of an app that nobody knows. `icons` are the names that the home screen has."""
        close = did_you_mean(app, [*self._own, *icons, *words_in(icons)])
        known = ", ".join([*icons, *sorted(self._installed)]) or "none"
        return NotOperable(f"no app called {app!r} is installed", remedy=f"{close} there are: {known}".strip())

    def _candidates(self, app: str) -> list[str]:
        own = {bundle for name, bundle in self._own.items() if same_name(name, app)}
        return sorted(own) or ([app] if app in self._installed else candidates(app, self._installed, _well_known()))


_NAME_IT = "name the ability: bundle/Ability"


def _main_ability(module: Mapping[str, Any]) -> str:
    declared = str(module.get("mainElementName") or module.get("mainAbility") or "")
    abilities = cast("list[dict[str, Any]]", module.get("abilityInfos") or [])
    names = [str(each.get("name") or "") for each in abilities]
    if declared and (not names or any(name == declared or name.endswith(f".{declared}") for name in names)):
        return declared
    for each in abilities:
        skills = cast("list[dict[str, Any]]", each.get("skills") or [])
        if any("entity.system.home" in (skill.get("entities") or []) for skill in skills):
            return str(each.get("name") or "")
    return ""


@cache
def _well_known() -> Mapping[str, Sequence[str]]:
    return json.loads(files("askonce.screens.harmony").joinpath("harmony_app_names.json").read_text("utf-8"))
