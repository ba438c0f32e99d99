"""One sitting of a person: its steps in order, the values that they use, and the recording that they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import cast

from askonce.actions.action_sentence import tidy
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.planning.act_context import ActContext
from askonce.planning.recall import finished_recording
from askonce.recorder.hand_step import HandStep, Moment
from askonce.recorder.step_titles import title_of
from askonce.recordings.exports.step_sentences import CHECK, action_sentence, checked_statement
from askonce.recordings.recording import RecordedStep, Recording
from askonce.recordings.slots import open_slots, slots_in, slots_of, strings_in, verbatim_in
from askonce.screens.expectation import Expectation
from askonce.values import Instruction, Secret, slot_names

_CHECK_SECONDS = 10
_LONG = 3


@dataclass(frozen=True, slots=True)
class _Made:
    """A step as it was made last, and from what."""

    version: int
    used: frozenset[str]
    moment: object
    step: RecordedStep


class Sitting:
    """What was recorded so far."""

    def __init__(self, title: str = "", values: Mapping[str, str | Secret] | None = None) -> None:
        self._title = title.strip()
        self._values: dict[str, str | Secret] = dict(values or {})
        self.moments: list[Moment] = []
        self.began = ""
        """The address where it began."""
        self._unrecorded: dict[int, str] = {}
        """What fields hold that was typed while nothing was recorded, by the numbers of these."""
        self._version = 0
        self._next = 1
        self._made: dict[int, _Made] = {}

    # ---- values

    @property
    def values(self) -> Mapping[str, str | Secret]:
        return self._values

    def set_value(self, name: str, value: str | Secret) -> None:
        if self._values.get(name) != value:
            self._values[name] = value
            self._version += 1

    def drop_value(self, name: str) -> None:
        """Forget a value that no step uses any more."""
        if not any(moment.variable == name for moment in self.moments) and self._values.pop(name, None) is not None:
            self._version += 1

    def leave_out(self, field: int, text: str) -> None:
        """A field holds something that no step may tell, as an effect or as what it needs."""
        self._unrecorded[field] = text
        self._version += 1

    def _tells(self, expected: Expectation) -> bool:
        """Whether an expectation holds what is not to be recorded. A short text may stand anywhere by chance."""
        texts = (expected.text, expected.value)
        return any(
            unrecorded in text if len(unrecorded) >= _LONG else unrecorded == text
            for unrecorded in self._unrecorded.values()
            for text in texts
            if unrecorded
        )

    def _cleaned(self, step: RecordedStep) -> RecordedStep:
        """The step without what is not to be recorded."""
        same = step.same_values
        if not self._unrecorded:
            return step
        kept = same and same.model_copy(update={"expects": self._kept(same.expects)})
        changed = {"expects": self._kept(step.expects), "needs": self._kept(step.needs), "same_values": kept}
        return step.model_copy(update=changed)

    def _kept(self, expects: Iterable[Expectation]) -> tuple[Expectation, ...]:
        return tuple(expected for expected in expects if not self._tells(expected))

    def is_alone(self, moment: Moment) -> bool:
        """Whether no other step uses the value of this one."""
        return not any(each.variable == moment.variable for each in self.moments if each is not moment)

    def name_of(self, text: str) -> str:
        """The name of a value that is this text."""
        known = ((name, each.reveal() if isinstance(each, Secret) else each) for name, each in self._values.items())
        return next((name for name, value in known if value == text and text), "")

    @property
    def instruction(self) -> Instruction:
        """What the steps are made for. A made title says nothing that they do not."""
        return Instruction(self._title, dict(self._values))

    # ---- steps

    def add(self, moment: Moment, place: int | None = None) -> Moment:
        moment.number, self._next = self._next, self._next + 1
        self.moments.insert(len(self.moments) if place is None else place, moment)
        return moment

    def moment(self, number: int) -> Moment:
        found = next((moment for moment in self.moments if moment.number == number), None)
        if found is None:
            numbers = ", ".join(str(moment.number) for moment in self.moments) or "none"
            raise ConfigError(f"there is no step {number}", remedy=f"there are: {numbers}")
        return found

    def recorded(self) -> list[RecordedStep]:
        """The steps as they are written, one for each moment."""
        instruction, used, made = self.instruction, set[str](), list[RecordedStep]()
        typed = {name for moment in self.moments for name in slots_of(moment.typed) if name != moment.variable}
        for moment in self.moments:
            meant = typed - {moment.variable}
            used |= moment.used(instruction) - meant
            if moment.fixed:
                used |= slots_of(*strings_in(moment.fixed.params)) & self._values.keys()
            key = (moment.seen, moment.check, moment.fixed, moment.words, frozenset(meant))
            known = self._made.get(moment.number)
            if known is None or (known.version, known.used, known.moment) != (self._version, used, key):
                step = self._cleaned(_with_braces(moment, instruction, frozenset(used), meant))
                known = self._made[moment.number] = _Made(self._version, frozenset(used), key, step)
            made.append(known.step)
        return made

    def shown(self, mask: object) -> list[HandStep]:
        """The steps as people see them."""
        hide = cast("type[str]", mask)  # a mask is called with a text and gives one
        steps: list[HandStep] = []
        for moment, step in zip(self.moments, self.recorded(), strict=True):
            typed = step.params.get("text")
            kind = "check" if moment.check or checked_statement(step) else "step"
            words = moment.words or (step.intent if kind == "check" else action_sentence(step))
            steps.append(
                HandStep(
                    number=moment.number,
                    words=hide(tidy(words)),
                    kind=kind,
                    value=hide(typed) if isinstance(typed, str) else "",
                    variable=moment.variable,
                    offer="" if moment.variable else moment.offer,
                    problem=hide(moment.problem),
                    remark=hide(moment.remark),
                )
            )
        return steps

    # ---- the recording

    @property
    def title(self) -> str:
        """The instruction under which it is recorded, with the names of all values that it needs."""
        steps = self.recorded()
        title = self._title or title_of(steps, self._values)
        missing = [name for name in self._values if name in slots_in(steps) and name not in slot_names(title)]
        names = [f"{{{name}}}" for name in missing]
        listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
        return f"{title} with {listed}" if listed else title

    def set_title(self, title: str) -> None:
        if not title.strip():
            raise ConfigError("the title is empty", remedy="say in a few words what the steps do")
        self.check_names(title, "the title")
        self._title = " ".join(title.split())
        self._version += 1

    def check_names(self, words: str, what: str) -> None:
        """Refuse words that name a value which nothing types."""
        unknown = [name for name in slot_names(words) if name not in self._values]
        if unknown:
            raise ConfigError(
                f"no step types {{{unknown[0]}}}, which {what} names",
                remedy=f"make a typed text the variable {unknown[0]} first, or write {{{{{unknown[0]}}}}}",
            )

    def open_in_title(self, name: str, value: str) -> None:
        """Name a value in the title where that says it."""
        opened = open_slots(self._title, Instruction("", {name: value}))
        if opened != self._title:
            self._title = opened
            self._version += 1

    def recording(self, context: ActContext) -> Recording | str:
        """What is recorded; or why that cannot be repeated."""
        steps = self.recorded()
        if not steps:
            return "nothing was done that could be repeated"
        needed = slots_in(steps)
        values = {name: value for name, value in self._values.items() if name in needed}
        return finished_recording(context, Instruction(self.title, values), self.began, steps)


def _with_braces(
    moment: Moment, instruction: Instruction, used: frozenset[str], typed: AbstractSet[str]
) -> RecordedStep:
    """The step, in which braces that somebody typed stay what they are, even if a value has the name in them."""
    if not moment.fixed and not typed.isdisjoint(instruction.values):
        kept = {name: value for name, value in instruction.values.items() if name not in typed}
        step = _step_of(moment, Instruction(instruction.text, kept), used - typed)
        if meant := typed & {*verbatim_in(step, kept)}:
            return step.model_copy(update={"verbatim": tuple(sorted(meant))})
    return _step_of(moment, instruction, used)


def _step_of(moment: Moment, instruction: Instruction, used: frozenset[str]) -> RecordedStep:
    if moment.fixed:
        return moment.fixed.model_copy(update={"intent": moment.words or moment.fixed.intent})
    if moment.check:
        statement = open_slots(moment.check.statement, instruction)
        expected = moment.check.expects
        opened = expected and Expectation(
            expected.kind, open_slots(expected.text, instruction), open_slots(expected.value, instruction)
        )
        return RecordedStep(
            intent=f"{CHECK}{statement}",
            action="Wait",
            params={"seconds": _CHECK_SECONDS, "until": statement},
            expects=(opened,) if opened else (),
        )
    assert moment.seen, "a moment has an action, a check or a step"
    return moment.seen.step(instruction, used, intent=moment.words)
