"""The files of the phone: those that were copied to it, and the notes of Markor, which lie in its shared storage."""

from __future__ import annotations

import posixpath
from uuid import uuid4

from askonce.testing.phone.phone_records import PhoneRecords

NOTEBOOK = "/storage/emulated/0/Documents/Markor"
_FOLDERS = (
    "/data/local/tmp", "/sdcard", "/storage/emulated/0/Documents/Markor", "/storage/emulated/0/Download",
    "/storage/emulated/0/DCIM", "/storage/emulated/0/Pictures", "/dev", "/system",
)  # fmt: skip
_BOOT_ID = "/proc/sys/kernel/random/boot_id"
_WRITABLE = ("/data/local/tmp", "/storage/emulated/0")


class DeviceFiles:
    """Files by their whole path. `/sdcard` is another name of the shared storage."""

    def __init__(self, records: PhoneRecords) -> None:
        self._records = records
        self._data: dict[str, bytes] = {_BOOT_ID: f"{uuid4()}\n".encode()}

    def read(self, path: str) -> bytes | None:
        """The content; None if there is no such file."""
        path = _whole(path)
        if (note := _note(path)) is not None:
            text = self._records.notes.get(note)
            return None if text is None else text.encode()
        return self._data.get(path)

    def write(self, path: str, data: bytes) -> str:
        """Write a file; says why if it cannot be done."""
        path = _whole(path)
        if not path.startswith(_WRITABLE):
            return f"couldn't create file: Permission denied: {path}"
        if self.is_folder(path):
            return f"couldn't create file: Is a directory: {path}"
        if (note := _note(path)) is not None:
            self._records.notes[note] = data.decode("utf-8", "replace")
        else:
            self._data[path] = data
        return ""

    def remove(self, path: str) -> bool:
        """Remove a file, or a folder with all in it; False if there is none."""
        path = _whole(path)
        if (note := _note(path)) is not None:
            was_there = note in self._records.notes or note in self._records.notes.folders
            self._records.notes.remove(note)
            return was_there
        gone = [name for name in self._data if name == path or name.startswith(f"{path}/")]
        for name in gone:
            del self._data[name]
        return bool(gone)

    def is_folder(self, path: str) -> bool:
        path = _whole(path)
        return path == "/" or any(
            name.startswith(f"{path}/") for name in (*self._paths(), *(f"{f}/" for f in _FOLDERS))
        )

    def names_in(self, path: str) -> list[str]:
        """The names in a folder, sorted."""
        start = _whole(path).rstrip("/") + "/"
        inside = (name.removeprefix(start) for name in (*self._paths(), *_FOLDERS) if name.startswith(start))
        return sorted({name.partition("/")[0] for name in inside})

    def _paths(self) -> list[str]:
        notes = self._records.notes
        return [*self._data, *(f"{NOTEBOOK}/{name}" for name in (*notes, *notes.folders))]


def _whole(path: str) -> str:
    path = posixpath.normpath(path) if path else "/"
    for alias in ("/sdcard", "/storage/self/primary", "/mnt/sdcard"):
        if path == alias or path.startswith(f"{alias}/"):
            return f"/storage/emulated/0{path.removeprefix(alias)}"
    return path


def _note(path: str) -> str | None:
    return path.removeprefix(f"{NOTEBOOK}/") if path.startswith(f"{NOTEBOOK}/") else None
