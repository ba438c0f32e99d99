"""What the basic actions do to a screen."""

from __future__ import annotations

import pytest
from action_screens import Terminal

from askonce.actions import Found, Press, Target
from askonce.errors import NotOperable
from askonce.geometry import Box
from askonce.screens import Node

PLACE = Box(20, 20, 100, 30)


def found(role: str, name: str) -> Target:
    target = Target(prompt=name)
    target.set_found(Found(PLACE, "tree", Node(1, role, name, PLACE)))
    return target


async def test_a_key_on_a_button_is_refused_where_only_a_tap_gives_the_focus() -> None:
    with pytest.raises(NotOperable, match="Keep cannot get the focus without a tap"):
        await Press(keys="Enter", target=found("button", "Keep")).perform(Terminal())
    await Press(keys="Enter", target=found("textbox", "Name")).perform(Terminal())
