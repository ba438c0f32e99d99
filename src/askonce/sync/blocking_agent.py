"""The blocking agent."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.actions import ActionSpace
from askonce.agent import Agent as AsyncAgent
from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.insight.answers import Verdict
from askonce.locate import Finder
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Screen
from askonce.sync.blocking_methods import Blocking, blocking
from askonce.sync.blocking_observation import Watching
from askonce.sync.blocking_page import OpenedPage
from askonce.trace import Trace, UsageTotals
from askonce.trace.model_calls import OnModelCall

if TYPE_CHECKING:
    from playwright import sync_api

    from askonce.program.program_run import ProgramRun


class Agent(Blocking[AsyncAgent]):
    """What `askonce.Agent` is, for code that does not await.

    >>> with launch.screen(screen) as agent:
    ...     agent.act("press Save")
    ...     agent.check('the text "Saved" is visible')
    """

    act = blocking(AsyncAgent.act)
    run_gherkin_scenario = blocking(AsyncAgent.run_gherkin_scenario)
    do = blocking(AsyncAgent.do)
    locate = blocking(AsyncAgent.locate)
    describe = blocking(AsyncAgent.describe)
    tap = blocking(AsyncAgent.tap)
    double_tap = blocking(AsyncAgent.double_tap)
    right_tap = blocking(AsyncAgent.right_tap)
    hover = blocking(AsyncAgent.hover)
    long_press = blocking(AsyncAgent.long_press)
    drag = blocking(AsyncAgent.drag)
    type = blocking(AsyncAgent.type)
    clear = blocking(AsyncAgent.clear)
    press = blocking(AsyncAgent.press)
    scroll = blocking(AsyncAgent.scroll)
    swipe = blocking(AsyncAgent.swipe)
    pinch = blocking(AsyncAgent.pinch)
    navigate = blocking(AsyncAgent.navigate)
    back = blocking(AsyncAgent.back)
    forward = blocking(AsyncAgent.forward)
    reload = blocking(AsyncAgent.reload)
    select = blocking(AsyncAgent.select)
    upload = blocking(AsyncAgent.upload)
    read = blocking(AsyncAgent.read)
    query = blocking(AsyncAgent.query)
    answer = blocking(AsyncAgent.answer)
    ask = blocking(AsyncAgent.ask)
    string = blocking(AsyncAgent.string)
    number = blocking(AsyncAgent.number)
    boolean = blocking(AsyncAgent.boolean)
    verdict = blocking(AsyncAgent.verdict)
    check = blocking(AsyncAgent.check)
    wait_for = blocking(AsyncAgent.wait_for)
    screenshot = blocking(AsyncAgent.screenshot)
    text = blocking(AsyncAgent.text)
    title = blocking(AsyncAgent.title)
    evaluate = blocking(AsyncAgent.evaluate)
    run = blocking(AsyncAgent.run)
    pursue = blocking(AsyncAgent.pursue)
    record_to_report = blocking(AsyncAgent.record_to_report)
    run_script = blocking(AsyncAgent.run_script)
    prune_recordings = blocking(AsyncAgent.prune_recordings)
    close = blocking(AsyncAgent.close)

    if not TYPE_CHECKING:  # a type checker knows the methods above alone

        def __getattr__(self, name: str) -> Callable[..., str]:
            """Actions that have no method above, by their declarations, as `askonce.Agent` makes them."""
            method = AsyncAgent.action_method(self.__dict__["_unblocked"], name)
            return lambda *given, **named: self.runner.run(method(*given, **named))

    @contextmanager
    def frozen(self) -> Generator[None, None, None]:
        """A block in which everything that is read sees the screen as it was at its beginning.

        >>> with agent.frozen():
        ...     agent.check('the button "Save" is visible')
        """
        view = self.unblocked.frozen()
        self.runner.run(_enter(view))
        try:
            yield
        finally:
            self.runner.run(_leave(view))

    def observe(self, *, frames: int = 16) -> Watching:
        """Watch the screen for a while: `with agent.observe() as watched:`, act in the block, then ask `watched`.

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> watched.check('the text "Saved" appeared')
        """
        return Watching(self.unblocked.observe(frames=frames), self.runner)

    def expect_page(self, *, timeout: float | None = None) -> OpenedPage:
        """Wait for a new page: `with agent.expect_page() as opened:`, and do in the block what opens it.

        After the block the agent is in the new page, which has settled. `timeout` is in seconds.

        >>> with agent.expect_page() as opened:  # doctest: +SKIP
        ...     agent.tap("the Terms link")
        >>> agent.url == opened.url  # doctest: +SKIP
        True
        """
        return OpenedPage(self.unblocked.expect_page(timeout=timeout), self.runner)

    @property
    def page(self) -> sync_api.Page:
        """Playwright's page, the tab that the agent is in: whatever the agent does not do, the page does.

        There is one where the agent is on a blocking page of yours. A browser of the agent's own runs in a thread of
        its own, where blocking code cannot use the page.

        >>> with launch.page(page) as agent:
        ...     agent.page.get_by_role("button", name="Save").click()
        """
        from askonce.screens.web.sync_bridge import blocking_face

        page = blocking_face(self.unblocked.page)
        if page is None:
            raise ConfigError(
                "the page of this agent belongs to a thread of its own, so blocking code cannot use it",
                remedy="open a page with Playwright and pass it to launch.page(page), or in a test use its fixture "
                "page beside agent; evaluate runs JavaScript in any page",
            )
        return page

    @property
    def url(self) -> str:
        return self.unblocked.url

    @property
    def known_address(self) -> str:
        return self.unblocked.known_address

    @property
    def settings(self) -> Settings:
        return self.unblocked.settings

    @property
    def screen(self) -> Screen:
        """What the agent works on. Its methods are awaited."""
        return self.unblocked.screen

    @property
    def finders(self) -> list[Finder]:
        return self.unblocked.finders

    @property
    def running(self) -> ProgramRun | None:
        return self.unblocked.running

    @property
    def soft_failures(self) -> list[Verdict]:
        return self.unblocked.soft_failures

    @property
    def actions(self) -> ActionSpace:
        return self.unblocked.actions

    @property
    def trace(self) -> Trace:
        return self.unblocked.trace

    @property
    def recordings(self) -> Recordings | None:
        return self.unblocked.recordings

    @property
    def usage(self) -> UsageTotals:
        return self.unblocked.usage

    @property
    def context(self) -> str:
        return self.unblocked.context

    @context.setter
    def context(self, context: str) -> None:
        self.unblocked.context = context

    def report(self, out: str | Path | None = None, *, folder: bool | None = None) -> Path:
        """Write the report of what happened so far, and say where.

        With `folder` its pictures are files beside it, without (False) all is in one file; by default one file unless
        it would be large.

        >>> agent.report().name
        'report.html'
        """
        return self.unblocked.report(out, folder=folder)

    def on_model_call(self, on_call: OnModelCall) -> None:
        """Tell a function of each call of a model as it ends: role, model, tokens, cost and seconds.

        One that raises gets a warning and no more calls. `usage` has the totals.

        >>> agent.on_model_call(lambda call: print(call.role, call.model, call.usage.tokens, call.seconds))
        """
        self.unblocked.on_model_call(on_call)


async def _enter(view: AbstractAsyncContextManager[None]) -> None:
    await view.__aenter__()


async def _leave(view: AbstractAsyncContextManager[None]) -> None:
    await view.__aexit__(None, None, None)
