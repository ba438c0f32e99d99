"""How far a planner went when it was asked for one recorded step: no further, or into the steps after it.

What it did of those must not be done again by the recording. That is judged by what was touched and by what is on the
screen, and not by what the planner says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.actions import Action, ActionSpace, Target
from askonce.errors import InvalidAction
from askonce.language.commitments import committing_meanings
from askonce.lazy import dataclass
from askonce.planning.reached_effects import shown_effects
from askonce.planning.replay import Replay
from askonce.recordings.anchor_builder import family_of
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import plain
from askonce.values import Instruction


@dataclass(frozen=True, slots=True)
class HealExtent:
    """A recorded step that a planner is asked for, and the steps that the recording does after it."""

    step: RecordedStep
    after: tuple[RecordedStep, ...]
    instruction: Instruction
    commits: bool
    """Whether the step may commit something: then so may what was done instead of it."""
    shown: frozenset[Expectation]
    """Effects of the steps after it that were on the screen before the planner was asked."""

    @classmethod
    def of(cls, replay: Replay, number: int, space: ActionSpace, tree: Tree | None) -> HealExtent:
        steps, instruction = replay.recording.steps, replay.instruction
        step, after = steps[number], steps[number + 1 :]
        try:
            commits = not space.read(step.action, step.params).is_repeatable
        except InvalidAction:
            commits = True
        return cls(step, after, instruction, commits, frozenset(_shown(after, tree, instruction)))

    def excess(self, done: Sequence[Action[Any]], tree: Tree | None) -> str:
        """What was done beyond the step; "" if nothing was, or nothing that the recording would do again.

        `done` are the actions that reached the screen, also those that failed; `tree` is the screen after them.
        """
        committed = [action for action in done if not action.is_repeatable]
        if not committed or not self.after:
            return ""
        others = self._beyond_step(committed)
        if repeated := next((action for action in others if is_done_by(action, self.after, self.instruction)), None):
            return f"{repeated} belongs to a later step and was done"
        for expected in _shown(self.after, tree, self.instruction):
            if expected not in self.shown and expected not in self.step.expects:
                return f"{expected} is the effect of a later step and is met"
        return ""

    def _beyond_step(self, committed: Sequence[Action[Any]]) -> list[Action[Any]]:
        """The actions without the one that did the step: on its element, of its meaning, or of none."""
        own = _meanings(self.step)
        ways = (
            [action for action in committed if is_on(action, self.step, self.instruction)],
            [action for action in committed if own & _meanings_of(action)],
            [action for action in committed if not own and not _meanings_of(action) and _pressed(action)],
        )
        did = next((actions[-1] for actions in ways if actions and self.commits), None)
        return [action for action in committed if action is not did]


def is_done_by(action: Action[Any], steps: Sequence[RecordedStep], instruction: Instruction) -> bool:
    """Whether a recorded step does the same, or may do so: on the same element, or to the same end."""
    if any(is_on(action, step, instruction) for step in steps) or _pressed(action) is None:
        return True
    return any(_meanings_of(action) & _meanings(step) for step in steps)


def is_on(action: Action[Any], step: RecordedStep, instruction: Instruction) -> bool:
    """Whether an action may have been done to the element of a recorded step."""
    targets, anchors = list(action.targets()), step.anchors
    if not targets or not anchors:
        return not targets and not anchors and step.action == action.title()
    words = {plain(instruction.fill(str(step.params.get(name, "")), secrets=False)) for name in anchors}
    return any(
        plain(str(target)) in words or any(_is_element(target, anchor, instruction) for anchor in anchors.values())
        for target in targets
    )


def _is_element(target: Target, anchor: Anchor, instruction: Instruction) -> bool:
    """Whether a target may be the element of an anchor. Where it is does not count: a twin is near enough."""
    node = target.found.node if target.is_found else None
    if node is None or not anchor.role:
        return False
    name = plain(instruction.fill(anchor.name or anchor.label, secrets=True))
    return node.role in family_of(anchor.role) and plain(node.name or node.text) == name


def _shown(steps: Sequence[RecordedStep], tree: Tree | None, instruction: Instruction) -> list[Expectation]:
    return [expected for step in steps for expected in (shown_effects(step, tree, instruction) if tree else ())]


def _pressed(action: Action[Any]) -> Node | None:
    """The control that was pressed; None for a key, also in a field, and for a place on a picture."""
    nodes = (target.found.node for target in action.targets() if target.is_found)
    return next((node for node in nodes if node and node.role not in FIELDS), None)


def _meanings_of(action: Action[Any]) -> frozenset[str]:
    node = _pressed(action)
    return committing_meanings(node.words) if node else frozenset()


def _meanings(step: RecordedStep) -> frozenset[str]:
    names = (committing_meanings(anchor.name) for anchor in step.anchors.values())
    return frozenset[str]().union(*names)
