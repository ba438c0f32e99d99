"""What a run tells its trace."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import pytest
from engine_hands import Done, Ledger, run

from askonce.companion import Companion
from askonce.errors import GaveUp, ProgramFailed
from askonce.program.journal import FileJournal
from askonce.trace import Assigned, Event, LineEnded, LineStarted, Noted, ProgramEnded, ProgramStarted, Told
from askonce.values import Mask

Kind = TypeVar("Kind", bound=Event)


def events_of(ledger: Ledger, kind: type[Kind]) -> list[Kind]:
    return [event for event in ledger.events if isinstance(event, kind)]


PROGRAM = """define function named "greet":
    function inputs: {who} (text)
    tell user "hello {who}"
    function returns "done"
Record list "Ann", "Bob" as {names}
For each {name} in {names}:
    execute function "greet", with {who} as {name}, save result as {answer}
add a line
"""


async def test_each_line_that_runs_begins_and_ends_with_its_place() -> None:
    ledger = Ledger()
    await run(ledger, PROGRAM, variables={"given": "x"})

    started, ended = events_of(ledger, LineStarted), events_of(ledger, LineEnded)
    places = [(event.line, event.iterations, event.depth) for event in started]
    assert places == [(event.line, event.iterations, event.depth) for event in ended]
    assert 1 not in {event.line for event in started}, "the definition of a function is not a step"
    assert [(line, depth) for line, passes, depth in places if passes == (2,)] == [(7, 0), (3, 1), (4, 1), (6, 0)]
    assert [event.total for event in started if event.line == 7] == [2, 2]
    assert [(event.line, event.depth, event.message) for event in events_of(ledger, Told)] == [
        (3, 1, "hello Ann"),
        (3, 1, "hello Bob"),
    ]
    assert events_of(ledger, ProgramStarted)[0].variables == ("given",)


async def test_a_line_ends_with_what_it_alone_has_spent() -> None:
    ledger = Ledger()
    await run(ledger, "add a line\nadd another one\nset {a} to 1\n")

    spent = [(event.line, event.actions, event.calls, event.how) for event in events_of(ledger, LineEnded)]
    assert [(line, actions, calls) for line, actions, calls, _ in spent] == [(1, 1, 1), (2, 1, 1), (3, 0, 0)]
    assert spent[0][3] == "asked"
    tokens = [event.tokens for event in events_of(ledger, LineEnded)]
    ended = events_of(ledger, ProgramEnded)[0]
    assert (ended.outcome, ended.lines, ended.actions, ended.calls) == ("done", 3, 2, 2)
    assert ended.tokens == sum(tokens)
    assert ended.line == 0
    assert ended.seconds >= sum(event.seconds for event in events_of(ledger, LineEnded)) > 0


async def test_assignments_are_shown_short_and_those_of_loops_not_at_all() -> None:
    ledger = Ledger()
    await run(
        ledger,
        f"""Record list "Ann", "Bob" as {{names}}
For each {{name}} in {{names}}:
    set {{long}} to "{"word " * 100}"
Create an empty data table with "name" column, recorded as {{people}}
Add a row of data {{"name": "Ann"}} to {{people}}
set variable {{answer}} to 7
""",
    )

    assigned = events_of(ledger, Assigned)
    assert {event.name for event in assigned} == {"names", "long", "people", "answer"}
    assert all(len(event.value) <= 130 for event in assigned)
    assert next(event.value for event in assigned if event.name == "long").startswith('"word word')
    assert events_of(ledger, ProgramEnded)[0].answer == "7"


async def test_a_line_that_fails_and_the_end_of_its_run_say_why() -> None:
    async def fail(_ledger: Ledger, _found: re.Match[str], _companion: Companion) -> Done:
        raise GaveUp("the button is gone")

    ledger = Ledger()
    ledger.on("press .*", fail)
    with pytest.raises(ProgramFailed):
        await run(ledger, "add a line\npress the button\n")

    failed = [event for event in events_of(ledger, LineEnded) if event.outcome == "failed"]
    assert failed
    assert {event.line for event in failed} == {2}
    assert "the button is gone" in failed[0].message
    ended = events_of(ledger, ProgramEnded)[0]
    assert (ended.outcome, ended.line) == ("failed", 2)
    assert "the button is gone" in ended.error


async def test_a_run_that_has_ended_is_told_as_started_and_does_nothing(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await run(ledger, "add a line\n", journal=FileJournal(path, Mask()))
    ledger.events.clear()
    await run(ledger, "add a line\n", journal=FileJournal(path, Mask()), resume=True)

    assert len(events_of(ledger, ProgramStarted)) == 1
    assert ["nothing is done again" in event.text for event in events_of(ledger, Noted)] == [True]
    assert events_of(ledger, LineStarted) == []
    assert ledger.entries == ["a line"]
