"""`askonce fleet worker`."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Generator, Mapping
from contextlib import AsyncExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import require_fleet
from askonce.cli.terminal import Console, Text, Verbosity, plain
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.shared_hosts import SharedHosts

if TYPE_CHECKING:
    from askonce.fleet.worker import FleetWorker
    from askonce.fleet.worker_options import WorkerOptions


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """The options of `askonce fleet worker`."""

    queues: str = "default"
    kinds: str = "web"
    slots: int = 1
    name: str = ""
    labels: tuple[str, ...] = ()
    drain: bool = False
    grace: float | None = None
    health_port: int | None = None
    heartbeat: float = 10.0
    lease: float = 60.0
    most_kills: int = 3


def work(command: WorkerCommand, verbosity: Verbosity) -> int:
    """Work until it is stopped."""
    require_fleet()
    environment = read_environment()
    settings = read_settings(environment)
    options = _options(command)
    if not verbosity.debug:
        for name in ("procrastinate", "psycopg", "psycopg.pool"):  # what matters of it is told by the worker
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return asyncio.run(_work(options, settings, environment, verbosity.console(), command.health_port))


def _options(command: WorkerCommand) -> WorkerOptions:
    from askonce.fleet.job_queue import checked_queue
    from askonce.fleet.run_lease import LeaseTimes
    from askonce.fleet.worker_options import WorkerOptions

    if command.heartbeat * 3 > command.lease:
        raise ConfigError(
            f"a lease of {command.lease:g} s is too short for a heartbeat each {command.heartbeat:g} s",
            remedy=f"take at least --lease {command.heartbeat * 3:g}, or a shorter --heartbeat",
        )
    kinds = _listed(command.kinds, "--kinds")
    for kind in kinds:
        screen_kinds().get(kind, where="--kinds").check_modules()
    named = {"name": command.name} if command.name else {}
    return WorkerOptions(
        **named,
        queues=tuple(map(checked_queue, _listed(command.queues, "--queues"))),
        kinds=kinds,
        labels=command.labels,
        slots=command.slots,
        times=LeaseTimes(command.heartbeat, command.lease),
        most_kills=command.most_kills,
        grace=command.grace,
        drain=command.drain,
    )


def _listed(text: str, option: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    if not names:
        raise ConfigError(f"{option} names nothing", remedy=f"for example {option} default")
    return names


async def _work(
    options: WorkerOptions,
    settings: Settings,
    environment: Mapping[str, str],
    console: Console,
    port: int | None,
) -> int:
    from askonce.fleet.fleet_database import FleetDatabase
    from askonce.fleet.health_port import health_port
    from askonce.fleet.run_play import RunPlayer
    from askonce.fleet.run_store import check_store, open_run_store
    from askonce.fleet.run_supplies import StoreSupplies
    from askonce.fleet.worker import FleetWorker

    def tell(line: str) -> None:
        console.print(Text(plain(f"{datetime.now():%H:%M:%S} {line}")))

    check_store(open_run_store(settings.fleet.store))  # without one, nothing is begun
    hosts = SharedHosts(settings)
    with TemporaryDirectory(prefix="askonce-fleet-", ignore_cleanup_errors=True) as folder:
        try:
            async with FleetDatabase.opened(settings.fleet.database, connections=max(4, options.slots)) as database:
                supplies = StoreSupplies(database, settings.fleet)
                worker = FleetWorker(
                    database,
                    options,
                    lambda id: RunPlayer(id, Path(folder), environment, hosts, supplies),
                    tell,
                    settings=settings,
                )
                async with AsyncExitStack() as stack:
                    stack.enter_context(_stopped_by_signals(worker))
                    if port is not None:
                        heard = await stack.enter_async_context(health_port(port, lambda: worker.is_heard))
                        tell(f"its health is told on port {heard}: /live and /ready")
                    queues = ", ".join(options.queues)
                    tell(
                        f"worker {worker.id} plays {', '.join(options.kinds)} from {queues}, {options.slots} at a time"
                    )
                    await worker.run()
                tell(f"worker {worker.id} has ended; runs played: {worker.played}")
        finally:
            await hosts.close()
    return 0


@contextmanager
def _stopped_by_signals(worker: FleetWorker) -> Generator[None, None, None]:
    """Ctrl-C and SIGTERM stop it: first after the runs that it has, then at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()

    def stop(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(worker.stop)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
