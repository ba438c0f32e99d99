"""A text that is refused midway is not typed once more."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable, ScreenError, TypingInDoubt
from askonce.screens.phones.typed_parts import type_parts


class Field:
    def __init__(self, room: int) -> None:
        self.room = room
        self.held = ""

    async def put(self, part: str) -> None:
        if len(self.held) + len(part) > self.room:
            raise ScreenError("the phone refused it")
        self.held += part


async def test_what_is_refused_midway_is_in_doubt_and_at_the_beginning_is_not() -> None:
    field = Field(room=3)
    with pytest.raises(TypingInDoubt, match="only a part of the text was typed"):
        await type_parts("hello", 0.001, field.put)
    assert field.held == "hel"
    with pytest.raises(ScreenError) as refused:
        await type_parts("hello", 0, Field(room=3).put)
    assert not isinstance(refused.value, NotOperable)


@pytest.mark.parametrize("delay", [0, 0.001])
async def test_a_text_arrives_whole(delay: float) -> None:
    field = Field(room=9)
    await type_parts("hello", delay, field.put)
    await type_parts("", delay, field.put)
    assert field.held == "hello"
