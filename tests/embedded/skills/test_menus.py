"""Paths through menus."""

from __future__ import annotations

from skill_decisions import decided, node, steps_of

from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal


def test_a_menu_path_goes_on_where_it_was_left() -> None:
    bar = (node(1, "menuitem", "File"), node(2, "menuitem", "Export"), node(3, "menuitem", "CSV"))
    assert steps_of(decided("click File > Export > CSV", *bar)) == ["Hover 1"]
    done = tuple(
        PastAction(1, "Hover", {"target": {"prompt": name, "element": number}}, ActionStatus.DONE)
        for number, name in ((1, "File"), (2, "Export"))
    )
    path = "click File > Export > CSV"
    assert steps_of(decided(path, *bar, goals=(SubGoal(1, path),), rounds=(EarlierRound(done, ()),))) == ["Tap 3"]


def test_what_is_only_seen_is_not_pressed_on_the_way_to_something_else() -> None:
    path = decided("click Alvera > Terza", node(1, "button", "Alvera", attributes={"seen": "99"}))
    assert not steps_of(path)
    assert "opens a menu or is chosen" in str(path)
    assert steps_of(decided("click Alvera > Terza", node(1, "button", "Alvera"))) == ["Tap 1"]
