"""A press that is meant for one element reaches that, or nothing.

Between a look and a press a page may move: by what a script put off, what the network has sent, what opens under the
mouse. So the page itself decides, when the press comes, whether it hits what is meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, cycle
from typing import Any, Literal, cast
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Frame, Page

from askonce.errors import NotOperable, ScreenError, TargetMoved
from askonce.geometry import Point
from askonce.screens.web.devtools import ask
from askonce.screens.web.frame_points import Spot, spots_at
from askonce.screens.web.frames_around import let_text_in, tell_frames, undo_soon
from askonce.screens.web.key_events import Event, Keys
from askonce.screens.web.page_scripts import call
from askonce.screens.web.page_tree import ask_in_frame, has_numbered, question_about

Button = Literal["left", "right"]
Gesture = Literal["click", "hold", "drag"]
"""What a press begins: a click comes out of one, of a hold maybe, and none is meant by a drag."""

_TOLD_WITHIN = 0.1
"""The seconds after a press in which the page says by itself what it hit; after that it is asked."""
_UNHEARD = frozenset({"video", "audio"})
"""What has controls of its own, of which a page hears nothing."""

_MOUSE = "dispatchMouseEvent"
_MARKS = 1024
"""Parts of the pressure by which clicks are told apart: see press_guard.js."""
_marks = cycle(range(1, 32))
_marks_with_text = cycle(range(32, 63))
_EARLY = "early"
_AHEAD = 0.001
"""The most seconds that the question what is meant is ahead of its click. Without any, every fifth click came first."""
_AT_ONCE = 2
"""How often a click goes out together with the question what is meant, before that is asked first."""
_NOT_TOLD = frozenset({"gone", "unwatched", _EARLY})
"""What a page answers that did not take notice of a press."""
_sent: WeakKeyDictionary[Page, asyncio.Future[None]] = WeakKeyDictionary()
"""What sends the last click, and what follows it."""
_missed: WeakKeyDictionary[Page, Point] = WeakKeyDictionary()
"""Where a press missed last: what comes there may be made anew as the mouse moves."""


async def claim_presses(session: CDPSession) -> None:
    """A page that was there before its presses are guarded may have nothing that hears them first."""
    claim = 'window[Symbol.for("askonce.guard")]?.claim(getEventListeners(window))'
    with suppress(Error):  # it went away
        await ask(session, "Runtime.evaluate", {"expression": claim, "includeCommandLineAPI": True})


async def press_aimed(
    page: Page,
    at: Point,
    press: Callable[[], Awaitable[object]],
    approach: Awaitable[object] | None = None,
    *,
    gesture: Gesture = "click",
    count: int = 1,
) -> None:
    """Press at a point, `count` times, if what is meant lies there when each of them comes; TargetMoved where something
    else does, which is not pressed then, nor clicked by a press that was right. The `approach` of the mouse takes place
    while the page is told what is meant."""
    approach = approach or _nothing()
    if at.element is None:
        await approach
        await press()
        return
    frames = await _guarded(page, at, at.element, approach, {"gesture": gesture, "count": count})
    if not frames:
        await press()
        return
    telling = [asyncio.ensure_future(call(frame, "guardPress", "hit")) for frame in frames]
    hit: str | None = None
    try:
        await press()
        hit = await _told(telling)
    finally:
        for each in telling:
            each.cancel()
        if hit != "" or len(frames) > 1:
            unguarded = await asyncio.gather(*map(_unguard, frames))
            hit = next((told for told in (hit, *unguarded) if told is not None), None)
    if hit is None:
        hit = await _unheard(page, at, at.element)
    if hit:
        raise await _refusal(page, at, hit, frames[0], count)


async def click_aimed(
    page: Page, session: CDPSession, at: Point, button: Button, count: int, text: Keys | None = None
) -> bool | str:
    """The same for clicks, with all that belongs to them sent at once. A document that has not been told what is meant
    when the press comes lets nothing of it through: False, also where it cannot be told so.

    A `text` goes out with the click, for the empty field that it gives the focus to, or for nothing: what that field
    is comes instead of True where it got something of the text. The other frames of the page keep it out by then."""
    if at.element is None or _missed.get(page) == at:
        return False
    early, hit, frame = 0, None, page.main_frame
    for _ in range(_AT_ONCE):
        mark = next(_marks_with_text if text else _marks)
        follows = {"text": text.length} if text else {}
        question = question_about(page, at.element, "aim", mark=mark, after=early, count=count, **follows)
        if question is None:
            return False
        frame, expression = question
        events = chain(_click(at, button, count, 0.5 + mark / _MARKS), text.events if text else ())
        hit = await _click_asking(frame, session, expression, events)
        if isinstance(hit, Mapping):
            return hit["focus"] or True
        if hit == "":
            return True
        if hit != _EARLY:
            break
        early = mark
    was, *others = await asyncio.gather(*map(_unguard, [frame, *(each for each in page.frames if each is not frame)]))
    if _EARLY in {was, *others}:
        return False
    hit = was if hit is None or hit in _NOT_TOLD else hit
    if hit is None:
        hit = await _unheard(page, at, at.element)
    if hit:
        raise await _refusal(page, at, hit, frame, count)
    return True


async def _click_asking(
    frame: Frame, session: CDPSession, question: str, events: Iterable[Event]
) -> str | Mapping[str, str] | None:
    """What a click hits, which goes out with the question what is meant; "early" where it came before that. And what
    has got the text that went out with it."""
    telling = asyncio.ensure_future(_ask(frame, session, question))
    sending = _sent[frame.page] = asyncio.ensure_future(_send(session, events))
    for each in (telling, sending):
        each.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        await asyncio.shield(sending)
        return await _told_at_once(telling)
    except BaseException:
        # Only once nothing of it comes any more: some may be on its way, and would find nobody who keeps it out.
        sending.add_done_callback(lambda _: undo_soon(frame.page.frames, _unguard))
        raise
    finally:
        telling.cancel()


async def _send(session: CDPSession, events: Iterable[Event]) -> None:
    (method, approach), *rest = events
    approaching = asyncio.ensure_future(ask(session, f"Input.{method}", approach))
    approaching.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.wait({approaching}, timeout=_AHEAD)
    await asyncio.gather(approaching, *(ask(session, f"Input.{method}", event) for method, event in rest))


async def let_in_once_sent(frame: Frame) -> None:
    """Let text into a frame again once nothing of the last click is on its way any more."""
    if (sending := _sent.get(frame.page)) and not sending.done():
        await asyncio.wait({sending})
    await let_text_in(frame)


async def _ask(frame: Frame, session: CDPSession, question: str) -> object:
    """The answer of a frame, by the quickest way; None where one inside of the page goes away meanwhile: what is there
    then may have kept the press out."""
    if frame is not frame.page.main_frame:
        try:
            return await frame.evaluate(question)
        except Error:
            return None
    asking = {"expression": question, "awaitPromise": True, "returnByValue": True}
    return (await ask(session, "Runtime.evaluate", asking))["result"].get("value")


async def _refusal(page: Page, at: Point, hit: str, frame: Frame, count: int) -> ScreenError:
    """Why it was not pressed. TargetMoved only where the page has heard nothing of it: who presses again would else do
    twice what it does when it is touched."""
    _missed[page] = at
    try:
        came = await call(frame, "guardPress", "came")
    except Error:
        came = 0
    if not came:
        return _moved(hit)
    done = "the first click came through, and the second" if count > 1 else "the press began there, and the click of it"
    return NotOperable(
        f"{done} was kept back: {_moved(hit).message}", remedy="look what has come of it before it is pressed again"
    )


def _click(at: Point, button: Button, count: int, force: float) -> Iterator[Event]:
    place, held = {"x": at.x, "y": at.y}, {"left": 1, "right": 2}[button]
    yield _MOUSE, {"type": "mouseMoved", **place, "button": "none", "buttons": 0}
    for click in range(1, count + 1):
        pressed = {"button": button, "clickCount": click, **place}
        yield _MOUSE, {"type": "mousePressed", "buttons": held, "force": force if click == 1 else 0.5, **pressed}
        yield _MOUSE, {"type": "mouseReleased", "buttons": 0, **pressed}


async def _told_at_once(telling: asyncio.Future[object]) -> str | Mapping[str, str] | None:
    await asyncio.wait({telling}, timeout=_TOLD_WITHIN)
    if not telling.done():
        return None
    try:
        hit = telling.result()
        return cast("Mapping[str, str]", hit) if isinstance(hit, dict) else hit if isinstance(hit, str) else None
    except Error:
        return ""  # the page left with the press


async def refuse_moved(spot: Spot, page: Page, at: Point) -> None:
    """Raise TargetMoved where what is meant does not lie at a point any more."""
    if at.element is None:
        return
    answered = await ask_in_frame(page, at.element, "aim", {"at": spot.argument})
    if answered is None:
        _refuse_left(page, at.element)
    elif answered[2] is not spot.frame:
        raise _moved("a frame")
    elif isinstance(answered[0], str) and answered[0]:
        raise _moved(answered[0])


async def _guarded(
    page: Page, at: Point, number: int, approach: Awaitable[object], asked: Mapping[str, Any]
) -> list[Frame]:
    """The frames in which the press is guarded, that of the element first; none where nobody can guard it."""
    if _missed.pop(page, None) == at:
        aimed = await ask_in_frame(page, number, "aim", asked)
        await approach
    else:
        _, aimed = await asyncio.gather(approach, ask_in_frame(page, number, "aim", asked))
    if aimed is None:
        _refuse_left(page, number)
        return []
    told, _, frame = aimed
    if told == "unwatched":
        return []
    if told == "gone":
        _missed[page] = at
        raise TargetMoved("the element was taken away before it was touched")
    others = [] if told == "frame" else [each for each in page.frames if each is not frame]
    return [frame, *(await tell_frames(others, "guardPress", "guard", _unguard))]


def _refuse_left(page: Page, number: int) -> None:
    if has_numbered(page, number):
        raise TargetMoved("another page has come in its place before it was touched")


async def end_clicks(page: Page) -> bool:
    """See to it that no click comes out of what is pressed now. Whether the browser carries it."""
    telling = [asyncio.ensure_future(call(frame, "guardPress", "endClicks")) for frame in page.frames]
    heard, silent = await asyncio.wait(telling, timeout=_TOLD_WITHIN * len(telling))
    for each in silent:
        each.cancel()
    return any(each.exception() is None and each.result() is True for each in heard)


async def _told(telling: Sequence[asyncio.Future[object]]) -> str | None:
    """What was hit instead; "" where that was what is meant, and None where nobody has said."""
    ahead = set(telling)
    while ahead:
        heard, ahead = await asyncio.wait(ahead, timeout=_TOLD_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        for each in heard:
            error = each.exception()
            if error and not isinstance(error, Error):
                raise error
            if error and each is telling[0]:
                return ""  # the page left with the press
            if error is None and isinstance(hit := each.result(), str):
                return hit
        if not heard:
            break
    return None


async def _unguard(frame: Frame) -> str | None:
    """What was hit in a frame while it was guarded; None where nothing was."""
    try:
        hit = await call(frame, "guardPress", "end")
    except Error:
        return None
    return hit if isinstance(hit, str) else None


async def _unheard(page: Page, at: Point, number: int) -> str:
    """What takes presses for itself lies at a point now, where that is not what is meant."""
    spot = (await spots_at(page, at))[-1]
    answered = await ask_in_frame(page, number, "aim", {"at": spot.argument})
    return str(answered[0]) if answered and answered[2] is spot.frame and answered[0] in _UNHEARD else ""


async def _nothing() -> None:
    return None


def _moved(hit: str) -> TargetMoved:
    return TargetMoved(f"another element came to its place before it was touched: {hit}")
