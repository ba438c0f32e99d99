"""One phone is driven by one agent at a time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from askonce.errors import ConfigError
from askonce.screens.phones.phone_lock import hold_phone

SERIAL = "test-of-the-lock"
HELD = f"from askonce.screens.phones.phone_lock import hold_phone\nwith hold_phone({SERIAL!r}): print('held')"


def test_a_phone_that_is_held_is_refused_here_and_to_another_process_and_free_afterwards() -> None:
    with hold_phone(SERIAL), hold_phone("another phone"):
        with pytest.raises(ConfigError, match="is being driven by another agent"), hold_phone(SERIAL):
            pass
        refused = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=False)
        assert "is being driven by another agent" in refused.stderr
    with hold_phone(SERIAL):
        pass


def test_a_phone_that_is_held_under_another_name_is_refused_by_what_it_is() -> None:
    with (
        hold_phone("localhost:5555", "1b4e28ba"),
        pytest.raises(ConfigError, match=r"127\.0\.0\.1:5555 is being driven by another agent"),
        hold_phone("127.0.0.1:5555", "1b4e28ba"),
    ):
        pass
    with hold_phone("127.0.0.1:5555", "1b4e28ba"):
        pass
