from __future__ import annotations

from askonce import Agent, Settings
from askonce.agent.run_trace import begin_run
from askonce.models.factory import Models
from askonce.testing import FakeScreen, ScriptedModel
from askonce.trace import Entry, RunEnded, RunStarted, Trace


class Listener:
    def __init__(self) -> None:
        self.heard: list[type] = []

    def write(self, entry: Entry) -> None:
        self.heard.append(type(entry.event))


async def test_a_run_begins_once_and_the_next_one_in_the_same_trace_begins_too() -> None:
    trace, listener, screen = Trace(), Listener(), FakeScreen([])
    trace.subscribe(listener)
    begin_run(trace, screen, "")
    for _ in range(2):
        async with Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None), trace=trace):
            pass

    assert listener.heard == [RunStarted, RunEnded, RunStarted, RunEnded]
