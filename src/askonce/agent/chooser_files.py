"""Files that the file choosers of a screen get by themselves while an act or an action runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.screens import FileChoosers, Screen

Files = str | Path | Sequence[str | Path]
"""One file or several: paths, which begin at the working directory."""

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ChooserFiles:
    """What is handed to file choosers, and the folder that it comes from."""

    files: tuple[str | Path, ...] = ()
    folder: Path | None = None
    """The only folder that files may come from, also such as a model names."""

    @staticmethod
    def of(files: Files | None, folder: str | Path | None = None) -> ChooserFiles:
        several = (files,) if isinstance(files, str | Path) else () if files is None else tuple(files)
        if "" in several:
            raise ConfigError("a file to hand over has an empty path", remedy="name the file, or leave out files")
        return ChooserFiles(several, None if folder is None else _existing(folder))

    def __bool__(self) -> bool:
        return bool(self.files) or self.folder is not None

    @property
    def advice(self) -> str:
        """What a planner is told of them; empty if there are none."""
        parts: list[str] = []
        if self.files:
            names = ", ".join(Path(file).name for file in self.files)
            parts.append(f"A file chooser that a tap opens gets {names} by itself.")
        if self.folder:
            names = ", ".join(sorted(path.name for path in self.folder.iterdir() if path.is_file())[:_SHOWN])
            parts.append(f"Files for uploads: {names or 'none'}.")
        return " ".join(parts)


def _existing(folder: str | Path) -> Path:
    """The folder. An empty path is none: it would be the working directory, where somebody forgot to set a name."""
    remedy = "name a folder that exists, or leave out files_from (fileChooserAllowedDir in scripts)"
    if folder == "":
        raise ConfigError("the folder that files may come from has an empty path", remedy=remedy)
    if not Path(folder).is_dir():
        raise ConfigError(f"files may come from {str(folder)!r}, which is not a folder", remedy=remedy)
    return Path(folder)


@asynccontextmanager
async def handing_over(screen: Screen, given: ChooserFiles, *, expected: bool) -> AsyncGenerator[None, None]:
    """A block in which choosers get the files. With `expected` one has to open."""
    if not given:
        yield
        return
    if not isinstance(screen, FileChoosers):
        raise ConfigError(f"this {screen.kind} screen has no file choosers", remedy="leave out files")
    screen.accept_files(given.files, folder=given.folder)
    try:
        yield
    except BaseException:
        with suppress(AskonceError):  # what went wrong first says more
            await screen.stop_accepting()
        raise
    await screen.stop_accepting(expected=expected)
