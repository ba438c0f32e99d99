"""`askonce act`: one instruction on a web page, with progress, a trace and a report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast, get_args

from rich.text import Text

from askonce.cli.act_progress import Progress
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import carry_on
from askonce.cli.page_agent import Opening, Place
from askonce.cli.terminal import Manner, plain
from askonce.config import Seeing, Settings, read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.planning.act_result import ActResult
from askonce.values import Value


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asked for."""

    instruction: str
    place: Place
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    sees: str | None = None
    deep_think: bool = False
    rounds: int | None = None
    timeout: float | None = None
    as_json: bool = False


def carry_out(order: Order, manner: Manner) -> int:
    """Do it, tell the result on standard output, and write the report also when it failed or was stopped."""
    settings = _settings_for(order, read_settings(read_environment()))
    console = manner.console()
    opening = Opening(order.place, settings)
    told: dict[str, object] = {}
    try:
        with Progress(console, verbose=manner.verbose) as progress:
            result = carry_on(_act(order, opening, progress))
        told = {"outcome": "done", **asdict(result)}
        if not order.as_json:
            print(plain(result.message))
            if order.place.recordings:
                console.print(Text(f"{result.how}: {result.why}" if result.why else result.how, "dim"))
    except AskonceError as error:
        told = {"outcome": "failed", "error": error.message, "remedy": error.remedy}
        raise
    except KeyboardInterrupt:
        told = {"outcome": "stopped"}
        raise
    finally:
        report = opening.write_report()
        if report:
            console.print(Text(f"Report: {report}", "dim"))
        if order.as_json and told:
            told |= {"trace": opening.trace and str(opening.trace), "report": report and str(report)}
            print(json.dumps(told, ensure_ascii=False, indent=2))
    return 0


async def _act(order: Order, opening: Opening, progress: Progress) -> ActResult:
    async with opening.agent(progress) as agent:
        return await agent.act(order.instruction, **cast("dict[str, Any]", order.values))


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
