"""Code that a step runs on the variables."""

import re
from pathlib import Path
from typing import Any

import pytest
from engine_hands import Done, Ledger, run

from askonce.companion import Companion
from askonce.errors import NotFound, ProgramFailed
from askonce.program.journal import FileJournal, MemoryJournal
from askonce.program.journal_records import ActionStarted
from askonce.values import Mask, Secret


def coded(*codes: str, outputs: list[str] | None = None) -> Any:
    """A step that runs these pieces of code and is done."""

    async def work(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        (code_action,) = companion.extra
        for code in codes:
            action = code_action(code=code)
            await companion.acting(str(action), ())
            await companion.touching(is_repeatable=True)
            output = await action.perform(None) or ""
            await companion.acted(str(action), output, "")
            if outputs is not None:
                outputs.append(output)
        assert companion.wants == ()
        return Done()

    return work


async def test_code_gives_what_the_step_wants_and_changes_what_is_there() -> None:
    ledger = Ledger()
    ledger.on("work out.*", coded("total = sum(prices)\nprices.append(9)", "total = total * 2"))
    result = await run(ledger, "set {prices} to [1, 2, 3]\nwork out what it costs in all, record result as {total}\n")
    assert (result.variables["total"], result.variables["prices"]) == (12, [1, 2, 3, 9])


async def test_code_that_changes_a_row_changes_the_table() -> None:
    ledger = Ledger()
    ledger.on("work out.*", coded('row["double"] = row["n"] * 2'))
    result = await run(
        ledger,
        """
Create an empty data table with "n" and "double" columns, recorded as {t}
Add a row of data {"n": 2, "double": 0} to {t}
Add a row of data {"n": 5, "double": 0} to {t}
iterate through each row in {t} as {row}:
    work out the double of {row.n}
""",
    )
    assert [row["double"] for row in result.variables["t"].rows] == [4, 10]


async def test_code_touches_the_screen_as_an_action_that_is_written_down_and_counted() -> None:
    ledger, journal = Ledger(), MemoryJournal()
    ledger.on("work out.*", coded('ui.tap(target="the Save button")'))
    result = await run(ledger, "work out how to save\n", journal=journal)
    assert len(ledger.entries) == 1
    assert "Tap" in ledger.entries[0]
    assert [record.action[:3] for record in journal.read() if isinstance(record, ActionStarted)] == ["Cod", "Tap"]
    assert result.actions == 2


async def test_code_that_fails_is_told_and_the_step_goes_on() -> None:
    ledger = Ledger()
    outputs: list[str] = []
    ledger.on("work out.*", coded("total = 1 / 0", "this is no code", "total = 5", outputs=outputs))
    result = await run(ledger, "work out the sum, record result as {total}\n")
    assert result.variables["total"] == 5
    assert all("error" in one for one in outputs[:2])


async def test_code_sees_no_secrets() -> None:
    ledger = Ledger()
    outputs: list[str] = []
    ledger.on("work out.*", coded("print(password)", outputs=outputs))
    await run(ledger, "work out something\n", variables={"password": Secret("hunter2")})
    assert "hunter2" not in outputs[0]


async def test_what_code_set_in_a_step_that_failed_is_not_kept_so_that_it_starts_as_the_first_time(
    tmp_path: Path,
) -> None:
    ledger = Ledger()
    failures = [2]

    async def flaky(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        await coded("n = n + 1")(ledger, found, companion)
        if failures[0]:
            failures[0] -= 1
            raise NotFound("the end", ())
        return Done()

    ledger.on("count.*", flaky)
    path = tmp_path / "journal.jsonl"
    with pytest.raises(ProgramFailed):
        await run(ledger, "set {n} to 1\ncount one more\n", journal=FileJournal(path, Mask()))
    result = await run(ledger, "set {n} to 1\ncount one more\n", journal=FileJournal(path, Mask()), resume=True)
    assert result.variables["n"] == 2


@pytest.mark.parametrize("code", ["password = 'x'", "password = None", "other = 1\npassword = [1]"])
async def test_code_cannot_replace_a_secret(code: str) -> None:
    ledger = Ledger()
    ledger.on("work out.*", coded(code))
    with pytest.raises(ProgramFailed, match="holds a secret"):
        await run(ledger, "work out {password}\n", variables={"password": Secret("hunter2")})


@pytest.mark.parametrize(
    "line",
    [
        "set {password} to 'x'",
        "look at it, record result as {password}",
        "iterate through each item in [1, 2] as {password}:\n    look at it",
    ],
)
async def test_no_line_replaces_a_secret(line: str) -> None:
    ledger = Ledger()

    async def look(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        return Done(results={"password": "x"})

    ledger.on("look at it.*", look)
    with pytest.raises(ProgramFailed, match="holds a secret"):
        await run(ledger, f"{line}\n", variables={"password": Secret("hunter2")})
