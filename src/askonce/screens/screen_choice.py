"""Which kind of screen is meant by what a user said, and with which options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from askonce.diagnostics.invalid_fields import invalid_fields
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.kind_registry import AnyKind, ScreenKinds, screen_kinds
from askonce.screens.screen_kind import Door, OfferedOption, ScreenOptions


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    """A kind of screen, and the options to open it with."""

    kind: AnyKind
    options: ScreenOptions

    def given_at(self, door: Door) -> dict[str, Any]:
        """The options that were set, by the names that they have at a door."""
        offered = self.kind.options.offered_at(door)
        return {
            name: getattr(self.options, option.field)
            for name, option in offered.items()
            if option.field in self.options.model_fields_set
        }


def offered_at(door: Door, kinds: ScreenKinds | None = None) -> dict[str, OfferedOption]:
    """All options that are offered at a door, by name. Where kinds share a name, the first one counts."""
    found: dict[str, OfferedOption] = {}
    for kind in kinds or screen_kinds():
        for name, option in kind.options.offered_at(door).items():
            found.setdefault(name, option)
    return found


def choose_screen(
    given: Mapping[str, Any],
    door: Door,
    *,
    named: str = "",
    headed: bool = False,
    spell: Callable[[str], str] = str,
    kinds: ScreenKinds | None = None,
) -> ScreenChoice:
    """The kind that is `named`, else the one that has all options that were given, else the default.

    `spell` writes the name of an option as the user does.
    """
    kinds = kinds or screen_kinds()
    kind = _named(kinds, named, given, door, spell) if named else _fitting(kinds, given, door, spell)
    if headed and not kind.has_window:
        raise ConfigError(
            f"{spell('headed')} is not an option of {kind.name} screens: they have no window",
            remedy=f"leave out {spell('headed')}",
        )
    offered = kind.options.offered_at(door)
    options = read_options(kind, {offered[name].field: value for name, value in given.items()}, spell, door)
    # A kind with several ways to begin may have one that needs no option; a single one has to be there. At other doors
    # the screen says so when it opens.
    if door == "command" and len(kind.needs_one_of) == 1 and getattr(options, kind.needs_one_of[0], "") is None:
        raise _lacking(kind, kind.needs_one_of[0], spell, door)
    return ScreenChoice(kind, options)


def read_options(
    kind: AnyKind, given: Mapping[str, Any], spell: Callable[[str], str] = str, door: Door | None = None
) -> ScreenOptions:
    """Options by the names of their fields, or an error that says which of them is wrong."""
    for name in given:
        if name not in kind.options.model_fields:
            known = ", ".join(kind.options.model_fields)
            raise ConfigError(f"{kind.name} screens have no option {name!r}", remedy=f"they have {known}")
    try:
        return kind.options.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        field = next((name for name in given if first["loc"] and first["loc"][0] in _names_of(kind, name)), "")
        if not first["loc"]:
            wrong = invalid_fields(error).removeprefix("it: ")
            known = ", ".join(kind.options.model_fields)
            raise ConfigError(f"{kind.name} screens: {wrong}", remedy=f"they have {known}") from None
        if not field:
            raise _lacking(kind, str(first["loc"][0]), spell, door) from None
        called = next((name for name, option in _offered(kind).items() if option.field == field), field)
        raise ConfigError(f"{spell(called)} cannot be {given[field]!r}", remedy=first["msg"]) from None


def _lacking(kind: AnyKind, key: str, spell: Callable[[str], str], door: Door | None) -> ConfigError:
    """An option that has to be given, by the name that it has where the user is."""
    screen = f"{'an' if kind.name[:1].lower() in 'aeiou' else 'a'} {kind.name} screen"
    offered: dict[str, OfferedOption] = kind.options.offered_at(door) if door else {}
    field = next((name for name in kind.options.model_fields if key in _names_of(kind, name)), key)
    for name, option in offered.items():
        if option.field == field:
            value = f" {option.offer.metavar}" if door == "command" and option.info.annotation is not bool else ""
            about = f": {option.help}" if option.help else ""
            return ConfigError(f"{screen} needs {spell(name)}", remedy=f"add {spell(name)}{value}{about}")
    return ConfigError(f"{screen} lacks {field}", remedy=kind.missing or f"add {field}")


def _named(kinds: ScreenKinds, name: str, given: Mapping[str, Any], door: Door, spell: Callable[[str], str]) -> AnyKind:
    kind = kinds.get(name, where=spell("screen"))
    offered = kind.options.offered_at(door)
    for option in given:
        if option not in offered:
            has = f"it has {', '.join(map(spell, offered))}" if offered else "it has none"
            raise ConfigError(f"{spell(option)} is not an option of {name} screens", remedy=f"leave it out; {has}")
    return kind


def _fitting(kinds: ScreenKinds, given: Mapping[str, Any], door: Door, spell: Callable[[str], str]) -> AnyKind:
    if not given:
        return kinds.default
    owners = {name: [kind for kind in kinds if name in kind.options.offered_at(door)] for name in given}
    for name, owning in owners.items():
        if not owning:
            raise ConfigError(
                f"no kind of screen has an option {spell(name)}",
                remedy=f"there are {', '.join(map(spell, offered_at(door, kinds)))}",
            )
    fitting = [kind for kind in kinds if all(kind in owning for owning in owners.values())]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " or ".join(kind.name for kind in fitting)
        raise ConfigError(
            f"{', '.join(map(spell, given))} may mean {names}", remedy=f"name the kind with {spell('screen')}"
        )
    first, *rest = owners
    apart = (name for name in rest if not set(_kind_names(owners[name])) & set(_kind_names(owners[first])))
    other = next(apart, rest[-1])
    raise ConfigError(
        f"{spell(first)} belongs to {' and '.join(_kind_names(owners[first]))} screens and {spell(other)} to "
        f"{' and '.join(_kind_names(owners[other]))} screens; one screen is opened at a time",
        remedy=f"leave out {spell(first)} or {spell(other)}",
    )


def _kind_names(kinds: list[AnyKind]) -> list[str]:
    return [kind.name for kind in kinds]


def _offered(kind: AnyKind) -> dict[str, OfferedOption]:
    doors: tuple[Door, ...] = ("command", "mcp", "mark", "doctor")
    return {name: option for door in doors for name, option in kind.options.offered_at(door).items()}


def _names_of(kind: AnyKind, field: str) -> set[str]:
    return {field, kind.options.model_fields[field].alias or field}
