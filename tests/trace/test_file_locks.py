"""Locks of files: one holder at a time, and nothing is left behind."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from askonce.errors import RecordingError
from askonce.trace.file_locks import locked


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system does not list open files")
def test_waiting_in_vain_leaves_no_file_open(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path, patience=10):
        before = os.listdir("/dev/fd")
        with pytest.raises(RecordingError, match=r"has held the lock .*lock for 0\.05 seconds"), locked(path, 0.05):
            pass
        assert os.listdir("/dev/fd") == before
    assert not path.exists()


def test_of_many_that_wait_each_one_holds_the_lock_alone(tmp_path: Path) -> None:
    """The file goes with each holder, and a waiting one that still has the old file open must not take it."""
    path, inside, most = tmp_path / "lock", list[int](), list[int]()

    def work(number: int) -> None:
        for _ in range(20):
            with locked(path, patience=60):
                inside.append(number)
                most.append(len(inside))
                os.stat(path)
                inside.remove(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
    assert len(most) == 160
    assert set(most) == {1}
    assert os.listdir(tmp_path) == []


def test_an_error_of_the_holder_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with pytest.raises(KeyError), locked(path, patience=1):
        raise KeyError("inside")
    with locked(path, patience=0):
        assert path.exists()
