"""Resuming a run after it was killed, stopped or failed.

The state of the run is rebuilt from its journal. The program may have been edited since, as far as `relocation` can
find the place again. An action that was started and never reported is not repeated blindly: its outcome is unknown,
and the step is told so, with what the screen shows now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from askonce.errors import ProgramError, Unresumable
from askonce.lazy import dataclass
from askonce.program.hands import Hands
from askonce.program.inputs import refuse_other_inputs
from askonce.program.journal import Journal
from askonce.program.journal_records import ActionEnded, JournalRecord, RunBegan
from askonce.program.relocation import relocate
from askonce.program.run_state import ReadProgram, RunState
from askonce.program.screen_elements import read_tree
from askonce.program.step_host import LOOK_FIRST
from askonce.program.syntax_tree import Program
from askonce.screens.expectation import Expectation
from askonce.values import Secret

NOT_DONE = "was not done: the run was interrupted before it"
UNKNOWN = f"may or may not have been done: the run was interrupted{LOOK_FIRST}"


@dataclass(frozen=True, slots=True)
class InterruptedRun:
    """The state in which a run was left. `edited` is the new text of its program, empty if it was not edited."""

    state: RunState
    edited: str = ""


def read_run(
    journal: Journal,
    program: Program,
    given: Mapping[str, Any],
    secrets: Mapping[str, Secret],
    read: ReadProgram,
) -> InterruptedRun:
    """The run that a journal tells of, to be continued with `program`. Raises `Unresumable` if that is impossible."""
    state = rebuild(journal.read(), read, secrets)
    refuse_other_inputs(state, given)
    if program.source in ("", state.source, state.program.source):
        return InterruptedRun(state)
    if state.ended:
        raise Unresumable("the run has ended, and its program was edited since", remedy="run it from its start")
    relocate(state.counter, state.program, program)  # raises before anything is written
    return InterruptedRun(state, program.source)


def rebuild(records: Iterable[JournalRecord], read: ReadProgram, secrets: Mapping[str, Secret]) -> RunState:
    """The state that the records of a journal lead to."""
    state: RunState | None = None
    for number, record in enumerate(records, 1):
        if isinstance(record, RunBegan):
            missing = [name for name in record.secrets if name not in secrets]
            if missing:
                raise Unresumable(
                    f"the run was given the secret {{{missing[0]}}}, which is not in the journal",
                    remedy=f"pass {missing[0]}=… again",
                )
            state = RunState(read(record.program), read, secrets)
        if state is None:
            break
        try:
            state.apply(record)
        except Unresumable:
            raise
        except (ProgramError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise Unresumable(
                f"the journal is damaged: its record {number} ({type(record).__name__}) does not follow from those "
                f"before it: {error}",
                remedy="run the program from its start",
            ) from error
    if state is None:
        raise Unresumable("the journal holds no run", remedy="run the program from its start")
    return state


async def settle_pending(hands: Hands, state: RunState) -> list[ActionEnded]:
    """A record for each action whose outcome is unknown, innermost first, after a look at the screen.

    An expectation that is met now does not prove that the action was done: it may have been met before. So the
    planner is told what was seen and decides for itself.
    """
    pending = state.progress.pending
    tree = await read_tree(hands) if pending else None
    records: list[ActionEnded] = []
    for action in reversed(pending):
        if action.is_announced:
            records.append(ActionEnded(NOT_DONE, is_unknown=True))
            continue
        met = [expected for expected in action.expects if tree and expected.holds(tree)]
        unmet = [expected for expected in action.expects if tree and expected not in met]
        records.append(unknown_outcome(met, unmet))
    return records


def unknown_outcome(met: Iterable[Expectation], unmet: Iterable[Expectation]) -> ActionEnded:
    """The record for one action whose outcome is unknown."""
    seen = [f"expected {text}: met now" for text in met] + [f"expected {text}: not met" for text in unmet]
    return ActionEnded("; ".join([UNKNOWN, *seen]), is_unknown=True)
