"""A gesture as it reaches a screen, with nothing recorded."""

from __future__ import annotations

from typing import Any, assert_never

from askonce.errors import NotOperable
from askonce.screens import (
    BackButton,
    Chooser,
    Dialogs,
    HomeButton,
    Keyboard,
    MiddleButton,
    Mouse,
    Navigator,
    PageHistory,
    Pointer,
    Screen,
    Scroller,
    Tabs,
    Touch,
    Uploads,
)
from askonce.screens.gestures import (
    Gesture,
    HandAnswer,
    HandBack,
    HandChoose,
    HandCloseTab,
    HandDrag,
    HandFiles,
    HandFill,
    HandForward,
    HandGoTo,
    HandHold,
    HandHome,
    HandHover,
    HandKeys,
    HandPinch,
    HandPoint,
    HandPress,
    HandRecents,
    HandReload,
    HandScroll,
    HandSwipe,
    HandTab,
    HandText,
)
from askonce.screens.screen_protocol import Zoom


async def carry_out(gesture: Gesture, screen: Screen) -> None:
    """Do on the screen what the hand did. NotOperable where this kind of screen cannot."""
    match gesture:
        case HandPress(at=at, count=count, button="left"):
            await _as(screen, Pointer).tap(at, count=count)
        case HandPress(at=at, button="right"):
            await _as(screen, Mouse).right_tap(at)
        case HandPress(at=at):
            await _as(screen, MiddleButton).middle_tap(at)
        case HandHold(at=at, seconds=seconds):
            await _as(screen, Pointer).hold(at, seconds)
        case HandDrag(start=start, end=end):
            await _as(screen, Pointer).drag(start, end)
        case HandSwipe(start=start, end=end, seconds=seconds):
            if isinstance(screen, Touch):
                await screen.swipe(start, end, seconds)
            else:
                await _as(screen, Pointer).drag(start, end)
        case HandPinch(at=at, factor=factor):
            await _as(screen, Zoom).pinch(at, factor)
        case HandHover(at=at):
            await _as(screen, Mouse).hover(at)
        case HandScroll(at=at, dx=dx, dy=dy):
            await _as(screen, Scroller).scroll(dx, dy, at=at)
        case HandText(text=text):
            await _as(screen, Keyboard).type(text)
        case HandKeys(keys=keys):
            await _as(screen, Keyboard).press(keys)
        case HandFill(at=at, text=text):
            await _as(screen, Pointer).tap(at)
            await _as(screen, Keyboard).clear()
            await _as(screen, Keyboard).type(text)
        case HandChoose(at=at, options=options):
            await _as(screen, Chooser).choose(at, options)
        case HandFiles(at=at, files=files):
            await _as(screen, Uploads).upload(at, files)
        case HandAnswer(accept=accept, text=text):
            await _as(screen, Dialogs).answer(accept, text)
        case HandPoint():
            return
        case _:
            await _navigate(gesture, screen)


async def _navigate(
    gesture: HandTab | HandCloseTab | HandGoTo | HandBack | HandForward | HandReload | HandHome | HandRecents,
    screen: Screen,
) -> None:
    match gesture:
        case HandTab(tab=tab):
            await _as(screen, Tabs).switch_tab(tab)
        case HandCloseTab():
            await _as(screen, Tabs).close_tab()
        case HandGoTo(address=address):
            await _as(screen, Navigator).navigate(address)
        case HandBack():
            await _as(screen, BackButton).back()
        case HandForward():
            await _as(screen, PageHistory).forward()
        case HandReload():
            await _as(screen, PageHistory).reload()
        case HandHome():
            await _as(screen, HomeButton).home()
        case HandRecents():
            await _as(screen, HomeButton).recents()
        case _:
            assert_never(gesture)


def _as(screen: Screen, verb: Any) -> Any:
    if not isinstance(screen, verb):
        raise NotOperable(f"this {screen.kind} screen has no {verb.__name__.lower()}")
    return screen
