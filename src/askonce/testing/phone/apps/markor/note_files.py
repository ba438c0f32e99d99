"""The records of Markor: the files of its notebook."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import field

from askonce.lazy import dataclass


@dataclass(slots=True)
class NoteFiles(MutableMapping[str, str]):
    """Texts by path, such as `todo.md` or `work/plan.md`. Folders are kept also while they are empty."""

    texts: dict[str, str] = field(default_factory=dict[str, str])
    folders: set[str] = field(default_factory=set[str])

    def __getitem__(self, path: str) -> str:
        return self.texts[path]

    def __setitem__(self, path: str, text: str) -> None:
        self.texts[path] = text
        parts = path.split("/")[:-1]
        self.folders.update("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))

    def __delitem__(self, path: str) -> None:
        del self.texts[path]

    def __iter__(self) -> Iterator[str]:
        return iter(list(self.texts))  # a test may change them meanwhile

    def __len__(self) -> int:
        return len(self.texts)

    def inside(self, folder: str) -> tuple[list[str], list[str]]:
        """The names of the folders and of the files in a folder, sorted; the notebook itself is ``."""
        start = f"{folder}/" if folder else ""

        def names(paths: list[str]) -> list[str]:
            inner = (path.removeprefix(start) for path in paths if path.startswith(start))
            return sorted((name for name in inner if name and "/" not in name), key=str.casefold)

        return names(list(self.folders)), names(list(self.texts))

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all in it."""
        self.texts = {name: text for name, text in self.texts.items() if not is_in(name, path)}
        self.folders = {name for name in self.folders if not is_in(name, path)}

    def move(self, path: str, to: str) -> None:
        """Give a file or a folder another path."""
        moved = {f"{to}{name.removeprefix(path)}": text for name, text in self.texts.items() if is_in(name, path)}
        folders = {f"{to}{name.removeprefix(path)}" for name in self.folders if is_in(name, path)}
        self.remove(path)
        self.folders |= folders
        for name, text in moved.items():
            self[name] = text


def is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")
