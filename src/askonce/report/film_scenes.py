"""The scenes of a run's film: what is shown, in which order, and for how long. The page plays them.

Plain functions. All durations are decided here. Long waits are cut: a scene lasts between `SHORTEST` and `LONGEST`
seconds, however long it really took.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from askonce.geometry import Box, Point
from askonce.lazy import dataclass
from askonce.report.action_gestures import ArrowDirection, Gesture, ShownAction, show_action
from askonce.report.document import Edges, How, Picture, ReportNode, Run, Status
from askonce.trace import Blob

SHORTEST, LONGEST = 0.7, 2.5
_THINKING = 0.4
"""The longest pause shown before a step."""
_RESTING = {"done": 0.45, "failed": 1.1, "stopped": 1.1, "unfinished": 1.1}
"""How long the end of a scene is held."""
_QUICKEST_MOVE, _SLOWEST_MOVE = 0.25, 0.6
_TAKES: dict[Gesture, float] = {
    "tap": 0.35, "double": 0.5, "right": 0.4, "hold": 0.8, "hover": 0.2, "drag": 0.8, "type": 0.2, "choose": 0.7,
    "keys": 0.7, "scroll": 0.6, "swipe": 0.6, "pinch": 0.7, "go": 0.8, "wait": 0.5, "do": 0.5, "look": 0.4, "say": 0.4,
    "open": 1.0, "end": 1.5,
}  # fmt: skip
_PER_LETTER: dict[Gesture, float] = {"type": 0.06, "look": 0.02, "say": 0.02}
_MOST_LETTERS = 0.9
_LONGEST_TEXT = 300
_SWIPE = 0.3
"""How far a swipe goes, as a fraction of the screen."""

Spot = tuple[float, float]


class Still(BaseModel):
    """A picture of the film, and the part of the screen that it shows."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    blob: Blob
    screen: Edges | None = None
    behind: int = 0
    """How many actions were done since it was taken; more than none where a newer picture is missing."""


class FilmScene(BaseModel):
    """One scene. Times are in seconds: of the film, or for `at` and `until` of the run. Places are in screen units.

    The cursor leaves at `leaves` and arrives at `arrives`; then the gesture is made until `shows`, when its result
    is shown.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    node: str
    """What it shows, as it is called in links."""
    gesture: Gesture
    title: str
    task: str = ""
    """The act or the line that it belongs to."""
    place: str = ""
    """Where in a program that is."""
    how: How | Literal[""] = ""
    status: Status = "done"
    error: str = ""
    start: float = 0.0
    seconds: float = 0.0
    leaves: float = 0.0
    arrives: float = 0.0
    shows: float = 0.0
    at: float = 0.0
    until: float = 0.0
    picture: Still | None = None
    result: Still | None = None
    cursor: Spot | None = None
    """Where the cursor is at first."""
    point: Spot | None = None
    """Where it goes."""
    end: Spot | None = None
    """Where a drag or a swipe ends."""
    box: Edges | None = None
    """What was found."""
    text: str = ""
    """The text that is typed, selected, opened or shown."""
    keys: tuple[str, ...] = ()
    direction: ArrowDirection = ""

    @property
    def failed(self) -> bool:
        return self.status != "done"


def scenes(run: Run) -> tuple[FilmScene, ...]:
    """The scenes of a run in time order: its title, one for each step and each other event, its end."""
    made = list(_of_nodes(run.nodes, _Context()))
    first = next((scene.picture or scene.result for scene in made if scene.picture or scene.result), None)
    opening = FilmScene(
        node=run.nodes[0].id if run.nodes else "",
        gesture="open",
        title=run.title,
        text=run.title,
        until=made[0].at if made else 0.0,
        picture=first and first.model_copy(update={"behind": 0}),
    )
    last = made[-1] if made else opening
    text = run.answer if run.status == "done" else run.error
    ending = FilmScene(
        node=run.failures[0].node if run.failures else last.node,
        gesture="end",
        title=_ENDED[run.status],
        text=text or _ENDED[run.status],
        status=run.status,
        at=last.until,
        until=run.seconds,
    )
    return tuple(_placed(_linked((opening, *made, ending))))


def scenes_as_json(runs: Iterable[Run]) -> str:
    """The scenes of each run, for the page; default values are left out."""
    return (
        TypeAdapter(list[tuple[FilmScene, ...]])
        .dump_json([scenes(run) for run in runs], exclude_defaults=True)
        .decode()
    )


_ENDED: dict[Status, str] = {
    "done": "Done",
    "failed": "Failed",
    "stopped": "Stopped",
    "unfinished": "The run did not finish",
}


@dataclass(frozen=True, slots=True)
class _Context:
    """Where in the run something is."""

    task: str = ""
    line: str = ""
    passes: tuple[str, ...] = ()
    how: How | Literal[""] = ""
    values: str = ""
    """What the line has set."""

    @property
    def place(self) -> str:
        return ", ".join((self.line, *self.passes)) if self.line else ""


def _of_nodes(nodes: Iterable[ReportNode], context: _Context) -> Iterable[FilmScene]:
    for node in nodes:
        if node.kind == "step":
            yield _step(node, context)
            continue
        inner = _within(node, context)
        below = list(_of_nodes(node.children, inner))
        yield from below
        yield from _own(node, inner, below)


def _within(node: ReportNode, context: _Context) -> _Context:
    """The context of what lies below a node."""
    match node.kind:
        case "line":
            values = "\n".join(f"{assigned.name} = {assigned.value}" for assigned in node.assigned)
            return replace(context, task=node.title, line=f"line {node.number}", values=values)
        case "pass":
            of = f" of {node.of}" if node.of else ""
            return replace(context, passes=(*context.passes, f"pass {node.number}{of}"))
        case "item":
            return replace(context, task=node.title, line=f"line {node.number}")
        case "act":
            return replace(context, task=node.title, how=node.how)
        case _:
            return context


def _own(node: ReportNode, context: _Context, below: list[FilmScene]) -> Iterable[FilmScene]:
    """Scenes for what no step of a node shows: messages to the user, values read, and errors."""
    for message in node.told:
        yield _still(node, context, "say", message)
    if node.status != "done":
        if node.kind in ("act", "line", "item", "program") and not any(scene.failed for scene in below[-1:]):
            yield _still(node, context, "look", "")
    elif node.kind == "act" and not below and (node.message or node.before or node.after):
        yield _still(node, context, "look", context.values or node.message)


def _still(node: ReportNode, context: _Context, gesture: Literal["look", "say"], text: str) -> FilmScene:
    return FilmScene(
        node=node.id,
        gesture=gesture,
        title="Tell the user" if gesture == "say" else context.task or node.title,
        task=context.task if gesture == "say" else "",
        place=context.place,
        how=context.how,
        status=node.status,
        error=node.error if node.status == "done" else node.error or _ENDED[node.status],
        text=text[:_LONGEST_TEXT],
        at=node.at,
        until=node.at + node.seconds,
        picture=_taken(node.before),
        result=_result(node.after),
    )


def _step(node: ReportNode, context: _Context) -> FilmScene:
    found = [search.box for search in node.searches if search.box]
    targets = [search.target for search in node.searches]
    is_search = not node.action
    shown = ShownAction("hover", node.title) if is_search else show_action(node.action, node.params, targets)
    point = node.point or (_centre(found[0]) if found else None)
    end = _centre(found[-1]) if shown.gesture == "drag" and len(found) > 1 else None
    if shown.gesture == "swipe" and node.before and node.before.screen:
        point = point or _centre(node.before.screen)
        end = _swiped(point, shown.direction, node.before.screen)
    error = node.error or ("" if node.status == "done" else f"not found: {targets[-1]}" if targets else "it failed")
    return FilmScene(
        node=node.id,
        gesture=shown.gesture,
        title=shown.title,
        task="" if context.task == shown.title else context.task,  # an act that is this one step
        place=context.place,
        how=context.how,
        status=node.status,
        error=error,
        at=node.at,
        until=node.at + node.seconds,
        picture=_taken(node.before),
        result=_result(node.after),
        point=point,
        end=end,
        box=found[0] if found else None,
        text=shown.text[:_LONGEST_TEXT],
        keys=shown.keys,
        direction=shown.direction,
    )


def _centre(box: Edges) -> Spot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _swiped(start: Spot, direction: str, screen: Edges) -> Spot:
    left, top, right, bottom = screen
    across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
    x, y = start[0] + across * _SWIPE * (right - left), start[1] + down * _SWIPE * (bottom - top)
    return min(max(x, left), right), min(max(y, top), bottom)


def _taken(picture: Picture | None) -> Still | None:
    return Still(blob=picture.blob, screen=picture.screen, behind=picture.behind) if picture else None


def _result(picture: Picture | None) -> Still | None:
    """What came of an action; what others did after it is not shown as its result."""
    return None if picture and picture.ahead else _taken(picture)


def _takes(scene: FilmScene) -> float:
    """How long the gesture takes, or how long it takes to read the text."""
    return _TAKES[scene.gesture] + min(_MOST_LETTERS, len(scene.text) * _PER_LETTER.get(scene.gesture, 0.0))


def _linked(made: Iterable[FilmScene]) -> Iterable[FilmScene]:
    """Each scene with the cursor's start, its picture, and its predecessor."""
    still: Still | None = None
    cursor: Spot | None = None
    until = 0.0
    for scene in made:
        picture = scene.picture or still
        if picture and picture.screen and not (cursor and Box.of_edges(*picture.screen).contains(Point(*cursor))):
            cursor = _centre(picture.screen)  # at first, and when the screen is another one
        waits = min(_THINKING, max(0.0, scene.at - until)) if scene.gesture != "open" else 0.0
        moves = _move(cursor, scene.point, picture)
        before = waits + moves
        done = before + _takes(scene)
        total = done + _RESTING[scene.status]
        pace = min(LONGEST, max(SHORTEST, total)) / total
        yield scene.model_copy(
            update={
                "picture": picture,
                "result": scene.result if scene.result != picture else None,
                "cursor": cursor,
                "leaves": waits * pace,
                "arrives": before * pace,
                "shows": done * pace,
                "seconds": total * pace,
            }
        )
        cursor = scene.end or scene.point or cursor
        until = max(until, scene.until)
        shown = scene.result or picture
        is_older = scene.result is None and scene.gesture not in ("open", "end", "look", "say")
        still = shown and (shown.model_copy(update={"behind": shown.behind + 1}) if is_older else shown)


def _move(start: Spot | None, end: Spot | None, picture: Still | None) -> float:
    if end is None:
        return 0.0
    left, top, right, bottom = (picture.screen if picture else None) or (0.0, 0.0, 1280.0, 800.0)
    way = math.dist(start or end, end) / (math.hypot(right - left, bottom - top) or 1.0)
    return _QUICKEST_MOVE + (_SLOWEST_MOVE - _QUICKEST_MOVE) * min(1.0, 2 * way)


def _placed(made: Iterable[FilmScene]) -> Iterable[FilmScene]:
    """Each scene with its start, in whole milliseconds."""
    rounded = [_rounded(scene) for scene in made]
    starts = accumulate((scene.seconds for scene in rounded), initial=0.0)
    return (scene.model_copy(update={"start": round(start, 3)}) for scene, start in zip(rounded, starts, strict=False))


def _rounded(scene: FilmScene) -> FilmScene:
    times = ("leaves", "arrives", "shows", "seconds", "at", "until")
    places = ("cursor", "point", "end", "box")
    rounded: dict[str, object] = {name: round(getattr(scene, name), 3) for name in times}
    rounded |= {
        name: tuple(round(number, 1) for number in getattr(scene, name)) for name in places if getattr(scene, name)
    }
    return scene.model_copy(update=rounded)
