"""Programs that were interrupted, by a screen that closed or a process that was killed: their journals have what was
done, so that they can be taken up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from askonce.agent.program_setup import JOURNAL_FILE
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.program.checked_program import read_valid_program
from askonce.program.journal import FileJournal
from askonce.program.journal_records import RunBegan
from askonce.program.resume import rebuild
from askonce.values import Mask, Secret

MOST_OFFERED, MOST_READ = 3, 20
"""How many are offered, and among how many runs they are looked for: the newest."""


@dataclass(frozen=True, slots=True)
class InterruptedProgram:
    run: str
    """The name of its run's folder."""
    journal: Path
    text: str
    line: int
    place: str
    """The line at which it goes on, with the passes of loops, in words."""
    secrets: tuple[str, ...]
    """Those that it was given, which no journal has."""

    def fields(self) -> dict[str, Any]:
        return {"run": self.run, "text": self.text, "line": self.line, "place": self.place}

    def refuse_without(self, secrets: Sequence[str]) -> None:
        if missing := [name for name in self.secrets if name not in secrets]:
            raise ConfigError(
                f"the program was given the secret {missing[0]!r}, which is not in its journal",
                remedy="set it under Settings, then resume",
            )


def interrupted_programs(runs: Path | None) -> list[InterruptedProgram]:
    """The newest programs that did not come to their end, and that nobody runs now."""
    folder = runs / "traces" if runs else None
    if folder is None or not folder.is_dir():
        return []
    journals = sorted(folder.glob(f"*/{JOURNAL_FILE}"), reverse=True)[:MOST_READ]
    found = (interrupted for journal in journals if (interrupted := read_interrupted(journal)))
    return [interrupted for interrupted, _ in zip(found, range(MOST_OFFERED), strict=False)]


def read_interrupted(path: Path) -> InterruptedProgram | None:
    """The program of a journal; None if it has ended, is run by somebody, or cannot be resumed."""
    journal = FileJournal(path, Mask())
    try:
        records = list(journal.read())
        began = next((record for record in records if isinstance(record, RunBegan)), RunBegan(""))
        state = rebuild(records, read_valid_program, {name: Secret(name, allow_short=True) for name in began.secrets})
        if state.ended or state.counter.ended:
            return None
        journal.hold()
    except AskonceError:
        return None
    finally:
        journal.close()
    line = state.statement.location.line
    return InterruptedProgram(path.parent.name, path, state.program.source, line, state.position, began.secrets)
