"""What was found, hovered or waited for."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of


@pytest.mark.parametrize("instruction", ["scroll down until Save is visible and click it", "find Save, then click it"])
def test_it_is_what_was_found(instruction: str) -> None:
    assert steps_of(decided(instruction, node(1, "button", "Save"), node(2, "button", "Send"))) == ["Tap 1"]
