"""The trace of an agent's run: where it is kept, and how it begins."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from askonce.config import Settings
from askonce.screens import Screen
from askonce.screens.page_evidence import environment_of
from askonce.trace import RunStarted, Trace
from askonce.version import VERSION


def new_trace(settings: Settings) -> Trace:
    """A trace for a new run, in a folder of its own that sorts by time."""
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{uuid4().hex[:6]}"
    trace = Trace(settings.runs / "traces" / name, runs=settings.runs) if settings.runs else Trace()
    if settings.telemetry != "off":
        from askonce.trace.otel_provider import ensure_provider
        from askonce.trace.otel_spans import OtelSpans

        ensure_provider()
        trace.subscribe(OtelSpans(trace.store, content=settings.telemetry == "content"))
    return trace


def begin_run(trace: Trace, screen: Screen, title: str) -> None:
    """Write down that a run began, unless it goes on already."""
    if not trace.is_running:
        trace.emit(RunStarted(version=VERSION, screen=screen.kind, title=title, environment=environment_of(screen)))
