"""From a request to what to reply: which parts are done, and what the next ones take on this screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askonce.embedded.earlier_rounds import write_memory
from askonce.embedded.grammar import Intent, Said, read_part, split_parts
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.heal_step import part_number, step_intent
from askonce.embedded.overlays import find_obstacle
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.program_steps import giving_parts, name_app
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, Step
from askonce.embedded.skills import SEEKERS, SKILLS
from askonce.embedded.skills.navigation import answer_dialog
from askonce.embedded.skills.reveal import uncover
from askonce.embedded.skills.step_results import give_value
from askonce.geometry import Size
from askonce.history import ActionStatus, RecordingAbandoned, ResultsToRead, StepToHeal, SubGoal
from askonce.insight.exact import judge
from askonce.screens import Tree

MOST_STEPS = 20
"""So many steps at most go into one reply: it is kept in the conversation only up to a length."""
_MOST_FAILURES = 2
_REPEATABLE = frozenset({"type", "empty", "choose"})
"""What does no harm when it is done twice."""


@dataclass(slots=True)
class Decision:
    """What to reply."""

    goals: tuple[SubGoal, ...] = ()
    """All parts, where they have to be noted down for the first time."""
    finished: tuple[int, ...] = ()
    """Parts that are known to be done by now."""
    steps: list[tuple[int, Step]] = field(default_factory=list[tuple[int, Step]])
    ends: list[int] = field(default_factory=list[int])
    expects: list[str] = field(default_factory=list[str])
    memory: str = ""
    log: str = ""
    done: bool = False
    declined: str = ""
    results: dict[str, object] = field(default_factory=dict[str, object])
    """What variables of a program are to hold."""

    def add(self, goal: SubGoal, move: Move) -> None:
        """Take what is to be done for one part."""
        self.steps += [(goal.index, one) for one in move.steps]
        if move.steps and not move.certain:
            self.expects.clear()  # fields that were filled before may be gone with the page
        self.expects += move.expects if move.steps else ()
        self.memory = "\n".join(filter(None, (self.memory, move.memory)))
        self.log = "; ".join(filter(None, (self.log, move.log or goal.text)))
        if move.finished and move.steps:
            self.ends.append(goal.index)
        elif move.finished:
            self.finished = (*self.finished, goal.index)


def decide(state: PlanningState) -> Decision:
    """What to do next, from the request alone: the same request gives the same decision."""
    decision = _decide(state)
    if state.question.step:
        actions = [(part, one.action, one.params.get("target")) for part, one in decision.steps]
        account = write_memory(state.rounds, actions, decision.ends)
        decision.memory = "\n".join(filter(None, (decision.memory, account)))
    return decision


def _decide(state: PlanningState) -> Decision:
    question = state.question
    if question.refused:
        return Decision(declined=f"this kind of screen does not allow what has to be done: {question.refused}")
    match state.recording:
        case StepToHeal() as step:
            return _heal(step, state)
        case RecordingAbandoned(done=done) if done:
            return Decision(declined="a recording was left half done, and what is left of the instruction is not known")
        case _:
            pass
    if question.tree is None and not question.dialog:
        return Decision(declined="the screen does not tell its elements")
    return _continue(state, Sight(question.tree or Tree((), Size(0, 0)), state))


def _continue(state: PlanningState, sight: Sight) -> Decision:
    """What comes next of the instruction. Its parts are noted down in the first reply."""
    goals = state.goals or _read_goals(state.question.instruction, sight)
    known = {goal.index for goal in goals if goal.finished}
    decision = Decision(goals=() if state.goals else goals, finished=tuple(sorted(state.finished - known)))
    if not goals:
        decision.declined = "the instruction says nothing to do"
        return decision
    giving = giving_parts(goals, state.missing)
    if isinstance(giving, Decline):
        decision.declined = giving.reason
        return decision
    if not state.goals:
        decision.declined = _not_understood([goal for goal in goals if goal.index not in giving])
    if isinstance(state.recording, ResultsToRead):
        decision.finished = tuple(goal.index for goal in goals if goal.index not in giving)
    left = [goal for goal in goals if goal.index not in {*state.finished, *decision.finished}]
    if state.question.dialog and left and not decision.declined:
        _answer_dialog(left, state.question.dialog, decision)
    elif not decision.declined:
        _plan(left, sight, decision, giving)
    return decision


def _read_goals(instruction: str, sight: Sight) -> tuple[SubGoal, ...]:
    parts = split_parts(name_app(instruction), lambda text: _knows(text, sight))
    return tuple(SubGoal(index, part.text) for index, part in enumerate(parts, 1))


def _heal(step: StepToHeal, state: PlanningState) -> Decision:
    """One recorded step that no longer fits: what it was for is done by our own skills, on the screen as it is now."""
    decision, intent, part = Decision(), step_intent(step), part_number(step)
    words = state.fill(step.intent or (intent.words if intent else ""))
    if intent is None or state.question.tree is None:
        decision.declined = "it is not known what the recorded step was for"
    elif part in state.finished:
        decision.done = True
    elif step.was_done and intent.verb not in _REPEATABLE:
        decision.declined = f"{words!r} was done, and it cannot be told whether it may be done again"
    else:
        move = _try((intent,), Sight(state.question.tree, state), Progress(part, state))
        if isinstance(move, Decline):
            decision.declined = f"{words!r}: {move.reason}"
        else:
            decision.steps = [(part, one) for one in move.steps]
            decision.expects = [*move.expects] if move.steps else []
            decision.ends = [part] if move.finished and move.steps else []
            decision.done, decision.log = move.finished, move.log or words
    return decision


def _answer_dialog(goals: list[SubGoal], dialog: str, decision: Decision) -> None:
    """A browser dialog blocks the page: only a part that says how to answer it can be done now."""
    first = goals[0]
    answer = next((move for intent in read_part(first.text) if (move := answer_dialog(intent))), None)
    if answer is None:
        decision.declined = (
            f"{first.text!r}: a browser dialog is open ({dialog}); say how to answer it, as in: accept it"
        )
        return
    decision.steps = [(first.index, one) for one in answer.steps]
    decision.ends = [first.index]
    decision.log = first.text
    decision.done = len(goals) == 1


def _plan(goals: list[SubGoal], sight: Sight, decision: Decision, giving: Mapping[int, tuple[str, ...]]) -> None:
    """Steps for the parts to come, as far as this screen allows to see ahead. `giving` are those that read."""
    for goal in goals:
        progress = Progress(goal.index, sight.state, tuple(decision.memory.splitlines()))
        wants = giving.get(goal.index, ())
        if wants and decision.steps:  # what is to be read may be another after these
            return
        move = give_value(goal.text, wants, sight, progress) if wants else _move(goal, sight, progress)
        if isinstance(move, Decline):
            if not decision.steps:
                decision.declined = f"{goal.text!r}: {move.reason}"
            return
        if move.steps and len(decision.steps) + len(move.steps) > MOST_STEPS:
            if decision.steps:
                return
            move = Move(move.steps[:MOST_STEPS], finished=False, log=move.log)
        decision.results |= dict(zip(wants, move.gives, strict=False))
        decision.add(goal, move)
        if not move.finished:
            return
        if not move.certain:
            break
    decision.done = {goal.index for goal in goals} <= {*decision.ends, *decision.finished}


def _move(goal: SubGoal, sight: Sight, progress: Progress) -> Move | Decline:
    """What the words of a part lead to, if what they depend on is so."""
    readings = read_part(goal.text)
    return _unmet(readings, sight, progress) or _try(readings, sight, progress)


def _try(readings: Sequence[Intent], sight: Sight, progress: Progress) -> Move | Decline:
    """What the first reading that the screen bears out leads to; else what may bring its target into sight."""
    failed = [past for past in progress.actions if past.status is ActionStatus.FAILED]
    if len(failed) > _MOST_FAILURES:
        return Decline(f"it was tried {len(failed)} times: {failed[-1].detail}")
    declines: list[Decline] = []
    for intent in readings:
        answer = _answer(intent, sight, progress)
        if isinstance(answer, Move):
            return uncover(answer, sight, progress) or answer
        declines += [answer] if answer else []
    if tied := next((decline for decline in declines if decline.tied), None):
        return tied
    for missing in (decline.missing for decline in declines if decline.missing):
        if move := _seek(missing, sight, progress):
            return move
    return (
        declines[0]
        if declines
        else Decline("this is not understood; say it as in: click …, type … into …, select … from …")
    )


def _unmet(readings: Sequence[Intent], sight: Sight, progress: Progress) -> Move | Decline | None:
    """The end of a part whose condition does not hold, or cannot be told. What was begun was found true before."""
    conditions = dict.fromkeys(intent.condition or intent.exception for intent in readings)
    if not any(conditions) or progress.actions:
        return None
    why = ""
    for condition in conditions:
        holds = _holds(sight.state.fill(condition), sight)
        if isinstance(holds, bool):
            return None if holds == bool(readings[0].condition) else Move(certain=True)
        why = why or holds
    told = f": {why}" if why else ""
    return Decline(
        f'it cannot be told whether {next(iter(conditions))!r}{told}; say it as in: if the text "…" is visible, …'
    )


def _holds(condition: str, sight: Sight) -> bool | str:
    """Whether it is so; in words, if any, why that cannot be told."""
    kind = read_obstacle(condition)
    if kind:
        found = find_obstacle(kind, sight)
        return found if isinstance(found, str) else (found is not None) != kind.absent
    judged = judge(condition, sight.tree)
    return judged.holds if judged else ""


def _answer(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    declined: Decline | None = None
    for skill in SKILLS.get(intent.verb, ()):
        answer = skill(intent, sight, progress)
        if isinstance(answer, Move):
            return answer
        declined = declined or answer
    return declined


def _seek(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    return next((move for seeker in SEEKERS if (move := seeker(missing, sight, progress))), None)


def _not_understood(goals: Sequence[SubGoal]) -> str:
    """A part that no sentence form fits is told before anything is done: half an instruction may do harm."""
    unknown = [goal.text for goal in goals if not read_part(goal.text)]
    if not unknown:
        return ""
    return f"this is not understood: {'; '.join(map(repr, unknown))}"


def _knows(text: str, sight: Sight) -> bool:
    return any(node.actionable for node in sight.exactly(sight.state.fill(text)))
