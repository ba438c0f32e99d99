"""Reading the screen: typed queries, checks, waiting. Cheap first: what the elements tell exactly needs no model."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack, cast, get_origin, overload

from pydantic import ValidationError

from understudy.agent.instant import Words
from understudy.errors import CheckFailed, ConfigError
from understudy.geometry import Box
from understudy.insight.answers import Answer, Verdict
from understudy.insight.asking import ask_value, ask_verdict
from understudy.insight.cheap import give, judge
from understudy.insight.looking import take_scene
from understudy.insight.scene import Scene
from understudy.insight.scrolling import MOST_ROWS, read_long
from understudy.insight.shapes import Shape, shape_of
from understudy.insight.waiting import wait_until
from understudy.insight.watching import Observation, Seen
from understudy.models import Model
from understudy.screens.eyes import Eyes
from understudy.screens.tree import plain
from understudy.trace import Noted, Trace
from understudy.trace.recorder import SHOTS_FOLDER
from understudy.values import Instruction, Value

T = TypeVar("T")
Demand = str | Mapping[str, str]
"""What is asked for: in words, in words with a shape (`"string[], the names"`), or as fields with what they are."""


class LookOptions(TypedDict, total=False):
    """How to look at the screen."""

    context: str
    """Background knowledge for this question."""
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
    values: Mapping[str, Value]
    """What `{name}` in the words stands for."""


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
        shape = shape_of(demand, returns)
        asked = Instruction.of(shape.demand, options.get("values"))
        shape = replace(shape, demand=str(asked))
        if scroll and shape.json_schema.get("type") != "array":
            raise ConfigError(f"{shape.demand!r} is no list", remedy="ask for a list, or leave out scroll=True")
        async with self._reads(asked, "query", options.get("timeout")):
            within = await self._within(asked, options)
            if not scroll and (given := await self._given(shape, returns, within, options)):
                return given
            if scroll:
                return await self._read_long(shape, within, limit, options)
            return await ask_value(self._insight, shape, await self._scene(within, options))

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
        asked = Instruction.of(statement, options.get("values"))
        async with self._reads(asked, "check", options.get("timeout")):
            return await self._verdict(str(asked), await self._within(asked, options), options)

    async def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[ReadOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the screen is true.

        A `soft` check that fails is kept, and raised when the agent's block ends.
        """
        return await self.demand_true(await self.verdict(statement, **options), soft=soft)

    async def demand_true(self, verdict: Verdict, *, soft: bool) -> Verdict:
        """The verdict, if the statement is true; else `CheckFailed`, now or at the end."""
        if verdict:
            return verdict
        if soft:
            self.soft_failures.append(verdict)
            return verdict
        raise await self._failure(verdict)

    async def wait_for(
        self, statement: str, /, *, timeout: float = 30.0, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        What the elements tell is looked at whenever the screen changes. A model is asked at most every `interval`
        seconds, and only when something changed.
        """
        asked = Instruction.of(statement, options.get("values"))
        words = str(asked)
        async with self._reads(asked, "wait for", None):
            within = await self._within(asked, options)
            return await wait_until(
                words,
                lambda: self._asked_verdict(words, within, options),
                lambda: self._judged(words, within, options),
                self._eyes,
                timeout=timeout,
                interval=interval,
            )

    def frozen(self) -> AbstractAsyncContextManager[None]:
        """A block in which everything that is read sees the screen as it was at its beginning."""
        return self._eyes.frozen()

    # ---- over time

    async def answer_about(self, observation: Observation, demand: Demand, returns: Any, context: str) -> Answer[Any]:
        """The answer to a demand about a while that was watched."""
        shape = shape_of(demand, returns)
        async with self._reads(Instruction.of(shape.demand), "query over time", None):
            return await ask_value(self._insight, shape, self._watched(observation, context))

    async def judge_about(self, observation: Observation, statement: str, context: str) -> Verdict:
        """The verdict on a statement about a while that was watched."""
        async with self._reads(Instruction.of(statement), "check over time", None):
            if seen := _shown_for_a_while(statement, observation):
                when = f"“{seen.text}” was to be read from {seen.since:.1f} s to {seen.until:.1f} s"
                return Verdict(statement, holds=True, reason=when, source="elements")
            return await ask_verdict(self._insight, statement, self._watched(observation, context))

    def _watched(self, observation: Observation, context: str) -> Scene:
        """All that was to be seen, with the texts that showed only for a moment told in words."""
        passing = [one for one in observation.texts if one.since > 0 or one.is_gone]
        scene = observation.scene(context="\n".join(filter(None, (self.context, context))))
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

    async def _given(self, shape: Shape, returns: Any, within: Box | None, options: LookOptions) -> Answer[Any] | None:
        """What the elements answer exactly, if that is of the type that was asked for."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.tree(), await self._eyes.whole_tree()
        given = give(shape.demand, returns, tree, whole=whole, within=within) if tree else None
        if given is None:
            return None
        try:
            value = shape.adapter.validate_python(given.value, strict=get_origin(returns) is None)
        except ValidationError:
            return None
        return Answer(value, "elements", given.reason)

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

    async def _verdict(self, statement: str, within: Box | None, options: LookOptions) -> Verdict:
        judged = await self._judged(statement, within, options)
        verdict = judged if judged is not None else await self._asked_verdict(statement, within, options)
        self._remark(f"{'true' if verdict.holds else 'false'}, by {_WHO[verdict.source]}: {verdict.reason}")
        return verdict

    async def _judged(self, statement: str, within: Box | None, options: LookOptions) -> Verdict | None:
        """What the elements say of a statement, where they decide it."""
        if options.get("force_model") or options.get("images"):
            return None
        tree, whole = await self._eyes.tree(), await self._eyes.whole_tree()
        judged = judge(statement, tree, whole=whole, within=within) if tree else None
        return Verdict(statement, judged.holds, judged.reason, "elements") if judged else None

    async def _asked_verdict(self, statement: str, within: Box | None, options: LookOptions) -> Verdict:
        return await ask_verdict(self._insight, statement, await self._scene(within, options))

    async def _failure(self, verdict: Verdict) -> CheckFailed:
        """The error for a statement that is not true, with the picture that shows it."""
        shot = await self._eyes.shot()
        kept = self.trace.keep_image(shot.image, shot.media_type)
        where = f"\n  picture: {self.trace.folder / SHOTS_FOLDER / kept}" if self.trace.folder else ""
        return CheckFailed(f"{verdict.statement!r} is not so: {verdict.reason} (by {_WHO[verdict.source]}){where}")

    def _remark(self, text: str) -> None:
        self.trace.emit(Noted(act=self.trace.act, round=self.trace.round, text=text))


_APPEARED = re.compile(
    r"""(?:(?:the|a|an)\s+)?(?:text|message|toast|notification|hint|banner|word)?\s*
        (?:(?:saying|that\s+said|with|reading)\s+)?(?:"([^"]+)"|“([^”]+)”|'([^']+)')\s+
        (?:appeared|(?:was|were)\s+(?:shown|visible|displayed|seen)|showed(?:\s+up)?|came\s+up|popped\s+up|flashed)
        (?:\s+for\s+a\s+(?:moment|while))?\.?""",
    re.IGNORECASE | re.VERBOSE,
)


def _shown_for_a_while(statement: str, observation: Observation) -> Seen | None:
    """The text that a statement says appeared, if it did; that it did not, nobody can be sure of."""
    said = _APPEARED.fullmatch(statement.strip())
    wanted = plain(next(filter(None, said.groups()))) if said else ""
    came = (one for one in observation.texts if one.since > 0)
    return next((one for one in came if wanted in plain(one.text)), None) if wanted else None


_WHO = {"elements": "its elements", "model": "the model"}


def soft_failure(verdicts: Sequence[Verdict]) -> CheckFailed:
    """One error for all soft checks that failed."""
    lines = "".join(f"\n  - {one.statement!r} is not so: {one.reason} (by {_WHO[one.source]})" for one in verdicts)
    return CheckFailed(f"{len(verdicts)} soft check{'s' if len(verdicts) > 1 else ''} failed:{lines}")
