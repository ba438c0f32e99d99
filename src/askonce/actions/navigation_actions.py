"""Going from page to page, tab to tab and app to app, and waiting.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, model_validator

from askonce.actions.action import Action
from askonce.actions.action_sentence import Quote, quoted, tidy
from askonce.actions.playwright_call import PlaywrightCall
from askonce.screens import BackButton, Launcher, Navigator, PageHistory, Tabs, Watchable

__all__ = ["Back", "CloseTab", "Forward", "Launch", "Navigate", "Reload", "SwitchTab", "Terminate", "Wait"]


_WAIT = 3.0
_LONGEST_WAIT = 60.0
_LONG_WAIT = 30.0
"""The most seconds of a wait that does not say how long: for any change, and for a statement to come true."""


class Navigate(Action[Navigator]):
    """Go to an address."""

    also = ("Goto", "OpenUrl")
    examples = ("https://shop.example/basket",)
    wording = "Open URL {url}"
    gesture = "go"
    film_field = "url"

    url: str = Field(title="the address")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Navigator) -> None:
        await screen.navigate(self.url)

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of("page", "goto", self.url)


class Back(Action[BackButton]):
    """Go back one page."""

    also = ("GoBack", "AndroidBackButton", "HarmonyBackButton")
    wording = "Go back one page"
    gesture = "go"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: BackButton) -> None:
        await screen.back()

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of("page", "go_back")


class Forward(Action[PageHistory]):
    """Go forward one page."""

    also = ("GoForward",)
    wording = "Go forward one page"
    gesture = "go"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: PageHistory) -> None:
        await screen.forward()

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of("page", "go_forward")


class Reload(Action[PageHistory]):
    """Reload the page."""

    also = ("Refresh",)
    wording = "Reload the page"
    gesture = "go"

    async def perform(self, screen: PageHistory) -> None:
        await screen.reload()

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of("page", "reload")


class SwitchTab(Action[Tabs]):
    """Bring another browser tab to the front."""

    examples = ("2",)
    wording = "Go to tab {number}"
    gesture = "go"

    number: int = Field(ge=1, title="the number of the tab, as `askonce tabs` shows it")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Tabs) -> str:
        await screen.switch_tab(self.number)
        tabs = await screen.tabs()
        return f"now in tab {self.number} of {len(tabs)}"


class CloseTab(Action[Tabs]):
    """Close the current browser tab."""

    wording = "Close the tab"
    gesture = "go"

    async def perform(self, screen: Tabs) -> None:
        await screen.close_tab()


class Launch(Action[Launcher]):
    """Start an app."""

    examples = ("Calendar",)
    wording = "Open {app}"
    gesture = "go"
    film_field = "app"

    app: str = Field(title="its name, its package, or a link")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Launcher) -> None:
        await screen.launch(self.app)


class Terminate(Action[Launcher]):
    """Stop an app."""

    examples = ("Calendar",)
    wording = "Close {app}"
    gesture = "go"
    film_field = "app"

    app: str = Field(title="its name or its package")

    async def perform(self, screen: Launcher) -> None:
        await screen.terminate(self.app)


class Wait(Action[Watchable]):
    """Wait for something that is still loading: until a statement is true; without one, until the screen changes."""

    also = ("Sleep",)
    examples = ("5", "--until 'the text \"Saved\" is visible'")
    gesture = "wait"

    seconds: float | None = Field(default=None, gt=0, le=600, title="how long at most", description="at most")
    until: str = Field(
        default="",
        title="a statement about the screen",
        description='quote what the screen will say: the text "Saved" is visible',
    )

    @model_validator(mode="after")
    def _is_long_only_for_a_reason(self) -> Wait:
        if not self.until and (self.seconds or 0) > _LONGEST_WAIT:
            raise ValueError(f"{_LONGEST_WAIT:g} seconds are the most without saying what to wait for, with `until`")
        return self

    @property
    def limit(self) -> float:
        """How many seconds it waits at most."""
        return self.seconds or (_LONG_WAIT if self.until else _WAIT)

    @property
    def awaits(self) -> tuple[str, float]:
        return self.until, self.limit

    @property
    def is_repeatable(self) -> bool:
        return True

    def sentence(self, quote: Quote = quoted) -> str:
        most = f", at most {self.limit:g} seconds" if self.seconds or not self.until else ""
        return f"Wait until {tidy(self.until) or 'the screen changes'}{most}"

    async def perform(self, screen: Watchable) -> str | None:
        if self.until:
            return None
        return "the screen changed" if await screen.wait_for_change(self.limit) else "nothing changed"
