"""Reading the screen: typed queries, checks, waiting. Cheap first: what the elements tell exactly needs no model."""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack, cast, get_origin, overload

from pydantic import ValidationError

from askonce.agent.observation_queries import appeared, came
from askonce.agent.single_actions import Words, refuse_unknown
from askonce.errors import CheckFailed, ConfigError, OutOfTime
from askonce.geometry import Box
from askonce.insight.answer_types import Shape, shape_of
from askonce.insight.answers import Answer, Verdict
from askonce.insight.exact import give, judge
from askonce.insight.long_lists import MOST_ROWS, read_long
from askonce.insight.model_queries import ask_value, ask_verdict
from askonce.insight.observation import Observation
from askonce.insight.scene import Scene
from askonce.insight.scene_capture import take_scene
from askonce.insight.wait_until import wait_until
from askonce.models import Model
from askonce.screens.eyes import Eyes
from askonce.screens.report_pictures import keep_picture
from askonce.trace import Noted, Trace
from askonce.trace.recorder import SHOTS_FOLDER
from askonce.values import Instruction, Secret, Value

T = TypeVar("T")
Demand = str | Mapping[str, str]
"""What is asked for: in words, in words with a shape (`"string[], the names"`), or as fields with what they are."""


class WatchOptions(TypedDict, total=False):
    """What can be said of every question, also of one about a while that was watched."""

    context: str
    """Background knowledge for this question."""
    values: Mapping[str, Value]
    """What `{name}` in the words stands for."""


class LookOptions(WatchOptions, total=False):
    """How to look at the screen."""

    within: Words
    """The only part that counts, in words, such as "the basket panel"."""
    whole_page: bool
    """Look at the whole page, not only at what is in view."""
    elements: bool
    """False: the model gets the picture alone, without the texts of the elements."""
    images: Mapping[str, Path | str | bytes]
    """Reference pictures by name, such as a design to compare with."""
    force_model: bool
    """Ask the model also where the elements could answer."""


class ReadOptions(LookOptions, total=False):
    """What can be said of everything that is read."""

    timeout: float


class Reading(ABC):
    """The methods of an agent that look and do not touch."""

    trace: Trace
    context: str
    soft_failures: list[Verdict]
    """Soft checks that failed so far."""
    _eyes: Eyes
    _insight: Model

    @abstractmethod
    def _reads(self, asked: Instruction, what: str, timeout: float | None) -> AbstractAsyncContextManager[None]:
        """One reading at a time, as an entry of the trace, with its secrets hidden and its time limited."""

    @abstractmethod
    async def _region(self, within: Words, asked: Instruction) -> Box:
        """Where the named part of the screen is."""

    # ---- values

    @overload
    async def query(
        self,
        demand: Demand,
        /,
        *,
        returns: type[T],
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

        `scroll` reads a list that is longer than the screen, up to `limit` rows. What cannot be read from what is
        visible raises `CannotTell`.
        """
        return (await self.answer(demand, returns=returns, scroll=scroll, limit=limit, **options)).value

    @overload
    async def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: type[T],
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
        """The same as `query`, with who answered, from what, and what it cost."""
        shape, asked = _demanded(demand, returns, options, ReadOptions)
        if scroll and shape.json_schema.get("type") != "array":
            raise ConfigError(f"{shape.demand!r} is no list", remedy="ask for a list, or leave out scroll=True")
        async with self._reads(asked, "query", options.get("timeout")):
            within = await self._within(asked, options)
            answer = None if scroll else await self._given(asked, shape, returns, within, options)
            if scroll:
                answer = await self._read_long(shape, within, limit, options)
            elif answer is None:
                answer = await ask_value(self._insight, shape, await self._scene(within, options))
            return self._told(answer)

    async def ask(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """An answer in words."""
        return await self.query(demand, returns=str, **options)

    async def string(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """A text as the screen shows it."""
        return await self.query(demand, returns=str, **options)

    async def number(self, demand: str, /, **options: Unpack[ReadOptions]) -> float:
        return await self.query(demand, returns=float, **options)

    async def boolean(self, demand: str, /, **options: Unpack[ReadOptions]) -> bool:
        return await self.query(demand, returns=bool, **options)

    # ---- statements

    async def verdict(self, statement: str, /, **options: Unpack[ReadOptions]) -> Verdict:
        """Whether a statement about the screen is true. What cannot be told raises `CannotTell`."""
        asked = _instruction(statement, options, ReadOptions)
        async with self._reads(asked, "check", options.get("timeout")):
            return await self._verdict(asked, options)

    async def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[ReadOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the screen is true.

        A `soft` check that fails is kept, and raised when the agent's block ends.
        """
        asked = _instruction(statement, options, ReadOptions)
        reads = self._reads(asked, "check", options.get("timeout"))
        return await self._demand_true(reads, lambda: self._verdict(asked, options), soft=soft)

    async def wait_for(
        self, statement: str, /, *, timeout: float = 30.0, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        What the elements tell is looked at whenever the screen changes. A model is asked at most every `interval`
        seconds, and only when something changed.
        """
        asked = _instruction(statement, options, LookOptions)
        async with self._reads(asked, "wait for", None):
            within = await self._within(asked, options)
            try:
                verdict = await wait_until(
                    str(asked),
                    lambda: self._asked_verdict(asked, within, options),
                    lambda: self._judged(asked, within, options),
                    self._eyes,
                    timeout=timeout,
                    interval=interval,
                )
            except OutOfTime as late:
                raise OutOfTime(late.message + await self._picture(), remedy=late.remedy) from None
            return self._ruled(verdict)

    def frozen(self) -> AbstractAsyncContextManager[None]:
        """A block in which everything that is read sees the screen as it was at its beginning."""
        return self._eyes.frozen()

    # ---- over time

    async def answer_about(
        self, observation: Observation, demand: Demand, returns: Any, options: WatchOptions
    ) -> Answer[Any]:
        """The answer to a demand about a while that was watched."""
        shape, asked = _demanded(demand, returns, options, WatchOptions)
        async with self._reads(asked, "query over time", None):
            return self._told(await ask_value(self._insight, shape, self._watched(observation, options)))

    async def verdict_about(self, observation: Observation, statement: str, options: WatchOptions) -> Verdict:
        """The verdict on a statement about a while that was watched."""
        asked = _instruction(statement, options, WatchOptions)
        async with self._reads(asked, "check over time", None):
            return await self._judge_about(observation, asked, options)

    async def check_about(
        self, observation: Observation, statement: str, options: WatchOptions, *, soft: bool
    ) -> Verdict:
        """The same, where the statement has to be true."""
        asked = _instruction(statement, options, WatchOptions)
        reads = self._reads(asked, "check over time", None)
        return await self._demand_true(reads, lambda: self._judge_about(observation, asked, options), soft=soft)

    async def _judge_about(self, observation: Observation, asked: Instruction, options: WatchOptions) -> Verdict:
        if seen := appeared(_revealed(asked), observation):
            when = f"“{seen.text}” was to be read from {seen.since:.1f} s to {seen.until:.1f} s"
            return self._ruled(Verdict(str(asked), holds=True, reason=self.trace.mask(when), source="elements"))
        return self._ruled(await ask_verdict(self._insight, str(asked), self._watched(observation, options)))

    def _watched(self, observation: Observation, options: WatchOptions) -> Scene:
        """All that was to be seen, with the texts that showed only for a moment told in words."""
        if not observation.moments:
            raise ConfigError(
                "nothing was watched yet",
                remedy="act inside of `with agent.observe() as watched:`, and ask `watched` after that block",
            )
        passing = [one for one in observation.texts if one.is_gone or came(one, observation)]
        scene = observation.scene(context="\n".join(filter(None, (self.context, options.get("context")))))
        return replace(scene, passing=tuple((one.text, one.since, one.until) for one in passing))

    # ---- how

    async def _within(self, asked: Instruction, options: LookOptions) -> Box | None:
        part = options.get("within")
        return await self._region(part, asked) if part is not None else None

    async def _scene(self, within: Box | None, options: LookOptions) -> Scene:
        images = {name: Path(one) if isinstance(one, str) else one for name, one in options.get("images", {}).items()}
        return await take_scene(
            self._eyes,
            picture=self._insight.family.sees != "elements",
            elements=options.get("elements", True),
            whole_page=options.get("whole_page", False),
            within=within,
            images=images,
            context="\n".join(filter(None, (self.context, options.get("context", "")))),
        )

    async def _given(
        self, asked: Instruction, shape: Shape, returns: Any, within: Box | None, options: LookOptions
    ) -> Answer[Any] | None:
        """What the elements answer exactly, if that is of the type that was asked for."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.tree(), await self._eyes.whole_tree()
        given = give(_revealed(asked), returns, tree, whole=whole, within=within) if tree else None
        if given is None:
            return None
        try:
            value = shape.adapter.validate_python(given.value, strict=get_origin(returns) is None)
        except ValidationError:
            return None
        return Answer(value, "elements", self.trace.mask(given.reason))

    async def _read_long(self, shape: Shape, within: Box | None, limit: int, options: LookOptions) -> Answer[Any]:
        async def read(scene: Scene) -> Answer[list[Any]]:
            return cast("Answer[list[Any]]", await ask_value(self._insight, shape, scene))

        return await read_long(
            read,
            lambda: self._scene(within, options),
            self._eyes,
            within=within,
            limit=limit,
            progress=lambda rows: self._remark(f"{rows} rows so far"),
        )

    async def _verdict(self, asked: Instruction, options: LookOptions) -> Verdict:
        within = await self._within(asked, options)
        judged = await self._judged(asked, within, options)
        return self._ruled(judged if judged is not None else await self._asked_verdict(asked, within, options))

    async def _judged(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict | None:
        """What the elements say of a statement, where they decide it."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.tree(), await self._eyes.whole_tree()
        judged = judge(_revealed(asked), tree, whole=whole, within=within) if tree else None
        return Verdict(str(asked), judged.holds, self.trace.mask(judged.reason), "elements") if judged else None

    async def _asked_verdict(self, asked: Instruction, within: Box | None, options: LookOptions) -> Verdict:
        return await ask_verdict(self._insight, str(asked), await self._scene(within, options))

    async def _demand_true(
        self, reads: AbstractAsyncContextManager[None], judge: Callable[[], Awaitable[Verdict]], *, soft: bool
    ) -> Verdict:
        """The verdict, if it is true; else `CheckFailed`, now or at the end. A soft failure is one in the trace too."""
        verdict, picture = None, ""
        try:
            async with reads:
                verdict = await judge()
                if not verdict:
                    picture = await self._picture()
                    raise CheckFailed(_not_so(verdict) + picture)
        except CheckFailed:
            if not soft or verdict is None:
                raise
            self.soft_failures.append(replace(verdict, reason=verdict.reason + picture))
        return verdict

    async def _picture(self) -> str:
        """A line that names the file with the picture of the screen as it is now, if the run keeps any."""
        if self.trace.folder is None:
            return ""
        kept = await keep_picture(self._eyes, self.trace)
        return f"\n  picture: {self.trace.folder / SHOTS_FOLDER / kept}"

    def _ruled(self, verdict: Verdict) -> Verdict:
        self._remark(f"{'true' if verdict else 'false'}, by {_WHO[verdict.source]}: {verdict.reason}")
        return verdict

    def _told(self, answer: Answer[Any]) -> Answer[Any]:
        told = textwrap.shorten(repr(answer.value), _MOST_TOLD, placeholder=" …")
        self._remark(f"{told}, by {_WHO[answer.source]}" + (f": {answer.reason}" if answer.reason else ""))
        return answer

    def _remark(self, text: str) -> None:
        self.trace.emit(Noted(act=self.trace.act, round=self.trace.round, text=text))


def _instruction(words: str, options: WatchOptions, known: type[WatchOptions]) -> Instruction:
    """The words with their values."""
    refuse_unknown(options, known.__optional_keys__)
    if not words.strip():
        raise ConfigError("the words are empty", remedy="say in plain words what is to be read, or to be so")
    try:
        return Instruction.of(words, options.get("values"))
    except ConfigError as lacking:
        told = 'pass it as values={"name": …}, or double the braces when they are meant as they stand'
        raise ConfigError(lacking.message, remedy=told) from None


def _demanded(
    demand: Demand, returns: Any, options: WatchOptions, known: type[WatchOptions]
) -> tuple[Shape, Instruction]:
    """The shape of what is asked for, and the words that ask for it, with their values in them."""
    shape = shape_of(demand, returns)
    if isinstance(demand, str):
        asked = _instruction(shape.demand, options, known)
        return replace(shape, demand=str(asked)), asked
    asked = _instruction(", ".join(demand), options, known)
    return shape_of({name: asked.fill(words, secrets=False) for name, words in demand.items()}, returns), asked


def _revealed(asked: Instruction) -> str:
    """The words with their secrets, for the elements alone: what they are compared with never leaves the process."""
    values = {name: one.reveal() if isinstance(one, Secret) else one for name, one in asked.values.items()}
    return str(Instruction(asked.text, values))


_WHO = {"elements": "its elements", "model": "the model"}


_MOST_TOLD = 200


def _not_so(verdict: Verdict) -> str:
    return f"{verdict.statement!r} is not so, by {_WHO[verdict.source]}: {verdict.reason}"


def soft_failure(verdicts: Sequence[Verdict]) -> CheckFailed:
    """One error for all soft checks that failed."""
    lines = "".join(f"\n  - {_not_so(one)}" for one in verdicts)
    return CheckFailed(f"{len(verdicts)} soft check{'s' if len(verdicts) > 1 else ''} failed:{lines}")
