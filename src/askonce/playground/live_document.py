"""The report of what is asked now, as it grows: the same document that a report has, sent in parts that changed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from askonce.report.document import Report, Run
from askonce.report.from_trace import read_run
from askonce.report.json_form import to_json
from askonce.trace import Entry, Trace

SHORTEST = 0.2
"""Seconds between two messages about what grows."""
_SHARE = 5
"""Reading the events may take this part of the time at most: of long runs less often."""

Send = Callable[[str, Mapping[str, Any]], None]


class LiveDocument:
    """A sink of the trace for as long as something is asked."""

    def __init__(self, trace: Trace, ask: int, send: Send) -> None:
        self._trace = trace
        self._ask = ask
        self._send = send
        self._entries: list[Entry] = []
        self._known: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._pause = SHORTEST

    def __enter__(self) -> LiveDocument:
        self._trace.subscribe(self)
        self._send("run", self.whole())
        return self

    def __exit__(self, *exception: object) -> None:
        self._trace.unsubscribe(self)
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._send("run", self.whole())

    def write(self, entry: Entry) -> None:
        self._entries.append(entry)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._flush)

    def whole(self) -> dict[str, Any]:
        """All there is so far, as a document of its own."""
        run = self._run()
        return {"ask": self._ask, "document": json.loads(to_json(Report(title=run.title, runs=(run,))))}

    def _run(self) -> Run:
        return read_run(self._entries, f"ask-{self._ask}")

    def _flush(self) -> None:
        self._timer = None
        began = time.monotonic()
        run = self._run()
        changed: list[Any] = []
        for node in run.nodes:
            text = node.model_dump_json(exclude_defaults=True)
            if self._known.get(node.id) != text:
                self._known[node.id] = text
                changed.append(json.loads(text))
        self._pause = max(SHORTEST, _SHARE * (time.monotonic() - began))
        head = run.model_dump(mode="json", exclude_defaults=True, exclude={"nodes", "spans"})
        self._send("run.changed", {"ask": self._ask, "run": head, "nodes": changed})
