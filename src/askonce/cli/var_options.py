"""Values from the command line: `--var NAME=VALUE`, and `--secret NAME[=VARIABLE]` from the environment."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from askonce.cli.dotenv import read_environment
from askonce.config import secret_from
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.values import Secret

_UNKNOWN = "unknown"
"""Stands for a value that is not needed yet."""


def read_values(
    plain_values: Sequence[str],
    secrets: Sequence[str],
    *,
    read: Callable[[str], Any] = str,
    method: Callable[..., object] | None = None,
) -> dict[str, Any]:
    """Values by name: `name=value` from the command line, secrets from the environment.

    A value that is passed to `method` as a keyword argument cannot have the name of one of its parameters.
    """
    values: dict[str, Any] = {}
    _refuse_both(plain_values, secrets)
    for text in plain_values:
        name, equals, value = text.partition("=")
        if not equals:
            raise ConfigError(f"--var {text!r} is not NAME=VALUE", remedy="for example --var term=mugs")
        values[_checked(name, "--var", method)] = read(value)
    environment: Mapping[str, str] = read_environment() if secrets else {}
    for text in secrets:
        name, _, variable = text.partition("=")
        variable = variable or name
        if not environment.get(variable):
            raise ConfigError(
                f"--secret {name}: {variable} is not set in the environment",
                remedy=f"set {variable}, or use another variable: --secret {name}=VARIABLE",
            )
        values[_checked(name, "--secret", method)] = secret_from(environment, variable)
    return values


def read_declared(plain_values: Sequence[str], secrets: Sequence[str]) -> dict[str, Any]:
    """The values that a file will get, for its check: those of variables may be left out, those of secrets unset."""
    _refuse_both(plain_values, secrets)
    named = {text: _UNKNOWN for text in plain_values if "=" not in text}
    values = {_checked(name, "--var", None): value for name, value in named.items()}
    values |= read_values([text for text in plain_values if text not in named], [], read=read_value)
    return values | {_checked(text.partition("=")[0], "--secret", None): Secret(_UNKNOWN) for text in secrets}


def read_value(text: str) -> Any:
    """The value of a variable: JSON where it reads as such and text otherwise, `@file` from a file."""
    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not written in UTF-8"
            raise ConfigError(f"{text[1:]} could not be read: {reason}", remedy="check the name of the file") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def unused_remark(values: Mapping[str, Any], used: Collection[str], users: Sequence[str]) -> str:
    """A remark about values that none of `users` uses, empty if there are none.

    A name that comes close to one without a value is misspelt, and refused.
    """
    nobody = f"{users[0]} does not use" if len(users) == 1 else f"none of {len(users)} files uses"
    unused = [name for name in values if name not in used]
    for name in unused:
        if near := closest_name(name, set(used) - values.keys()):
            option = "--secret" if isinstance(values[name], Secret) else "--var"
            raise ConfigError(f"{nobody} {{{name}}}", remedy=f"did you mean {option} {near}?")
    return f"{nobody} {', '.join(f'{{{name}}}' for name in unused)}" if unused else ""


def _refuse_both(plain_values: Sequence[str], secrets: Sequence[str]) -> None:
    """A name that is given as a secret and in plain text is a mistake, and the plain text may be the secret."""
    named = {text.partition("=")[0] for text in plain_values}
    for text in secrets:
        if (name := text.partition("=")[0]) in named:
            raise ConfigError(f"{name} is given with --var and with --secret", remedy="leave out one of them")


def _checked(name: str, option: str, method: Callable[..., object] | None) -> str:
    """A name that can be used in braces and is not a parameter of the method."""
    if not name.isidentifier() or (method and name in inspect.signature(method).parameters):
        raise ConfigError(f"{option}: {name!r} cannot be used as a name", remedy="choose another name")
    return name
