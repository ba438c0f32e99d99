"""Plays a run once, as a worker: in a folder of its own, on a screen of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from typing import Any, TypeVar

from askonce.config import Settings, read_settings
from askonce.diagnostics.excerpt import format_problems
from askonce.errors import (
    AskonceError,
    ConfigError,
    LineInDoubt,
    QueueLimitReached,
    RunLost,
    ScriptError,
    WorkerUnfit,
)
from askonce.fleet.held_devices import FleetDevice
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_order import OrderedScreen, RunOrder
from askonce.fleet.run_rows import AttemptResult, RunState, TaskEntry
from askonce.fleet.run_supplies import RunSupplies, SuppliedRun
from askonce.fleet.run_table import StartedRun
from askonce.fleet.worker_paths import RUNS_FOLDER, WorkerPaths
from askonce.lazy import dataclass
from askonce.screens.shared_hosts import SharedHosts
from askonce.script.batch import Member
from askonce.script.batch_programs import ProgramFile, ProgramPlayer
from askonce.script.play_options import Surroundings
from askonce.script.player import ItemProgress, Player, ScriptResult
from askonce.script.script import Script
from askonce.script.script_loader import examine_script
from askonce.trace.runs_folder import make_runs_folder
from askonce.values import Mask

_LONGEST_PLACE = 120
_ROOM = bytes(1_000_000)
"""What a run needs of a disk at least."""

E = TypeVar("E", bound=AskonceError)


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """How an attempt ended."""

    state: RunState
    why: str
    result: AttemptResult
    until: datetime | None = None
    """When it goes on, if it is postponed."""


class RunPlayer:
    """Plays the runs of one worker. They share browsers."""

    def __init__(
        self, worker: str, folder: Path, environment: Mapping[str, str], hosts: SharedHosts, supplies: RunSupplies
    ) -> None:
        self._worker = worker
        self._folder = folder
        self._environment = environment
        self._hosts = hosts
        self._supplies = supplies

    async def play(self, run: StartedRun, gate: RunGate, places: dict[str, str]) -> PlayedRun:
        """Play it. Failures are in the result; `RunLost` says that nothing may be written of it any more. Where it is
        goes into `places`, by its id."""
        folder = self._folder / f"{run.id}-{run.attempt}"
        mask = Mask()
        played: PlayedRun | None = None
        self._check_room()
        try:
            environment = run.order.environment(self._environment)
            values = run.order.values(environment, self._worker)
            mask.learn(values)
            settings = read_settings(environment)
            folder.mkdir(parents=True)
            make_runs_folder(folder / RUNS_FOLDER)
            (folder / run.order.file_name).write_text(run.order.text, "utf-8", newline="\n")
            async with self._supplies.supplied(run, folder, settings, gate) as supplied:
                member = _member(run, folder, values, environment, supplied)
                mask.learn(member.secrets)

                def tell(place: str) -> None:
                    places[run.id] = mask(place)[:_LONGEST_PLACE]

                result = await self._play_member(member, supplied, gate, tell)
                played = _masked(_played(result, folder, run.order), mask)
            if played.state == "failed":
                self._check_room()
            return played
        except (RunLost, WorkerUnfit):
            raise
        except QueueLimitReached as error:
            return PlayedRun("postponed", error.message, AttemptResult(result_type="notExecuted"), error.until)
        except AskonceError as error:
            self._check_room()
            if played:  # it came to its end, and what is known of it is kept
                return replace(played, why="\n".join(filter(None, (played.why, f"not all of it was kept: {error}"))))
            why = WorkerPaths(folder, run.order).told(str(error))
            return _masked(PlayedRun("failed", why, AttemptResult(result_type="failed", error=why)), mask)
        except Exception as error:  # noqa: BLE001 - told as what came of it; the other runs are not to suffer
            self._check_room()
            why = f"internal error: {type(error).__name__}: {error}"
            return _masked(PlayedRun("failed", why, AttemptResult(result_type="failed", error=why)), mask)
        finally:
            with suppress(OSError):
                rmtree(folder)

    def _check_room(self) -> None:
        """Raise `WorkerUnfit` where nothing can be written: no run can be played here, and none is at fault."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self._folder) as file:
                file.write(_ROOM)
                file.flush()
        except OSError as error:
            raise WorkerUnfit(
                f"the worker {self._worker} cannot write to {self._folder}: {error.strerror}",
                remedy="make room there, or set TMPDIR to another folder, and start it again",
            ) from error

    async def evidence(self, run: str) -> list[str]:
        """What is there of a run whose workers were lost."""
        return await self._supplies.evidence(run)

    async def _play_member(
        self, member: Member, supplied: SuppliedRun, gate: RunGate, tell: Callable[[str], None]
    ) -> ScriptResult:
        def watch(moment: ItemProgress) -> None:
            place = " › ".join(filter(None, (moment.name, moment.words.replace("\n", " "))))
            tell(place)

        kind, options = (
            (member.screen_kind, member.target)
            if isinstance(member, Script)
            else (member.screen.kind, member.screen.options)
        )
        own = member.allowed_hosts if isinstance(member, Script) else ()
        settings = supplied.settings
        host = await self._hosts.get(kind, options, _with_hosts(settings, own)) if kind else None
        around = Surroundings(
            settings,
            host=host,
            home=member.path.parent,
            recording_store=supplied.recording_store,
            permit=gate.permit,
            build=supplied.build,
        )
        kind_of_player = Player if isinstance(member, Script) else ProgramPlayer
        result = await kind_of_player(member, around, watch=watch).play()  # pyright: ignore[reportArgumentType]
        if lost := _found_in(result.cause, RunLost):
            raise lost
        if isinstance(member, ProgramFile) and (reached := _found_in(result.cause, QueueLimitReached)):
            raise reached  # it goes on from its journal
        gate.permit()  # what was done without a lease in the end may have been done by another, too
        return result


def _with_hosts(settings: Settings, own: tuple[str, ...]) -> Settings:
    return replace(settings, allowed_hosts=own or settings.allowed_hosts)


def _member(
    run: StartedRun, folder: Path, values: Mapping[str, Any], environment: Mapping[str, str], supplied: SuppliedRun
) -> Member:
    order = run.order
    path = folder / order.file_name
    if order.kind == "program":
        if order.screen is None:
            raise ConfigError(f"{order.name} is a program and needs a page to start on", remedy="submit it with --url")
        return ProgramFile(
            path,
            screen_on(order.screen, run.device).choice(),
            values,
            order.recordings,
            folder,
            order.report,
            journal=supplied.journal,
            resume=supplied.resume,
            interrupted_line=supplied.interrupted_line,
        )
    environment = {**environment, **order.sent}
    examined = examine_script(order.text, path, variables=values, environment=environment, overlays=order.overlays)
    if examined.script is None:
        raise ScriptError(format_problems(order.name, order.text, examined.errors))
    script = replace(script_on(examined.script, run.device), shown=order.name)
    if order.report:
        return script
    return replace(script, agent=script.agent.model_copy(update={"generate_report": False}))


def screen_on(screen: OrderedScreen, device: FleetDevice | None) -> OrderedScreen:
    """What a program starts on, on the device that its worker has for it."""
    if device is None:
        return screen
    for option, value in device.attached.options.items():
        _refuse_other(device, screen.options.get(option))
        screen = screen.model_copy(update={"options": {**screen.options, option: value}})
    return screen


def script_on(script: Script, device: FleetDevice | None) -> Script:
    """A script, on the device that its worker has for it."""
    if device is None:
        return script
    for option in device.attached.options:
        _refuse_other(device, getattr(script.target, option, None))
    return replace(script, target=script.target.model_copy(update=dict(device.attached.options)))


def _refuse_other(device: FleetDevice, named: object) -> None:
    """Raise where a run names a device, and its worker has another one for it."""
    if named and named not in (*device.attached.names, "any"):
        raise ConfigError(
            f"the run names the device {named}, and was given {device.shown}",
            remedy=f"submit it with --device {device.kind}:{named}",
        )


def _found_in(error: BaseException | None, kind: type[E]) -> E | None:
    """The error of a kind that led to another."""
    while error is not None and not isinstance(error, kind):
        error = error.__cause__
    return error


def _played(result: ScriptResult, folder: Path, order: RunOrder) -> PlayedRun:
    runs, paths = folder / RUNS_FOLDER, WorkerPaths(folder, order)

    def kept(path: Path | None) -> str | None:
        if path is None or not path.resolve().is_relative_to(runs.resolve()):
            return None
        return path.resolve().relative_to(runs.resolve()).as_posix()

    told = AttemptResult(
        result_type=result.result_type,
        error=paths.told(result.error),
        seconds=result.duration,
        tasks=tuple(
            TaskEntry(
                name=task.name,
                status=task.status,
                error=paths.told(task.error),
                line=task.line,
                seconds=task.seconds,
            )
            for task in result.tasks
        ),
        trace=kept(result.trace),
        report=kept(result.report),
        output=kept(result.output),
        calls=result.usage.calls,
        tokens=result.usage.tokens,
        cost=result.usage.cost,
    )
    in_doubt = isinstance(result.cause, LineInDoubt)
    return PlayedRun("passed" if result.success else "needs_answer" if in_doubt else "failed", told.error, told)


def _masked(played: PlayedRun, mask: Mask) -> PlayedRun:
    if not mask:
        return played
    # Texts alone: how it ended, and numbers, are no secret even where one is spelled like them.
    texts = {
        name: text and mask(text)
        for name in ("error", "trace", "report", "output")
        if (text := getattr(played.result, name)) is not None
    }
    tasks = [
        task.model_copy(update={"name": mask(task.name), "error": mask(task.error)}) for task in played.result.tasks
    ]
    result = played.result.model_copy(update={**texts, "tasks": tuple(tasks)})
    return PlayedRun(played.state, mask(played.why), result)
