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
from askonce.recorder.hand_step import NOTHING, Moment
from askonce.recorder.key_reader import KeyReader
from askonce.recorder.moment_keeper import MomentKeeper
from askonce.recorder.noise import (
    differs_only_in,
    is_missed,
    is_native_list,
    is_range,
    is_same_screen,
    only_focuses,
    only_selects,
)
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.rediscovery import misplaced
from askonce.recorder.screen_parts import named_inside
from askonce.recorder.text_entry import TextEntry
from askonce.screens import Chooser
from askonce.screens.gestures import (
    Gesture,
    HandAim,
    HandDrag,
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

_ASKED_FOR_FILE = "the page asked for a file"
_STAYED = "asked whether to leave it, and you stayed"


class GestureReader:
    """Reads the gestures of one sitting. They come one at a time."""

    def __init__(self, context: ActContext, sitting: Sitting, describe: Describe) -> None:
        self._sitting = sitting
        self._screen = HandScreen(context, sitting, describe)
        self._keeper = MomentKeeper(context.screen, sitting, self._screen.whole)
        self._entry = TextEntry(self._screen, sitting, self._keeper)
        self._keys = KeyReader(self._screen, sitting, self._keeper, self._entry)
        self._choosing: SeenAction | None = None
        """A press that opened a file chooser."""
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
                return await self._keys.type(gesture)
            case HandKeys():
                return await self._press_keys(gesture)
            case HandFill():
                return await self._keys.fill(gesture)
            case HandScroll():
                return await self._scroll(gesture, gesture.at, gesture.dx, gesture.dy)
            case HandSwipe() if await self._is_scroll(gesture):
                start, end = gesture.start, gesture.end
                return await self._scroll(gesture, start, start.x - end.x, start.y - end.y)
            case HandHover():
                return await self._hover(gesture)
            case _:
                return await self._act(gesture)

    async def aim(self, aim: HandAim) -> None:
        """Look at what is pressed next."""
        at, known = aim.at, self._aimed
        if aim.is_down:
            await self.flush()
        if aim.is_aimed and known and known[0] == at:
            return
        self._aimed, gesture = None, HandPress(at)
        look = await self._screen.look_before(gesture)
        if self._is_idle(gesture, look) or self._screen.is_asking:
            return
        target = await self._screen.target(at, None, look)
        self._aimed = at, await self._screen.see(actions.Tap(target=target), look, gesture)

    async def flush(self) -> None:
        """End the text that is being typed."""
        await self._keys.flush()

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
            places = zip(places_of(gesture), numbers, (False, isinstance(gesture, HandDrag)), strict=False)
            targets = [await self._screen.target(at, number, look, is_dropped=last) for at, number, last in places]
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
        if isinstance(gesture, HandDrag) and not output and only_selects(seen):
            return None
        if moved := self._set_slider(seen) or self._chosen_again(seen):
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

    def _chosen_again(self, seen: SeenAction) -> Moment | None:
        """The step before, where an option of the same list was chosen and nothing came of that: by keys, people pass
        the options that they do not mean."""
        last = self._sitting.moments[-1] if self._sitting.moments else None
        if last is None or last.seen is None or not isinstance(seen.action, actions.Select):
            return None
        is_same = last.seen.action.title() == seen.action.title() and last.touched == _only(seen.touched)
        if not is_same or not differs_only_in(last.touched, last.seen.before, seen.before):
            return None
        last.seen = replace(last.seen, action=seen.action, after=seen.after)
        return last

    def _keep_press(self, gesture: HandPress, seen: SeenAction, output: str) -> Moment | None:
        first, self._pressed = self._pressed, None
        if gesture.is_second:
            seen = self._second_press(first, seen)
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
            moment.remark = moment.remark or NOTHING
        if gesture.count == 1 and gesture.button == "left":
            self._pressed = moment
        return moment

    def _second_press(self, first: Moment | None, seen: SeenAction) -> SeenAction:
        """A double press, where the one before was its first half and made a step, or came to nothing; a press
        of its own where that hit something else, as on a page that came meanwhile."""
        if first is None or first.seen is None:
            return seen
        if first.touched != _only(seen.touched):
            (target,) = seen.action.targets()
            return replace(seen, action=actions.Tap(target=target))
        self._sitting.moments.remove(first)
        (target,) = first.seen.action.targets()
        return replace(first.seen, action=actions.DoubleTap(target=target), after=seen.after)

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

    async def _press_keys(self, gesture: HandKeys) -> Moment | None:
        if await self._keys.scrolls(gesture):
            return await self._scroll(gesture, None, 0, 0)
        return await self._keys.press(gesture)

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
        number = gesture.number or named_inside(self._screen.node(gesture.at, None, look.tree), gesture.at, look.tree)
        target = await self._screen.target(gesture.at, number, look)
        seen = await self._screen.see(actions.Hover(target=target), look, gesture)
        self._keeper.hold_back(seen.followed_by(after))


def _only(nodes: Sequence[Node]) -> int | None:
    return nodes[0].number if len(nodes) == 1 else None
