"""Records an act while it runs: the evidence before each action, and its effect."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from askonce.actions import Action, Target
from askonce.errors import ScreenError
from askonce.locate.drift import node_at
from askonce.locate.local.count_words import ordinals_in
from askonce.planning.act_context import ActContext
from askonce.planning.stall import tree_fingerprint
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.needed_texts import needed_texts
from askonce.recordings.recordable import borrowed
from askonce.recordings.recorded_dialog import dialog_text
from askonce.recordings.recorded_expectations import IncidentalText, expectations, lasting_form
from askonce.recordings.recording import Anchor, RecordedStep, SameValues
from askonce.recordings.slots import open_all, open_slots, slots_of, strings_in
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, SelectorWriter, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction
from askonce.vision.patches import cut_patch

_TOO_LARGE = 4.0
"""How many times larger than a found place an element may be before the place is taken for a part of it."""
_PICTURES = frozenset({"canvas", "img", "video", "application"})
"""Roles of which a part may mean something else than the whole."""
_BY_KEYBOARD = frozenset({"keys", "type"})
"""Gestures that reach the element with the focus, where they have no target."""
MOST_CONFIRMED = 2


def is_passed_over(action: Action[Any]) -> bool:
    """Whether an action is not recorded: it changes nothing, or a replay waits by itself, except for what the
    instruction waits for."""
    return action.only_reads or (action.title() == "Wait" and not action.awaits[0])


class ActRecorder:
    """Turns actions into recorded steps. There is one recorder for each act."""

    def __init__(self, context: ActContext, instruction: Instruction) -> None:
        self._context = context
        self._instruction = instruction
        self._page = ""
        self._dialog = ""
        self._before: Tree | None = None
        self._touched: list[Node] = []
        self._anchors: dict[str, Anchor] = {}
        self._incidental = IncidentalText()
        self._steps: list[RecordedStep] = []
        self._seen: list[str] = []
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
        return steps

    def follow(self, steps: Iterable[RecordedStep]) -> None:
        """Go on after recorded steps that were replayed: their values have gone into the screen."""
        self._used |= slots_of(*strings_in([step.params for step in steps])) & self._instruction.values.keys()

    async def watch(self, action: Action[Any]) -> None:
        """Look at the targets of an action, after they were found and before it is performed."""
        self._touched, self._anchors, self._incidental = [], {}, IncidentalText()
        self._page = await self._context.address()
        self._dialog = dialog_text(self._context.screen, has_answer=getattr(action, "text", None) is not None)
        # While a dialog blocks the page, the last look is the one before it.
        self._before = await self._tree() or (self._before if self._dialog else None)
        if self._before:
            self._seen.append(" ".join(node.words for node in self._before))
        outline = await self._outline()
        for name in type(action).model_fields:
            target: object = getattr(action, name)
            if isinstance(target, Target):
                self._anchors[name] = await self._anchor(target, outline)

    async def note(self, action: Action[Any]) -> None:
        """Record a step for an action that was performed."""
        if is_passed_over(action):
            return
        after = await self._tree()
        params = open_all(recorded_params(action, self._page), self._instruction)
        text = params.get("text")
        if isinstance(text, str) and borrowed(text, self._instruction, self._seen):
            self.borrowed = text
        self._used |= slots_of(*strings_in(params)) & self._instruction.values.keys()
        expects, same_values = self._effects(after, params)
        changes = False
        if self._before and after and not expects and (self._touched or action.gesture in _BY_KEYBOARD):
            focus = len(self._touched) < 2  # a drag that is ignored still moves it
            changes = tree_fingerprint(self._before, focus=focus) != tree_fingerprint(after, focus=focus)
        self._steps.append(
            RecordedStep(
                intent=open_slots(self.intent, self._instruction),
                action=action.title(),
                params=params,
                anchors=self._anchors,
                needs=needed_texts(self._before, self._instruction) if self._before and self._anchors else (),
                expects=expects,
                same_values=same_values,
                dialog=open_slots(self._dialog, self._instruction),
                changes=changes,
            )
        )

    def _effects(self, after: Tree | None, params: dict[str, Any]) -> tuple[tuple[Expectation, ...], SameValues | None]:
        """What the action changed that will be so again: with any values, and with those that were used."""
        if self._before is None or after is None:
            return (), None
        see = partial(
            expectations,
            self._before,
            after,
            self._instruction,
            touched=self._touched,
            typed=tuple(strings_in(params)),
            incidental=self._incidental,
        )
        lasting = see(is_for_any_value=bool(self._used))
        passing = tuple(expected for expected in see() if expected not in lasting) if self._used else ()
        values = SameValues.of(self._used, self._instruction)
        return tuple(lasting), SameValues(values=values, expects=passing) if passing else None

    async def confirm(self, expectations: Iterable[Expectation]) -> None:
        """Add the planner's own expectations that were met: it knows best what shows a success."""
        after = await self._tree()
        if after is None or not self._steps:
            return
        forms = (lasting_form(expected, after, self._instruction, self._incidental) for expected in expectations)
        if lasting := [form for form in forms if form]:
            last = self._steps[-1]
            expects = tuple(dict.fromkeys((*lasting[:MOST_CONFIRMED], *last.expects)))
            self._steps[-1] = last.model_copy(update={"expects": expects, "changes": False})

    async def anchor_for(self, target: Target) -> Anchor:
        """The evidence for a target that was only looked for."""
        self._before = await self._tree()
        return await self._anchor(target, await self._outline())

    async def _anchor(self, target: Target, outline: Outline | None) -> Anchor:
        node = self._node_of(target)
        known = outline.tree.find(node.number) if outline and node else None
        if outline is None or known is None:
            patch = cut_patch(await self._context.eyes.shot(), target.found.box)
            return Anchor(patch=patch)
        self._touched.append(known)
        prompt = self._instruction.fill(target.prompt, secrets=False)
        anchor = make_anchor(known, outline, self._instruction, prompt=prompt, ordinals=ordinals_in(prompt))
        if needs_picture(known):
            patch = cut_patch(await self._context.eyes.shot(), known.box)
            anchor = anchor.model_copy(update={"patch": patch and patch.model_copy(update={"around": ""})})
        if anchor.is_counted:
            self._incidental = IncidentalText.of(known, outline)
            return anchor
        screen = self._context.screen
        paths = await screen.write_selectors(known.number) if isinstance(screen, SelectorWriter) else ()
        return anchor.model_copy(update={"paths": tuple(paths)})

    def _node_of(self, target: Target) -> Node | None:
        """The element that was found, or that is at the found place; none if the place is only a part of it."""
        box, node = target.found.box, target.found.node
        if node is None and self._before:
            node = node_at(self._before, box.center)
        if node is None or node.box.area <= _TOO_LARGE * box.area:
            return node
        return node if node.actionable and node.role not in _PICTURES else None

    async def _tree(self) -> Tree | None:
        try:
            return await self._context.eyes.tree()
        except ScreenError:
            return None

    async def _outline(self) -> Outline | None:
        """The whole page if it can be read, so that an element that is unique in view is not taken for unique."""
        view = self._before
        if view is None:
            return None
        is_more = view.goes_on_above or view.goes_on_below or any("scrolls" in node.states for node in view)
        whole = await self._context.eyes.whole_tree() if is_more else None
        return Outline(whole if whole and not whole.more else view)


def recorded_params(action: Action[Any], page: str) -> dict[str, Any]:
    """The fields that were set; targets by their descriptions, addresses of the same site without the host."""
    params: dict[str, Any] = {}
    site = urlsplit(page)
    origin = f"{site.scheme}://{site.netloc}/"
    for name, field in type(action).model_fields.items():
        value: Any = getattr(action, name)
        if isinstance(value, Target):
            params[name] = str(value) if value.prompt else "it"
        elif isinstance(value, str) and site.netloc and value.startswith(origin):
            params[name] = value.removeprefix(origin[:-1])
        elif value is not None and value != field.default:
            params[name] = value
    return params
