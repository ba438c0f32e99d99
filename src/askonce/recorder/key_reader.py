"""Takes a person's keys: what they type into fields, and the keys that do something by themselves."""

from __future__ import annotations

from dataclasses import replace

from askonce import actions
from askonce.planning.action_watcher import Look
from askonce.planning.seen_action import SeenAction
from askonce.recorder.hand_screen import HandScreen
from askonce.recorder.hand_step import NOTHING, Moment
from askonce.recorder.moment_keeper import MomentKeeper
from askonce.recorder.noise import (
    focused_node,
    is_editing,
    is_modifier,
    is_multiline,
    is_range,
    is_same_content,
    is_same_screen,
    is_scrolling,
    is_tap,
    is_text_field,
    moves_in_list,
    only_breaks_line,
)
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.text_entry import TextEntry
from askonce.recorder.value_names import value_name
from askonce.screens.gestures import HandFill, HandKeys, HandText
from askonce.screens.ui_tree import Node
from askonce.values import Secret
from askonce.values.secret import SHORTEST


class KeyReader:
    """Reads the keys of one sitting."""

    def __init__(self, screen: HandScreen, sitting: Sitting, keeper: MomentKeeper, entry: TextEntry) -> None:
        self._screen = screen
        self._sitting = sitting
        self._keeper = keeper
        self._entry = entry
        self._unseen: tuple[str, Look] | None = None
        """What was typed into something that the screen does not know, and the screen before that."""

    async def flush(self) -> None:
        """End the text that is being typed."""
        await self._entry.flush()
        await self._flush_unseen()

    async def scrolls(self, gesture: HandKeys) -> bool:
        """Whether keys scroll the page, because no element has the focus."""
        if not is_scrolling(gesture.keys) or self._entry.typing:
            return False
        return focused_node((await self._screen.look_before(gesture)).tree) is None

    async def type(self, gesture: HandText) -> Moment | None:
        typing = self._entry.typing
        if typing and typing.field.attributes.get("maxlength") in {"1", "2"}:
            await self.flush()  # such fields pass the focus on by themselves
            typing = None
        is_new = False
        if typing is None:
            look = await self._screen.look_before(gesture)
            field = focused_node(look.tree)
            if field is None or not is_text_field(field):
                return await self._type_unseen(gesture, look)
            typing, is_new = await self._entry.begin(field, look, gesture)
        await self._screen.carry_out(gesture, settles=False)
        typing.type(gesture.text)
        self._entry.update()
        return typing.moment if is_new else None

    async def _type_unseen(self, gesture: HandText, look: Look) -> None:
        """Keys for something that the screen does not know: a short cut, a game, a field that hides from it."""
        await self._entry.flush()
        text, first = self._unseen or ("", look)
        for letter in gesture.text:  # a screen types into fields that it knows alone
            key = {" ": "Space", "\n": "Enter"}.get(letter, letter)
            await self._screen.carry_out(HandKeys(key, is_done=gesture.is_done), settles=False)
        self._unseen = (text + gesture.text, first)

    async def _flush_unseen(self) -> None:
        """Keep what was typed into the unknown: one key as it is, and longer texts as secrets, since nobody knows."""
        if self._unseen is None:
            return
        (text, look), self._unseen = self._unseen, None
        gesture = HandText(text, is_done=True)
        if len(text) == 1 and text.isprintable():
            keys = "Space" if text == " " else text
            seen, _ = await self._screen.do(None, await self._screen.see(actions.Press(keys=keys), look, gesture))
            self._keeper.keep(seen)
            return
        name = value_name("", self._sitting.values.keys(), otherwise="text")
        self._sitting.set_value(name, Secret(text, allow_short=True))
        if len(text) >= SHORTEST:
            self._screen.context.trace.mask.learn({name: Secret(text)})
        action = actions.Type(text=f"{{{name}}}", mode="append")
        seen, _ = await self._screen.do(None, await self._screen.see(action, look, gesture))
        moment = self._keeper.keep(seen)
        moment.variable, moment.typed = name, text
        moment.problem = moment.problem or "the screen does not know the field that was typed into"

    async def fill(self, gesture: HandFill) -> Moment | None:
        """A field holds a text: the person typed it already, or it is still to be typed."""
        typing = self._entry.typing
        if gesture.is_done and typing and typing.field.number == gesture.number:
            typing.hold(gesture.text)
            self._entry.update()
            return None
        await self.flush()
        look = await self._screen.look_before(gesture)
        field = self._screen.node(gesture.at, gesture.number, look.tree)
        if field is None:
            await self._screen.carry_out(gesture)
            return None
        typing, is_new = await self._entry.begin(field, look, gesture)
        typing.is_secret = typing.is_secret or gesture.is_secret
        typing.is_done = gesture.is_done
        typing.hold(gesture.text)
        self._entry.update()
        moment = typing.moment
        if not gesture.is_done and moment.seen:
            self._entry.name_secret()
            self._entry.typing = None
            moment.seen, _ = await self._screen.do(gesture, moment.seen)
            self._keeper.judge(moment)
        return moment if is_new else None

    # ---- keys

    async def press(self, gesture: HandKeys) -> Moment | None:
        keys, typing = gesture.keys, self._entry.typing
        if is_modifier(keys):
            return None
        if typing and keys == "Enter" and is_multiline(typing.field) and not gesture.is_done:
            return await self._break_line(gesture, typing.field)
        look, is_new, field = self._screen.last, False, typing.field if typing else None
        if field is None:
            look = await self._screen.look_before(gesture)
            field = focused_node(look.tree)
        is_field = field is not None and is_text_field(field)
        takes_value = field is not None and (is_field or is_range(field))
        if field and takes_value and is_editing(keys) and not (is_field and moves_in_list(keys, field)):
            if typing is None:
                typing, is_new = await self._entry.begin(field, look, gesture)
            await self._screen.carry_out(gesture, settles=False)
            typing.edit(keys)
            self._entry.update()
            return typing.moment if is_new else None
        if is_field and len(keys) == 1 and not gesture.is_done:
            return await self.type(HandText(keys))
        await self.flush()
        return await self._press_key(gesture, field, await self._screen.look_before(gesture))

    async def _break_line(self, gesture: HandKeys, field: Node) -> Moment | None:
        """Enter in a field of several lines: a new line, unless the page does something else, such as to send it."""
        await self.flush()
        typed = self._sitting.moments[-1] if self._sitting.moments else None
        look = await self._screen.look_before(gesture)
        seen, output = await self._screen.do(
            gesture, await self._screen.see(actions.Press(keys="Enter"), look, gesture)
        )
        now = seen.after.find(field.number) if seen.after else None
        is_typed = typed and typed.seen and typed.touched == field.number and typed.seen.action.title() == "Type"
        if now is None or output or not is_typed or not only_breaks_line(seen, field.number):
            return self._keeper.keep(seen)
        typing, _ = await self._entry.begin(now, self._screen.last, gesture)
        typing.type("\n")
        self._entry.update()
        return None

    async def _press_key(self, gesture: HandKeys, field: Node | None, look: Look) -> Moment | None:
        keys = gesture.keys
        if field and is_tap(keys, field) and not self._screen.is_asking:
            return await self._press_by_key(gesture, field, look)
        seen = await self._screen.see(actions.Press(keys=keys), look, gesture)
        if keys in {"Tab", "Shift+Tab"} and not self._screen.is_asking:
            await self._screen.carry_out(gesture)
            await self._screen.look_after()
            if not is_same_content(look, self._screen.last):  # the field or the page did something with it
                seen, _ = await self._screen.do(None, seen)
                return self._keeper.keep(seen)
            self._keeper.hold_back(seen.followed_by(self._screen.last.tree))
            return None  # what is done next finds its element by itself, unless it is a key
        seen, output = await self._screen.do(gesture, seen)
        is_nothing = not output and is_same_screen(seen.before, seen.after)
        has_list = field is not None and (field.role == "combobox" or "suggests" in field.attributes)
        if is_nothing and is_editing(keys) and not has_list:
            return None
        if again := self._pressed_again(seen):
            return again
        moment = self._keeper.keep(seen)
        moment.remark = moment.remark or (NOTHING if is_nothing else "")
        return moment

    def _pressed_again(self, seen: SeenAction) -> Moment | None:
        """The step before, where the same key was pressed: it is pressed once more."""
        last, action = self._sitting.moments[-1] if self._sitting.moments else None, seen.action
        if last is None or last.seen is None or not isinstance(action, actions.Press):
            return None
        before = last.seen.action
        if not isinstance(before, actions.Press) or before.keys != action.keys or before.target or before.times > 99:
            return None
        more = before.model_copy(update={"times": before.times + 1})
        last.seen = replace(last.seen, action=more, after=seen.after)
        return last

    async def _press_by_key(self, gesture: HandKeys, field: Node, look: Look) -> Moment:
        """Enter on a button is a tap on it, wherever the focus will be."""
        target = await self._screen.target(field.box.center, field.number, look)
        seen = await self._screen.see(actions.Tap(target=target), look, gesture)
        await self._screen.carry_out(gesture)
        seen, _ = await self._screen.do(None, seen)
        return self._keeper.keep(seen)
