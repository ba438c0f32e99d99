"""Values that are named by the label before them."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of


@pytest.mark.parametrize("instruction", ["click on their address", "click her address"])
def test_what_stands_behind_a_label_is_called_by_it(instruction: str) -> None:
    card = (
        node(1, "heading", "Ann"),
        node(2, "text", text="Address:", parent=9),
        node(3, "link", "1 High St", parent=9),
    )
    assert steps_of(decided(instruction, *card)) == ["Tap 3"]


def test_what_belongs_to_somebody_is_not_looked_for_on_another_page() -> None:
    card = (node(1, "heading", "Ann"), node(2, "link", "1"), node(3, "link", ">"))
    assert decided("click their address", *card).declined
