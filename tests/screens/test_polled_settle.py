"""Settling by looks, with looks that are given in advance."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from askonce.screens.polled_settle import ADDRESS, Look, PolledSettle, settle_by_looks


class Looks:
    """One look after another; the last one stays."""

    def __init__(self, looks: Iterable[Look]) -> None:
        self._left = iter(looks)
        self._now: Look = {}
        self.count = 0

    async def __call__(self) -> Look:
        self.count += 1
        self._now = next(self._left, self._now)
        return self._now


async def settled(looks: Iterable[Look]) -> int:
    """How many looks settling took."""
    taken = Looks(looks)
    await settle_by_looks(taken, quiet=0, pause=0, cap=60)
    return taken.count


async def test_two_equal_looks_end_it() -> None:
    assert await settled([{"list": "old"}, {"list": "new"}, {"list": "new"}]) == 3


async def test_what_comes_or_goes_is_waited_for() -> None:
    assert await settled([{}, {"dialog": "Sure?"}, {}, {"list": "a"}, {"list": "a"}]) == 5


async def test_a_spinner_that_never_stops_does_not_hold_it() -> None:
    turning = ({"list": "a", "spinner": turn} for turn in itertools.count())
    assert await settled(turning) == 4


async def test_a_list_that_changes_beside_a_spinner_is_waited_for() -> None:
    looks = ({"list": min(turn, 6), "spinner": turn, f"row {min(turn, 6)}": 1} for turn in itertools.count())
    assert await settled(looks) == 8


async def test_a_screen_that_never_rests_ends_at_the_cap() -> None:
    looks = Looks({f"row {turn}": 1} for turn in itertools.count())
    await settle_by_looks(looks, quiet=0, pause=0.001, cap=0.02)
    assert looks.count >= 2


async def looks_until_still(*looks: Look, before: Look, is_due: bool = False) -> int:
    """How many looks were taken after an action, until nothing moved."""
    taken = Looks(looks)
    settling = PolledSettle(taken)
    settling.note_look(before)
    settling.note_action()
    await settling.stand_still(is_due=is_due)
    return taken.count


async def test_an_effect_that_was_seen_needs_one_more_look() -> None:
    assert await looks_until_still({"list": "new"}, before={"list": "old"}) == 2


async def test_what_still_moves_is_looked_at_until_it_stands() -> None:
    assert await looks_until_still({"box": 1}, {"box": 2}, {"box": 3}, before={}) == 4


async def test_elements_that_are_still_the_old_ones_are_not_taken_for_those_of_the_new_address() -> None:
    before = {ADDRESS: "list", "Save": 1}
    assert await looks_until_still({ADDRESS: "form", "Save": 1}, {ADDRESS: "form", "Name": 2}, before=before) == 3


async def test_what_is_known_to_come_is_waited_for() -> None:
    assert await looks_until_still({"field": "focused"}, {"keyboard": 1}, before={}, is_due=True) == 3


async def test_a_look_counts_until_something_is_done() -> None:
    settling = PolledSettle(Looks([{"list": "a"}]))
    settling.note_look({"list": "a"})
    assert settling.seen == {"list": "a"}
    settling.note_action()
    assert settling.seen is None
