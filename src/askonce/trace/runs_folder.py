"""The folder for what runs leave behind: traces, reports, results, files and recordings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

GITIGNORE = """\
# Written by Askonce: recordings belong into git, what runs leave behind does not.
/*
!/.gitignore
!/recordings/
"""


def make_runs_folder(folder: Path) -> None:
    """Create the folder with a .gitignore of its own. A folder that is there already is left as it is."""
    with suppress(FileExistsError):
        folder.mkdir(parents=True)
        with (folder / ".gitignore").open("x", encoding="utf-8", newline="\n") as file:
            file.write(GITIGNORE)
