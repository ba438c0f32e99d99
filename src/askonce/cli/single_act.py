"""`askonce act`: runs one instruction on a web page, with progress, a trace and a report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from typing import Any, cast, get_args

from askonce.cli.act_progress import ActProgress
from askonce.cli.dotenv import read_environment
from askonce.cli.interrupts import run_async
from askonce.cli.screen_agent import AgentOpener, ScreenRun
from askonce.cli.terminal import Console, Text, Verbosity, plain, print_warning
from askonce.cli.var_options import unused_remark
from askonce.config import Seeing, Settings, read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.planning.act_result import ActResult
from askonce.values import Instruction, Value, slot_names


@dataclass(frozen=True, slots=True)
class ActOptions:
    """The options of `askonce act`."""

    instruction: str
    run: ScreenRun
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    sees: str | None = None
    deep_think: bool = False
    rounds: int | None = None
    timeout: float | None = None
    as_json: bool = False


def run_act(options: ActOptions, verbosity: Verbosity) -> None:
    """Run it, print the result on standard output, and write the report even if it failed or was stopped."""
    settings = _settings_for(options, read_settings(read_environment()))
    console = verbosity.console()
    _check_values(options, console)
    opener = AgentOpener(options.run, settings)
    data: dict[str, object] = {}
    try:
        with ActProgress(console, verbose=verbosity.verbose) as progress:
            result = run_async(_act(options, opener, progress))
        data = {"outcome": "done", **asdict(result)}
        if not options.as_json:
            print(plain(result.message))
            if options.run.recordings.name:
                console.print(Text(f"{result.how}: {result.why}" if result.why else result.how, "dim"))
    except AskonceError as error:
        data = {"outcome": "failed", "error": error.message, "remedy": error.remedy}
        raise
    except KeyboardInterrupt:
        data = {"outcome": "stopped"}
        raise
    finally:
        report = opener.write_report()
        if report:
            console.print(Text(f"Report: {report}", "dim"))
        if options.as_json and data:
            data |= {"trace": opener.trace and str(opener.trace), "report": report and str(report)}
            print(json.dumps(data, ensure_ascii=False, indent=2))


def _check_values(options: ActOptions, console: Console) -> None:
    """Refuse a name without a value, and a misspelt one, before anything is opened."""
    Instruction.of(options.instruction, options.values)
    print_warning(console, unused_remark(options.values, slot_names(options.instruction), ["the instruction"]))


async def _act(options: ActOptions, opener: AgentOpener, progress: ActProgress) -> ActResult:
    async with opener.agent(progress) as agent:
        return await agent.act(options.instruction, **cast("dict[str, Any]", options.values))


def _settings_for(options: ActOptions, settings: Settings) -> Settings:
    if options.sees is not None and options.sees not in get_args(Seeing):
        raise ConfigError(f"--sees cannot be {options.sees!r}", remedy=f"use one of {', '.join(get_args(Seeing))}")
    act = replace(
        settings.act,
        sees=cast("Seeing | None", options.sees) or settings.act.sees,
        deep_think=options.deep_think or settings.act.deep_think,
        rounds=options.rounds or settings.act.rounds,
        timeout=settings.act.timeout if options.timeout is None else options.timeout,
    )
    return replace(settings, act=act)
