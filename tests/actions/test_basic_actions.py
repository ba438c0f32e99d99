"""What the basic actions do to a screen."""

from __future__ import annotations

import pytest
from action_screens import Terminal

from askonce.actions import Found, Press, Tap, Target
from askonce.errors import NotOperable
from askonce.geometry import Box
from askonce.screens import Node
from askonce.screens.fake import Button, FakeScreen

PLACE = Box(20, 20, 100, 30)


def found(role: str, name: str) -> Target:
    target = Target(prompt=name)
    target.set_found(Found(PLACE, "tree", Node(1, role, name, PLACE)))
    return target


async def test_a_key_on_a_button_is_refused_where_only_a_tap_gives_the_focus() -> None:
    with pytest.raises(NotOperable, match="Keep cannot get the focus without a tap"):
        await Press(keys="Enter", target=found("button", "Keep")).perform(Terminal())
    await Press(keys="Enter", target=found("textbox", "Name")).perform(Terminal())


async def tap_thrice(screen: FakeScreen) -> None:
    target = Target(prompt="More")
    node = next(node for node in await screen.tree() if node.name.startswith("More"))
    target.set_found(Found(node.box, "tree", node))
    await Tap(target=target, times=3).perform(screen)


async def test_another_element_that_comes_to_the_place_gets_none_of_several_taps() -> None:
    more = Button("More", PLACE)
    screen = FakeScreen([more])
    more.on_tap = lambda: screen.show(Button("Delete all", PLACE))
    with pytest.raises(NotOperable, match="More was tapped 1 of 3 times, and now it is not there any more"):
        await tap_thrice(screen)
    assert screen.log == ["tap More"]


async def test_an_element_with_another_name_gets_none_of_several_taps() -> None:
    more = Button("More", PLACE)
    more.on_tap = lambda: setattr(more, "label", "Delete all")
    screen = FakeScreen([more])
    with pytest.raises(NotOperable, match="1 of 3 times"):
        await tap_thrice(screen)
    assert screen.log == ["tap More"]


async def test_several_taps_follow_an_element_that_counts_and_is_drawn_anew() -> None:
    anew = Button("More (1)", PLACE)
    screen = FakeScreen([Button("More (0)", PLACE, on_tap=lambda: screen.show(anew))])
    anew.on_tap = lambda: setattr(anew, "box", anew.box.offset(15, 5))
    await tap_thrice(screen)
    assert screen.log == ["tap More (0)", "tap More (1)", "tap More (1)"]
