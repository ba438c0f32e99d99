"""Statements about the screen: verdicts, checks and waiting. What the elements decide needs no model."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Unpack

from askonce.agent.query_options import LookOptions, ReadOptions, question, revealed
from askonce.agent.screen_reader import ScreenReader, limit_of
from askonce.errors import OutOfTime
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.insight.exact import judge
from askonce.insight.model_queries import ask_verdict
from askonce.insight.wait_until import last_verdict, wait_until
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
        reads = self._reads(asked, "check", limit_of(options.get("timeout")))
        return await self._require(reads, lambda: self._last_verdict(asked, options), soft=soft)

    async def wait_for(
        self, statement: str, /, *, timeout: float = 30.0, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        The elements are read whenever the screen changes. A model is asked at most every `interval` seconds, and only
        when something changed.

        >>> await agent.tap("the Save button")
        >>> await agent.wait_for('the text "Saved" is visible', timeout=10)
        """
        asked = question(statement, options, LookOptions)
        async with self._reads(asked, "wait for", None):
            within = await self._within(asked, options)
            try:
                verdict = await wait_until(
                    str(asked),
                    lambda: self._model_verdict(asked, within, options),
                    lambda: self._exact_verdict(asked, within, options),
                    self._eyes,
                    timeout=timeout,
                    interval=interval,
                )
            except OutOfTime as late:
                raise OutOfTime(late.message + await self._picture(), remedy=late.remedy) from None
            return self._note_verdict(verdict)

    def frozen(self) -> AbstractAsyncContextManager[None]:
        """A block in which everything that is read sees the screen as it was at the beginning of the block.

        >>> async with agent.frozen():
        ...     await agent.check('the button "Save" is visible')
        """
        return self._eyes.frozen()

    async def _last_verdict(self, asked: Instruction, options: ReadOptions) -> Verdict:
        within = await self._within(asked, options)
        verdict = await last_verdict(
            lambda: self._model_verdict(asked, within, options),
            lambda: self._exact_verdict(asked, within, options),
            self._eyes,
            timeout=self._patience(options.get("timeout")),
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

    async def _model_verdict(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict:
        return await ask_verdict(self._insight, str(asked), await self._evidence(within, options))
