"""The act loop: look, ask, read, find, do, note, until the planner says that it is done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from understudy.actions import Action
from understudy.config import ActSettings
from understudy.errors import (
    ActionsFailed,
    ConfigError,
    GaveUp,
    ModelError,
    OverBudget,
    RoundLimit,
    ScreenClosed,
    TraceError,
    UnderstudyError,
    UnreadableReply,
)
from understudy.history import Conversation
from understudy.models import Message
from understudy.planning.dialects import dialect_named
from understudy.planning.doing import do
from understudy.planning.episode import episode
from understudy.planning.looking import await_expectations, look, pin_places
from understudy.planning.plan import Done, GiveUp, Plan, View
from understudy.planning.planner import Brief, correction, now_message, planning_request, system_text
from understudy.planning.result import ActResult, Step
from understudy.planning.stage import Stage
from understudy.screens import Navigator, Tree
from understudy.trace import Noted, Planned

PATIENCE = 3.0
"""Seconds that an expectation gets to come true before the planner is asked to look again."""

FATAL = (ModelError, OverBudget, ScreenClosed, ConfigError, TraceError)
"""Errors that end an act at once; any other error of ours is told to the planner, who may know another way."""


@dataclass(slots=True)
class _Round:
    """What came of the actions of one plan."""

    lines: list[str] = field(default_factory=list[str])
    error: UnderstudyError | None = None
    all_ran: bool = True


class Act:
    """One act under way. Made anew for each call, so two acts share nothing."""

    def __init__(self, stage: Stage, brief: Brief, settings: ActSettings) -> None:
        self._stage = stage
        self._brief = brief
        self._family = stage.planner.family
        self._dialect = dialect_named(self._family.dialect)
        self._system = system_text(brief, stage.space, self._family)
        self._most_rounds = settings.rounds or self._family.rounds
        self._most_failures = settings.failures
        self._timeout = settings.timeout
        self._tells_time = settings.tell_time
        self._conversation = Conversation()
        self._steps: list[Step] = []
        self._failures = 0
        self._seen: Tree | None = None

    async def run(self) -> ActResult:
        """Carry out the instruction, or raise what kept it from being carried out."""
        asked = str(self._brief.instruction)
        model, sees, rounds = self._stage.planner.name, self._brief.sees, self._most_rounds
        async with episode(self._stage, asked, model=model, sees=sees, rounds=rounds, timeout=self._timeout) as told:
            try:
                told.message = await self._rounds()
            finally:
                told.actions = len(self._steps)
        return ActResult(told.message, tuple(self._steps), self._stage.trace.round, told.usage, told.seconds)

    async def _rounds(self) -> str:
        for number in range(1, self._most_rounds + 1):
            self._stage.trace.round = number
            message = await self._round()
            if message is not None:
                return message
        raise RoundLimit(
            f"{str(self._brief.instruction)!r} was not complete after {self._most_rounds} rounds",
            remedy="pass rounds=… or set UNDERSTUDY_ROUNDS to allow more, or split the instruction",
            steps=tuple(map(str, self._steps)),
        )

    async def _round(self) -> str | None:
        """One look and what follows from it; the planner's last word when that was the end."""
        for news in self._stage.screen.news():
            self._conversation.tell(news)
        sight, view = await look(self._stage, self._brief, before=self._seen, tell_time=self._tells_time)
        self._seen = view.tree
        told = self._conversation.hear()
        plan, reply = await self._plan(now_message(self._conversation, told, sight), view)
        self._note(plan)
        if not plan.actions:
            return self._end(plan)
        done = await self._run(plan)
        message = await self._judge(plan, done)
        outcome = "; ".join(done.lines)
        self._conversation.close_turn(told, sight.picture, reply, f"{plan.log} {outcome}".strip())
        return message

    async def _plan(self, now: Message, view: View) -> tuple[Plan, str]:
        """Ask and read; a reply that cannot be read gets one correction."""
        request = planning_request(self._brief, self._family, self._system, self._conversation, now)
        reply = await self._stage.planner.ask(request)
        try:
            return self._read(reply.text, view), reply.text
        except UnreadableReply as error:
            self._remark(f"the reply could not be read: {error.message}")
            request = correction(request, reply.text, str(error))
        reply = await self._stage.planner.ask(request)
        return self._read(reply.text, view), reply.text

    def _read(self, text: str, view: View) -> Plan:
        """The plan in a reply; a planner that is not asked for places is not believed about them either."""
        plan = self._dialect.read(text, view)
        if not self._brief.places:
            for target in (target for action in plan.actions for target in action.targets()):
                target.plan(None)
        return plan

    def _note(self, plan: Plan) -> None:
        self._conversation.remember(plan.memory)
        self._conversation.update_goals(plan.sub_goals, plan.finished)
        end = plan.end
        self._stage.trace.emit(
            Planned(
                act=self._stage.trace.act,
                round=self._stage.trace.round,
                thought=plan.thought,
                log=plan.log,
                memory=plan.memory,
                actions=tuple(map(str, plan.actions)),
                expects=tuple(map(str, plan.expects)),
                sub_goals=tuple(goal.text for goal in self._conversation.sub_goals.values()),
                complete=None if end is None else isinstance(end, Done),
                message=end.message if isinstance(end, Done) else end.reason if end else "",
            )
        )

    def _end(self, plan: Plan) -> str:
        match plan.end:
            case GiveUp(reason=reason):
                raise GaveUp(
                    f"the model gave up on {str(self._brief.instruction)!r}: {reason or 'no reason given'}",
                    steps=tuple(map(str, self._steps)),
                )
            case Done(message=message):
                return message
            case None:
                raise UnreadableReply("the reply holds neither actions nor an end")

    async def _run(self, plan: Plan) -> _Round:
        """Run the actions in turn, until one fails or the page is another one."""
        done = _Round()
        await pin_places(plan, self._stage)
        address = self._address()
        for number, action in enumerate(plan.actions):
            if number and self._address() != address:
                self._leave_out(done, plan.actions[number:], "the page is another one now")
                break
            try:
                output = await do(action, self._stage, self._brief.instruction)
            except FATAL:
                raise
            except UnderstudyError as error:
                done.error = error
                done.lines.append(f"{action}: FAILED: {error}")
                self._leave_out(done, plan.actions[number + 1 :], "an earlier one failed")
                break
            self._steps.append(Step(str(action), plan.log, output))
            done.lines.append(f"{action}: done" + (f" ({output})" if output else ""))
        for line in done.lines:
            self._conversation.tell(f"- {line}")
        return done

    def _leave_out(self, done: _Round, actions: tuple[Action[Any], ...], reason: str) -> None:
        done.all_ran = False
        done.lines += [f"{action}: not run, {reason}" for action in actions]

    async def _judge(self, plan: Plan, done: _Round) -> str | None:
        """Whether the plan ended the act: only if everything ran and what it expected holds."""
        if done.error:
            self._count_failure(done.error)
            return None
        self._failures = 0
        if plan.doubtful:
            self._conversation.tell(f"- part of your reply was not used: {plan.doubtful}")
        patience = PATIENCE if plan.end and done.all_ran else 0.0
        unmet = await await_expectations(plan.expects, self._stage, patience)
        for expectation in plan.expects:
            self._conversation.tell(f"- expected {expectation}: {'not so' if expectation in unmet else 'so it is'}")
        if plan.end is None or not done.all_ran:
            return None
        doubt = plan.doubtful or ("what was expected does not hold" if unmet else "")
        if not doubt and not plan.expects:
            doubt = "nothing was expected that could prove it"
        if doubt or isinstance(plan.end, GiveUp):
            self._remark(f"looking again before the end: {doubt or 'the model gave up with actions'}")
            return None
        return plan.end.message

    def _count_failure(self, error: UnderstudyError) -> None:
        self._failures += 1
        if self._failures > self._most_failures:
            raise ActionsFailed(
                f"{self._failures} rounds in a row failed; the last one with: {error}",
                steps=tuple(map(str, self._steps)),
            ) from error

    def _remark(self, text: str) -> None:
        self._stage.trace.emit(Noted(act=self._stage.trace.act, round=self._stage.trace.round, text=text))

    def _address(self) -> str:
        screen = self._stage.screen
        return screen.address.partition("#")[0] if isinstance(screen, Navigator) else ""
