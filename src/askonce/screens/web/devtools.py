"""Calls by the DevTools protocol, which Chromium speaks beside Playwright."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from playwright.async_api import CDPSession

Answer = dict[str, Any]


async def ask(session: CDPSession, method: str, params: Mapping[str, Any] | None = None) -> Answer:
    answer = await session.send(method, dict(params) if params else None)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return cast("Answer", answer)
