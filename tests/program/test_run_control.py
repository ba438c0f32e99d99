"""Looking into a run and changing it while it is paused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from engine_hands import PLAIN, Done, Ledger, add, run

from askonce.companion import Companion
from askonce.config import Limits, ProgramSettings
from askonce.errors import ConfigError, ProgramError, ProgramFailed
from askonce.program.checked_program import read_valid_program
from askonce.program.journal import FileJournal, MemoryJournal
from askonce.program.program_run import ProgramRun
from askonce.program.resume import rebuild
from askonce.program.run_control import moved_lines
from askonce.trace import Noted
from askonce.values import Mask, Secret

PROGRAM = """define function named "double":
    function inputs: {n} (number)
    set {twice} to {n} * 2
    function returns {twice}

# a comment
set {total} to 1
repeat 2 times:
    execute function "double", with {n} as {total}, save result as {total}
add {total}
"""

Look = Callable[[ProgramRun], object]


class Person:
    """Looks at a run each time it is held, and says how it goes on."""

    def __init__(self, *looks: Look) -> None:
        self.looks = list(looks)
        self.lines: list[int] = []

    async def __call__(self, going: ProgramRun) -> None:
        assert going.is_held
        self.lines.append(going.line)
        (self.looks.pop(0) if self.looks else ProgramRun.resume)(going)


async def held_at(program: str, breakpoints: Iterable[int], *looks: Look, **options: Any) -> list[int]:
    person = Person(*looks)
    await run(Ledger(), program, breakpoints=breakpoints, on_pause=person, **options)
    return person.lines


# ---- where a run is held


async def test_a_run_is_held_before_each_line_with_a_breakpoint() -> None:
    assert await held_at(PROGRAM, {3, 10}) == [3, 3, 10]


async def test_a_breakpoint_on_a_line_without_a_statement_is_one_on_the_next() -> None:
    going = ProgramRun(PROGRAM, Ledger(), PLAIN, breakpoints=[1, 5])
    assert going.breakpoints == {3, 7}
    going.breakpoints = ()
    assert going.breakpoints == frozenset()


@pytest.mark.parametrize("line", [0, -1, 11])
def test_a_breakpoint_where_nothing_can_stop_is_refused_with_the_last_line_that_can(line: int) -> None:
    with pytest.raises(ConfigError, match=f"line {line}") as refused:
        ProgramRun(PROGRAM, Ledger(), PLAIN, breakpoints=[line])
    assert "10" in (refused.value.remedy or "")


async def test_a_step_takes_a_call_as_one_line() -> None:
    assert await held_at(PROGRAM, {7}, *[ProgramRun.step] * 6) == [7, 8, 9, 8, 9, 8, 10]


async def test_a_step_goes_into_a_call_and_out_of_it() -> None:
    into: Look = lambda going: going.step("into")  # noqa: E731
    out: Look = lambda going: going.step("out")  # noqa: E731
    assert await held_at(PROGRAM, {9}, into, into, out) == [9, 3, 4, 8, 9]


async def test_a_step_out_of_the_program_runs_to_its_end() -> None:
    assert await held_at(PROGRAM, {7}, lambda going: going.step("out")) == [7]


async def test_a_breakpoint_holds_inside_what_is_stepped_over() -> None:
    assert await held_at(PROGRAM, {9, 4}, ProgramRun.step, ProgramRun.step) == [9, 4, 8, 9, 4]


async def test_a_run_that_is_to_step_before_it_begins_is_held_at_its_first_line() -> None:
    person = Person()
    going = ProgramRun(PROGRAM, Ledger(), PLAIN, on_pause=person)
    assert going.line == 0
    going.step()
    await going.go()
    assert person.lines == [7]


async def test_an_unknown_kind_of_step_is_refused() -> None:
    with pytest.raises(ConfigError, match="over, into, out"):
        ProgramRun(PROGRAM, Ledger(), PLAIN).step("sideways")  # pyright: ignore[reportArgumentType]


async def test_a_run_that_is_held_ends_where_it_is_stopped() -> None:
    ledger = Ledger()
    with pytest.raises(ProgramFailed, match="stopped at line 10"):
        await run(ledger, PROGRAM, breakpoints={10}, on_pause=Person(ProgramRun.stop))
    assert ledger.entries == []


async def test_breakpoints_follow_their_lines_when_the_program_is_replaced() -> None:
    old, new = map(read_valid_program, ("add a\nadd b\nadd c\nadd c\n", "add b2\n\nadd a\nadd b\nadd c\n"))
    assert moved_lines({1, 2}, old, new) == {3, 4}
    assert moved_lines({3}, old, new) == frozenset(), "which of the two is meant cannot be told"


async def test_the_time_for_which_a_run_is_held_counts_towards_no_limit() -> None:
    now = 0.0

    def later(going: ProgramRun) -> None:
        nonlocal now
        now += 1000
        going.resume()

    settings = ProgramSettings(limits=Limits(seconds=10), step_limits=Limits(seconds=10), final_check=False, replans=0)
    result = await run(
        Ledger(), PROGRAM, settings, breakpoints={7, 10}, on_pause=Person(later, later), clock=lambda: now
    )
    assert result.seconds == 0


# ---- variables


async def test_a_variable_that_is_changed_while_paused_is_what_the_next_line_sees() -> None:
    seen: list[Any] = []

    def change(going: ProgramRun) -> None:
        seen.append(going.variables)
        going.set_variable("total", 10)
        going.resume()

    ledger = Ledger()
    await run(ledger, PROGRAM, breakpoints={8}, on_pause=Person(change))
    assert seen == [{"total": 1}]
    assert ledger.entries == ["40"]
    assert any("{total} was set to 10" in event.text for event in ledger.events if isinstance(event, Noted))


ROWS = """Create an empty data table with "name" and "age" columns, recorded as {people}
Add a row of data {"name": "Ann", "age": 3} to {people}
Add a row of data {"name": "Bob", "age": 5} to {people}
iterate through each row in {people} as {row}:
    tell user "{row.name} is {row.age}"
"""


async def told(*looks: Look) -> tuple[str, ...]:
    result = await run(Ledger(), ROWS, breakpoints={5}, on_pause=Person(*looks))
    return result.told


def setting(name: str, value: Any) -> Look:
    def look(going: ProgramRun) -> None:
        going.set_variable(name, value)
        going.resume()

    return look


async def test_a_part_of_a_table_is_changed_under_each_of_its_names() -> None:
    assert await told(setting("people[0].age", 4)) == ("Ann is 4", "Bob is 5")
    assert await told(setting("row.age", 4)) == ("Ann is 4", "Bob is 5")
    assert await told(setting("row", {"name": "Amy", "age": 3})) == ("Amy is 3", "Bob is 5")
    rows = [{"name": "Amy", "age": 3}, {"name": "Bob", "age": 5}, {"name": "Cid", "age": 7}]
    assert await told(setting("people", rows)) == ("Amy is 3", "Bob is 5", "Cid is 7")


async def test_a_list_of_objects_in_place_of_a_table_is_its_rows() -> None:
    result = await run(
        Ledger(), ROWS, breakpoints={4}, on_pause=Person(setting("people", [{"name": "Cid", "born": 1990}]))
    )
    table = result.variables["people"]
    assert table.columns == ["name", "age", "born"]
    assert result.told == ("Cid is ",)


async def test_truth_and_numbers_are_told_apart_inside_a_list() -> None:
    result = await run(
        Ledger(), "Record list 1, 2 as {flags}\nadd it\n", breakpoints={2}, on_pause=Person(setting("flags", [True, 2]))
    )
    assert result.variables["flags"][0] is True


@pytest.mark.parametrize(
    ("name", "value", "message", "remedy"),
    [
        ("totl", 1, "no variable {totl}", "{total}"),
        ("loop", 1, "no variable {loop}", "total"),
        ("total", object(), "type object", "text, a number"),
        ("total.part", 1, "total", "object"),
        ("!", 1, "'!'", "total"),
        ("password", "x", "holds a secret", "another name"),
        ("total", Secret("another"), "not passed to the run by name", "pass it"),
    ],
)
async def test_what_cannot_be_set_is_refused_and_nothing_is_changed(
    name: str, value: Any, message: str, remedy: str
) -> None:
    journal = MemoryJournal()

    def look(going: ProgramRun) -> None:
        before = len(list(journal.read()))
        with pytest.raises(ProgramError, match=re.escape(message)) as refused:
            going.set_variable(name, value)
        assert remedy in (refused.value.remedy or "")
        assert len(list(journal.read())) == before
        going.resume()

    await held_at(PROGRAM, {8}, look, variables={"password": Secret("hunter2")}, journal=journal)


async def test_nothing_is_taken_out_of_a_row_under_its_other_name() -> None:
    def look(going: ProgramRun) -> None:
        with pytest.raises(ProgramError, match=r"item of \{people\}"):
            going.set_variable("row", {"name": "Amy"})
        going.resume()

    assert await told(look) == ("Ann is 3", "Bob is 5")


async def test_nothing_is_changed_while_the_run_goes_on_nor_in_the_midst_of_a_line() -> None:
    ledger = Ledger()

    async def two(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        with pytest.raises(ProgramError, match="goes on"):
            going.set_variable("total", 2)
        await ledger.act(companion, "first")
        going.pause()
        await ledger.act(companion, "second")
        return Done()

    def look(going: ProgramRun) -> None:
        with pytest.raises(ProgramError, match=r"line 2 is under way") as refused:
            going.set_variable("total", 2)
        assert "step()" in (refused.value.remedy or "")
        going.step()

    ledger.on("do both", two)
    person = Person(look)
    going = ProgramRun("set {total} to 1\ndo both\nadd {total}\n", ledger, PLAIN, on_pause=person)
    with pytest.raises(ConfigError, match="not begun"):
        going.set_variable("total", 2)
    await going.go()
    assert person.lines == [2, 3]
    with pytest.raises(ProgramError, match="has ended"):
        going.set_variable("total", 2)


# ---- belief


async def test_belief_is_added_confirmed_and_removed_by_hand_and_told_to_the_next_step() -> None:
    def look(going: ProgramRun) -> None:
        assert [entry.text for entry in going.belief] == ["one is in the ledger"]
        going.change_belief("-1", "+ fact: the ledger is closed on Sundays")
        going.change_belief("!2")
        going.resume()

    ledger = Ledger()
    await run(ledger, "add one\nadd two\n", breakpoints={2}, on_pause=Person(look))
    context = ledger.contexts[-1]
    assert "closed on Sundays" in context
    assert "fact, confirmed, from the user" in context
    assert "one is in the ledger (" not in context


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("no sign",), "does not change the belief"),
        (("+",), "does not change the belief"),
        (("-7",), "no belief b7"),
        (("+ " + "long " * 40,), "too long"),
        (("+ x",) * 9, "9 changes"),
    ],
)
async def test_a_change_of_the_belief_that_says_nothing_is_refused(lines: tuple[str, ...], message: str) -> None:
    def look(going: ProgramRun) -> None:
        with pytest.raises(ProgramError, match=message):
            going.change_belief(*lines)
        assert going.belief == ()
        going.resume()

    await held_at(PROGRAM, {8}, look)


# ---- the journal


async def test_a_run_that_is_resumed_has_what_was_changed_by_hand(tmp_path: Path) -> None:
    secrets = {"password": Secret("hunter2")}
    mask = Mask()
    mask.learn(secrets)
    journal = FileJournal(tmp_path / "journal.jsonl", mask)

    def look(going: ProgramRun) -> None:
        going.set_variable("total", "10 and hunter2")
        going.change_belief("+ the password is hunter2")
        going.stop()

    ledger = Ledger()
    with pytest.raises(ProgramFailed):
        await run(ledger, "set {total} to 1\nadd {total}\n", variables=secrets, journal=journal, breakpoints={2},
                  on_pause=Person(look))  # fmt: skip
    written = journal.path.read_text("utf-8")
    assert "hunter2" not in written

    state = rebuild(journal.read(), read_valid_program, secrets)
    assert state.scope["total"] == "10 and hunter2"
    assert [entry.text for entry in state.belief.entries] == ["the password is {password}"]

    ledger = Ledger()
    ledger.on("add (?P<what>.+)", add)
    await run(ledger, "", journal=FileJournal(journal.path, mask), resume=True, variables=secrets)
    assert ledger.entries == ["10 and hunter2"]
