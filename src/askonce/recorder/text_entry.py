"""Typing, key by key, as one step for each field: what the field holds in the end is what is recorded."""

from __future__ import annotations

from dataclasses import replace

from askonce import actions
from askonce.planning.action_watcher import Look
from askonce.planning.seen_action import SeenAction
from askonce.recorder.hand_screen import HandScreen
from askonce.recorder.hand_step import Moment
from askonce.recorder.moment_keeper import MomentKeeper
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.typed_text import TypedText
from askonce.recorder.value_names import value_name
from askonce.screens.field_labels import field_labels
from askonce.screens.gestures import Gesture
from askonce.screens.ui_tree import Node
from askonce.values import Secret
from askonce.values.secret import SHORTEST

_UNTOLD = "what was typed cannot be told, because it was corrected: type it again without corrections"


class TextEntry:
    """The field that is being typed into, if there is one."""

    def __init__(self, screen: HandScreen, sitting: Sitting, keeper: MomentKeeper) -> None:
        self._screen = screen
        self._sitting = sitting
        self._keeper = keeper
        self.typing: TypedText | None = None
        self.focusing: SeenAction | None = None
        """A press that gave a text field the focus, and did nothing else."""

    async def begin(self, field: Node, look: Look, gesture: Gesture) -> tuple[TypedText, bool]:
        """Start to type into a field; whether that is a new step. A press that gave it the focus is a part of it."""
        await self.flush()
        last = self._sitting.moments[-1] if self._sitting.moments else None
        is_secret = "password" in field.states or "autofill" in field.attributes
        if last and last.seen and last.touched == field.number and last.seen.action.title() == "Type":
            last.seen = replace(last.seen, after=None)
            self.typing = TypedText(last, field, last.typed, is_secret)
            return self.typing, False
        target = await self._screen.target(field.box.center, field.number, look)
        seen = await self._screen.see(actions.Type(target=target, text=""), look, gesture)
        if self.focusing and [node.number for node in self.focusing.touched] == [field.number]:
            seen = replace(self.focusing, action=seen.action, after=None)
        elif last and last.seen and last.touched == field.number and last.seen.action.title() == "Tap":
            seen = replace(last.seen, action=seen.action, after=None)
            self._sitting.moments.remove(last)
        self.focusing = None
        self._keeper.keep_pending(seen)
        moment = self._sitting.add(Moment(0, seen))
        self.typing = TypedText(moment, field, "" if is_secret else field.value or "", is_secret)
        self.typing.label = field.name or (field_labels(look.tree).get(field.number, "") if look.tree else "")
        return self.typing, True

    def update(self) -> None:
        """Put what was typed so far into the step."""
        typing = self.typing
        if typing is None or typing.moment.seen is None:
            return
        moment, taken = typing.moment, self._sitting.values.keys()
        moment.typed = typing.text
        label = typing.label or typing.field.attributes.get("placeholder", "")
        if typing.is_secret:
            moment.variable = moment.variable or value_name(label, taken, otherwise="secret")
        else:
            moment.variable = self._sitting.name_of(typing.text)
            moment.offer = moment.offer or value_name(label, taken, otherwise="text")
        text = f"{{{moment.variable}}}" if moment.variable else typing.text
        moment.seen = replace(typing.moment.seen, action=typing.moment.seen.action.model_copy(update={"text": text}))

    def name_secret(self) -> None:
        """Keep a secret under its name, and hide it from now on."""
        typing = self.typing
        if typing is None or not typing.is_secret or not typing.text:
            return
        name, secret = typing.moment.variable, Secret(typing.text, allow_short=True)
        self._sitting.set_value(name, secret)
        if len(typing.text) >= SHORTEST:  # a shorter one would hide parts of other texts
            self._screen.context.trace.mask.learn({name: secret})

    async def flush(self) -> None:
        """End the text that is being typed: the field itself says what it holds."""
        typing = self.typing
        if typing is None or typing.moment.seen is None:
            return
        moment, before = typing.moment, typing.moment.seen.before
        self._screen.context.eyes.blink()
        await self._screen.context.screen.settle()
        tree = await self._screen.tree()
        held = typing.read(tree.find(typing.field.number) if tree else None)
        earlier = before.find(typing.field.number) if before else None
        is_as_before = not typing.is_secret and earlier is not None and held == (earlier.value or "")
        if is_as_before or (typing.is_secret and held == ""):
            self.typing = None
            self._sitting.moments.remove(moment)  # nothing came of it
            return
        if held is not None:
            typing.text = held
            self.update()
        self.name_secret()
        self.typing = None
        if moment.seen:
            moment.seen, _ = await self._screen.do(None, moment.seen)
        self._keeper.judge(moment)
        moment.problem = moment.problem or ("" if held is not None else _UNTOLD)
