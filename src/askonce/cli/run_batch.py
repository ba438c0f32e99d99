"""`askonce run` for scripts: one or many, also in parallel, with a summary that a later run can resume from."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from askonce.cli.batch_progress import STATUS, BatchProgress
from askonce.cli.commands.screen_options import as_arguments, spell
from askonce.cli.dotenv import read_environment
from askonce.cli.interrupts import run_async
from askonce.cli.screen_agent import ScreenRun
from askonce.cli.summary_table import SummaryRow, print_summary, total
from askonce.cli.terminal import Console, Text, Verbosity, busy, new_console, plain, print_error, print_warning
from askonce.cli.var_options import unused_remark
from askonce.config import Settings, read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.screens.screen_choice import ScreenChoice
from askonce.script.batch import Batch, BatchOptions, Ledger, Member
from askonce.script.batch_config import BatchConfig, is_config, load_config
from askonce.script.batch_files import PROGRAM_SUFFIX, Shard, find_files, read_shard, shown_path
from askonce.script.batch_loader import MemberOptions, load_members
from askonce.script.batch_report import write_batch_report
from askonce.script.batch_summary import ScriptOutcome, read_summary, summarize
from askonce.script.script import Script
from askonce.script.target_overrides import merged
from askonce.trace.runs_folder import make_runs_folder

__all__ = [
    "BatchRunOptions",
    "batch_config_of",
    "batch_files",
    "carry_out",
    "member_options",
    "prepare",
    "read_shard",
    "rehearse",
]

SUMMARY = "summary-*.json"
"""The default name of summaries."""
_MOST = 20
"""With more scripts than this, only those that did not pass are listed."""


@dataclass(frozen=True, slots=True)
class BatchRunOptions:
    """Options of the command line; None where not given, so that the batch file applies."""

    files: tuple[str, ...]
    place: ScreenRun
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    concurrent: int | None = None
    retry: int | None = None
    continue_on_error: bool = False
    share_browser_context: bool = False
    setup: str = ""
    keep_window: bool = False
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Options by kind of target, which override those of scripts and of the batch file."""
    shard: Shard | None = None
    summary: Path | None = None
    junit: Path | None = None
    resume: str = ""
    resume_failed: bool = False
    work_folder: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """All members with their earlier outcomes, and which of them to run."""

    members: tuple[Member, ...]
    names: tuple[str, ...]
    options: BatchOptions
    ledger: Ledger
    numbers: tuple[int, ...]


def carry_out(order: BatchRunOptions, verbosity: Verbosity) -> int:
    """Run the batch. The exit code is 0 if all passed, 1 if one failed, 2 if a file is invalid and nothing was run."""
    environment = read_environment()
    settings = order.place.recordings.apply(read_settings(environment))
    prepared = prepare(order, settings, environment)
    if prepared is None:
        return 2
    ledger = prepared.ledger
    if settings.runs:
        make_runs_folder(settings.runs)
    ledger.write()  # where it cannot be written, nothing is done
    console = verbosity.console()
    progress = BatchProgress(console, prepared.names, len(prepared.numbers), verbose=verbosity.verbose)
    batch = Batch(prepared.members, prepared.options, settings, ledger, watcher=progress)
    linger = partial(_keep_window, console) if prepared.options.keep_window else None
    try:
        with progress:
            run_async(batch.play(prepared.numbers, linger=linger))
    finally:
        rows = [progress.row(number, ledger.outcomes[number].last) for number in prepared.numbers]
        _tell_end(console, ledger, rows, progress.elapsed)
        _tell_report(console, ledger, is_wanted=order.place.report)
        if order.as_json:
            print(json.dumps(_summary(ledger), ensure_ascii=False, indent=2))
    return 0 if all(outcome.success for outcome in ledger.outcomes) else 1


async def _keep_window(console: Console) -> None:
    """Leave the windows open until Ctrl-C, which then ends nothing but them."""
    console.print(Text("The browser window stays open. Press Ctrl-C to close it.", "dim"))
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()


def rehearse(order: BatchRunOptions, verbosity: Verbosity) -> int:
    """Read and check everything, and print what would be run."""
    environment = read_environment()
    prepared = prepare(order, read_settings(environment), environment)
    if prepared is None:
        return 2
    played = [(prepared.names[number], prepared.members[number]) for number in prepared.numbers]
    if order.as_json:
        print(json.dumps({"scripts": [_plan(*script) for script in played]}, ensure_ascii=False, indent=2))
        return 0
    for name, member in played:
        print(plain(name))
        for task in _plan(name, member)["tasks"]:
            print(plain(f"    {task['name']}: {task['items']} items"))
    options = prepared.options
    passed = len(prepared.members) - len(played)
    how = f"{options.concurrent} at a time, {options.retry} retries"
    verbosity.console().print(
        Text(f"{len(played)} to run, {how}" + (f"; {passed} passed before" if passed else ""), "dim")
    )
    return 0


def prepare(order: BatchRunOptions, settings: Settings, environment: Mapping[str, str]) -> PreparedBatch | None:
    """Find and read everything; None if a file is invalid, after printing why."""
    if order.resume:
        raise ConfigError("--resume works with a single program", remedy="use --resume-failed for a batch")
    console = new_console()
    config = batch_config_of(order, environment, console)
    summary, earlier = _earlier(order, config, settings)
    files = batch_files(order, config, earlier)
    options = _options(order, config)
    shared = options.share_session
    if options.has_setup:
        files = _with_setup(order, config, files, shared=shared)
    if order.shard:
        files = order.shard.share(files)
    _refuse_conflicts(order, files, shared=shared)
    names = tuple(shown_path(path) for path in files)
    loaded = load_members(files, names, member_options(order, config, environment))
    unused = ""
    if loaded.names is not None and not order.shard:  # another shard may use what this one does not
        unused = unused_remark(order.variables, loaded.names, names)
    for remark in loaded.remarks:
        console.print(Text(plain(remark)))
    print_warning(console, unused)
    if loaded.broken:
        what = f"{loaded.broken} of {len(files)} files cannot be run" if len(files) > 1 else "it cannot be run"
        console.print(Text.assemble(("✗ ", "bold red"), f"{what}; nothing was run"))
        return None
    outcomes = _outcomes(files, earlier)
    left = [number for number, outcome in enumerate(outcomes) if not outcome.success]
    if shared and left and left[0]:
        left.insert(0, 0)  # the first one brings the login
    return PreparedBatch(
        loaded.members,
        names,
        options,
        Ledger(outcomes, names, summary, order.junit or (config.junit if config else None)),
        tuple(left),
    )


def _outcomes(files: Sequence[Path], earlier: Sequence[ScriptOutcome]) -> list[ScriptOutcome]:
    """What came of each file before. One that is listed twice has two outcomes."""
    left = list(earlier)
    found: list[ScriptOutcome] = []
    for path in files:
        outcome = next((outcome for outcome in left if outcome.script == path), None)
        if outcome:
            left.remove(outcome)
        found.append(outcome or ScriptOutcome(path))
    return found


def _with_setup(
    order: BatchRunOptions, config: BatchConfig | None, files: Sequence[Path], *, shared: bool
) -> list[Path]:
    """The files, behind the script that prepares them."""
    named, folder = (order.setup, Path.cwd()) if order.setup or config is None else (config.setup, config.folder)
    if not shared:
        raise ConfigError(
            f"{named} cannot prepare the other scripts: they do not share its browser context",
            remedy="add shareBrowserContext: true, or --share-browser-context",
        )
    found = find_files([named], folder)
    if len(found) > 1:
        raise ConfigError(f"{named} names {len(found)} scripts to prepare the others", remedy="name one file")
    if order.files or config:
        if found[0] in files:
            raise ConfigError(
                f"{shown_path(found[0])} prepares the other scripts and is one of them", remedy="list it once"
            )
        return [*found, *files]
    return [*found, *(path for path in files if path != found[0])]


def _refuse_conflicts(order: BatchRunOptions, files: Sequence[Path], *, shared: bool) -> None:
    """Refuse options that cannot be combined, or not used for a batch."""
    if order.shard and shared:
        raise ConfigError(
            "--shard and shareBrowserContext cannot be combined: only one shard would have the login",
            remedy="let each script name a storageState, or leave --shard out",
        )
    if order.place.recordings.name and [file.suffix.lower() for file in files] != [PROGRAM_SUFFIX]:
        raise ConfigError(
            "--recordings with a name works with a single program",
            remedy="leave the name out; the recordings of scripts are named after their files, or by agent: cache: id",
        )


def batch_config_of(order: BatchRunOptions, environment: Mapping[str, str], console: Console) -> BatchConfig | None:
    """The batch file, if one was given."""
    named = [name for name in order.files if is_config(Path(name))]
    if not named:
        return None
    if len(order.files) > 1:
        raise ConfigError(f"{named[0]} is a batch file", remedy="give only this file, or only scripts")
    config = load_config(Path(named[0]), environment)
    for warning in config.warnings:
        console.print(Text(plain(warning), "yellow"))
    return config


def _earlier(
    order: BatchRunOptions, config: BatchConfig | None, settings: Settings
) -> tuple[Path | None, Sequence[ScriptOutcome]]:
    """The path of the summary, and the outcomes of the earlier run to resume."""
    named = order.summary or (config.summary if config else None)
    folder = settings.runs / "output" if settings.runs else None
    if not order.resume_failed:
        stamped = SUMMARY.replace("*", f"{datetime.now():%Y%m%d-%H%M%S-%f}")
        return named or (folder / stamped if folder else None), ()
    latest = max(folder.glob(SUMMARY), default=None) if folder and not named else None
    path = named or latest
    if path is None:
        raise ConfigError(
            f"no summary of an earlier run in {folder or 'memory'}",
            remedy="give it with --summary, or run without --resume-failed",
        )
    return path, read_summary(path)


def batch_files(order: BatchRunOptions, config: BatchConfig | None, earlier: Sequence[ScriptOutcome]) -> list[Path]:
    if config:
        return find_files(config.files, config.folder)
    if order.files:
        return find_files(order.files, Path.cwd())
    if earlier:
        return find_files((str(outcome.script) for outcome in earlier), Path.cwd())
    raise ConfigError("no script was given", remedy="give files, folders or patterns, such as tests/*.yaml")


def member_options(order: BatchRunOptions, config: BatchConfig | None, environment: Mapping[str, str]) -> MemberOptions:
    overlays: dict[str, Mapping[str, Any]] = dict(config.overlays) if config else {}
    for kind, values in order.overrides.items():
        overlays[kind] = merged(overlays.get(kind, {}), values)
    place = order.place
    if place.screen:
        name = place.screen.kind.name
        overlays[name] = {**overlays.get(name, {}), **_section_values(place.screen)}
    return MemberOptions(
        order.variables,
        environment,
        overlays,
        screen=place.screen,
        screen_option=as_arguments(place.screen)[0] if place.screen else "",
        recordings=place.recordings.name,
        work_folder=order.work_folder,
        report=place.report,
    )


def _section_values(screen: ScreenChoice) -> dict[str, Any]:
    """The screen options of the command line, as scripts name them."""
    section = screen.kind.section.model_fields
    values: dict[str, Any] = {}
    for name in screen.options.model_fields_set:
        if name not in section:
            raise ConfigError(
                f"{spell(name)} cannot be set for scripts", remedy=f"scripts set it themselves, in {screen.kind.name}"
            )
        values[section[name].alias or name] = getattr(screen.options, name)
    return values


def _options(order: BatchRunOptions, config: BatchConfig | None) -> BatchOptions:
    """The options of the command line, otherwise those of the batch file."""
    wanted = BatchOptions(
        concurrent=order.concurrent or 1,
        retry=order.retry or 0,
        continue_on_error=order.continue_on_error,
        share_session=order.share_browser_context,
        has_setup=bool(order.setup),
        headed=order.place.headed or order.keep_window,
        keep_window=order.keep_window,
    )
    if config is None:
        return wanted
    keeps = order.keep_window or bool(config.keep_window)
    return replace(
        wanted,
        concurrent=order.concurrent or config.concurrent or 1,
        retry=config.retry or 0 if order.retry is None else order.retry,
        continue_on_error=order.continue_on_error or bool(config.continue_on_error),
        share_session=order.share_browser_context or bool(config.share_browser_context),
        has_setup=bool(order.setup or config.setup),
        headed=order.place.headed or bool(config.headed) or keeps,
        keep_window=keeps,
    )


def _plan(name: str, member: Member) -> dict[str, Any]:
    if not isinstance(member, Script):
        return {"script": name, "kind": "program", "url": getattr(member.screen.options, "url", None), "tasks": []}
    tasks = [{"name": task.name, "items": len(task.flow)} for task in member.tasks]
    return {"script": name, "kind": member.kind, "url": getattr(member.target, "url", None), "tasks": tasks}


def _summary(ledger: Ledger) -> dict[str, Any]:
    return summarize(ledger.outcomes, ledger.summary.absolute().parent if ledger.summary else Path.cwd())


def _tell_end(console: Console, ledger: Ledger, rows: Sequence[SummaryRow], seconds: float) -> None:
    """Print the results: a table of what was run, then how many passed."""
    counts = _summary(ledger)["summary"]
    parts = [f"{counts['successful']} of {counts['total']} passed"]
    parts += [f"{counts[key]} {word}" for key, word in STATUS.items() if counts.get(key)]
    if len(rows) == 1:
        print_summary(console, [replace(rows[0], name="")])
    elif rows:
        shown = rows if len(rows) <= _MOST else [row for row in rows if row.status != "passed"][:_MOST]
        print_summary(console, [*shown, total(rows, seconds, f"all {len(rows)}")])
    passed = counts["successful"] == counts["total"]
    mark = ("✓ ", "bold green") if passed else ("✗ ", "bold red")
    console.print(Text.assemble(mark, ", ".join(parts)))


def _tell_report(console: Console, ledger: Ledger, *, is_wanted: bool) -> None:
    """Print the path of the report: a single script's own, or one for all beside the summary."""
    if len(ledger.outcomes) == 1:
        report = ledger.outcomes[0].last.report
    else:
        report = _write_report(console, ledger) if is_wanted else None
    if report:
        console.print(Text(f"Report: {report}", "dim"))
    if ledger.summary:
        console.print(Text(f"Summary: {ledger.summary.absolute()}", "dim"))


def _write_report(console: Console, ledger: Ledger) -> Path | None:
    if ledger.summary is None:
        return None
    try:
        with busy(console, "Writing the report"):
            return write_batch_report(ledger.outcomes, ledger.names, ledger.summary.absolute().with_suffix(".html"))
    except AskonceError as error:  # what came of the scripts is told all the same
        print_error(console, error, debug=False)
        return None
