"""The rounds in which a planner is asked: look, ask, read, find, do, note, until it says that this is the end."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Tap, Target
from askonce.config import ActSettings
from askonce.errors import (
    ActionsFailed,
    AskonceError,
    NotFound,
    NotOperable,
    RoundLimit,
    ScreenMoved,
    Stalled,
    UnreadableReply,
)
from askonce.history import ExpectationOutcome, PlannerQuestion
from askonce.locate import LocalFinder
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import ActRecorder, is_passed_over
from askonce.planning.act_result import PerformedAction
from askonce.planning.action_effects import ActionEffects
from askonce.planning.action_execution import find_targets
from askonce.planning.dialects import dialect_named, tags
from askonce.planning.dialects.step_tags import incomplete
from askonce.planning.dialogue import Dialogue
from askonce.planning.plan import Done, GiveUp, Plan, ReplyContext
from askonce.planning.plan_execution import IsOver, PlanOutcome, run_actions
from askonce.planning.planner import (
    ActTask,
    ScreenSnapshot,
    correction,
    names_later_targets,
    planning_request,
    system_text,
)
from askonce.planning.planner_view import look, record_expectations
from askonce.planning.secret_clauses import is_secret
from askonce.planning.send_guard import SendGuard
from askonce.planning.stall import MOST_REPEATS, RepeatCounter, tree_fingerprint
from askonce.planning.witness import PATIENCE, Witness
from askonce.recordings.slots import slots_of
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.page_evidence import keep_page_log
from askonce.trace import Planned
from askonce.values import Instruction

_KEPT_LOOKS = 6
_LOOK = "If the screen shows all of it done, complete without actions; if not, go on"
"""What to do about an end that nothing has proven."""
_GIVE_UP = "If they did not help, give up without actions; if they did, go on"


class PlannerRounds:
    """All rounds of one act. Limits, failures and repeats are counted over all of them."""

    def __init__(
        self,
        context: ActContext,
        task: ActTask,
        settings: ActSettings,
        dialogue: Dialogue,
        recorder: ActRecorder | None,
        patience: float,
    ) -> None:
        self.performed: list[PerformedAction] = []
        """Everything that was done in the act, by a plan or a replay."""
        self.attempted: list[Action[Any]] = []
        """The actions of plans that reached the screen, with their targets."""
        self.replayed: list[Action[Any]] = []
        """The same of a replay: what it filled in is sent by whoever goes on."""
        self.guard: SendGuard | None = None
        """What keeps a planner from sending something else than that."""
        self.asked = 0
        self.limit = settings.rounds or context.planner.family.rounds
        self.plans_run = 0
        """In how many rounds actions were done or tried."""
        self.go_on: int | None = None
        """The recorded step, from 0, from which on the last reply wants the recording to be repeated."""
        self._context = context
        self._task = task
        self._settings = settings
        self._dialogue = dialogue
        self._recorder = recorder
        self._system = system_text(task, context.space, context.planner.family)
        self._failures = 0
        self._shown: ScreenSnapshot | None = None
        """What the planner was shown last; a browser dialog, which hides the page, does not count."""
        self._looks: deque[Tree] = deque(maxlen=_KEPT_LOOKS)
        self._listed: dict[int, Node] = {}
        """The elements of all looks, by their numbers."""
        self._repeats = RepeatCounter()
        self.patience = patience
        """How many seconds are waited for what a planner says is missing."""
        self._awaited: dict[tuple[str, int], str | None] = {}
        """What was waited for, by its words and the number of actions before it, and what to say if it did not come."""

    @property
    def seen(self) -> Tree | None:
        """The elements that the planner was shown last, if it was shown any."""
        return self._shown.tree if self._shown else None

    async def until_end(self) -> Done | GiveUp:
        """Ask the planner, round after round, until it says that its task is done or cannot be done."""
        while (end := await self.until_end_or(_never)) is None:
            pass
        return end

    async def until_end_or(self, is_over: IsOver) -> Done | GiveUp | None:
        """The same; None as soon as `is_over`, which is asked after each action and each round."""
        while True:
            if self.asked == self.limit:
                raise RoundLimit(
                    f"{str(self._task.instruction)!r} was not complete after {self.limit} rounds",
                    remedy="pass rounds=… or set ASKONCE_ROUNDS to allow more, or split the instruction",
                    steps=tuple(map(str, self.performed)),
                )
            self.asked += 1
            self._context.trace.round += 1
            end = await self._round(is_over)
            if end is not None:
                return end
            if await is_over((), ()):
                return None

    async def _round(self, is_over: IsOver) -> Done | GiveUp | None:
        """One look and what follows from it; the end, if that was the end."""
        self.go_on = None
        if self._context.evidence:
            keep_page_log(self._context.screen, self._context.trace)
        snapshot, reply_context = await look(
            self._context, self._task, before=self._shown, tell_time=self._settings.tell_time
        )
        for news in self._context.screen.news():
            self._dialogue.tell(news if self.performed else f"earlier: {news}")
        self._shown = self._shown if snapshot.dialog else snapshot
        self._looks += [self._shown.tree] if self._shown and self._shown.tree else []
        self._refuse_repeats(snapshot)
        known = {**self._listed, **reply_context.known}
        looks = (*reply_context.looks, *reversed(self._looks))
        reply_context = replace(reply_context, known=known, looks=looks, step=self._dialogue.outputs)
        reply_context = replace(reply_context, recorded=self._dialogue.recorded)
        plan, reply = await self._plan(self._dialogue.question(self._task, snapshot), reply_context)
        self._dialogue.take(plan)
        self._record_plan(plan)
        if not plan.actions and plan.go_on is None:
            if plan.end is None:
                raise UnreadableReply("the reply holds neither actions nor an end")
            return await self._end_unless_it_comes(plan.end)
        witness = Witness(self._context, self._task.instruction, self._looks)
        outcome = await self._run(plan, witness, is_over)
        end = await self._judge(plan, outcome, witness)
        self.go_on = plan.go_on if outcome.all_ran and not plan.doubtful else None
        is_refused = plan.end is not None and end is None
        self._listed = known | {node.number: node for node in reply_context.tree or ()}
        short = tags.shorten(reply) if reply_context.family.dialect == "tags" else reply
        self._dialogue.close_round(plan, reply, short, snapshot.picture, outcome.lines, is_refused=is_refused)
        return end

    def _refuse_repeats(self, snapshot: ScreenSnapshot) -> None:
        """Tell the planner when it repeats what has no effect, and end the act when it continues."""
        self._repeats.look(snapshot)
        if self._repeats.count == MOST_REPEATS - 1:
            self._dialogue.tell("- doing the same twice changed nothing on the screen: try something else")
        elif self._repeats.count == MOST_REPEATS:
            raise Stalled(
                f"{self.performed[-1].action} was done {MOST_REPEATS} times in {str(self._task.instruction)!r}, "
                "and nothing changed on the screen",
                remedy="look at the page by hand: does it react to this at all?",
                steps=tuple(map(str, self.performed)),
            )

    # ---- asking

    async def _plan(self, question: PlannerQuestion, context: ReplyContext) -> tuple[Plan, str]:
        """Ask and read; a reply that cannot be read gets one correction."""
        planner = self._context.planner
        request = planning_request(self._task, planner.family, self._system, question)
        reply = await planner.ask(request)
        try:
            return self._read(reply.text, context), reply.text
        except UnreadableReply as error:
            self._context.note(f"the reply could not be read: {error.message}")
            request = correction(request, reply.text, str(error))
        reply = await planner.ask(request)
        return self._read(reply.text, context), reply.text

    def _read(self, text: str, context: ReplyContext) -> Plan:
        """The plan in a reply. Positions from a planner that was not asked for any are dropped."""
        plan = dialect_named(context.family.dialect).read(text, context)
        if not self._task.places:
            for target in (target for action in plan.actions for target in action.targets()):
                target.set_planned(None)
                target.set_references(self._task.references)  # whoever looks for it may have to compare
        if self._task.deep:
            for target in (target for action in plan.actions for target in action.targets()):
                target.set_deep()
        if names_later_targets(self._task):
            for target in (target for action in plan.actions[1:] for target in action.targets()):
                if target.is_worded:
                    target.set_later()
        return self._with_variables(plan.filled(self._task.instruction))

    def _with_variables(self, plan: Plan) -> Plan:
        """In a step of a program: what is expected, with the variables that it names.

        What is typed may not name them: it would be recorded with what they hold now, and typed so in the next pass.
        """
        companion, instruction = self._context.companion, self._task.instruction
        variables = dict(companion.variables) if companion else dict[str, str]()
        typed = [str(getattr(action, name) or "") for action in plan.actions for name in action.typed_fields()]
        if wrong := sorted(slots_of(*typed) & variables.keys() - instruction.values.keys()):
            raise UnreadableReply(
                f"{{{wrong[0]}}} is a variable of the program, and no value of this instruction: write what it holds"
            )
        return plan.filled(Instruction(instruction.text, variables)) if variables else plan

    def _record_plan(self, plan: Plan) -> None:
        end = plan.end
        trace = self._context.trace
        trace.emit(
            Planned(
                act=trace.act,
                round=trace.round,
                thought=plan.thought,
                log=plan.log,
                memory=plan.memory,
                actions=tuple(map(str, plan.actions)),
                expects=tuple(map(str, plan.expects)),
                sub_goals=tuple(goal.text for goal in self._dialogue.conversation.sub_goals.values()),
                complete=None if end is None else isinstance(end, Done),
                message=end.message if isinstance(end, Done) else end.reason if end else "",
            )
        )

    # ---- doing

    async def _run(self, plan: Plan, witness: Witness, is_over: IsOver) -> PlanOutcome:
        if self._recorder:
            self._recorder.intent = plan.log
        instruction = self._task.instruction
        await witness.begin([*self.replayed, *self.attempted])
        effects = await ActionEffects.begin(self._context, self._task)
        outcome = await run_actions(
            plan, self._context, instruction, self._recorder, self.performed, witness, is_over, self.guard
        )
        outcome.tell(await effects.added(plan.actions, outcome.outcomes))
        self.plans_run += bool(plan.actions)
        self.attempted += outcome.attempted
        self._dialogue.report(plan, outcome.outcomes, outcome.met)
        if skipped := outcome.skipped(plan):
            self._dialogue.tell(f"- not checked, because the reply ended before: {'; '.join(map(str, skipped))}")
        is_waiting = all(is_passed_over(action) or action.awaits[0] for action in plan.actions)
        self._repeats.did(() if outcome.error or is_waiting else outcome.lines)
        return outcome

    # ---- waiting

    async def _end_unless_it_comes(self, end: Done | GiveUp) -> Done | GiveUp | None:
        """The end; None where the planner is asked again: what is missing for it may have come meanwhile, or something
        was not sent."""
        if isinstance(end, Done):
            doubt = self.guard.doubt_end() if self.guard else ""
            if doubt:
                self._refuse_end(doubt)
            return None if doubt else end
        if not end.missing:
            return end
        asked = (end.missing, len(self.performed))
        if asked not in self._awaited:
            before = self.seen and tree_fingerprint(self.seen)
            self._awaited[asked] = missed = await self._await_target(end.missing)
            now = await self._context.eyes.tree()
            if missed is None or (now and tree_fingerprint(now) != before):
                return None
        return replace(end, reason=end.reason + (self._awaited[asked] or ""))

    async def _await_target(self, words: str) -> str | None:
        """Wait until an element is there and can be used. None when it is, or how long it was waited in vain."""
        context = replace(self._context, patience=self.patience, finders=(LocalFinder(),))
        try:
            await find_targets(Tap(target=Target.of(words)), context, self._task.instruction)
        except NotFound as error:
            return _waited(error.waited) + (f"; {error.hint}" if error.hint else "")
        except NotOperable:
            return _waited(self.patience)
        except ScreenMoved:
            await context.screen.settle()
            context.eyes.blink()
        return None

    # ---- judging

    async def _judge(self, plan: Plan, outcome: PlanOutcome, witness: Witness) -> Done | None:
        """The end, if the plan says so, everything ran and what it expected is met and proves it."""
        if outcome.error:
            self._count_failure(outcome.error)
            return None
        self._failures = 0
        if plan.doubtful and not (isinstance(plan.end, Done) and outcome.all_ran):
            self._dialogue.tell(f"- part of your reply was not used: {plan.doubtful}")
        if not outcome.all_ran:  # what it expects is to hold after all of it
            return None
        unmet = await self._verify(plan, outcome, witness)
        if plan.end is None:
            return None
        if isinstance(plan.end, GiveUp):
            self._refuse_end("you gave up in a reply with actions", _GIVE_UP)
            return None
        if wrong := self._wrong_end(plan):
            self._refuse_end(wrong, "")
            return None
        doubt = self._doubt(plan, unmet, witness.objection)
        if not doubt and plan.expects:
            doubt = await witness.doubt(plan.expects)
        if not doubt and self.guard:
            doubt = self.guard.doubt_end()
        if not doubt:
            return plan.end
        self._refuse_end(doubt)
        return None

    def _refuse_end(self, doubt: str, remedy: str = _LOOK) -> None:
        self._dialogue.refuse_end(doubt, remedy)
        self._context.note(f"looking again before the end: {doubt}")

    async def _verify(self, plan: Plan, outcome: PlanOutcome, witness: Witness) -> tuple[Expectation, ...]:
        """Which expectations of a plan are not met; tells everybody about it."""
        # Nobody but the page can tell later whether a field holds a secret.
        has_secret = any(is_secret(expected, self._task.instruction) for expected in plan.expects)
        patience = PATIENCE if plan.end or has_secret else 0.0
        began = time.perf_counter()
        unmet = await witness.unmet(plan.expects, patience)
        record_expectations(self._context, plan.expects, unmet, time.perf_counter() - began)
        self._dialogue.verified(plan.expects, unmet)
        if self._recorder:
            await self._recorder.confirm([expected for expected in plan.expects if expected not in unmet])
        for expected in plan.expects:
            detail = witness.why_unmet(expected) if expected in unmet else ""
            self._dialogue.tell(ExpectationOutcome(expected, expected not in unmet, detail))
        outcome.lines += [f"expected {expected}: not met" for expected in unmet]
        return unmet

    def _wrong_end(self, plan: Plan) -> str:
        """What is wrong with the reply itself, and says what to do about it."""
        if plan.doubtful:
            return plan.doubtful
        return incomplete(self._dialogue.missing) if self._dialogue.missing and not plan.jump else ""

    def _doubt(self, plan: Plan, unmet: tuple[Expectation, ...], objection: str) -> str:
        """Why the end of a plan that ran cannot be trusted, if so."""
        if unmet:
            return objection or "not all that you expected is met"
        if not plan.expects and not self._dialogue.is_proof(plan):
            return "it came with actions and without <expect>"
        return ""

    def _count_failure(self, error: AskonceError) -> None:
        self._failures += 1
        if self._failures > self._settings.failures:
            raise ActionsFailed(
                f"{self._failures} rounds in a row failed; the last one with: {error}",
                steps=tuple(map(str, self.performed)),
            ) from error


async def _never(done: Sequence[Action[Any]], rest: Sequence[Action[Any]]) -> bool:
    return False


def _waited(seconds: float) -> str:
    return f" (waited {seconds:g} s)" if seconds else ""
