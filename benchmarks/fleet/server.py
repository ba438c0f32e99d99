"""The PostgreSQL of a measurement, and what it uses of the processor."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from postgres import OPTIONS, Postgres, programs


@contextmanager
def fleet_server(connections: int = 200) -> Iterator[Postgres]:
    """A server that keeps what it has confirmed, as those that matter do."""
    found = programs()
    if found is None:
        sys.exit("there is no PostgreSQL on this machine (apt-get install postgresql)")
    kept = dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes", "autovacuum"), "on")
    OPTIONS.update(kept | {"max_connections": str(connections), "shared_buffers": "128MB"})
    with TemporaryDirectory(prefix="askonce-fleet-") as folder:
        os.chmod(folder, 0o755)
        server = Postgres(Path(mkdtemp(dir=folder)), found)
        server.begin(Path(folder) / "prepared")
        try:
            yield server
        finally:
            server.stop()


def server_process(server: Postgres) -> int:
    return int((server.data / "postmaster.pid").read_text().split()[0])


def processor_seconds(process: int) -> float:
    """What a process has used so far, with its children, those that ended as well. Linux only."""
    children = [process]
    used = 0.0
    while children:
        one = children.pop()
        try:
            words = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            children += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
        used += sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    return used
