"""Names that follow from the id of a test: stable, and fit for files on every system."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePosixPath

_MOST = 80
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def recordings_id(test: str) -> str:
    """Where the recordings of a test are kept: `tests/test_shop.py::test_order[tea]` has `tests/test_shop/test_order`.

    The parameters of a test are left out, so that all its cases share what worked: values have names in recordings.
    """
    file, _, inside = test.split("[", 1)[0].partition("::")
    path = PurePosixPath(file.replace("\\", "/"))
    return "/".join(map(_fit, (*path.with_suffix("").parts, *filter(None, inside.split("::")))))


def report_name(test: str, number: int) -> str:
    """The file for the report of a test, without its ending; `number` counts the times that it was run."""
    words = re.sub(r"[^\w-]+", "-", test.replace(".py::", "-")).strip("-")[-_MOST:].lstrip("-")
    again = f"-{number}" if number > 1 else ""
    return f"{words}-{_digest(test)}{again}"


def _fit(part: str) -> str:
    """The part of a path itself, if any file may be called so; else what is left of it, and a digest of the whole."""
    fit = re.sub(r"[^\w-]", "_", part)
    if fit == part and len(part) <= _MOST and part[0] != "-" and not _DEVICES.fullmatch(part):
        return part
    return f"{fit.lstrip('-')[:_MOST]}-{_digest(part)}" if fit.strip("_-") else f"_{_digest(part)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
