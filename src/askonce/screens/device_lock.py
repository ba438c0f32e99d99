"""One phone or desktop is driven by one agent at a time, on this machine."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from askonce.errors import ConfigError
from askonce.trace.file_locks import file_locked


@contextmanager
def hold_device(kind: str, name: str, *, shown: str = "") -> Generator[None]:
    """Keep others from driving this device meanwhile. The system gives it free when this process ends.

    `shown` is what a person calls it, where `name` is nothing that people know.
    """
    path = Path(tempfile.gettempdir()) / f"askonce-{kind}-{re.sub(r'[^A-Za-z0-9.-]', '_', name)}.lock"
    with ExitStack() as stack:
        try:
            path.touch(mode=0o666)
            stack.enter_context(file_locked(path))
        except (BlockingIOError, PermissionError):
            raise ConfigError(
                f"the {kind} {shown or name} is being driven by another agent",
                remedy=f"end that one, or name another {kind}",
            ) from None
        yield
