"""What says or shows the same as a control may be one, too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.vision.seen_twins import with_twins

BUTTON = Node(1, "button", "Okay", Box(0, 0, 60, 20), actionable=True, attributes={"seen": "99%"})
TEXT = Node(2, "text", "", Box(0, 40, 60, 20), text="okay", attributes={"seen": "99%"})
FIELD = Node(3, "textbox", "Okay", Box(80, 40, 60, 20), actionable=True, attributes={"seen": "99%"})


def twins(*nodes: Node, control: Node = BUTTON) -> list[Node]:
    tree = with_twins((control,), Tree((control, *nodes), Size(480, 320), seen=True))
    return [node for node in tree if node.number != control.number and node.actionable] if tree else []


@pytest.mark.parametrize("marks", [{}, {"framed": "yes"}, {"framed": "yes", "large": "yes"}])
def test_a_text_that_says_the_same_as_a_control_may_be_one(marks: dict[str, str]) -> None:
    (twin,) = twins(replace(TEXT, attributes={"seen": "99%", **marks}))
    assert (twin.number, twin.role, twin.name) == (2, "button", "okay")


def test_a_title_a_covered_text_the_words_of_the_control_itself_and_other_words_are_none() -> None:
    title = replace(TEXT, attributes={"seen": "99%", "large": "yes"})
    covered, own = replace(TEXT, states=frozenset({"covered"})), replace(TEXT, box=Box(10, 5, 40, 10))
    other = replace(TEXT, text="Okay then")
    assert twins(title, covered, own, other) == []


def test_the_label_of_a_field_is_none() -> None:
    assert twins(TEXT, FIELD) == []
    assert len(twins(TEXT, replace(TEXT, number=4, box=Box(0, 80, 60, 20)), FIELD)) == 3


def test_a_control_that_the_screen_knows_has_no_twins() -> None:
    assert twins(TEXT, control=replace(BUTTON, attributes={})) == []


def test_a_field_of_its_size_that_holds_the_words_of_a_button_may_be_one() -> None:
    field = replace(FIELD, name="", value="okay", box=Box(0, 40, 62, 22))
    (twin,) = twins(field)
    assert (twin.number, twin.role, twin.name, twin.value) == (3, "button", "Okay", None)
    assert twins(replace(field, value="no")) == twins(replace(field, box=Box(0, 40, 300, 22))) == []


def test_a_button_without_words_may_be_one_where_several_are_called_alike() -> None:
    blank = replace(BUTTON, number=5, name="", box=Box(0, 80, 60, 20))
    other = replace(BUTTON, number=6, box=Box(0, 120, 60, 20))
    assert [twin.name for twin in twins(blank, other)] == ["Okay", "Okay"]
    assert twins(blank) == []
    assert twins(replace(blank, box=Box(90, 80, 60, 20)), other) == []


ICON = Node(1, "button", "settings", Box(200, 0, 24, 24), actionable=True, attributes={"icon": "seen 99%"})
BLANK = replace(ICON, number=2, name="", box=Box(192, 40, 40, 40), attributes={})


@pytest.mark.parametrize("box", [Box(192, 40, 40, 40), Box(20, 2, 24, 20)])
def test_a_control_without_words_in_line_with_an_icon_may_be_the_same(box: Box) -> None:
    (twin,) = twins(replace(BLANK, box=box), control=ICON)
    assert (twin.number, twin.name, twin.attributes) == (2, "settings", {"icon": "seen 99%"})


def test_an_icon_that_is_another_one_stands_elsewhere_or_is_much_larger_is_not() -> None:
    known = replace(BLANK, name="search", attributes={"icon": "seen 97%"})
    away, large = replace(BLANK, box=Box(20, 60, 24, 24)), replace(BLANK, box=Box(180, 40, 64, 64))
    assert not any(with_twins((ICON,), Tree((ICON, node), Size(480, 320))) for node in (known, away, large))


def test_an_icon_that_the_network_takes_for_something_else_is_no_twin_and_one_that_may_be_the_same_is() -> None:
    mates = [replace(BLANK, number=number, box=Box(160 + 40 * number, 0, 24, 24)) for number in (2, 3)]
    unlike = [replace(mate, attributes={"maybe": "search, zoom in"}) for mate in mates]
    assert with_twins((ICON,), Tree((ICON, *unlike), Size(480, 320))) is None
    equal = replace(mates[0], attributes={"maybe": "search, settings"})
    tree = with_twins((ICON,), Tree((ICON, equal, unlike[1]), Size(480, 320)))
    assert [node.name for node in tree or ()] == ["settings", "settings", ""]


def test_a_letter_that_is_not_read_surely_may_be_an_icon() -> None:
    letter = replace(TEXT, text="0", box=Box(196, 40, 30, 32), attributes={"seen": "69%"})
    (twin,) = twins(letter, control=ICON)
    assert (twin.role, twin.name) == ("button", "settings")
    assert not twins(replace(letter, attributes={"seen": "99%"}), control=ICON)


def test_an_icon_with_a_badge_may_be_one_wherever_it_stands() -> None:
    """Its count is not its name: of a cart and a cart with a 3 nobody knows which one is meant."""
    badge = replace(BLANK, name="3", box=Box(20, 200, 24, 24))
    (twin,) = twins(badge, control=ICON)
    assert twin.number == badge.number
    assert twins(replace(badge, name="99+", attributes={"maybe": "search, settings"}), control=ICON)
    unlike = (replace(badge, attributes={"maybe": "search"}), replace(badge, name="3 new"), replace(badge, name="1234"))
    assert not any(twins(node, control=ICON) for node in unlike)
