"""Typing a text into a phone part by part, where what is refused midway leaves the beginning in the field."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from askonce.errors import ScreenClosed, ScreenError, TypingInDoubt


async def type_parts(text: str, delay: float, put: Callable[[str], Awaitable[None]]) -> None:
    """Put a text at the cursor: at once, or with `delay` seconds after each letter."""
    for number, part in enumerate(text if delay > 0 else filter(None, [text])):
        try:
            await put(part)
        except (ScreenClosed, TypingInDoubt):
            raise
        except ScreenError as error:
            if number:
                raise TypingInDoubt(f"only a part of the text was typed: {error}") from error
            raise
        await asyncio.sleep(delay)
