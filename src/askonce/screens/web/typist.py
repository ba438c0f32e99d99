"""Typing into whatever has the focus, in any frame and open shadow root."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Literal

from playwright.async_api import CDPSession, Error, Frame, Page

from askonce.errors import InvalidAction, NotOperable, ScreenError, ScreenMoved
from askonce.geometry import Point
from askonce.lazy import dataclass, regex
from askonce.screens.keys import read_keys
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.frames_around import let_text_in, tell_frames, undo_soon
from askonce.screens.web.key_events import SHORT, Keys
from askonce.screens.web.page_scripts import call, script
from askonce.screens.web.page_tree import frame_of, guarded_frame
from askonce.screens.web.touch_aim import click_aimed, let_in_once_sent, refuse_moved
from askonce.screens.web.tree_walk import scripts_name

_BY_KEYS = 200
"""Longer texts are put in at once, as if pasted."""

_FEW = 5
"""Up to how many frames all are asked at once whether they have the focus."""

_COMPLETED = regex(r"[\n()\[\]{}<>\"'`]")
"""What editors of code add something to: indents after a new line, the other one of a pair."""

_FIELDS = frozenset({"text", "lines", "editable"})
_SEVERAL_LINES = frozenset({"lines", "editable"})
_TEXT_END = "Meta+ArrowDown" if sys.platform == "darwin" else "Control+End"
_CARET = frozenset({"End", "Home", "ArrowLeft", "ArrowRight", "ArrowDown", "ControlOrMeta", "Control", "Meta"})
_UNTYPED = frozenset({"none", "control", "locked"})
_NOT_ALL, _NOT_EMPTIED = "did not get all of the text", "was not emptied"

_LEAVES = 3.0
"""The most seconds in which a page leaves that a click has told to."""
_MOVES, _BOX_MOVES = 500, 50
"""The most milliseconds in which a page passes the focus on, from a field that is full and from a narrow box."""

Names = dict[str, Any]
"""How two elements of a document are called when a glance is asked for."""
Kind = Literal["text", "lines", "editable", "set", "keys", "locked", "control", "none", "frame"]


@dataclass(frozen=True, slots=True)
class Focus:
    """What has the focus, and how it takes text. The kinds are explained in focus.js."""

    frame: Frame
    kind: Kind
    what: str
    tag: str
    filled: bool
    room: int = -1
    """How many characters it takes; any number when negative."""
    is_box: bool = False
    """Whether it is one of some narrow boxes for the parts of a text, and not the last."""
    is_code: bool = False
    """Whether it completes what is typed key by key, as editors of code do."""
    moved: str = ""
    """The field that was pressed before, from which the page has moved the focus to what was there before."""


class Typist:
    """Types, and says so honestly when what has the focus takes no text."""

    def __init__(self, settle: Callable[[], Awaitable[None]]) -> None:
        self._settle = settle
        self._cleared: Focus | None = None
        """The field that was found or made empty just now, so that what is typed next need not look for it again."""
        self.by_keys = False
        """Whether what is typed comes key by key, so that a person's keys are told from it."""
        self.tapped: Point | None = None
        """Where the pointer was last used: a canvas listens to keys without ever having the focus."""
        self.is_pressed = False
        """Whether an element was pressed right before, so that its field is the one to type into."""
        self._keyed: Frame | None = None
        """The frame with what the next key is meant for, if that was typed into or given the focus right before."""
        self.foreseen: Names | None = None
        """The field that is filled next and the element after it, which are glanced at right then."""
        self._glanced: tuple[Names, str] | None = None
        """What that glance has said, if nothing was done since."""

    def looked(self) -> None:
        """The page was read: an earlier glance tells nothing more, and what has the focus now is known."""
        self.foreseen = self._glanced = self._keyed = None
        self.is_pressed = False

    def take_glance(self, names: Names | None) -> str | None:
        """What a glance at these elements has said right after the last of the text; "" where it was not certain."""
        glanced, self._glanced = self._glanced, None
        return glanced[1] if glanced and glanced[0] == names else None

    def forget(self) -> None:
        """Something else is done now: the focus may be elsewhere."""
        self._cleared = self._glanced = self._keyed = None
        self.is_pressed = False

    async def type(self, page: Page, text: str, delay: float) -> None:
        names, self.foreseen, self._glanced = self.foreseen, None, None
        focus, self._cleared = self._cleared or await self._find_focus(page), None
        if focus.kind == "set":
            await _set_value(page, focus, text)
            return
        async with _meant_for(page, focus, _NOT_ALL):
            match focus.kind:
                case "text":
                    line = text.replace("\r\n", "\n").replace("\n", " ")
                    held = False if delay or self.by_keys else await self._type_quickly(page, focus, line, names)
                    await self._finish(page, focus, line, held, names, delay)
                case kind:
                    lines = text.replace("\r\n", "\n")
                    if focus.is_code and not delay and _COMPLETED.search(lines):
                        await _paste(page, focus, lines)
                    else:
                        await _type_lines(page, lines, delay, kind)
                    if kind in _FIELDS:
                        await _refuse_lost(focus)
        self._keyed = focus.frame if focus.kind in _FIELDS else None

    async def enter(self, page: Page, session: CDPSession, at: Point, line: str) -> bool:
        """Click an empty field and type into it, all sent at once. False where nothing was typed, and `is_pressed` says
        whether it was clicked."""
        names, self._glanced = self.foreseen, None
        frame = None if at.element is None else guarded_frame(page, at.element)
        if frame is None:
            return False
        others = [each for each in page.frames if each is not frame]
        told = await tell_frames(others, "keepTextOut", True, let_text_in)
        try:
            if len(told) < len(others):
                return False  # keys wait for a frame that is stuck
            came = await click_aimed(page, session, at, "left", 1, Keys.of(line))
            self.is_pressed = bool(came)
            if not isinstance(came, str):
                is_there = await _end_after_press(frame)
                if came and not is_there:
                    raise ScreenMoved("the page moved on when the field was clicked, and nothing was typed")
                return False
            self.foreseen, focus = None, Focus(frame, **json.loads(came))
            held = await self._look_back(page, focus, line, names)
        except ScreenError:
            await asyncio.shield(asyncio.gather(_end_after_press(frame), *map(let_text_in, told)))
            raise
        except BaseException:
            undo_soon([frame], let_in_once_sent)  # a dialog may be open, and nobody answers then
            raise
        finally:
            undo_soon(told, let_in_once_sent)  # some may have been kept out by a click that came too early
        async with _meant_for(page, focus, _NOT_ALL) if held is False else nullcontext():
            await self._finish(page, focus, line, held, names)
        self._keyed = focus.frame
        return True

    async def _finish(
        self, page: Page, focus: Focus, line: str, held: str | bool, names: Names | None, delay: float = 0.0
    ) -> None:
        """After a quick try: keep what a glance has said, or type all of it key by key."""
        if held is False:
            await _type_parts(page, focus, line, delay)
            await _refuse_lost(focus, line)
        elif names and isinstance(held, str):
            self._glanced = names, held

    async def _type_quickly(self, page: Page, focus: Focus, line: str, names: Names | None) -> str | bool:
        """Type into an empty field, and see what it holds then: see `_holds_typed`. False where all is still to be
        typed key by key.

        Of longer texts all but the last character is put in at once and that one typed by its key, so that what listens
        to keys hears one. The browser says when the page has heard the key, so that nothing in the page waits for it:
        what scripts put off comes after the next frame.
        """
        if focus.filled or not line or (focus.is_box and len(line) > 1):
            return False
        if len(line) <= SHORT:
            await page.keyboard.type(line)
        elif 0 <= focus.room < len(line):
            return False
        else:  # sent in this order
            await asyncio.gather(page.keyboard.insert_text(line[:-1]), page.keyboard.type(line[-1]))
        return await self._look_back(page, focus, line, names)

    async def _look_back(self, page: Page, focus: Focus, line: str, names: Names | None) -> str | bool:
        """Whether the field holds what was typed quickly; else it is left empty, to be typed key by key: some fields
        put every character in its place, and some pass the focus on."""
        holds = await _holds_typed(focus, line, names)
        if holds is not False:
            return holds
        if len(line) <= SHORT:
            await _mend_short(page, focus, line)
            return True
        if not await call(focus.frame, "takeBack", line):
            await self._find_focus(page)  # which says why, where nothing takes text
            raise _keeps_no_focus(focus.what)
        await page.keyboard.press("Delete")
        return False

    async def clear(self, page: Page) -> None:
        self._cleared = None
        focus = await self._find_focus(page)
        match focus.kind:
            case "set":
                await call(focus.frame, "emptyValue")
            case "text" | "lines" if not focus.filled:
                self._cleared = focus
            case "text" | "lines" | "editable":
                async with _meant_for(page, focus, _NOT_EMPTIED):
                    await call(focus.frame, "selectAll")
                    await page.keyboard.press("Delete")
                    await _refuse_lost(focus, problem=_NOT_EMPTIED)
            case _:
                await page.keyboard.press("ControlOrMeta+A")
                await page.keyboard.press("Delete")

    async def focus_at(self, page: Page, at: Point) -> None:
        """Give the focus to what lies at a point, without a click."""
        spot = (await spots_at(page, at))[-1]
        await refuse_moved(spot, page, at)
        if refused := await call(spot.frame, "focusAt", spot.argument):
            raise NotOperable(
                f"the {refused} does not take the focus", remedy="press the key without naming an element, or tap it"
            )
        self._keyed = spot.frame

    async def press(self, page: Page, names: Sequence[str]) -> None:
        """Press keys together. Those that follow a text go where that went, or nowhere; those that move the caret go to
        the field that was pressed."""
        is_pressed = self.is_pressed and _CARET.issuperset(names)
        if is_pressed:
            focus = await self._keep_focus(page, await _read_focus(page, self._pressed_in(page)))
            self._keyed = focus.frame if focus.kind in _FIELDS else None
        frame, self._keyed = self._keyed, None
        self.forget()
        if frame is None:
            await _press_keys(page, names)
        else:
            await _press_aimed(page, frame, names)
        self.is_pressed = is_pressed

    async def end_keys(self, page: Page) -> str:
        """The keys that put the cursor behind the text, which has several lines in some fields."""
        focus = await self._keep_focus(page, await _read_focus(page, self._pressed_in(page)))
        return _TEXT_END if focus.kind in _SEVERAL_LINES else "End"

    def _pressed_in(self, page: Page) -> Frame | None:
        """The frame with the element that was pressed right before."""
        if not self.is_pressed or self.tapped is None or self.tapped.element is None:
            return None
        return frame_of(page, self.tapped.element)

    async def _find_focus(self, page: Page) -> Focus:
        focus = await _read_focus(page, self._pressed_in(page))
        if focus.kind in _UNTYPED:
            # A field may be opened by the tap before, and take the focus only once it has appeared.
            await self._settle()
            focus = await _read_focus(page, self._pressed_in(page))
        focus = await self._keep_focus(page, focus)
        if focus.kind not in _UNTYPED:
            return focus
        kind, what = await self._read_tapped(page)
        if kind == "keys" and focus.kind != "locked":
            return Focus(focus.frame, "keys", what, focus.tag, filled=True)
        raise _refusal(focus, kind, what)

    async def _keep_focus(self, page: Page, focus: Focus) -> Focus:
        """Give the focus back to the field that was pressed, where the page has moved it from there."""
        is_lost = focus.moved or (self.is_pressed and focus.kind in _UNTYPED)
        if is_lost and await call(focus.frame, "giveBack"):
            focus = await _read_focus(page, self._pressed_in(page))
        if focus.moved:
            raise _keeps_no_focus(focus.moved)
        return focus

    async def _read_tapped(self, page: Page) -> tuple[str, str]:
        if self.tapped is None:
            return "none", ""
        spot = (await spots_at(page, self.tapped))[-1]
        kind, what = json.loads(await call(spot.frame, "readTapped", spot.argument))
        return kind, what


def _refusal(focus: Focus, kind: str, what: str) -> NotOperable:
    if focus.kind == "locked":
        return NotOperable(f"{focus.what} is read-only or disabled and takes no text")
    if focus.kind == "none" and kind == "locked":
        return NotOperable(f"{what} is disabled and takes no text")
    if focus.kind == "none":
        if what:
            return NotOperable(
                f"the tap hit {what}, and no field has the focus",
                remedy="if that covers the field, deal with it first; else tap the field that takes the text",
            )
        return NotOperable("no field has the focus", remedy="tap the field to type into first")
    remedy = {"select": "choose one of its options instead", "input": "tap it, or upload files to it"}.get(
        focus.tag, ""
    )
    return NotOperable(f"{focus.what} has the focus and takes no text", remedy=remedy or "tap a text field first")


async def _read_focus(page: Page, pressed: Frame | None) -> Focus:
    frame = page.main_frame
    inside = asyncio.ensure_future(_read_inside(frame, pressed)) if 1 < len(page.frames) <= _FEW else None
    try:
        found: dict[str, Any] = json.loads(await call(frame, "readFocus", frame is pressed))
        while found["kind"] == "frame" and not found["moved"]:
            focused, inside = await (inside or _read_inside(frame, pressed)), None
            inner = focused[0][0] if len(focused) == 1 else await _focused_frame(frame)
            if inner is None:
                break
            answer = focused[0][1] if len(focused) == 1 else await call(inner, "readFocus", inner is pressed)
            frame, found = inner, json.loads(answer)
        return Focus(frame, **found)
    finally:
        if inside:
            inside.cancel()


async def _read_inside(frame: Frame, pressed: Frame | None) -> list[tuple[Frame, str]]:
    """The frames right inside `frame` that have the focus, and what has it in them."""
    frames = [child for child in frame.child_frames if not child.is_detached()]
    answers = await asyncio.gather(
        *(call(child, "readOwnFocus", child is pressed) for child in frames), return_exceptions=True
    )
    return [(child, text) for child, text in zip(frames, answers, strict=True) if isinstance(text, str)]


async def _focused_frame(frame: Frame) -> Frame | None:
    """The frame inside `frame` whose element has the focus."""
    element = (await frame.evaluate_handle(script("focusedFrame", "spot", "focus"))).as_element()
    return await element.content_frame() if element else None


async def _set_value(page: Page, focus: Focus, text: str) -> None:
    """Set a date, a colour or a range. The last step of a range is taken by a key, as people do."""
    form, key = json.loads(await call(focus.frame, "setValue", text))
    if form is not None:
        raise NotOperable(f"the text does not fit {focus.what}", remedy=f"write it as {form}")
    if key is not None:
        await page.keyboard.press(key)
        await call(focus.frame, "settleRange", text)


async def _holds_typed(focus: Focus, line: str, names: Names | None) -> str | bool:
    """Whether the field holds this and has the focus still, or the page left with it, as some do at the last character.
    Instead of True it is what a glance at the elements with these `names` says then."""
    try:
        return await call(focus.frame, "holdsTyped", [line, *([scripts_name(), names] if names else ())])
    except Error as error:
        if "context was destroyed" not in error.message:
            raise
        return True


async def _mend_short(page: Page, focus: Focus, line: str) -> None:
    """Type a short text once more where the page has meanwhile selected what came first, as some do a moment after they
    got the focus, or where another field had taken the focus back."""
    if await call(focus.frame, "isMixedUp", line):
        await page.keyboard.press("Delete")
        await page.keyboard.type(line)
    elif await call(focus.frame, "wasKeptOut", line):
        if not await call(focus.frame, "takeBack", line):
            raise _keeps_no_focus(focus.what)
        await page.keyboard.type(line)
    await _refuse_lost(focus, line)


async def _type_line(page: Page, text: str, delay: float) -> None:
    if len(text) > _BY_KEYS and not delay:
        await page.keyboard.insert_text(text)
    else:
        await page.keyboard.type(text, delay=delay * 1000)


async def _type_parts(page: Page, focus: Focus, line: str, delay: float) -> None:
    """Type as much as a field takes, and the rest once the page has passed the focus on, as parts of a number do; into
    one of some narrow boxes character by character."""
    room = 1 if focus.is_box and focus.room < 0 else focus.room
    while 0 < room < len(line):
        await _type_line(page, line[:room], delay)
        line = line[room:]
        try:
            room = await call(focus.frame, "movedOn", _BOX_MOVES if focus.is_box else _MOVES) or 0
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            room = 0
        if focus.is_box and room <= 0:
            room = 1
    await _type_line(page, line, delay)


async def _refuse_lost(focus: Focus, line: str = "", *, problem: str = _NOT_ALL) -> None:
    """Raise where some of a text would have come into another field, and so came nowhere, is mixed up in parts, or is
    another date now."""
    try:
        failed = await call(focus.frame, "whatFailed", line)
    except Error as error:
        if "context was destroyed" not in error.message:
            raise
        return
    if failed == "date":
        raise NotOperable(
            f"{focus.what} made another date of {line}", remedy="type it in the order in which the field shows dates"
        )
    if failed:
        raise _lost(focus, problem)


@asynccontextmanager
async def _meant_for(page: Page, focus: Focus, problem: str) -> AsyncGenerator[None]:
    """Keep what is typed out of all frames but that of a field."""
    others = [frame for frame in page.frames if frame is not focus.frame] if focus.kind in _FIELDS else []
    told = await tell_frames(others, "keepTextOut", True, let_text_in)
    try:
        yield
    except BaseException:
        undo_soon(told, let_text_in)  # a dialog may be open, and nobody answers then
        raise
    if any(await asyncio.gather(*map(let_text_in, told))):
        raise _lost(focus, problem)


async def _end_after_press(frame: Frame) -> bool:
    """Let text in again after a click that no text followed. Whether the document is still the one of the click."""
    try:
        async with asyncio.timeout(_LEAVES):
            return await call(frame, "endAfterPress") is True
    except TimeoutError:
        return True
    except Error:
        return False


def _lost(focus: Focus, problem: str) -> NotOperable:
    return NotOperable(
        f"{focus.what} {problem}: the page moved the focus while it was typed",
        remedy="look at what the field holds, and what has the focus now",
    )


def _keeps_no_focus(field: str) -> NotOperable:
    return NotOperable(f"{field} does not keep the focus", remedy="look what the page does when it has it")


async def _paste(page: Page, focus: Focus, text: str) -> None:
    """Put in a text as it is. Where an editor does not take it when it is pasted, it is put in at once."""
    if not await call(focus.frame, "pasteText", text):
        await page.keyboard.insert_text(text)


async def _type_lines(page: Page, text: str, delay: float, kind: Kind) -> None:
    """Lines are broken without the Enter key where that would send what was typed so far, as in a chat."""
    for number, line in enumerate(text.split("\n")):
        if number and kind == "lines":
            await page.keyboard.insert_text("\n")
        elif number:
            await page.keyboard.press("Shift+Enter" if kind == "editable" else "Enter")
        if number and delay:
            await asyncio.sleep(delay)
        if line:
            await _type_line(page, line, delay)


def key_names(keys: str) -> Sequence[str]:
    """The keys of a combination; InvalidAction where one is unknown."""
    try:
        return read_keys(keys)
    except ValueError as error:
        raise InvalidAction(str(error)) from None


async def _press_aimed(page: Page, frame: Frame, names: Sequence[str]) -> None:
    """Press keys together for what they are expected for in a frame; NotOperable where something else had the focus."""
    others = await tell_frames([each for each in page.frames if each is not frame], "keepTextOut", True, let_text_in)
    await call(frame, "expectKey")
    hearing = asyncio.ensure_future(call(frame, "heardKey"))
    hearing.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        await _press_keys(page, names)
        is_elsewhere = any(await asyncio.gather(*map(let_text_in, others)))
        hit: Any = "another frame" if is_elsewhere else await hearing
    except Error:
        if not hearing.done():
            raise
        return  # the page left with the key
    except BaseException:
        undo_soon(others, let_text_in)  # a dialog may be open, and nobody answers then
        raise
    finally:
        hearing.cancel()
    if hit:
        raise NotOperable(
            f"{'+'.join(names)} was not pressed, because the page moved the focus to {hit} right before",
            remedy="look what has the focus now, then press it there",
        )


async def _press_keys(page: Page, names: Sequence[str]) -> None:
    """Press keys together."""
    try:
        await page.keyboard.press("+".join(names))
    except Error as error:
        if "Unknown key" not in error.message:
            raise
        key = "+".join(names)
        if len(key) > 1:
            raise NotOperable(f"a web page has no key {key}", remedy="use another key") from None
        await page.keyboard.insert_text(key)
