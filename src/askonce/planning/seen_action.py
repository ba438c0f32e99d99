"""An action with the screen before and after it: all that a recorded step is made of.

It is made again from the same evidence where an instruction gets other values, as when a typed text becomes a variable.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from askonce.actions import Action, Target
from askonce.lazy import dataclass
from askonce.planning.stall import counts_focus, tree_fingerprint
from askonce.planning.told_errors import is_confirmed, told_errors
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.end_page import end_page
from askonce.recordings.needed_states import needed_states
from askonce.recordings.needed_texts import needed_texts
from askonce.recordings.recorded_expectations import IncidentalText, expectations
from askonce.recordings.recording import Anchor, EndPage, RecordedStep, SameValues
from askonce.recordings.sent_forms import FormFate, sent_form
from askonce.recordings.slots import open_all, open_slots, slots_of, strings_in
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction
from askonce.vision.patches import Patch

_BY_KEYBOARD = frozenset({"keys", "type"})
"""Gestures that reach the element with the focus, where they have no target."""


@dataclass(frozen=True, slots=True)
class SeenTarget:
    """What an action was done to: an element, or a place where the screen has none."""

    prompt: str = ""
    node: Node | None = None
    """The element, as the outline of its screen knows it."""
    ordinals: tuple[int, ...] = ()
    """The ordinal numbers in the prompt, where they were asked for."""
    patch: Patch | None = None
    paths: tuple[str, ...] = ()

    def anchor(self, outline: Outline | None, instruction: Instruction) -> Anchor:
        """The evidence by which it is found again."""
        if outline is None or self.node is None:
            return Anchor(patch=self.patch)
        anchor = make_anchor(self.node, outline, instruction, prompt=self.prompt, ordinals=self.ordinals)
        if self.patch:
            anchor = anchor.model_copy(update={"patch": self.patch})
        return anchor if anchor.is_counted else anchor.model_copy(update={"paths": self.paths})


@dataclass(frozen=True, slots=True)
class SeenAction:
    """What was seen of an action."""

    action: Action[Any]
    page: str
    """The address before it."""
    dialog: str = ""
    before: Tree | None = None
    outline: Outline | None = None
    """The whole page before it, or what is known of it."""
    targets: Mapping[str, SeenTarget] = field(default_factory=dict[str, SeenTarget])
    """By the name of the field."""
    focus: SeenTarget | None = None
    """What had the focus, where the action names no element: the field that it was typed into, or what keys came to."""
    after: Tree | None = None

    @property
    def touched(self) -> Sequence[Node]:
        typed_into = self.focus if self.action.gesture == "type" else None
        targets = [*self.targets.values(), *([typed_into] if typed_into else [])]
        return [target.node for target in targets if target.node]

    def params(self, instruction: Instruction) -> dict[str, Any]:
        """The fields of the action, with the names of values in place of these."""
        return open_all(recorded_params(self.action, self.page), instruction)

    def used(self, instruction: Instruction) -> set[str]:
        """The names of the values that it puts into the screen."""
        return slots_of(*strings_in(self.params(instruction))) & instruction.values.keys()

    def incidental(self, anchors: Mapping[str, Anchor]) -> IncidentalText:
        """What happened to be where an element was asked for by its position."""
        counted = [name for name, anchor in anchors.items() if anchor.is_counted]
        node = self.targets[counted[-1]].node if counted else None
        return IncidentalText.of(node, self.outline) if node and self.outline else IncidentalText()

    def anchors(self, instruction: Instruction) -> dict[str, Anchor]:
        return {name: target.anchor(self.outline, instruction) for name, target in self.targets.items()}

    def step(self, instruction: Instruction, used: Collection[str], *, intent: str = "") -> RecordedStep:
        """The step to record. `used` are the names of all values that have gone into the screen, with those of this
        action."""
        params, anchors = self.params(instruction), self.anchors(instruction)
        expects, same_values = self._effects(instruction, used, params, anchors)
        changes = False
        if self.before and self.after and not expects and (self.touched or self.action.gesture in _BY_KEYBOARD):
            focus = counts_focus(self.touched)
            changes = tree_fingerprint(self.before, focus=focus) != tree_fingerprint(self.after, focus=focus)
        return RecordedStep(
            intent=open_slots(intent, instruction),
            action=self.action.title(),
            params=params,
            anchors=anchors,
            focus=self.focus.anchor(self.outline, instruction) if self.focus else None,
            needs=_needs(self.before, instruction, has_target=bool(anchors)) if self.before else (),
            expects=expects,
            same_values=same_values,
            dialog=open_slots(self.dialog, instruction),
            changes=changes,
            form=self._form,
            confirmed=self._is_confirmed,
            failures=self._failures(instruction),
            end=self._end(instruction, anchors),
        )

    @property
    def _only_touched(self) -> Node | None:
        return self.touched[0] if len(self.touched) == 1 else None

    @property
    def _form(self) -> FormFate:
        form = sent_form(self._only_touched, self.before) if self.before else None
        return form.fate(self.after) if form and self.after else ""

    @property
    def _is_confirmed(self) -> bool:
        if self.before is None or self.after is None:
            return False
        return is_confirmed(self.before, self.after, self._only_touched)

    def _failures(self, instruction: Instruction) -> tuple[str, ...]:
        """What the screen said afterwards that reads like a failure, with open slots: it was none this time."""
        if self.before is None or self.after is None:
            return ()
        texts = told_errors(self.before, self.after, instruction, self._only_touched)
        return tuple(open_slots(text, instruction, loosely=True) for text in texts)

    def _end(self, instruction: Instruction, anchors: Mapping[str, Anchor]) -> EndPage | None:
        if self.before is None or self.after is None:
            return None
        return end_page(self.before, self.after, instruction, self.incidental(anchors))

    def _effects(
        self,
        instruction: Instruction,
        used: Collection[str],
        params: Mapping[str, Any],
        anchors: Mapping[str, Anchor],
    ) -> tuple[tuple[Expectation, ...], SameValues | None]:
        """What the action changed that will be so again: with any values, and with those that were used."""
        if self.before is None or self.after is None:
            return (), None
        see = partial(
            expectations,
            self.before,
            self.after,
            instruction,
            touched=self.touched,
            typed=tuple(strings_in(params)),
            incidental=self.incidental(anchors),
        )
        lasting = see(is_for_any_value=bool(used))
        passing = tuple(expected for expected in see() if expected not in lasting) if used else ()
        values = SameValues.of(used, instruction)
        return tuple(lasting), SameValues(values=values, expects=passing) if passing else None

    def followed_by(self, after: Tree | None) -> SeenAction:
        return replace(self, after=after)


def recorded_params(action: Action[Any], page: str) -> dict[str, Any]:
    """The fields that were set; targets by their descriptions, addresses of the same site without the host."""
    params: dict[str, Any] = {}
    site = urlsplit(page)
    origin = f"{site.scheme}://{site.netloc}/"
    for name, entry in type(action).model_fields.items():
        value: Any = getattr(action, name)
        if isinstance(value, Target):
            params[name] = str(value) if value.prompt else "it"
        elif isinstance(value, str) and site.netloc and value.startswith(origin):
            params[name] = value.removeprefix(origin[:-1])
        elif value is not None and value != entry.default:
            params[name] = value
    return params


def _needs(tree: Tree, instruction: Instruction, *, has_target: bool) -> tuple[Expectation, ...]:
    """What was to be seen before the step."""
    return (*(needed_texts(tree, instruction) if has_target else ()), *needed_states(tree, instruction))
