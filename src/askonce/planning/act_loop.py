"""The act loop: look, ask, read, find, do, note, until the planner says that it is done."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from askonce.actions import Action
from askonce.config import ActSettings
from askonce.errors import ActionsFailed, AskonceError, GaveUp, RoundLimit, Stalled, UnreadableReply
from askonce.history import (
    ActionOutcome,
    ActionStatus,
    Conversation,
    PlannerQuestion,
    RecordingAbandoned,
    ResultsToRead,
    StepToHeal,
)
from askonce.planning.act_context import Stage
from askonce.planning.act_recorder import PASSED_OVER
from askonce.planning.act_result import ActResult, Step
from askonce.planning.act_span import episode
from askonce.planning.action_execution import FATAL, acted, acting, do
from askonce.planning.dialects import dialect_named
from askonce.planning.dialects.step_tags import incomplete
from askonce.planning.plan import Done, GiveUp, Plan, View
from askonce.planning.planner import (
    Brief,
    Sight,
    correction,
    planner_question,
    planning_request,
    system_text,
)
from askonce.planning.planner_view import await_expectations, look, pin_places, tell_expected
from askonce.planning.recall import find_recording, keep_recording, recorder_for
from askonce.planning.replay import Deviation, Replay
from askonce.planning.report_shots import picture
from askonce.planning.stall import MOST_REPEATS, Repeats
from askonce.planning.step_state import Accompanied
from askonce.recordings.recordable import dependence
from askonce.recordings.recording import RecordedStep
from askonce.screens import Tree
from askonce.trace import Noted, Planned
from askonce.trace.events import How

PATIENCE = 3.0
"""Seconds that an expectation gets to come true before the planner is asked to look again."""


@dataclass(slots=True)
class _Round:
    """What came of the actions of one plan."""

    outcomes: list[ActionOutcome] = field(default_factory=list[ActionOutcome])
    lines: list[str] = field(default_factory=list[str])
    error: AskonceError | None = None
    all_ran: bool = True

    def add(self, outcome: ActionOutcome) -> None:
        self.outcomes.append(outcome)
        self.lines.append(outcome.line)


class Act:
    """One act under way. Made anew for each call, so two acts share nothing."""

    def __init__(self, stage: Stage, brief: Brief, settings: ActSettings, *, recordable: bool = False) -> None:
        """`recordable` vouches that the same steps will do next time, whatever the instruction says."""
        self._is_certain = recordable
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
        self._asked = 0
        self._seen: Tree | None = None
        self._replay: Replay | None = None
        self._recorder = recorder_for(stage, brief.instruction)
        self._recorded: list[RecordedStep] = []
        self._healing: StepToHeal | None = None
        """The recorded step that the planner is asked for."""
        self._how: How = "asked"
        self._why = ""
        companion = stage.companion
        self._step = Accompanied(companion, gives=self._family.dialect == "tags") if companion else None
        self._ran_own = False
        """Whether an action of the companion was done."""
        self._is_asking_results = False
        """Whether everything was done as recorded, and only what the step is to give is asked for."""
        self._repeats = Repeats()

    async def run(self) -> ActResult:
        """Carry out the instruction, or raise what kept it from being carried out."""
        asked = str(self._brief.instruction)
        model, sees, rounds = self._stage.planner.name, self._brief.sees, self._most_rounds
        async with episode(self._stage, asked, model=model, sees=sees, rounds=rounds, timeout=self._timeout) as told:
            began = self._stage.page
            if self._stage.companion and not self._stage.companion.replays:
                self._why = "it was interrupted in its middle, so nothing is replayed"
            else:
                self._replay, self._why = await find_recording(self._stage, self._brief.instruction)
            try:
                told.message = await self._rounds()
            finally:
                told.actions, told.how, told.why = len(self._steps), self._how, self._why
            if self._how != "replayed" and self._stage.recordings:
                told.why = await self._keep(began)
        result = ActResult(told.message, tuple(self._steps), self._asked, told.usage, told.seconds, self._how, told.why)
        return replace(result, results=self._step.results, jump=self._step.jump) if self._step else result

    async def _rounds(self) -> str:
        """Replay what is recorded and ask for what is not, until everything is done."""
        while True:
            if self._replay and not self._is_asking_results and await self._is_replayed(self._replay):
                times = "once" if self._asked == 1 else f"{self._asked} times"
                asked = f"; the model was asked {times}" if self._asked else ""
                if not self._step or not self._step.lacks:
                    steps = "1 step" if len(self._steps) == 1 else f"{len(self._steps)} steps"
                    return f"Done again as recorded, in {steps}{asked}."
                self._ask_results(self._step)
            if self._asked == self._most_rounds:
                raise RoundLimit(
                    f"{str(self._brief.instruction)!r} was not complete after {self._most_rounds} rounds",
                    remedy="pass rounds=… or set ASKONCE_ROUNDS to allow more, or split the instruction",
                    steps=tuple(map(str, self._steps)),
                )
            self._asked += 1
            self._stage.trace.round += 1
            message = await self._round()
            if message is not None and self._replay and not self._is_asking_results:
                await self._mend(self._replay)
            elif message is not None:
                return message

    # ---- replaying

    async def _is_replayed(self, replay: Replay) -> bool:
        """Go on with the recording. Where reality differs, the planner is told which step it is asked for."""
        if self._healing:
            return False
        before = len(replay.done)
        deviation = await replay.go_on()
        self._steps += map(Step, replay.done[before:])
        if deviation is None:
            self._how = "healed" if self._how == "healed" else "replayed"
            return True
        self._how = "healed"
        self._tell_deviation(deviation, replay)
        return False

    def _tell_deviation(self, deviation: Deviation, replay: Replay) -> None:
        fill = self._brief.instruction.fill
        steps = replay.recording.steps
        words = tuple(fill(_in_words(step), secrets=False) for step in steps)
        reason = f"step {deviation.number + 1} of {len(steps)}, {words[deviation.number]}: {deviation.reason}"
        self._why = f"{self._why}; {reason}" if self._why else reason
        self._remark(f"not as recorded: {reason}")
        step = steps[deviation.number]
        self._healing = StepToHeal(
            words[deviation.number],
            step.action,
            step.params,
            frozenset(step.anchors),
            step.intent,
            deviation.reason,
            deviation.done,
            before=words[: deviation.number],
            after=words[deviation.number + 1 :],
        )
        if self._step:
            self._step.standing, self._step.is_mending = (self._healing,), True
        else:
            self._conversation.tell(self._healing)

    def _ask_results(self, step: Accompanied) -> None:
        """Everything was done as recorded; what the step is to give has still to be read."""
        self._is_asking_results = True
        step.standing = (ResultsToRead(tuple(map(str, self._steps))),)

    async def _mend(self, replay: Replay) -> None:
        """The step that was asked for is done: its place in the recording is taken by what was done instead."""
        self._end_mending()
        await replay.mend(self._recorder.take() if self._recorder else ())

    def _leave_recording(self, replay: Replay, reason: str) -> None:
        """The planner sees no way to do the step: the rest is planned as if nothing had been recorded."""
        self._recorded = [*replay.steps]
        self._replay, self._how = None, "asked"
        self._why = f"{self._why}; the recording was left: {reason}"
        done = self._healing.done if self._healing else ()
        self._end_mending()
        self._conversation.tell(RecordingAbandoned(done))

    def _end_mending(self) -> None:
        self._healing = None
        if self._step:
            self._step.standing, self._step.is_mending = (), False

    async def _keep(self, began: str) -> str:
        """Keep what worked for the next time; why it was asked, and why it is not kept if it is not."""
        recorder = self._recorder
        made = recorder.take() if recorder else ()
        steps = [*self._replay.steps, *made] if self._replay else [*self._recorded, *made]
        doubt = "" if self._is_certain else self._doubt()
        refused = doubt or await keep_recording(self._stage, self._brief.instruction, began, steps)
        return "; ".join(filter(None, (self._why, refused)))

    def _doubt(self) -> str:
        """Why the same steps may be wrong next time."""
        recorder = self._recorder
        if self._step and self._ran_own:
            return "not recorded: code was run, which was written for the values of this time"
        reason = dependence(self._brief.instruction)
        if not reason and recorder and recorder.borrowed:
            reason = f"{recorder.borrowed!r} was typed and comes from the screen"
        return f"not recorded: {reason}" if reason else ""

    async def _round(self) -> str | None:
        """One look and what follows from it; the planner's last word when that was the end."""
        for news in self._stage.screen.news():
            self._conversation.tell(news)
        sight, view = await look(self._stage, self._brief, before=self._seen, tell_time=self._tells_time)
        self._seen = view.tree
        self._refuse_standstill(sight)
        events = self._conversation.hear()
        if self._step:
            view = replace(view, place=self._step.place)
            events = (*self._step.standing, *events)
        step = self._step.question() if self._step else None
        question = planner_question(self._brief, self._conversation, events, sight, step)
        plan, reply = await self._plan(question, view)
        self._note(plan)
        if not plan.actions:
            return self._end(plan)
        if self._recorder:
            self._recorder.intent = plan.log
        done = await self._run(plan)
        message = await self._judge(plan, done)
        if self._step:
            if plan.end and message is None and not plan.doubtful:
                self._step.take_back(plan)
            self._step.tried(plan.log, done.lines)
        else:
            outcome = "; ".join(done.lines)
            self._conversation.close_turn(events, sight.picture, reply, f"{plan.log} {outcome}".strip())
        return message

    def _refuse_standstill(self, sight: Sight) -> None:
        """Tell the planner when it goes round in circles, and end the act when it goes on doing so."""
        self._repeats.look(sight)
        if self._repeats.count == MOST_REPEATS - 1:
            self._conversation.tell("- doing the same twice changed nothing on the screen: try something else")
        elif self._repeats.count == MOST_REPEATS:
            raise Stalled(
                f"{self._steps[-1].action} was done {MOST_REPEATS} times in {str(self._brief.instruction)!r}, "
                "and nothing changed on the screen",
                remedy="look at the page by hand: does it react to this at all?",
                steps=tuple(map(str, self._steps)),
            )

    async def _plan(self, question: PlannerQuestion, view: View) -> tuple[Plan, str]:
        """Ask and read; a reply that cannot be read gets one correction."""
        request = planning_request(self._brief, self._family, self._system, question)
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
                target.set_planned(None)
        return plan.filled(self._brief.instruction)

    def _note(self, plan: Plan) -> None:
        self._conversation.remember(plan.memory)
        self._conversation.update_goals(plan.sub_goals, plan.finished)
        if self._step:
            self._step.hear(plan)
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

    def _end(self, plan: Plan) -> str | None:
        match plan.end:
            case GiveUp(reason=reason) if self._replay and not self._is_asking_results:
                self._leave_recording(self._replay, reason)
                return None
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
            await acting(action, self._stage, plan.expects if action is plan.actions[-1] else ())
            try:
                output = await do(action, self._stage, self._brief.instruction, self._recorder)
            except FATAL:
                raise
            except AskonceError as error:
                await acted(action, self._stage, error=str(error))
                done.error = error
                done.add(ActionOutcome(str(action), ActionStatus.FAILED, str(error)))
                self._leave_out(done, plan.actions[number + 1 :], "an earlier one failed")
                break
            await acted(action, self._stage, output)
            if self._stage.shots == "actions" and action is not plan.actions[-1]:
                await picture(self._stage)  # the last one is seen in the next round, or at the end
            self._ran_own = self._ran_own or (self._step is not None and self._step.is_made_by(action))
            self._steps.append(Step(str(action), plan.log, output))
            done.add(ActionOutcome(str(action), ActionStatus.DONE, output))
        if self._step and plan.log:
            self._conversation.tell(f"You wanted to: {plan.log}")
        for outcome in done.outcomes:
            self._conversation.tell(outcome)
        if self._is_asking_results:
            self._how = "healed"
        is_waiting = all(action.title() in PASSED_OVER for action in plan.actions)
        self._repeats.did(() if done.error or is_waiting else done.lines)
        return done

    def _leave_out(self, done: _Round, actions: tuple[Action[Any], ...], reason: str) -> None:
        done.all_ran = False
        for action in actions:
            done.add(ActionOutcome(str(action), ActionStatus.NOT_RUN, reason))

    async def _judge(self, plan: Plan, done: _Round) -> str | None:
        """Whether the plan ended the act: only if everything ran and what it expected holds."""
        if done.error:
            self._count_failure(done.error)
            return None
        self._failures = 0
        if plan.doubtful:
            self._conversation.tell(f"- part of your reply was not used: {plan.doubtful}")
        patience = PATIENCE if plan.end and done.all_ran else 0.0
        began = time.perf_counter()
        unmet = await await_expectations(plan.expects, self._stage, patience)
        tell_expected(self._stage, plan.expects, unmet, time.perf_counter() - began)
        if self._step:
            self._step.verified(plan.expects, unmet)
        if self._recorder:
            await self._recorder.confirm([one for one in plan.expects if one not in unmet])
        for expectation in plan.expects:
            self._conversation.tell(f"- expected {expectation}: {'not so' if expectation in unmet else 'so it is'}")
        done.lines += [f"expected {one}: not so" for one in unmet]
        if plan.end is None or not done.all_ran:
            return None
        doubt = plan.doubtful or ("what was expected does not hold" if unmet else "")
        if not doubt and self._step and self._step.lacks and not plan.jump:
            doubt = incomplete(self._step.lacks)
        is_proved = bool(plan.expects) or (self._step is not None and self._step.is_proved_by(plan))
        if not doubt and not is_proved:
            doubt = "nothing was expected that could prove it"
        if doubt or isinstance(plan.end, GiveUp):
            if self._step:  # it does not see what it replied
                self._conversation.tell(f"- your <complete> was not taken: {doubt or 'look again before giving up'}")
            self._remark(f"looking again before the end: {doubt or 'the model gave up with actions'}")
            return None
        return plan.end.message

    def _count_failure(self, error: AskonceError) -> None:
        self._failures += 1
        if self._failures > self._most_failures:
            raise ActionsFailed(
                f"{self._failures} rounds in a row failed; the last one with: {error}",
                steps=tuple(map(str, self._steps)),
            ) from error

    def _remark(self, text: str) -> None:
        self._stage.trace.emit(Noted(act=self._stage.trace.act, round=self._stage.trace.round, text=text))

    def _address(self) -> str:
        return self._stage.page.partition("#")[0]


def _in_words(step: RecordedStep) -> str:
    """A recorded step as a person reads it."""
    said = [f"{value}" if name in step.anchors else f"{name}={value!r}" for name, value in step.params.items()]
    return f"{step.action}({', '.join(said)})" + (f", to: {step.intent}" if step.intent else "")
