import re
from pathlib import Path

import pytest
from engine_hands import PLAIN, Done, Ledger, run

from askonce.companion import Companion
from askonce.config import ProgramSettings
from askonce.errors import NotFound
from askonce.program.checked_program import read_valid_program
from askonce.program.counter import ADVANCE
from askonce.program.journal import FileJournal
from askonce.program.journal_records import (
    ActionEnded,
    ActionStarted,
    JournalRecord,
    StatementDone,
    StatementFailed,
)
from askonce.program.run_state import RunState
from askonce.program.step_replay import may_replay
from askonce.values import Mask


class Killed(BaseException):
    pass


@pytest.mark.parametrize(
    "records",
    [
        [ActionStarted("tap")],
        [ActionStarted("tap"), ActionEnded()],
        [StatementFailed("not found")],
    ],
    ids=["an action of unknown outcome", "an action that was done", "a failure"],
)
def test_a_step_of_which_something_was_done_is_not_replayed_and_the_next_one_is(records: list[JournalRecord]) -> None:
    state = RunState(read_valid_program("first\nsecond\n"), read_valid_program, {})
    assert may_replay(state.progress)
    for record in records:
        state.apply(record)
    assert not may_replay(state.progress)
    state.apply(StatementDone((ADVANCE,)))
    assert may_replay(state.progress)


async def test_a_step_that_was_done_when_the_run_was_killed_is_not_done_again(tmp_path: Path) -> None:
    """Its last action is in the journal as done; only that the step is over is not."""
    ledger, path = Ledger(), tmp_path / "journal.jsonl"

    class DiesBeforeTheStepIsOver(FileJournal):
        def append(self, record: JournalRecord) -> None:
            if isinstance(record, StatementDone):
                raise Killed
            super().append(record)

    with pytest.raises(Killed):
        await run(ledger, "add one\n", journal=DiesBeforeTheStepIsOver(path, Mask()))
    assert ledger.entries == ["one"]
    await run(ledger, "add one\n", journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["one"]


async def test_a_step_is_tried_as_often_as_allowed_also_after_another_one_failed() -> None:
    ledger, failed = Ledger(), set[str]()

    async def fail_once(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        if found.group() not in failed:
            failed.add(found.group())
            raise NotFound("the door", ())
        return Done()

    ledger.on("open.*", fail_once)
    await run(ledger, "open the door\nopen the window\n", PLAIN)
    assert ledger.steps == ["open the door"] * 2 + ["open the window"] * 2


async def test_a_line_that_replanning_put_there_is_tried_as_often_as_any_other() -> None:
    ledger, tries = Ledger(), list[str]()

    async def fail(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        tries.append(found.group())
        if found.group() == "open the door" or tries.count(found.group()) == 1:
            raise NotFound("the door", ())
        return Done()

    ledger.on("open.*", fail)
    ledger.replies.append("```\nopen the window\n```")
    await run(ledger, "open the door\n", ProgramSettings(final_check=False, replans=1))
    assert tries == ["open the door"] * 2 + ["open the window"] * 2
