"""Plays flows: items one after the other, conditions, loops and programs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from askonce.agent import Agent
from askonce.errors import AskonceError, ConfigError, OutOfTime, ProgramError
from askonce.items.flow_items import ActionItem, Item
from askonce.program.expression_tree import Condition, ScreenCondition
from askonce.program.parser.conditions import read_condition
from askonce.program.parser.expressions import PLAIN
from askonce.program.parser.line_skeleton import read_skeleton
from askonce.program.pause_gate import PauseGate
from askonce.program.screen_conditions import decide
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles
from askonce.script.flow_blocks import ForBlock, IfBlock, ProgramItem, RepeatBlock, WhileBlock
from askonce.script.item_runner import Given, ItemRunner, NotSo
from askonce.script.script_outputs import Output
from askonce.script.script_scope import Scope
from askonce.trace import ItemEnded, ItemStarted, PassStarted
from askonce.trace.call_site import CallSite, called_from

MOST_PASSES = 10_000
"""The most passes of a `repeat` loop."""

_TAKEN = frozenset(
    {"breakpoints", "interrupted_line", "resume", "settings", "on_ask", "on_pause", "on_tell", "work_folder"}
)

OnProgress = Callable[[Item, str], None]
"""Notified when an item starts ("started") and ends ("done" or "failed")."""


class FlowPlayer:
    """Plays the flows of one script."""

    def __init__(
        self,
        agent: Agent,
        scope: Scope,
        output: Output,
        performer: ItemRunner,
        on_progress: OnProgress,
        path: Path,
        gate: PauseGate,
    ) -> None:
        """`path` is the file of the script."""
        self._agent = agent
        self._scope = scope
        self._output = output
        self._performer = performer
        self._on_progress = on_progress
        self._path = str(path)
        self._gate = gate

    async def play(self, flow: list[Item]) -> None:
        trace = self._agent.trace
        failed: AskonceError | None = None
        for item in flow:
            await self._gate.wait_line(item.place.line)
            self._on_progress(item, "started")
            trace.emit(ItemStarted(line=item.place.line, words=words_of(item)))
            try:
                with called_from(CallSite(self._path, item.place.line)):
                    message = await self._play_in_time(item)
            except BaseException as error:
                self._on_progress(item, "failed")
                trace.emit(ItemEnded(outcome="failed" if isinstance(error, Exception) else "stopped"))
                if isinstance(error, AskonceError) and item.limits and item.limits.goes_on:
                    failed = failed or error
                    continue
                raise
            trace.emit(ItemEnded(outcome="done", message=message))
            self._on_progress(item, "done")
        if failed:
            raise failed

    async def _play_in_time(self, item: Item) -> str:
        seconds = item.limits.seconds if item.limits else None
        with self._gate.deadline(seconds) as limit:
            try:
                async with limit:
                    return await self._play(item)
            except TimeoutError:
                if not limit.expired():
                    raise
                raise OutOfTime(f"{item.key} took longer than {seconds:g} s", remedy="raise its timeout") from None

    async def play_task(self, flow: list[Item]) -> None:
        """Play the flow of a task, and end what holds for one task."""
        try:
            await self.play(flow)
        except BaseException:
            with suppress(AskonceError):  # what went wrong first says more
                await self._performer.end_task()
            raise
        await self._performer.end_task()

    def hidden(self, text: str) -> str:
        """A text without secrets."""
        return self._agent.trace.mask(text)

    async def _play(self, item: Item) -> str:
        """Play one item; returns which way a condition went."""
        match item:
            case IfBlock():
                holds = await self._holds(item.subject, item)
                await self.play(item.then if holds else item.otherwise)
                return "true" if holds else "false"
            case ForBlock():
                await self._for(item)
            case RepeatBlock():
                await self._repeat(item)
            case WhileBlock():
                await self._while(item)
            case ProgramItem():
                self._keep(Given(item.name, await self._run(item)))
            case _:
                try:
                    given = await self._performer.perform(item)
                except NotSo as failed:
                    self._keep(failed.given)
                    raise
                if given:
                    self._keep(given)
        return ""

    def _keep(self, given: Given) -> None:
        name = self._scope.fill(given.name) if given.name else None
        self._output.keep(name, given.value)
        if name:
            self._scope.set(name, given.value)

    # ---- blocks

    async def _for(self, item: ForBlock) -> None:
        values = self._scope.value(item.values)
        if not isinstance(values, list):
            raise ConfigError(
                f"for {item.subject}: {item.values} is not a list", remedy="give a list, or the {name} of one"
            )
        many = cast("list[Any]", values)
        for number, value in enumerate(many, 1):
            self._begin_pass(number, len(many))
            with self._scope.holding(**{item.subject: value}):
                await self.play(item.do)

    async def _repeat(self, item: RepeatBlock) -> None:
        passes = self._scope.amount(item.subject, "repeat")
        if passes != int(passes) or not 0 <= passes <= MOST_PASSES:
            raise ConfigError(f"repeat: {passes:g} times is not possible", remedy=f"from 0 to {MOST_PASSES}")
        for number in range(1, int(passes) + 1):
            self._begin_pass(number, int(passes))
            with self._scope.holding(**({item.counter: number} if item.counter else {})):
                await self.play(item.do)

    async def _while(self, item: WhileBlock) -> None:
        limit = int(self._scope.amount(item.limit, "limit"))
        passes = 0
        while await self._holds(item.subject, item):
            if passes >= limit:
                raise ConfigError(
                    f"while: {item.subject!r} is still true after {limit} passes",
                    remedy="check what ends the loop, or raise limit",
                )
            passes += 1
            self._begin_pass(passes)
            await self.play(item.do)

    def _begin_pass(self, number: int, of: int | None = None) -> None:
        self._agent.trace.emit(PassStarted(number=number, of=of))

    async def _holds(self, words: str, item: Item) -> bool:
        """Whether a condition is true: computed from the values if possible, otherwise checked on the screen."""
        condition = condition_of(words)
        if isinstance(condition, ScreenCondition):
            return bool(await self._performer.verdict(words))
        scope = VariableScope()
        for name, value in self._scope.all.items():
            scope.apply(Change.set(name, (), value))
        try:
            return await decide(condition, scope, WorkFiles(Path()), self._sees)
        except ProgramError as error:
            raise ConfigError(f"{item.key}: {error.message}", remedy=error.remedy) from error

    async def _sees(self, statement: str) -> bool:
        # What is left to be seen has its values in it already: braces in them are meant as they stand.
        return bool(await self._agent.verdict(statement.replace("{", "{{").replace("}", "}}")))

    async def _run(self, item: ProgramItem) -> Any:
        values = {name: value for name, value in self._scope.all.items() if f"{{{name}" in item.subject}
        if taken := _TAKEN & values.keys():
            raise ConfigError(
                f"program: {', '.join(taken)} cannot be the name of a value", remedy="choose another name"
            )
        agent, context = self._agent, self._agent.context
        agent.context = "\n".join(filter(None, (context, self._performer.act_context)))
        try:
            done = await agent.run(item.subject, **values)
        finally:
            agent.context = context
        for name, value in done.variables.items():
            if name in self._scope.plain:
                self._scope.set(name, value)
        return done.answer


def words_of(item: Item) -> str:
    """A short description of an item."""
    subject: Any = item.subject
    if isinstance(item, ForBlock):
        subject = f"{item.subject} in {item.values}"
    elif subject in (None, "") and isinstance(item, ActionItem):  # what is typed stood at the key itself
        element = item.element.prompt if item.element else ""
        subject = element or getattr(item, "key_name", None) or getattr(item, "value", "")
    text = subject if isinstance(subject, str | int | float) else getattr(subject, "prompt", "") or ""
    return f"{item.key}: {' '.join(str(text).split())[:100]}"


def condition_of(words: str) -> Condition:
    return read_condition(read_skeleton(words.strip(), 1, 1, comments=False).whole, PLAIN)
