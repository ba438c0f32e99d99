"""The simulated AW-Extend: its tasks, its judge, and one task from end to end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from askonce.program.checked_program import check_source
from askonce.testing.phone import PhoneRecords

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from aw_extend.judge import faults
from aw_extend.running import open_bench
from aw_extend.task_readings import KeptReading, kept_readings, play
from aw_extend.tasks import TASKS, Task

BY_NAME = {task.name: task for task in TASKS}


def test_there_are_the_nineteen_tasks_of_the_paper() -> None:
    assert len(BY_NAME) == len(TASKS) == 19
    assert sum(task.kind == "compositional" for task in TASKS) == 6


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_seed_decides_all_of_a_task_and_doing_nothing_does_not_fulfil_it(task: Task) -> None:
    case = task.case(1)
    assert case == task.case(1)
    assert case.words != task.case(2).words
    assert faults(case.after, case.after) == []
    assert faults(case.after, case.before)


@pytest.mark.parametrize("task", {task.program: task for task in TASKS}.values(), ids=lambda task: task.program)
def test_each_program_written_by_hand_runs_with_what_its_task_gives(task: Task) -> None:
    assert check_source(task.program_text, given=task.case(0).given).errors == ()


def _twice(records: PhoneRecords) -> None:
    records.expenses.append(records.expenses[-1])


def _one_less(records: PhoneRecords) -> None:
    del records.expenses[0]


def _another_amount(records: PhoneRecords) -> None:
    records.expenses[-1] = replace(records.expenses[-1], amount=records.expenses[-1].amount + 1)


def _another_note(records: PhoneRecords) -> None:
    records.expenses[-1] = replace(records.expenses[-1], note="something else")


def _somebody_else(records: PhoneRecords) -> None:
    records.notes["left.md"] = "over"


@pytest.mark.parametrize("spoil", [_twice, _one_less, _another_amount, _another_note, _somebody_else])
def test_what_is_there_twice_missing_changed_or_not_asked_for_is_a_fault(spoil: Callable[[PhoneRecords], None]) -> None:
    case = BY_NAME["ExpenseAddMultipleLong"].case(0)
    found = deepcopy(case.after)
    spoil(found)
    assert faults(case.after, found)


def test_free_texts_may_differ_a_little_as_in_android_world() -> None:
    case = BY_NAME["ExpenseAddMultipleLong"].case(0)
    found = deepcopy(case.after)
    last = found.expenses[-1]
    found.expenses[-1] = replace(last, name=last.name.upper(), note=f"{last.note}.")
    assert faults(case.after, found) == []


def test_merged_notes_need_their_empty_lines() -> None:
    case = BY_NAME["MarkorMergeNotesLong"].case(0)
    found = deepcopy(case.after)
    name = case.given["new_file_name"]
    found.notes[name] = found.notes[name].replace("\n\n", "\n")
    assert faults(case.after, found)


@pytest.mark.long  # what a reader replied to another task is carried out and judged in the same way
async def test_a_task_is_carried_out_by_its_own_words_and_judged() -> None:
    async with open_bench("reader") as bench:
        run = await bench.run(BY_NAME["MarkorFetchNoteAndSms"], 1)
    assert run.faults == ()
    assert run.actions
    assert all(call.static and call.dynamic and call.output for call in run.calls)


READ_RIGHT = [kept for kept in kept_readings(TASKS, range(3)) if not kept.reading.wrong]


def test_at_least_four_tasks_were_read_right_by_prompts_and_pictures_alone() -> None:
    assert len({kept.task.name for kept in READ_RIGHT}) >= 4


@pytest.mark.parametrize(
    "kept",
    [pytest.param(kept, marks=[] if kept.task.name == "MarkorTodoList" else pytest.mark.long) for kept in READ_RIGHT],
    ids=lambda kept: f"{kept.task.name}-{kept.reading.reader}",
)
async def test_what_a_reader_replied_still_carries_the_task_out(kept: KeptReading) -> None:
    run = await play(kept)
    assert run.faults == ()
    assert run.actions
    assert all(call.static and call.dynamic and call.output for call in run.calls)
    assert len(run.calls) <= kept.reading.calls
