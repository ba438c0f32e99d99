"""Takes a person's gestures one after the other: performs them, sees what comes of them, and keeps what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askonce import actions
from askonce.actions import Target
from askonce.geometry import Point
from askonce.planning.act_context import ActContext
from askonce.planning.action_watcher import Look
from askonce.planning.seen_action import SeenAction
from askonce.recorder.hand_actions import action_of, direction_of, places_of, scroll_area
from askonce.recorder.hand_screen import Describe, HandScreen
from askonce.recorder.hand_step import Moment
from askonce.recorder.moment_keeper import MomentKeeper
from askonce.recorder.noise import (
    focused_node,
    is_editing,
    is_missed,
    is_modifier,
    is_multiline,
    is_native_list,
    is_range,
    is_same_content,
    is_same_screen,
    is_scrolling,
    is_tap,
    is_text_field,
    moves_in_list,
    only_focuses,
)
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.rediscovery import misplaced
from askonce.recorder.text_entry import TextEntry
from askonce.recorder.value_names import value_name
from askonce.screens import Chooser
from askonce.screens.gestures import (
    Gesture,
    HandFiles,
    HandFill,
    HandGoTo,
    HandHover,
    HandKeys,
    HandPoint,
    HandPress,
    HandScroll,
    HandSwipe,
    HandText,
)
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Secret
from askonce.values.secret import SHORTEST

_ASKED_FOR_FILE = "the page asked for a file"
_STAYED = "asked whether to leave it, and you stayed"
_NOTHING = "nothing changed on the screen"


class GestureReader:
    """Reads the gestures of one sitting. They come one at a time."""

    def __init__(self, context: ActContext, sitting: Sitting, describe: Describe) -> None:
        self._sitting = sitting
        self._screen = HandScreen(context, sitting, describe)
        self._keeper = MomentKeeper(context.screen, sitting)
        self._entry = TextEntry(self._screen, sitting, self._keeper)
        self._choosing: SeenAction | None = None
        """A press that opened a file chooser."""
        self._unseen: tuple[str, Look] | None = None
        """What was typed into something that the screen does not know, and the screen before that."""
        self._aimed: tuple[Point, SeenAction] | None = None
        """Where the pointer aims at, and a tap there with the screen before it."""
        self._pressed: Moment | None = None
        """The step of the gesture before, if that was a single press."""

    async def begin(self) -> None:
        """Look at the screen before the first gesture."""
        await self._screen.look_after()
        self._sitting.began = self._sitting.began or self._screen.last.page

    async def take(self, gesture: Gesture) -> Moment | None:
        """Perform a gesture; the step that it makes, or None where it makes none of its own."""
        if not isinstance(gesture, HandPress):
            self._pressed = None
        if not isinstance(gesture, HandPress | HandHover):
            self._aimed = None
        match gesture:
            case HandPoint():
                return None
            case HandText():
                return await self._type(gesture)
            case HandKeys():
                return await self._press_keys(gesture)
            case HandFill():
                return await self._fill(gesture)
            case HandScroll():
                return await self._scroll(gesture, gesture.at, gesture.dx, gesture.dy)
            case HandSwipe() if await self._is_scroll(gesture):
                start, end = gesture.start, gesture.end
                return await self._scroll(gesture, start, start.x - end.x, start.y - end.y)
            case HandHover():
                return await self._hover(gesture)
            case _:
                return await self._act(gesture)

    async def aim(self, at: Point) -> None:
        """Look at what is pressed next."""
        self._aimed = None
        await self.flush()
        gesture = HandPress(at)
        look = await self._screen.look_before(gesture)
        if self._is_idle(gesture, look) or self._screen.is_asking:
            return
        target = await self._screen.target(at, None, look)
        self._aimed = at, await self._screen.see(actions.Tap(target=target), look, gesture)

    async def flush(self) -> None:
        """End the text that is being typed."""
        await self._entry.flush()
        await self._flush_unseen()

    async def end(self) -> None:
        """Take up what is still being typed, and what brought something to the screen."""
        await self.flush()
        self._keeper.keep_for_end()

    def lead_to(self, statement: str) -> None:
        """Keep what made a statement true that is checked next."""
        self._keeper.keep_for_check(statement)

    def forget(self, moment: Moment) -> None:
        """A step was taken out of the recording."""
        self._entry.forget(moment)

    async def pass_by(self, gesture: Gesture) -> None:
        """Perform a gesture that is not recorded."""
        await self.flush()
        before = self._screen.last.tree
        await self._screen.carry_out(gesture)
        await self._screen.look_after()
        self._entry.pass_over(before, self._screen.last.tree)

    @property
    def before_last(self) -> Tree | None:
        """What was seen before the last step."""
        moments = [moment.seen for moment in self._sitting.moments if moment.seen]
        return moments[-1].before if moments else None

    # ---- gestures that are an action

    async def _act(self, gesture: Gesture) -> Moment | None:
        await self.flush()
        chosen = self._take_choosing(gesture) if isinstance(gesture, HandFiles) else self._take_aimed(gesture)
        if chosen is None:
            look = await self._screen.look_before(gesture)
            if self._is_idle(gesture, look):
                return None
            numbers = [getattr(gesture, "number", None), None]
            targets = [
                await self._screen.target(at, number, look)
                for at, number in zip(places_of(gesture), numbers, strict=False)
            ]
            action = action_of(gesture, targets)
            if action is None:
                await self._screen.carry_out(gesture)
                return None
            seen = await self._screen.see(action, look, gesture)
        else:
            seen = replace(chosen, action=action_of(gesture, [*chosen.action.targets()]) or chosen.action)
        chooser = self._screen.chooser
        seen, output = await self._screen.do(gesture, seen)
        if self._screen.chooser and self._screen.chooser is not chooser:
            output = output or _ASKED_FOR_FILE  # whoever shows the screen may have told it already
        self._entry.focusing = self._choosing = None
        if moved := self._set_slider(seen):
            return moved
        moment = self._keep_press(gesture, seen, output) if isinstance(gesture, HandPress) else self._keeper.keep(seen)
        if moment and (problem := misplaced(seen)):
            moment.problem = moment.problem or problem
        return moment

    def _take_choosing(self, gesture: HandFiles) -> SeenAction | None:
        """The press that opened the file chooser. In a window of the person's own, nothing else came of it."""
        last = self._sitting.moments[-1] if self._sitting.moments else None
        if self._choosing or last is None or last.seen is None or not gesture.is_done:
            return self._choosing
        if last.seen.action.title() != "Tap" or not is_same_screen(last.seen.before, last.seen.after):
            return None
        self._sitting.moments.remove(last)
        return last.seen

    def _take_aimed(self, gesture: Gesture) -> SeenAction | None:
        """What was seen when the pointer aimed at this place, if that still counts."""
        aimed, self._aimed = self._aimed, None
        is_same = aimed and isinstance(gesture, HandPress) and gesture.is_aimed and gesture.at == aimed[0]
        return aimed[1] if aimed and is_same else None

    def _set_slider(self, seen: SeenAction) -> Moment | None:
        """A slider of the browser's own that was moved: what counts is the value that it has now."""
        node = seen.touched[0] if seen.touched else None
        now = seen.after.find(node.number) if seen.after and node else None
        if node is None or now is None or not is_range(node) or now.value in (None, node.value):
            return None
        name, target = next(iter(seen.targets.items()))
        found: Target = getattr(seen.action, name)
        action = actions.Type(target=found, text=now.value or "")
        last = self._sitting.moments[-1] if self._sitting.moments else None
        if last and last.seen and last.touched == node.number and last.seen.action.title() == "Type":
            last.seen = replace(last.seen, action=action, after=seen.after)
            return last
        return self._keeper.keep(replace(seen, action=action, targets={"target": target}))

    def _keep_press(self, gesture: HandPress, seen: SeenAction, output: str) -> Moment | None:
        first, self._pressed = self._pressed, None
        if gesture.is_second and first and first.seen and first.touched == _only(seen.touched):
            self._sitting.moments.remove(first)  # it was the first half of this one
            (target,) = first.seen.action.targets()
            seen = replace(first.seen, action=actions.DoubleTap(target=target), after=seen.after)
        if _STAYED in output:
            return None  # a replay would leave the page
        if _ASKED_FOR_FILE in output:
            self._choosing = seen
            return None
        is_quiet = not output and not self._screen.is_asking
        if gesture.button == "left" and only_focuses(seen):
            self._entry.focusing = seen
            self._keeper.hold_back(seen)
            return None
        if is_quiet and is_missed(seen):
            self._keeper.hold_back(seen)
            return None
        moment = self._keeper.keep(seen)
        if is_quiet and is_same_screen(seen.before, seen.after):
            moment.remark = moment.remark or _NOTHING
        if gesture.count == 1 and gesture.button == "left":
            self._pressed = moment
        return moment

    def _is_idle(self, gesture: Gesture, look: Look) -> bool:
        """Whether nothing is to be done: a native list opens elsewhere, an address is reached already."""
        match gesture:
            case HandPress(at=at, button="left"):
                node = self._screen.node(at, gesture.number, look.tree)
                return node is not None and is_native_list(node) and isinstance(self._screen.context.screen, Chooser)
            case HandGoTo(address=address, is_done=True):
                return address == look.page and bool(self._sitting.moments)
            case _:
                return False

    # ---- text

    async def _type(self, gesture: HandText) -> Moment | None:
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

    async def _fill(self, gesture: HandFill) -> Moment | None:
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

    async def _press_keys(self, gesture: HandKeys) -> Moment | None:
        keys, typing = gesture.keys, self._entry.typing
        if is_modifier(keys):
            return None
        if typing and keys == "Enter" and is_multiline(typing.field) and not gesture.is_done:
            return await self._type(HandText("\n"))
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
            return await self._type(HandText(keys))
        await self.flush()
        return await self._press_key(gesture, field, await self._screen.look_before(gesture))

    async def _press_key(self, gesture: HandKeys, field: Node | None, look: Look) -> Moment | None:
        keys = gesture.keys
        if field is None and is_scrolling(keys):
            return await self._scroll(gesture, None, 0, 0)
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
        moment.remark = moment.remark or (_NOTHING if is_nothing else "")
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

    # ---- what is kept only where it is needed

    async def _is_scroll(self, gesture: HandSwipe) -> bool:
        """Whether a finger moves what is longer than the screen."""
        tree = (await self._screen.look_before(gesture)).tree
        direction, _ = direction_of(gesture.end.x - gesture.start.x, gesture.end.y - gesture.start.y)
        if tree is None or direction in {"left", "right"}:
            return False
        return scroll_area(gesture.start, tree) is not None or tree.goes_on_above or tree.goes_on_below

    async def _scroll(self, gesture: Gesture, at: Point | None, dx: float, dy: float) -> None:
        await self.flush()
        look = await self._screen.look_before(gesture)
        await self._screen.carry_out(gesture)
        await self._screen.look_after()
        after = self._screen.last.tree
        if at is None:  # by a key, which does not say how far
            dy = after.above - look.tree.above if after and look.tree else 0.0
        if not (dx or dy):
            return
        direction, distance = direction_of(dx, dy)
        area = scroll_area(at, look.tree) if at else None
        target = await self._screen.target(area.box.center, area.number, look) if area else None
        action = actions.Scroll(direction=direction, distance=distance, target=target)
        seen = await self._screen.see(action, look, gesture)
        self._keeper.hold_back(seen.followed_by(after))

    async def _hover(self, gesture: HandHover) -> None:
        """The pointer rests. What is being typed goes on, unless something came of it."""
        look = await self._screen.look_before(gesture)
        await self._screen.carry_out(gesture)
        await self._screen.look_after()
        after = self._screen.last.tree
        if is_same_screen(look.tree, after):
            return
        await self.flush()
        target = await self._screen.target(gesture.at, gesture.number, look)
        seen = await self._screen.see(actions.Hover(target=target), look, gesture)
        self._keeper.hold_back(seen.followed_by(after))


def _only(nodes: Sequence[Node]) -> int | None:
    return nodes[0].number if len(nodes) == 1 else None
