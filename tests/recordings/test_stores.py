"""Where books are kept."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_workers import add_many, die_while_writing

from askonce.errors import ConfigError, RecordingError
from askonce.recordings.fsspec_store import SharedRecordings, open_store
from askonce.recordings.recording import RecordingFile
from askonce.recordings.stores import FolderRecordings, MemoryRecordings, RecordingStore
from askonce.testing.contracts import RecordingStoreContract
from askonce.testing.contracts.store_contract import sample_recording


class TestMemoryRecordings(RecordingStoreContract):
    def open_store(self) -> RecordingStore:
        return MemoryRecordings()


class TestFolderRecordings(RecordingStoreContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "not" / "there yet"

    def open_store(self) -> RecordingStore:
        return FolderRecordings(self.folder)

    def reopen(self, store: RecordingStore) -> RecordingStore:
        return FolderRecordings(self.folder)


class TestSharedRecordingsInMemory(RecordingStoreContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> None:
        self.url = f"memory:/{tmp_path}"

    def open_store(self) -> RecordingStore:
        return SharedRecordings(self.url)

    def reopen(self, store: RecordingStore) -> RecordingStore:
        return SharedRecordings(self.url)


class TestSharedRecordingsInFiles(TestSharedRecordingsInMemory):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> None:
        self.url = (tmp_path / "team").as_uri()


def add(store: RecordingStore, *instructions: str, id: str = "shop") -> RecordingFile:
    return store.update(id, lambda book: book.with_entries(*map(sample_recording, instructions)))


def instructions(book: RecordingFile) -> list[str]:
    return [one.instruction for one in book.recordings]


def test_four_processes_that_write_under_one_id_at_once_lose_nothing(tmp_path: Path) -> None:
    spawned = multiprocessing.get_context("spawn")
    workers = [spawned.Process(target=add_many, args=(str(tmp_path), worker, 8)) for worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    expected = {f"worker {worker} turn {turn}" for worker in range(4) for turn in range(8)}
    kept = instructions(FolderRecordings(tmp_path).read("shop"))
    assert set(kept) == expected
    assert len(kept) == len(expected)
    assert os.listdir(tmp_path) == ["shop.yaml"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_a_process_killed_in_the_middle_of_a_write_leaves_the_old_book_and_holds_nobody_up(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path, patience=5)
    old = add(store, "one")
    killed = multiprocessing.get_context("spawn").Process(target=die_while_writing, args=(str(tmp_path),))
    killed.start()
    killed.join()
    assert killed.exitcode == -signal.SIGKILL
    assert (tmp_path / ".shop.yaml.partial").exists()
    assert (tmp_path / ".shop.yaml.lock").exists()
    assert FolderRecordings(tmp_path).read("shop") == old
    assert list(store.ids()) == ["shop"]
    assert instructions(add(store, "two")) == ["one", "two"]
    assert os.listdir(tmp_path) == ["shop.yaml"]


def test_an_update_that_waits_too_long_for_another_says_so(tmp_path: Path) -> None:
    impatient = FolderRecordings(tmp_path, patience=0.02)

    def meanwhile(book: RecordingFile) -> RecordingFile:
        with pytest.raises(RecordingError, match=r"has held the lock .*\.shop\.yaml\.lock for 0\.02 seconds"):
            add(impatient, "two")
        return book.with_entries(sample_recording("one"))

    assert instructions(FolderRecordings(tmp_path).update("shop", meanwhile)) == ["one"]
    assert instructions(add(impatient, "two")) == ["one", "two"]


def test_a_book_that_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    add(store, "one")
    path = tmp_path / "shop.yaml"
    path.write_text(f"{path.read_text()}# a note of my own\n")
    before = path.stat().st_ino
    add(store, "one")
    assert path.read_text().endswith("# a note of my own\n")
    assert path.stat().st_ino == before


def test_hidden_files_and_folders_are_not_books(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    add(store, "one")
    for hidden in (".other.yaml", ".git/shop.yaml"):
        (tmp_path / hidden).parent.mkdir(exist_ok=True)
        (tmp_path / hidden).write_text((tmp_path / "shop.yaml").read_text())
    assert list(store.ids()) == ["shop"]


def test_a_book_that_stays_empty_leaves_no_file(tmp_path: Path) -> None:
    FolderRecordings(tmp_path).update("shop", lambda book: book)
    assert os.listdir(tmp_path) == []


def test_a_file_is_read_once_until_it_changes(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    written = add(store, "one")
    assert store.read("shop") is written
    other = FolderRecordings(tmp_path)
    first = other.read("shop")
    assert other.read("shop") is first
    path = tmp_path / "shop.yaml"
    path.write_text(path.read_text().replace("instruction: one", "instruction: changed by hand"))
    assert instructions(store.read("shop")) == instructions(other.read("shop")) == ["changed by hand"]


def test_a_file_that_was_deleted_is_forgotten(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    add(store, "one")
    (tmp_path / "shop.yaml").unlink()
    assert store.read("shop") == RecordingFile()
    assert instructions(add(store, "two")) == ["two"]


def test_a_broken_file_is_never_written_over(tmp_path: Path) -> None:
    broken = "askonce: 1\nrecordings:\n- instruction: [half\n"
    (tmp_path / "shop.yaml").write_text(broken)
    with pytest.raises(RecordingError, match=r"shop\.yaml:4:1"):
        add(FolderRecordings(tmp_path), "one")
    assert (tmp_path / "shop.yaml").read_text() == broken
    assert os.listdir(tmp_path) == ["shop.yaml"]


def test_a_file_that_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_bytes(b"askonce: 1\n# \xff\n")
    with pytest.raises(RecordingError, match=r"shop\.yaml:2:3: byte 14 is not part of a character in UTF-8"):
        FolderRecordings(tmp_path).read("shop")


@pytest.fixture
def plain_user_folder() -> Iterator[Path]:
    """A folder that can be made read-only: the superuser may write anywhere, so the test gives that up for a while."""
    folder = Path(tempfile.mkdtemp())
    superuser = hasattr(os, "geteuid") and os.geteuid() == 0
    folder.chmod(0o777)
    if superuser:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if superuser:
            os.seteuid(0)
        folder.chmod(0o777)
        shutil.rmtree(folder)


@pytest.mark.skipif(os.name == "nt", reason="folders have no such permissions there")
def test_a_folder_that_may_not_be_written_is_read_and_named_with_a_remedy_on_writing(plain_user_folder: Path) -> None:
    folder = plain_user_folder / "kept"
    book = add(FolderRecordings(folder), "one")
    folder.chmod(0o555)
    store = FolderRecordings(folder)
    assert store.read("shop") == book
    with pytest.raises(RecordingError, match=r"could not write .*shop\.yaml: Permission denied") as caught:
        add(store, "two")
    assert "make the folder writable" in caught.value.remedy
    folder.chmod(0o755)
    (folder / "shop.yaml").chmod(0)
    with pytest.raises(RecordingError, match=r"could not read .*shop\.yaml: Permission denied"):
        store.read("shop")


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="could not write"):
        add(FolderRecordings(tmp_path / "file"), "one")


MIDSCENE = """\
midsceneVersion: 1.13.1
cacheId: shop
caches:
- type: locate
  prompt: the cart
  cache:
    xpaths: [/html/body/a]
"""


def test_a_midscene_cache_is_read_where_there_is_no_book_and_is_never_written(tmp_path: Path) -> None:
    cache = tmp_path / "shop.cache.yaml"
    cache.write_text(MIDSCENE)
    store = FolderRecordings(tmp_path)
    assert [one.prompt for one in store.read("shop").sightings] == ["the cart"]
    assert list(store.ids()) == ["shop"]
    kept = add(store, "one")
    assert ([one.prompt for one in kept.sightings], instructions(kept)) == (["the cart"], ["one"])
    assert cache.read_text() == MIDSCENE
    assert FolderRecordings(tmp_path).read("shop") == kept
    cache.unlink()
    assert FolderRecordings(tmp_path).read("shop") == kept


def test_a_midscene_cache_is_looked_for_in_other_folders_too(tmp_path: Path) -> None:
    caches = tmp_path / "midscene_run" / "cache"
    caches.mkdir(parents=True)
    (caches / "my-shop.cache.yaml").write_text(MIDSCENE + "- {type: plan, prompt: spin, yamlWorkflow: ''}\n")
    store = FolderRecordings(tmp_path / "ours", caches=[tmp_path / "none", caches])
    assert [one.prompt for one in store.read("my shop").sightings] == ["the cart"]
    [remark] = store.remarks("my shop")
    assert "my-shop.cache.yaml: entry 2 was left out" in remark
    assert store.read("other") == RecordingFile()


def test_a_midscene_cache_that_cannot_be_read_is_a_remark(tmp_path: Path) -> None:
    (tmp_path / "shop.cache.yaml").write_text("aiTasks: [")
    store = FolderRecordings(tmp_path)
    assert store.read("shop") == RecordingFile()
    assert "the cache is left out: " in store.remarks("shop")[0]


@pytest.mark.parametrize("where", ["kept/here", Path("kept/here"), "file:///kept/here"])
def test_a_place_on_this_machine_is_a_folder(where: str | Path) -> None:
    assert isinstance(open_store(where), FolderRecordings)


def test_a_file_address_with_escapes_names_the_same_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    add(open_store(folder), "one")
    assert instructions(open_store(folder.as_uri()).read("shop")) == ["one"]


def test_another_address_is_a_shared_store() -> None:
    assert isinstance(open_store("memory://team"), SharedRecordings)


def test_an_address_of_an_unknown_kind_is_refused_with_a_remedy() -> None:
    with pytest.raises(ConfigError, match="nosuch://team") as caught:
        open_store("nosuch://team")
    assert "s3://bucket" in caught.value.remedy


def test_a_write_of_somebody_else_in_between_is_built_upon(tmp_path: Path) -> None:
    mine, theirs = (SharedRecordings(f"memory:/{tmp_path}") for _ in range(2))
    turns = iter(["theirs", "theirs too"])

    def change(book: RecordingFile) -> RecordingFile:
        for turn in turns:
            add(theirs, turn)
            break
        return book.with_entries(sample_recording("mine"))

    assert instructions(mine.update("shop", change)) == ["theirs", "theirs too", "mine"]
    assert instructions(theirs.read("shop")) == ["theirs", "theirs too", "mine"]


def test_a_shared_book_that_never_rests_ends_in_an_error(tmp_path: Path) -> None:
    mine, theirs = (SharedRecordings(f"memory:/{tmp_path}") for _ in range(2))
    calls: list[int] = []

    def change(book: RecordingFile) -> RecordingFile:
        calls.append(1)
        add(theirs, f"theirs {len(calls)}")
        return book.with_entries(sample_recording("mine"))

    with pytest.raises(RecordingError, match="changed by others during each of 10 attempts"):
        mine.update("shop", change)
    assert len(calls) == 10


def test_failures_of_a_shared_place_are_our_own_errors(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = SharedRecordings((tmp_path / "file").as_uri())
    with pytest.raises(RecordingError, match=r"could not .*shop\.yaml"):
        add(store, "one")
