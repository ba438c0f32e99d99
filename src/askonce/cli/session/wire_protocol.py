"""What goes over the wire between a command and the process that keeps a session: JSON, one object a line.

Each side first proves that it knows the token, without sending it: a port may belong to somebody else by now.

    server   {"challenge": C1}
    client   {"proof": P(token, "client", C1), "challenge": C2}
    server   {"proof": P(token, "server", C2)}
    client   a Request; from then on, closing its side of the connection stops what it asked for
    server   any number of Replies with an event, and one with what came of it
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
"""The most bytes in a line that the server reads."""

Side = Literal["client", "server"]


class _WireModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SessionSpec(_WireModel):
    """How a session is to be opened; what its process reads first, on standard input."""

    name: str
    url: str = ""
    cdp: str = ""
    headed: bool = False
    mobile: bool = False
    recordings: str | None = None
    context: str = ""
    uploads: Path | None = None
    idle: float = 1800.0
    secrets: dict[str, str] = {}


class Handshake(_WireModel):
    """What the sides prove themselves with."""

    challenge: str = ""
    proof: str = ""

    def is_from(self, side: Side, token: str, challenge: str) -> bool:
        return hmac.compare_digest(self.proof.encode(), prove(token, side, challenge).encode())


class SessionRequest(_WireModel):
    """What is wanted: that a tool is used, to be told about the session, or its end."""

    wants: Literal["tool", "show", "stop"] = "tool"
    tool: str = ""
    arguments: dict[str, Any] = {}
    secrets: dict[str, str] = {}
    """What `{name}` stands for. In clear here and nowhere else: the connection does not leave the machine."""
    watch: bool = False
    """Whether to be told what happens meanwhile."""


class WireError(_WireModel):
    """An error of ours, as it crosses the wire."""

    kind: str
    message: str
    remedy: str = ""
    is_usage_error: bool = False

    @classmethod
    def of(cls, error: AskonceError) -> WireError:
        wrongly = isinstance(error, ConfigError | InvalidAction)
        return cls(kind=type(error).__name__, message=error.message, remedy=error.remedy, is_usage_error=wrongly)

    def error(self) -> AskonceError:
        """An error to raise, with the exit code that the original would have."""
        return (ConfigError if self.is_usage_error else AskonceError)(self.message, remedy=self.remedy)


class SessionResult(_WireModel):
    """What a tool gave."""

    text: str = ""
    data: dict[str, Any] | None = None
    picture: str = ""
    """In base64."""
    media_type: str = ""


class SessionReply(_WireModel):
    """One line of the server: an event on the way, or the end."""

    event: Any = None
    result: SessionResult | None = None
    failure: WireError | None = None
    stopped: bool = False


class SessionInfo(_WireModel):
    """What a session tells of itself."""

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
    """What only somebody who knows the token can say to a challenge."""
    return hmac.digest(token.encode(), f"{side}:{challenge}".encode(), "sha256").hex()


def line(message: _WireModel) -> bytes:
    return message.model_dump_json(exclude_defaults=True).encode() + b"\n"
