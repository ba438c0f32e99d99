"""What may be done already is not done again, whoever plans."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from engine_hands import PLAIN, Done, Ledger, run
from golden import assert_as_it_was

from askonce.actions import Action, Target
from askonce.actions.basic_actions import Press, Scroll, Select, Tap, Type
from askonce.actions.form_actions import AnswerDialog, Clear
from askonce.actions.navigation_actions import Navigate, Reload
from askonce.actions.target import Found
from askonce.companion import Companion
from askonce.config import Limits, ProgramSettings
from askonce.errors import (
    CannotTell,
    ConfigError,
    NotAllowed,
    NotFound,
    OverBudget,
    ProgramFailed,
    ScreenClosed,
    Unresumable,
)
from askonce.geometry import Box
from askonce.program.journal import FileJournal
from askonce.program.journal_records import ActionEnded, JournalRecord, StatementDone
from askonce.program.line_inspection import InterruptedLine, inspection_of
from askonce.program.program_run import ProgramRun
from askonce.screens import Node
from askonce.values import Mask

PROGRAM = "add one\nadd two\n"


class Killed(BaseException):
    pass


class DiesBefore(FileJournal):
    """A journal whose process is killed when it is about to write such a record."""

    def __init__(self, path: Path, kind: type[JournalRecord]) -> None:
        super().__init__(path, Mask())
        self._kind = kind

    def append(self, record: JournalRecord) -> None:
        if isinstance(record, self._kind):
            raise Killed
        super().append(record)


async def kill(ledger: Ledger, path: Path, program: str = PROGRAM, kind: type[JournalRecord] = StatementDone) -> None:
    with pytest.raises(Killed):
        await run(ledger, program, journal=DiesBefore(path, kind))


async def resume(ledger: Ledger, path: Path, program: str = PROGRAM, answer: InterruptedLine = "") -> None:
    await run(ledger, program, journal=FileJournal(path, Mask()), resume=True, interrupted_line=answer)


@pytest.mark.parametrize("kind", [StatementDone, ActionEnded])
async def test_a_line_that_may_be_done_stops_the_run_and_says_what_to_look_at(
    tmp_path: Path, kind: type[JournalRecord]
) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path, kind=kind)
    ledger.outcome = "unclear"
    for _ in range(2):
        with pytest.raises(Unresumable, match=r"line 1 \('add one'\) .* one was carried out, or may have been") as stop:
            await resume(ledger, path)
        assert "--interrupted-line repeat" in stop.value.remedy
    assert (ledger.entries, len(ledger.steps)) == (["one"], 1)


async def test_what_cannot_be_said_of_a_line_is_an_error_and_skips_nothing(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path, kind=ActionEnded)
    with pytest.raises(ConfigError, match="interrupted_line is 'again'") as caught:
        await resume(ledger, path, answer=cast(Any, "again"))
    assert '"repeat"' in caught.value.remedy
    with pytest.raises(ConfigError, match="is for a run that is resumed"):
        await run(ledger, PROGRAM, interrupted_line="done")
    assert ledger.entries == ["one"]


async def test_an_inspection_is_not_told_to_do_anything_again(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path, kind=ActionEnded)
    await resume(ledger, path)
    assert "one: may or may not have been done: the run was interrupted" in ledger.inspections[0]
    assert "do it again" not in ledger.inspections[0]


@pytest.mark.parametrize(("answer", "entries"), [("done", ["one", "two"]), ("repeat", ["one", "one", "two"])])
async def test_the_user_says_how_to_go_on(tmp_path: Path, answer: InterruptedLine, entries: list[str]) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path)
    ledger.outcome = "unclear"
    await resume(ledger, path, answer=answer)
    assert (ledger.entries, ledger.inspections) == (entries, [])


async def test_an_answer_counts_only_for_a_line_that_is_in_doubt(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    with pytest.raises(OverBudget):
        await run(ledger, PROGRAM, ProgramSettings(limits=Limits(steps=1)), journal=FileJournal(path, Mask()))
    with pytest.raises(Unresumable, match="line 2 is not in doubt"):
        await resume(ledger, path, answer="done")
    assert ledger.entries == ["one"]


@pytest.mark.parametrize("found", ["Done", "not  done", True, None, "", ["done"], "unclear"])
async def test_only_a_certain_outcome_counts(tmp_path: Path, found: Any) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path)

    async def look(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        return Done(results={"outcome": found})

    ledger.inspecting = look
    with pytest.raises(Unresumable):
        await resume(ledger, path)
    assert ledger.entries == ["one"]


@pytest.mark.parametrize("error", [NotFound("the list", ()), CannotTell("it is dark")])
async def test_an_inspection_that_fails_is_no_permission(tmp_path: Path, error: Exception) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path)

    async def look(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        raise error

    ledger.inspecting = look
    with pytest.raises(Unresumable):
        await resume(ledger, path)
    assert ledger.entries == ["one"]


async def test_a_screen_that_closes_during_an_inspection_is_told_as_such(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path)

    async def look(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        raise ScreenClosed("the window is gone")

    ledger.inspecting = look
    with pytest.raises(ProgramFailed, match="the window is gone"):
        await resume(ledger, path)
    assert ledger.entries == ["one"]


async def test_an_inspection_can_commit_nothing(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    await kill(ledger, path)

    async def cheat(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        await companion.acting("Scroll()", ())
        await companion.touching(is_repeatable=True)
        await companion.acted("Scroll()", "", "")
        await companion.acting("Tap(Save)", ())
        with pytest.raises(NotAllowed):
            await companion.touching(is_repeatable=False)
        await companion.acted("Tap(Save)", "", "not allowed")
        return Done(results={"outcome": "not done"})

    ledger.inspecting = cheat
    await resume(ledger, path)
    assert ledger.entries == ["one", "one", "two"]


async def test_a_failed_line_is_not_tried_again_after_it_may_have_committed_something() -> None:
    ledger = Ledger()

    async def save_and_fail(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        await ledger.act(companion, "Tap(Save)")
        raise NotFound("the notice", ())

    ledger.on("save it", save_and_fail)
    ledger.outcome = "unclear"
    with pytest.raises(Unresumable, match=r"Tap\(Save\) was carried out"):
        await run(ledger, "save it\n")
    assert ledger.entries == ["Tap(Save)"]


async def test_a_failed_line_that_committed_nothing_is_tried_again() -> None:
    ledger = Ledger()

    async def miss(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        await companion.acting("Tap(the link)", ())
        await companion.touching(is_repeatable=True)
        raise NotFound("the notice", ())

    ledger.on("look it up", miss)
    with pytest.raises(ProgramFailed, match="could not find 'the notice'"):
        await run(ledger, "look it up\n")
    assert (len(ledger.steps), ledger.inspections) == (2, [])


async def test_a_line_that_is_done_gives_its_results_without_being_done_again(tmp_path: Path) -> None:
    ledger, path, program = Ledger(), tmp_path / "journal.jsonl", "book it, record as {number}\nadd {number}\n"

    async def book(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        if "No. 7" not in ledger.entries:
            await ledger.act(companion, "No. 7")
        else:
            await companion.acting("Tap(Book)", ())
            with pytest.raises(NotAllowed):
                await companion.touching(is_repeatable=False)
        return Done(results={"number": "No. 7"})

    ledger.on("book it", book)
    await kill(ledger, path, program)
    ledger.outcome = "done"
    with pytest.raises(Unresumable, match="its results were not kept"):
        await resume(ledger, path, program, "done")
    await resume(ledger, path, program)
    assert ledger.entries == ["No. 7", "No. 7"], "booked once, then added by the second line"
    assert len(ledger.steps) == 3


async def test_a_condition_that_acted_is_in_doubt_too(tmp_path: Path) -> None:
    ledger, path, program = Ledger(), tmp_path / "journal.jsonl", 'if the box is open:\n    add "x"\n'

    async def open_it(ledger: Ledger, _found: re.Match[str], companion: Companion) -> Done:
        await ledger.act(companion, "Tap(the lid)")
        return Done(results={"is_so": True})

    async def cannot_tell(statement: str, /, **options: Any) -> Any:
        raise CannotTell("not in view")

    ledger.on("Find out whether this is true.*", open_it)
    ledger.verdict = cannot_tell
    await kill(ledger, path, program)
    with pytest.raises(Unresumable, match=r"line 1 .*Tap\(the lid\)"):
        await resume(ledger, path, program)
    with pytest.raises(Unresumable, match="it is not a step"):
        await resume(ledger, path, program, "done")
    assert ledger.entries == ["Tap(the lid)"]


async def test_the_journal_of_an_earlier_version_knows_of_no_announcements(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    began = json.dumps(["began", {"program": PROGRAM}])
    path.write_text(f'{began}\n["acting",{{"action":"one"}}]\n', "utf-8")
    ledger.outcome = "unclear"
    with pytest.raises(Unresumable):
        await resume(ledger, path)
    assert ledger.entries == []


async def test_a_kill_before_the_action_reaches_the_screen_needs_no_inspection(tmp_path: Path) -> None:
    ledger, path = Ledger(), tmp_path / "journal.jsonl"
    began = json.dumps(["began", {"program": PROGRAM}])
    path.write_text(f'{began}\n["acting",{{"action":"one","is_announced":true}}]\n', "utf-8")
    await resume(ledger, path)
    assert (ledger.entries, ledger.inspections) == (["one", "two"], [])


async def test_an_edited_line_is_in_doubt_as_before(tmp_path: Path) -> None:
    ledger, path, edited = Ledger(), tmp_path / "journal.jsonl", "add another one\nadd two\n"
    await kill(ledger, path)
    ledger.outcome = "unclear"
    with pytest.raises(Unresumable):
        await resume(ledger, path, edited)
    await resume(ledger, path, edited, "repeat")
    assert ledger.entries == ["one", "another one", "two"]


def at(role: str, name: str = "", **attributes: str) -> Target:
    target = Target(prompt=name or role)
    node = Node(1, role, name, Box(0, 0, 10, 10), attributes=attributes)
    target.set_found(Found(node.box, "test", node))
    return target


NOWHERE = Target(prompt="something")


@pytest.mark.parametrize(
    ("action", "is_repeatable"),
    [
        (Tap(target=at("link", "Contacts", href="/contacts")), True),
        (Tap(target=at("link", "Contacts", href="https://phone.example/contacts")), True),
        (Tap(target=at("textbox", "Name")), True),
        (Tap(target=at("tab", "Details")), True),
        (Tap(target=at("link", "Add to cart", href="/cart?add=3")), False),
        (Tap(target=at("link", "Delete", href="/items/3")), False),
        (Tap(target=at("link", "Weg damit", href="/items/3/delete")), False),
        (Tap(target=at("link", "Löschen", href="/items/3")), False),
        (Tap(target=at("link", "Save", href="#")), False),
        (Tap(target=at("link", "Save", href="javascript:save()")), False),
        (Tap(target=at("link", "Save")), False),
        (Tap(target=at("button", "Save")), False),
        (Tap(target=at("checkbox", "Terms")), False),
        (Tap(target=at("menuitem", "Archive")), False),
        (Tap(target=NOWHERE), False),
        (Type(text="x", target=at("textbox", "Name")), True),
        (Type(text="x", target=at("textbox", "Name"), enter=True), False),
        (Type(text="x", target=at("searchbox", "Search"), enter=True), True),
        (Type(text="x", target=at("textbox", "Name"), mode="append"), False),
        (Type(text="x"), False),
        (Select(target=at("combobox", "Country"), options=["France"]), True),
        (Clear(target=at("textbox", "Name")), True),
        (Press(keys="Enter"), False),
        (Press(keys="Control+Enter"), False),
        (Press(keys="Space"), False),
        (Press(keys="Delete"), False),
        (Press(keys="Escape"), True),
        (Scroll(), True),
        (Navigate(url="https://phone.example"), True),
        (Reload(), False),
        (AnswerDialog(accept=True), False),
    ],
    ids=str,
)
def test_only_what_does_no_harm_twice_is_repeatable(action: Action[Any], is_repeatable: bool) -> None:
    assert action.is_repeatable is is_repeatable


async def test_a_run_that_was_never_interrupted_looks_at_nothing() -> None:
    ledger = Ledger()
    await ProgramRun(PROGRAM, ledger, PLAIN).go()
    assert (ledger.entries, ledger.inspections) == (["one", "two"], [])


def test_what_an_inspection_asks() -> None:
    assert_as_it_was(inspection_of("add {contact.name}"), Path(__file__).parent / "golden" / "inspect.txt")
