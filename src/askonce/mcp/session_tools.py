"""The tools that open and close sessions, and the parameter that names a session in every other tool."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import Field, create_model

from askonce.mcp.client_sessions import ClientSessions
from askonce.screens.screen_choice import choose_screen, offered_at
from askonce.tools.tool_arguments import ToolArguments
from askonce.tools.tool_outcome import ToolOutcome
from askonce.tools.tool_session import SessionOptions, ToolSession

SESSION_NOTE = "the id that open_session gave; may be left out while this connection has exactly one"


class ServerTool(ToolArguments):
    """The arguments of a tool that has to do with sessions."""

    @abstractmethod
    async def perform(self, sessions: ClientSessions, owner: str | None) -> ToolOutcome: ...


class OpenSessionTool(ServerTool):
    """Open a screen, such as a web page, and get the id of the session. Close it with close_session when you are done.
    The options of the kinds of screens stand beside these."""

    screen: str = Field(default="", description="the kind of screen, where its options do not say it")
    headed: bool = Field(default=False, description="show the window")
    recordings: str | None = Field(
        default=None, description="keep what works under this name, and do it again without a model the next time"
    )
    context: str = Field(
        default="", description="background knowledge, such as how the application is meant to be used"
    )

    async def perform(self, sessions: ClientSessions, owner: str | None) -> ToolOutcome:
        given = self.model_dump(
            include=self.model_fields_set - OpenSessionTool.model_fields.keys(), exclude_defaults=True
        )
        chosen = choose_screen(given, "mcp", named=self.screen, headed=self.headed)
        options = SessionOptions(chosen, self.headed, self.recordings, self.context)
        session = await sessions.open(owner, options)
        about = _about(session)
        place = f" on {about['address']}" if about["address"] else ""
        return ToolOutcome(f"The session {session.id} is open{place}.", about)


def open_session_tool() -> type[OpenSessionTool]:
    """The tool with the options of all kinds of screens."""
    fields: dict[str, Any] = {
        name: (option.info.annotation, Field(default=option.info.default, description=option.help))
        for name, option in offered_at("mcp").items()
    }
    return create_model(OpenSessionTool.__name__, __base__=OpenSessionTool, __doc__=OpenSessionTool.__doc__, **fields)


class CloseSessionTool(ServerTool):
    """Close a session and its screen. Its trace and report stay."""

    session: str | None = Field(default=None, description=SESSION_NOTE)

    async def perform(self, sessions: ClientSessions, owner: str | None) -> ToolOutcome:
        session = sessions.find(self.session, owner)
        folder = session.agent.trace.folder
        await session.close()
        return ToolOutcome(f"The session {session.id} is closed.", {"session": session.id}, run=folder)


class ListSessionsTool(ServerTool):
    """List your open sessions, with the page that each is on."""

    reads = True

    async def perform(self, sessions: ClientSessions, owner: str | None) -> ToolOutcome:
        rows = [_about(session) for session in sessions.owned(owner)]
        lines = "\n".join(f"{row['session']}: {row['address']}" for row in rows)
        return ToolOutcome(lines or "No session is open.", {"sessions": rows})


def _about(session: ToolSession) -> dict[str, Any]:
    return {"session": session.id, "address": session.agent.known_address}


@cache
def server_tools() -> Mapping[str, type[ServerTool]]:
    """The tools that have to do with sessions, by name."""
    return {tool.name(): tool for tool in (open_session_tool(), CloseSessionTool, ListSessionsTool)}


def in_session(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments with the session, which may be named beside them."""
    named = {"session": {"type": "string", "description": SESSION_NOTE}}
    return {**schema, "properties": {**schema.get("properties", {}), **named}}
