"""Serves the devices of a worker: each that is there and free plays one run after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from askonce.errors import FleetUnavailable
from askonce.fleet.held_devices import DeviceChanges, FleetDevice, HeldDevices
from askonce.fleet.worker_options import WorkerOptions

FetchJobs = Callable[[Sequence[str], FleetDevice], Coroutine[Any, Any, None]]
"""Plays runs with these needs on a device, until it is gone or the worker stops."""


class DeviceService:
    """Keeps the devices of a worker, and starts and ends what plays on them."""

    def __init__(
        self,
        held: HeldDevices,
        options: WorkerOptions,
        tell: Callable[[str], None],
        fetch: FetchJobs,
        leave: Callable[[FleetDevice, str], None],
    ) -> None:
        """`leave` is told of a device that is gone, with the reason."""
        self._held = held
        self._options = options
        self._tell = tell
        self._fetch = fetch
        self._leave = leave
        self._serving: dict[str, asyncio.Task[None]] = {}

    async def run(self, stops: asyncio.Event) -> None:
        """Work until the worker stops and no run is left on a device. Until then they are held."""
        stopping = asyncio.create_task(stops.wait())
        try:
            while not stops.is_set() or self._busy:
                await self._look(claims=not stops.is_set())
                if self._options.drain:
                    await asyncio.gather(*self._busy)
                    return
                waited = self._busy if stops.is_set() else [stopping]
                if waited:
                    await asyncio.wait(
                        waited, timeout=self._options.times.heartbeat, return_when=asyncio.FIRST_COMPLETED
                    )
        finally:
            stopping.cancel()
            for task in self._busy:
                task.cancel()
            await asyncio.gather(*self._serving.values(), return_exceptions=True)
            with suppress(FleetUnavailable):
                await self._held.release()

    @property
    def _busy(self) -> list[asyncio.Task[None]]:
        return [task for task in self._serving.values() if not task.done()]

    async def _serve(self, device: FleetDevice, before: asyncio.Task[None] | None) -> None:
        """Play on a device once what was played there before it went away has ended."""
        if before:
            await asyncio.gather(before, return_exceptions=True)
        await self._fetch(self._options.needs_of(device), device)

    async def _look(self, *, claims: bool) -> None:
        """See which devices came and went."""
        try:
            changes = await self._held.refresh(claims=claims)
            for device in changes.came:
                self._tell(f"+ {device.shown} is here")
                task = asyncio.create_task(self._serve(device, self._serving.get(device.id)))
                self._serving[device.id] = task
            for device, why in changes.went:
                self._tell(f"- {device.shown} is gone: {why}")
                self._leave(device, why)
            self._tell_others(changes)
            if changes.came or changes.went:
                own = (need for device in self._held.held.values() for need in self._options.needs_of(device))
                await self._held.tell_needs(tuple(dict.fromkeys((*self._options.needs, *own))))
        except FleetUnavailable:
            return  # runs end by themselves where it stays away

    def _tell_others(self, changes: DeviceChanges) -> None:
        for device in changes.elsewhere:
            self._tell(f"! {device.shown} is held by another worker")
        for trouble in changes.trouble:
            self._tell(f"! {trouble}")
