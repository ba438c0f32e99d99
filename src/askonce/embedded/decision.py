"""From a request to what to reply: which parts are done, and what the next ones take on this screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from askonce.embedded.alike_controls import alike_doubt
from askonce.embedded.condition_verdicts import holds, may_be_told
from askonce.embedded.earlier_rounds import write_memory
from askonce.embedded.field_effects import field_not_held
from askonce.embedded.grammar import Intent, read_part, split_parts
from askonce.embedded.grammar.interpretations import spelt_out
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.heal_step import is_other_commitment, part_number, step_intent
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.press_permission import forbidden
from askonce.embedded.program_steps import giving_parts, name_app, name_place
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.seen_press import cannot_look_again, cannot_point, has_pressed, note_press, pressed_part
from askonce.embedded.skill_answers import UNMOVED, Decline, PartProgress, PlannedAction, SkillPlan, tap
from askonce.embedded.skills import SEEKERS, SKILLS
from askonce.embedded.skills.checkboxes import box_saying
from askonce.embedded.skills.clicks import was_sent
from askonce.embedded.skills.deletions import asks_of_other, delete_by_name, last_deleted, other_question
from askonce.embedded.skills.exploration import close_again, open_next
from askonce.embedded.skills.navigation import answer_dialog
from askonce.embedded.skills.phone_moves import launch_unseen
from askonce.embedded.skills.reveal import uncover
from askonce.embedded.skills.step_results import READS_ONLY, give_value
from askonce.embedded.text_press import tried_text, try_text
from askonce.embedded.told_failures import is_sent_again, note_failures, told_failure
from askonce.geometry import Size
from askonce.history import ActionStatus, RecordingAbandoned, ResultsToRead, StepToHeal, SubGoal
from askonce.language.normalization import split_words
from askonce.lazy import dataclass, regex
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node, Tree
from askonce.screens.open_dialog import open_dialog

MOST_ACTIONS = 20
"""The most actions in one reply: the conversation keeps a reply only up to a length."""
_MOST_FAILURES = 2
_FILLING = frozenset(
    {
        "type",
        "choose",
        "changefrom",
        "tick",
        "untick",
        "firston",
        "firstoff",
        "assign",
        "pairs",
        "empty",
        "value",
        "copy",
        "star",
        "phrase",
        "showas",
    }
)
_PRESSED = frozenset({"button", "link", "menuitem"})
_PLURAL = frozenset({"them", "these", "those", "both"})
_LONGEST_CALL = 3
_COUNT = regex(r"\s*\(\d+\)$")
_REPEATABLE = frozenset({"type", "empty", "choose"})
"""What does no harm when it is done twice."""


@dataclass(slots=True)
class Decision:
    """What to reply."""

    goals: tuple[SubGoal, ...] = ()
    """All parts, where they have to be noted down for the first time."""
    finished: tuple[int, ...] = ()
    """Parts that are known to be done by now."""
    actions: list[tuple[int, PlannedAction]] = field(default_factory=list[tuple[int, PlannedAction]])
    ends: list[int] = field(default_factory=list[int])
    expects: list[str] = field(default_factory=list[str])
    memory: str = ""
    log: str = ""
    done: bool = False
    looks_first: bool = False
    """Whether it is to be seen that fields hold what was typed, before something is pressed that uses it."""
    declined: str = ""
    missing: str = ""
    """What was declined for want of it: it may come yet."""
    results: dict[str, object] = field(default_factory=dict[str, object])
    """What variables of a program are to hold."""

    @property
    def elements(self) -> tuple[int, ...]:
        """The elements that the actions so far are for."""
        targets = (dict(action.params.get("target") or {}) for _, action in self.actions)
        return tuple(target["element"] for target in targets if "element" in target)

    @property
    def only_types(self) -> bool:
        """Whether nothing is done so far that may bring up another field."""
        return all(action.action == "Type" and not action.params.get("enter") for _, action in self.actions)

    @property
    def types(self) -> bool:
        """Whether a text is typed so far, which a page may cut or change."""
        return any(action.action == "Type" for _, action in self.actions)

    def add(self, goal: SubGoal, plan: SkillPlan) -> None:
        """Take what is to be done for one part."""
        self.actions += [(goal.index, action) for action in plan.actions]
        if plan.actions and not plan.certain:
            self.expects.clear()  # fields that were filled before may be gone with the page
        self.expects += plan.expects if plan.actions else ()
        self.memory = "\n".join(filter(None, (self.memory, plan.memory)))
        self.log = "; ".join(filter(None, (self.log, plan.log or goal.text)))
        if plan.finished and plan.actions:
            self.ends.append(goal.index)
        elif plan.finished:
            self.finished = (*self.finished, goal.index)


def decide(state: PlanningState) -> Decision:
    """What to do next, from the request alone: the same request gives the same decision."""
    decision = _decide(state)
    if state.question.step:
        actions = [(part, action.action, action.params) for part, action in decision.actions]
        account = write_memory(state.rounds, actions, decision.ends)
        decision.memory = "\n".join(filter(None, (decision.memory, account)))
    return decision


def _decide(state: PlanningState) -> Decision:
    question = state.question
    if question.refused and not cannot_look_again(state) and not cannot_point(state):
        return Decision(declined=f"this kind of screen does not allow what has to be done: {question.refused}")
    match state.recording:
        case StepToHeal() as step:
            return _heal(step, state)
        case RecordingAbandoned(done=done) if done:
            return Decision(declined="a recording was abandoned halfway, and it is not known what is left to do")
        case RecordingAbandoned(step=StepToHeal() as step) if is_other_commitment(step):
            return Decision(declined=step.reason)
        case _:
            pass
    if question.tree is None and not question.dialog:
        return Decision(declined="the screen has no element tree")
    return _continue(state, ScreenIndex(_with_top(question.tree or Tree((), Size(0, 0)), state), state))


def _with_top(tree: Tree, state: PlanningState) -> Tree:
    """A tree that is only seen, with its beginning where that is known: a scroll up to the end moved nothing."""
    last = state.past_actions[-1] if state.past_actions else None
    is_top = last is not None and last.is_done and last.action == "Scroll" and last.params.get("direction") == "up"
    is_still = is_top and last is not None and last.params.get("to_end") is True and UNMOVED in state.question.elements
    return replace(tree, scrolls_up=False) if tree.seen and is_still else tree


def _continue(state: PlanningState, screen: ScreenIndex) -> Decision:
    """What comes next of the instruction. Its parts are noted down in the first reply."""
    goals = state.goals or _read_goals(state.question.instruction, screen)
    known = {goal.index for goal in goals if goal.finished}
    decision = Decision(goals=() if state.goals else goals, finished=tuple(sorted(state.finished - known)))
    if not goals:
        decision.declined = "the instruction does not say what to do"
        return decision
    if not_held := field_not_held(state.question.events, screen):
        decision.declined = not_held
        return decision
    giving = giving_parts(goals, state.missing)
    if isinstance(giving, Decline):
        decision.declined = giving.reason
        return decision
    if not state.goals:
        decision.declined = _not_understood([goal for goal in goals if goal.index not in giving], screen)
    if isinstance(state.recording, ResultsToRead):
        decision.finished = tuple(goal.index for goal in goals if goal.index not in giving)
    left = [goal for goal in goals if goal.index not in {*state.finished, *decision.finished}]
    if state.question.dialog and left and not decision.declined:
        _answer_dialog(left, state, decision)
    elif not decision.declined:
        _plan(left, screen, decision, giving)
        _tell_failures(left, screen, decision)
    return decision


def _tell_failures(goals: Sequence[SubGoal], screen: ScreenIndex, decision: Decision) -> None:
    """Nothing is done where the page says that it failed, and nothing more either: what comes next, such as to close a
    form, may lose what was not saved. What the page says before something is pressed is noted."""
    failure = told_failure(screen) if decision.done or decision.actions else ""
    if decision.actions and failure and not is_sent_again([goal.text for goal in goals], screen):
        decision.actions.clear()
        decision.done = decision.looks_first = False
        decision.declined = f"a part of it was done, and then the page said: {quoted(failure)}"
    elif decision.actions:
        decision.memory = "\n".join(filter(None, (decision.memory, note_failures(screen))))
    elif failure:
        decision.done = False
        decision.declined = f"all of it was done, and then the page said: {quoted(failure)}"


def _read_goals(instruction: str, screen: ScreenIndex) -> tuple[SubGoal, ...]:
    placed = name_place(name_app(instruction), lambda text: _leads_on(text, screen))
    parts = split_parts(placed, lambda text: _knows(text, screen))
    return tuple(SubGoal(index, part) for index, part in enumerate(spelt_out(parts), 1))


def _heal(step: StepToHeal, state: PlanningState) -> Decision:
    """One recorded step that no longer fits: what it was for is done by our own skills, on the screen as it is now."""
    decision, intent, part = Decision(), step_intent(step), part_number(step)
    words = state.fill(step.intent or (intent.words if intent else ""))
    if intent is None or state.question.tree is None:
        decision.declined = "it is not known what the recorded step was for"
    elif not_held := field_not_held(state.question.events, ScreenIndex(state.question.tree, state)):
        decision.declined = not_held
    elif part in state.finished:
        decision.done = True
    elif is_other_commitment(step):
        decision.declined = f"{words!r}: {step.reason}"
    elif step.was_done and intent.verb not in _REPEATABLE:
        decision.declined = f"{words!r} was done, and it is not known whether it may be repeated"
    else:
        plan = _try((intent,), ScreenIndex(state.question.tree, state), PartProgress(part, state))
        if isinstance(plan, Decline):
            decision.declined = f"{words!r}: {plan.reason}"
        else:
            decision.actions = [(part, action) for action in plan.actions]
            decision.expects = [*plan.expects] if plan.actions else []
            decision.ends = [part] if plan.finished and plan.actions else []
            decision.done, decision.log, decision.memory = plan.finished, plan.log or words, plan.memory
    return decision


def _answer_dialog(goals: list[SubGoal], state: PlanningState, decision: Decision) -> None:
    """A browser dialog blocks the page: only a part that says how to answer it can be done now.

    What a deletion led to is answered by the part behind it, and looked at afterwards.
    """
    deleted = last_deleted(state.memories, goals[0].index)
    if has_pressed(PartProgress(goals[0].index, state)) and len(goals) > 1:  # that a dialog came is its effect
        decision.finished = (*decision.finished, goals[0].index)
        goals = goals[1:]
    part = goals[1] if deleted and len(goals) > 1 else goals[0]
    answer = next((plan for intent in read_part(part.text) if (plan := answer_dialog(intent))), None)
    if answer is None:
        decision.declined = (
            f"{part.text!r}: a browser dialog is open ({state.question.dialog}); say how to answer it, for example: "
            "accept it"
        )
        return
    if deleted and asks_of_other(state.question.dialog, deleted):
        decision.declined = f"{part.text!r}: {other_question(state.question.dialog)}"
        return
    decision.actions = [(part.index, action) for action in answer.actions]
    decision.log = part.text
    if not deleted:
        decision.ends = [part.index]
        decision.done = len(goals) == 1


def _plan(goals: list[SubGoal], screen: ScreenIndex, decision: Decision, giving: Mapping[int, tuple[str, ...]]) -> None:
    """Steps for the parts to come, as far as this screen allows to see ahead. `giving` are those that read."""
    for goal in goals:
        progress = PartProgress(goal.index, screen.state, tuple(decision.memory.splitlines()), decision.elements)
        wants = giving.get(goal.index, ())
        if wants and decision.actions:  # what is to be read may be another after these
            return
        plan = give_value(goal.text, wants, screen, progress) if wants else _move(goal, screen, progress)
        if isinstance(plan, Decline):
            if not decision.actions or (decision.only_types and _fills(goal.text) and not plan.for_now):
                decision.actions.clear()
                part = "" if goal.text == screen.state.question.instruction else f"{goal.text!r}: "
                dialog = open_dialog(screen.tree) if plan.missing else ""
                decision.declined = "; ".join(filter(None, (f"{part}{plan.reason}", dialog)))
                needed = plan.missing or plan.awaited
                decision.missing = screen.fill(needed) if needed else ""
            return
        if decision.expects and (decision.types or screen.tree.seen) and plan.presses:
            decision.looks_first = True
            return
        if plan.actions and len(decision.actions) + len(plan.actions) > MOST_ACTIONS:
            if decision.actions:
                return
            plan = SkillPlan(plan.actions[:MOST_ACTIONS], finished=False, log=plan.log)
        decision.results |= dict(zip(wants, plan.gives, strict=False))
        decision.add(goal, plan)
        if not plan.finished:
            return
        if not plan.certain:
            break
    decision.done = {goal.index for goal in goals} <= {*decision.ends, *decision.finished}


def _move(goal: SubGoal, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """The plan for a part, if its condition holds."""
    if pressed := pressed_part(screen, progress):
        return pressed
    readings = read_part(goal.text) or (Intent("name", goal.text),)
    is_sent = readings[0].verb == "submit" and was_sent(goal.index - 1, progress)
    named = None if is_sent else _named_exactly(goal.text, screen)
    if named is None or last_deleted(progress.notes, goal.index):
        return _unmet(readings, screen, progress) or _try(readings, screen, progress)
    plan = delete_by_name(readings, named, screen, progress) or SkillPlan((tap(named, goal.text),))
    doubted = forbidden(plan, Intent("click", goal.text), screen) if "seen" in named.attributes else None
    doubted = doubted or alike_doubt(plan, screen, lambda other: plan if _named_exactly(goal.text, other) else None)
    return doubted or note_press(plan, screen, progress)


def _fills(text: str) -> bool:
    """Whether a part fills in a field, which has to be there before anything is typed into others."""
    first = next(iter(read_part(text)), None)
    return first is not None and first.verb in _FILLING and (first.verb != "choose" or bool(first.target))


def _named_exactly(text: str, screen: ScreenIndex) -> Node | None:
    """The only control that is called just as the whole part: "Clear completed"."""
    found = [node for node in _called(text, screen) if node.role in _PRESSED]
    return found[0] if len(found) == 1 and not found[0].states & {"disabled", "covered"} else None


def _called(text: str, screen: ScreenIndex) -> list[Node]:
    """What can be used and is called so; else, by its name without articles, signs and a count: "Clear done (2)"."""
    words = screen.state.fill(text)
    exact = [node for node in screen.exactly(words) if node.actionable]
    bare = _bare(words)
    return exact or [node for node in screen.tree if bare and node.actionable and _bare(node.name) == bare]


def _bare(name: str) -> tuple[str, ...]:
    words = split_words(_COUNT.sub("", name))
    return tuple(word for word in words if word not in lexicon().articles and any(map(str.isalnum, word)))


def _try(readings: Sequence[Intent], screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """The plan of the first reading that fits the screen; else one that may bring its target into view."""
    failed = [past for past in progress.past_actions if past.status is ActionStatus.FAILED]
    if len(failed) > _MOST_FAILURES:
        return Decline(f"it was tried {len(failed)} times: {failed[-1].detail}")
    if tried := pressed_part(screen, progress) or tried_text(screen, progress):
        return tried
    declines: list[Decline] = []
    plain: Decline | None = None
    for intent in readings:
        answer = _answer(intent, screen, progress)
        if isinstance(answer, SkillPlan):
            tried = try_text(answer, screen, progress)
            is_opposite = bool(tried) and readings[0].verb == "close"  # what a text says may open at a press
            answer = Decline("a text is not pressed to close what it says") if is_opposite else tried or answer
        if isinstance(answer, SkillPlan):
            plan_on = partial(_answer, intent, progress=progress)
            answer = forbidden(answer, intent, screen) or alike_doubt(answer, screen, plan_on) or answer
        if isinstance(answer, SkillPlan):
            return uncover(answer, screen, progress) or note_press(answer, screen, progress)
        if answer and answer.final:
            return answer
        if answer:
            declines.append(answer)
            plain = answer if intent.verb == "click" and readings[0].verb == "entry" else plain
    if tied := next((decline for decline in declines if decline.tied), None):
        return tied
    is_filling = any(intent.verb in _FILLING for intent in readings)  # what takes data has to be in sight
    seekers = [seeker for seeker in SEEKERS if not is_filling or seeker is not open_next]
    for missing in (decline.missing for decline in declines if decline.missing):
        plan = next((plan for seeker in seekers if (plan := seeker(missing, screen, progress))), None)
        if isinstance(plan, SkillPlan):
            return plan
        plain = plain or plan
    if restored := close_again(screen, progress):
        return restored
    for intent in readings:
        if intent.verb == "launch" and (plan := launch_unseen(intent, screen, progress)):
            return plan
    if not declines:
        return Decline("this is not understood; write, for example: click …, type … into …, select … from …")
    return plain or declines[0]


def _unmet(readings: Sequence[Intent], screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Skip a part whose condition does not hold; decline if that is unknown. A begun part is not checked again."""
    conditions = dict.fromkeys(intent.condition or intent.exception for intent in readings)
    if not any(conditions) or progress.past_actions:
        return None
    why = ""
    for condition in conditions:
        told = holds(screen.state.fill(condition), screen)
        if isinstance(told, bool):
            return None if told == bool(readings[0].condition) else SkillPlan(certain=True)
        why = why or told
    reason = f": {why}" if why else ""
    return Decline(
        f'cannot tell whether {next(iter(conditions))!r}{reason}; write, for example: if the text "…" is visible, …'
    )


def _answer(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    declined: Decline | None = None
    for skill in SKILLS.get(intent.verb, ()):
        answer = skill(intent, screen, progress)
        if isinstance(answer, SkillPlan) or (answer and answer.final):
            return answer
        declined = declined or answer
    return declined


def _speaks_of_several(text: str) -> bool:
    """Whether a part changes "them": what was mentioned before is remembered only where it is one thing."""
    changing = (intent for intent in read_part(text) if intent.verb in {"delete", "star", "edit"})
    return any((intent.get("entry") or intent.get("name")).text.casefold() in _PLURAL for intent in changing)


def _not_understood(goals: Sequence[SubGoal], screen: ScreenIndex) -> str:
    """Report parts that no sentence form fits before anything is done: half an instruction may do harm.

    What must not be done is known to be left out only if all other parts just fill in fields.
    """
    verbs = [next((intent.verb for intent in read_part(goal.text)), "") for goal in goals]
    if "refrain" in verbs and not {*verbs} <= _FILLING | {"refrain"}:
        held_back = goals[verbs.index("refrain")].text
        return f"it is not known whether this can be done otherwise: {held_back!r}"
    if "give" in verbs:
        return f"{goals[verbs.index('give')].text!r}: {READS_ONLY}"
    if several := [goal.text for goal in goals if _speaks_of_several(goal.text)]:
        return f"{several[0]!r}: it is not clear which ones are meant; name each of them"
    if unjudged := [goal.text for goal in goals if _cannot_be_verified(goal.text, screen)]:
        return f'{unjudged[0]!r}: cannot tell whether it is so; write, for example: verify that the text "…" is visible'
    unknown = [
        goal.text
        for goal in goals
        if not read_part(goal.text) and not _named_exactly(goal.text, screen) and not box_saying(goal.text, screen)
    ]
    is_below = len(goals) == 1 and screen.tree.goes_on_below and len(goals[0].text.split()) <= _LONGEST_CALL
    if is_below and unknown:
        return ""  # it may be the name of what is further down
    if not unknown:
        return _unproven_verb(goals, verbs, screen)
    return f"this is not understood: {'; '.join(map(repr, unknown))}"


def _cannot_be_verified(text: str, screen: ScreenIndex) -> bool:
    """Whether a part wants something verified that no screen could show: what comes before it is not done either."""
    wanted = [intent.get("statement").prompt for intent in read_part(text)[:1] if intent.verb == "verify"]
    return bool(wanted) and not _named_exactly(text, screen) and not may_be_told(screen.state.fill(wanted[0]))


def _unproven_verb(goals: Sequence[SubGoal], verbs: Sequence[str], screen: ScreenIndex) -> str:
    """Why a verb that stands alone, as in "… and book", surely presses nothing: no button has it as its name."""
    tree = screen.tree
    for place, goal in enumerate(goals):
        verb = read_part(goal.text)[0].get("verb").text if verbs[place] == "bare" else ""
        if not verb or _named_exactly(verb, screen):
            continue
        if others := _called(verb, screen):
            roles = ", ".join(f"{node.role} {node.name!r}" for node in others)
            return f"{goal.text!r}: it is not clear what to press for it; there is: {roles}"
        is_all_seen = not (tree.goes_on_above or tree.goes_on_below or tree.more)
        if is_all_seen and {*verbs[:place]} <= _FILLING:
            return f"{goal.text!r}: no button is called so"
    return ""


def _knows(text: str, screen: ScreenIndex) -> bool:
    return bool(_called(text, screen))


def _leads_on(text: str, screen: ScreenIndex) -> bool:
    """Whether a tab or link is called so: what follows is to be done there."""
    return any(node.actionable and node.role in {"tab", "link"} for node in screen.exactly(screen.state.fill(text)))
