"""Typing, key by key, as one step for each field: what the field holds in the end is what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from askonce import actions
from askonce.planning.action_watcher import Look
from askonce.planning.seen_action import SeenAction
from askonce.recorder.hand_screen import HandScreen
from askonce.recorder.hand_step import Moment
from askonce.recorder.moment_keeper import MomentKeeper
from askonce.recorder.noise import is_rich, is_same_screen, is_text_field
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.typed_text import TypedText, shared_out
from askonce.recorder.value_names import value_name
from askonce.screens.field_labels import field_labels
from askonce.screens.gestures import Gesture, HandFill
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Secret
from askonce.values.secret import SHORTEST

_ELSEWHERE = "a part of what was typed went elsewhere, because the page moved the focus"
_TAKEN_OUT = "the page took the text out of the field while it was typed, and may not when it is typed at once"
_GOES_ON = "the field held a text before, whose lines and format are not recorded: select all of it and type it anew"
_PAUSED = "what is before it in the field was typed while the recording was paused, and is not recorded"
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
        self._unrecorded: dict[int, str] = {}
        """What the fields held that were typed into while the recording was paused, before that."""

    def pass_over(self, before: Tree | None, after: Tree | None) -> None:
        """Note which fields were changed by what is not recorded."""
        for node in before or ():
            now = after.find(node.number) if after and is_text_field(node) else None
            if now and now.value != node.value:
                earlier = self._unrecorded.setdefault(node.number, node.value or "")
                self._sitting.leave_out(node.number, (now.value or "").removeprefix(earlier).strip())

    async def begin(self, field: Node, look: Look, gesture: Gesture) -> tuple[TypedText, bool]:
        """Start to type into a field; whether that is a new step. A press that gave it the focus is a part of it."""
        await self.flush()
        last = self._sitting.moments[-1] if self._sitting.moments else None
        is_secret = "password" in field.states or self._screen.is_secret(field)
        is_added = field.number in self._unrecorded
        self._unrecorded.pop(field.number, None)
        is_typed = last and last.seen and last.touched == field.number and last.seen.action.title() == "Type"
        if last and last.seen and is_typed and not is_added:
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
        is_kept = not is_secret and not is_added
        self.typing = TypedText(moment, field, (field.value or "") if is_kept else "", is_secret, is_added=is_added)
        self.typing.is_sure = is_added or not (is_secret and field.value)
        self.typing.label = field.name or (field_labels(look.tree).get(field.number, "") if look.tree else "")
        return self.typing, True

    def update(self) -> None:
        """Put what was typed so far into the step."""
        typing = self.typing
        if typing is None or typing.moment.seen is None:
            return
        moment, seen, taken = typing.moment, typing.moment.seen, self._sitting.values.keys()
        moment.typed = typing.text
        label = typing.label or typing.field.attributes.get("placeholder", "")
        if typing.is_secret:
            moment.variable = moment.variable or value_name(label, taken, otherwise="secret")
        elif moment.is_named and self._sitting.is_alone(moment):
            self._sitting.set_value(moment.variable, typing.text)
        else:
            moment.variable, moment.is_named = self._sitting.name_of(typing.text), False
            moment.offer = moment.offer or value_name(label, taken, otherwise="text")
        text = f"{{{moment.variable}}}" if moment.variable else typing.text
        changed = {"text": text, "mode": "append" if typing.is_added else "replace"}
        moment.seen = replace(seen, action=seen.action.model_copy(update=changed))

    def name_secret(self) -> None:
        """Keep a secret under its name, and hide it from now on."""
        typing = self.typing
        if typing is None or not typing.is_secret or not typing.text:
            return
        name, secret = typing.moment.variable, Secret(typing.text, allow_short=True)
        self._sitting.set_value(name, secret)
        if len(typing.text) >= SHORTEST:  # a shorter one would hide parts of other texts
            self._screen.context.trace.mask.learn({name: secret})

    def forget(self, moment: Moment) -> None:
        """A step was taken out while it was being typed: what is typed from now on is another one."""
        if self.typing and self.typing.moment is moment:
            self.typing = None

    async def flush(self) -> None:
        """End the text that is being typed: the fields themselves say what they hold."""
        typing = self.typing
        if typing is None or typing.moment.seen is None:
            return
        moment, seen = typing.moment, typing.moment.seen
        self._screen.context.eyes.blink()
        await self._screen.context.screen.settle()
        tree = await self._screen.tree()
        now = tree.find(typing.field.number) if tree else None
        held, rest = typing.split(now)
        others = shared_out(rest, _fields_beside(typing.field, seen.before, tree)) if rest else ()
        earlier = seen.before.find(typing.field.number) if seen.before else None
        problem = _UNTOLD if held is None else _PAUSED if typing.is_added else ""
        is_told = typing.is_secret or typing.is_done
        is_as_before = not is_told and earlier is not None and held == (earlier.value or "")
        if (is_as_before or (typing.is_secret and held == "")) and not others:
            if held == typing.text or is_same_screen(seen.before, tree):
                self.typing = None
                self._sitting.moments.remove(moment)  # nothing came of it
                return
            held, problem = typing.text, _TAKEN_OUT
        elif _goes_on(typing, earlier, held):
            problem = _GOES_ON
        elif rest and others is None and not (now and "focused" in now.states):
            problem = _ELSEWHERE
        if held is not None:
            typing.text = held
            self.update()
        await self._end(moment, problem)
        for field, text in others or ():
            await self._add(field, text, Look(seen.page, seen.before, seen.outline))

    async def _end(self, moment: Moment, problem: str = "") -> None:
        self.name_secret()
        is_added = self.typing is not None and self.typing.is_added
        self.typing = None
        if moment.seen:
            seen, _ = await self._screen.do(None, moment.seen)
            moment.seen = replace(seen, after=None) if is_added else seen  # the whole field is not to be expected
        self._keeper.judge(moment)
        moment.problem = moment.problem or problem

    async def _add(self, field: Node, text: str, look: Look) -> None:
        """A field that took the rest of what was typed into another."""
        typing, _ = await self.begin(field, look, HandFill(field.box.center, text, is_done=True))
        typing.hold(text)
        self.update()
        await self._end(typing.moment)


def _goes_on(typing: TypedText, earlier: Node | None, held: str | None) -> bool:
    """Whether a text that may have lines and a format was in the field, and was only added to."""
    if earlier is None or not earlier.value or held is None or not is_rich(typing.field):
        return False
    return not typing.is_done and held.startswith(earlier.value)


def _fields_beside(field: Node, before: Tree | None, now: Tree | None) -> Iterator[tuple[Node, Node]]:
    """The other text fields, as they were and as they are."""
    for node in before or ():
        found = now.find(node.number) if now and node.number != field.number and is_text_field(node) else None
        if found:
            yield node, found
