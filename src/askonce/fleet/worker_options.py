"""The options of a worker."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from dataclasses import field

from askonce.fleet.held_devices import FleetDevice, kinds_with_devices
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
    def device_kinds(self) -> tuple[str, ...]:
        """The kinds whose screens take a device each: as many at the same time as it holds devices."""
        return kinds_with_devices(self.kinds)

    @property
    def needs(self) -> tuple[str, ...]:
        """What runs may need that it has without devices."""
        kinds = [kind for kind in self.kinds if kind not in self.device_kinds]
        labelled = (f"{kind}:{label}" for kind in kinds for label in self.labels)
        return (*kinds, *labelled)

    def needs_of(self, device: FleetDevice) -> tuple[str, ...]:
        """What runs may need that a device of this worker is."""
        labelled = (f"{device.kind}:{label}" for label in self.labels)
        return tuple(dict.fromkeys((*device.needs, *labelled)))

    def job_queues(self, needs: Sequence[str]) -> list[str]:
        return [job_queue(queue, need) for queue in self.queues for need in needs]
