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
