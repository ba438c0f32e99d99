"""The options of a worker."""

from __future__ import annotations

import os
import socket
from dataclasses import field

from askonce.fleet.job_queue import job_queue
from askonce.fleet.run_lease import LeaseTimes
from askonce.fleet.takeover import MOST_KILLS
from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How a worker works."""

    name: str = field(default_factory=lambda: f"{socket.gethostname().partition('.')[0]}-{os.getpid()}")
    queues: tuple[str, ...] = ("default",)
    """Those that it takes runs from."""
    kinds: tuple[str, ...] = ("web",)
    """The kinds of screens that it opens for any run, as many at the same time as it has slots."""
    labels: tuple[str, ...] = ()
    """Names that runs may ask for behind a kind, as in `web:germany`."""
    slots: int = 1
    """How many runs it plays at the same time."""
    times: LeaseTimes = LeaseTimes()
    most_kills: int = MOST_KILLS
    """How many workers a run may take down before it is set aside."""
    grace: float | None = None
    """How many seconds runs may take when the worker is to stop; None for any number."""
    drain: bool = False
    """Stop when there is nothing to do."""

    @property
    def needs(self) -> tuple[str, ...]:
        """What runs may need that it has."""
        labelled = (f"{kind}:{label}" for kind in self.kinds for label in self.labels)
        return (*self.kinds, *labelled)

    @property
    def job_queues(self) -> list[str]:
        return [job_queue(queue, need) for queue in self.queues for need in self.needs]
