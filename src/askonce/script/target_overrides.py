"""Options of the command line that override those of a script's target, such as `--web.user-agent NAME`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from pydantic import ValidationError

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError
from askonce.lazy import regex
from askonce.screens.option_fields import Section
from askonce.script.script_targets import kind_name, target_models

_OPTION = regex(r"--(?P<section>[a-z]+)\.(?P<path>[^=\s]+)(?:=(?P<value>.*))?")


def read_overrides(args: Sequence[str]) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The other words, and the options by kind of target.

    A value follows its option, or stands behind `=`; without one it is true. Options that are given twice are a list,
    and further dots lead into a mapping.
    """
    left: list[str] = []
    given: dict[str, dict[str, Any]] = {}
    words = list(args)
    while words:
        word = words.pop(0)
        found = _OPTION.fullmatch(word)
        if word == "--":
            return [*left, word, *words], _checked(given)
        if not found or found["section"] not in target_models():
            left.append(word)
            continue
        text = found["value"]
        if text is None and words and not words[0].startswith("--"):
            text = words.pop(0)
        _put(given.setdefault(found["section"], {}), found["section"], found["path"].split("."), _value(text))
    return left, _checked(given)


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two mappings as one, with those inside them; the second one wins."""
    both = {**under}
    for name, value in over.items():
        inner = both.get(name)
        both[name] = (
            merged(cast("Mapping[str, Any]", inner), cast("Mapping[str, Any]", value))
            if isinstance(inner, Mapping) and isinstance(value, Mapping)
            else value
        )
    return both


def _value(text: str | None) -> Any:
    """A number, true or false where it reads as one, else a text."""
    if text is None:
        return True
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int | float) else text


def _put(values: dict[str, Any], section: str, path: list[str], value: Any) -> None:
    first, *rest = path
    key = _key(section, first)
    if rest:
        inner = values.setdefault(key, {})
        if isinstance(inner, dict):
            name = ".".join(rest)
            cast("dict[str, Any]", inner)[_camel(name) if _is_section(section, key) else name] = value
            return
    values[key] = [*_several(values[key]), value] if key in values else value


def _several(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _key(section: str, name: str) -> str:
    """A key of the section, written with dashes or as in a script."""
    keys = [info.alias or field for field, info in target_models()[section].model_fields.items()]
    plain = name.replace("-", "").lower()
    found = next((key for key in keys if key.lower() == plain), None)
    if found is None:
        raise ConfigError(
            f"--{section}.{name}: {section} has no option {name!r}",
            remedy=did_you_mean(_camel(name), keys, otherwise=f"its options are {', '.join(keys)}"),
        )
    return found


def _is_section(section: str, key: str) -> bool:
    """Whether a key holds a mapping whose keys we know, and not names of the user's own such as headers."""
    fields = target_models()[section].model_fields.items()
    kinds = get_args(next(info.annotation for name, info in fields if key == (info.alias or name)))
    return any(isinstance(kind, type) and issubclass(kind, Section) for kind in kinds)


def _camel(name: str) -> str:
    first, *others = name.split("-")
    return first + "".join(word.capitalize() for word in others)


def _checked(given: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The options by the names of kinds, once their values are known to be right."""
    by_kind: dict[str, dict[str, Any]] = {}
    for section, values in given.items():
        model: type[Section] = target_models()[section]
        lists = {info.alias for info in model.model_fields.values() if "list[" in str(info.annotation)}
        values = {key: _several(value) if key in lists else value for key, value in values.items()}
        try:
            model.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise ConfigError(
                f"--{section}.{where}: {first['msg'].removeprefix('Value error, ')}, not {first['input']!r}",
                remedy="write it as in a script",
            ) from None
        by_kind[kind_name(section)] = merged(by_kind.get(kind_name(section), {}), values)
    return by_kind
