"""The tools that open and close sessions, and what every tool that works in one is told about that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from askonce.mcp.client_sessions import Sessions
from askonce.screens import Navigator
from askonce.tools.tool_arguments import Arguments
from askonce.tools.tool_outcome import Outcome
from askonce.tools.tool_session import Session, Wish

SESSION_NOTE = "the id that open_session gave; may be left out while this connection has exactly one"


class OnServer(Arguments):
    """The arguments of a tool that has to do with sessions."""

    @abstractmethod
    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome: ...


class OpenSession(OnServer):
    """Open a browser on a page and get the id of the session. Close it with close_session when you are done."""

    url: str = Field(default="", description="the page to start on")
    headed: bool = Field(default=False, description="show the browser window")
    mobile: bool = Field(default=False, description="the page believes that it is on a phone and is touched")
    recordings: str | None = Field(
        default=None, description="keep what works under this name, and do it again without a model the next time"
    )
    context: str = Field(
        default="", description="background knowledge, such as how the application is meant to be used"
    )

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        session = await sessions.open(owner, Wish(**self.model_dump()))
        told = _about(session)
        return Outcome(f"The session {session.id} is open on {told['address'] or 'a blank page'}.", told)


class CloseSession(OnServer):
    """Close a session and its browser. Its trace and report stay."""

    session: str | None = Field(default=None, description=SESSION_NOTE)

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        session = sessions.find(self.session, owner)
        folder = session.agent.trace.folder
        await session.close()
        return Outcome(f"The session {session.id} is closed.", {"session": session.id}, run=folder)


class ListSessions(OnServer):
    """Tell which sessions are open, with the page that each is on."""

    reads = True

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        told = [{**_about(one), "yours": owner is not None and one.owner == owner} for one in sessions]
        lines = "\n".join(f"{one['session']}: {one['address']}" for one in told)
        return Outcome(lines or "No session is open.", {"sessions": told})


def _about(session: Session) -> dict[str, Any]:
    screen = session.agent.screen
    return {"session": session.id, "address": screen.address if isinstance(screen, Navigator) else ""}


SERVER_TOOLS: Mapping[str, type[OnServer]] = {one.name(): one for one in (OpenSession, CloseSession, ListSessions)}


def in_session(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments with the session, which may be named beside them."""
    told = {"session": {"type": "string", "description": SESSION_NOTE}}
    return {**schema, "properties": {**schema.get("properties", {}), **told}}
