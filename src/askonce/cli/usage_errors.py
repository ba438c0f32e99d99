"""Usage errors: what is wrong on the command line, and what to type instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""The base of typer's usage errors, which typer itself does not export."""

_EXTRA_ARGUMENT = "Got unexpected extra argument"


def explain(error: Any) -> ConfigError:
    """A usage error of typer as one of ours."""
    where = error.ctx.command_path if error.ctx else ""
    remedy = _example(error.ctx.command, where) if error.ctx else "`askonce --help` lists the commands"
    match type(error).__name__:
        case "NoSuchOption":
            return no_such("option", error.option_name, where, error.possibilities or ())
        case "MissingParameter":
            return ConfigError(f"{where} needs {_name(error.param)}", remedy=remedy)
        case "BadParameter" if error.param is not None:
            name = _name(error.param)
            return ConfigError(f"{name} {_reason(error)}", remedy=f"{name}: {error.param.help or 'see --help'}")
        case "BadOptionUsage" if "requires" in error.message:
            return ConfigError(f"{error.option_name} needs a value", remedy="write the value after the option")
        case "BadOptionUsage":
            return ConfigError(f"{error.option_name} takes no value", remedy="write the option without a value")
        case _ if error.message.startswith(_EXTRA_ARGUMENT):
            extra = error.message.partition("(s)")[2].strip(" ()") or error.message
            advice = _instead_of(extra, error.ctx.command, where) if error.ctx else ""
            return ConfigError(
                f"{where}: unexpected argument {extra!r}",
                remedy=advice or f"put quotes around text with spaces; {remedy}",
            )
        case _:
            return ConfigError(f"{where}: {error.format_message().rstrip('.')}".lstrip(": "), remedy=remedy)


def no_such(kind: str, name: str, where: str, known: Iterable[str]) -> ConfigError:
    """An option or a command that does not exist, with the closest one that does."""
    remedy = f"{did_you_mean(name, known)} `{where} --help` lists all {kind}s".lstrip()
    return ConfigError(f"{where} has no {kind} {name}", remedy=remedy)


def _instead_of(extra: str, command: Any, where: str) -> str:
    """What to type instead of a name that a command takes as an option and not as an argument."""
    takes_text = any(param.param_type_name == "argument" for param in command.params)
    takes_session = any("--session" in param.opts for param in command.params)
    is_name = not takes_text and takes_session and len(extra.split()) == 1
    return f"a session is named with --session: {where} --session {extra}" if is_name else ""


def _name(parameter: Any) -> str:
    """A parameter as users type it."""
    if parameter.param_type_name == "argument":
        return parameter.metavar or parameter.name.upper()
    return max(parameter.opts, key=len)


def _reason(error: Any) -> str:
    """Why a value cannot be used; for a number, its range."""
    kind = "whole number" if "int" in error.message else "number"
    bounded = error.param if hasattr(error.param, "min") else getattr(error.param, "type", None)
    least, most = getattr(bounded, "min", None), getattr(bounded, "max", None)
    if least is None and most is None:
        return f"is not valid: {error.message[:1].lower() + error.message[1:].rstrip('.')}"
    bounds = (f" from {least:g}" if least is not None else "") + (f" to {most:g}" if most is not None else "")
    return f"takes a {kind}{bounds}"


def _example(command: Any, where: str) -> str:
    lines = (command.epilog or "").splitlines()
    return f"for example: {lines[0]}" if lines else f"see `{where} --help`"
