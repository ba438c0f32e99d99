"""What a recording leaves out: a replay needs no pointer that only leaves what it was on."""

from __future__ import annotations

from askonce.actions import Hover, Target
from askonce.actions.gesture_actions import ASIDE
from askonce.planning.act_recorder import is_passed_over


def test_a_pointer_that_is_moved_aside_is_not_recorded_and_one_that_opens_a_menu_is() -> None:
    assert is_passed_over(Hover(target=Target.of(ASIDE)))
    assert not is_passed_over(Hover(target=Target.of("the menu Products")))
