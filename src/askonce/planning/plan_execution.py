"""The actions of one plan, done in turn."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field
from typing import Any

from askonce.actions import Action
from askonce.errors import AskonceError
from askonce.history import ActionOutcome, ActionStatus
from askonce.lazy import dataclass
from askonce.locate.target_rows import ListedRow
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import ActRecorder
from askonce.planning.act_result import PerformedAction
from askonce.planning.action_execution import FATAL, acted, acting, do
from askonce.planning.key_focus import keys_astray
from askonce.planning.later_targets import LaterTargets
from askonce.planning.plan import Plan
from askonce.planning.planner_view import pin_places, record_expectations
from askonce.planning.report_shots import keep_report_shot
from askonce.planning.send_guard import NotSent, SendGuard
from askonce.planning.witness import PATIENCE, Witness
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

IsOver = Callable[[Sequence[Action[Any]], Sequence[Action[Any]]], Awaitable[bool]]
"""Whether nothing more is to be done of a plan after what was done of it, and in place of the rest."""


@dataclass(slots=True)
class PlanOutcome:
    """What came of the actions of one plan."""

    outcomes: list[ActionOutcome] = field(default_factory=list[ActionOutcome])
    """One for each action, in order."""
    lines: list[str] = field(default_factory=list[str])
    error: AskonceError | None = None
    all_ran: bool = True
    met: dict[int, tuple[Expectation, ...]] = field(default_factory=dict[int, "tuple[Expectation, ...]"])
    """What was expected before an action and came true, by the place of that action; empty where nothing did."""
    attempted: list[Action[Any]] = field(default_factory=list[Action[Any]])
    """The actions that reached the screen, also one that failed there."""

    def skipped(self, plan: Plan) -> list[Expectation]:
        """What the plan expects of actions that were not run, and nobody looked for."""
        between = [expected for place, expects in plan.checks.items() if place not in self.met for expected in expects]
        return between if self.all_ran else [*between, *plan.expects]

    def add(self, action: Action[Any], status: ActionStatus, detail: str) -> None:
        outcome = ActionOutcome(str(action), status, detail)
        self.outcomes.append(outcome)
        self.lines.append(outcome.line)

    def tell(self, outcomes: list[ActionOutcome]) -> None:
        """Replace the outcomes by the same with more to tell."""
        self.outcomes, self.lines = outcomes, [outcome.line for outcome in outcomes]

    def leave_out(self, actions: tuple[Action[Any], ...], reason: str) -> None:
        self.all_ran = False
        for action in actions:
            self.add(action, ActionStatus.NOT_RUN, reason if action is actions[0] else "see above")


async def run_actions(
    plan: Plan,
    context: ActContext,
    instruction: Instruction,
    recorder: ActRecorder | None,
    performed: list[PerformedAction],
    witness: Witness,
    is_over: IsOver,
    guard: SendGuard | None = None,
) -> PlanOutcome:
    """Do the actions of a plan until one fails, the reply no longer fits the screen, or the rest `is_over`.

    Each that is done is added to `performed`.
    """
    outcome = PlanOutcome()
    await pin_places(plan, context)
    later = LaterTargets(plan.actions, context, instruction, has_filled=witness.has_filled)
    looks = bool(plan.expects or plan.checks)
    for number, action in enumerate(plan.actions):
        unmet = await _unmet_before(number, plan, context, recorder, witness, outcome.met)
        later.saw(outcome.met.get(number, ()))
        unmet = unmet or await later.obstacle(number)
        if obstacle := unmet or await keys_astray(action, outcome.attempted, context):
            context.note(f"the reply ends before {action}: {obstacle}")
            outcome.leave_out(plan.actions[number:], obstacle)
            break
        finding = await later.leave(number)
        is_last = action is plan.actions[-1]
        await acting(action, context, plan.expects if is_last else ())
        try:
            output = await do(action, finding, instruction, recorder, witness if looks else None, guard)
        except FATAL:
            raise
        except NotSent as refusal:
            await acted(action, context, error=str(refusal))
            context.note(f"the reply ends before {action}: {refusal.message}")
            outcome.leave_out(plan.actions[number:], str(refusal))
            break
        except AskonceError as error:
            is_found = all(target.is_found for target in action.targets())
            outcome.attempted += [action] if is_found else []
            await acted(action, context, error=str(error))
            if later.is_guess(number) and not is_found:
                outcome.leave_out(plan.actions[number:], error.message)
                break
            outcome.error = error
            outcome.add(action, ActionStatus.FAILED, str(error))
            outcome.leave_out(plan.actions[number + 1 :], "an earlier one failed")
            break
        later.did(number)
        outcome.attempted.append(action)
        await acted(action, context, output)
        if context.shots == "actions" and not is_last:
            await keep_report_shot(context)  # the last one is seen in the next round, or at the end
        performed.append(PerformedAction(str(action), plan.log, output))
        outcome.add(action, ActionStatus.DONE, output)
        rest = plan.actions[number + 1 :]
        _tell_rows(action, rest)
        if rest and await is_over(outcome.attempted, rest):
            outcome.leave_out(rest, "it goes on as recorded")
            break
    return outcome


def _tell_rows(action: Action[Any], rest: Sequence[Action[Any]]) -> None:
    """Let the rows of later targets know what was touched: what changes there may follow from it."""
    nodes = [target.found.node for target in action.targets() if target.is_found]
    touched = [node.number for node in nodes if node]
    for target in (target for later in rest for target in later.targets()):
        if isinstance(target.row, ListedRow):
            target.set_row(target.row.after(touched))


async def _unmet_before(
    number: int,
    plan: Plan,
    context: ActContext,
    recorder: ActRecorder | None,
    witness: Witness,
    met: dict[int, tuple[Expectation, ...]],
) -> str:
    """What the plan expects before an action, where that does not come true. The rest is noted as `met`."""
    expects = plan.checks.get(number, ())
    if not expects:
        return ""
    began = time.perf_counter()
    unmet = await witness.unmet(expects, PATIENCE)
    record_expectations(context, expects, unmet, time.perf_counter() - began)
    met[number] = tuple(expected for expected in expects if expected not in unmet)
    if recorder:
        await recorder.confirm([*met[number]])
    return f"expected before it, and not met: {'; '.join(map(str, unmet))}" if unmet else ""
