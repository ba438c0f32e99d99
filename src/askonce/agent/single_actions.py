"""Single actions by words: found and done at once, with no planning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, cast

from pydantic import ValidationError

from askonce import actions
from askonce.actions import Action, ActionSpace, Found, Target
from askonce.actions.action_space import build_action
from askonce.actions.screen_needs import Direction
from askonce.agent.chooser_files import Files
from askonce.errors import ConfigError, InvalidAction
from askonce.models.reference_images import Images
from askonce.trace import Trace
from askonce.values import Instruction, Secret, Value

Words = str | Target
"""An element in words, such as "the Save button"."""


class ActionOptions(TypedDict, total=False):
    """Options of every single action."""

    deep: bool
    """Look twice: first for the section that holds the element, then for the element in that section."""
    selector: str
    """An XPath, a CSS selector or a Playwright locator that names the element, asked before anything else."""
    recordable: bool
    """False: neither found by what was recorded nor recorded."""
    timeout: float
    """How many seconds it may take until the element is there and can be touched; 0 looks once."""
    context: str
    """Background knowledge for whoever looks for the element."""
    images: Images
    """Pictures that the words refer to, by name: files, bytes, addresses or pictures of Pillow."""
    values: Mapping[str, Value]
    """What `{name}` in words and typed text stands for."""
    files: Files
    """What the file chooser gets that the action opens: paths of files, or of one folder."""


class SingleActions(ABC):
    """A method for each action. Words are found by the chain of finders, cheapest first.

    Those that are used most are written out here, for editors and type checkers. All others, and actions of the user's
    own, are made from their declarations: `agent.mark_all("the mails", colour="red")` performs `MarkAll`.
    """

    actions: ActionSpace
    trace: Trace

    @abstractmethod
    async def do(
        self,
        action: Action[Any],
        /,
        *,
        timeout: float | None = None,
        recordable: bool = True,
        values: Mapping[str, Value] | None = None,
        files: Files | None = None,
    ) -> str:
        """Carry out one action, its targets found from their words. Returns what the action reports."""

    @abstractmethod
    async def locate(self, what: Words, /, **options: Unpack[ActionOptions]) -> Found:
        """Where an element is: its box, the point to touch, and its place in the tree if the screen has one."""

    async def tap(self, what: Words, /, *, times: int = 1, **options: Unpack[ActionOptions]) -> None:
        """Tap an element, as a click or a finger does; `times` as often.

        >>> await agent.tap("the Save button")
        >>> await agent.tap("the Save button", times=2)
        """
        await self._perform(build_action(actions.Tap, target=target_of(what, options), times=times), options)

    async def double_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Tap an element twice in quick succession.

        >>> await agent.double_tap("the Save button")
        """
        await self._perform(build_action(actions.DoubleTap, target=target_of(what, options)), options)

    async def right_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Tap an element with the right mouse button, which opens its menu.

        >>> await agent.right_tap("the Save button")
        """
        await self._perform(build_action(actions.RightTap, target=target_of(what, options)), options)

    async def hover(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Move the pointer over an element.

        >>> await agent.hover("the Save button")
        """
        await self._perform(build_action(actions.Hover, target=target_of(what, options)), options)

    async def long_press(self, what: Words, /, *, seconds: float = 0.8, **options: Unpack[ActionOptions]) -> None:
        """Press an element and hold it for some seconds.

        >>> await agent.long_press("the Save button", seconds=1.5)
        """
        await self._perform(build_action(actions.LongPress, target=target_of(what, options), seconds=seconds), options)

    async def drag(self, start: Words, end: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Drag one element to another. `selector` and `deep` count for both ends.

        >>> await agent.drag("the Save button", "the Gift wrap checkbox")
        """
        await self._perform(
            build_action(actions.Drag, start=target_of(start, options), end=target_of(end, options)), options
        )

    async def type(
        self,
        what: Words | None,
        text: str | Secret,
        /,
        *,
        mode: Literal["replace", "append"] = "replace",
        enter: bool = False,
        delay: float = 0.0,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Type into a field, or with None into what has the focus.

        What is in the field is replaced, unless `mode` is "append". A `Secret` is shown to nobody.

        >>> await agent.type("the User name field", "Bob")
        >>> await agent.type("the Password field", Secret("hunter22"), enter=True)
        """
        if isinstance(text, Secret):
            options["values"] = {**options.get("values", {}), "secret": text}
            text = "{secret}"
        target = target_of(what, options) if what is not None else None
        await self._perform(
            build_action(actions.Type, target=target, text=text, mode=mode, enter=enter, delay=delay), options
        )

    async def clear(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Empty a field.

        >>> await agent.clear("the User name field")
        """
        await self._perform(build_action(actions.Clear, target=target_of(what, options)), options)

    async def press(
        self, keys: str, /, *, on: Words | None = None, times: int = 1, **options: Unpack[ActionOptions]
    ) -> None:
        """Press a key or a combination, on an element if one is named.

        >>> await agent.press("Enter")
        >>> await agent.press("Control+A", on="the User name field")
        """
        target = target_of(on, options) if on is not None else None
        await self._perform(build_action(actions.Press, keys=keys, target=target, times=times), options)

    async def scroll(
        self,
        direction: Direction = "down",
        /,
        *,
        inside: Words | None = None,
        distance: float | None = None,
        to_end: bool = False,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Scroll the page, or what lies `inside` it: by most of a screenful, by a distance in pixels, or to the end.

        >>> await agent.scroll("down")
        >>> await agent.scroll("up", to_end=True)
        """
        target = target_of(inside, options) if inside is not None else None
        action = build_action(actions.Scroll, direction=direction, distance=distance, to_end=to_end, target=target)
        await self._perform(action, options)

    async def swipe(
        self,
        direction: Direction,
        /,
        *,
        on: Words | None = None,
        distance: float | None = None,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Swipe with a finger across the screen, or on an element.

        >>> await agent.swipe("left", distance=200)
        """
        target = target_of(on, options) if on is not None else None
        await self._perform(build_action(actions.Swipe, direction=direction, target=target, distance=distance), options)

    async def pinch(self, factor: float, /, *, on: Words | None = None, **options: Unpack[ActionOptions]) -> None:
        """Zoom with two fingers: in above 1, out below.

        >>> await agent.pinch(2.0, on="the Save button")
        """
        target = target_of(on, options) if on is not None else None
        await self._perform(build_action(actions.Pinch, factor=factor, target=target), options)

    async def navigate(
        self, url: str, /, *, timeout: float | None = None, values: Mapping[str, Value] | None = None
    ) -> None:
        """Go to an address, or to a `/path` of the site that is open. Hosts that are not allowed are refused.

        A `Secret` among the values is part of the address; the report does not show it.

        >>> await agent.navigate("fake://basket")
        >>> agent.url
        'fake://basket'
        """
        secrets = {name: value for name, value in (values or {}).items() if isinstance(value, Secret)}
        self.trace.mask.learn(secrets)
        address = Instruction.of(url, values).fill(url, secrets=True)
        await self.do(build_action(actions.Navigate, url=address), timeout=timeout)

    async def back(self, *, timeout: float | None = None) -> None:
        """Go back one page.

        >>> await agent.navigate("fake://basket")
        >>> await agent.back()
        """
        await self.do(actions.Back(), timeout=timeout)

    async def forward(self, *, timeout: float | None = None) -> None:
        """Go forward one page.

        >>> await agent.navigate("fake://basket")
        >>> await agent.back()
        >>> await agent.forward()
        >>> agent.url
        'fake://basket'
        """
        await self.do(actions.Forward(), timeout=timeout)

    async def reload(self, *, timeout: float | None = None) -> None:
        """Load the page again.

        >>> await agent.reload()
        """
        await self.do(actions.Reload(), timeout=timeout)

    async def select(self, what: Words, /, *choices: str, **options: Unpack[ActionOptions]) -> None:
        """Choose in a native drop-down list, by label.

        >>> await agent.select("the Size list", "Large")
        """
        await self._perform(
            build_action(actions.Select, target=target_of(what, options), options=list(choices)), options
        )

    async def upload(self, what: Words, /, *files: str, **options: Unpack[ActionOptions]) -> None:
        """Hand over files by their names in the folder that was allowed for this.

        >>> await agent.upload("Photo", "mug.png")
        """
        await self._perform(build_action(actions.Upload, target=target_of(what, options), files=list(files)), options)

    async def read(self, what: Words | None = None, /, **options: Unpack[ActionOptions]) -> str:
        """All text in an element or on the page, out of view too: rows as lines, with tabs between their parts.

        >>> await agent.read()
        """
        target = target_of(what, options) if what is not None else None
        return await self._perform(build_action(actions.Read, target=target, numbers=False), options)

    def action_method(self, name: str) -> Callable[..., Coroutine[Any, Any, str]]:
        """The method for an action that the screen offers: its fields in their order, then options."""
        space: ActionSpace | None = self.__dict__.get("actions")
        action = space.titled(name) if space else None
        if action is None:
            hint = f"; it is called {space.method_name(name)} here" if space and name in space else ""
            lacks = f"{type(self).__name__!r} object has no attribute {name!r}{hint}"
            raise AttributeError(lacks, name=name, obj=self)

        async def method(*given: Any, **named: Any) -> str:
            options, fields = _split(named, action)
            names = list(action.model_fields)
            if len(given) > len(names):
                raise TypeError(f"{name}() takes at most {len(names)} positional arguments, got {len(given)}")
            params: dict[str, Any] = {**dict(zip(names, given, strict=False)), **fields}
            words = {field: params[field] for field in action.target_fields() if params.get(field)}
            targets = {field: target_of(what, options) for field, what in words.items()}
            return await self._perform(self.actions.read(action.title(), {**params, **targets}), options)

        return method

    if not TYPE_CHECKING:  # a type checker knows the methods above alone

        def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, str]]:
            return self.action_method(name)

    async def _perform(self, action: Action[Any], options: ActionOptions) -> str:
        refuse_unknown(options, ActionOptions.__optional_keys__)  # also where no element is named
        return await self.do(
            action,
            timeout=options.get("timeout"),
            recordable=options.get("recordable", True),
            values=options.get("values"),
            files=options.get("files"),
        )


def target_of(what: Words, options: ActionOptions) -> Target:
    """The target that words and options make."""
    refuse_unknown(options, ActionOptions.__optional_keys__)
    if isinstance(what, Target):
        return what
    try:
        return Target.of(
            what,
            selector=options.get("selector", ""),
            deep=options.get("deep", False),
            context=options.get("context", ""),
            images=options.get("images"),
        )
    except ValidationError:
        raise InvalidAction(
            f"an element is named in words, not by {what!r}", remedy='pass a text such as "the Save button"'
        ) from None


def _split(named: Mapping[str, Any], action: type[Action[Any]]) -> tuple[ActionOptions, dict[str, Any]]:
    """Keyword arguments as options and as fields of an action."""
    known = ActionOptions.__optional_keys__ - action.model_fields.keys()
    options = {name: value for name, value in named.items() if name in known}
    return cast("ActionOptions", options), {name: value for name, value in named.items() if name not in known}


def refuse_unknown(options: Mapping[str, object], known: frozenset[str]) -> None:
    """Refuse unknown options, which would otherwise be ignored without a word."""
    if strange := options.keys() - known:
        raise ConfigError(
            f"there is no option {', '.join(sorted(strange))}",
            remedy=f"the options are {', '.join(sorted(known))}; what {{name}} in the words stands for is passed as "
            'values={"name": …}',
        )
