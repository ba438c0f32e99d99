"""A file that only its owner may read, such as one with logins."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_OWNER_ONLY = 0o600


def write_private_file(path: Path, text: str) -> None:
    """Write `text`, whoever might have read the file before. A kill leaves the old text or the new one."""
    draft = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):
        draft.unlink()
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
