"""Runs of many steps: acts and their prompts, replays, traces and reports. No browser takes part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from report.traces import write_trace

from askonce import RecordingSettings, Settings
from askonce.agent import Agent
from askonce.geometry import Box
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.report.from_trace import read_run
from askonce.report.report_files import write_report
from askonce.screens.fake import CheckBox, FakeScreen
from askonce.trace.trace_reader import read_trace
from scale.growth import Series, measure, measure_awaited

BOXES = 20
TAP = (
    "<thought>The next box.</thought><log>Tick it</log><action-type>Tap</action-type>"
    '<action-param-json>{"target": {"prompt": "the box \\"Item NUMBER\\"", "element": ELEMENT}}</action-param-json>'
)
DONE = '<complete success="true">ticked</complete>'


def screen() -> FakeScreen:
    return FakeScreen([CheckBox(f"Item {number}", Box(10, 10 + number * 25, 150, 20)) for number in range(BOXES)])


def replies(steps: int) -> Iterator[str]:
    """One box after another, as many as there are steps; then all is done."""
    for step in range(steps):
        yield TAP.replace("NUMBER", str(step % BOXES)).replace("ELEMENT", str(step % BOXES + 1))
    yield DONE


async def measure_acts(steps: int, folder: Path) -> dict[str, float]:
    """An act of so many rounds, and its replay."""
    left = replies(steps)

    def answer(request: Request) -> str:
        return next(left)

    recordings = Recordings(MemoryRecordings(), "scale")
    settings = Settings(runs=folder / f"acts {steps}", recordings=RecordingSettings(patience=1))
    agent = Agent(screen(), Models.of(ScriptedModel(answer)), settings=settings, recordings=recordings)
    asked = await measure_awaited(lambda: agent.act("tick the boxes", sees="elements", rounds=steps + 1))
    await agent.close()
    agent = Agent(screen(), Models.of(ScriptedModel(answer)), settings=settings, recordings=recordings)
    replayed = await measure_awaited(lambda: agent.act("tick the boxes", sees="elements", rounds=1))
    await agent.close()
    return {"an act, one round a step": asked, "its replay": replayed}


def measure_trace(steps: int, folder: Path) -> dict[str, float]:
    picture = BytesIO()
    Image.new("RGB", (64, 40), "white").save(picture, "jpeg")
    trace = folder / f"trace {steps}"
    return {
        "writing a trace": measure(lambda: write_trace(trace, steps, [picture.getvalue()]), 1),
        "reading a trace": measure(lambda: read_run(read_trace(trace)), 1),
        "making a report": measure(lambda: write_report(trace, trace / "report.html"), 1),
    }


async def measure_runs(sizes: Sequence[int], most_acts: int, folder: Path) -> list[Series]:
    series: dict[str, Series] = {}
    for size in sizes:
        costs = await measure_acts(size, folder) if size <= most_acts else {}
        for name, cost in {**costs, **measure_trace(size, folder)}.items():
            series.setdefault(name, Series(name)).costs[size] = cost
    return list(series.values())
