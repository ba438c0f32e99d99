"""The sessions of a playground, side by side."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import anyio

from askonce import launch
from askonce.errors import ConfigError
from askonce.playground.model_choice import ModelChoice
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.playground_session import PlaygroundSession
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.kind_registry import AnyKind, screen_kinds
from askonce.screens.screen_choice import ScreenChoice, choose_screen
from askonce.screens.screen_kind import OpenContext

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from askonce.agent import Agent

MOST = 8
"""How many sessions may be open at a time."""

logger = logging.getLogger(__name__)


class OpenSessions:
    def __init__(self, options: PlaygroundOptions, is_own_page: Callable[[str], bool]) -> None:
        self.options = options
        self._is_own_page = is_own_page
        self._open: dict[str, PlaygroundSession] = {}
        self._opening = 0
        self._number = 0

    def __iter__(self) -> Any:
        return iter(tuple(self._open.values()))

    def get(self, id: str) -> PlaygroundSession | None:
        return self._open.get(id)

    async def open(self, choice: ScreenChoice) -> PlaygroundSession:
        """A session on a new screen, which ends with it."""
        models = ModelChoice(self.options.settings.models)
        session = await self._add(models, lambda uploads: self._launched(choice, models, uploads))
        if choice.kind.new_host and choice.kind.may_share(choice.options, self.options.settings):
            session.fresh = lambda: self._fresh(choice, session)
        return session

    async def adopt(self, agent: Agent, models: ModelChoice | None = None) -> PlaygroundSession:
        """A session on an agent of somebody else, who closes it. Its model can be changed if it asks `models`."""
        return await self._add(models, lambda uploads: nullcontext(agent))

    async def open_wished(self, wished: Mapping[str, Any]) -> PlaygroundSession:
        """A session as a client describes it: the kind of screen and its options by name, or a sample by its title."""
        if "sample" in wished:
            return await self.open_sample(wished["sample"])
        options = {name: value for name, value in wished.items() if name != "kind" and value not in (None, "", False)}
        kind = wished.get("kind") or ""
        if not isinstance(kind, str):
            raise ConfigError(
                "the kind of a screen is not a text", remedy=f"there are {', '.join(screen_kinds().names)}"
            )
        for value in options.values():
            if isinstance(value, str) and self._is_own_page(value):
                raise ConfigError("the playground cannot be shown in itself", remedy="give another address")
        return await self.open(choose_screen(options, "command", named=kind))

    async def open_sample(self, title: object) -> PlaygroundSession:
        samples = {sample.title: sample for sample in self.options.samples}
        if title not in samples:
            remedy = f"there are {', '.join(samples)}" if samples else "name a kind of screen"
            raise ConfigError(f"there is no sample {title!r}", remedy=remedy)
        return await self.open(await asyncio.to_thread(samples[str(title)].choose))

    async def close_all(self, reason: str) -> None:
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*(session.close(reason) for session in self), return_exceptions=True)

    async def _add(
        self, models: ModelChoice | None, opening: Callable[[Path], AbstractAsyncContextManager[Agent]]
    ) -> PlaygroundSession:
        if len(self._open) + self._opening >= MOST:
            raise ConfigError(f"{MOST} sessions are open already", remedy="close one first")
        self._number += 1
        with ExitStack() as stack:
            uploads = self.options.uploads or Path(stack.enter_context(TemporaryDirectory(prefix="askonce-uploads-")))
            session = PlaygroundSession(
                str(self._number), self.options, models, uploads=uploads, is_own_page=self._is_own_page
            )
            self._opening += 1
            try:
                life = await session.open(opening(uploads))
            finally:
                self._opening -= 1
            stack = stack.pop_all()  # from here on it ends with the session
        self._open[session.id] = session
        session.on_closed = lambda: self._forget(session, stack)
        life.add_done_callback(lambda ended: _log_failure(session, ended))
        return session

    @asynccontextmanager
    async def _launched(self, choice: ScreenChoice, models: ModelChoice, uploads: Path) -> AsyncGenerator[Agent, None]:
        settings = self.options.settings
        kept: str | Recordings | None = self.options.recordings
        if kept is None and settings.recordings.strategy != "off":
            kept = Recordings(MemoryRecordings(), "playground", strategy=settings.recordings.strategy)
        context = OpenContext(settings, headed=self.options.headed, uploads=uploads)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(models.close)
            yield await stack.enter_async_context(
                launch.opened(choice, context, model=models.models, recordings=kept, title="Playground")
            )

    def _fresh(self, choice: ScreenChoice, session: PlaygroundSession) -> AbstractAsyncContextManager[Agent]:
        """An agent on a new screen, with what this session has recorded, and a run of its own."""
        context = OpenContext(session.agent.settings, uploads=session.uploads)
        models = session.models.models if session.models else None
        return launch.opened(choice, context, model=models, recordings=session.agent.recordings, title="Playground")

    def _forget(self, session: PlaygroundSession, rest: ExitStack) -> None:
        self._open.pop(session.id, None)
        rest.close()


def _log_failure(session: PlaygroundSession, ended: asyncio.Task[None]) -> None:
    error = None if ended.cancelled() else ended.exception()
    if error:
        logger.warning("the screen of session %s did not close cleanly: %s", session.id, error)


def describe_kinds() -> list[dict[str, Any]]:
    """The kinds of screens that can be opened here, with the options that they have."""
    return [_describe(kind) for kind in screen_kinds() if kind.options.offered_at("command")]


def _describe(kind: AnyKind) -> dict[str, Any]:
    fields = [
        {
            "name": name,
            "label": option.help or name,
            "placeholder": "" if option.info.annotation is bool else option.offer.metavar,
            "is_flag": option.info.annotation is bool,
        }
        for name, option in kind.options.offered_at("command").items()
    ]
    return {"kind": kind.name, "title": kind.title, "fields": fields, "missing": kind.missing_modules}
