"""Paths through menus."""

from __future__ import annotations

from collections.abc import Sequence

from skill_decisions import decided, node, steps_of

from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node


def test_a_menu_path_goes_on_where_it_was_left() -> None:
    bar = (node(1, "menuitem", "File"), node(2, "menuitem", "Export"), node(3, "menuitem", "CSV"))
    assert steps_of(decided("click File > Export > CSV", *bar)) == ["Hover 1"]
    done = tuple(
        PastAction(1, "Hover", {"target": {"prompt": name, "element": number}}, ActionStatus.DONE)
        for number, name in ((1, "File"), (2, "Export"))
    )
    path = "click File > Export > CSV"
    assert steps_of(decided(path, *bar, goals=(SubGoal(1, path),), rounds=(EarlierRound(done, ()),))) == ["Tap 3"]


SEEN = {"seen": "99%"}


def past(action: str, name: str = "") -> PastAction:
    params = {"target": {"prompt": name, "element": 1}} if name else {}
    return PastAction(1, action, params, ActionStatus.DONE)


def on_the_way(path: str, nodes: Sequence[Node], *done: PastAction) -> list[str]:
    return steps_of(decided(path, *nodes, goals=(SubGoal(1, path),), rounds=(EarlierRound(done, ()),)))


def test_what_is_only_seen_is_not_pressed_on_the_way_to_something_else() -> None:
    path = "click Alvera > Terza"
    alvera = node(1, "button", "Alvera", attributes=SEEN)
    assert steps_of(decided(path, alvera)) == ["Hover 1"]
    assert on_the_way(path, [alvera], past("Hover", "Alvera")) == ["Wait 1"]
    waited = on_the_way(path, [alvera], past("Hover", "Alvera"), past("Wait"))
    assert "Tap 1" not in waited
    assert "Wait 1" not in waited
    assert steps_of(decided(path, node(1, "button", "Alvera"))) == ["Tap 1"]


def test_an_item_that_is_only_seen_is_called_by_its_words_and_not_by_its_arrow() -> None:
    menu = [node(1, "text", text="Alvera ›", attributes=SEEN), node(2, "button", "Terza", attributes=SEEN)]
    assert steps_of(decided("click Alvera > Terza", *menu)) == ["Hover 1"]
    assert on_the_way("click Alvera > Terza", menu, past("Hover", "Alvera")) == ["Tap 2"]
    for twin in (node(3, "text", text="Alvera", attributes=SEEN), node(3, "link", "Alvera", attributes=SEEN)):
        assert not steps_of(decided("click Alvera > Terza", *menu, twin))
    title = node(3, "text", text="Alvera", attributes={**SEEN, "large": "yes"})
    assert steps_of(decided("click Alvera > Terza", *menu, title)) == ["Hover 1"]
