"""A person's gestures, carried out on the screen as they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

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

NEEDS: Mapping[str, type] = {
    "press": Pointer, "hold": Pointer, "drag": Pointer, "swipe": Touch, "pinch": Zoom, "hover": Mouse,
    "text": Keyboard, "keys": Keyboard, "scroll": Scroller, "choose": Chooser, "fill": Keyboard, "files": Uploads,
    "answer": Dialogs, "tab": Tabs, "close_tab": Tabs, "go_to": Navigator, "back": BackButton,
    "forward": PageHistory, "reload": PageHistory, "home": HomeButton, "recents": HomeButton,
}  # fmt: skip
"""What a screen has to be able to do for each kind of gesture."""


def gestures_of(screen: Screen) -> list[str]:
    """The kinds of gestures that a screen takes."""
    return [kind for kind, verbs in NEEDS.items() if isinstance(screen, verbs)]


async def perform(gesture: Gesture, screen: Screen) -> None:
    """Carry out a gesture. What a person did already, and what only shows something, is not done."""
    if isinstance(gesture, HandPoint) or gesture.is_done:
        return
    match gesture:
        case HandPress() | HandHold() | HandDrag() | HandHover() | HandSwipe() | HandPinch() | HandScroll():
            await _point(gesture, screen)
        case HandText() | HandKeys() | HandFill():
            await _type(gesture, screen)
        case HandTab() | HandCloseTab() | HandGoTo() | HandBack() | HandForward() | HandReload():
            await _navigate(gesture, screen)
        case HandHome() | HandRecents():
            if not isinstance(screen, HomeButton):
                raise _unable(screen, "no home button")
            await (screen.home() if isinstance(gesture, HandHome) else screen.recents())
        case HandChoose(at=at, options=options):
            if not isinstance(screen, Chooser):
                raise _unable(screen, "no native lists")
            await screen.choose(at, options)
        case HandFiles(at=at, files=files):
            if not isinstance(screen, Uploads):
                raise _unable(screen, "no uploads")
            await screen.upload(at, files)
        case HandAnswer(accept=accept, text=text):
            if not isinstance(screen, Dialogs):
                raise _unable(screen, "no dialogs")
            await screen.answer(accept, text)
        case _:
            assert_never(gesture)


async def _point(
    gesture: HandPress | HandHold | HandDrag | HandHover | HandSwipe | HandPinch | HandScroll, screen: Screen
) -> None:
    match gesture:
        case HandPress(at=at, button="right") if isinstance(screen, Mouse):
            await screen.right_tap(at)
        case HandPress(at=at, button="middle") if isinstance(screen, MiddleButton):
            await screen.middle_tap(at)
        case HandPress(at=at, count=count, button="left") if isinstance(screen, Pointer):
            await screen.tap(at, count=count)
        case HandHold(at=at, seconds=seconds) if isinstance(screen, Pointer):
            await screen.hold(at, seconds)
        case HandDrag(start=start, end=end) if isinstance(screen, Pointer):
            await screen.drag(start, end)
        case HandHover(at=at) if isinstance(screen, Mouse):
            await screen.hover(at)
        case HandSwipe(start=start, end=end, seconds=seconds) if isinstance(screen, Touch):
            await screen.swipe(start, end, seconds)
        case HandPinch(at=at, factor=factor) if isinstance(screen, Zoom):
            await screen.pinch(at, factor)
        case HandScroll(at=at, dx=dx, dy=dy) if isinstance(screen, Scroller):
            await screen.scroll(dx, dy, at=at)
        case HandPress(button=button) if button != "left":
            raise _unable(screen, f"no {button} button")
        case HandHover() | HandSwipe() | HandPinch() | HandScroll() | HandPress() | HandHold() | HandDrag():
            word = type(gesture).__name__.removeprefix("Hand").lower()
            raise _unable(screen, f"no {word}")


async def _type(gesture: HandText | HandKeys | HandFill, screen: Screen) -> None:
    if not isinstance(screen, Keyboard):
        raise _unable(screen, "no keyboard")
    match gesture:
        case HandText(text=text):
            await screen.type(text)
        case HandKeys(keys=keys):
            await screen.press(keys)
        case HandFill(at=at, text=text):
            if not isinstance(screen, Pointer):
                raise _unable(screen, "no pointer")
            await screen.tap(at)
            await screen.clear()
            if text:
                await screen.type(text)


async def _navigate(
    gesture: HandTab | HandCloseTab | HandGoTo | HandBack | HandForward | HandReload, screen: Screen
) -> None:
    match gesture:
        case HandTab(tab=number) if isinstance(screen, Tabs):
            await screen.switch_tab(number)
        case HandCloseTab() if isinstance(screen, Tabs):
            await screen.close_tab()
        case HandGoTo(address=address) if isinstance(screen, Navigator):
            await screen.navigate(address)
        case HandBack() if isinstance(screen, BackButton):
            await screen.back()
        case HandForward() if isinstance(screen, PageHistory):
            await screen.forward()
        case HandReload() if isinstance(screen, PageHistory):
            await screen.reload()
        case HandTab() | HandCloseTab():
            raise _unable(screen, "no tabs")
        case HandGoTo() | HandBack() | HandForward() | HandReload():
            raise _unable(screen, "no pages to go to")


def _unable(screen: Screen, lacking: str) -> NotOperable:
    able = ", ".join(gestures_of(screen)) or "nothing"
    return NotOperable(f"this {screen.kind} screen has {lacking}", remedy=f"it takes {able}")
