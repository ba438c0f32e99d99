"""A script in every document of a page, its frames included, in a world that the page can neither see nor reach."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import CDPSession, Error

from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.web.devtools import Answer, ask
from askonce.screens.web.listeners import Listeners

_NAME = "askonce hands"
_ANSWER = 2.0
"""The most seconds that a document may take to be told something: it may be stuck in a loop of its own."""
_FRAMES_ALONE = [{"type": "iframe", "exclude": False}, {"exclude": True}]
_EVENTS = (
    "Runtime.executionContextCreated",
    "Runtime.executionContextDestroyed",
    "Runtime.executionContextsCleared",
    "Runtime.bindingCalled",
    "Target.attachedToTarget",
    "Target.detachedFromTarget",
    "Target.receivedMessageFromTarget",
)

Report = dict[str, Any]


@cache
def hand_script() -> str:
    """The script without comments and indents, which pages do not need. It runs once in each document."""
    text = (files("askonce.screens.web") / "hands.js").read_text(encoding="utf-8")
    lines = (line.strip() for line in text.splitlines())
    kept = "\n".join(line for line in lines if line and not line.startswith("//"))
    return f"if (!globalThis.hands) (() => {{\n{kept}\n}})();"


@dataclass(frozen=True, slots=True)
class World:
    """Our world in one document."""

    channel: Channel
    context: int
    frame: str


class Channel:
    """A DevTools session: that of a page, or that of a frame in a process of its own, spoken to through the one
    around it."""

    def __init__(self, send: Callable[[str, Mapping[str, Any]], Awaitable[Answer]], around: Channel | None) -> None:
        self.send = send
        self.around = around
        self.root = ""
        """The outermost frame that it knows."""
        self.worlds: dict[int, World] = {}
        self.inner: dict[str, InnerChannel] = {}

    def all(self) -> Iterable[Channel]:
        yield self
        for channel in self.inner.values():
            yield from channel.all()


class InnerChannel(Channel):
    """Messages wrapped in messages of the session around it."""

    def __init__(self, around: Channel, session: str, root: str) -> None:
        super().__init__(self._send, around)
        self.root = root
        self._session = session
        self._count = 0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}

    async def _send(self, method: str, params: Mapping[str, Any]) -> Answer:
        assert self.around
        self._count += 1
        number = self._count
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        message = json.dumps({"id": number, "method": method, "params": params})
        try:
            await self.around.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": message})
            return await answer
        finally:
            self._waiting.pop(number, None)

    def answered(self, message: Mapping[str, Any]) -> None:
        waiting = self._waiting.get(message["id"])
        if waiting is None or waiting.done():
            return
        if "error" in message:
            waiting.set_exception(Error(str(message["error"].get("message", "the frame is gone"))))
        else:
            waiting.set_result(message["result"])

    def end(self) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Error("the frame is gone"))


class HandWorlds:
    """The worlds of one page."""

    def __init__(self, session: CDPSession, on_report: Callable[[World, Report], None]) -> None:
        self._session = session
        self._on_report = on_report
        self._listeners = Listeners()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._page = Channel(lambda method, params: ask(session, method, params), None)
        self.greeting = ""
        """What every new document is told first."""

    async def start(self) -> None:
        for event in _EVENTS:
            self._listeners.listen(self._session, event, lambda data, event=event: self._hear(self._page, event, data))
        tree = await self._page.send("Page.getFrameTree", {})
        self._page.root = tree["frameTree"]["frame"]["id"]
        await self._install(self._page)

    async def stop(self) -> None:
        await self.call("hands.stop()")
        self._listeners.remove()
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.wait_for(self._session.detach(), _ANSWER)
        except (Error, TimeoutError):
            return  # it went with its page

    @property
    def root(self) -> str:
        return self._page.root

    async def call(self, expression: str) -> None:
        """Have this run in every world. What does not answer in time is left out."""
        worlds = [world for channel in self._page.all() for world in channel.worlds.values()]
        await asyncio.gather(*(self.call_in(world, expression) for world in worlds))

    async def call_in(self, world: World, expression: str) -> Answer:
        params = {"expression": expression, "contextId": world.context}
        try:
            return await asyncio.wait_for(world.channel.send("Runtime.evaluate", params), _ANSWER)
        except (Error, TimeoutError):
            return {}

    async def place(self, world: World, at: Point, size: tuple[float, float]) -> Point | None:
        """A point of a document as one of the screen; None where its frame is gone or not shown."""
        channel, frame, inner = world.channel, world.frame, size
        while frame != channel.root or channel.around:
            if frame == channel.root and channel.around:
                channel = channel.around
            try:
                owner = await channel.send("DOM.getFrameOwner", {"frameId": frame})
                model = await channel.send("DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
            except Error:
                return None
            corners: list[float] = model["model"]["content"]
            x, y = at.x / max(inner[0], 1), at.y / max(inner[1], 1)
            right = (corners[2] - corners[0], corners[3] - corners[1])
            below = (corners[6] - corners[0], corners[7] - corners[1])
            at = Point(corners[0] + right[0] * x + below[0] * y, corners[1] + right[1] * x + below[1] * y)
            frame = channel.root
            inner = await self._size(channel) if channel.around else inner
        return at

    async def _size(self, channel: Channel) -> tuple[float, float]:
        metrics = await channel.send("Page.getLayoutMetrics", {})
        view = metrics["cssLayoutViewport"]
        return float(view["clientWidth"]), float(view["clientHeight"])

    async def path_of(self, world: World, number: int) -> str:
        """Where the file lies that a person chose; empty where the browser does not tell."""
        found = await self.call_in(world, f"hands.file({number})")
        handle = found.get("result", {}).get("objectId")
        if handle is None:
            return ""
        try:
            return str((await world.channel.send("DOM.getFileInfo", {"objectId": handle}))["path"])
        except Error:
            return ""

    async def _install(self, channel: Channel) -> None:
        send = channel.send
        binding = {"name": "report", "executionContextName": _NAME}
        script = {"source": hand_script(), "worldName": _NAME, "runImmediately": True}
        frames = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": False, "filter": _FRAMES_ALONE}
        await asyncio.gather(
            send("Runtime.enable", {}),
            send("Page.enable", {}),
            send("DOM.enable", {}),
            send("Runtime.addBinding", binding),
            send("Page.addScriptToEvaluateOnNewDocument", script),
            send("Target.setAutoAttach", frames),
        )

    async def _join(self, channel: Channel) -> None:
        try:
            await self._install(channel)
        except Error:
            return  # the frame went while it was greeted
        finally:
            await self._resume(channel)

    async def _resume(self, channel: Channel) -> None:
        try:
            await channel.send("Runtime.runIfWaitingForDebugger", {})
        except Error:
            return

    def _hear(self, channel: Channel, event: str, data: Mapping[str, Any]) -> None:
        match event:
            case "Runtime.executionContextCreated":
                context = data["context"]
                if context["name"] == _NAME:
                    world = World(channel, context["id"], context["auxData"]["frameId"])
                    channel.worlds[world.context] = world
                    if self.greeting:
                        self._include(self.call_in(world, self.greeting))
            case "Runtime.executionContextDestroyed":
                channel.worlds.pop(data["executionContextId"], None)
            case "Runtime.executionContextsCleared":
                channel.worlds.clear()
            case "Runtime.bindingCalled":
                world = channel.worlds.get(data["executionContextId"])
                if world and data["name"] == "report":
                    self._on_report(world, json.loads(data["payload"]))
            case "Target.attachedToTarget":
                inner = InnerChannel(channel, data["sessionId"], data["targetInfo"]["targetId"])
                channel.inner[data["sessionId"]] = inner
                self._include(self._join(inner))
            case "Target.detachedFromTarget":
                gone = channel.inner.pop(data["sessionId"], None)
                if gone:
                    gone.end()
            case "Target.receivedMessageFromTarget":
                inner = channel.inner.get(data["sessionId"])
                message = json.loads(data["message"])
                if inner and "id" in message:
                    inner.answered(message)
                elif inner:
                    self._hear(inner, message["method"], message["params"])
            case _:
                return

    def _include(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
