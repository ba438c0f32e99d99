"""A session of the playground: one screen with its agent, the panels, and the clients that look at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from askonce.agent import Agent
from askonce.errors import NotAllowed, ScreenClosed
from askonce.playground.client_connection import ClientConnection
from askonce.playground.model_choice import ModelChoice
from askonce.playground.panel import Panel, PanelCommand
from askonce.playground.panels import PANELS
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.wire_messages import (
    BadMessage,
    ClientMessage,
    log_defect,
    read_message,
    unknown_word,
    wire_error,
)
from askonce.tools.tool_session import ToolSession
from askonce.values import Mask, Secret

P = TypeVar("P", bound=Panel)

NEVER = 1e9
"""Seconds: a session of the playground is open until somebody closes it."""
MOST_AT_ONCE = 64
"""How many commands of one client may be under way."""


class PlaygroundSession:
    """One screen, for all who look at it. One of them may touch it: the first who came, until another takes over."""

    def __init__(
        self,
        id: str,
        options: PlaygroundOptions,
        models: ModelChoice | None = None,
        *,
        uploads: Path,
        is_own_page: Callable[[str], bool],
    ) -> None:
        self.id = id
        self.options = options
        self.models = models
        """Which model is asked; None where that cannot be changed here."""
        self.uploads = uploads
        """The folder that files are uploaded from, and that clients put files into."""
        self.is_own_page = is_own_page
        """Whether an address is that of the playground, which cannot be shown in itself."""
        self.fresh: Callable[[], AbstractAsyncContextManager[Agent] | None] = lambda: None
        """An agent on a new screen like this one; None where there is only one such screen."""
        self.secrets: dict[str, Secret] = dict(options.secrets)
        self.tools = ToolSession(id, None, NEVER)
        self.clients: list[ClientConnection] = []
        self.writer: ClientConnection | None = None
        self.work = ""
        """What has the screen for itself now, in words; empty if nothing has."""
        self.turn = asyncio.Lock()
        """Held by whoever touches the screen or reads it."""
        self.closed_because = ""
        """Why the screen is gone. What was recorded and kept can be taken along still, until the session is closed."""
        self.on_closed: Callable[[], None] = lambda: None
        """Called when the session is over."""
        self._is_over = False
        self._agent: Agent | None = None
        self.mask = Mask()
        """Hides secrets in all that goes to clients."""
        self._panels: dict[type[Panel], Panel] = {}
        self._commands: dict[str, tuple[type[PanelCommand[Any]], Panel]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def agent(self) -> Agent:
        """The agent on the screen, also when that is gone."""
        return self._agent or self.tools.agent

    @property
    def title(self) -> str:
        """What the session is called: where its screen is."""
        return self.agent.known_address or self.agent.screen.kind

    async def open(self, opening: AbstractAsyncContextManager[Agent]) -> asyncio.Task[None]:
        """Open the screen; the task that is returned ends when the session does."""
        life = await self.tools.open(opening)
        self._agent = self.tools.agent
        self.mask = self.agent.trace.mask
        self.mask.learn(self.secrets)
        for kind in PANELS:
            panel = self._panels[kind] = kind(self)
            self._commands |= {command.word: (command, panel) for command in kind.commands}
        for panel in self._panels.values():
            await panel.open()
        return life

    def panel(self, kind: type[P]) -> P:
        panel = self._panels[kind]
        assert isinstance(panel, kind)
        return panel

    async def close(self, reason: str = "the session was closed") -> None:
        """Stop what is under way, tell the clients why, close the screen, and leave the clients."""
        if self._is_over:
            return
        self._is_over = True
        await self._close_screen(reason)
        self.tell("closed", reason=self.closed_because, is_over=True)
        for client in self.clients:
            client.close()
        self.on_closed()

    async def lose_screen(self, reason: str) -> None:
        """The screen is gone. Clients keep what they have, and can take it along."""
        if not self.closed_because:
            await self._close_screen(reason)
            self.tell("closed", reason=reason, is_over=False)

    async def _close_screen(self, reason: str) -> None:
        if self.closed_because:
            return
        self.closed_because = reason
        for panel in reversed(self._panels.values()):
            await panel.close()
        await self._stop_tasks()
        await self.tools.close()

    def end(self, reason: str) -> None:
        """Note that the screen is gone, from within one of its own tasks."""
        self._start(self.lose_screen(reason))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stop_tasks(self) -> None:
        """Stop what clients asked for and nobody waits for any more."""
        tasks = {task for task in self._tasks if task is not asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    # ---- clients

    def welcome(self, client: ClientConnection) -> None:
        self.clients.append(client)
        self.writer = self.writer or client
        client.send({"event": "hello", **self.masked(self.hello())})
        client.send({"event": "writer", "is_you": self.writer is client})
        for panel in self._panels.values():
            for event, fields in panel.greet():
                client.send({"event": event, **self.masked(fields)})
        if self.closed_because:
            client.send({"event": "closed", "reason": self.closed_because, "is_over": False})

    def dismiss(self, client: ClientConnection) -> None:
        """A client is gone. If it was the one who touches the screen, the next one is."""
        if client not in self.clients:
            return
        self.clients.remove(client)
        client.close()
        if self.writer is client:
            self.give_pen(self.clients[0] if self.clients else None)
        for panel in self._panels.values():
            panel.left(client)

    def give_pen(self, client: ClientConnection | None) -> None:
        """Let another client be the one who touches the screen."""
        self.writer = client
        for other in self.clients:
            other.send({"event": "writer", "is_you": other is client})

    def hello(self) -> dict[str, Any]:
        parts: dict[str, Any] = {"session": self.id, "title": self.title, "kind": self.agent.screen.kind}
        for panel in self._panels.values():
            parts |= panel.hello()
        return parts

    def tell(self, event: str, fields: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Send an event to all clients, without secrets."""
        if self.clients:
            message = {"event": event, **self.masked({**(fields or {}), **more})}
            for client in self.clients:
                client.send(message)

    def masked(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.mask.in_data(dict(data)) if self.mask else data

    # ---- commands

    def receive(self, client: ClientConnection, text: str) -> None:
        """Begin what a client asks for. Commands begin in the order in which they come."""
        try:
            message = read_message(text)
            if message.word not in self._commands:
                raise unknown_word(message, self._commands)
            if len(self._tasks) >= MOST_AT_ONCE * max(1, len(self.clients)):
                raise BadMessage("too much is under way", remedy="wait for the answers first", id=message.id)
        except BadMessage as error:
            self._fail(client, error.id, error)
            return
        self._start(self._answer(client, message))

    async def _answer(self, client: ClientConnection, message: ClientMessage) -> None:
        kind, panel = self._commands[message.word]
        try:
            command = kind.read(message.fields)
            if not kind.reads and client is not self.writer:
                raise NotAllowed("you are watching only", remedy="take over first")
            if kind.needs_screen and self.closed_because:
                raise ScreenClosed(f"the screen is closed: {self.closed_because}", remedy="open another one")
            result = await command.perform(panel, client)
        except ScreenClosed as error:
            self._fail(client, message.id, error)
            await self.lose_screen(error.message)
        except Exception as error:  # noqa: BLE001 - the boundary to the client, who gets it; defects are logged
            self._fail(client, message.id, error)
        else:
            if message.id is not None:
                client.send({"id": message.id, "result": self.masked(result or {})})

    def _fail(self, client: ClientConnection, id: int | None, error: Exception) -> None:
        log_defect(error, self.mask)
        said = self.masked(wire_error(error))
        client.send({"event": "trouble", **said} if id is None else {"id": id, "error": said})

    # ---- work on the screen

    @asynccontextmanager
    async def working(self, what: str) -> AsyncGenerator[None, None]:
        """A block that has the screen for itself. Others are refused meanwhile, and read nothing."""
        self.refuse_while_working()
        self._begin(what)
        try:
            async with self.turn:
                yield
        finally:
            self._begin("")

    def _begin(self, what: str) -> None:
        self.work = what
        for panel in self._panels.values():
            panel.on_work()

    def refuse_while_working(self) -> None:
        if self.work:
            raise NotAllowed(f"{self.work} is under way", remedy="wait until it ends, or stop it")
