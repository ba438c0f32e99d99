"""A worker: takes runs from the queues of a fleet and plays them, while it can prove that it lives.

Procrastinate fetches the jobs. The worker starts the run of each in the table of runs, keeps its lease, and writes down
how it ended. It also takes over runs of workers that were lost.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any, Literal, Protocol, TypeVar

from procrastinate import JobContext
from procrastinate.worker import Worker

from askonce.config import Settings
from askonce.errors import FleetError, FleetUnavailable, RunLost, WorkerUnfit
from askonce.fleet.device_service import DeviceService
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.held_devices import FleetDevice, HeldDevices
from askonce.fleet.job_queue import TASK, JobQueue
from askonce.fleet.run_lease import RunGate, steady_clock
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_rows import AttemptResult
from askonce.fleet.run_table import CANCELS, RunTable, StartedRun
from askonce.fleet.schedules import submit_due
from askonce.fleet.shared_slots import SharedSlots
from askonce.fleet.takeover import UnknownJobs, add_evidence, is_sweep_due, queue_forgotten, take_over
from askonce.fleet.worker_options import WorkerOptions
from askonce.lazy import dataclass

Ending = Literal["", "cancelled", "lost", "given back"]
_PAUSE = 0.5
"""Seconds between two attempts to reach the database."""
_POLL = 5.0
"""Seconds between two looks into the queue, about."""
_MOST_LISTENERS = 20
"""How many workers are told of new jobs at once. Each of them looks into the queue then, and all but one in vain. Where
there are more, one of them looks every quarter of a second anyway."""

T = TypeVar("T")


@dataclass(slots=True)
class RunningRun:
    """A run that is being played."""

    run: StartedRun
    gate: RunGate
    task: asyncio.Task[PlayedRun]
    ending: Ending = ""
    """Why it was stopped."""

    def stop(self, ending: Ending, why: str) -> None:
        """Let it touch the screen no more, and end it."""
        if not self.ending:
            self.ending = ending
            self.gate.revoke(why)
            self.task.cancel()


Tell = Callable[[str], None]
"""Told what the worker does, a line each."""


class PlaysRuns(Protocol):
    """Plays runs, as `RunPlayer` does."""

    async def play(self, run: StartedRun, gate: RunGate, places: dict[str, str]) -> PlayedRun: ...

    async def evidence(self, run: str) -> list[str]: ...


PlayerFactory = Callable[[str], PlaysRuns]
"""Makes the player of a worker that has this id."""


class FleetWorker:
    """One worker in one process."""

    def __init__(
        self,
        database: FleetDatabase,
        options: WorkerOptions,
        player: PlayerFactory,
        tell: Tell = lambda _: None,
        *,
        settings: Settings | None = None,
    ) -> None:
        """`settings` are those by which devices are looked for."""
        self.id = f"{options.name}-{secrets.token_hex(4)}"
        self._database = database
        self._options = options
        self._tell = tell
        self._queue = JobQueue(database, is_patient=True)
        self._runs = RunTable(database, self._queue)
        self._player = player(self.id)
        self._slots = SharedSlots()
        self._running: dict[str, RunningRun] = {}
        self._places: dict[str, str] = {}
        self._jobs: dict[str, Worker] = {}
        """What takes jobs out of the queue, by its name."""
        self._taken: set[int] = set()
        """The jobs that it has."""
        self._unknown = UnknownJobs(database, self._runs)
        self._devices = HeldDevices(
            database, self.id, options.device_kinds, settings or Settings(), lease=options.times.lease
        )
        self._service = DeviceService(self._devices, options, tell, self._fetch_jobs, self._leave)
        self._is_stopping = asyncio.Event()
        self._steady_since: float | None = None
        """Since when the database was always reached."""
        self._listens = False
        """Whether it is told of new jobs and of runs that are to end, instead of looking now and then."""
        self._stopping = False
        self._gives_back = asyncio.Event()
        self._unfit: WorkerUnfit | None = None
        self.played = 0

    async def run(self) -> None:
        """Work until it is stopped. Runs that it has by then are finished, or given back. Raises `WorkerUnfit` once it
        finds that it can play none."""
        await self._queue.open()
        self._queue.connector.calls[CANCELS] = self._hear_cancels
        self._queue.app.task(name=TASK, pass_context=True)(self._take)
        async with AsyncExitStack() as stack:
            await self._register()
            stack.push_async_callback(self._unregister)
            needs = self._options.needs
            sides = [self._beat, self._watch_leases, self._keep]
            if self._listens and not needs:
                sides.append(self._queue.listen)
            for side in sides:
                stack.push_async_callback(_ended, asyncio.create_task(self._kept_up(side), name=side.__name__))
            await asyncio.gather(
                *([self._fetch_jobs(needs)] if needs else []),
                *([self._service.run(self._is_stopping)] if self._options.device_kinds else []),
            )
        if self._unfit:
            raise self._unfit

    async def _kept_up(self, side: Callable[[], Awaitable[None]]) -> None:
        """Do what goes on beside the runs, again if it breaks: without signs, or eyes for lost workers, the worker is
        of no use, and nobody would notice."""
        while True:
            try:
                return await side()
            except Exception as error:  # noqa: BLE001 - told, and tried again
                self._tell(f"! {side.__name__.strip('_')} broke, and begins again: {type(error).__name__}: {error}")
            await asyncio.sleep(_PAUSE)

    @property
    def is_heard(self) -> bool:
        """Whether its last sign has reached the database, and it takes runs."""
        return self._steady_since is not None and not self._stopping

    def stop(self) -> None:
        """Take no new runs; called a second time, give back those that it has."""
        if self._stopping:
            self.give_back()
            return
        self._stopping = True
        self._is_stopping.set()
        self._queue.connector.is_patient = False
        for jobs in self._jobs.values():
            jobs.stop()
        if self._running:
            self._tell(f"stopping: {len(self._running)} runs are finished first")
        if self._options.grace is not None:
            asyncio.get_running_loop().call_later(self._options.grace, self.give_back)

    def give_back(self) -> None:
        """End the runs that it has, and let others go on with them."""
        self._gives_back.set()
        for running in self._running.values():
            running.stop("given back", f"worker {self.id} was stopped")

    async def _fetch_jobs(self, needs: Sequence[str], device: FleetDevice | None = None) -> None:
        """Play runs with these needs: in the slots of the worker, or one after the other on a device."""
        name = self._name_for(device)
        while not self._stopping and (device is None or self._devices.held.get(device.id) is device):
            jobs = self._jobs[name] = Worker(
                self._queue.app,
                queues=self._options.job_queues(needs),
                name=name,
                concurrency=self._options.slots if device is None else 1,
                wait=not self._options.drain,
                listen_notify=device is None and self._listens,  # each one that does has a connection of its own
                fetch_job_polling_interval=self._poll(device),
                abort_job_polling_interval=3600.0,
                delete_jobs="always",
                install_signal_handlers=False,
                update_heartbeat_interval=self._options.times.heartbeat,
                stalled_worker_timeout=24 * 3600.0,
            )
            try:
                await jobs.run()
            except Exception as error:  # noqa: BLE001 - what Procrastinate stumbles over is told, and tried again
                if not self._stopping:
                    self._tell(f"! the queue could not be read, and is read again: {error}")
                    await asyncio.sleep(_PAUSE)
            finally:
                self._jobs.pop(name, None)
            if self._options.drain:
                return

    def _poll(self, device: FleetDevice | None) -> float:
        """Seconds between two looks into the queue; not the same for all workers that start in the same moment."""
        seconds = min(_POLL if device is None else 1.0, self._options.times.heartbeat)
        return seconds * random.uniform(0.8, 1.2)

    def _name_for(self, device: FleetDevice | None) -> str:
        return f"{self.id}/{device.id}" if device else self.id

    # ---- devices

    def _leave(self, device: FleetDevice, why: str) -> None:
        """Play nothing on a device any more, and give back what is played there."""
        if jobs := self._jobs.get(self._name_for(device)):
            jobs.stop()
        for running in self._running.values():
            if running.run.device == device:
                running.stop("given back", f"the device {device.shown} is gone: {why}")

    async def _use(self, device: FleetDevice | None, run: str | None) -> None:
        if device is not None:
            with suppress(FleetUnavailable):
                await self._devices.set_run(device, run)

    async def _went_away(self, run: StartedRun, played: PlayedRun | None) -> bool:
        """Whether a run failed because its device is gone: it is played again, though not for ever."""
        is_failed = run.device is not None and played is not None and played.state == "failed"
        if not is_failed or run.device is None or run.row.kills + 1 >= self._options.most_kills:
            return False
        return not await self._devices.is_there(run.device)

    # ---- runs

    async def _take(self, context: JobContext, run: str, kills: int = 0) -> None:
        """Play the run of a job. One that took workers down before is played while nothing else is."""
        job = context.job.id
        assert job is not None
        self._taken.add(job)
        try:
            async with self._slots.taken(alone=kills + 1 >= self._options.most_kills):
                await self._start(context, run, job)
        finally:
            self._taken.discard(job)

    async def _start(self, context: JobContext, run: str, job: int) -> None:
        asked_at = steady_clock()
        is_gone = context.worker_name != self.id and self._device_of(context) is None
        if self._gives_back.is_set() or is_gone:
            return  # somebody finds it without a job
        started = await self._patiently(
            lambda: self._runs.start(run, worker=self.id, job=job, lease=self._options.times.lease)
        )
        if started:
            device = self._device_of(context)
            await self._use(device, run)
            try:
                await self._play(replace(started, device=device), asked_at)
            finally:
                await self._use(device, None)

    def _device_of(self, context: JobContext) -> FleetDevice | None:
        return next(
            (device for device in self._devices.held.values() if self._name_for(device) == context.worker_name), None
        )

    async def _play(self, run: StartedRun, asked_at: float) -> None:
        gate = RunGate(run.id, self._options.times, asked_at)
        after = f", after worker {run.lost_worker} was lost" if run.lost_worker else ""
        self._tell(f"▸ {run.id} {run.order.name}{after}")
        task = asyncio.create_task(self._player.play(run, gate, self._places))
        running = self._running[run.id] = RunningRun(run, gate, task)
        if self._gives_back.is_set():
            running.stop("given back", f"worker {self.id} was stopped")
        try:
            played = await task
        except asyncio.CancelledError:
            if not running.ending:
                task.cancel()
                raise
            played = None
        except RunLost as error:
            running.ending = running.ending or "lost"
            running.gate.revoke(error.message)
            played = None
        except WorkerUnfit as error:
            running.gate.revoke(error.message)
            played, self._unfit = None, error
            if not self._stopping:
                self.stop()
        except Exception as error:  # noqa: BLE001 - told as what came of it: nobody else would end the run
            why = f"internal error: {type(error).__name__}"
            played = PlayedRun("failed", why, AttemptResult(result_type="failed", error=why))
        finally:
            self._places.pop(run.id, None)
        if await self._went_away(run, played):
            assert run.device
            running.gate.revoke(f"the device {run.device.shown} is gone")
            played = None
        try:
            await self._write_end(running, played)
        finally:
            self._running.pop(run.id, None)
            self.played += 1

    async def _write_end(self, running: RunningRun, played: PlayedRun | None) -> None:
        run, attempt = running.run.id, running.run.attempt
        name = f"{run} {running.run.order.name}"
        if running.ending == "cancelled":
            await self._patiently(lambda: self._runs.finish(run, attempt, "cancelled", why="cancelled while it ran"))
            self._tell(f"■ {name} cancelled")
        elif played is None:
            why = running.gate.refusal or "it was given up"
            kills = running.run.row.kills + (1 if running.run.device and "is gone" in why else 0)
            given = await self._patiently(
                lambda: self._runs.give_back(run, attempt, why=f"given back: {why}", kills=kills)
            )
            self._tell(f"↩ {name} {'given back' if given else 'lost'}: {why}")
        elif played.until is not None:
            until = played.until
            await self._patiently(lambda: self._runs.give_back(run, attempt, why=played.why, not_before=until))
            self._tell(f"… {name} postponed until {until:%Y-%m-%d %H:%M} UTC: {played.why}")
        else:
            written = await self._patiently(
                lambda: self._runs.finish(run, attempt, played.state, why=played.why, result=played.result)
            )
            mark = {"passed": "✓", "needs_answer": "?"}.get(played.state, "✗")
            seconds = f"({played.result.seconds:.1f} s)"
            self._tell(f"{mark} {name} {seconds}" if written else f"↩ {name} lost: another worker has it")

    async def _beat(self) -> None:
        """Give a sign for all runs, and hear which of them are to end."""
        times = self._options.times
        while True:
            try:
                async with self._database.own_connection(answer_seconds=times.lease / 4) as connection:
                    while True:
                        asked_at = steady_clock()
                        await self._beat_once(connection, asked_at)
                        if self._steady_since is None:
                            self._steady_since = asked_at
                        await asyncio.sleep(max(0.0, times.heartbeat - (steady_clock() - asked_at)))
            except FleetUnavailable as error:
                if self._steady_since is not None:
                    self._tell(f"! {error.message}")
                self._steady_since = None
            await asyncio.sleep(min(_PAUSE, times.heartbeat))

    async def _beat_once(self, connection: Any, asked_at: float) -> None:
        asked = list(self._running.values())
        held = [(it.run.id, it.run.attempt, self._places.get(it.run.id, "")) for it in asked]
        answers = {(it.run, it.attempt): it for it in await self._runs.beat(connection, self.id, held)}
        for running in asked:
            answer = answers.get((running.run.id, running.run.attempt))
            if answer is None:
                if not running.task.done():
                    running.stop("lost", "another worker has taken it over")
            elif answer.cancel_wanted:
                running.stop("cancelled", "it was cancelled")
            else:
                running.gate.confirm(asked_at)

    async def _watch_leases(self) -> None:
        """End runs whose lease the worker could not keep."""
        step = self._options.times.lease / 20
        while True:
            await asyncio.sleep(step)
            for running in list(self._running.values()):
                if not running.ending and not running.task.done() and (why := running.gate.refusal):
                    running.stop("lost", why)

    async def _hear_cancels(self) -> None:
        """Look at once which runs are to end when somebody says that some are."""
        if self._running:
            with suppress(FleetUnavailable):
                async with self._database.transaction() as connection:
                    await self._beat_once(connection, steady_clock())

    async def _keep(self) -> None:
        """Take over what lost workers left. Who could not reach the database for a while judges nobody."""
        times = self._options.times
        while True:
            await asyncio.sleep(times.heartbeat)
            since = self._steady_since
            if since is None or steady_clock() - since < times.heartbeat / 2:
                continue
            try:
                if await is_sweep_due(self._database, pause=times.heartbeat / 2):
                    await self._sweep()
                workers = [jobs.worker_id for jobs in self._jobs.values() if jobs.worker_id is not None]
                await self._unknown.put_back(workers, self._taken)
            except FleetUnavailable:
                continue
            except FleetError as error:
                self._tell(f"! {error}")

    async def _sweep(self) -> None:
        for taken in await take_over(self._database, self._runs, most_kills=self._options.most_kills):
            self._tell(f"↪ {taken.run.id} {taken.run.name}: worker {taken.run.worker} was lost; {taken.state}")
            if taken.state == "set_aside":
                await add_evidence(self._database, taken.run, await self._player.evidence(taken.run.id))
        await queue_forgotten(self._database, self._runs, lease=self._options.times.lease)
        for schedule, batch in await submit_due(self._database, self._queue):
            self._tell(f"⏱ schedule {schedule} has submitted {batch}")

    async def _register(self) -> None:
        options = self._options
        (others,) = await self._database.rows(
            "SELECT count(*) AS found FROM workers WHERE beat > now() - make_interval(secs => lease)"
        )
        self._listens = others["found"] < _MOST_LISTENERS
        await self._database.rows(
            """INSERT INTO workers (id, host, process, slots, queues, needs, lease)
               VALUES (%(id)s, %(host)s, %(process)s, %(slots)s, %(queues)s, %(needs)s, %(lease)s)""",
            {
                "id": self.id,
                "host": socket.gethostname(),
                "process": os.getpid(),
                "slots": options.slots,
                "queues": list(options.queues),
                "needs": list(options.needs),
                "lease": options.times.lease,
            },
        )
        self._steady_since = steady_clock()

    async def _unregister(self) -> None:
        try:
            await self._database.rows("DELETE FROM workers WHERE id = %(id)s", {"id": self.id})
        except FleetUnavailable as error:
            self._tell(f"! {error.message}")

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the database until it answers."""
        while True:
            try:
                return await ask()
            except FleetUnavailable:
                if self._gives_back.is_set():
                    raise
            await asyncio.sleep(_PAUSE)


async def _ended(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
