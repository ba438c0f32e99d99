"""The actions that most tasks need.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal, cast

from pydantic import BeforeValidator, Field, field_validator

from askonce.actions.action import Action, Typed
from askonce.actions.action_sentence import Quote, format_wording, quoted
from askonce.actions.playwright_call import PlaywrightCall
from askonce.actions.screen_needs import DIRECTIONS, Direction, Scrolling, Tapping, Typing
from askonce.actions.slider_keys import KeySliding, is_key_slider, set_slider
from askonce.actions.target import Target
from askonce.errors import NotOperable, TargetMoved, TypingInDoubt
from askonce.geometry import Point
from askonce.lazy import regex
from askonce.screens import Appender, Chooser, FieldFiller, Focuser, Inspectable, Node, ScreenfulScroller
from askonce.screens.keys import read_keys

__all__ = ["Press", "Scroll", "Select", "Tap", "Type"]

_EDGE: dict[Direction, Literal["top", "bottom", "left", "right"]] = {
    "up": "top",
    "down": "bottom",
    "left": "left",
    "right": "right",
}
_MOST = 0.75
"""How much of what is in view one scroll moves: some of it stays, so that nothing is missed."""
_MOVING_KEYS = frozenset({"Tab", "Shift+Tab", "Escape", "Home", "End", "PageUp", "PageDown"})
"""Keys that move the focus or the view, and change nothing else."""
_TAPPED_FOR_KEYS = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "gridcell", "cell", "grid", "application", "document", "canvas"}
)
"""Roles that a tap gives the focus and nothing else: in fields it also puts the cursor where it is expected."""
_NUMBERS = regex(r"\d+")
_SCREENFUL, _FARTHEST = 600, 100_000
"""Pixels that an exported test scrolls: by a screenful, and to the end."""


def _is_alike(node: Node, other: Node) -> bool:
    """Whether a person takes one element for the other: only numbers in its name may have changed."""
    return node.role == other.role and _NUMBERS.sub("", node.name) == _NUMBERS.sub("", other.name)


class Tap(Action[Tapping]):
    """Click or tap an element."""

    also = ("Click", "LeftClick", "Press element")
    examples = ("\"the button 'Save'\"", "'[12]'")
    wording = "Tap {target}[ {times} times]"
    gesture = "tap"

    target: Target
    times: int = Field(default=1, ge=1, le=100, description="one after the other")

    @property
    def is_repeatable(self) -> bool:
        return self.target.is_harmless

    async def perform(self, screen: Tapping) -> None:
        await screen.tap(self.target.point)
        for done in range(1, self.times):
            await screen.settle()
            try:
                await screen.tap(await self._point_again(screen, done))
            except TargetMoved as error:
                raise self._cut_short(done, error.message) from error

    async def _point_again(self, screen: Tapping, done: int) -> Point:
        """Where the same element is after some taps, which may have put another one in its place."""
        node, point = self.target.found.node, self.target.point
        if node is None or "seen" in node.attributes or not isinstance(screen, Inspectable):
            return point
        tree = await screen.tree()
        known = tree.find(node.number)
        there = [known] if known else [other for other in tree if other.box.contains(point)]
        same = next((other for other in there if _is_alike(node, other)), None)
        blocks = [state for state in ("disabled", "covered", "offscreen") if same and state in same.states]
        if same and not blocks:
            at = point if same.box == node.box else same.point or same.box.center
            return replace(at, element=same.number)
        raise self._cut_short(done, f"now it is {blocks[0]}" if blocks else "now it is not there any more")

    def _cut_short(self, done: int, problem: str) -> NotOperable:
        return NotOperable(
            f"{self.target} was tapped {done} of {self.times} times, and {problem}",
            remedy="look what the taps have done before more is tapped",
        )

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "click", times=self.times)


class Type(Action[Typing]):
    """Type text into a field; also dates (as YYYY-MM-DD) and other values. No need to tap the field first."""

    also = ("Input", "Fill", "TypeText", "InputText")
    examples = (
        '"the search field" mugs --enter',
        '"the field Password" "{password}" --secret password=SHOP_PASSWORD',
        "mugs",
    )
    gesture = "type"
    film_field = "text"

    target: Target | None = Field(default=None, description="the field; without it, what has the focus")
    text: Typed = Field(title="what to type")
    mode: Literal["replace", "append"] = Field(default="replace", title="what happens to the text in the field")
    enter: bool = Field(default=False, description="press Enter afterwards")
    delay: float = Field(default=0.0, ge=0, le=5, exclude=True, title="seconds between two keys")

    @property
    def is_repeatable(self) -> bool:
        """Enter commits what is typed, except in a search field."""
        return self.target is not None and self.mode == "replace" and (not self.enter or self.target.is_search)

    async def perform(self, screen: Typing) -> None:
        if self.target and is_key_slider(self.target) and isinstance(screen, KeySliding):
            await set_slider(screen, self.target, self.text)
        else:
            await self._type(screen)
        if self.enter:
            await screen.press("Enter")

    async def _type(self, screen: Typing) -> None:
        try:
            if self.target and self._is_into_empty(self.target) and isinstance(screen, FieldFiller):
                await screen.fill(self.target.point, self.text)
                return
            if self.target:
                await screen.tap(self.target.point)
            if self.mode == "replace":
                await screen.clear()
            elif self.target and isinstance(screen, Appender):
                await screen.go_to_end()
            elif self.target:
                await screen.press("End")
            await screen.type(self.text, delay=self.delay)
        except TypingInDoubt as error:
            if self.target is None or self.mode == "append":
                raise
            raise NotOperable(error.message, remedy=error.remedy) from error  # whoever types it again empties the field

    def _is_into_empty(self, target: Target) -> bool:
        """Whether the field is tapped and typed into, and has nothing to be taken away in between."""
        node = target.found.node
        return self.mode == "replace" and not self.delay and node is not None and node.value == ""

    def sentence(self, quote: Quote = quoted) -> str:
        verb = "Type" if self.mode == "replace" else "Add"
        return format_wording(f'{verb} "{{text}}"[ into {{target}}]', self, quote) + " and press Enter" * self.enter

    def playwright(self) -> Iterator[PlaywrightCall]:
        on = self.target or "page.keyboard"
        if self.mode == "append" and self.target:
            yield PlaywrightCall.of(on, "press", "ControlOrMeta+End")
            yield PlaywrightCall.of(on, "press_sequentially", self.text)
        elif self.target:
            yield PlaywrightCall.of(on, "fill", self.text)
        else:
            if self.mode == "replace":
                yield PlaywrightCall.of(on, "press", "ControlOrMeta+A")
            yield PlaywrightCall.of(on, "type", self.text)
        if self.enter:
            yield PlaywrightCall.of(on, "press", "Enter")


class Select(Action[Chooser]):
    """Choose in a native drop-down list, by the option's label. Do not tap it open: no picture shows its options."""

    also = ("SelectOption", "Choose")
    examples = ('"the list Country" France',)
    wording = 'Choose "{options}" in {target}'
    gesture = "choose"
    film_field = "options"

    target: Target
    options: list[str] = Field(min_length=1, title="labels of options")

    @field_validator("options", mode="before")
    @classmethod
    def _several(cls, options: object) -> object:
        return [options] if isinstance(options, str) else options

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Chooser) -> None:
        await screen.choose(self.target.point, self.options)

    def playwright(self) -> Iterator[PlaywrightCall]:
        chosen = self.options[0] if len(self.options) == 1 else self.options
        yield PlaywrightCall.of(self.target, "select_option", chosen)


def _join_keys(value: object) -> object:
    """Models write combinations as lists too, and the space bar as a space."""
    keys = cast("list[object]", value) if isinstance(value, list) else [value]
    return "+".join("Space" if key == " " else str(key) for key in keys)


class Press(Action[Typing]):
    """Press a key or a combination, such as Enter, Escape or Control+A."""

    also = ("KeyboardPress", "Hotkey", "PressKey", "Key")
    examples = ("Enter", 'Control+A "the search field"')
    wording = "Press {keys}[ in {target}][ {times} times]"
    gesture = "keys"
    film_field = "keys"

    keys: Annotated[str, BeforeValidator(_join_keys)] = Field(title="a key or a combination")
    target: Target | None = Field(default=None, description="focused first")
    times: int = Field(default=1, ge=1, le=100, title="how often")

    @field_validator("keys")
    @classmethod
    def _known(cls, keys: str) -> str:
        return "+".join(read_keys(keys))

    @property
    def is_repeatable(self) -> bool:
        return self.keys in _MOVING_KEYS

    async def perform(self, screen: Typing) -> None:
        if self.target:
            await self._focus(screen, self.target)
        for _ in range(self.times):
            await screen.press(self.keys)

    async def _focus(self, screen: Typing, target: Target) -> None:
        """A tap gives a field the focus, and presses a button, which the key would press once more."""
        node = target.found.node
        if node and node.role in _TAPPED_FOR_KEYS:
            await screen.tap(target.point)
        elif isinstance(screen, Focuser):
            await screen.focus(target.point)
        else:
            raise NotOperable(
                f"{target} cannot get the focus without a tap, which may press it",
                remedy="tap it if that does what is wanted, or press the key without naming an element",
            )

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target or "page.keyboard", "press", self.keys, times=self.times)


class Scroll(Action[Scrolling]):
    """Scroll to see more in a direction."""

    operates = False
    examples = ("", 'up "the list of mails" --to-end')
    gesture = "scroll"
    film_field = "direction"

    direction: Direction = Field(default="down", title="where to look for more")
    distance: float | None = Field(default=None, gt=0, description="pixels; without it, most of a screenful")
    to_end: bool = Field(default=False, description="as far as it goes")
    target: Target | None = Field(default=None, description="what to scroll inside, if not the page")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Scrolling) -> None:
        at = self.target.point if self.target else None
        if self.to_end:
            await screen.scroll_to(_EDGE[self.direction], at=at)
            return
        dx, dy = DIRECTIONS[self.direction]
        if self.distance is None and isinstance(screen, ScreenfulScroller):
            await screen.scroll_screenful(dx * _MOST, dy * _MOST, at=at)
            return
        area = self.target.found.box if self.target else await screen.size()
        distance = self.distance or _MOST * (area.width if dx else area.height)
        await screen.scroll(dx * distance, dy * distance, at=at)

    def sentence(self, quote: Quote = quoted) -> str:
        where = format_wording("Scroll {direction}", self, quote) + " to the end" * self.to_end
        return where + format_wording("[ in {target}]", self, quote)

    def playwright(self) -> Iterator[PlaywrightCall]:
        x, y = DIRECTIONS[self.direction]
        distance = _FARTHEST if self.to_end else self.distance or _SCREENFUL
        if self.target:
            yield PlaywrightCall.of(self.target, "hover")
        yield PlaywrightCall.of("page.mouse", "wheel", x * distance, y * distance)
