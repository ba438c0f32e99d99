"""`askonce fleet results`."""

from __future__ import annotations

import json
from pathlib import Path

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import opened_fleet
from askonce.cli.interrupts import run_async
from askonce.cli.terminal import Console, Text, Verbosity, print_warning
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError
from askonce.script.batch import Ledger
from askonce.script.batch_report import write_batch_report
from askonce.script.batch_summary import summarize


def write_results(batch: str, queue: str, folder: Path, verbosity: Verbosity, *, report: bool, as_json: bool) -> int:
    """Write them; 1 if a run did not pass."""
    if not batch and not queue:
        raise ConfigError("it was not said of which runs", remedy="name a --batch or a --queue")
    console = verbosity.console()
    ledger = run_async(_fetch(read_settings(read_environment()), batch, queue, folder.absolute(), console))
    ledger.write()
    page = None
    if report:
        page = write_batch_report(ledger.outcomes, ledger.names, folder.absolute() / "report.html")
    counts = summarize(ledger.outcomes, folder.absolute())
    if as_json:
        print(json.dumps(counts, ensure_ascii=False, indent=2))
    passed, total = counts["summary"]["successful"], counts["summary"]["total"]
    mark = ("✓ ", "bold green") if passed == total else ("✗ ", "bold red")
    console.print(Text.assemble(mark, f"{passed} of {total} passed"))
    for name, path in (("Summary", ledger.summary), ("JUnit", ledger.junit), ("Report", page)):
        if path:
            console.print(Text(f"{name}: {path}", "dim"))
    return 0 if passed == total else 1


async def _fetch(settings: Settings, batch: str, queue: str, folder: Path, console: Console) -> Ledger:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.fleet_status import read_attempts, read_runs
        from askonce.fleet.run_results import fetch_outcome, misses_traces
        from askonce.fleet.run_store import open_run_store

        store = open_run_store(settings.fleet.store)
        runs = await read_runs(fleet.database, queue=queue, batch=batch)
        if not runs:
            which = f"batch {batch}" if batch else f"queue {queue}"
            raise ConfigError(f"there are no runs in {which}", remedy="askonce fleet status lists those that there are")
        attempts = await read_attempts(fleet.database, [run.id for run in runs])
        outcomes = [fetch_outcome(run, attempts[run.id], store, folder) for run in runs]
    if missed := [
        run.id for run, outcome in zip(runs, outcomes, strict=True) if misses_traces(attempts[run.id], outcome)
    ]:
        some = ", ".join(missed[:3]) + (f" and {len(missed) - 3} more" if len(missed) > 3 else "")
        print_warning(console, f"what these runs left behind is not in the store {store.place}: {some}")
    return Ledger(outcomes, [run.name for run in runs], folder / "summary.json", folder / "junit.xml")
