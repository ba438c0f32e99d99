"""The store of a fleet, as a folder and as a location of fsspec."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from s3_server import BUCKET, options_for, s3_server

from askonce.errors import ConfigError, FleetError, FleetUnavailable
from askonce.fleet.run_store import RunStore, SharedFolder, SharedLocation, open_run_store


@pytest.fixture(params=["folder", "memory", "bucket"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunStore]:
    if request.param == "folder":
        yield SharedFolder(tmp_path / "store")
    elif request.param == "memory":
        yield SharedLocation(f"memory://{tmp_path.name}")
    else:
        with s3_server() as port:
            yield SharedLocation(f"s3://{BUCKET}/fleet", **options_for(port))


def test_what_was_written_is_read_again_and_listed(store: RunStore) -> None:
    store.write("runs/r1/1/trace.jsonl", b"one")
    store.write("runs/r1/1/blobs/a.png", b"two")
    store.write("runs/r1/1/trace.jsonl", b"three")
    assert store.read("runs/r1/1/trace.jsonl") == b"three"
    assert store.read("runs/r1/2/trace.jsonl") is None
    assert store.names("runs/r1/1") == ["blobs", "trace.jsonl"]
    assert store.names("runs/none") == []
    assert store.files("runs/r1") == ["1/blobs/a.png", "1/trace.jsonl"]
    store.remove("runs/r1/1/blobs/a.png")
    assert store.files("runs/r1") == ["1/trace.jsonl"]
    store.remove("runs/r1")
    store.remove("runs/r1")
    assert store.files("runs") == []


def test_of_many_who_create_a_file_one_succeeds(store: RunStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda number: store.create("head", b"%d" % number), range(8)))
    assert made.count(True) == 1
    assert store.read("head") == b"%d" % made.index(True)


@pytest.mark.parametrize("path", ["../out", "/etc/passwd", "a//b", "a/./b", "", "a\\b"])
def test_a_path_that_leads_out_of_it_is_refused(store: RunStore, path: str) -> None:
    with pytest.raises(FleetError, match="not a path inside the store"):
        store.write(path, b"")


def test_a_store_that_is_away_is_told_with_its_place(tmp_path: Path) -> None:
    store = SharedFolder(tmp_path / "mount" / "fleet")
    with pytest.raises(FleetUnavailable, match=r"could not write a in the store .*mount/fleet"):
        store.write("a", b"")
    assert not (tmp_path / "mount").exists()


def test_a_bucket_that_is_not_there_is_told_and_not_made() -> None:
    with s3_server() as port:
        for _ in range(2):
            with pytest.raises(FleetUnavailable, match=r"could not write a/b in the store .*s3://misspelled/fleet"):
                SharedLocation("s3://misspelled/fleet", **options_for(port)).write("a/b", b"")


@pytest.mark.parametrize("where", [None, "", "nosuch://place"])
def test_a_store_that_cannot_be_meant_is_refused_with_the_setting(where: str | None) -> None:
    with pytest.raises(ConfigError) as refused:
        open_run_store(where)
    assert "ASKONCE_FLEET_STORE" in refused.value.remedy


def test_a_password_in_its_url_is_not_told() -> None:
    assert "hunter" not in SharedLocation("memory://bob:hunter@host/fleet").place


def test_a_file_url_is_a_folder(tmp_path: Path) -> None:
    open_run_store(tmp_path.as_uri()).write("a", b"1")
    assert (tmp_path / "a").read_bytes() == b"1"


def test_what_cannot_be_removed_is_told(tmp_path: Path) -> None:
    store = SharedFolder(tmp_path / "store")
    store.write("kept/a", b"")
    (tmp_path / "store" / "runs").symlink_to(tmp_path / "store" / "kept")
    with pytest.raises(FleetUnavailable, match="could not write runs in the store"):
        store.remove("runs")


def test_a_disk_that_is_full_does_not_get_fuller_with_each_try(tmp_path: Path) -> None:
    store = SharedFolder(tmp_path / "store")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        for write in (store.write, store.create):
            with pytest.raises(FleetUnavailable, match="could not write a"):
                write("a", b"x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "store").iterdir()) == []
