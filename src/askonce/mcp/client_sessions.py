"""The sessions of a server, by client. They are opened and closed by tool."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from uuid import uuid4

import anyio

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.tools.tool_session import SessionOptions, ToolSession, agent_for
from askonce.values import Secret

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerPolicy:
    """What a server grants to its clients."""

    settings: Settings = field(default_factory=Settings)
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    """What `{name}` in words and typed text stands for. Clients know the names alone."""
    uploads: Path | None = None
    """The only folder that files may be uploaded from."""
    may_evaluate: bool = False
    """Whether clients may run JavaScript in pages. A script sees what the page holds, also what was typed as secret."""
    idle: float = 900.0
    """Seconds after which an unused session is closed."""
    most: int = 8
    """How many sessions may be open at a time."""


class ClientSessions:
    """All sessions of a server. Each belongs to the client that opened it: others neither see nor use nor close it.

    A client that keeps a connection need not name the only session that it opened. Clients that keep none cannot be
    told apart: for them, whoever knows the id of a session is its owner, so ids cannot be guessed.
    """

    def __init__(self, terms: ServerPolicy) -> None:
        self.terms = terms
        self._open: dict[str, ToolSession] = {}
        self._runs: dict[str, str | None] = {}
        self._opening = 0

    async def open(self, owner: str | None, options: SessionOptions) -> ToolSession:
        if len(self._open) + self._opening >= self.terms.most:
            own = _names(self.owned(owner))
            raise ConfigError(
                f"{self.terms.most} sessions are open already",
                remedy=f"close one with close_session: {own}" if own else "try again later",
            )
        session = ToolSession(f"s-{uuid4().hex[:6] if owner else uuid4().hex}", owner, self.terms.idle)
        self._opening += 1
        try:
            life = await session.open(agent_for(options, self.terms.settings, self.terms.uploads, is_trusted=False))
        finally:
            self._opening -= 1
        session.agent.trace.mask.learn(self.terms.secrets)
        self._open[session.id] = session
        if folder := session.agent.trace.folder:
            self._runs[folder.name] = owner
        life.add_done_callback(lambda ended: self._forget(session, ended))
        return session

    def find(self, id: str | None, owner: str | None) -> ToolSession:
        """The session with an id; without one, the only session of a client that keeps its connection."""
        own = self.owned(owner)
        if id is not None:
            session = self._open.get(id)
            if session and session.is_open and session.owner == owner:
                return session
            remedy = f"open are {_names(own)}" if own else "open one with open_session"
            raise ConfigError(f"there is no session {id!r}", remedy=remedy)
        if len(own) == 1:
            return own[0]
        if own:
            raise ConfigError("it is not clear which session is meant", remedy=f"pass session, one of {_names(own)}")
        if owner is None and any(session.owner is None for session in self._open.values()):
            raise ConfigError(
                "this connection keeps nothing between calls, so the session has to be named",
                remedy="pass session, the id that open_session gave",
            )
        raise ConfigError("no session is open", remedy="open one with open_session")

    def owned(self, owner: str | None) -> list[ToolSession]:
        """The sessions of a client; none where clients cannot be distinguished."""
        opened = tuple(self._open.values())
        return [session for session in opened if session.is_open and owner is not None and session.owner == owner]

    def may_read(self, run: str, owner: str | None) -> bool:
        """Whether a run is that of a session of this client."""
        return run in self._runs and self._runs[run] == owner

    async def close_all(self) -> None:
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*(session.close() for session in tuple(self._open.values())), return_exceptions=True)

    def _forget(self, session: ToolSession, ended: asyncio.Task[None]) -> None:
        self._open.pop(session.id, None)
        error = None if ended.cancelled() else ended.exception()
        if error:
            logger.warning("the session %s did not close cleanly: %s", session.id, error)


def _names(sessions: Sequence[ToolSession]) -> str:
    return ", ".join(session.id for session in sessions)
