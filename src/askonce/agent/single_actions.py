"""Single actions by words: found and done at once, with no planning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, TypedDict, Unpack

from askonce import actions
from askonce.actions import Action, Found, Target
from askonce.actions.builtin import Direction
from askonce.errors import ConfigError
from askonce.values import Secret, Value

Words = str | Target
"""An element in words, such as "the Save button"."""


class Options(TypedDict, total=False):
    """What can be said of every single action."""

    deep: bool
    """Look twice: first for the section that holds the element, then for the element in that section."""
    selector: str
    """An XPath, a CSS selector or a Playwright locator that names the element, asked before anything else."""
    recordable: bool
    """False: neither found by what was recorded nor recorded."""
    timeout: float
    context: str
    """Background knowledge for whoever looks for the element."""
    values: Mapping[str, Value]
    """What `{name}` in words and typed text stands for."""


class Instant(ABC):
    """One method an action. Words are found by the chain of finders, cheapest first."""

    @abstractmethod
    async def do(
        self,
        action: Action[Any],
        /,
        *,
        timeout: float | None = None,
        recordable: bool = True,
        values: Mapping[str, Value] | None = None,
    ) -> str:
        """Carry out one action, its targets found from their words. Returns what the action has to tell."""

    @abstractmethod
    async def locate(self, what: Words, /, **options: Unpack[Options]) -> Found:
        """Where an element is: its box, the point to touch, and its place in the tree if the screen has one."""

    async def tap(self, what: Words, /, *, times: int = 1, **options: Unpack[Options]) -> None:
        await self._do(actions.Tap(target=target_of(what, options), times=times), options)

    async def double_tap(self, what: Words, /, **options: Unpack[Options]) -> None:
        await self._do(actions.DoubleTap(target=target_of(what, options)), options)

    async def right_tap(self, what: Words, /, **options: Unpack[Options]) -> None:
        await self._do(actions.RightTap(target=target_of(what, options)), options)

    async def hover(self, what: Words, /, **options: Unpack[Options]) -> None:
        await self._do(actions.Hover(target=target_of(what, options)), options)

    async def long_press(self, what: Words, /, *, seconds: float = 0.8, **options: Unpack[Options]) -> None:
        await self._do(actions.LongPress(target=target_of(what, options), seconds=seconds), options)

    async def drag(self, start: Words, end: Words, /, **options: Unpack[Options]) -> None:
        """`selector` and `deep` count for both ends."""
        await self._do(actions.Drag(start=target_of(start, options), end=target_of(end, options)), options)

    async def type(
        self,
        what: Words | None,
        text: str | Secret,
        /,
        *,
        mode: Literal["replace", "append"] = "replace",
        enter: bool = False,
        delay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        """Type into a field, or with None into what has the focus."""
        if isinstance(text, Secret):
            options["values"] = {**options.get("values", {}), "secret": text}
            text = "{secret}"
        target = target_of(what, options) if what is not None else None
        await self._do(actions.Type(target=target, text=text, mode=mode, enter=enter, delay=delay), options)

    async def clear(self, what: Words, /, **options: Unpack[Options]) -> None:
        await self._do(actions.Clear(target=target_of(what, options)), options)

    async def press(self, keys: str, /, *, on: Words | None = None, times: int = 1, **options: Unpack[Options]) -> None:
        """Press a key or a combination, on an element if one is named."""
        target = target_of(on, options) if on is not None else None
        await self._do(actions.Press(keys=keys, target=target, times=times), options)

    async def scroll(
        self,
        direction: Direction = "down",
        /,
        *,
        inside: Words | None = None,
        distance: float | None = None,
        to_end: bool = False,
        **options: Unpack[Options],
    ) -> None:
        target = target_of(inside, options) if inside is not None else None
        action = actions.Scroll(direction=direction, distance=distance, to_end=to_end, target=target)
        await self._do(action, options)

    async def swipe(
        self,
        direction: Direction,
        /,
        *,
        on: Words | None = None,
        distance: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        target = target_of(on, options) if on is not None else None
        await self._do(actions.Swipe(direction=direction, target=target, distance=distance), options)

    async def pinch(self, factor: float, /, *, on: Words | None = None, **options: Unpack[Options]) -> None:
        """Zoom with two fingers: in above 1, out below."""
        target = target_of(on, options) if on is not None else None
        await self._do(actions.Pinch(factor=factor, target=target), options)

    async def select(self, what: Words, /, *choices: str, **options: Unpack[Options]) -> None:
        """Choose in a native drop-down list, by label."""
        await self._do(actions.Select(target=target_of(what, options), options=list(choices)), options)

    async def upload(self, what: Words, /, *files: str, **options: Unpack[Options]) -> None:
        """Hand over files by their names in the folder that was allowed for this."""
        await self._do(actions.Upload(target=target_of(what, options), files=list(files)), options)

    async def _do(self, action: Action[Any], options: Options) -> None:
        await self.do(
            action,
            timeout=options.get("timeout"),
            recordable=options.get("recordable", True),
            values=options.get("values"),
        )


def target_of(what: Words, options: Options) -> Target:
    """The target that words and options make."""
    refuse_unknown(options, Options.__optional_keys__)
    if isinstance(what, Target):
        return what
    return Target.of(
        what,
        selector=options.get("selector", ""),
        deep=options.get("deep", False),
        context=options.get("context", ""),
    )


def refuse_unknown(options: Mapping[str, object], known: frozenset[str]) -> None:
    """Options that nobody knows are refused: nothing is to be done quietly without one."""
    if strange := options.keys() - known:
        raise ConfigError(
            f"no option is called {', '.join(sorted(strange))}",
            remedy=f"the options are {', '.join(sorted(known))}; what {{name}} in the words stands for is passed as "
            'values={"name": …}',
        )
