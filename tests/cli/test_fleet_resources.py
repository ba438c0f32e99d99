"""What `askonce fleet limit` and `askonce fleet devices` print."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from askonce.cli.fleet_resources import LimitCommand, device_line, limit_queue, spending_line
from askonce.cli.terminal import Verbosity
from askonce.errors import ConfigError
from askonce.fleet.held_devices import DeviceRow
from askonce.fleet.queue_limits import QueueLimit, QueueSpending
from askonce.trace.usage import Usage

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_a_limit_is_shown_beside_what_was_spent() -> None:
    limit = QueueLimit(money=2.5).over(QueueLimit(calls=3, money=9.0))
    found = QueueSpending("e2e", limit, Usage(3, 1200, cost=0.5), Usage(1), NOW)
    assert spending_line(found) == (
        "e2e: 3 of 3 calls, 1200 tokens, $0.5000 of $2.5 today, 1 calls under way; used up until the next day (UTC)"
    )


@pytest.mark.parametrize(
    ("state", "why", "run", "alive", "said"),
    [
        ("ready", "", None, True, "ready  (worker w1)"),
        ("busy", "", "7k2-1", True, "busy with 7k2-1  (worker w1)"),
        ("gone", "it is not attached any more", None, False, "gone: it is not attached any more  (worker w1)"),
        ("ready", "", None, False, "unknown: its worker gives no sign  (worker w1)"),
    ],
)
def test_a_device_is_shown_by_its_names_and_what_it_does(
    state: str, why: str, run: str | None, alive: bool, said: str
) -> None:
    row = DeviceRow("android/1", "android", ("R58M", "pixel"), "w1", state, why, run, NOW, alive)  # type: ignore[arg-type]
    assert device_line(row) == f"android:R58M, android:pixel  {said}"


def test_a_limit_needs_a_queue() -> None:
    with pytest.raises(ConfigError, match="no queue was named"):
        limit_queue(LimitCommand(calls=3), Verbosity(), as_json=False)
