"""Takes a person's gestures one after the other: performs them, sees what comes of them, and keeps what was meant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from askonce import actions
from askonce.actions import Action, Found, Target
from askonce.geometry import Box, Point
from askonce.locate.drift import node_at
from askonce.planning.act_context import ActContext
from askonce.planning.act_span import act_span
from askonce.planning.action_execution import perform
from askonce.planning.action_watcher import ActionWatcher, Look
from askonce.planning.list_search import without_searches
from askonce.planning.seen_action import SeenAction
from askonce.recorder.gesture_input import carry_out
from askonce.recorder.hand_actions import action_of, direction_of, places_of
from askonce.recorder.hand_step import Moment
from askonce.recorder.noise import (
    PRESSED,
    focused_node,
    is_editing,
    is_missed,
    is_modifier,
    is_multiline,
    is_native_list,
    is_same_screen,
    is_scrolling,
    is_text_field,
    only_focuses,
)
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.rediscovery import is_found_in, rediscovery
from askonce.recorder.typed_text import TypedText
from askonce.recorder.value_names import value_name
from askonce.recordings.recorded_dialog import dialog_text
from askonce.screens import Chooser
from askonce.screens.field_labels import field_labels
from askonce.screens.gestures import (
    Gesture,
    HandAnswer,
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
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import Node, Tree
from askonce.trace import Acted
from askonce.values import Secret
from askonce.values.secret import SHORTEST

Describe = Callable[[Node | None, Look, Point], Awaitable[str]]
"""Words for the element at a point."""

HAND = "hand"
"""The name of the finder, in the trace."""
_REACH = 12.0
"""How far around a point its place goes, where no element is."""
_ASKED_FOR_FILE = "the page asked for a file"
_NOTHING = "nothing changed on the screen"


class GestureReader:
    """Reads the gestures of one sitting. They come one at a time."""

    def __init__(self, context: ActContext, sitting: Sitting, describe: Describe) -> None:
        self._context = context
        self._sitting = sitting
        self._describe = describe
        self._watcher = ActionWatcher(context)
        self._last = Look()
        """What was seen after the last gesture."""
        self._dialog = ""
        """The dialog that was open then."""
        self._typing: TypedText | None = None
        self._focusing: SeenAction | None = None
        """A press that gave a text field the focus, and did nothing else."""
        self._choosing: SeenAction | None = None
        """A press that opened a file chooser."""
        self._pending: list[SeenAction] = []
        """Scrolls and hovers, which are kept where the next step needs them."""

    async def begin(self) -> None:
        """Look at the screen before the first gesture."""
        await self._see_last()
        self._sitting.began = self._sitting.began or self._last.page

    async def take(self, gesture: Gesture) -> Moment | None:
        """Perform a gesture; the step that it makes, or None where it makes none of its own."""
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

    # ---- gestures that are an action

    async def _act(self, gesture: Gesture) -> Moment | None:
        await self.flush()
        look = await self._look_before(gesture)
        if self._is_idle(gesture, look):
            return None
        targets = [await self._target(at, self._number(gesture, place), look) for place, at in _numbered(gesture)]
        if isinstance(gesture, HandFiles) and self._choosing:
            targets = [*self._choosing.action.targets()]
        action = action_of(gesture, targets)
        if action is None:
            await self._carry_out(gesture)
            return None
        seen = await self._see(action, look, gesture)
        if isinstance(gesture, HandFiles) and self._choosing:
            seen = replace(self._choosing, action=action)
        seen, output = await self._do(gesture, seen)
        self._focusing = self._choosing = None
        if isinstance(gesture, HandPress):
            return self._keep_press(gesture, seen, output)
        return self._keep(seen)

    def _keep_press(self, gesture: HandPress, seen: SeenAction, output: str) -> Moment | None:
        if _ASKED_FOR_FILE in output:
            self._choosing = seen
            return None
        if gesture.button == "left" and only_focuses(seen):
            self._focusing = seen
            return None
        is_quiet = not output and hiding_dialog(self._context.screen) is None
        if is_quiet and is_missed(seen):
            return None
        moment = self._keep(seen)
        if is_quiet and is_same_screen(seen.before, seen.after):
            moment.remark = moment.remark or _NOTHING
        return moment

    def _is_idle(self, gesture: Gesture, look: Look) -> bool:
        """Whether nothing is to be done: a native list opens elsewhere, an address is reached already."""
        match gesture:
            case HandPress(at=at, button="left"):
                node = self._node(at, gesture.number, look.tree)
                return node is not None and is_native_list(node) and isinstance(self._context.screen, Chooser)
            case HandGoTo(address=address, is_done=True):
                return address == look.page and bool(self._sitting.moments)
            case _:
                return False

    async def _do(self, gesture: Gesture | None, seen: SeenAction) -> tuple[SeenAction, str]:
        """Perform an action, or only note that it was; with the screen after it."""
        context, output = self._context, ""
        words = context.trace.mask(seen.action.sentence())
        async with act_span(context, words) as span:
            context.trace.round = 1
            if gesture is None or getattr(gesture, "is_done", True):
                await context.screen.settle()
                output = " ".join(context.screen.news())
                self._note_done(seen.action, output)
            else:
                output = await perform(seen.action, context, self._sitting.instruction)
            span.actions = 1
            span.message = output
        await self._see_last()
        return seen.followed_by(self._last.tree), output

    def _note_done(self, action: Action[Any], output: str) -> None:
        trace = self._context.trace
        point = next((target.point for target in action.targets() if target.is_found), None)
        trace.emit(
            Acted(
                act=trace.act,
                round=trace.round,
                action=str(action),
                params=action.model_dump_json(exclude_defaults=True),
                point=(point.x, point.y) if point else None,
                output=output,
                error="",
                seconds=0.0,
                settled=0.0,
            )
        )

    # ---- text

    async def _type(self, gesture: HandText) -> Moment | None:
        typing = self._typing
        if typing and typing.field.attributes.get("maxlength") in {"1", "2"}:
            await self.flush()  # such fields pass the focus on by themselves
            typing = None
        if typing:
            await self._carry_out(gesture, settles=False)
            typing.type(gesture.text)
            self._update_typing()
            return None
        look = await self._look_before(gesture)
        field = focused_node(look.tree)
        if field is None or not is_text_field(field):
            return await self._type_nowhere(gesture, look)
        typing, is_new = await self._begin_typing(field, look, gesture)
        await self._carry_out(gesture, settles=False)
        typing.type(gesture.text)
        self._update_typing()
        return typing.moment if is_new else None

    async def _type_nowhere(self, gesture: HandText, look: Look) -> Moment:
        """Keys that no field takes, such as those of a game or a short cut."""
        await self.flush()
        keys = gesture.text
        action = actions.Press(keys=keys) if len(keys) == 1 else actions.Type(text=keys, mode="append")
        return self._keep((await self._do(gesture, await self._see(action, look, gesture)))[0])

    async def _fill(self, gesture: HandFill) -> Moment | None:
        """A field holds a text: the person typed it already, or it is still to be typed."""
        typing = self._typing
        if gesture.is_done and typing and typing.field.number == gesture.number:
            typing.text, typing.is_sure, typing.is_all_selected = gesture.text, True, False
            self._update_typing()
            return None
        await self.flush()
        look = await self._look_before(gesture)
        field = self._node(gesture.at, gesture.number, look.tree)
        if field is None:
            await self._carry_out(gesture)
            return None
        typing, is_new = await self._begin_typing(field, look, gesture)
        typing.is_secret = typing.is_secret or gesture.is_secret
        typing.text = gesture.text
        self._update_typing()
        if not gesture.is_done:
            self._name_secret(typing)
            seen = typing.moment.seen
            assert seen
            self._typing = None
            typing.moment.seen, _ = await self._do(gesture, seen)
            self._judge(typing.moment)
        return typing.moment if is_new else None

    async def _begin_typing(
        self, field: Node, look: Look, gesture: HandText | HandFill | HandKeys
    ) -> tuple[TypedText, bool]:
        """Start to type into a field. A press that gave it the focus is a part of that."""
        await self.flush()
        last = self._sitting.moments[-1] if self._sitting.moments else None
        target = await self._target(field.box.center, field.number, look)
        seen = await self._see(actions.Type(target=target, text=""), look, gesture)
        if self._focusing and [node.number for node in self._focusing.touched] == [field.number]:
            seen = replace(self._focusing, action=seen.action, after=None)
        elif last and last.seen and last.seen.action.title() == "Tap" and last.touched == field.number:
            seen = replace(last.seen, action=seen.action, after=None)
            self._sitting.moments.remove(last)
        self._focusing = None
        is_again = last and last.seen and last.seen.action.title() == "Type" and last.touched == field.number
        is_secret = "password" in field.states or "autofill" in field.attributes
        if is_again and last and last.seen:
            moment, typed = last, last.typed
            last.seen = replace(last.seen, after=None)
        else:
            typed = "" if is_secret else field.value or ""
            self._keep_pending(seen)
            moment = self._sitting.add(Moment(0, seen))
        self._typing = TypedText(moment, field, typed, is_secret)
        return self._typing, not is_again

    def _update_typing(self) -> None:
        """Put what was typed so far into the step."""
        typing = self._typing
        if typing is None or typing.moment.seen is None:
            return
        moment = typing.moment
        moment.typed = typing.text
        taken = self._sitting.values.keys()
        label = typing.field.name or typing.field.attributes.get("placeholder", "") or "text"
        if typing.is_secret:
            moment.variable = moment.variable or value_name(label, taken, otherwise="password")
        else:
            known = self._sitting.name_of(typing.text)
            is_own = moment.variable and moment.variable == known
            moment.variable = moment.variable if is_own else known
            moment.offer = moment.offer or value_name(label, taken)
        text = f"{{{moment.variable}}}" if moment.variable else typing.text
        seen = typing.moment.seen
        moment.seen = replace(seen, action=seen.action.model_copy(update={"text": text}))

    def _name_secret(self, typing: TypedText) -> None:
        """Keep a secret under its name, and hide it from now on."""
        name = typing.moment.variable
        if not typing.is_secret or not typing.text:
            return
        secret = Secret(typing.text, allow_short=True)
        self._sitting.set_value(name, secret)
        if len(typing.text) >= SHORTEST:  # a shorter one would hide parts of other texts
            self._context.trace.mask.learn({name: secret})

    async def flush(self) -> None:
        """End the text that is being typed: the field itself says what it holds."""
        typing, self._typing = self._typing, None
        if typing is None or typing.moment.seen is None:
            return
        moment = typing.moment
        self._context.eyes.blink()
        await self._context.screen.settle()
        tree = await self._tree()
        held = typing.read(tree.find(typing.field.number) if tree else None)
        before = typing.moment.seen.before
        earlier = before.find(typing.field.number) if before else None
        if held is not None and not typing.is_secret and earlier is not None and held == (earlier.value or ""):
            self._sitting.moments.remove(moment)  # nothing came of it
            return
        if held == "" and typing.is_secret:
            self._sitting.moments.remove(moment)
            return
        if held is not None:
            typing.text = held
            self._typing = typing
            self._update_typing()
            self._typing = None
        self._name_secret(typing)
        if moment.seen:
            moment.seen, _ = await self._do(None, moment.seen)
        self._judge(moment)
        if held is None:
            moment.problem = (
                "what was typed cannot be told, because it was corrected: type it again without corrections"
            )

    # ---- keys

    async def _press_keys(self, gesture: HandKeys) -> Moment | None:
        keys = gesture.keys
        if is_modifier(keys):
            return None
        if self._typing and is_editing(keys):
            await self._carry_out(gesture, settles=False)
            self._typing.edit(keys)
            self._update_typing()
            return None
        if self._typing and keys == "Enter" and is_multiline(self._typing.field) and not gesture.is_done:
            return await self._type(HandText("\n"))
        look = await self._look_before(gesture)
        field = focused_node(look.tree)
        if field and is_text_field(field) and is_editing(keys):
            typing, is_new = await self._begin_typing(field, look, gesture)
            await self._carry_out(gesture, settles=False)
            typing.edit(keys)
            self._update_typing()
            return typing.moment if is_new else None
        if field and is_text_field(field) and len(keys) == 1 and not gesture.is_done:
            return await self._type(HandText(keys))
        await self.flush()
        return await self._press_key(gesture, field, await self._look_before(gesture))

    async def _press_key(self, gesture: HandKeys, field: Node | None, look: Look) -> Moment | None:
        keys, dialog = gesture.keys, hiding_dialog(self._context.screen)
        if keys in {"Tab", "Shift+Tab"} and dialog is None:
            await self._carry_out(gesture)  # whatever is done next finds its element by itself
            return None
        if field is None and is_scrolling(keys):
            return await self._scroll(gesture, None, 0, 0)
        if field and field.role in PRESSED and keys in {"Enter", "Space"} and dialog is None:
            return await self._press_by_key(gesture, field, look)
        seen, output = await self._do(gesture, await self._see(actions.Press(keys=keys), look, gesture))
        is_nothing = not output and is_same_screen(seen.before, seen.after)
        if is_nothing and is_editing(keys):
            return None
        moment = self._keep(seen)
        moment.remark = moment.remark or (_NOTHING if is_nothing else "")
        return moment

    async def _press_by_key(self, gesture: HandKeys, field: Node, look: Look) -> Moment:
        """Enter on a button is a tap on it, wherever the focus will be."""
        target = await self._target(field.box.center, field.number, look)
        seen = await self._see(actions.Tap(target=target), look, gesture)
        await self._carry_out(gesture)
        seen, _ = await self._do(None, seen)
        return self._keep(seen)

    # ---- what is kept only where it is needed

    async def _is_scroll(self, gesture: HandSwipe) -> bool:
        """Whether a finger moves what is longer than the screen."""
        look = await self._look_before(gesture)
        direction, _ = direction_of(gesture.end.x - gesture.start.x, gesture.end.y - gesture.start.y)
        tree = look.tree
        if tree is None or direction in {"left", "right"}:
            return False
        scrolls = any("scrolls" in node.states and node.box.contains(gesture.start) for node in tree)
        return scrolls or tree.goes_on_above or tree.goes_on_below

    async def _scroll(self, gesture: Gesture, at: Point | None, dx: float, dy: float) -> None:
        await self.flush()
        look = await self._look_before(gesture)
        await self._carry_out(gesture)
        await self._see_last()
        if at is None:  # by a key, which does not say how far
            dy = self._last.tree.above - look.tree.above if self._last.tree and look.tree else 0.0
        if not (dx or dy):
            return
        direction, distance = direction_of(dx, dy)
        last = self._pending[-1].action if self._pending else None
        if isinstance(last, actions.Scroll) and last.direction == direction:
            longer = last.model_copy(update={"distance": (last.distance or 0) + distance})
            self._pending[-1] = replace(self._pending[-1], action=longer, after=self._last.tree)
            return
        area = _scroll_area(at, look.tree) if at else None
        target = await self._target(area.box.center, area.number, look) if area else None
        action = actions.Scroll(direction=direction, distance=distance, target=target)
        seen = await self._see(action, look, gesture)
        self._pending.append(seen.followed_by(self._last.tree))

    async def _hover(self, gesture: HandHover) -> None:
        await self.flush()
        look = await self._look_before(gesture)
        target = await self._target(gesture.at, gesture.number, look)
        seen = await self._see(actions.Hover(target=target), look, gesture)
        await self._carry_out(gesture)
        await self._see_last()
        if not is_same_screen(look.tree, self._last.tree):
            self._pending.append(seen.followed_by(self._last.tree))

    def _keep_pending(self, following: SeenAction) -> None:
        """Keep the scrolls and hovers without which the next step would not find its element."""
        pending, self._pending = self._pending, []
        instruction = self._sitting.instruction
        for seen in pending:
            if not following.targets or is_found_in(seen.outline, following, instruction):
                continue
            steps = [each.step(instruction, ()) for each in (seen, following)]
            if len(without_searches(steps, self._context.screen)) == len(steps):
                self._judge(self._sitting.add(Moment(0, seen)))

    # ---- looking and keeping

    def _keep(self, seen: SeenAction) -> Moment:
        self._keep_pending(seen)
        moment = self._sitting.add(Moment(0, seen))
        self._judge(moment)
        return moment

    def _judge(self, moment: Moment) -> None:
        """Say at once where an element would not be found again."""
        if moment.seen:
            found = rediscovery(moment.seen, self._sitting.instruction)
            moment.problem, moment.remark = found.problem, found.remark

    async def _see(self, action: Action[Any], look: Look, gesture: Gesture) -> SeenAction:
        is_there = not getattr(gesture, "is_done", False)
        instruction = self._sitting.instruction
        dialog = dialog_text(self._context.screen, has_answer=getattr(action, "text", None) is not None)
        targets = {
            name: await self._watcher.target(value, look, instruction, counts=False, is_there=is_there)
            for name in type(action).model_fields
            if isinstance(value := getattr(action, name), Target)
        }
        if isinstance(gesture, HandAnswer):
            dialog = dialog or self._dialog
        return SeenAction(action, look.page, dialog, look.tree, look.outline, targets)

    async def _look_before(self, gesture: Gesture) -> Look:
        """The screen before a gesture. What is done already was done on the screen that was seen last."""
        number = getattr(gesture, "number", None)
        is_done = getattr(gesture, "is_done", False)
        last = self._last.tree
        if is_done and last and (number is None or last.find(number)):
            return self._last
        self._context.eyes.blink()
        tree = await self._tree()
        if tree is None:  # a dialog hides it
            return self._last
        return await self._watcher.look()

    async def _see_last(self) -> None:
        self._context.eyes.blink()
        dialog = dialog_text(self._context.screen, has_answer=False)
        self._dialog = dialog
        if dialog and hiding_dialog(self._context.screen):
            return  # what it hides is as it was
        await self._tree()
        self._last = await self._watcher.look()

    async def _tree(self) -> Tree | None:
        """The elements; looked at again where a page was just being left."""
        tree = await self._watcher.tree()
        if tree is None and hiding_dialog(self._context.screen) is None:
            await self._context.screen.settle()
            self._context.eyes.blink()
            tree = await self._watcher.tree()
        return tree

    async def _target(self, at: Point, number: int | None, look: Look) -> Target:
        node = self._node(at, number, look.tree)
        target = Target.of(await self._describe(node, look, at))
        box = node.box if node else Box(at.x - _REACH, at.y - _REACH, 2 * _REACH, 2 * _REACH)
        inside = at if node is None or node.box.contains(at) else node.point
        target.set_found(Found(box, HAND, node, inside))
        return target

    def _node(self, at: Point, number: int | None, tree: Tree | None) -> Node | None:
        if tree is None:
            return None
        return (tree.find(number) if number is not None else None) or node_at(tree, at)

    def _number(self, gesture: Gesture, place: int) -> int | None:
        return getattr(gesture, "number", None) if place == 0 else None

    async def _carry_out(self, gesture: Gesture, *, settles: bool = True) -> None:
        """Do what a gesture does, with no entry in the trace."""
        if not getattr(gesture, "is_done", False):
            await carry_out(gesture, self._context.screen)
        self._context.eyes.blink()
        if settles:
            await self._context.screen.settle()

    async def passed_by(self, gesture: Gesture) -> None:
        """Perform a gesture that is not recorded."""
        await self.flush()
        await self._carry_out(gesture)
        await self._see_last()

    @property
    def last_trees(self) -> tuple[Tree | None, Tree | None]:
        """What is seen now, and what was seen before the last step."""
        moments = [moment for moment in self._sitting.moments if moment.seen]
        before = moments[-1].seen.before if moments and moments[-1].seen else None
        return self._last.tree, before

    def label_of(self, node: Node, tree: Tree) -> str:
        return node.name or field_labels(tree).get(node.number, "")


def _numbered(gesture: Gesture) -> list[tuple[int, Point]]:
    return list(enumerate(places_of(gesture)))


def _scroll_area(at: Point, tree: Tree | None) -> Node | None:
    """The part of a page that scrolls by itself, at a point."""
    areas = [node for node in tree or () if "scrolls" in node.states and node.box.contains(at)]
    return min(areas, key=lambda node: node.box.area, default=None)
