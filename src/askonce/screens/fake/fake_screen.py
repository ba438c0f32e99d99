"""The fake screen itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Frame, Point, Size
from askonce.screens.fake.widgets import Button, CheckBox, Choice, Field, FileField, Text, Widget, draw
from askonce.screens.screen_protocol import Dialog, Display, Edge, Shot, Tab, Window
from askonce.screens.ui_tree import Node, State, Tree

START = "fake://start"

AnyWidget = TypeVar("AnyWidget", bound=Widget)


@dataclass
class _TabState:
    """What one tab shows: where it has been, where in that it is, and how far down the page."""

    visited: list[str]
    place: int = 0
    above: float = 0.0


class FakeScreen:
    """A screen of widgets. `pages` holds more of them by address, for navigating and for apps to launch.

    >>> screen = FakeScreen([Button("Save", Box(20, 20, 100, 30))])
    >>> async with launch.screen(screen) as agent:
    ...     await agent.tap("the Save button")
    >>> screen.log
    ['tap Save']
    """

    kind = "fake"

    def __init__(
        self,
        widgets: Sequence[Widget] = (),
        *,
        pages: Mapping[str, Sequence[Widget]] | None = None,
        size: Size | None = None,
        scale: float = 1.0,
    ) -> None:
        self.log: list[str] = []
        self.cursor = Point(0, 0)
        """Where the pointer is: while a widget hears of a touch, the point that was touched."""
        self.dialog: Dialog | None = None
        self._pages = {START: tuple(widgets)} | {address: tuple(page) for address, page in (pages or {}).items()}
        self._size, self._scale = size or Size(800, 600), scale
        self._views = [_TabState([START])]
        self._current = 0
        self._focus: Widget | None = None
        self._when_answered: Callable[[str | None], object] | None = None
        self._news: list[str] = []
        self._numbers: dict[Widget, int] = {}
        self._changed = asyncio.Event()
        self._closed = False

    # For those who build a flow on it.

    @property
    def widgets(self) -> tuple[Widget, ...]:
        return self._pages[self.address]

    def show(self, *widgets: Widget) -> None:
        """Put these in place of what the current page shows.

        >>> screen.show(Text("Saved", Box(20, 20, 100, 30)))
        """
        self._pages[self.address] = widgets
        self._turn(self._view.place)

    def open_page(self, address: str) -> None:
        """Go to another page, as a link does.

        >>> screen.open_page("fake://basket")
        """
        self._view.visited[self._view.place + 1 :] = [address]
        self._turn(self._view.place + 1)

    def tell(self, sentence: str) -> None:
        """Let the screen report something that happened by itself.

        >>> screen.tell("a download finished")
        """
        self._news.append(sentence)

    def ask(self, dialog: Dialog, when_answered: Callable[[str | None], object]) -> None:
        """Open a dialog. `when_answered` gets the text that was entered, or None when it was dismissed.

        >>> screen.ask(Dialog("confirm", "Delete it?"), print)
        """
        self.dialog, self._when_answered = dialog, when_answered

    def open_tab(self, address: str) -> None:
        """Open a tab behind the current one.

        >>> screen.open_tab("fake://basket")
        """
        self._views.append(_TabState([address]))
        self.tell(f"a new tab opened: {address}")

    # Screen, Inspectable, Watchable

    async def capture(self) -> Shot:
        self._check_open()
        frame = Frame.whole(self._size, self._size.scaled(self._scale))
        on_page = Frame(frame.region.offset(0, self._view.above), frame.image)
        return Shot(draw(self.widgets, on_page), "image/png", frame)

    async def size(self) -> Size:
        self._check_open()
        return self._size

    async def settle(self) -> None:
        self._check_open()
        await asyncio.sleep(0)
        self._changed.clear()

    def news(self) -> Sequence[str]:
        news, self._news = self._news, []
        return news

    async def close(self) -> None:
        self._closed = True

    async def tree(self) -> Tree:
        self._check_open()
        above, seen = self._view.above, Box.of_size(self._size)
        placed = ((widget, widget.box.offset(0, -above)) for widget in self.widgets)
        nodes = tuple(self._node(widget, box) for widget, box in placed if box.intersection(seen))
        return Tree(nodes, self._size, self.address, self.address, above, self._below())

    async def whole_tree(self) -> Tree:
        view = await self.tree()
        return replace(view, nodes=tuple(self._node(widget, widget.box) for widget in self.widgets))

    async def wait_for_change(self, timeout: float) -> bool:
        """Also true when something changed since the last action came to rest."""
        self._check_open()
        try:
            await asyncio.wait_for(self._changed.wait(), timeout)
        except TimeoutError:
            return False
        self._changed.clear()
        return True

    # Pointer, Touch

    async def tap(self, at: Point, *, count: int = 1) -> None:
        widget = self._point("double-tap" if count == 2 else "tap", at)
        if widget:
            if not widget.enabled:
                raise NotOperable(f"{widget.label} is disabled")
            self._focus = widget
            widget.activate()

    async def focus(self, at: Point) -> None:
        self._focus = self._point("focus", at)

    async def hold(self, at: Point, seconds: float) -> None:
        self._point("hold", at)

    async def drag(self, start: Point, end: Point) -> None:
        self._do(f"drag {self._name_at(start)} to {self._name_at(end)}")
        self._touch("drag", self._widget_at(start), end)

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        self._do(f"swipe from {start.x:g},{start.y:g} to {end.x:g},{end.y:g}")
        self._move(start.y - end.y)

    async def pinch(self, at: Point, factor: float) -> None:
        self._do(f"pinch {self._name_at(at)} by {factor:g}")

    # Mouse

    async def hover(self, at: Point) -> None:
        self._point("hover", at)

    async def right_tap(self, at: Point) -> None:
        self._point("right-tap", at)

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        target = self._focused_field()
        self._do(f"type {text!r} into {target.label}")
        target.value += text

    async def clear(self) -> None:
        target = self._focused_field()
        self._do(f"clear {target.label}")
        target.value = ""

    async def press(self, keys: str) -> None:
        self._do(f"press {keys}")
        match self._focus, keys:
            case _, "Tab":
                stops = [widget for widget in self.widgets if widget.actionable and widget.enabled]
                place = stops.index(self._focus) + 1 if self._focus in stops else 0
                self._focus = stops[place % len(stops)] if stops else None
            case Field() as target, "Enter" if target.on_enter:
                target.on_enter()
            case Field() as target, "Backspace":
                target.value = target.value[:-1]
            case (Button() | CheckBox()) as target, "Enter" | "Space":
                target.activate()
            case _:
                pass

    # Scroller, Chooser, Uploads, Dialogs

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        self._do(f"scroll by {dx:g},{dy:g}")
        self._move(dy)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        self._do(f"scroll to the {edge}")
        self._move({"top": -self._view.above, "bottom": self._below()}.get(edge, 0.0))

    async def choose(self, at: Point, options: Sequence[str]) -> None:
        target = self._kind_at(at, Choice)
        for option in options:
            if option not in target.options:
                raise NotOperable(f"{target.label} has no option {option!r}", remedy=f"it has {list(target.options)}")
        self._do(f"choose {', '.join(options)} in {target.label}")
        target.value = ", ".join(options)

    async def upload(self, at: Point, files: Sequence[str]) -> None:
        target = self._kind_at(at, FileField)
        self._do(f"upload {', '.join(files)} to {target.label}")
        target.value = ", ".join(files)

    async def answer(self, accept: bool, text: str | None = None) -> None:
        if self.dialog is None:
            raise NotOperable("no dialog is open")
        entered = self.dialog.default if text is None else text
        self.dialog, answered = None, self._when_answered
        self._do(f"accept {entered!r}" if accept else "dismiss")
        if answered:
            answered(entered if accept else None)

    # Addressed, Navigator, BackButton, PageHistory, Tabs, Launcher

    @property
    def address(self) -> str:
        return self._view.visited[self._view.place]

    async def navigate(self, address: str) -> None:
        self._do(f"navigate to {address}")
        if address not in self._pages:
            raise ScreenError(f"there is no page {address!r}", remedy=f"there are: {', '.join(self._pages)}")
        self.open_page(address)

    async def back(self) -> None:
        self._do("back")
        self._turn(max(self._view.place - 1, 0))

    async def forward(self) -> None:
        self._do("forward")
        self._turn(min(self._view.place + 1, len(self._view.visited) - 1))

    async def reload(self) -> None:
        self._do("reload")
        self._turn(self._view.place)

    async def tabs(self) -> Sequence[Tab]:
        self._check_open()
        addresses = [view.visited[view.place] for view in self._views]
        return [Tab(address, address, number == self._current) for number, address in enumerate(addresses)]

    async def switch_tab(self, number: int) -> None:
        self._do(f"switch to tab {number}")
        if not 1 <= number <= len(self._views):
            raise ScreenError(f"there is no tab {number}, only {len(self._views)}")
        self._current = number - 1

    async def close_tab(self) -> None:
        self._do("close the tab")
        if len(self._views) == 1:
            raise ScreenError("the last tab cannot be closed")
        self._views.pop(self._current)
        self._current = max(self._current - 1, 0)

    async def launch(self, app: str) -> None:
        await self.navigate(app)

    async def terminate(self, app: str) -> None:
        self._do(f"terminate {app}")
        if self.address == app:
            self._turn(0)

    # Inside

    @property
    def _view(self) -> _TabState:
        return self._views[self._current]

    def _check_open(self) -> None:
        if self._closed:
            raise ScreenClosed("the fake screen is closed")

    def _do(self, what: str) -> None:
        self._check_open()
        if self.dialog:
            raise NotOperable(f"a dialog is open: {self.dialog.message}", remedy="answer it first")
        self.log.append(what)
        self._changed.set()

    def _point(self, what: str, at: Point) -> Widget | None:
        self._do(f"{what} {self._name_at(at)}")
        return self._touch(what, self._widget_at(at), at)

    def _touch(self, what: str, widget: Widget | None, at: Point) -> Widget | None:
        self.cursor = at
        if widget and widget.on_touch:
            widget.on_touch(what)
        return widget

    def _turn(self, place: int) -> None:
        self._view.place, self._view.above, self._focus = place, 0.0, None
        self._changed.set()

    def _move(self, dy: float) -> None:
        self._view.above += min(max(dy, -self._view.above), self._below())

    def _below(self) -> float:
        end = max((widget.box.bottom for widget in self.widgets), default=0.0)
        return max(end - self._view.above - self._size.height, 0.0)

    def _widget_at(self, at: Point) -> Widget | None:
        on_page = at.offset(0, self._view.above)
        return next((widget for widget in reversed(self.widgets) if widget.box.contains(on_page)), None)

    def _name_at(self, at: Point) -> str:
        widget = self._widget_at(at)
        return widget.label if widget else f"{at.x:g},{at.y:g}"

    def _kind_at(self, at: Point, kind: type[AnyWidget]) -> AnyWidget:
        widget = self._widget_at(at)
        if not isinstance(widget, kind):
            raise NotOperable(f"{self._name_at(at)} is no {kind.__name__}")
        return widget

    def _focused_field(self) -> Field:
        self._check_open()
        if not isinstance(self._focus, Field) or self._focus not in self.widgets:
            raise NotOperable("no field has the focus", remedy="tap one first")
        return self._focus

    def _node(self, widget: Widget, box: Box) -> Node:
        states: dict[State, bool] = {
            **widget.states(),
            "focused": widget is self._focus,
            "covered": self._widget_at(box.center) is not widget,
        }
        return Node(
            number=self._numbers.setdefault(widget, len(self._numbers) + 1),
            role=widget.role,
            name="" if isinstance(widget, Text) else widget.label,
            box=box,
            text=widget.label if isinstance(widget, Text) else "",
            value=widget.shown_value,
            states=frozenset(state for state, holds in states.items() if holds),
            actionable=widget.actionable,
            options=tuple(widget.options) if isinstance(widget, Choice) else (),
        )


class FakePhone(FakeScreen):
    """A fake screen with what only phones have: a home screen, recent apps, notifications, two ways to hold it.

    >>> screen = FakePhone([Button("Save", Box(20, 20, 100, 30))], size=Size(360, 800))
    >>> async with launch.screen(screen) as agent:
    ...     await agent.home()
    >>> screen.log
    ['home']
    """

    async def home(self) -> None:
        """Go to where it began."""
        self._do("home")
        self._turn(0)

    async def recents(self) -> None:
        self._do("show the recent apps")

    async def notifications(self) -> None:
        self._do("open the notifications")

    async def rotate(self, to: Literal["portrait", "landscape"]) -> None:
        self._do(f"turn to {to}")
        sides = sorted((self._size.width, self._size.height))
        self._size = Size(*sides) if to == "portrait" else Size(*reversed(sides))

    async def push_file(self, file: str, path: str) -> None:
        self._do(f"copy {file} to {path}")

    async def pull_file(self, path: str) -> Path:
        self._do(f"copy {path}")
        return Path(path)

    async def run_shell(self, command: str, timeout: float) -> str:
        self._do(f"run {command}")
        return ""


class FakeDesktop(FakeScreen):
    """A fake screen with what only desktops have: windows, a clipboard, a third mouse button.

    >>> screen = FakeDesktop([Button("Save", Box(20, 20, 100, 30))])
    >>> async with launch.screen(screen) as agent:
    ...     await agent.set_clipboard("eggs")
    >>> screen.clipboard
    'eggs'
    """

    clipboard = ""

    async def middle_tap(self, at: Point) -> None:
        self._do(f"middle-tap at {at.x:g},{at.y:g}")

    async def windows(self) -> Sequence[Window]:
        """One window, which is all of the screen."""
        return [Window("Fake", "fake", Box.of_size(self._size), current=True)]

    async def displays(self) -> Sequence[Display]:
        return [Display("fake", Box.of_size(self._size), primary=True)]

    async def switch_window(self, window: str) -> None:
        self._do(f"go to the window {window}")

    async def move_window(self, window: str, to: Point) -> None:
        self._do(f"move the window {window} to {to.x:g},{to.y:g}")

    async def resize_window(self, window: str, size: Size) -> None:
        self._do(f"resize the window {window} to {size}")

    async def close_window(self, window: str) -> None:
        self._do(f"close the window {window}")

    async def read_clipboard(self) -> str:
        return self.clipboard

    async def write_clipboard(self, text: str) -> None:
        self._do(f"copy {text}")
        self.clipboard = text
