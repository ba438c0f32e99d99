from collections.abc import Callable

import pytest

from askonce.config import Limits, ProgramSettings
from askonce.errors import OverBudget
from askonce.program.checked_program import read_valid_program
from askonce.program.counter import ADVANCE
from askonce.program.journal_records import ActionEnded, ActionStarted, StatementDone
from askonce.program.limits import UsageMeter
from askonce.program.run_state import RunState
from askonce.trace import Answered, Entry, Usage


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def state_after(usage: Usage = Usage(), seconds: float = 0.0) -> RunState:  # noqa: B008 - frozen
    """A run that has spent this."""
    state = RunState(read_valid_program("first\nsecond\n"), read_valid_program, {})
    state.apply(StatementDone((ADVANCE,), usage=usage, seconds=seconds))
    return state


def answered(meter: UsageMeter, tokens: int, cost: float = 0.0) -> None:
    event = Answered(act=1, round=1, role="planning", model="m", text="ok", prompt_tokens=tokens, cost=cost)
    meter.write(Entry(number=1, at=0.0, event=event))


RUN: list[tuple[Limits, RunState, RunState]] = [
    (Limits(tokens=300), state_after(Usage(1, 299)), state_after(Usage(1, 300))),
    (Limits(money=0.5), state_after(Usage(1, cost=0.4999)), state_after(Usage(1, cost=0.5))),
    (Limits(seconds=10.0), state_after(seconds=9.99), state_after(seconds=10.0)),
]


@pytest.mark.parametrize(("limits", "below", "at"), RUN, ids=["tokens", "money", "seconds"])
def test_a_run_that_has_spent_exactly_its_limit_may_spend_nothing_more(
    limits: Limits, below: RunState, at: RunState
) -> None:
    meter = UsageMeter(ProgramSettings(limits=limits, step_limits=Limits()), clock=Clock())
    meter.check(below)
    with pytest.raises(OverBudget, match="for the run"):
        meter.check(at)


def test_a_step_that_has_spent_exactly_its_limit_may_spend_nothing_more() -> None:
    meter = UsageMeter(ProgramSettings(step_limits=Limits(tokens=300)), clock=Clock())
    answered(meter, 299)
    meter.check(state_after())
    answered(meter, 1)
    with pytest.raises(OverBudget, match="tokens for this step"):
        meter.check(state_after())


def test_what_is_not_yet_in_the_journal_counts_too() -> None:
    meter = UsageMeter(ProgramSettings(limits=Limits(tokens=300)), clock=Clock())
    answered(meter, 100)
    meter.check(state_after(Usage(1, 199)))
    with pytest.raises(OverBudget, match="300 of 300"):
        meter.check(state_after(Usage(1, 200)))


def test_the_last_action_that_is_allowed_is_allowed_and_the_next_is_not() -> None:
    meter = UsageMeter(ProgramSettings(limits=Limits(steps=2), step_limits=Limits()), clock=Clock())
    state = state_after()
    for _ in range(2):
        meter.check_action(state)
        state.apply(ActionStarted("tap"))
        state.apply(ActionEnded())
    with pytest.raises(OverBudget, match="steps for the run"):
        meter.check_action(state)


@pytest.mark.parametrize(
    ("limits", "spend"),
    [
        (Limits(tokens=300), lambda meter, clock: answered(meter, 300)),
        (Limits(money=0.5), lambda meter, clock: answered(meter, 1, cost=0.5)),
        (Limits(seconds=10.0), lambda meter, clock: setattr(clock, "now", clock.now + 10.0)),
    ],
    ids=["tokens", "money", "seconds"],
)
def test_each_step_begins_with_its_whole_budget(limits: Limits, spend: Callable[[UsageMeter, Clock], None]) -> None:
    clock = Clock()
    meter, state = UsageMeter(ProgramSettings(step_limits=limits), clock=clock), state_after()
    for _ in range(2):
        meter.begin_step()
        meter.check(state)
        spend(meter, clock)
        with pytest.raises(OverBudget, match="for this step"):
            meter.check(state)


def test_each_step_begins_with_all_its_actions() -> None:
    meter, state = UsageMeter(ProgramSettings(step_limits=Limits(steps=1)), clock=Clock()), state_after()
    for _ in range(2):
        meter.begin_step()
        meter.check_action(state)
        meter.count_action()
        with pytest.raises(OverBudget, match="steps for this step"):
            meter.check_action(state)


def test_a_run_ends_after_the_number_of_lines_that_it_may_execute() -> None:
    state = state_after()  # one line
    UsageMeter(ProgramSettings(lines=2), clock=Clock()).check_lines(state)
    with pytest.raises(OverBudget, match="1 lines were executed"):
        UsageMeter(ProgramSettings(lines=1), clock=Clock()).check_lines(state)


def test_what_was_taken_for_the_journal_is_not_counted_twice() -> None:
    clock = Clock()
    meter = UsageMeter(ProgramSettings(limits=Limits(tokens=300, seconds=9.0)), clock=clock)
    answered(meter, 200)
    clock.now = 5.0
    usage, seconds = meter.take()
    assert (usage.tokens, seconds) == (200, 5.0)
    meter.check(state_after(usage, seconds))
    assert meter.take() == (Usage(), 0.0)


@pytest.mark.parametrize(
    ("run", "step", "left"),
    [(None, None, None), (20.0, None, 12.0), (None, 7.0, 4.0), (20.0, 7.0, 4.0), (10.0, 7.0, 2.0), (20.0, 2.0, 0.0)],
)
def test_the_time_that_is_left_is_that_of_the_run_or_of_the_step_whichever_ends_first(
    run: float | None, step: float | None, left: float | None
) -> None:
    clock = Clock()
    clock.now = 100.0
    settings = ProgramSettings(limits=Limits(seconds=run), step_limits=Limits(seconds=step))
    meter, state = UsageMeter(settings, clock=clock), state_after(seconds=3.0)
    clock.now = 102.0
    meter.begin_step()
    clock.now = 105.0
    assert meter.seconds_left(state) == left


def test_the_time_since_the_journal_was_written_counts_and_the_error_names_the_limit() -> None:
    clock = Clock()
    clock.now = 100.0
    meter, state = UsageMeter(ProgramSettings(limits=Limits(seconds=10.0)), clock=clock), state_after(seconds=6.0)
    clock.now = 103.9
    meter.check(state)
    assert "the budget of time for the step" in meter.out_of_time(state).message
    clock.now = 104.0
    with pytest.raises(OverBudget, match=r"time for the run .*: 10\.0 s of 10 s"):
        meter.check(state)
    assert "10.0 s of 10 s" in meter.out_of_time(state).message
