"""What an act keeps when it is a step of something longer, and what it tells whoever goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.actions import Action
from askonce.companion import Companion, Jump
from askonce.history import ProgramStepQuestion, RoundEvent
from askonce.planning.plan import Place, Plan
from askonce.planning.planner import step_question
from askonce.screens.expectation import Expectation

LONGEST_ATTEMPT = 300


class Accompanied:
    """The state of one step of a program. A round is told all that counts: there is no chat to look back at."""

    def __init__(self, companion: Companion, *, gives: bool) -> None:
        self._companion = companion
        self._gives = gives
        """Whether the planner can speak of results, belief and jumps."""
        self._asked_for = companion.wants
        self._attempts: list[str] = []
        self.results: dict[str, Any] = {}
        self.jump: Jump = ""
        self.standing: tuple[RoundEvent, ...] = ()
        """What the planner is told in every round until it is taken back."""
        self.is_mending = False
        """Whether it is asked for one recorded action alone, and not for the step."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """What the planner has still to give."""
        if self.is_mending or not self._gives:
            return ()
        return tuple(name for name in self._companion.wants if name not in self.results)

    @property
    def place(self) -> Place | None:
        if not self._gives:
            return None
        if self.is_mending:
            return Place()
        # What an action has given meanwhile, such as code, is wanted no more, and yet the planner may name it.
        given = frozenset(name for name in self._asked_for if name not in self.lacks)
        return Place(self._asked_for, given, self._companion.jumps, self._makers)

    @property
    def _makers(self) -> frozenset[str]:
        return frozenset(action.title() for action in self._companion.extra)

    def is_made_by(self, action: Action[Any]) -> bool:
        """Whether an action is the companion's own."""
        return action.title() in self._makers

    def is_proved_by(self, plan: Plan) -> bool:
        """Whether that the actions gave all that was asked for shows that the step is done, with no look at all."""
        return bool(self._asked_for) and not self.lacks and all(map(self.is_made_by, plan.actions))

    def question(self) -> ProgramStepQuestion:
        """What the step is asked besides its words. The last attempt is told as an event."""
        return step_question(self.place or Place(), self.results, self._companion.around(self._attempts[:-1]))

    def hear(self, plan: Plan) -> None:
        """Take what a reply says of the step."""
        self._companion.believe(plan.belief, plan.expects)
        self.results |= plan.results
        self.jump = plan.jump

    def take_back(self, plan: Plan) -> None:
        """Forget what a reply gave: it said that the step would be complete, and it is not."""
        for name in plan.results:
            self.results.pop(name, None)
        self.jump = ""

    def tried(self, log: str, lines: Sequence[str]) -> None:
        """Keep one round as one line."""
        line = " ".join(f"{log} → {'; '.join(lines)}".split())
        self._attempts.append(line if len(line) <= LONGEST_ATTEMPT else line[:LONGEST_ATTEMPT] + "…")

    def verified(self, expects: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        if expects:
            self._companion.verified([one for one in expects if one not in unmet], unmet)
