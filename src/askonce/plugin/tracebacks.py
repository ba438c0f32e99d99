"""Short tracebacks: up to the line of the test, without our own frames."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

import askonce
from askonce.errors import AskonceError

_LIBRARY = str(Path(pytest.__file__).parent.parent) + os.sep
_OURS = str(Path(askonce.__file__).parent) + os.sep
_BEHIND = ("/asyncio/", "/concurrent/futures/", "/contextlib.py")


def shorten(failure: pytest.ExceptionInfo[BaseException]) -> bool:
    """Take the frames behind the test out of one of our errors, and out of what caused it.

    Whether nothing is left, because no line of the user's had a part in it.
    """
    if not isinstance(failure.value, AskonceError):
        return False
    for error in _chain(failure.value):
        kept = _without_ours(error.__traceback__)
        error.__traceback__ = kept
        if error is failure.value and kept is not None:
            failure.traceback = type(failure.traceback)(kept)
    return failure.value.__traceback__ is None


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def _without_ours(traceback: TracebackType | None) -> TracebackType | None:
    if traceback is None:
        return None
    rest = _without_ours(traceback.tb_next)
    file = traceback.tb_frame.f_code.co_filename
    if file.startswith((_OURS, _LIBRARY)) or any(place in file.replace("\\", "/") for place in _BEHIND):
        return rest
    return TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)
