"""One phone or desktop is driven by one agent at a time."""

from __future__ import annotations

import pytest

from askonce.errors import ConfigError
from askonce.screens.device_lock import hold_device


def test_a_desktop_that_is_held_is_refused_and_a_phone_of_that_name_is_not() -> None:
    with (
        hold_device("desktop", "a:1"),
        hold_device("phone", "a:1"),
        hold_device("desktop", "a:2"),
        pytest.raises(ConfigError, match="the desktop a:1 is being driven by another agent"),
        hold_device("desktop", "a:1"),
    ):
        pass
    with hold_device("desktop", "a:1"):
        pass
