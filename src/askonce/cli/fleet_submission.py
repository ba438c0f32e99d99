"""`askonce fleet submit`: reads and checks the files here, and queues them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import Fleet, opened_fleet, require_fleet
from askonce.cli.interrupts import run_async
from askonce.cli.recordings_option import RecordingsOption
from askonce.cli.run_batch import BatchRunOptions, batch_config_of, batch_files, member_options
from askonce.cli.screen_agent import ScreenRun
from askonce.cli.terminal import Console, Text, Verbosity, new_console, plain, print_warning
from askonce.cli.var_options import read_value, read_values, unused_remark
from askonce.config import Settings, read_settings, secret_from
from askonce.diagnostics.excerpt import format_problems
from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex
from askonce.program.checked_program import check_source
from askonce.recordings.stores import checked_id
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import ScreenChoice
from askonce.script.batch_config import BatchConfig
from askonce.script.batch_files import PROGRAM_SUFFIX, shown_path
from askonce.script.batch_loader import MemberOptions, program_screen, read_program
from askonce.script.script import Script
from askonce.script.script_agent import recordings_id
from askonce.script.script_loader import ExaminedScript, examine_script, read_script
from askonce.values import Mask, Secret

if TYPE_CHECKING:
    from askonce.fleet.run_order import RunOrder, TravellingFile
    from askonce.fleet.submission import OrderedRun, Submission

_UNKNOWN = "unknown"
_FILE = regex(r"(?<![^\s\"'{\[,:])\w[\w./-]{0,200}\.\w{1,10}(?![^\s\"'}\],])")
"""What looks like the name of a file."""


@dataclass(frozen=True, slots=True)
class SubmitOptions:
    """The options of `askonce fleet submit`."""

    files: tuple[str, ...]
    screen: ScreenChoice | None = None
    variables: Sequence[str] = ()
    secrets: Sequence[str] = ()
    sent: Sequence[str] = ()
    """Environment variables that go along with scripts."""
    left: Sequence[str] = ()
    """Those of which the workers' own values count."""
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    queue: str = "default"
    priority: int = 0
    retry: int | None = None
    lock: str = ""
    device: str = ""
    travelling: tuple[Path, ...] = ()
    schedule: str = ""
    key: str = ""
    recordings: str | None = None
    report: bool = True
    wait: bool = False
    as_json: bool = False


def submit_files(options: SubmitOptions, verbosity: Verbosity) -> int:
    """Queue them; 2 if a file cannot be run, and then nothing is queued."""
    require_fleet()
    environment = read_environment()
    settings = read_settings(environment)
    if options.wait and options.schedule:
        raise ConfigError("--wait and --schedule cannot be combined", remedy="leave out one of them")
    return run_async(_submit(options, settings, environment, verbosity))


async def _submit(
    options: SubmitOptions, settings: Settings, environment: Mapping[str, str], verbosity: Verbosity
) -> int:
    console = verbosity.console()
    reader = _OrderReader(options, settings, environment)
    submission = reader.read(console)
    if submission is None:
        return 2
    async with opened_fleet(settings) as fleet:
        if options.schedule:
            return await _schedule(fleet, options, submission, console)
        from askonce.fleet.fleet_status import read_runs
        from askonce.fleet.submission import submit

        ids = await submit(fleet.database, fleet.queue, submission, key=options.key)
        batch = ids[0].partition("-")[0]
        if options.as_json and not options.wait:
            runs = await read_runs(fleet.database, batch=batch)
            rows = [{"id": run.id, "name": run.name, "state": run.state} for run in runs]
            print(json.dumps({"batch": batch, "runs": rows}, ensure_ascii=False, indent=2))
        elif not options.as_json:
            print(f"batch {batch}: {_counted(len(ids))} in queue {submission.queue}")
        await _warn_unserved(fleet, submission, console)
        if not options.wait:
            return 0
        from askonce.cli.fleet_watch import wait_for

        return await wait_for(fleet, batch, verbosity, as_json=options.as_json)


async def _schedule(fleet: Fleet, options: SubmitOptions, submission: Submission, console: Console) -> int:
    from askonce.fleet.schedules import add_schedule

    added = await add_schedule(fleet.database, options.schedule, submission, key=options.key)
    if options.as_json:
        print(json.dumps({"schedule": added.id, "next": added.next_at.isoformat()}, indent=2))
    else:
        print(f"schedule {added.id}: {_counted(len(submission.runs))}, next at {added.next_at:%Y-%m-%d %H:%M} UTC")
    await _warn_unserved(fleet, submission, console)
    return 0


async def _warn_unserved(fleet: Fleet, submission: Submission, console: Console) -> None:
    from askonce.fleet.submission import needs_served

    served = await needs_served(fleet.database, submission.queue, [run.need for run in submission.runs])
    for need in sorted(need for need, is_served in served.items() if not is_served):
        print_warning(console, f"no worker is up that plays {need} in queue {submission.queue}: they wait for one")


class _OrderReader:
    """Reads files into orders."""

    def __init__(self, options: SubmitOptions, settings: Settings, environment: Mapping[str, str]) -> None:
        self._options = options
        self._settings = settings
        self._environment = environment
        self._plain = read_values(options.variables, [], read=read_value)
        self._secrets = _named_secrets(options.secrets, self._plain)
        self._known = _known_secrets(settings, environment, self._secrets)
        if unset := [name for name in options.sent if name not in environment]:
            raise ConfigError(
                f"--env {unset[0]} cannot be sent along: it is not set here",
                remedy=f"set it, or add --worker-env {unset[0]} to use that of the workers",
            )

    def read(self, console: Console) -> Submission | None:
        """What is to be queued; None if a file cannot be run, after printing why."""
        from askonce.fleet.job_queue import checked_lock, checked_queue
        from askonce.fleet.submission import Submission

        batch = BatchRunOptions(
            self._options.files,
            ScreenRun(self._options.screen, recordings=RecordingsOption.read(self._options.recordings)),
            self._plain,
            overrides=self._options.overrides,
        )
        config = batch_config_of(batch, self._environment, console)
        _refuse_sharing(config)
        files = batch_files(batch, config, ())
        given = member_options(batch, config, self._environment)
        read = [self._read_file(path, given) for path in files]
        for _, remarks, _ in read:
            if remarks:
                new_console().print(Text(plain(remarks)))
        names = [used for _, _, used in read]
        known = frozenset[str]().union(*(used for used in names if used is not None))
        if None not in names:
            every = {**self._plain, **dict.fromkeys(self._secrets, Secret(_UNKNOWN))}
            print_warning(console, unused_remark(every, known, [shown_path(path) for path in files]))
        if broken := sum(run is None for run, _, _ in read):
            what = f"{broken} of {len(files)} files cannot be run" if len(files) > 1 else "it cannot be run"
            new_console().print(Text.assemble(("✗ ", "bold red"), f"{what}; nothing was submitted"))
            return None
        retry = self._options.retry
        submission = Submission(
            runs=tuple(run for run, _, _ in read if run is not None),
            queue=checked_queue(self._options.queue),
            priority=self._options.priority,
            lock=checked_lock(self._options.lock) or None,
            retry=retry if retry is not None else (config.retry or 0 if config else 0),
        )
        submission.refuse_unwritable()
        submission.refuse_secrets(self._known, self._options.key)
        if left := _left_behind(files, submission, self._options.travelling):
            some = ", ".join(map(shown_path, left[:3])) + (f" and {len(left) - 3} more" if len(left) > 3 else "")
            print_warning(console, f"scripts name files that do not go with them: {some}; add --with for each")
        return self._with_files(submission, [path.parent for path in files])

    def _read_file(self, path: Path, given: MemberOptions) -> tuple[OrderedRun | None, str, frozenset[str] | None]:
        """What is to be run, remarks about the file, and the names of values that it uses."""
        name = shown_path(path)
        is_program = path.suffix.lower() == PROGRAM_SUFFIX
        if is_program:
            text, screen = read_program(path), program_screen(name, given)
            examined = check_source(text, given=(*self._plain, *self._secrets), unattended=True)
            kind, is_broken = screen.kind.name, bool(examined.errors)
        else:
            text, screen = read_script(path), None
            values = {**self._plain, **{key: self._known.get(key, Secret(_UNKNOWN)) for key in self._secrets}}
            examined = examine_script(
                text,
                Path(name),
                variables=values,
                environment=self._environment,
                overlays=given.overlays,
                rehearsed=True,
            )
            kind, is_broken = examined.script.kind if examined.script else "", examined.script is None
            if examined.script:
                if given.recordings is None and not _is_off(examined.script):
                    checked_id(recordings_id(examined.script))
                self._known |= {
                    key: value for key, value in examined.script.secrets.items() if value.reveal() != _UNKNOWN
                }
        remarks = format_problems(name, text, examined.problems)
        if is_broken:
            return None, remarks, examined.names
        script = examined.script if isinstance(examined, ExaminedScript) else None
        sent = self._sent(name, script.environment) if script else {}
        ordered = self._ordered(path, text, kind, screen, given, sent)
        return ordered, remarks, examined.names

    def _sent(self, name: str, used: Mapping[str, str]) -> dict[str, str]:
        """What goes along of the environment variables that a script uses. Whose value counts has to be said: a script
        that is submitted for one site is not to be played on that of a worker."""
        if open_ones := sorted(used.keys() - {*self._options.sent, *self._options.left}):
            names, plural = ", ".join(f"${{{it}}}" for it in open_ones), len(open_ones) > 1
            given = " ".join(f"--env {it}" for it in open_ones)
            raise ConfigError(
                f"{name} uses {names} of the environment, and workers may have {'others' if plural else 'another'}",
                remedy=f"add {given} to send your own along (kept in the database), or --worker-env to use theirs",
            )
        return {it: value for it, value in used.items() if it in self._options.sent}

    def _ordered(
        self,
        path: Path,
        text: str,
        kind: str,
        screen: ScreenChoice | None,
        given: MemberOptions,
        sent: Mapping[str, str],
    ) -> OrderedRun:
        from askonce.fleet.run_order import TRAVELS, OrderedScreen, RunOrder
        from askonce.fleet.submission import OrderedRun

        order = RunOrder(
            kind="program" if screen else "script",
            name=Path(shown_path(path)).as_posix(),
            text=text,
            variables=self._plain,
            secrets=self._secrets,
            overlays={} if screen else {key: dict(value) for key, value in given.overlays.items()},
            screen=OrderedScreen.of(screen) if screen else None,
            settings={name: value for name, value in self._environment.items() if name in TRAVELS and value.strip()},
            sent=dict(sent),
            recordings=given.recordings,
            report=self._options.report,
        )
        return OrderedRun(order=order, need=_need(order, kind, self._options.device))

    def _with_files(self, submission: Submission, folders: Sequence[Path]) -> Submission:
        """The same, with the files that travel in the store: all secrets are known by now that they must not hold."""
        if not self._options.travelling:
            return submission
        sent = {folder: {"files": self._files(folder)} for folder in dict.fromkeys(folders)}
        runs = tuple(
            run.model_copy(update={"order": run.order.model_copy(update=sent[folder])})
            for run, folder in zip(submission.runs, folders, strict=True)
        )
        return submission.model_copy(update={"runs": runs})

    def _files(self, folder: Path) -> tuple[TravellingFile, ...]:
        from askonce.fleet.run_store import open_run_store
        from askonce.fleet.travelling_files import send_files

        mask = Mask()
        mask.learn(self._known)
        return send_files(open_run_store(self._settings.fleet.store), self._options.travelling, folder, mask)


def _left_behind(files: Sequence[Path], submission: Submission, travelling: Sequence[Path]) -> list[Path]:
    """Files that lie beside scripts and are named by them, and are not where those are played."""
    goes = [path.resolve() for path in (*travelling, *files)]
    found: dict[Path, None] = {}
    for path, run in zip(files, submission.runs, strict=True):
        words = _FILE.findall(run.order.text) if run.order.kind == "script" else ()
        for named in (path.parent / word for word in dict.fromkeys(words)):
            if named.is_file() and not any(named.resolve().is_relative_to(place) for place in goes):
                found[named] = None
    return list(found)


def _is_off(script: Script) -> bool:
    return script.agent.cache is not None and script.agent.cache.strategy == "off"


def _need(order: RunOrder, kind: str, device: str) -> str:
    if not device:
        return kind
    wanted, colon, name = device.partition(":")
    if not colon or not name.strip():
        raise ConfigError(f"--device {device} names no device", remedy="for example --device android:pixel")
    screen_kinds().get(wanted, where="--device")
    if wanted != kind:
        raise ConfigError(
            f"{order.name} runs on a {kind} screen, and --device {device} is of another kind",
            remedy=f"name a device of the kind {kind}, or leave it out",
        )
    return f"{wanted}:{name.strip()}"


def _refuse_sharing(config: BatchConfig | None) -> None:
    if config and (config.share_browser_context or config.setup):
        raise ConfigError(
            "shareBrowserContext and setup do not work in a fleet: its runs are played on different machines",
            remedy="let each script name a storageState that travels with it (--with), or log in itself",
        )


def _named_secrets(given: Sequence[str], variables: Mapping[str, Any]) -> dict[str, str]:
    """Names of secrets, each with the variable that holds its value."""
    found: dict[str, str] = {}
    for text in given:
        name, _, variable = text.partition("=")
        if not name.isidentifier():
            raise ConfigError(f"--secret: {name!r} cannot be used as a name", remedy="choose another name")
        if variable and not variable.isidentifier():  # it may be the secret itself
            raise ConfigError(
                f"--secret {name} is to be followed by the name of an environment variable, not by a value",
                remedy=f"set the variable for the workers, and name it: --secret {name}=VARIABLE",
            )
        if name in variables:
            raise ConfigError(f"{name} is given with --var and with --secret", remedy="leave out one of them")
        found[name] = variable or name
    return found


def _known_secrets(settings: Settings, environment: Mapping[str, str], named: Mapping[str, str]) -> dict[str, Secret]:
    """Secrets whose values are known here, so that it can be seen that nothing holds one."""
    found = {name: secret_from(environment, variable) for name, variable in named.items() if environment.get(variable)}
    for role in ("default", "planning", "insight") if settings.models else ():
        model = getattr(settings.models, role)
        if model and model.api_key and len(model.api_key.reveal()) >= 8:
            found[f"ASKONCE_{'' if role == 'default' else f'{role.upper()}_'}MODEL_API_KEY"] = model.api_key
    if settings.fleet.key:
        found["ASKONCE_FLEET_KEY"] = settings.fleet.key
    if settings.fleet.database:
        found["ASKONCE_FLEET"] = settings.fleet.database
    return found


def _counted(number: int) -> str:
    return "1 run" if number == 1 else f"{number} runs"
