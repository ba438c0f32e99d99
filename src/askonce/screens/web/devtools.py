"""Calls by the DevTools protocol, which Chromium speaks beside Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from inspect import signature
from typing import Any, cast

from playwright.async_api import CDPSession

Answer = dict[str, Any]
_TURNS = 3
"""After how many turns of the loop a question is on its way to the browser."""


async def ask(session: CDPSession, method: str, params: Mapping[str, Any] | None = None) -> Answer:
    """The browser's answer. Playwright's public call would copy it part by part in search of objects of its own: for a
    snapshot of a page that takes longer than the snapshot."""
    inner: Any = getattr(session, "_impl_obj", None)
    if inner is None:
        answer = await session.send(method, dict(params) if params else None)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    else:
        limit = {"timeout": None} if _takes_limit(cast("type[Any]", type(inner))) else {}
        answer = await inner.send(method=method, params=dict(params or {}), **limit)
    return cast("Answer", answer)


@cache
def _takes_limit(kind: type[Any]) -> bool:
    """Whether this version of Playwright has to be told how long to wait."""
    return "timeout" in signature(kind.send).parameters


async def on_its_way() -> None:
    """Let what was begun ask its questions, so that they are on their way before others."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
