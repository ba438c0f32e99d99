"""Small runs to make films of, put together part by part."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from askonce.report.document import Picture, ReportedFailure, ReportNode, Run, Status, TargetSearch
from askonce.trace import Blob, MemoryStore

Spot = tuple[float, float]
SCREEN = (320, 200)


@dataclass
class Set:
    """Where a run is played: it keeps the pictures, and hands out times and names."""

    store: MemoryStore = field(default_factory=MemoryStore)
    _names: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def picture(self, colour: str = "#cfe8ff", size: tuple[int, int] = SCREEN, **more: Any) -> Picture:
        data = io.BytesIO()
        Image.new("RGB", size, colour).save(data, "PNG")
        return Picture(blob=self.store.keep(data.getvalue(), ".png"), screen=(0, 0, *size), **more)

    def damaged(self) -> Picture:
        """A picture of which only the first half is there."""
        whole = self.store.read(self.picture("#123456").blob)
        return Picture(blob=self.store.keep(whole[: len(whole) // 2], ".png"), screen=(0, 0, *SCREEN))

    def lost(self) -> Picture:
        """A picture that was taken and is not there."""
        return Picture(blob=Blob("0123456789abcdef01234567.png"), screen=(0, 0, *SCREEN))

    def step(
        self,
        action: str = "Tap(the button)",
        spot: Spot | None = (80.0, 60.0),
        params: dict[str, object] | None = None,
        *,
        target: str = "the button",
        **more: Any,
    ) -> ReportNode:
        """A step on a box around a point; one after the other, a second each."""
        number = next(self._names)
        box = (spot[0] - 30, spot[1] - 10, spot[0] + 30, spot[1] + 10) if spot else None
        told: dict[str, Any] = {
            "id": f"s{number}",
            "status": "done",
            "at": float(number),
            "seconds": 0.5,
            "params": json.dumps(params or {}),
            "point": spot,
            "searches": (TargetSearch(target=target, finder="elements", box=box),) if box else (),
        }
        searches = action.startswith("Look for ")
        return ReportNode(kind="step", title=action, action="" if searches else action, **(told | more))


def act(*steps: ReportNode, id: str = "a1", title: str = "press the button", **more: Any) -> ReportNode:
    done: dict[str, Any] = {"status": "done"}
    return ReportNode(id=id, kind="act", title=title, children=steps, **(done | more))


def run_of(
    *nodes: ReportNode, title: str = "A short run", status: Status = "done", error: str = "", **more: Any
) -> Run:
    failures = (
        () if status == "done" else (ReportedFailure(node=nodes[-1].id if nodes else "", title=title, error=error),)
    )
    told: dict[str, Any] = {"answer": "It is pressed.", "seconds": 20.0, "finished": True} | more
    return Run(
        id="run", title=title, status=status, started=1_700_000_000.0, version="9.9", screen="web", nodes=nodes,
        error=error, failures=failures, **told,
    )  # fmt: skip


def every_gesture(stage: Set) -> Sequence[ReportNode]:
    """A step of each kind; only the first has a picture before it."""
    to = (240.0, 150.0)
    return (
        stage.step(before=stage.picture(), after=stage.picture("#ffe8cf")),
        stage.step("DoubleTap(x)", to),
        stage.step("RightTap(x)"),
        stage.step("LongPress(x)", to),
        stage.step(
            "Drag(x, y)",
            searches=(
                TargetSearch(target="a", box=(10, 10, 50, 50)),
                TargetSearch(target="b", box=(200, 100, 240, 140)),
            ),
        ),
        stage.step("Type(x)", to, {"text": "مرحبا بالعالم", "enter": True}),
        stage.step("Select(x)", params={"options": ["日本語"]}),
        stage.step("Press(x)", None, {"keys": "Control++"}),
        stage.step("Scroll(x)", None, {"direction": "left"}),
        stage.step("Swipe(x)", None, {"direction": "up"}, before=stage.picture("#cfffe8")),
        stage.step("Pinch(x)", None, {"factor": 0.5}),
        stage.step("Navigate(x)", None, {"url": "http://shop.example/"}),
    )
