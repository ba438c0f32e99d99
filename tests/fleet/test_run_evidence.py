"""What is told of runs that were set aside."""

from __future__ import annotations

from pathlib import Path

from askonce.fleet.run_evidence import stored_evidence
from askonce.fleet.run_store import SharedFolder
from askonce.fleet.store_journal import StoreJournal
from askonce.program.journal_records import ActionStarted, RunBegan


async def test_it_is_the_last_line_of_the_journal_and_the_place_of_the_last_trace(tmp_path: Path) -> None:
    store = SharedFolder(tmp_path)
    assert stored_evidence(store, "r1") == []
    journal = StoreJournal(store, "r1", 1)
    for record in (RunBegan("press Save\n"), ActionStarted("press Save")):
        journal.append(record)
    await journal.finish()
    for attempt in (2, 10):
        store.write(f"runs/r1/{attempt}/traces/t/trace.jsonl", b"")

    line, trace = stored_evidence(store, "r1")

    assert "press Save" in line
    assert "acting" in line
    assert trace == f"last trace: {tmp_path}/runs/r1/10/traces/t"
