"""One phone is driven by one agent at a time, on this machine."""

from __future__ import annotations

from contextlib import AbstractContextManager

from askonce.screens.device_lock import hold_device


def hold_phone(serial: str) -> AbstractContextManager[None]:
    """Keep others from driving this phone meanwhile."""
    return hold_device("phone", serial)
