"""`askonce fleet limit` and `askonce fleet devices`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import opened_fleet
from askonce.cli.interrupts import run_async
from askonce.cli.terminal import Verbosity, plain
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass

if TYPE_CHECKING:
    from askonce.fleet.held_devices import DeviceRow
    from askonce.fleet.queue_limits import QueueSpending


@dataclass(frozen=True, slots=True)
class LimitCommand:
    """The options of `askonce fleet limit`."""

    queue: str = ""
    calls: int | None = None
    tokens: int | None = None
    money: float | None = None
    none: bool = False

    @property
    def changes(self) -> bool:
        return self.none or (self.calls, self.tokens, self.money) != (None, None, None)


def limit_queue(command: LimitCommand, verbosity: Verbosity, *, as_json: bool) -> int:
    if command.changes and not command.queue:
        raise ConfigError("no queue was named to limit", remedy="for example: askonce fleet limit e2e --calls 500")
    return run_async(_limit(read_settings(read_environment()), command, as_json=as_json))


async def _limit(settings: Settings, command: LimitCommand, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.postponed_runs import release_postponed
        from askonce.fleet.queue_limits import QueueLimit, QueueLimits

        released: list[str] = []
        limits = QueueLimits(fleet.database)
        if command.changes:
            known = [found.limit for found in await limits.spending(command.queue) if not command.none]
            wanted = QueueLimit(command.calls, command.tokens, command.money)
            await limits.set(command.queue, wanted.over(known[0]) if known else wanted)
            released = await release_postponed(fleet.database, fleet.runs, command.queue)
        spending = await limits.spending(command.queue)
    if as_json:
        print(json.dumps({"queues": [_spending_data(found) for found in spending], "released": released}, indent=2))
        return 0
    for found in spending:
        print(spending_line(found))
    for run in released:
        print(f"{run} waits no longer for the next day")
    if not spending:
        print(f"{command.queue or 'no queue'} has {'no' if command.queue else 'a'} limit, and nothing was spent today")
    return 0


def show_devices(verbosity: Verbosity, *, as_json: bool) -> int:
    return run_async(_show_devices(read_settings(read_environment()), as_json=as_json))


async def _show_devices(settings: Settings, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.held_devices import read_devices

        devices = await read_devices(fleet.database)
    if as_json:
        print(json.dumps({"devices": [_device_data(device) for device in devices]}, ensure_ascii=False, indent=2))
        return 0
    for device in devices:
        print(plain(device_line(device)))
    if not devices:
        print("no worker has a device; start one with: askonce fleet worker --kinds android")
    return 0


def spending_line(found: QueueSpending) -> str:
    spent, limit = found.spent, found.limit
    parts = [
        f"{spent.calls} calls" if limit.calls is None else f"{spent.calls} of {limit.calls} calls",
        f"{spent.tokens} tokens" if limit.tokens is None else f"{spent.tokens} of {limit.tokens} tokens",
        f"${spent.cost:.4f}" if limit.money is None else f"${spent.cost:.4f} of ${limit.money:g}",
    ]
    under_way = f", {found.under_way.calls} calls under way" if found.under_way.calls else ""
    used_up = "; used up until the next day (UTC)" if found.used_up else ""
    return f"{found.queue}: {', '.join(parts)} today{under_way}{used_up}"


def _spending_data(found: QueueSpending) -> dict[str, Any]:
    return {
        "queue": found.queue,
        "limit": {"calls": found.limit.calls, "tokens": found.limit.tokens, "money": found.limit.money},
        "spent": {"calls": found.spent.calls, "tokens": found.spent.tokens, "money": found.spent.cost},
        "calls_under_way": found.under_way.calls,
        "used_up": bool(found.used_up),
    }


def device_line(device: DeviceRow) -> str:
    names = ", ".join(f"{device.kind}:{name}" for name in device.names)
    state = device.state if device.is_alive or device.state == "gone" else "unknown: its worker gives no sign"
    doing = f" with {device.run}" if device.run else ""
    why = f": {device.why}" if device.why else ""
    return f"{names}  {state}{doing}{why}  (worker {device.worker})"


def _device_data(device: DeviceRow) -> dict[str, Any]:
    return {
        "id": device.id,
        "kind": device.kind,
        "names": list(device.names),
        "state": device.state,
        "why": device.why,
        "run": device.run,
        "worker": device.worker,
        "since": device.since.isoformat(),
        "is_alive": device.is_alive,
    }
