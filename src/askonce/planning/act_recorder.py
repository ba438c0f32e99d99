"""Records an act while it runs: the evidence before each action, and its effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from askonce.actions import Action, Hover, Target
from askonce.actions.gesture_actions import ASIDE
from askonce.planning.act_context import ActContext
from askonce.planning.action_watcher import ActionWatcher
from askonce.planning.held_fields import HeldFields, only_fills
from askonce.planning.seen_action import SeenAction
from askonce.recordings.left_places import LeftPlace, place_of
from askonce.recordings.recordable import borrowed
from askonce.recordings.recorded_expectations import IncidentalText, filled, lasting_form
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.recordings.slots import slots_of, strings_in
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

MOST_CONFIRMED = 2


def is_passed_over(action: Action[Any]) -> bool:
    """Whether an action is not recorded: it changes nothing, or a replay waits by itself, except for what the
    instruction waits for. A pointer that only leaves what it was on shows nothing."""
    is_leaving = isinstance(action, Hover) and action.target.prompt == ASIDE
    return action.only_reads or is_leaving or (action.title() == "Wait" and not action.awaits[0])


class ActRecorder:
    """Turns actions into recorded steps. There is one recorder for each act."""

    def __init__(self, context: ActContext, instruction: Instruction) -> None:
        self._watcher = ActionWatcher(context)
        self._instruction = instruction
        self._seen: SeenAction | None = None
        self._incidental = IncidentalText()
        self._steps: list[RecordedStep] = []
        self._places: dict[int, LeftPlace] = {}
        """The rows and dialogs that the steps were done in, by the number of the step."""
        self._held = HeldFields()
        """What the steps have filled in."""
        self._texts: list[str] = []
        """All that was to be read on the screens so far."""
        self._used: set[str] = set()
        """The names of the values that have gone into the screen."""
        self.borrowed = ""
        """A typed text that came from the screen, so it may differ next time."""
        self.intent = ""
        """The intent of the next actions, in the planner's words."""

    @property
    def steps(self) -> tuple[RecordedStep, ...]:
        """The steps since the last `take`."""
        return tuple(self._steps)

    def take(self) -> tuple[RecordedStep, ...]:
        """The steps so far. The list starts empty again."""
        steps, self._steps = tuple(self._steps), []
        self._places.clear()
        self._held = HeldFields()
        return steps

    def follow(self, steps: Iterable[RecordedStep]) -> None:
        """Go on after recorded steps that were replayed: their values have gone into the screen."""
        self._used |= slots_of(*strings_in([step.params for step in steps])) & self._instruction.values.keys()

    async def watch(self, action: Action[Any]) -> None:
        """Look at the targets of an action, after they were found and before it is performed."""
        self._seen = await self._watcher.before(action, self._instruction)
        if self._seen.before:
            self._texts.append(" ".join(node.words for node in self._seen.before))

    async def note(self, action: Action[Any]) -> None:
        """Record a step for an action that was performed."""
        if is_passed_over(action) or self._seen is None:
            return
        seen = self._seen.followed_by(await self._watcher.tree())
        text = seen.params(self._instruction).get("text")
        if isinstance(text, str) and borrowed(text, self._instruction, self._texts):
            self.borrowed = text
        self._used |= seen.used(self._instruction)
        step = seen.step(self._instruction, self._used, intent=self.intent)
        self._incidental = seen.incidental(step.anchors)
        self._note_fields(seen, step)
        self._steps.append(step.model_copy(update={"error": await self._watcher.came_with_error(seen)}))
        await self._note_places(seen)

    def _note_fields(self, seen: SeenAction, step: RecordedStep) -> None:
        """Note which fields held something else before a step that may send them: so it was well this time."""
        if seen.before and not only_fills(step, step.expects):
            for held, _ in self._held.lost(seen.before):
                self._steps[held.step] = self._steps[held.step].model_copy(update={"rewritten": True})
        touched = seen.touched[0] if len(seen.touched) == 1 else None
        expects = [filled(expected, self._instruction, touched) for expected in step.expects]
        self._held.note(len(self._steps), step, touched, expects)

    async def _note_places(self, seen: SeenAction) -> None:
        """Note which rows and dialogs are gone now. One that came back, or is only out of view, did not leave."""
        node = seen.touched[0] if len(seen.touched) == 1 else None
        names = self._steps[-1].row_names(self._instruction)
        if node and seen.before and (place := place_of(node, seen.before, names)):
            self._places[len(self._steps) - 1] = place
        for number, place in self._places.items():
            leaves = seen.after is not None and await self._watcher.is_gone(place, seen.after)
            self._steps[number] = self._steps[number].model_copy(update={"leaves": leaves})

    async def confirm(self, expectations: Iterable[Expectation]) -> None:
        """Add the planner's own expectations that were met: it knows best what shows a success."""
        after = await self._watcher.tree()
        if after is None or not self._steps:
            return
        forms = (lasting_form(expected, after, self._instruction, self._incidental) for expected in expectations)
        if lasting := [form for form in forms if form]:
            last = self._steps[-1]
            expects = tuple(dict.fromkeys((*lasting[:MOST_CONFIRMED], *last.expects)))
            self._steps[-1] = last.model_copy(update={"expects": expects, "changes": False})

    async def anchor_for(self, target: Target) -> Anchor:
        """The evidence for a target that was only looked for."""
        look = await self._watcher.look()
        seen = await self._watcher.target(target, look, self._instruction)
        return seen.anchor(look.outline, self._instruction)
