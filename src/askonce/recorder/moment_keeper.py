"""Keeps what was meant, and holds back what only the next step can tell to be needed: scrolls, hovers, the focus."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from askonce import actions
from askonce.planning.list_search import without_searches
from askonce.planning.seen_action import SeenAction
from askonce.recorder.hand_step import Moment
from askonce.recorder.noise import brings_new, held_before
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.rediscovery import is_found_in, rediscovery
from askonce.screens import OffscreenTree, Screen

_FOCUSING = frozenset({"Press", "Tap"})
"""Actions that are held back because they did no more than to move the focus."""
_BY_FOCUS = frozenset({"Press", "Type"})
"""Actions that reach what has the focus, where they have no target."""


class MomentKeeper:
    """Adds moments to a sitting."""

    def __init__(self, screen: Screen, sitting: Sitting, whole: Collection[int] = ()) -> None:
        """`whole` has the numbers of elements that do the same wherever they are pressed."""
        self._screen = screen
        self._sitting = sitting
        self._pending: list[SeenAction] = []
        self._whole = whole

    def keep(self, seen: SeenAction) -> Moment:
        self.keep_pending(seen)
        moment = self._sitting.add(Moment(0, seen))
        self.judge(moment)
        return moment

    def judge(self, moment: Moment) -> None:
        """Say at once where an element would not be found again."""
        if moment.seen:
            found = rediscovery(moment.seen, self._sitting.instruction, self._whole)
            moment.problem, moment.remark = found.problem, found.remark

    def hold_back(self, seen: SeenAction) -> None:
        """Keep something until the next step tells whether it is needed. Scrolls that follow each other are one."""
        last, action = self._pending[-1] if self._pending else None, seen.action
        if (
            last
            and isinstance(last.action, actions.Scroll)
            and isinstance(action, actions.Scroll)
            and last.action.direction == action.direction
            and not brings_new(last)  # a longer scroll would end where the page ended before
        ):
            distance = (last.action.distance or 0) + (action.distance or 0)
            longer = last.action.model_copy(update={"distance": distance})
            self._pending[-1] = replace(last, action=longer, after=seen.after)
        else:
            self._pending.append(seen)

    def keep_for_check(self, statement: str) -> None:
        """Keep the scrolls and hovers before which a statement did not hold."""
        self._keep_to_last(lambda seen: not held_before(statement, seen))

    def keep_for_end(self) -> None:
        """Keep the scrolls and hovers that brought something new. A screen that knows what is in view alone shows
        something new with each scroll: there it does not count."""
        knows_all = isinstance(self._screen, OffscreenTree)
        self._keep_to_last(lambda seen: brings_new(seen) and (knows_all or not isinstance(seen.action, actions.Scroll)))

    def _keep_to_last(self, is_needed: Callable[[SeenAction], bool]) -> None:
        """Keep all that is held back up to the last that is needed: it was reached by those before it."""
        moves = [seen for seen in self._pending if seen.action.title() not in _FOCUSING]
        places = [place for place, seen in enumerate(moves, 1) if is_needed(seen)]
        for seen in moves[: places[-1] if places else 0]:
            self._pending.remove(seen)
            self.judge(self._sitting.add(Moment(0, seen)))

    def keep_pending(self, following: SeenAction) -> None:
        """Keep the scrolls and hovers without which the next step would not find its element, and what gave the focus
        to whatever takes the keys of the next step."""
        pending, self._pending = self._pending, []
        kept: list[SeenAction] = []
        shown = following  # what the hover before it has to show: the next step, or a hover that is needed for it
        for seen in reversed(pending):
            is_hover = isinstance(seen.action, actions.Hover)
            if self._is_needed(seen, shown if is_hover else following):
                kept.append(seen)
                shown = seen if is_hover else shown
        for seen in reversed(kept):
            self.judge(self._sitting.add(Moment(0, seen)))

    def _is_needed(self, seen: SeenAction, following: SeenAction) -> bool:
        if seen.action.title() in _FOCUSING:
            return following.action.title() in _BY_FOCUS and not following.targets
        instruction = self._sitting.instruction
        if not following.targets or is_found_in(seen.outline, following, instruction):
            return False
        steps = [each.step(instruction, ()) for each in (seen, following)]
        return len(without_searches(steps, self._screen)) == len(steps)
