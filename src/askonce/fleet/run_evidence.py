"""What the store still has of a run whose workers were lost: the last line of its journal, and its last trace."""

from __future__ import annotations

from askonce.fleet.run_store import RunStore
from askonce.fleet.store_journal import read_stored_run

_LONGEST = 300


def stored_evidence(store: RunStore, run: str) -> list[str]:
    """Lines about it; none where nothing is there. Secrets are hidden in what the store has."""
    found: list[str] = []
    if lines := read_stored_run(store, run).lines:
        last = lines[-1].decode("utf-8", "replace").strip()
        found.append(f"last line of its journal: {last[:_LONGEST]}{'…' if len(last) > _LONGEST else ''}")
    attempts = sorted((int(name) for name in store.names(f"runs/{run}") if name.isdecimal()), reverse=True)
    for attempt in attempts:
        if traces := store.names(f"runs/{run}/{attempt}/traces"):
            found.append(f"last trace: {store.place}/runs/{run}/{attempt}/traces/{traces[-1]}")
            break
    return found
