"""What a fleet costs and how far it goes: its overhead for each run, its growth with workers, and where it bends.

    python benchmarks/fleet.py [--quick] [--json] [--scripts NUMBER] [--workers 1,2,4] [--simulate 10,100,1000]

1,000 short scripts (a page, a press, a check) are played by 1, 2 and 4 workers of a fleet with a PostgreSQL of their
own, and a tenth of them by `askonce run --concurrent` with as many at the same time. The processor time for each script
stands beside that of the clock, which says little while other work is done on the machine; it is without PostgreSQL,
and without what it takes to start. To reach: at most 15 % more than with `run --concurrent`.

Then many workers are simulated: the database is real, and so is all that workers say to it; a script takes a tenth of a
second and does nothing. All of it takes tens of minutes on two cores, and a busy machine spoils it. Each figure is told
on the error stream as soon as it is there, and all of them at the end or when it is interrupted. Linux only.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from fleet.scripts import ShortScripts
from fleet.server import fleet_server
from fleet.simulation import Amounts, simulate
from showing import Row, show

SCRIPTS, QUICK_SCRIPTS = 1000, 6
WORKERS, QUICK_WORKERS = (1, 2, 4), (1, 2)
SIMULATED, QUICK_SIMULATED = (10, 100, 1000), (10,)
QUICK_AMOUNTS = Amounts(idle_seconds=2, single_runs=20, batch=100)


Measured = tuple[str, Row]
"""The title of a table, and a row of it."""


def played(workers: Iterable[int], count: int, slots: int) -> Iterator[Measured]:
    with TemporaryDirectory() as folder, fleet_server() as server:
        scripts = ShortScripts(Path(folder), server, slots)
        for number in workers:
            for row in scripts.measure(number, count, max(count // 10, min(count, 12))):
                yield "Short scripts, and what each takes", row


def simulated(numbers: Iterable[int], amounts: Amounts) -> Iterator[Measured]:
    for workers in numbers:
        yield from simulate(workers, amounts).items()


def collect(measured: Iterable[Measured], tables: dict[str, list[Row]]) -> None:
    began = time.perf_counter()
    for title, row in measured:
        seconds = time.perf_counter() - began
        print(f"{seconds:.0f} s: {title}: {json.dumps(row, ensure_ascii=False)}", file=sys.stderr, flush=True)
        tables.setdefault(title, []).append(row)


def numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",") if int(word)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer scripts and workers, within a minute")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--scripts", type=int, help=f"how many scripts ({SCRIPTS}); 0 for none")
    parser.add_argument("--slots", type=int, default=1, help="how many at the same time, of each worker (1)")
    parser.add_argument("--workers", type=numbers, help="numbers of workers, with commas between")
    parser.add_argument("--simulate", type=numbers, help="numbers of simulated workers; 0 for none")
    options = parser.parse_args()
    count = (QUICK_SCRIPTS if options.quick else SCRIPTS) if options.scripts is None else options.scripts
    workers = (QUICK_WORKERS if options.quick else WORKERS) if options.workers is None else options.workers
    many = (QUICK_SIMULATED if options.quick else SIMULATED) if options.simulate is None else options.simulate
    tables: dict[str, list[Row]] = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        if count:
            collect(played(workers, count, options.slots), tables)
        collect(simulated(many, QUICK_AMOUNTS if options.quick else Amounts()), tables)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        if tables:
            show(tables, as_json=options.json)


if __name__ == "__main__":
    main()
