"""The port between the engine and anything that has a user interface.

A `Screen` can be seen and settles. What else it can do, it shows by having the methods of a verb protocol: the
actions offered on a screen are those whose verb it has. All positions are in screen units.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from askonce.geometry import Box, Frame, Point, Size
from askonce.lazy import dataclass
from askonce.screens.late_answer import LateAnswer
from askonce.screens.screen_layout import ScreenLayout
from askonce.screens.ui_tree import Tree
from askonce.trace import ConsoleMessage, PageRequest
from askonce.values import Mask

Edge = Literal["top", "bottom", "left", "right"]


@dataclass(frozen=True, slots=True)
class Shot:
    """One captured image with the frame that places it on the screen."""

    image: bytes
    media_type: str
    frame: Frame
    withheld: str = ""
    """Why the picture is black: it shows a secret of which nobody could tell where."""
    hidden: tuple[Box, ...] = ()
    """Parts that are black, since a secret may be read there: whatever else they show is not known."""
    painted: tuple[Box, ...] = ()
    """Elements that are black, since they show a secret: their texts are known without it."""
    is_earlier: bool = False
    """Whether it was taken before, because the screen cannot be captured now."""


@dataclass(frozen=True, slots=True)
class DropDown:
    """A native list: its options by label, and those that are chosen or cannot be."""

    options: tuple[str, ...]
    chosen: frozenset[int] = frozenset()
    disabled: frozenset[int] = frozenset()
    multiple: bool = False


@dataclass(frozen=True, slots=True)
class OpenChooser:
    """A window in which files are chosen."""

    multiple: bool


@dataclass(frozen=True, slots=True)
class ShownMessages:
    """What a screen says once texts can be read on it."""

    messages: tuple[str, ...]
    """Those in which they stand, in the same order."""
    beside: tuple[str, ...] | None = None
    """Texts that came up since the action began; None where that is not known."""
    live: tuple[str, ...] = ()
    """Those of them that are told as alerts are."""


@runtime_checkable
class Screen(Protocol):
    """What every screen can do."""

    kind: str
    """A short word: web, android, ios, desktop."""

    async def capture(self) -> Shot:
        """Take a picture of what is visible now."""
        ...

    async def size(self) -> Size:
        """How large the visible part is."""
        ...

    async def settle(self) -> None:
        """Wait until what the last action set off has come to rest, up to a cap."""
        ...

    def news(self) -> Sequence[str]:
        """What happened without an action since the last call, in sentences: a tab opened, a dialog was answered,
        a download finished. Each is reported once."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Inspectable(Protocol):
    """A screen that knows its elements."""

    async def tree(self) -> Tree: ...


@runtime_checkable
class OffscreenTree(Protocol):
    """A screen that knows what lies outside the view, and can bring it in."""

    async def whole_tree(self) -> Tree:
        """The elements of the whole page; those out of view are marked offscreen."""
        ...

    async def reveal(self, number: int) -> bool:
        """Scroll until the element with this number is in view; False when it is gone."""
        ...


@runtime_checkable
class LegibleTree(Protocol):
    """A screen that can prove what is to be seen on it."""

    async def legible_tree(self, *, whole: bool) -> Tree:
        """The elements, of the whole page or in view, with their `sight`."""
        ...


@dataclass(frozen=True, slots=True)
class ElementState:
    """Where an element is and where to touch it, or what blocks it."""

    box: Box | None
    point: Point | None
    blocked_by: str = ""
    scrolled: bool = False
    """Whether something was scrolled to bring it into view."""


@dataclass(frozen=True, slots=True)
class HeldValue:
    """What a field holds, or whether a box is ticked."""

    value: str | None
    checked: bool | None


@dataclass(frozen=True, slots=True)
class FieldPeek:
    """The same with where another element is, and with what `others` hold that were asked for."""

    value: str | None
    checked: bool | None
    box: Box
    point: Point
    others: tuple[HeldValue, ...] = ()


@runtime_checkable
class Actionability(Protocol):
    """A screen that knows when one element can be acted on, so that actions need not wait for the whole page."""

    async def answered(self) -> bool:
        """Wait until what the last action sent has been answered. Whether there was anything to wait for."""
        ...

    async def peek(
        self, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
    ) -> FieldPeek | None:
        """What the field with the number `before` holds now, and each of the `others`, and where the element with
        `number` is, if nothing else has changed since the elements were read; None whenever that is not certain. A
        `late` peek lets the screen first do what it does in answer to the last action."""
        ...

    async def rest(self) -> None:
        """The effect of the last action was seen: what changes from now on is not its doing."""
        ...

    async def wait_actionable(self, number: int, timeout: float, *, touched: bool = True) -> ElementState | None:
        """Wait until the element with this number is stable and receives the touch; None when it is gone. What is not
        `touched` need not be enabled."""
        ...


@runtime_checkable
class FieldForesight(Protocol):
    """A screen that looks at the element after a field on the way, while it fills the field."""

    def foresee(self, before: int, number: int) -> None:
        """The field with the number `before` is filled next, and `peek` is asked of the same two after that."""
        ...


@runtime_checkable
class ActionNotice(Protocol):
    """A screen that prepares for an action beside other work, once it is told that one follows."""

    def act_next(self) -> None:
        """What is done after the elements are read next is an action."""
        ...


@runtime_checkable
class Uncovering(Protocol):
    """A screen that can put away what covers its elements and belongs to nobody, such as an on-screen keyboard."""

    async def uncover(self, number: int) -> bool:
        """Free the element with this number; False where nothing could be done for it."""
        ...


@runtime_checkable
class DocumentStatus(Protocol):
    """A screen whose pages come from servers."""

    async def document_status(self) -> int:
        """The HTTP status that the page came with; 0 where nobody knows it."""
        ...


@runtime_checkable
class LaidOut(Protocol):
    """A screen that knows more of what it shows than its elements."""

    async def layout(self) -> ScreenLayout: ...


@runtime_checkable
class AfterEffects(Protocol):
    """A screen that knows what its actions set off beyond what is seen at once."""

    async def lapse(self) -> None:
        """Wait for what may still take back what the last action showed: longer timers, and what they send."""
        ...

    async def take_troubles(self) -> Sequence[str]:
        """What went wrong since the last call, in words: requests that were refused or have no answer, and alerts."""
        ...


@runtime_checkable
class LateAnswers(Protocol):
    """A screen that knows what else its actions set off, which nobody waits for."""

    async def late_answers(self) -> Sequence[LateAnswer]:
        """What the last action set off that may still answer, or take back what is shown."""
        ...


@runtime_checkable
class SentData(Protocol):
    """A screen that knows what its pages send."""

    async def take_written(self) -> Sequence[str]:
        """What was sent, since the last call, by requests that write something and were answered without an error."""
        ...


@runtime_checkable
class PassingMessages(Protocol):
    """A screen with messages that are shown for a moment, as toasts are, and are in no element when it is read."""

    async def take_messages(self) -> Sequence[str]:
        """Those since the last call. They are told as news, too."""
        ...


@runtime_checkable
class FastCapture(Protocol):
    """A screen of which there are pictures for people: quicker and smaller, and not exact to the pixel."""

    async def capture_fast(self) -> Shot: ...


@runtime_checkable
class Screencast(Protocol):
    """A screen that makes a picture by itself whenever it looks different."""

    def screencast(self, most: Size) -> AsyncGenerator[Shot, None]:
        """Pictures for people, at most so large, from now on. The next one is made once this one was taken, so that
        none is old. They may show secrets."""
        ...


@runtime_checkable
class DropDowns(Protocol):
    """A screen with native lists that drop down in windows of their own, which no picture shows."""

    async def drop_down_at(self, at: Point) -> DropDown | None:
        """The list at a point; None where there is none, or it is disabled."""
        ...


@runtime_checkable
class OpenChoosers(Protocol):
    """A screen that knows that a page waits for a file to be chosen."""

    @property
    def chooser(self) -> OpenChooser | None:
        """The last one that opened and got nothing since the last action."""
        ...


@runtime_checkable
class ClearCapture(Protocol):
    """A screen that can tell that a picture of it surely shows no secret, without a second look."""

    async def capture_clear(
        self, mask: Mask, begun: Callable[[], None] | None = None, until: asyncio.Future[None] | None = None
    ) -> Shot | None:
        """A picture for people; None where it may show a secret, or where the screen looks different once `until` is
        done. `begun` is called once it is on its way."""
        ...

    def once_read(self, work: Callable[[], Awaitable[None]] | None, *, taking: bool = False) -> None:
        """Do `work` as soon as the elements are read next, before sense is made of them. None takes that back.
        `taking` says that it takes a picture, which may begin before they are read if both surely show the same."""
        ...


@runtime_checkable
class AppearanceMark(Protocol):
    """A screen that can tell whether it still looks the same."""

    async def appearance(self) -> Hashable | None:
        """A value that stays equal only while nothing looks different; None where nobody can tell."""
        ...


@runtime_checkable
class SecretLocator(Protocol):
    """A screen that knows more of what its pictures show than its element tree has."""

    async def find_secrets(self, mask: Mask) -> Sequence[Box]:
        """The boxes that show a secret. A `ScreenError` says why they are not known; then the picture is withheld."""
        ...


@runtime_checkable
class FlashingTexts(Protocol):
    """A screen that knows of texts which it shows for a single frame."""

    async def watch_flashes(self) -> str:
        """Note from now on what comes and goes. Returns the name of this watch."""
        ...

    async def take_flashes(self, watch: str) -> Sequence[str]:
        """The texts that came and went since, or were moved about: nobody knows where a picture shows them."""
        ...


@dataclass(frozen=True, slots=True)
class DrawnSurfaces:
    """The parts of a page of which only the picture is known."""

    document: int
    """The number of the page's document, which stays while only the address changes."""
    boxes: tuple[Box, ...] = ()


@runtime_checkable
class SurfaceLocator(Protocol):
    """A screen that knows what is drawn on it, also where its element tree has something else there."""

    async def find_surfaces(self) -> DrawnSurfaces | None:
        """Canvases and the like, wherever they are; None where this browser tells nothing but its tree."""
        ...


@dataclass(frozen=True, slots=True)
class PageActivity:
    """What pages wrote to their consoles and asked of the network, and how much more there was than is kept."""

    messages: tuple[ConsoleMessage, ...] = ()
    more_messages: int = 0
    requests: tuple[PageRequest, ...] = ()
    more_requests: int = 0


@runtime_checkable
class PageLog(Protocol):
    """A screen whose pages have a console and a network."""

    def take_activity(self, *, unfinished: bool = False) -> PageActivity:
        """What happened since the last call, with requests that are over; with `unfinished`, also those that are not.
        Texts are as the pages wrote them: they may hold secrets."""
        ...


@runtime_checkable
class Preserving(Protocol):
    """A screen that can be kept as a page of its own."""

    async def preserve(self, mask: Mask) -> str:
        """HTML that shows what the screen shows, without scripts, anything to load, and secrets."""
        ...


@runtime_checkable
class Surrounded(Protocol):
    """A screen that knows what it runs in."""

    @property
    def surroundings(self) -> Mapping[str, str]:
        """Facts by name, such as `browser`."""
        ...


@runtime_checkable
class Selectable(Protocol):
    """A screen whose elements have addresses of their own, such as XPaths."""

    async def select(self, selector: str) -> Sequence[Box]:
        """The boxes of the visible elements that match; a single one out of view is brought into view."""
        ...


@dataclass(frozen=True, slots=True)
class UnseenElement:
    """A control that cannot be seen now, and why, such as "is hidden"."""

    role: str
    name: str
    trouble: str


@runtime_checkable
class UnseenElements(Protocol):
    """A screen that also knows what it does not show: errors say then that what was looked for is hidden."""

    async def unseen(self) -> Sequence[UnseenElement]:
        """Controls that are hidden, or that other tabs show."""
        ...

    async def count_hidden(self, selector: str) -> int:
        """How many elements match a selector and are hidden."""
        ...


@runtime_checkable
class SelectorWriter(Protocol):
    """A screen that can write down how to reach an element again."""

    async def write_selectors(self, number: int) -> Sequence[str]:
        """Selectors for the element with this number, from robust to exact; each matched it alone just now. Empty when
        it is gone."""
        ...


@runtime_checkable
class Watchable(Protocol):
    """A screen that reports when it changes."""

    async def wait_for_change(self, timeout: float) -> bool:
        """Wait until something visible changes; False when `timeout` seconds pass first."""
        ...


@runtime_checkable
class StillTree(Protocol):
    """A screen that is looked at again until nothing on it moves."""

    async def still_tree(self) -> Tree:
        """The elements once they stand still, for when the effect of the last action was seen: none is waited for."""
        ...


@runtime_checkable
class SettledTree(Protocol):
    """A screen that can be read while it settles."""

    async def settled_tree(self) -> Tree:
        """Settle, and the elements then: those that were read meanwhile, where none has changed since."""
        ...


@runtime_checkable
class AddressWatch(Protocol):
    """A screen that reports when it goes to another address."""

    async def wait_for_address(self, timeout: float) -> bool:
        """Wait until the address may be another one; False when `timeout` seconds pass first."""
        ...


@runtime_checkable
class HitTest(Protocol):
    """A screen that knows more of what lies at a point than its elements say."""

    async def is_hit_by_both(self, at: Point, other: Point, *, or_inside: bool = False) -> bool:
        """Whether a touch at the other point hits the very text that one here hits; `or_inside`, whether it hits
        something in what one here hits."""
        ...


@runtime_checkable
class TextWatch(Protocol):
    """A screen that knows when a text is shown, without telling all that there is."""

    async def wait_for_texts(self, texts: Sequence[str], timeout: float) -> ShownMessages | None:
        """Wait until all these texts surely can be read. None where that is not certain within `timeout` seconds."""
        ...


@runtime_checkable
class Clock(Protocol):
    """A screen with its own clock, such as a phone."""

    async def now(self) -> datetime:
        """The time there, with its time zone."""
        ...


@runtime_checkable
class Pointer(Protocol):
    """A mouse or a finger: what both can do."""

    async def tap(self, at: Point, *, count: int = 1) -> None: ...

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...


@runtime_checkable
class Focuser(Protocol):
    """A screen that gives the focus to an element without a tap, which would press a button."""

    async def focus(self, at: Point) -> None:
        """Give the focus to what lies here. NotOperable where nothing there takes it."""
        ...


@runtime_checkable
class FieldFiller(Protocol):
    """A screen that is quicker to tap a field and to type into it when it is told both at once."""

    async def fill(self, at: Point, text: str) -> None:
        """Tap a field, and type in place of what it holds."""
        ...


@runtime_checkable
class Appender(Protocol):
    """A screen whose fields may have several lines, so that the key End is not enough to add something to a text."""

    async def go_to_end(self) -> None:
        """Put the cursor behind all that the field with the focus holds."""
        ...


@runtime_checkable
class Mouse(Protocol):
    """What a mouse can do and a finger cannot."""

    async def hover(self, at: Point) -> None: ...

    async def right_tap(self, at: Point) -> None: ...


@runtime_checkable
class MiddleButton(Protocol):
    """A mouse with a third button."""

    async def middle_tap(self, at: Point) -> None: ...


@runtime_checkable
class Cursor(Protocol):
    """A screen on which a pointer rests where it was moved to, so that what lies under it may look different."""

    @property
    def cursor(self) -> Point | None:
        """Where it rests; None before it was moved."""
        ...


@runtime_checkable
class Zoom(Protocol):
    """Can be zoomed with two fingers."""

    async def pinch(self, at: Point, factor: float) -> None:
        """Two fingers about `at`: apart when `factor` is above 1, together when below."""
        ...


@runtime_checkable
class Touch(Zoom, Protocol):
    """Fingers."""

    async def swipe(self, start: Point, end: Point, seconds: float) -> None: ...


@runtime_checkable
class Keyboard(Protocol):
    """Types into whatever has the focus."""

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        """Type at the cursor; `delay` seconds between characters."""
        ...

    async def clear(self) -> None:
        """Empty the field that has the focus."""
        ...

    async def press(self, keys: str) -> None:
        """Press a key or a combination, such as `Enter` or `Control+Shift+A`."""
        ...


@runtime_checkable
class Scroller(Protocol):
    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        """Scroll by a distance: the whole screen, or what lies under `at`."""
        ...

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None: ...


@runtime_checkable
class ScreenfulScroller(Protocol):
    """A scroller that knows how much is in view of the area that it scrolls."""

    async def scroll_screenful(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        """Scroll by a share of what is in view of the scrolled area: a `dy` of 0.75 moves down by most of it."""
        ...


@runtime_checkable
class LoginKeeper(Protocol):
    """Has logins that another screen can begin with."""

    async def keep_session(self, path: Path) -> None:
        """Write cookies and logins to a file."""
        ...


@runtime_checkable
class SessionHolder(Protocol):
    """Has logins that are its own, and can go on with those of another screen."""

    session_id: str
    """Another one for each screen that was opened."""

    async def read_session(self) -> str:
        """Cookies and logins as text; empty where they are not the screen's own, or could not be set again."""
        ...

    async def set_session(self, session: str) -> bool:
        """Go on with these instead, and load the page again. False where that is not possible."""
        ...


@runtime_checkable
class Addressed(Protocol):
    """Knows its address at any time. Where a screen has to be read for that, only its `Tree` has one."""

    @property
    def address(self) -> str: ...


@runtime_checkable
class Navigator(Protocol):
    """Goes to an address: a page, or what a link opens in an app."""

    async def navigate(self, address: str) -> None: ...


@runtime_checkable
class BackButton(Protocol):
    """Goes back by one page or screen."""

    async def back(self) -> None: ...


@runtime_checkable
class HomeButton(Protocol):
    """Has a home screen, and shows the apps that were used last."""

    async def home(self) -> None: ...

    async def recents(self) -> None: ...


@runtime_checkable
class NotificationShade(Protocol):
    async def notifications(self) -> None:
        """Open what has been notified."""
        ...


@runtime_checkable
class Rotation(Protocol):
    """Can be held upright and across."""

    async def rotate(self, to: Literal["portrait", "landscape"]) -> None: ...


@runtime_checkable
class PageHistory(Protocol):
    """Keeps the pages that were left by going back, and can load one anew."""

    async def forward(self) -> None: ...

    async def reload(self) -> None: ...


@runtime_checkable
class Chooser(Protocol):
    """Chooses in native drop-down lists, whose options no screenshot shows."""

    async def choose(self, at: Point, options: Sequence[str]) -> None:
        """Choose by visible label, else by value."""
        ...


@runtime_checkable
class Uploads(Protocol):
    async def upload(self, at: Point, files: Sequence[str]) -> None:
        """Hand over files by their names inside the folder that was allowed for this."""
        ...


@runtime_checkable
class FileChoosers(Protocol):
    """Has windows in which files are chosen, which no picture shows."""

    def accept_files(self, files: Sequence[str | Path], *, folder: Path | None = None) -> None:
        """Hand these files to each chooser that opens from now on, instead of those before.

        They have to be there and, like uploads meanwhile, lie in `folder`, if there is one.
        """
        ...

    async def stop_accepting(self, *, expected: bool = False) -> None:
        """Hand over nothing any more. Raises what went wrong, and with `expected` also that no chooser opened."""
        ...


@runtime_checkable
class FileTransfer(Protocol):
    """A device with files of its own."""

    async def push_file(self, file: str, path: str) -> None:
        """Copy a file to a path on the device, by its name inside the folder that was allowed for uploads."""
        ...

    async def pull_file(self, path: str) -> Path:
        """Copy a file of the device into the folder for files of runs. Where it lies now."""
        ...


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question of the page that blocks everything until it is answered."""

    kind: Literal["confirm", "prompt"]
    message: str
    default: str = ""
    is_drawn: bool = False
    """Whether it is a part of the screen: then its buttons are elements, and can be tapped too."""


@runtime_checkable
class Dialogs(Protocol):
    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open now."""
        ...

    async def answer(self, accept: bool, text: str | None = None) -> None: ...


def hiding_dialog(screen: object) -> Dialog | None:
    """The dialog that is open and hides the elements, as those of browsers do."""
    dialog = screen.dialog if isinstance(screen, Dialogs) else None
    return dialog if dialog and not dialog.is_drawn else None


@dataclass(frozen=True, slots=True)
class Tab:
    title: str
    address: str
    current: bool


@runtime_checkable
class Tabs(Protocol):
    async def tabs(self) -> Sequence[Tab]: ...

    async def switch_tab(self, number: int) -> None:
        """Bring tab `number` (from 1) to the front."""
        ...

    async def close_tab(self) -> None: ...


@runtime_checkable
class NewPages(Protocol):
    """Pages of it open others."""

    def expect_page(self) -> None:
        """The next page that opens becomes the current one."""
        ...

    async def new_page(self, timeout: float) -> bool:
        """Wait for the page that is expected, until it has settled; False when `timeout` seconds pass first."""
        ...


@runtime_checkable
class Launcher(Protocol):
    """Starts and stops applications."""

    async def launch(self, app: str) -> None: ...

    async def terminate(self, app: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Window:
    """A window of a desktop."""

    title: str
    application: str
    box: Box
    current: bool = False
    hidden: bool = False
    """Minimized, or on another workspace."""


@dataclass(frozen=True, slots=True)
class Display:
    """A monitor of a desktop. Its box is in pixels of the whole desktop."""

    name: str
    box: Box
    primary: bool = False


@runtime_checkable
class Windows(Protocol):
    """A desktop with windows, which are named by their titles or their applications."""

    async def windows(self) -> Sequence[Window]:
        """From front to back."""
        ...

    async def displays(self) -> Sequence[Display]: ...

    async def switch_window(self, window: str) -> None:
        """Bring a window to the front."""
        ...

    async def move_window(self, window: str, to: Point) -> None: ...

    async def resize_window(self, window: str, size: Size) -> None: ...

    async def close_window(self, window: str) -> None:
        """Ask a window to close, as its button does."""
        ...


@runtime_checkable
class Clipboard(Protocol):
    """A screen whose clipboard can be read and written."""

    async def read_clipboard(self) -> str: ...

    async def write_clipboard(self, text: str) -> None: ...


@runtime_checkable
class DeviceShell(Protocol):
    """Runs commands on a device. A screen has this only if the user allowed it."""

    async def run_shell(self, command: str, timeout: float) -> str:
        """What a command prints. Its words reach the program as they are; programs may be joined with `|`."""
        ...


@runtime_checkable
class WdaRequests(Protocol):
    """A phone that WebDriverAgent drives, which can be asked for more than actions do."""

    async def wda_request(self, method: str, endpoint: str, data: Any = None) -> Any:
        """What WebDriverAgent answers; `{sessionId}` in the endpoint stands for the session."""
        ...


@runtime_checkable
class PageHolder(Protocol):
    """A screen that shows the page of a browser library, which users may work with themselves."""

    @property
    def page(self) -> object:
        """The page of the current tab: Playwright's, on the web."""
        ...


@runtime_checkable
class Scripted(Protocol):
    async def evaluate(self, script: str, argument: Any = None) -> Any:
        """Run JavaScript in the page and return its value."""
        ...
