"""Looking at a screen no more often than it can have changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from askonce.errors import ConfigError, ScreenClosed, ScreenError, ScreenMoved
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.screen_protocol import (
    Actionability,
    ActionNotice,
    Addressed,
    AppearanceMark,
    ClearCapture,
    FastCapture,
    FieldForesight,
    FieldPeek,
    FlashingTexts,
    Inspectable,
    LegibleTree,
    OffscreenTree,
    Screen,
    SecretLocator,
    SettledTree,
    Shot,
    StillTree,
    Uncovering,
    Watchable,
)
from askonce.screens.secret_painter import boxes_with_secrets, boxes_withheld, paint_over
from askonce.screens.ui_tree import Node, Tree
from askonce.screens.unplaced_secrets import Hidden, blacken, find_hidden, withhold
from askonce.values import Mask
from askonce.values.typed_secrets import TypedSecret

T = TypeVar("T")

_MOST_READINGS = 3
"""How often a page that keeps changing is read again."""
_MOMENT = 2.0
"""For how many seconds a picture may be used again: what nobody can tell to have moved has hardly moved since."""
_ON_ITS_WAY = 0.1
"""The most seconds that what was read waits to be made sense of, until a picture is on its way."""
_TURNS = 8
"""After how many turns of the loop a question to the screen is on its way."""
_FLASHING = "it comes and goes on the screen"
_POLL = 0.1
"""The most seconds between two looks at an element that is waited for."""


@dataclass(frozen=True, slots=True)
class _LastShot:
    """A picture, and what has to be so that another one would be the same."""

    shot: Shot
    appearance: Hashable
    secrets: tuple[int, int]
    taken: float


class Eyes:
    """One look is shared until something acts on the screen.

    Every picture is taken here, and elements that show a secret are painted over in it (`secret_painter`). Where one
    was typed that no element shows, only `local_shot` may show it (`unplaced_secrets`).
    """

    def __init__(self, screen: Screen, mask: Mask, numbers: CarriedNumbers | None = None) -> None:
        self.screen = screen
        self.mask = mask
        self._shot: Shot | None = None
        self._local: Shot | None = None
        """The same picture with what is withheld from others."""
        self._is_exact = True
        self._tree: Tree | None = None
        self._whole: Tree | None = None
        self._is_frozen = False
        self._finding = self._taking = 0.0
        """How many seconds it took last to locate secrets, and to take a picture."""
        self._is_early = False
        """Whether a picture is to begin when the elements are read."""
        self._early: asyncio.Future[Shot | None] | None = None
        """A picture for people that was begun when the elements were read."""
        self._early_look: asyncio.Future[Hashable | None] | None = None
        """What the screen looked like then, if that is enough."""
        self._last: _LastShot | None = None
        self._resting: Hashable | None = None
        """What the screen looked like when it last came to rest, if that was asked for."""
        self.seen: Tree | None = None
        """The elements that were read last, also if something may have changed since."""
        self.numbers = numbers or CarriedNumbers()
        """Those of elements that are only seen in pictures."""

    def blink(self) -> None:
        """Forget what was seen: something may have changed."""
        if not self._is_frozen:
            self._shot = self._local = self._tree = self._whole = None
            self._drop_early()

    @asynccontextmanager
    async def frozen(self) -> AsyncGenerator[None, None]:
        """Take one look, and go on seeing that, whatever the screen does; what was not in view then stays unseen."""
        self.refuse_while_frozen("freezing the view again")
        self.blink()
        if isinstance(self.screen, LegibleTree):
            self._tree = await self.screen.legible_tree(whole=False)
        await self.look(shot=True, tree=True)
        self._is_frozen = True
        try:
            yield
        finally:
            self._is_frozen = False
            self.blink()

    @property
    def is_frozen(self) -> bool:
        return self._is_frozen

    def refuse_while_frozen(self, doing: str) -> None:
        """For whatever would change the screen, or has to see it as it is now: the frozen look would no longer fit."""
        if self._is_frozen:
            raise ConfigError(f"the view is frozen, which rules out {doing}", remedy="do that before or afterwards")

    async def look(self, *, shot: bool, tree: bool, exact: bool = True) -> tuple[Shot | None, Tree | None]:
        """What is asked for, captured at one time."""
        if shot and tree and not self.mask:
            return await asyncio.gather(self.shot(exact=exact), self.tree())
        return (await self.shot(exact=exact) if shot else None), (await self.tree() if tree else None)

    async def shot(self, *, exact: bool = True) -> Shot:
        """A picture; one that need not be `exact` is taken more quickly, and is for people alone."""
        if self._shot is None or (exact and not self._is_exact):
            early = None if exact or self._typed else await self._take_early()
            taking = partial(self._take_concealed if self.mask else self._take, exact=exact)
            self._shot = early or await self._look_between(taking)
            self._is_exact = exact
        return self._shot

    async def local_shot(self) -> Shot:
        """A picture for eyes in this process alone: nobody keeps it or sends it on, since a secret that was typed where
        no element shows it may be read in it."""
        shot = await self.shot()
        return self._local or shot

    @property
    def _typed(self) -> Sequence[TypedSecret]:
        """Secrets that were typed on this screen, and that no element shows."""
        return self.mask.typed.on(self.screen)

    @property
    def _has_rests(self) -> bool:
        """Whether a field may be in view that a secret was typed into: what it shows of that, the mask may not know."""
        for field in self.mask.typed.fields_on(self.screen):
            node = self.seen.find(field.number) if self.seen else None
            if "password" not in node.states if node else field.is_on_page(self.known_address):
                return True
        return False

    def shoot_early(self) -> None:
        """Let a picture for people begin as soon as the elements are read next, while sense is made of them."""
        screen = self.screen
        if isinstance(screen, ClearCapture) and self._is_clear:
            self._is_early = True
            screen.once_read(lambda: self._begin_early(screen), taking=self._last is None)

    @property
    def _is_clear(self) -> bool:
        """Whether a picture may be taken of which the screen itself tells that it shows no secret."""
        return not self._is_frozen and not self._typed and not self._has_rests

    async def _begin_early(self, screen: ClearCapture) -> None:
        if self._last:
            self._early_look = asyncio.ensure_future(self._appearance())
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            return
        begun = asyncio.Event()
        self._early = _on_its_way(screen.capture_clear(self.mask, begun.set))
        self._early.add_done_callback(lambda _: begun.set())
        with suppress(TimeoutError):
            await asyncio.wait_for(begun.wait(), _ON_ITS_WAY)

    async def _take_early(self) -> Shot | None:
        early, self._early = self._early, None
        try:
            return await early if early else None
        except ScreenError:
            return None  # whatever keeps it from being taken shows when another is

    def _drop_early(self) -> None:
        if self._is_early and isinstance(self.screen, ClearCapture):
            self.screen.once_read(None)
        for early in (self._early, self._early_look):
            if early:
                early.cancel()
        self._early, self._early_look, self._is_early = None, None, False

    async def _take_concealed(self, *, exact: bool) -> Shot:
        """A picture in which secrets are painted over where they were before it and, unless nothing moved, after it."""
        if self._typed:
            shot, self._local = await self._take_withholding()
            return shot
        if (
            not exact
            and not self._has_rests
            and isinstance(self.screen, ClearCapture)
            and (clear := await self.screen.capture_clear(self.mask))
        ):
            return clear
        # Where locating secrets takes longer than a picture, one more tells whether anything moved meanwhile.
        is_slow = isinstance(self.screen, SecretLocator) and self._finding >= self._taking
        watch = await self._watch_flashes()
        first = await self._take(exact=exact) if is_slow else None
        before = await self._find_secrets()
        shot = await self._take(exact=exact)
        is_same = first is not None and first.image == shot.image
        after = await self._find_after(watch, known=before if is_same else None)
        for _ in range(_MOST_READINGS):
            if _is_standing(before, after):
                break  # one that moves may stand anywhere in between
            watch = await self._watch_flashes()
            before, shot = await self._find_secrets(), await self._take(exact=exact)
            after = await self._find_after(watch)
        return _concealed(shot, before, after)

    async def _watch_flashes(self) -> str:
        return await self.screen.watch_flashes() if isinstance(self.screen, FlashingTexts) else ""

    async def _flashed(self, watch: str) -> str:
        """Why nobody knows where a secret was shown since that was watched; "" where none came and went."""
        if not isinstance(self.screen, FlashingTexts):
            return ""
        try:
            texts = await self.screen.take_flashes(watch)
        except (ScreenMoved, ScreenClosed):
            raise
        except ScreenError as error:
            return error.message if self.mask else ""
        return _FLASHING if any(map(self.mask.hides, texts)) else ""

    async def _find_after(self, watch: str, known: Sequence[Box] | str | None = None) -> Sequence[Box] | str:
        """The boxes that show a secret right after a picture, or why nobody knows where it shows one."""
        found = await self._find_secrets() if known is None else known
        return await self._flashed(watch) or found

    async def _take_withholding(self) -> tuple[Shot, Shot]:
        """A picture in which is hidden what may show a secret of which nobody knows the place, and the same with that.

        It is always an exact one: what looks as it did before is told by its pixels."""
        watch = await self._watch_flashes()
        before, hidden = await self._find_secrets(), await self._find_hidden()
        raw = await self._take(exact=True)
        hidden |= await self._find_hidden()
        painted = _concealed(raw, before, await self._find_after(watch))
        for secret in hidden.here:
            self.mask.typed.saw(secret, raw.image)
        before_now = hidden.before_now(raw.image)
        shot = painted if painted.withheld else blacken(painted, hidden.boxes_in(raw))
        shot = shot if shot.withheld else withhold(shot, raw, before_now)
        return shot, painted

    async def _find_hidden(self) -> Hidden:
        return await find_hidden(self.screen, self.mask)

    async def snap(self) -> Shot:
        """A picture for people, of a screen on which nothing moves meanwhile."""
        return await self._look_between(self._snap)

    async def _snap(self) -> Shot:
        if self._typed:
            return (await self._take_withholding())[0]
        watch = await self._watch_flashes()
        shot, found = await asyncio.gather(self._take(exact=False), self._find_secrets())
        return _concealed(shot, await self._flashed(watch) or found)

    async def _look_between(self, look: Callable[[], Awaitable[T]]) -> T:
        """Look while no secret is half typed."""
        return await self.mask.typed.look_between(self.screen, look)

    async def last_shot(self) -> Shot:
        """A picture for people of the screen at rest, which `shot_again` may use."""
        appearance, self._resting = self._resting, None
        secrets, taken, shot = self._secrets, time.monotonic(), await self.shot(exact=False)
        self._last = None if appearance is None or shot.withheld else _LastShot(shot, appearance, secrets, taken)
        return shot

    async def shot_again(self) -> Shot:
        """A picture for people: the `last_shot`, if the screen surely still looks like it."""
        last, self._last = self._last, None
        early, self._early_look = self._early_look, None
        is_recent = last and last.secrets == self._secrets and time.monotonic() - last.taken < _MOMENT
        if last and is_recent and last.appearance == await (early or self._appearance()):
            return last.shot
        return await self.shot(exact=False)

    @property
    def _secrets(self) -> tuple[int, int]:
        """How many secrets there are to hide, and how often one was typed that no element shows."""
        return len(self.mask), len(self._typed)

    async def _appearance(self) -> Hashable | None:
        if not isinstance(self.screen, AppearanceMark):
            return None
        try:
            return await self.screen.appearance()
        except ScreenError:
            return None  # whatever keeps it from telling shows when it is looked at

    async def _find_secrets(self) -> Sequence[Box] | str:
        """The boxes that show a secret, or why nobody knows where they are."""
        if not self.mask:
            return ()
        try:
            is_located = isinstance(self.screen, SecretLocator)
            is_read = isinstance(self.screen, Inspectable) and (self._has_rests or not is_located)
            tree = await self.screen.tree() if is_read and isinstance(self.screen, Inspectable) else None
            if tree:
                tree.learn_rests(self.mask)
            if isinstance(self.screen, SecretLocator):
                started = time.monotonic()
                boxes = await self.screen.find_secrets(self.mask)
                self._finding = time.monotonic() - started
                return [*boxes, *boxes_withheld(self.mask, tree)]
        except (ScreenMoved, ScreenClosed):
            raise
        except ScreenError as error:
            return error.message
        return boxes_with_secrets(self.mask, tree)

    async def _take(self, *, exact: bool) -> Shot:
        screen, started = self.screen, time.monotonic()
        shot = await (screen.capture_fast() if not exact and isinstance(screen, FastCapture) else screen.capture())
        self._taking = time.monotonic() - started
        return shot

    async def tree(self) -> Tree | None:
        """The elements, or None when this kind of screen does not know them."""
        if self._tree is None and isinstance(self.screen, Inspectable):
            self._tree = await self._look_between(self.screen.tree)
            self._tree.learn_rests(self.mask)
        self.seen = self._tree or self.seen
        return self._tree

    async def settled_tree(self) -> Tree | None:
        """The same, once the screen has settled."""
        self.blink()
        screen = self.screen
        if isinstance(screen, SettledTree) and not self._is_frozen:
            self._tree = await self._look_between(screen.settled_tree)
            self._tree.learn_rests(self.mask)
        else:
            await screen.settle()
        return await self.tree()

    async def address(self) -> str:
        """Where the screen is: what it says itself, else what its elements say."""
        if isinstance(self.screen, Addressed):
            return self.screen.address
        tree = await self.tree()
        return tree.address if tree else ""

    @property
    def known_address(self) -> str:
        """Where the screen is, or was at the last look, where it has to be read for that."""
        if isinstance(self.screen, Addressed):
            return self.screen.address
        return self.seen.address if self.seen else ""

    async def whole_tree(self) -> Tree | None:
        """The elements of the whole page, or None when this kind of screen does not know them."""
        if self._is_frozen or not isinstance(self.screen, OffscreenTree):
            return None
        self._whole = await self.screen.whole_tree()
        return self._whole

    async def look_whole(self) -> None:
        """Read the whole page, and take what is in view from that: one reading in place of two.

        Of what is partly in view all is known, not only the part that can be touched.
        """
        if self._tree is None and isinstance(self.screen, Actionability):
            whole = await self.whole_tree()
            self._tree = whole.in_view if whole and not whole.more else None

    @property
    def known_whole(self) -> Tree | None:
        """The elements of the whole page, if they were read since the screen was last acted on."""
        return self._whole

    async def both_trees(self) -> tuple[Tree | None, Tree | None]:
        """The elements in view and of the whole page, at one moment: read again where the page changed between.

        They say what surely can be seen, where this kind of screen can prove that.
        """
        view, whole = await self._both_trees()
        self.seen = view or self.seen
        return view, whole

    async def _both_trees(self) -> tuple[Tree | None, Tree | None]:
        if isinstance(self.screen, LegibleTree) and not self._is_frozen:
            whole = await self.screen.legible_tree(whole=True)
            if whole.more:
                return await self.screen.legible_tree(whole=False), None
            return whole.in_view, whole
        view, whole = await self.tree(), await self.whole_tree()
        for _ in range(_MOST_READINGS if whole else 0):
            before = view
            self.blink()
            view = await self.tree()
            if _is_same(before, view):
                break
            whole = await self.whole_tree()
        return view, whole

    async def reveal(self, number: int) -> Node | None:
        """The element with this number, brought into view."""
        if self._is_frozen or not isinstance(self.screen, OffscreenTree) or not await self.screen.reveal(number):
            return None
        await self.screen.settle()
        self.blink()
        tree = await self.tree()
        return tree.find(number) if tree else None

    def act_next(self) -> None:
        """What is done after the next look is an action."""
        if isinstance(self.screen, ActionNotice):
            self.screen.act_next()

    async def answered(self) -> bool:
        """Wait until what the last action sent has been answered. Whether there was anything to wait for."""
        return isinstance(self.screen, Actionability) and await self.screen.answered()

    async def peek(
        self, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
    ) -> FieldPeek | None:
        """What one field holds, and the `others`, and where another element is, where a look at these is enough; a
        `late` one once the screen has answered what was done."""
        if not isinstance(self.screen, Actionability):
            return None
        return await self.screen.peek(before, number, others, late=late)

    def foresee(self, before: int, number: int) -> None:
        """One field is filled next, and after that there is a `peek` at it and at another element."""
        if isinstance(self.screen, FieldForesight):
            self.screen.foresee(before, number)

    async def rest(self, *, pictured: bool = False) -> None:
        """End an action whose effect has been seen, without waiting for more than that. If it is `pictured`, a picture
        of it is taken next: it is begun meanwhile, and counts if nothing looks different at the end."""
        self._resting = None
        if not pictured:
            await self._rest()
            return
        resting = asyncio.ensure_future(self._rest())
        if isinstance(self.screen, ClearCapture) and self._is_clear:
            self._drop_early()
            self._early = _on_its_way(self.screen.capture_clear(self.mask, until=resting))
        _, self._resting = await asyncio.gather(resting, self._appearance())

    async def _rest(self) -> None:
        if isinstance(self.screen, Actionability):
            await self.screen.answered()
            await self.screen.rest()
        elif isinstance(self.screen, StillTree):
            await self._still_tree()
        else:
            await self.screen.settle()

    async def wait_actionable(self, node: Node, timeout: float, *, touched: bool = True) -> Node | str:
        """`node` where it is once it is stable, or what blocks it."""
        if isinstance(self.screen, Actionability):
            state = await self.screen.wait_actionable(node.number, timeout, touched=touched)
            if state is None:
                return "it is gone"
            if state.scrolled:
                self.blink()
            if state.box is None:
                return f"it is {state.blocked_by}"
            return replace(node, box=state.box, point=state.point)
        deadline = asyncio.get_running_loop().time() + timeout
        if "covered" in node.states and isinstance(self.screen, Uncovering):
            await self.screen.uncover(node.number)
        while True:
            tree = await self._still_tree()
            found = tree.find(node.number) if tree else None
            if found is None:
                return "it is gone"
            held = [state for state in ("covered", "disabled") if state in found.states and touched]
            left = deadline - asyncio.get_running_loop().time()
            if not held or left <= 0:
                return f"it is {held[0]}" if held else found
            await self._change_within(min(left, _POLL))

    async def _still_tree(self) -> Tree | None:
        """The elements once nothing moves."""
        if isinstance(self.screen, StillTree) and not self._is_frozen:
            self.blink()
            self._tree = self.seen = await self.screen.still_tree()
        else:
            await self.screen.settle()
            self.blink()
        return await self.tree()

    async def _change_within(self, seconds: float) -> None:
        if isinstance(self.screen, Watchable):
            await self.screen.wait_for_change(seconds)
        else:
            await asyncio.sleep(seconds)


def _on_its_way(taking: Coroutine[Any, Any, Shot | None]) -> asyncio.Future[Shot | None]:
    """A picture that is being taken. Whoever needs it is told what keeps it from being taken."""
    taken = asyncio.ensure_future(taking)
    taken.add_done_callback(lambda done: done.cancelled() or done.exception())
    return taken


def _concealed(shot: Shot, *found: Sequence[Box] | str) -> Shot:
    """The picture with secrets painted over where they were before it and after it; nothing of it where they moved."""
    reasons = [reason for reason in found if isinstance(reason, str)]
    if not _is_standing(*found):
        reasons.append("it moves on the screen")
    if reasons:
        whole = paint_over(shot, [shot.frame.region])
        return replace(whole, withheld=f"the picture may show a secret: {reasons[0]}")
    return paint_over(shot, [box for boxes in found for box in boxes if not isinstance(box, str)])


def _is_standing(*found: Sequence[Box] | str) -> bool:
    """Whether secrets were at the same places each time."""
    return len({boxes if isinstance(boxes, str) else frozenset(boxes) for boxes in found}) <= 1


def _is_same(before: Tree | None, after: Tree | None) -> bool:
    return before is not None and after is not None and before.nodes == after.nodes and before.address == after.address
