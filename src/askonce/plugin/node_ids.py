"""Names that follow from the id of a test: stable, and fit for files on every system."""

from __future__ import annotations

import hashlib
import re

from askonce.lazy import regex

_MOST = 80
_DEVICES = regex(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def recordings_id(test: str) -> str:
    """Where the recordings of a test are kept: `shop/test_order.py::test_tea` has `shop/test_order/test_tea`.

    A test with parameters is passed without them: all its cases share what is recorded, with their values as slots.
    """
    file, _, inside = test.partition("::")
    path = re.sub(r"\.\w+$", "", file.replace("\\", "/")).split("/")
    parts = [part for part in (*path, *inside.split("::")) if part] or ["_"]
    return "/".join(map(_fit, parts))


def report_name(test: str, number: int) -> str:
    """The file for the report of a test, without its ending; `number` counts the times that it was run."""
    words = re.sub(r"[^\w-]+", "-", test.replace(".py::", "-")).strip("-")[-_MOST:].lstrip("-")
    again = f"-{number}" if number > 1 else ""
    return f"{words}-{_digest(test)}{again}"


def _fit(part: str) -> str:
    """The part of a path itself, if any file may be called so; else what is left of it, and a digest of the whole."""
    fit = re.sub(r"[^\w\[\]-]", "_", part)
    if fit == part and len(part) <= _MOST and part[0] not in "-]" and not _DEVICES.fullmatch(part):
        return part
    return f"{fit.lstrip('-]')[:_MOST] or '_'}-{_digest(part)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
