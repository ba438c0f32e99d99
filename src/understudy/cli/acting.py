"""`understudy act`: one instruction on a web page, with progress, a trace and a report."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, cast, get_args

from rich.console import Console
from rich.text import Text

from understudy import launch
from understudy.agent import Agent
from understudy.cli.environment import read_environment
from understudy.cli.progress import Progress
from understudy.cli.terminal import for_people, plain
from understudy.config import ModelSettings, Seeing, Settings, read_settings
from understudy.errors import ConfigError, UnderstudyError
from understudy.planning.result import ActResult
from understudy.report import write_report
from understudy.values import Secret, Value


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asked for."""

    instruction: str
    url: str
    headed: bool = False
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    sees: str | None = None
    deep_think: bool = False
    rounds: int | None = None
    timeout: float | None = None
    recordings: str | None = None
    report: bool = True
    as_json: bool = False


class Run:
    """One act from the command line; remembers its trace, so that a report can be written whatever happened."""

    def __init__(self, order: Order, settings: Settings, console: Console, model: ModelSettings | None = None) -> None:
        self._order = order
        self._settings = settings
        self._console = console
        self._model = model
        self.trace: Path | None = None

    async def act(self) -> ActResult:
        order = self._order
        with Progress(self._console) as progress:
            opening = launch.web(
                order.url,
                headed=order.headed,
                model=self._model,
                settings=self._settings,
                recordings=order.recordings,
            )
            async with opening as agent:
                self.trace = agent.trace.folder
                agent.trace.subscribe(progress)
                return await agent.act(order.instruction, **cast("dict[str, Any]", order.values))

    def write_report(self) -> Path | None:
        if self.trace is None or not self._order.report:
            return None
        return write_report(self.trace).resolve()


def carry_out(order: Order) -> int:
    """Do it, tell the result on standard output, and write the report also when it failed or was stopped."""
    settings = _settings_for(order, read_settings(read_environment()))
    console = for_people()
    run = Run(order, settings, console)
    told: dict[str, object] = {}
    try:
        result = asyncio.run(run.act())
        told = {"outcome": "done", **asdict(result)}
        if not order.as_json:
            print(plain(result.message))
            if order.recordings:
                console.print(Text(f"{result.how}: {result.why}" if result.why else result.how, "dim"))
    except UnderstudyError as error:
        told = {"outcome": "failed", "error": error.message, "remedy": error.remedy}
        raise
    except KeyboardInterrupt:
        told = {"outcome": "stopped"}
        raise
    finally:
        report = run.write_report()
        if report:
            console.print(Text(f"Report: {report}", "dim"))
        if order.as_json and told:
            told |= {"trace": run.trace and str(run.trace), "report": report and str(report)}
            print(json.dumps(told, ensure_ascii=False, indent=2))
    return 0


def read_values(
    plain_values: Sequence[str],
    secrets: Sequence[str],
    *,
    read: Callable[[str], Any] = str,
    method: Callable[..., object] = Agent.act,
) -> dict[str, Any]:
    """The values that are passed to a method by name: `name=value` as they are, secrets from the environment."""
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
                remedy=f"set {variable}, or name another variable: --secret {name}=VARIABLE",
            )
        values[_checked(name, "--secret", method)] = Secret(environment[variable])
    return values


def _checked(name: str, option: str, method: Callable[..., object]) -> str:
    """A name that may stand in braces and is no parameter of the method itself."""
    if not name.isidentifier() or name in inspect.signature(method).parameters:
        raise ConfigError(f"{option}: {name!r} cannot be the name of a value", remedy="choose another word")
    return name


def _settings_for(order: Order, settings: Settings) -> Settings:
    if order.sees is not None and order.sees not in get_args(Seeing):
        raise ConfigError(f"--sees cannot be {order.sees!r}", remedy=f"use one of {', '.join(get_args(Seeing))}")
    act = replace(
        settings.act,
        sees=cast("Seeing | None", order.sees) or settings.act.sees,
        deep_think=order.deep_think or settings.act.deep_think,
        rounds=order.rounds or settings.act.rounds,
        timeout=order.timeout or settings.act.timeout,
    )
    return replace(settings, act=act)
