"""One phone is driven by one agent at a time, on this machine."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from askonce.errors import ConfigError
from askonce.trace.file_locks import file_locked


@contextmanager
def hold_phone(serial: str) -> Generator[None]:
    """Keep others from driving this phone meanwhile. The system gives it free when this process ends."""
    path = Path(tempfile.gettempdir()) / f"askonce-phone-{re.sub(r'[^A-Za-z0-9.-]', '_', serial)}.lock"
    with ExitStack() as stack:
        try:
            path.touch(mode=0o666)
            stack.enter_context(file_locked(path))
        except (BlockingIOError, PermissionError):
            raise ConfigError(
                f"the phone {serial} is being driven by another agent", remedy="end that one, or name another phone"
            ) from None
        yield
