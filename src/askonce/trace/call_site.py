"""Where a call was written: the line of a test or of a script that asked for what is done now."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from askonce.lazy import dataclass

_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_LIBRARY = str(Path(os.__file__).parent) + os.sep
_INSTALLED = ("site-packages", "dist-packages")
_ASYNCIO = Path(asyncio.__file__).parent
_LOOP = frozenset(str(_ASYNCIO / name) for name in ("events.py", "base_events.py", "runners.py"))
"""A task ends here: whoever started it is not the caller of what runs in it."""
_ROOTS = ("pyproject.toml", ".git", "pytest.ini", "setup.cfg", "setup.py", "tox.ini")


@dataclass(frozen=True, slots=True)
class CallSite:
    """A line of a file that a person wrote."""

    path: str
    line: int
    start: int = 1
    """The line at which the function around it begins."""


_site: ContextVar[CallSite | None] = ContextVar("call_site", default=None)
"""Set by whoever knows better than the stack: a script, and what passes calls on to another thread."""


@contextmanager
def called_from(site: CallSite | None) -> Generator[None, None, None]:
    """What is done within, also by tasks that are started here, was asked for at `site`, unless that is known."""
    token = _site.set(site or _site.get())
    try:
        yield
    finally:
        _site.reset(token)


def find_call_site() -> CallSite | None:
    """The innermost line outside this package and all others that are installed; None where nothing shows it."""
    if site := _site.get():
        return site
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        path = frame.f_code.co_filename
        if path in _LOOP:
            return None
        if _is_users(path):
            return CallSite(path, frame.f_lineno, frame.f_code.co_firstlineno)
        frame = frame.f_back
    return None


@cache
def _is_users(path: str) -> bool:
    """Whether a file is the user's own. Commands such as `bin/pytest` have no suffix, and typed code has no file."""
    if not path.endswith(".py") or path.startswith((_PACKAGE, _LIBRARY)):
        return False
    return not any(part in _INSTALLED for part in Path(path).parts)


@cache
def shown_path(path: str) -> str:
    """A file as seen from its project, so that a report does not tell where on a machine that is."""
    full = Path(path).absolute()
    root = next((folder for folder in full.parents if any((folder / name).exists() for name in _ROOTS)), None)
    if root is None and full.is_relative_to(Path.cwd()) and Path.cwd() not in (Path(full.anchor), Path.home()):
        root = Path.cwd()
    return full.relative_to(root or full.parent).as_posix()
