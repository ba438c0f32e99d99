"""One phone is driven by one agent at a time, on this machine."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from askonce.screens.device_lock import hold_device


@contextmanager
def hold_phone(serial: str, identity: str = "") -> Generator[None]:
    """Keep others from driving this phone meanwhile. By its `identity` it is known under each of its names, such as
    that of its cable and its address in the network."""
    with ExitStack() as stack:
        stack.enter_context(hold_device("phone", serial))
        if identity:
            stack.enter_context(hold_device("phone", identity, shown=serial))
        yield
