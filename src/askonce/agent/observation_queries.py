"""Questions about an observation: what was on the screen over a period of time."""

from __future__ import annotations

import re
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, Unpack, overload

from typing_extensions import TypeForm, TypeVar

from askonce.agent.query_options import Demand, QuestionOptions, question, revealed, typed_question
from askonce.agent.screen_reader import ScreenReader
from askonce.errors import ConfigError
from askonce.insight.answers import Answer, Verdict
from askonce.insight.evidence import Evidence
from askonce.insight.model_queries import ask_value, ask_verdict
from askonce.insight.observation import Observation, Seen
from askonce.insight.passing_texts import PassingText
from askonce.lazy import regex
from askonce.screens.ui_tree import plain
from askonce.values import Instruction

T = TypeVar("T", default=Any)  # what type checkers see that do not know TypeForm


class ObservationReader(ScreenReader):
    """The methods of an agent that answer questions about an observation; `ObservationQueries` calls them."""

    async def answer_about(
        self, observation: Observation, demand: Demand, returns: Any, options: QuestionOptions
    ) -> Answer[Any]:
        """The answer to a demand about an observation."""
        shape, asked = typed_question(demand, returns, options, QuestionOptions)
        async with self._reads(asked, "query over time", None):
            return self._note_answer(await ask_value(self._insight, shape, self._observed(observation, options)))

    async def verdict_about(self, observation: Observation, statement: str, options: QuestionOptions) -> Verdict:
        """The verdict on a statement about an observation."""
        asked = question(statement, options, QuestionOptions)
        async with self._reads(asked, "check over time", None):
            return await self._judge_about(observation, asked, options)

    async def check_about(
        self, observation: Observation, statement: str, options: QuestionOptions, *, soft: bool
    ) -> Verdict:
        """Raise `CheckFailed` unless a statement about an observation is true."""
        asked = question(statement, options, QuestionOptions)
        reads = self._reads(asked, "check over time", None)
        return await self._require(reads, lambda: self._judge_about(observation, asked, options), soft=soft)

    async def _judge_about(self, observation: Observation, asked: Instruction, options: QuestionOptions) -> Verdict:
        if seen := appeared(revealed(asked), observation):
            when = f"“{seen.text}” was visible from {seen.since:.1f} s to {seen.until:.1f} s"
            return self._note_verdict(Verdict(str(asked), holds=True, reason=self.trace.mask(when), source="elements"))
        evidence = self._observed(observation, options)
        return self._note_verdict(await ask_verdict(self._insight, str(asked), evidence))

    def _observed(self, observation: Observation, options: QuestionOptions) -> Evidence:
        """All that was visible; texts that showed only for a moment are described in words."""
        if not observation.snapshots:
            raise ConfigError(
                "nothing was observed yet",
                remedy="act inside of `with agent.observe() as watched:`, and ask `watched` after that block",
            )
        passing = [seen for seen in observation.texts if seen.is_gone or is_new(seen, observation)]
        evidence = observation.evidence(context=self._background(options))
        return replace(evidence, passing=tuple(self._passing_text(seen, observation) for seen in passing))

    def _passing_text(self, seen: Seen, observation: Observation) -> PassingText:
        came = is_new(seen, observation)
        return PassingText(
            self.trace.mask(seen.text),
            came=seen.since if came else None,
            left=seen.until if seen.is_gone else None,
            in_doubt=came and not seen.is_legible,
        )


class ObservationQueries:
    """An observation of the screen: made by `agent.observe`, started and stopped by its block, queried afterwards.

    >>> async with agent.observe() as watched:
    ...     await agent.tap("the Save button")
    >>> await watched.check('the text "Saved" appeared')
    """

    def __init__(self, agent: ObservationReader, observation: Observation) -> None:
        self._agent = agent
        self._observation = observation

    async def start(self) -> Self:
        """Begin to watch. The block of an observation does this.

        >>> watched = await agent.observe().start()
        >>> await agent.tap("the Save button")
        >>> await watched.stop()
        """
        await self._observation.start()
        return self

    async def stop(self) -> None:
        """Stop watching; then it can be asked about.

        >>> watched = await agent.observe().start()
        >>> await watched.stop()
        >>> watched.frames > 0
        True
        """
        await self._observation.stop()

    @property
    def texts(self) -> tuple[Seen, ...]:
        """Every text that was visible at some time, with from when until when."""
        return self._observation.texts

    @property
    def frames(self) -> int:
        """How many pictures were kept."""
        return len(self._observation.snapshots)

    @overload
    async def query(self, demand: Demand, /, *, returns: TypeForm[T], **options: Unpack[QuestionOptions]) -> T: ...
    @overload
    async def query(self, demand: Demand, /, *, returns: Any = ..., **options: Unpack[QuestionOptions]) -> Any: ...
    async def query(self, demand: Demand, /, *, returns: Any = None, **options: Unpack[QuestionOptions]) -> Any:
        """What is asked for, read from everything that was visible, as the type it `returns`.

        >>> async with agent.observe() as watched:
        ...     await agent.tap("the Save button")
        >>> await watched.query("the message that appeared", returns=str)
        'Saved'
        """
        return (await self.answer(demand, returns=returns, **options)).value

    @overload
    async def answer(
        self, demand: Demand, /, *, returns: TypeForm[T], **options: Unpack[QuestionOptions]
    ) -> Answer[T]: ...
    @overload
    async def answer(
        self, demand: Demand, /, *, returns: Any = ..., **options: Unpack[QuestionOptions]
    ) -> Answer[Any]: ...
    async def answer(
        self, demand: Demand, /, *, returns: Any = None, **options: Unpack[QuestionOptions]
    ) -> Answer[Any]:
        """The same as `query`, with who answered and what it cost.

        >>> async with agent.observe() as watched:
        ...     await agent.tap("the Save button")
        >>> (await watched.answer("the message that appeared", returns=str)).source
        'model'
        """
        return await self._agent.answer_about(self._observation, demand, returns, options)

    async def verdict(self, statement: str, /, **options: Unpack[QuestionOptions]) -> Verdict:
        """Whether a statement about the whole observation is true, such as "a message said that it was saved".

        >>> async with agent.observe() as watched:
        ...     await agent.tap("the Save button")
        >>> (await watched.verdict('the text "Saved" appeared')).holds
        True
        """
        return await self._agent.verdict_about(self._observation, statement, options)

    async def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[QuestionOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the whole observation is true.

        >>> async with agent.observe() as watched:
        ...     await agent.tap("the Save button")
        >>> await watched.check('the text "Saved" appeared')
        """
        return await self._agent.check_about(self._observation, statement, options, soft=soft)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()


_APPEARED = regex(
    r"""(?:(?:the|a|an)\s+)?(?:(?P<passing>toast|notification|hint|banner)|text|message|word)?\s*
        (?:(?:saying|that\s+said|with|reading)\s+)?(?:"(?P<a>[^"]+)"|“(?P<b>[^”]+)”|'(?P<c>[^']+)')\s+
        (?:appeared|(?:was|were)\s+(?:shown|visible|displayed|seen)|showed(?:\s+up)?|came\s+up|popped\s+up|flashed)
        (?:\s+for\s+a\s+(?:moment|while))?\.?""",
    re.IGNORECASE | re.VERBOSE,
)


def appeared(statement: str, observation: Observation) -> Seen | None:
    """The text that a statement says appeared, if people could surely read it. That it did not is never certain.

    "Saved" did not appear in "Not saved", and a label that changed to "Saved" for good is not a toast.
    """
    match = _APPEARED.fullmatch(statement.strip())
    if match is None:
        return None
    wanted = plain(match["a"] or match["b"] or match["c"])
    new = (
        seen
        for seen in observation.texts
        if seen.is_legible and is_new(seen, observation) and (seen.is_gone or not match["passing"])
    )
    return next((seen for seen in new if wanted and plain(seen.text).rstrip(".!") == wanted.rstrip(".!")), None)


def is_new(seen: Seen, observation: Observation) -> bool:
    """Whether a text was not visible yet when the observation began."""
    return bool(observation.snapshots) and seen.since > observation.snapshots[0].at
