"""Waking a phone: its screen is switched on, and a lock that asks for nothing is opened."""

from __future__ import annotations

import asyncio

from askonce.errors import ScreenUnavailable
from askonce.lazy import regex
from askonce.screens.android.adb_client import AdbDevice
from askonce.screens.android.key_codes import WAKE
from askonce.screens.android.phone_control import PhoneControl

_LOCKED = regex(r"\b(?:mShowingLockscreen|isKeyguardShowing|mKeyguardShowing|showing)=true")
_OPENING = 3.0
"""Seconds that a lock may take to go away."""
_POLL = 0.1


async def wake(device: AdbDevice, control: PhoneControl) -> bool:
    """Switch the screen on and open the lock; whether that had to be done. `ScreenUnavailable` if it wants a person."""
    was_on = (await control.display()).is_on
    if not was_on:
        await control.press(WAKE)
    if not await is_locked(device):
        return not was_on
    await device.shell("wm", "dismiss-keyguard")
    for _ in range(round(_OPENING / _POLL)):
        if not await is_locked(device):
            return True
        await asyncio.sleep(_POLL)
    raise ScreenUnavailable(
        f"the phone {device.serial} is locked", remedy="unlock it by hand: no PIN or pattern is entered"
    )


async def is_locked(device: AdbDevice) -> bool:
    return _LOCKED.search(await device.read("dumpsys", "window", "policy")) is not None
