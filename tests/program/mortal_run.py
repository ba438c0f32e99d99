"""A run whose process is killed after so many of its writes: `python mortal_run.py folder writes`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from engine_hands import PLAIN, Ledger

from understudy.program.journal import FileJournal
from understudy.program.records import Record
from understudy.program.running import Run
from understudy.values import Mask

PROGRAM = "For each {name} in {names}:\n    add {name}\n    Add {name} to {done}\nset variable {answer} to {done}\n"
NAMES = [f"item {number}" for number in range(5)]


class Life:
    def __init__(self, writes: int) -> None:
        self._left = writes

    def wear(self) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)


class Kept(list[str]):
    """Entries in a file, as a page keeps them on its server."""

    def __init__(self, path: Path, life: Life) -> None:
        super().__init__(path.read_text().splitlines() if path.exists() else ())
        self._path, self._life = path, life

    def append(self, entry: str, /) -> None:
        super().append(entry)
        with self._path.open("a") as file:
            file.write(f"{entry}\n")
        self._life.wear()


class WornJournal(FileJournal):
    life: Life

    def append(self, record: Record) -> None:
        super().append(record)
        self.life.wear()


async def _run(folder: Path, writes: int) -> None:
    life, path = Life(writes), folder / "journal.jsonl"
    ledger, journal = Ledger(), WornJournal(path, Mask())
    ledger.entries, journal.life = Kept(folder / "entries.txt", life), life
    given = {"names": NAMES, "done": list[str]()}
    going = Run(PROGRAM, ledger, PLAIN, variables=given, journal=journal, resume=path.exists())
    result = await going.go()
    (folder / "answer.txt").write_text("\n".join(result.answer))


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1]), int(sys.argv[2])))
