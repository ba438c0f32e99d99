"""Fields that are set to a number by their arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from skill_decisions import decided, node, steps_of

from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.geometry import Box
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node


def spinners(attributes: Mapping[str, str]) -> list[Node]:
    """Two of them, one below the other, each with its arrows."""
    nodes: list[Node] = []
    for place, name in enumerate(("Adults", "Children")):
        top = 40.0 + 60 * place
        field = replace(node(4 * place + 1, "spinbutton", name, attributes=attributes), value="0")
        up, down = (node(4 * place + at, "button", sign, attributes=attributes) for at, sign in ((2, "▲"), (3, "▼")))
        nodes += (
            replace(field, box=Box(20, top, 100, 24)),
            replace(up, box=Box(124, top + 2, 8, 6)),
            replace(down, box=Box(124, top + 16, 8, 6)),
        )
    return nodes


def test_the_arrow_at_the_end_of_a_spinner_that_is_only_seen_is_pressed_and_not_that_of_its_neighbour() -> None:
    said = "set Children to 3"
    typed = PastAction(1, "Type", {"target": {"prompt": "Children", "element": 5}, "text": "3"}, ActionStatus.DONE)

    nodes = spinners({"seen": "99%"})
    done = decided(said, *nodes, goals=(SubGoal(1, said),), rounds=(EarlierRound((typed,), ()),))
    assert steps_of(done) == ["Tap 6 3"]
