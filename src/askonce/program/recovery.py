"""When a program cannot go on as it is, and when it has come to its end: what to change, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from askonce.errors import GaveUp, ModelError, ProgramError, ScreenError
from askonce.program.author import asks_question
from askonce.program.execution_tree import write_tree
from askonce.program.final_check import EndState, FinalCheck, run_final_check
from askonce.program.hands import Hands
from askonce.program.journal_records import ProgramReplaced
from askonce.program.program_result import user_variables
from askonce.program.replan import Situation, replan
from askonce.program.run_state import RunState
from askonce.program.step_context import active_path, belief_lines, variable_lines
from askonce.program.syntax_tree import If, Step, Until, While
from askonce.prompts.element_list import list_elements
from askonce.prompts.quoted_text import shortened, visible
from askonce.screens import Inspectable, Screen, Tree

DOUBTS = 3
"""So many beliefs in doubt at once speak against the plan."""
MOST_MISSING = 5
_PROGRESS = 40


@runtime_checkable
class Sighted(Protocol):
    """Hands whose screen can be looked at, which saves a question."""

    screen: Screen


async def tree_of(hands: Hands) -> Tree | None:
    """The elements on the screen; None where they cannot be read."""
    if not isinstance(hands, Sighted) or not isinstance(hands.screen, Inspectable):
        return None
    try:
        return await hands.screen.tree()
    except ScreenError:
        return None


async def screen_words(hands: Hands) -> str:
    tree = await tree_of(hands)
    return hands.trace.mask(list_elements(tree, budget=600)) if tree else ""


async def ask_for_patch(
    hands: Hands, state: RunState, why: str, *, unattended: bool = True
) -> tuple[ProgramReplaced | None, str]:
    """The change of the program that lets it go on, or why there is none."""
    situation = Situation(
        why=why,
        task=state.task,
        done="\n".join(active_path(state.tree.open_blocks)),
        variables="\n".join(variable_lines(state, state.statement)),
        belief="\n".join(belief_lines(state.belief, ())),
        screen=await screen_words(hands),
    )
    given = [name for name in state.scope.visible() if name.isidentifier()]
    try:
        patch = await replan(
            hands,
            state.program,
            state.counter,
            situation,
            given=given,
            asks_question=_asks(state.task),
            unattended=unattended,
        )
    except (ProgramError, GaveUp, ModelError) as error:
        return None, error.message
    if patch.program == state.program:
        return None, "the program was left as it is"
    return ProgramReplaced(patch.program.source, why, patch.diff), ""


async def check_end(hands: Hands, state: RunState, exists: Callable[[str], bool]) -> FinalCheck:
    """Whether all that was asked for is done."""
    ending = EndState(
        task=state.task,
        asks_question=_asks(state.task),
        variables=user_variables(state.scope.globals),
        passes=state.passes,
        progress=list(write_tree(state.tree.root))[-_PROGRESS:],
        shown="\n".join(variable_lines(state, None)),
        screen=await screen_words(hands),
    )
    # One step without a task around it was judged when it was done.
    steps = sum(isinstance(one, Step | If | Until | While) for _, one in state.program.walk())
    return await run_final_check(hands, state.program, ending, exists, ask=bool(state.task) or steps > 1)


def append_missing(state: RunState, missing: Sequence[str]) -> ProgramReplaced:
    """The program with what is missing as more steps at its end."""
    lines = [shortened(visible(one), 300) for one in missing[:MOST_MISSING]]
    source = state.program.source.rstrip("\n") + "".join(f"\n{line}" for line in lines) + "\n"
    diff = "\n".join(f"+{line}" for line in lines)
    return ProgramReplaced(source, "the final check found something missing", diff)


def _asks(task: str) -> bool:
    return bool(task) and asks_question(task)
