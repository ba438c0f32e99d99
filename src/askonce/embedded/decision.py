"""From a request to what to reply: which parts are done, and what the next ones take on this screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askonce.embedded.grammar import Intent, Said, read_part, split_parts
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.heal_step import read_mended
from askonce.embedded.overlays import find_obstacle
from askonce.embedded.planner_request import NOTHING_DONE, Asked, Goal
from askonce.embedded.program_steps import account, giving_parts, name_app
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, Step
from askonce.embedded.skills import SEEKERS, SKILLS
from askonce.embedded.skills.navigation import answer_dialog
from askonce.embedded.skills.reveal import uncover
from askonce.embedded.skills.step_results import give_value
from askonce.geometry import Size
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

    goals: tuple[Goal, ...] = ()
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


def decide(asked: Asked) -> Decision:
    """What to do next, from the request alone: the same request gives the same decision."""
    decision = _decide(asked)
    if asked.is_step:
        kept = account(asked, decision.steps, decision.ends)
        decision.memory = "\n".join(filter(None, (decision.memory, kept)))
    return decision


def _decide(asked: Asked) -> Decision:
    if asked.refused:
        return Decision(declined=f"this kind of screen does not allow what has to be done: {asked.refused}")
    if asked.is_healing:
        return _heal(asked)
    if not asked.is_untouched:
        return Decision(declined="a recording was left half done, and what is left of the instruction is not known")
    if asked.tree is None and not asked.dialog:
        return Decision(declined="the screen does not tell its elements")
    sight = Sight(asked.tree or Tree((), Size(0, 0)), asked)
    goals = asked.goals or tuple(
        Goal(index, part.text)
        for index, part in enumerate(split_parts(name_app(asked.instruction), lambda text: _knows(text, sight)), 1)
    )
    decision = Decision(goals=() if asked.goals else goals)
    known = {goal.index for goal in goals if goal.finished}
    decision.finished = tuple(sorted(asked.finished - known))
    if not goals:
        decision.declined = "the instruction says nothing to do"
    giving = giving_parts(goals, asked.wants)
    if isinstance(giving, Decline):
        decision.declined = decision.declined or giving.reason
        return decision
    if goals and not asked.goals:
        decision.declined = _not_understood([goal for goal in goals if goal.index not in giving])
    if asked.is_reading:
        decision.finished = tuple(goal.index for goal in goals if goal.index not in giving)
    left = [goal for goal in goals if goal.index not in {*asked.finished, *decision.finished}]
    if asked.dialog and left and not decision.declined:
        _answer_dialog(left, asked.dialog, decision)
    elif not decision.declined:
        _plan(left, sight, decision, giving)
    return decision


def _heal(asked: Asked) -> Decision:
    """One recorded step that no longer fits: what it was for is done by our own skills, on the screen as it is now."""
    mended = read_mended(asked.healing, asked.values)
    decision = Decision()
    if mended is None or asked.tree is None:
        decision.declined = "it is not known what the recorded step was for"
    elif mended.part in asked.finished:
        decision.done = True
    elif mended.was_done and mended.intent.verb not in _REPEATABLE:
        decision.declined = f"{mended.words!r} was done, and it cannot be told whether it may be done again"
    else:
        sight = Sight(asked.tree, asked)
        move = _try((mended.intent,), sight, Progress(mended.part, asked))
        if isinstance(move, Decline):
            decision.declined = f"{mended.words!r}: {move.reason}"
        else:
            decision.steps = [(mended.part, one) for one in move.steps]
            decision.expects = [*move.expects] if move.steps else []
            decision.ends = [mended.part] if move.finished and move.steps else []
            decision.done, decision.log = move.finished, move.log or mended.words
    if decision.declined and asked.is_untouched:
        decision.memory = NOTHING_DONE
    return decision


def _answer_dialog(goals: list[Goal], dialog: str, decision: Decision) -> None:
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


def _plan(goals: list[Goal], sight: Sight, decision: Decision, giving: Mapping[int, tuple[str, ...]]) -> None:
    """Steps for the parts to come, as far as this screen allows to see ahead. `giving` are those that read."""
    for goal in goals:
        progress = Progress(goal.index, sight.asked, tuple(decision.memory.splitlines()))
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
        decision.steps += [(goal.index, one) for one in move.steps]
        if move.steps and not move.certain:
            decision.expects.clear()  # fields that were filled before may be gone with the page
        decision.expects += move.expects if move.steps else ()
        decision.results |= dict(zip(wants, move.gives, strict=False))
        decision.memory = "\n".join(filter(None, (decision.memory, move.memory)))
        decision.log = "; ".join(filter(None, (decision.log, move.log or goal.text)))
        if move.finished and move.steps:
            decision.ends.append(goal.index)
        elif move.finished:
            decision.finished = (*decision.finished, goal.index)
        if not move.finished:
            return
        if not move.certain:
            break
    decision.done = {goal.index for goal in goals} <= {*decision.ends, *decision.finished}


def _move(goal: Goal, sight: Sight, progress: Progress) -> Move | Decline:
    """What the words of a part lead to, if what they depend on is so."""
    readings = read_part(goal.text)
    return _unmet(readings, sight, progress) or _try(readings, sight, progress)


def _try(readings: Sequence[Intent], sight: Sight, progress: Progress) -> Move | Decline:
    """What the first reading that the screen bears out leads to; else what may bring its target into sight."""
    failed = [deed for deed in progress.deeds if deed.outcome == "failed"]
    if len(failed) > _MOST_FAILURES:
        return Decline(f"it was tried {len(failed)} times: {failed[-1].told}")
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
    if not any(conditions) or progress.deeds:
        return None
    why = ""
    for condition in conditions:
        holds = _holds(sight.asked.fill(condition), sight)
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


def _not_understood(goals: Sequence[Goal]) -> str:
    """A part that no sentence form fits is told before anything is done: half an instruction may do harm."""
    unknown = [goal.text for goal in goals if not read_part(goal.text)]
    if not unknown:
        return ""
    return f"this is not understood: {'; '.join(map(repr, unknown))}"


def _knows(text: str, sight: Sight) -> bool:
    return any(node.actionable for node in sight.exactly(sight.asked.fill(text)))
