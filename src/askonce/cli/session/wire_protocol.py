"""The messages between a command and the process of a session: JSON, one object per line.

Each side first proves that it knows the token, without sending it: another program may use the port by now.

    server   {"challenge": C1}
    client   {"proof": P(token, "client", C1), "challenge": C2}
    server   {"proof": P(token, "server", C2)}
    client   a SessionRequest; then, closing its side of the connection stops the work
    server   any number of SessionReplies with an event, and a final one with the result
"""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from askonce.errors import AskonceError, ConfigError, InvalidAction

HOST = "127.0.0.1"
LONGEST = 2**20
"""The longest line that the server reads, in bytes."""

Side = Literal["client", "server"]


class _WireModel(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


class SessionSpec(_WireModel):
    """How to open a session; its process reads this on standard input."""

    name: str
    screen: str = ""
    """The kind of screen."""
    options: dict[str, Any] = {}
    """Its options, as `session start` names them."""
    headed: bool = False
    recordings: str | None = None
    context: str = ""
    uploads: Path | None = None
    idle: float = 1800.0
    secrets: dict[str, str] = {}


class Handshake(_WireModel):
    """A challenge, and the proof that a side knows the token."""

    challenge: str = ""
    proof: str = ""

    def is_from(self, side: Side, token: str, challenge: str) -> bool:
        return hmac.compare_digest(self.proof.encode(), prove(token, side, challenge).encode())


class SessionRequest(_WireModel):
    """Run a tool, show the session, or stop it."""

    wants: Literal["tool", "show", "stop"] = "tool"
    tool: str = ""
    arguments: dict[str, Any] = {}
    secrets: dict[str, str] = {}
    """Values for `{name}`, in clear only here: the connection does not leave the machine."""
    watch: bool = False
    """Whether to send events meanwhile."""


class WireError(_WireModel):
    """One of our errors, as data."""

    kind: str
    message: str
    remedy: str = ""
    is_usage_error: bool = False

    @classmethod
    def of(cls, error: AskonceError) -> WireError:
        is_usage_error = isinstance(error, ConfigError | InvalidAction)
        return cls(kind=type(error).__name__, message=error.message, remedy=error.remedy, is_usage_error=is_usage_error)

    def error(self) -> AskonceError:
        """An error to raise, with the right exit code."""
        return (ConfigError if self.is_usage_error else AskonceError)(self.message, remedy=self.remedy)


class SessionResult(_WireModel):
    """The result of a tool."""

    text: str = ""
    data: dict[str, Any] | None = None
    picture: str = ""
    """In base64."""
    media_type: str = ""


class SessionReply(_WireModel):
    """One line of the server: an event, or the end."""

    event: Any = None
    result: SessionResult | None = None
    failure: WireError | None = None
    stopped: bool = False


class SessionInfo(_WireModel):
    """What a session says about itself."""

    name: str
    pid: int
    address: str
    since: float
    idle: float
    trace: str = ""
    log: str = ""


def new_challenge() -> str:
    return secrets.token_hex(16)


def prove(token: str, side: Side, challenge: str) -> str:
    """The answer to a challenge, which needs the token."""
    return hmac.digest(token.encode(), f"{side}:{challenge}".encode(), "sha256").hex()


def line(message: _WireModel) -> bytes:
    return message.model_dump_json(exclude_defaults=True).encode() + b"\n"
