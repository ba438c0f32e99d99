"""Typed queries: values read from the screen. What the elements answer exactly needs no model."""

from __future__ import annotations

import time
import warnings
from typing import Any, Unpack, cast, get_origin, overload

from pydantic import ValidationError
from typing_extensions import TypeForm, TypeVar

from askonce.agent.call_timeout import waiting_time
from askonce.agent.query_options import Demand, LookOptions, ReadOptions, revealed, typed_question
from askonce.agent.screen_reader import ScreenReader
from askonce.errors import ConfigError, ScreenMoved
from askonce.geometry import Box
from askonce.insight.answer_types import Shape
from askonce.insight.answers import Answer, PartialList
from askonce.insight.evidence import Evidence
from askonce.insight.exact import give, understands
from askonce.insight.long_lists import MOST_ROWS, read_long
from askonce.insight.model_queries import ask_value
from askonce.models.no_model import can_be_asked
from askonce.screens import Watchable
from askonce.values import Instruction

T = TypeVar("T", default=Any)  # what type checkers see that do not know TypeForm
_POLL = 0.25
"""The most seconds between two looks for an answer that is waited for."""


class Queries(ScreenReader):
    """The methods of an agent that read a value."""

    @overload
    async def query(
        self,
        demand: Demand,
        /,
        *,
        returns: TypeForm[T],
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> T: ...
    @overload
    async def query(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = ...,
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Any: ...
    async def query(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = None,
        scroll: bool = False,
        limit: int = MOST_ROWS,
        **options: Unpack[ReadOptions],
    ) -> Any:
        """What is asked for, as the type it `returns`: any that pydantic understands.

        `scroll` reads a list that is longer than the screen, up to `limit` rows. One that is read in part only is given
        with a warning, `PartialList`. What cannot be read from what is visible raises `CannotTell`.

        >>> await agent.query("the title of the page", returns=str)
        'fake://start'
        >>> await agent.query('the number of buttons "Save"', returns=int)
        1
        """
        answer = await self.answer(demand, returns=returns, scroll=scroll, limit=limit, **options)
        if answer.more:
            remedy = "pass a larger limit" if scroll else "pass scroll=True to read all of a list"
            warnings.warn(f"{demand!r} was read in part: {answer.more} ({remedy})", PartialList, stacklevel=2)
        return answer.value

    @overload
    async def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: TypeForm[T],
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Answer[T]: ...
    @overload
    async def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = ...,
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Answer[Any]: ...
    async def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = None,
        scroll: bool = False,
        limit: int = MOST_ROWS,
        **options: Unpack[ReadOptions],
    ) -> Answer[Any]:
        """The same as `query`, with who answered, from what, and what it cost.

        >>> answer = await agent.answer('the number of buttons "Save"', returns=int)
        >>> answer.value, answer.source
        (1, 'elements')
        """
        shape, asked = typed_question(demand, returns, options, ReadOptions)
        if scroll and shape.json_schema.get("type") != "array":
            raise ConfigError(f"{shape.demand!r} is not a list", remedy="ask for a list, or leave out scroll=True")
        async with self._reads(asked, "query", options.get("timeout")):
            await self._settle()
            within = await self._within(asked, options)
            if scroll:
                return self._note_answer(await self._read_long(shape, within, limit, options))
            answer = await self._exact_answer(asked, shape, returns, within, options)
            if answer is None and not can_be_asked(self._insight) and understands(revealed(asked), returns):
                answer = await self._later_answer(asked, shape, returns, within, options)
            if answer is None:
                answer = await ask_value(self._insight, shape, await self._evidence(within, options))
            return self._note_answer(answer)

    async def ask(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """An answer in words.

        >>> await agent.ask("the title of the page")
        'fake://start'
        """
        return await self.query(demand, returns=str, **options)

    async def string(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """A text as the screen shows it.

        >>> await agent.string("the title of the page")
        'fake://start'
        """
        return await self.query(demand, returns=str, **options)

    async def number(self, demand: str, /, **options: Unpack[ReadOptions]) -> float:
        """A number that the screen shows, or how many there are of something.

        >>> await agent.number('the number of buttons "Save"')
        1.0
        """
        return await self.query(demand, returns=float, **options)

    async def boolean(self, demand: str, /, **options: Unpack[ReadOptions]) -> bool:
        """Whether a statement is true, as a value. `check` raises instead, and waits.

        >>> await agent.boolean("the checkbox Gift wrap is ticked")
        False
        """
        return await self.query(demand, returns=bool, **options)

    async def _exact_answer(
        self, asked: Instruction, shape: Shape, returns: Any, within: Box | None, options: LookOptions
    ) -> Answer[Any] | None:
        """What the elements answer exactly, if that is of the type that was asked for."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.both_trees()
        given = give(revealed(asked), returns, tree, whole=whole, within=within) if tree else None
        if given is None:
            return None
        try:
            value = shape.adapter.validate_python(given.value, strict=get_origin(returns) is None)
        except ValidationError:
            return None
        return Answer(value, "elements", self.trace.mask(given.reason))

    async def _later_answer(
        self, asked: Instruction, shape: Shape, returns: Any, within: Box | None, options: ReadOptions
    ) -> Answer[Any] | None:
        """The same, once what is asked for is there: nobody else could answer."""
        deadline = time.monotonic() + waiting_time(options.get("timeout"), self.settings.patience)
        answer, screen = None, self._eyes.screen
        while answer is None and (left := deadline - time.monotonic()) > 0 and not self._eyes.is_frozen:
            if not isinstance(screen, Watchable):
                return None
            try:
                await screen.wait_for_change(min(left, _POLL))
            except ScreenMoved:
                await screen.settle()
            self._eyes.blink()
            answer = await self._exact_answer(asked, shape, returns, within, options)
        return answer

    async def _read_long(self, shape: Shape, within: Box | None, limit: int, options: LookOptions) -> Answer[Any]:
        async def read(evidence: Evidence) -> Answer[list[Any]]:
            return cast("Answer[list[Any]]", await ask_value(self._insight, shape, evidence))

        return await read_long(
            read,
            lambda: self._evidence(within, options),
            self._eyes,
            within=within,
            limit=limit,
            progress=lambda rows: self._note(f"{rows} rows so far"),
        )
