import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from engine_hands import PLAIN, Done, Ledger, run
from hypothesis import given
from hypothesis import strategies as st

from askonce.companion import Companion
from askonce.config import Limits, ProgramSettings
from askonce.errors import AskonceError, NotFound, OverBudget, ProgramFailed, Unresumable
from askonce.program.journal import FileJournal, Journal, MemoryJournal, read_record, write_record
from askonce.program.journal_records import (
    ActionEnded,
    ActionTouching,
    JournalRecord,
    RunBegan,
    RunResumed,
    StatementDone,
)
from askonce.program.parser import read_program
from askonce.program.program_run import ProgramRun
from askonce.program.resume import rebuild
from askonce.trace import Noted, ProgramStarted
from askonce.values import Mask, Secret

NAMES = [f"item {number}" for number in range(3)]
PROGRAM = """
Create an empty list, recorded as {done}
For each {name} in {names}:
    add {name}
    Add {name} to {done}
    if {name} contains "1":
        add something else
tell user "all done"
set variable {answer} to {done}
"""


class Killed(BaseException):
    """The process is gone."""


class Mortal:
    """A journal whose process dies at one of its appends: before the line is written, in its middle, or after it."""

    def __init__(self, path: Path, at: int, how: str) -> None:
        self._journal, self._at, self._how = FileJournal(path, Mask()), at, how

    def append(self, record: JournalRecord) -> None:
        self._at -= 1
        if self._at:
            self._journal.append(record)
            return
        if self._how == "after":
            self._journal.append(record)
        elif self._how == "in the middle":
            line = write_record(record, Mask())
            with self._journal.path.open("ab") as file:
                file.write(line[: len(line) // 2])
        raise Killed

    def hold(self) -> None:
        self._journal.hold()

    def read(self) -> Any:
        return self._journal.read()

    def close(self) -> None:
        self._journal.close()


async def count_appends() -> int:
    class Counting(MemoryJournal):
        count = 0

        def append(self, record: JournalRecord) -> None:
            self.count += 1
            super().append(record)

    journal = Counting()
    await run(Ledger(), PROGRAM, variables={"names": NAMES}, journal=journal)
    return journal.count


@pytest.mark.parametrize("how", ["before", "in the middle", "after"])
async def test_a_kill_at_any_point_loses_nothing_and_repeats_nothing(tmp_path: Path, how: str) -> None:
    for at in range(2, await count_appends() + 1):
        ledger, path = Ledger(), tmp_path / f"{at}.jsonl"
        with pytest.raises(Killed):
            await run(ledger, PROGRAM, variables={"names": NAMES}, journal=Mortal(path, at, how))
        result = await run(ledger, PROGRAM, journal=FileJournal(path, Mask()), resume=True)
        wanted = [*NAMES[:2], "something else", *NAMES[2:]]
        assert (ledger.entries, result.answer, result.told) == (wanted, NAMES, ("all done",)), f"killed at {at}"


async def test_a_run_that_is_killed_again_and_again_comes_to_its_end(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    resumed = False
    for _ in range(100):
        journal = Mortal(path, 8, "in the middle")
        try:
            result = await run(ledger, PROGRAM, variables={"names": NAMES}, journal=journal, resume=resumed)
            break
        except Killed:
            resumed = True
    assert result.answer == NAMES
    assert sorted(ledger.entries) == sorted([*NAMES, "something else"])


async def test_an_action_of_unknown_outcome_is_looked_for_and_not_done_again(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"

    class DiesAfterTheAction(Mortal):
        def append(self, record: JournalRecord) -> None:
            if isinstance(record, ActionEnded):
                raise Killed
            super().append(record)

    with pytest.raises(Killed):
        await run(ledger, "add one\nadd two\n", journal=DiesAfterTheAction(path, 99, ""))
    assert ledger.entries == ["one"]
    await run(ledger, "add one\nadd two\n", journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["one", "two"]
    (looked,) = ledger.inspections
    assert "one: may or may not have been done" in looked
    assert 'expected visible "one": met now' in looked
    assert ledger.steps == ["add one", "add two"], "the first life, and what was left to do"


async def test_what_was_to_come_of_an_action_is_checked_before_the_planner_is_asked(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"

    class DiesBeforeTheAction(Mortal):
        def append(self, record: JournalRecord) -> None:
            super().append(record)
            if isinstance(record, ActionTouching):
                raise Killed

    with pytest.raises(Killed):
        await run(ledger, "add one\n", journal=DiesBeforeTheAction(path, 99, ""))
    assert ledger.entries == []
    await run(ledger, "add one\n", journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["one"]
    assert 'expected visible "one": not met' in ledger.contexts[-1]


async def test_a_run_that_came_to_its_end_is_not_run_again(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await run(ledger, PROGRAM, variables={"names": NAMES}, journal=FileJournal(path, Mask()))
    before, entries = path.read_bytes(), list(ledger.entries)
    result = await run(ledger, PROGRAM, journal=FileJournal(path, Mask()), resume=True)
    assert (result.answer, ledger.entries) == (NAMES, entries)
    assert path.read_bytes() == before


async def test_a_journal_builds_up_the_very_same_state(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    going = ProgramRun(PROGRAM, Ledger(), PLAIN, variables={"names": NAMES}, journal=FileJournal(path, Mask()))
    await going.go()
    state = rebuild(FileJournal(path, Mask()).read(), lambda text: read_program(text)[0], {})
    live = going.state
    assert state.scope == live.scope
    assert (state.counter, state.belief, state.told) == (live.counter, live.belief, live.told)
    assert state.tree.root == live.tree.root
    assert (state.usage, state.actions, state.lines) == (live.usage, live.actions, live.lines)


async def test_several_runs_follow_each_other_in_a_journal_and_the_last_one_counts(tmp_path: Path) -> None:
    path, ledger = tmp_path / "journal.jsonl", Ledger()
    await run(ledger, 'set {answer} to "first"\n', journal=FileJournal(path, Mask()))
    first = path.read_bytes()
    await run(ledger, 'set {answer} to "second"\n', journal=FileJournal(path, Mask()))
    assert path.read_bytes().startswith(first), "nothing that was written is written over"
    result = await run(ledger, 'set {answer} to "second"\n', journal=FileJournal(path, Mask()), resume=True)
    assert result.answer == "second"


async def test_secrets_are_not_in_the_journal_and_have_to_be_passed_again(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    typed: list[str] = []

    async def log_in(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        await ledger.act(companion, "Type hunter2")
        typed.append("typed")
        if len(typed) < 3:
            raise NotFound("the field with hunter2", ())
        return Done("in with hunter2", results={"seen": {"text": "it says hunter2"}})

    ledger.on("log in.*", log_in)
    program = "set {copy} to {password}\nlog in with {copy}, record result as {seen}\n"
    given = {"password": Secret("hunter2")}
    with pytest.raises(ProgramFailed):
        await run(ledger, program, variables=given, journal=FileJournal(path, ledger.trace.mask))
    with pytest.raises(Unresumable, match="pass password"):
        await run(ledger, program, journal=FileJournal(path, ledger.trace.mask), resume=True)
    result = await run(ledger, program, variables=given, journal=FileJournal(path, ledger.trace.mask), resume=True)
    assert result.variables["copy"] == Secret("hunter2")
    assert b"hunter2" not in path.read_bytes()


async def test_a_run_out_of_budget_goes_on_with_more_and_remembers_what_it_spent(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    program = "repeat 4 times:\n    add x\n"
    with pytest.raises(OverBudget):
        await run(
            ledger, program, ProgramSettings(limits=Limits(steps=2)), journal=FileJournal(path, ledger.trace.mask)
        )
    with pytest.raises(OverBudget, match="2 of 2"):
        await run(
            ledger,
            program,
            ProgramSettings(limits=Limits(steps=2)),
            journal=FileJournal(path, ledger.trace.mask),
            resume=True,
        )
    assert len(ledger.entries) == 2
    result = await run(ledger, program, journal=FileJournal(path, ledger.trace.mask), resume=True)
    assert (len(ledger.entries), result.actions) == (4, 4)


async def test_resuming_says_at_which_line(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    with pytest.raises(Killed):
        await run(ledger, "add one\nadd two\n", journal=Mortal(path, 8, "before"))
    await run(ledger, "add one\nadd two\n", journal=FileJournal(path, Mask()), resume=True)
    started = [event for event in ledger.events if isinstance(event, ProgramStarted)]
    assert [event.resumed_at for event in started] == [0, 2]
    notes = [event.text for event in ledger.events if isinstance(event, Noted)]
    assert any("a new browser may have none" in note for note in notes)


def test_a_journal_that_is_not_there_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(Unresumable, match="no journal"):
        list(FileJournal(tmp_path / "none.jsonl", Mask()).read())


def test_a_broken_line_in_the_middle_is_damage_and_not_a_torn_end(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    good = write_record(RunBegan("add one\n"), Mask())
    path.write_bytes(good + b'["did", {"mov\n' + write_record(StatementDone(), Mask()))
    with pytest.raises(Unresumable, match=":2 cannot be read"):
        list(FileJournal(path, Mask()).read())
    path.write_bytes(good + b'["did", {"mov\n' + write_record(RunResumed(), Mask()))
    assert [type(record) for record in FileJournal(path, Mask()).read()] == [RunBegan, RunResumed]


@given(st.binary(max_size=200))
def test_any_line_is_a_record_or_a_value_error(line: bytes) -> None:
    with suppress(ValueError, TypeError, RecursionError):
        read_record(line)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x, max_size=3)))
def test_what_is_written_is_what_is_read(value: Any) -> None:
    record = StatementDone(changes=({"kind": "set", "name": "x", "value": value},), told="täglich\n\ud800", message="…")
    assert read_record(write_record(record, Mask())) == record
    assert json.loads(write_record(record, Mask()))[0] == "did"


DAMAGED = "set {n} to 1\nrepeat 2 times:\n    add x\nadd last\n"


async def damaged(tmp_path: Path) -> tuple[Path, list[bytes]]:
    """The journal of a run that failed in its last line."""
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await run(ledger, DAMAGED, journal=FileJournal(path, Mask()))
    lines = path.read_bytes().splitlines(keepends=True)[:-2]
    path.write_bytes(b"".join(lines))
    return path, lines


@pytest.mark.parametrize("how", ["removed", "doubled", "swapped", "changed"])
async def test_a_line_that_was_changed_removed_or_doubled_is_noticed(tmp_path: Path, how: str) -> None:
    path, lines = await damaged(tmp_path)
    for number in range(1, len(lines) - 1):
        line, after = lines[number], lines[number + 1]
        changed = line.replace(b'"advance"', b'"stop"').replace(b'"x"', b'"y"').replace(b"1", b"2")
        instead = {"removed": [after], "doubled": [line, line, after], "swapped": [after, line]}
        new = instead.get(how, [changed, after])
        if new == [line, after]:
            continue
        path.write_bytes(b"".join([*lines[:number], *new, *lines[number + 2 :]]))
        with pytest.raises(Unresumable, match=r"journal\.jsonl:\d+ cannot be read: this line or one before it"):
            await run(Ledger(), DAMAGED, journal=FileJournal(path, Mask()), resume=True)


async def test_a_damaged_journal_without_checksums_is_an_error_of_ours_or_read(tmp_path: Path) -> None:
    path, lines = await damaged(tmp_path)
    plain = [json.dumps(json.loads(line)[:2]).encode() + b"\n" for line in lines]
    odd = [
        b'["did",{"moves":[["leave",0,null,""]]}]\n',
        b'["did",{"moves":[["enter",9,null,""]]}]\n',
        b'["did",{"moves":[["return",0,null,""],["advance",0,null,""]]}]\n',
        b'["did",{"moves":[["call",0,null,"nobody"]]}]\n',
        b'["did",{"changes":[{"kind":"pop"}]}]\n',
        b'["did",{"changes":[{"kind":"append","name":"n","value":1}]}]\n',
        b'["did",{"changes":[{"kind":"alias","name":"a","to":"nowhere","path":[1]}]}]\n',
        b'["did",{"changes":[{"name":"a"}]}]\n',
        b'["did",{"changes":[{"kind":"set","name":"n","value":{"$masked":[["pin"]]}}]}]\n',
        b'["acted",{}]\n',
        b'["touching",{}]\n',
        b'["undone",{"reason":""}]\n',
        b'["lost",{}]\n',
        b'["replanned",{"program":"if {x}:","reason":""}]\n',
        b'["resumed",{"program":"add other\\n"}]\n',
    ]
    for record in odd:
        for number in range(1, len(plain)):
            path.write_bytes(b"".join([*plain[:number], record, *plain[number:]]))
            with suppress(AskonceError):
                rebuild(FileJournal(path, Mask()).read(), lambda text: read_program(text)[0], {})


async def test_two_runs_cannot_use_one_journal_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journals: list[tuple[Journal, Journal]] = [(FileJournal(path, Mask()), FileJournal(path, Mask()))]
    journals.append((memory := MemoryJournal(), memory))
    for first, second in journals:
        ledger, others = Ledger(), Ledger()

        async def meddle(
            ledger: Ledger,
            found: re.Match[str],
            companion: Companion,
            journal: Journal = second,
            others: Ledger = others,
        ) -> Done:
            for resumes in (True, False):
                with pytest.raises(Unresumable, match="is in use by"):
                    await run(others, "add one\n", journal=journal, resume=resumes)
            return Done()

        ledger.on("meddle", meddle)
        await run(ledger, "add one\nmeddle\nadd two\n", journal=first)
        assert (ledger.entries, others.entries) == (["one", "two"], [])
    held, other = FileJournal(path, Mask()), FileJournal(path, Mask())
    held.hold()
    with pytest.raises(Unresumable, match=rf"process {os.getpid()} on .*, since 20\d\d-"):
        other.hold()
    held.close()
    other.hold()
    other.close()


PHONE = "+1066290833911"


async def test_masking_does_not_change_the_data_of_a_run(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    ledger.on("break down", fail)
    rows = [{"phone": PHONE, "number": 12908034, "a 2908 key": True}, {"phone": "2908", "tel": "%2B29082908"}]
    program = "set {copy} to {rows}\nset {phone} to {rows[0].phone}\nbreak down\nset {answer} to {phone}\n"
    given = {"pin": Secret("2908"), "rows": rows, "pair": ["290", "8"], "odd": {"$masked": ["2908"]}}
    with pytest.raises(ProgramFailed):
        await run(ledger, program, variables=given, journal=FileJournal(path, ledger.trace.mask))
    assert b"2908" not in path.read_bytes()
    result = await run(
        ledger,
        program.replace("break down\n", ""),
        variables=given,
        journal=FileJournal(path, ledger.trace.mask),
        resume=True,
    )
    assert (result.answer, result.variables["copy"]) == (PHONE, rows)
    assert result.variables["odd"] == {"$masked": ["2908"]}


async def test_data_with_a_secret_that_cannot_be_restored_stops_the_run(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    ledger.on("break down", fail)
    ledger.trace.mask.learn({"key": Secret("sk-123456")})
    with pytest.raises(ProgramFailed):
        await run(
            ledger,
            "break down\nadd {note}\n",
            variables={"note": "use sk-123456"},
            journal=FileJournal(path, ledger.trace.mask),
        )
    assert b"sk-123456" not in path.read_bytes()
    with pytest.raises(Unresumable, match=r"a variable held 'use \{key\}'"):
        await run(ledger, "add {note}\n", journal=FileJournal(path, ledger.trace.mask), resume=True)


async def fail(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
    raise NotFound("the way", ())
