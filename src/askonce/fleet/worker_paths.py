"""Paths in the folder of a worker, as others know them: the folder is gone when the run has ended, and means nothing on
another machine."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from askonce.fleet.run_order import RunOrder

RUNS_FOLDER = "askonce_run"
"""The folder in that of a run where its trace, report and results are written."""
_TEXTS = frozenset({".html", ".json", ".jsonl", ".md", ".txt", ".xml"})


class WorkerPaths:
    """The paths of one attempt at a run, which is played in `folder`."""

    def __init__(self, folder: Path, order: RunOrder) -> None:
        self._known: dict[str, str] = {}
        roots = [folder.absolute(), folder.resolve()]
        if Path.cwd() in roots[0].parents:  # paths may be told as seen from there
            roots.append(roots[0].relative_to(Path.cwd()))
        for root in roots:
            for path, name in (
                (str(root / order.file_name), order.name),
                (f"{root / RUNS_FOLDER / '_'}"[:-1], ""),
                (f"{root / '_'}"[:-1], ""),
                (str(root), "."),
            ):
                for written in (path, json.dumps(path)[1:-1]):
                    self._known.setdefault(written, name)

    def told(self, text: str) -> str:
        """A text with the name under which the run was submitted, and with paths relative to the folder."""
        for path, name in self._known.items():
            text = text.replace(path, name)
        return text

    def told_bytes(self, data: bytes) -> bytes:
        """The same for what is written down."""
        for path, name in self._known.items():
            data = data.replace(path.encode(), name.encode())
        return data

    def told_file(self, name: str, data: bytes) -> bytes:
        """The same for a file, if it is a text."""
        return self.told_bytes(data) if PurePosixPath(name).suffix in _TEXTS else data
