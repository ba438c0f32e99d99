"""What a run leaves in its folder is in the store, also when its worker does not live to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from askonce.errors import FleetError
from askonce.fleet.folder_upload import FolderUpload, fetch_folder
from askonce.fleet.run_store import SharedFolder


class Noticing(SharedFolder):
    """Says when it was written to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.was_written = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def write(self, path: str, data: bytes) -> None:
        super().write(path, data)
        self._loop.call_soon_threadsafe(self.was_written.set)


async def test_new_and_changed_files_are_copied_while_the_run_goes_on_and_at_its_end(tmp_path: Path) -> None:
    store, folder = Noticing(tmp_path / "store"), tmp_path / "run"
    folder.mkdir()
    (folder / "shop.stp").write_text("as it was")
    upload = FolderUpload(store, "runs/r1/1", folder, without="inner")
    async with upload.going_on():
        (folder / "inner").mkdir()
        (folder / "inner" / "x").write_text("not this")
        (folder / "trace.jsonl").write_text("one\n")
        await store.was_written.wait()  # before the block ends
        (folder / "trace.jsonl").write_text("one\ntwo\n")
        (folder / "blobs").mkdir()
        (folder / "blobs" / "a.png").write_bytes(b"\x89PNG")
    assert fetch_folder(store, "runs/r1/1", tmp_path / "back") == ["blobs/a.png", "trace.jsonl"]
    assert (tmp_path / "back" / "trace.jsonl").read_text() == "one\ntwo\n"


async def test_a_run_that_fails_leaves_what_it_had(tmp_path: Path) -> None:
    store, folder = SharedFolder(tmp_path / "store"), tmp_path / "run"
    folder.mkdir()
    with pytest.raises(ValueError, match="broken"):  # noqa: PT012
        async with FolderUpload(store, "runs/r1/1", folder).going_on():
            (folder / "trace.jsonl").write_text("one\n")
            raise ValueError("broken")
    assert store.read("runs/r1/1/trace.jsonl") == b"one\n"


def test_a_name_from_the_store_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    class Strange(SharedFolder):
        def files(self, folder: str) -> list[str]:
            return ["../out.txt"]

        def read(self, path: str) -> bytes | None:
            return b"harm"

    with pytest.raises(FleetError, match="not a file that can be put"):
        fetch_folder(Strange(tmp_path / "store"), "work/r1", tmp_path / "in" / "side")
    assert not (tmp_path / "in").exists() or not (tmp_path / "in" / "out.txt").exists()
