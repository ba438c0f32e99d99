"""Pausing, resuming and stopping."""

from __future__ import annotations

import asyncio

import pytest

from askonce.program.pause_gate import PauseGate, Stopped


async def waiting(gate: PauseGate) -> asyncio.Task[None]:
    """A run that has come to the gate and either waits there or has passed it."""
    run = asyncio.create_task(gate.wait())
    for _ in range(5):
        await asyncio.sleep(0)
    return run


async def test_a_run_passes_unless_it_is_paused_and_continues_when_resumed() -> None:
    gate = PauseGate()
    assert not gate.is_paused
    assert (await waiting(gate)).done()

    gate.pause()
    run = await waiting(gate)
    assert gate.is_paused
    assert not run.done()

    gate.resume()
    await run
    assert not gate.is_paused


async def test_a_stop_ends_a_run_that_waits_and_every_later_one() -> None:
    gate = PauseGate()
    gate.pause()
    run = await waiting(gate)

    gate.stop()

    with pytest.raises(Stopped):
        await run
    with pytest.raises(Stopped):
        await gate.wait()


async def test_nothing_undoes_a_stop() -> None:
    gate = PauseGate()
    gate.stop()
    gate.pause()
    run = await waiting(gate)

    assert run.done(), "a stopped run waits for somebody to resume it"
    with pytest.raises(Stopped):
        await run
    gate.resume()
    with pytest.raises(Stopped):
        await gate.wait()


def test_a_stop_passes_through_whatever_handles_errors() -> None:
    assert issubclass(Stopped, asyncio.CancelledError)
    assert not issubclass(Stopped, Exception)


async def test_a_deadline_is_put_off_as_long_as_the_run_is_held() -> None:
    now = 0.0
    gate = PauseGate(lambda: now)
    while_held: list[float | None] = []

    async def look() -> None:
        nonlocal now
        while_held.append(deadline.when())
        now += 1000
        gate.resume()

    gate.on_hold = look
    with gate.deadline(60) as deadline:
        async with deadline:
            before = deadline.when()
            gate.pause()
            await gate.wait()
            after = deadline.when()

    assert while_held == [None], "it could expire while the run is held"
    assert before is not None
    assert after is not None
    assert after >= before
    assert gate.now() == 0


async def test_only_a_line_is_held_by_a_breakpoint_or_a_step() -> None:
    gate = PauseGate()
    gate.breakpoints = frozenset({3})
    await gate.wait_line(2)
    await gate.wait()
    run = asyncio.create_task(gate.wait_line(3))
    await asyncio.sleep(0)
    assert gate.held_at == "line"

    gate.step()
    await run
    assert not gate.held_at
    await gate.wait()
    await gate.wait_line(7, depth=1)
    run = asyncio.create_task(gate.wait_line(4))
    await asyncio.sleep(0)
    assert gate.held_at == "line"
    gate.resume()
    await run
