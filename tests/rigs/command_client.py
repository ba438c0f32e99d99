"""A client of a session of the playground: it sends commands and keeps what comes back, as a page does."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0

Event = dict[str, Any]


class CommandClient(ABC):
    def __init__(self) -> None:
        self.events: list[Event] = []
        self._answers: dict[int, Event] = {}
        self._number = 0
        self._news = asyncio.Condition()

    @abstractmethod
    async def send(self, **message: Any) -> None: ...

    async def take(self, text: str) -> None:
        """A message that came."""
        async with self._news:
            told = json.loads(text)
            if "event" in told:
                self.events.append(told)
            else:
                self._answers[told["id"]] = told
            self._news.notify_all()

    async def answer(self, do: str, **fields: Any) -> Event:
        """The whole answer to a command: its result, or its error."""
        self._number += 1
        number = self._number
        await self.send(id=number, do=do, **fields)
        await self.until(lambda: number in self._answers)
        return self._answers.pop(number)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = await self.answer(do, **fields)
        assert "error" not in answer, answer
        return answer["result"]

    async def refused(self, do: str, **fields: Any) -> dict[str, str]:
        answer = await self.answer(do, **fields)
        assert "error" in answer, answer
        return answer["error"]

    async def hand(self, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("hand", gesture={"kind": kind, **fields})

    def last(self, event: str) -> Event:
        return next(told for told in reversed(self.events) if told["event"] == event)

    async def told(self, event: str, fits: Callable[[Event], bool] = lambda told: True, **fields: Any) -> Event:
        """The last event of a name that fits, once there is one; with `fields`, once the last one says this."""

        def found() -> Event | None:
            known = [told for told in self.events if told["event"] == event]
            if fields and known and any(known[-1].get(name) != value for name, value in fields.items()):
                return None
            return next((told for told in reversed(known) if fits(told)), None)

        try:
            await self.until(lambda: found() is not None)
        except TimeoutError:
            raise AssertionError([told for told in self.events if told["event"] == event][-3:]) from None
        told = found()
        assert told
        return told

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(holds)
