"""What `timeout` means in every call: how many seconds it may take until what it needs is there.

| call | what it needs |
|---|---|
| single actions, `locate` | the element is there, can be seen and can be touched |
| `check`, `wait_for` | the statement is true |
| `query`, `verdict` and their kin | the page is at rest; where no model can be asked, its elements answer |
| `act` | the whole instruction is carried out |

Without a timeout it is the `patience` in the settings (`ASKONCE_PATIENCE`, 5 seconds); `wait_for` is for what takes
long, and waits for 30 seconds at the least; an `act` has no limit of its own, and waits with that patience for what an
instruction names and is not there yet. An act on a screen of which only the picture is known waits no longer than that
for a picture that stands still, whatever its timeout: what it does not show may never come. 0 means to look once. What
was begun in time is heard out for a moment longer, so that the error can tell what is there instead.
"""

from __future__ import annotations

import math

from askonce.errors import ConfigError

LONG_WAIT = 30.0


def checked(timeout: float | None) -> float | None:
    """The timeout, if it is one."""
    is_number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
    if timeout is not None and not (is_number and 0 <= timeout < math.inf):
        raise ConfigError(
            f"the timeout cannot be {timeout!r}", remedy="pass seconds, such as 10; 0 to look once; nothing for usual"
        )
    return timeout


def waiting_time(timeout: float | None, patience: float) -> float:
    """For how many seconds a call waits for what it needs."""
    return patience if checked(timeout) is None else float(timeout or 0)
