"""A real PostgreSQL in a folder of its own, for tests: one server for each process that runs tests, with data that one
of them prepares, and a database for each test. Without the programs of PostgreSQL on this machine, those tests are
skipped."""

from __future__ import annotations

import asyncio
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from itertools import count
from pathlib import Path

import psycopg
import pytest

from askonce.fleet.fleet_database import FleetDatabase
from askonce.values import Secret

TEMPLATE = "fleet_template"
PROGRAMS = ("initdb", "postgres", "pg_isready")
OPTIONS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "120",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "jit": "off",
}


def programs() -> Path | None:
    """The folder with the newest PostgreSQL of this machine. What is on the path may be a link to one program of it."""
    named = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr/pgsql").glob("*/bin")]
    newest = sorted(folders, key=lambda it: [int(part) for part in re.findall(r"\d+", it.parent.name)], reverse=True)
    return next((it for it in [*named, *newest] if all((it / program).exists() for program in PROGRAMS)), None)


class Postgres:
    """A server that can be stopped and started again. Root may not run it, so it runs as another user there."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._user = _unprivileged() if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self.port = _free_port()

    def begin(self, prepared: Path) -> None:
        """Start with a copy of the data that the first one prepares for all that run at the same time."""
        if self._user:
            shutil.chown(self.folder, self._user)
        with Path(f"{prepared}.lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not prepared.exists():
                self._prepare()
                self.stop()
                shutil.copytree(self.data, prepared)
        if not self.data.exists():
            shutil.copytree(prepared, self.data)
            for path in (self.data, *self.data.rglob("*")) if self._user else ():
                shutil.chown(path, self._user)
        self.start()

    def _prepare(self) -> None:
        self._run(
            "initdb", "-D", str(self.data), "-U", "fleet", "--auth=trust", "--no-sync", "-E", "UTF8", "--no-locale"
        )
        self.start()
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {TEMPLATE}")
        asyncio.run(_prepared(self.url(TEMPLATE)))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        options = [word for name, value in OPTIONS.items() for word in ("-c", f"{name}={value}")]
        place = ["-D", str(self.data), "-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.folder)]
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [self._programs / "postgres", *place, *options], stdout=log, stderr=log, user=self._user, cwd=self.folder
        )
        self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "30", until=True)

    def stop(self) -> None:
        """End it, and all connections with it."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def url(self, database: str, port: int | None = None) -> str:
        return f"postgresql://fleet@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a database with the tables of a fleet."""
        name = f"fleet_{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.url(name)

    def empty_database(self, encoding: str = "UTF8") -> str:
        name = f"empty_{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}'")  # pyright: ignore
        return self.url(name)

    def _run(self, program: str, *arguments: str, until: bool = False) -> None:
        command = [self._programs / program, *arguments]
        for _ in range(200 if until else 1):
            done = subprocess.run(command, capture_output=True, user=self._user, cwd=self.folder)
            if done.returncode == 0:
                return
            if until and self._process and self._process.poll() is not None:
                break
        raise RuntimeError(f"{program} failed: {done.stderr.decode()}{(self.folder / 'log').read_text()}")


async def _prepared(url: str) -> None:
    async with FleetDatabase.opened(Secret(url)):
        pass


def _unprivileged() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    found = programs()
    if found is None:
        pytest.skip("there is no PostgreSQL on this machine (apt-get install postgresql)")
    # Not below pytest's own folder, which other users may not enter.
    folder = Path(tempfile.mkdtemp(prefix="askonce-postgres-"))
    server = Postgres(folder, found)
    own = tmp_path_factory.getbasetemp()  # that of a worker lies in the one that all of them share
    try:
        server.begin((own.parent if request.config.getoption("workers") > 1 else own) / "postgres")
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def fleet_url(postgres: Postgres) -> str:
    return postgres.new_database()
