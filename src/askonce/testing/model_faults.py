"""Provider faults, as values that a `ModelServer` answers with."""

from __future__ import annotations

import threading
from typing import Literal

from askonce.lazy import dataclass

Kind = Literal["slow", "status", "cut", "truncated", "empty", "garbage"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A faulty answer. Create it with the functions below; return it from a rule, put it in a script, or pass it to
    `ModelServer.fail_next`.

    >>> server.fail_next(Fault.status(429, retry_after=0))
    """

    kind: Kind
    until: float | threading.Event = 0.0
    then: str | None = None
    code: int = 200
    retry_after: str = ""
    body: bytes = b""

    @classmethod
    def slow(cls, until: float | threading.Event, then: str | None = None) -> Fault:
        """Delay the answer for some seconds or until an event is set; then answer `then`, or by the rules.

        >>> server.fail_next(Fault.slow(0.1))
        """
        return cls("slow", until=until, then=then)

    @classmethod
    def status(cls, code: int, message: str = "", *, retry_after: float | str | None = None) -> Fault:
        """An error status with the provider's `message`; `retry_after` takes seconds or an HTTP date.

        >>> server.fail_next(Fault.status(503, "overloaded"))
        """
        words = message or f"the server was told to answer with {code}"
        wait = "" if retry_after is None else str(retry_after)
        return cls("status", code=code, retry_after=wait, body=words.encode())

    @classmethod
    def cut(cls) -> Fault:
        """Close the connection without an answer.

        >>> server.fail_next(Fault.cut())
        """
        return cls("cut")

    @classmethod
    def truncated(cls) -> Fault:
        """Close the connection halfway through the answer.

        >>> server.fail_next(Fault.truncated())
        """
        return cls("truncated")

    @classmethod
    def empty(cls) -> Fault:
        """A completion whose content is empty.

        >>> server.fail_next(Fault.empty())
        """
        return cls("empty")

    @classmethod
    def garbage(cls, body: bytes = b"<html><body>Bad gateway</body></html>") -> Fault:
        """A successful answer with `body` instead of a completion.

        >>> server.fail_next(Fault.garbage(b"<html>"))
        """
        return cls("garbage", body=body)
