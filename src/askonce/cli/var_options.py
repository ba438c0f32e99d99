"""Values from the command line: `--var NAME=VALUE`, and `--secret NAME[=VARIABLE]` from the environment."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from askonce.cli.dotenv import read_environment
from askonce.config import secret_from
from askonce.errors import ConfigError


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


def _checked(name: str, option: str, method: Callable[..., object] | None) -> str:
    """A name that can be used in braces and is not a parameter of the method."""
    if not name.isidentifier() or (method and name in inspect.signature(method).parameters):
        raise ConfigError(f"{option}: {name!r} cannot be used as a name", remedy="choose another name")
    return name
