"""Recordings that many workers write at once: none is lost."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cut_line import CutLine
from postgres import Postgres
from s3_server import BUCKET, options_for, s3_server

from askonce.errors import RecordingError, RunLost
from askonce.fleet.recording_lock import DatabaseLock
from askonce.recordings.fsspec_store import SharedRecordings
from askonce.recordings.locked_recordings import LockedRecordings
from askonce.recordings.recording import RecordedStep, Recording, RecordingFile
from askonce.values import Secret

WORKERS, TURNS = 6, 4


def recording(name: str) -> Recording:
    return Recording(instruction=name, screen="web", steps=(RecordedStep(action="Back"),))


def store_at(folder: Path, url: str, patience: float = 60.0) -> LockedRecordings:
    """The store as one worker opens it: nothing in this process tells it from those of others."""
    return LockedRecordings(SharedRecordings(folder.as_uri()), DatabaseLock(Secret(url), patience=patience))


@pytest.mark.parametrize("place", ["folder", "bucket"])
def test_what_several_workers_record_under_one_id_is_all_there(tmp_path: Path, fleet_url: str, place: str) -> None:
    with ExitStack() as stack:
        url, options = (tmp_path / "recordings").as_uri(), dict[str, Any]()
        if place == "bucket":
            url, options = f"s3://{BUCKET}/recordings", options_for(stack.enter_context(s3_server()))

        def opened() -> LockedRecordings:
            return LockedRecordings(SharedRecordings(url, **options), DatabaseLock(Secret(fleet_url)))

        def work(worker: int) -> None:
            store = opened()
            for turn in range(TURNS):
                made = recording(f"{worker} {turn}")
                store.update("shop", lambda file, made=made: file.with_entries(made))

        with ThreadPoolExecutor(WORKERS) as threads:
            list(threads.map(work, range(WORKERS)))
        assert len(opened().read("shop").recordings) == WORKERS * TURNS


def test_an_update_whose_lock_was_lost_meanwhile_is_not_written(tmp_path: Path, fleet_url: str) -> None:
    store = store_at(tmp_path, fleet_url)
    store.update("shop", lambda file: file.with_entries(recording("first")))

    def change(file: RecordingFile) -> RecordingFile:
        with psycopg.connect(fleet_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = "
                "(SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        return file.with_entries(recording("second"))

    with pytest.raises(RecordingError, match="'shop' in the database of the fleet was lost"):
        store.update("shop", change)
    assert [entry.instruction for entry in store.read("shop").recordings] == ["first"]


async def test_an_update_whose_line_to_the_database_is_dead_ends_and_writes_nothing(
    tmp_path: Path, postgres: Postgres, fleet_url: str
) -> None:
    line, loop = CutLine(postgres.port), asyncio.get_running_loop()
    async with line.open():
        lock = DatabaseLock(Secret(postgres.url(fleet_url.rpartition("/")[2], line.port)), answer_seconds=0.5)
        store = LockedRecordings(SharedRecordings(tmp_path.as_uri()), lock)

        def change(file: RecordingFile) -> RecordingFile:
            loop.call_soon_threadsafe(line.cut)
            return file.with_entries(recording("first"))

        with pytest.raises(RecordingError, match="'shop' in the database of the fleet was lost"):
            await asyncio.to_thread(store.update, "shop", change)
    assert store.ids() == []


def test_a_lock_that_others_keep_is_told(tmp_path: Path, fleet_url: str) -> None:
    with (
        DatabaseLock(Secret(fleet_url)).holding("shop"),
        pytest.raises(RecordingError, match=r"is held by others for more than 0\.05 s"),
    ):
        store_at(tmp_path, fleet_url, 0.05).update("shop", lambda file: file)
    store_at(tmp_path, fleet_url, 0.05).update("shop", lambda file: file)


def test_a_database_that_is_away_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be taken"):
        store_at(tmp_path, "postgresql://fleet@127.0.0.1:1/none", 0.05).update("shop", lambda file: file)


def test_a_worker_that_lost_its_run_records_nothing(tmp_path: Path, fleet_url: str) -> None:
    asked: list[None] = []

    def permit() -> None:
        asked.append(None)
        if len(asked) > 1:  # lost while it waited for its turn
            raise RunLost("another has the run")

    store = LockedRecordings(SharedRecordings(tmp_path.as_uri()), DatabaseLock(Secret(fleet_url)), permit)
    with pytest.raises(RunLost):
        store.update("shop", lambda file: file.with_entries(recording("late")))
    assert store.ids() == []
