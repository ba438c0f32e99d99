"""Journals that are shared, cut short by a full disk, or written by another version."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from engine_hands import Done, Ledger, run

from askonce.companion import Companion
from askonce.errors import ProgramError, ProgramFailed, Unresumable
from askonce.program.journal import FileJournal, read_record
from askonce.values import Mask

PROGRAM = "add one\nadd two\n"


@pytest.mark.parametrize("begins", [True, False], ids=["new", "resumed"])
async def test_a_journal_is_held_under_each_of_its_names(tmp_path: Path, begins: bool) -> None:
    path, ledger, program = tmp_path / "journal.jsonl", Ledger(), "add one\nmeddle\n"
    folder, link, twin = tmp_path / "folder", tmp_path / "link.jsonl", tmp_path / "twin.jsonl"
    folder.symlink_to(tmp_path, target_is_directory=True)
    link.symlink_to(path)
    names = (folder / path.name, link, twin, tmp_path / "folder" / ".." / tmp_path.name / path.name)

    async def meddle(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        if not twin.exists():
            twin.hardlink_to(path)
        for name in names:
            with pytest.raises(Unresumable, match="is in use by"):
                await run(Ledger(), program, journal=FileJournal(name, Mask()), resume=True)
        return Done()

    ledger.on("meddle", meddle)
    if not begins:
        FileJournal(path, Mask()).path.write_bytes(b'["began",{"program":"add one\\nmeddle\\n"}]\n')
    await run(ledger, program, journal=FileJournal(path, Mask()), resume=not begins)
    for name in names:
        await run(Ledger(), program, journal=FileJournal(name, Mask()), resume=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit for the size of files")
async def test_a_full_disk_stops_the_run_before_the_next_action_and_it_can_be_resumed(tmp_path: Path) -> None:
    import resource  # not on Windows

    path, ledger = tmp_path / "journal.jsonl", Ledger()
    await run(Ledger(), PROGRAM, journal=FileJournal(tmp_path / "whole.jsonl", Mask()))
    size, limits = (tmp_path / "whole.jsonl").stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
    for room in range(60, size, 97):
        path.unlink(missing_ok=True)
        ledger.entries.clear()
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
        try:
            with pytest.raises((ProgramError, ProgramFailed), match=r"could not write the journal .*: File too large"):
                await run(ledger, PROGRAM, journal=FileJournal(path, Mask()))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        if b"\n" in path.read_bytes():
            await run(ledger, PROGRAM, journal=FileJournal(path, Mask()), resume=True)
            assert ledger.entries == ["one", "two"]


@pytest.mark.parametrize(
    "line",
    [b'["did",{"undo":[]}]', b'["acting",{"action":"","by":1}]', b'["paid",{}]', b'["did",[1]]', b'["did",7]'],
)
def test_what_a_later_version_writes_is_not_passed_over(line: bytes) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_record(line)
