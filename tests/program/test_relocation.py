"""A program that somebody edits between two runs."""

import re
from pathlib import Path
from typing import Any

import pytest
from engine_hands import Done, Ledger, run

from askonce.companion import Companion
from askonce.errors import NotFound, ProgramFailed, Unresumable
from askonce.program.journal import FileJournal
from askonce.trace import Noted
from askonce.values import Mask, Secret

BEGIN = """
add one
Record list "a", "b" as {letters}
For each {letter} in {letters}:
    add {letter}
    if {letter} is "b":
        break down
    add more
add last
"""


async def fail(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
    raise NotFound("the way", ())


async def resumed(tmp_path: Path, begin: str, edited: str) -> list[str]:
    """Run until the line that breaks down, edit, and go on."""
    ledger = Ledger()
    ledger.on("break down.*", fail)
    path = tmp_path / "journal.jsonl"
    with pytest.raises(ProgramFailed):
        await run(ledger, begin, journal=FileJournal(path, Mask()))
    before = len(ledger.entries)
    await run(ledger, edited, journal=FileJournal(path, Mask()), resume=True)
    return ledger.entries[before:]


async def test_the_line_that_failed_and_all_after_it_may_be_changed(tmp_path: Path) -> None:
    edited = BEGIN.replace("break down", "add a better way").replace("add last", "add another end\nadd the very last")
    assert await resumed(tmp_path, BEGIN, edited) == ["a better way", "more", "another end", "the very last"]


async def test_comments_and_blank_lines_do_not_count(tmp_path: Path) -> None:
    edited = "# a word\n\n" + BEGIN.replace("add one", "add one   # done").replace("break down", "add it")
    assert await resumed(tmp_path, BEGIN, edited) == ["it", "more", "last"]


async def test_a_line_may_be_taken_out(tmp_path: Path) -> None:
    edited = BEGIN.replace("        break down\n", "        add this\n").replace("    add more\n", "")
    assert await resumed(tmp_path, BEGIN, edited) == ["this", "last"]


async def test_lines_of_a_loop_that_come_round_again_may_be_changed_before_the_current_one(tmp_path: Path) -> None:
    begin = "repeat 2 times:\n    add first\n    break down\n    add third\n"
    ledger = Ledger()
    path = tmp_path / "journal.jsonl"
    failures = [2]

    async def flaky(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        if failures[0]:
            failures[0] -= 1
            raise NotFound("the way", ())
        return Done()

    ledger.on("break down", flaky)
    with pytest.raises(ProgramFailed):
        await run(ledger, begin, journal=FileJournal(path, Mask()))
    edited = begin.replace("    add first\n", "    add new\n    add newer\n")
    await run(ledger, edited, journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["first", "third", "new", "newer", "third"]


LOOP = "repeat 2 times:\n    add first\n    add second\n    break down\n    add fourth\n    add fifth\n"


@pytest.mark.parametrize(
    ("edited", "why"),
    [
        (["first", "break", "second", "fourth", "fifth"], "'add second'.*already done in this pass"),
        (["break", "first", "second", "fourth", "fifth"], "'add first'.*already done in this pass"),
        (["new", "break", "fourth", "if", "first"], "'add first'.*already done in this pass"),
        (["new", "second", "break", "first", "first"], "'add first'.*already done in this pass"),
        (["first", "fourth", "break", "fifth"], "'add fourth'.*still to be done in this pass"),
        (["new", "second", "fifth", "break", "fourth"], "'add fifth'.*still to be done in this pass"),
    ],
)
async def test_no_edit_of_a_loop_does_a_line_twice_or_leaves_it_out(
    tmp_path: Path, edited: list[str], why: str
) -> None:
    written = {"break": "    break down", "if": "    if {loop.iteration} > 0:"}
    lines = [written.get(word, f"    add {word}") for word in edited]
    lines = [f"    {line}" if before == "if" else line for before, line in zip(["", *edited], lines, strict=False)]
    with pytest.raises(Unresumable, match=why):
        await resumed(tmp_path, LOOP, "\n".join(["repeat 2 times:", *lines, ""]))


async def test_functions_may_be_added_and_changed(tmp_path: Path) -> None:
    edited = BEGIN.replace("break down", 'execute function "f"')
    edited = 'define function named "f":\n    add from a function\n' + edited
    assert await resumed(tmp_path, BEGIN, edited) == ["from a function", "more", "last"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("add one", "add two", "line 2 .*already done"),
        ("add one\n", "", "already done"),
        ("add one\n", "add zero\nadd one\n", "already done"),
        ("For each {letter} in {letters}:", "For each {sign} in {letters}:", "line 4 .*is running"),
        ('if {letter} is "b"', 'if {letter} is "c"', "line 6 .*is running"),
    ],
)
async def test_what_was_done_or_is_open_may_not_be_changed(tmp_path: Path, old: str, new: str, why: str) -> None:
    with pytest.raises(Unresumable, match=why):
        await resumed(tmp_path, BEGIN, BEGIN.replace(old, new))


async def test_a_condition_on_the_way_to_the_open_branch_may_not_be_changed_and_a_later_one_may(
    tmp_path: Path,
) -> None:
    begin = "set {n} to 2\nif {n} is 1:\n    add one\nelse if {n} is 2:\n    break down\nelse if {n} is 3:\n    add 3\n"
    with pytest.raises(Unresumable, match="branches is running"):
        await resumed(tmp_path, begin, begin.replace("else if {n} is 2", "else if {n} is 5"))
    edited = begin.replace("break down", "add two").replace("else if {n} is 3", "else if {n} is 4")
    assert await resumed(tmp_path, begin, edited) == ["two"]


async def test_a_function_that_is_under_way_may_not_be_taken_out(tmp_path: Path) -> None:
    begin = 'define function named "f":\n    break down\nexecute function "f"\n'
    with pytest.raises(Unresumable, match="it was removed"):
        await resumed(tmp_path, begin, 'execute function "f"\n')
    assert await resumed(tmp_path, begin, begin.replace("break down", "add inside")) == ["inside"]


async def test_a_refused_edit_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with pytest.raises(Unresumable):
        await resumed(tmp_path, BEGIN, BEGIN.replace("add one", "add two"))
    ledger = Ledger()
    ledger.on("break down", lambda ledger, found, companion: _done())
    await run(ledger, BEGIN, journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["more", "last"]


async def test_a_run_that_came_to_its_end_is_not_taken_up_with_another_program(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await run(ledger, "add one\n", journal=FileJournal(path, Mask()))
    with pytest.raises(Unresumable, match="has ended, and its program was edited"):
        await run(ledger, "add one\nadd two\n", journal=FileJournal(path, Mask()), resume=True)
    await run(ledger, "add one\n", journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["one"]
    assert any(isinstance(event, Noted) and "nothing is done again" in event.text for event in ledger.events)


@pytest.mark.parametrize("passed", [{"who": "Bob"}, {"what": "more"}, {"pin": Secret("2222")}])
async def test_a_run_is_not_taken_up_with_variables_that_it_did_not_begin_with(
    tmp_path: Path, passed: dict[str, Any]
) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    ledger.on("break down", fail)
    with pytest.raises(ProgramFailed):
        await run(ledger, "break down\nadd {who}\n", variables={"who": "Ann"}, journal=FileJournal(path, Mask()))
    edited = "add {who}\n"
    with pytest.raises(Unresumable, match=f"did not start with this {{{next(iter(passed))}}}"):
        await run(ledger, edited, variables=passed, journal=FileJournal(path, Mask()), resume=True)
    await run(ledger, edited, variables={"who": "Ann"}, journal=FileJournal(path, Mask()), resume=True)
    assert ledger.entries == ["Ann"]


async def _done() -> Done:
    return Done()
