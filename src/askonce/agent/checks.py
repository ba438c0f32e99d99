"""Statements about the screen: verdicts, checks and waiting. What the elements decide needs no model."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Unpack

from askonce.agent.awaited_sight import AwaitedSight
from askonce.agent.call_timeout import LONG_WAIT, waiting_time
from askonce.agent.query_options import LookOptions, ReadOptions, question, revealed
from askonce.agent.screen_reader import ScreenReader
from askonce.errors import ConfigError, ModelNotAsked, OutOfTime
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.insight.exact import is_statement, judge
from askonce.insight.model_queries import ask_verdict
from askonce.insight.wait_until import NotYet, last_verdict, wait_until
from askonce.models.no_model import can_be_asked
from askonce.planning.action_execution import TimeIsUp
from askonce.values import Instruction


class Checks(ScreenReader):
    """The methods of an agent that judge a statement."""

    async def verdict(self, statement: str, /, **options: Unpack[ReadOptions]) -> Verdict:
        """Whether a statement is true of the screen now, once what the last action set off has come to rest.

        What cannot be decided raises `CannotTell`. `check` and `wait_for` wait until a statement comes true.

        >>> verdict = await agent.verdict('the text "Saved" is visible')
        >>> verdict.holds, verdict.source
        (False, 'elements')
        """
        asked = question(statement, options, ReadOptions)
        async with self._reads(asked, "check", options.get("timeout")):
            await self._settle()
            return await self._verdict(asked, options)

    async def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[ReadOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the screen is true, or comes true within `timeout` seconds.

        The elements are read whenever the screen changes. A model is asked again only when something changed. Without a
        `timeout` a check waits for as long as the `patience` in the settings. A `soft` check that fails is kept, and
        raised when the agent's block ends.

        >>> await agent.tap("the Save button")
        >>> await agent.check('the text "Saved" is visible')
        """
        asked = question(statement, options, ReadOptions)
        reads = self._reads(asked, "check", options.get("timeout"))
        waited = 0.0 if self._eyes.is_frozen else waiting_time(options.get("timeout"), self.settings.patience)
        return await self._require(reads, lambda: self._last_verdict(asked, options), soft=soft, waited=waited)

    async def wait_for(
        self, statement: str, /, *, timeout: float | None = None, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        That are 30 seconds without a timeout, or the `patience` in the settings where that is more. The elements are
        read whenever the screen changes. A model is asked at most every `interval` seconds, and only when something
        changed.

        >>> await agent.tap("the Save button")
        >>> await agent.wait_for('the text "Saved" is visible', timeout=10)
        """
        asked = question(statement, options, LookOptions)
        async with self._reads(asked, "wait for", None):
            within = await self._within(asked, options)
            try:
                verdict = await wait_until(
                    str(asked),
                    lambda: self._later_verdict(asked, within, options),
                    lambda: self._exact_verdict(asked, within, options),
                    self._eyes,
                    timeout=waiting_time(timeout, max(LONG_WAIT, self.settings.patience)),
                    interval=interval,
                )
            except OutOfTime as late:
                raise OutOfTime(late.message + await self._picture(), remedy=late.remedy) from None
            return self._note_verdict(verdict)

    async def _await_statement(self, statement: str, asked: Instruction, seconds: float) -> str:
        """Wait within an act until a statement is true, and say why it is. It counts as an act sees the screen."""
        words = Instruction(statement, asked.values)
        sight = None if can_be_asked(self._insight) else AwaitedSight(revealed(words), self._eyes)
        if sight:
            await sight.judge()  # what was there when the wait was planned may be gone at its first look
        deadline = time.monotonic() + min(seconds, self.settings.patience)

        async def exact() -> Verdict | None:
            verdict = await self._exact_verdict(words, None, {})
            judged = await sight.judge() if sight else None
            if verdict is None and sight and judged:
                verdict = Verdict(str(words), judged.holds, self.trace.mask(judged.reason), "elements")
                if sight.is_open and time.monotonic() >= deadline:
                    raise OutOfTime(verdict.reason)
            return verdict

        async def ask() -> Verdict:
            return await self._model_verdict(words, None, {})

        return (await wait_until(str(words), ask, exact, self._eyes, timeout=seconds)).reason

    def _waiting_within(self, seconds: float) -> Callable[[str, Instruction, float], Awaitable[str]]:
        """Waiting in an act that may take so many seconds from now on, so that its error tells what it waits for."""
        deadline = time.monotonic() + seconds

        async def wait(statement: str, asked: Instruction, most: float) -> str:
            left = max(deadline - time.monotonic(), 0.0)
            try:
                return await self._await_statement(statement, asked, min(most, left))
            except OutOfTime as late:
                raise (TimeIsUp(late.message, remedy=late.remedy) if left < most else late) from None

        return wait

    def frozen(self) -> AbstractAsyncContextManager[None]:
        """A block in which everything that is read sees the screen as it was at the beginning of the block.

        >>> async with agent.frozen():
        ...     await agent.check('the button "Save" is visible')
        """
        return self._eyes.frozen()

    async def _last_verdict(self, asked: Instruction, options: ReadOptions) -> Verdict:
        within = await self._within(asked, options)
        verdict = await last_verdict(
            lambda: self._later_verdict(asked, within, options),
            lambda: self._exact_verdict(asked, within, options),
            self._eyes,
            timeout=waiting_time(options.get("timeout"), self.settings.patience),
        )
        return self._note_verdict(verdict)

    async def _verdict(self, asked: Instruction, options: LookOptions) -> Verdict:
        within = await self._within(asked, options)
        exact = await self._exact_verdict(asked, within, options)
        return self._note_verdict(exact if exact is not None else await self._model_verdict(asked, within, options))

    async def _exact_verdict(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict | None:
        """What the elements say about a statement, if they decide it."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.both_trees()
        judged = judge(revealed(asked), tree, whole=whole, within=within) if tree else None
        return Verdict(str(asked), judged.holds, self.trace.mask(judged.reason), "elements") if judged else None

    async def _later_verdict(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict:
        """What the model says. Where none can be asked, the elements may decide later what they do not decide yet."""
        try:
            return await self._model_verdict(asked, within, options)
        except (ConfigError, ModelNotAsked) as error:
            if can_be_asked(self._insight) or not is_statement(revealed(asked)):
                raise
            raise NotYet(error) from None

    async def _model_verdict(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict:
        return await ask_verdict(self._insight, str(asked), await self._evidence(within, options))
