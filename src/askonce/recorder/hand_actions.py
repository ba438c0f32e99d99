"""The action that does what a hand did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from askonce import actions
from askonce.actions import Action, Target
from askonce.actions.desktop_actions import MiddleTap
from askonce.actions.phone_actions import Home, RecentApps
from askonce.actions.screen_needs import Direction
from askonce.geometry import Point
from askonce.screens.gestures import (
    Gesture,
    HandAnswer,
    HandBack,
    HandChoose,
    HandCloseTab,
    HandDrag,
    HandFiles,
    HandForward,
    HandGoTo,
    HandHold,
    HandHome,
    HandHover,
    HandPinch,
    HandPress,
    HandRecents,
    HandReload,
    HandSwipe,
    HandTab,
)
from askonce.screens.ui_tree import Node, Tree


def places_of(gesture: Gesture) -> Sequence[Point]:
    """The points that a gesture touches."""
    match gesture:
        case HandDrag(start=start, end=end):
            return start, end
        case HandSwipe(start=start):
            return (start,)
        case _:
            at = getattr(gesture, "at", None)
            return (at,) if isinstance(at, Point) else ()


def action_of(gesture: Gesture, targets: Sequence[Target]) -> Action[Any] | None:
    """The action, with the targets that lie at its places; None for what is no action by itself."""
    match gesture, targets:
        case HandPress(button="right"), [target]:
            return actions.RightTap(target=target)
        case HandPress(button="middle"), [target]:
            return MiddleTap(target=target)
        case HandPress(count=1), [target]:
            return actions.Tap(target=target)
        case HandPress(), [target]:
            return actions.DoubleTap(target=target)
        case HandHold(seconds=seconds), [target]:
            return actions.LongPress(target=target, seconds=min(max(seconds, 0.1), 30))
        case HandDrag(), [start, end]:
            return actions.Drag(start=start, end=end)
        case HandSwipe(start=start, end=end), [target]:
            direction, distance = direction_of(end.x - start.x, end.y - start.y)
            return actions.Swipe(direction=direction, target=target, distance=distance)
        case HandPinch(factor=factor), [target]:
            return actions.Pinch(factor=min(factor, 10), target=target)
        case HandHover(), [target]:
            return actions.Hover(target=target)
        case HandChoose(options=options), [target]:
            return actions.Select(target=target, options=list(options))
        case HandFiles(files=files), [target]:
            return actions.Upload(target=target, files=[PurePath(file).name for file in files])
        case HandAnswer(accept=accept, text=text), _:
            return actions.AnswerDialog(accept=accept, text=text)
        case _:
            return _going(gesture)


def _going(gesture: Gesture) -> Action[Any] | None:
    match gesture:
        case HandTab(tab=tab):
            return actions.SwitchTab(number=tab)
        case HandCloseTab():
            return actions.CloseTab()
        case HandGoTo(address=address):
            return actions.Navigate(url=address)
        case HandBack():
            return actions.Back()
        case HandForward():
            return actions.Forward()
        case HandReload():
            return actions.Reload()
        case HandHome():
            return Home()
        case HandRecents():
            return RecentApps()
        case _:
            return None


def direction_of(dx: float, dy: float) -> tuple[Direction, float]:
    """Where a movement mostly goes, and how far."""
    if abs(dx) > abs(dy):
        return ("right" if dx > 0 else "left"), max(abs(dx), 1.0)
    return ("down" if dy > 0 else "up"), max(abs(dy), 1.0)


def scroll_area(at: Point, tree: Tree | None) -> Node | None:
    """The part of a page that scrolls by itself, at a point."""
    areas = [node for node in tree or () if "scrolls" in node.states and node.box.contains(at)]
    return min(areas, key=lambda node: node.box.area, default=None)
