"""Opens the agent of a test and closes it as the test ended: what it learnt is kept only when the test passed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.plugin.mark_options import TestOptions, read_test_options
from askonce.plugin.pytest_session import PytestSession
from askonce.screens.screen_kind import AdoptedHost, OpenContext
from askonce.sync import Agent as BlockingAgent
from askonce.sync.coroutine_runner import HostRunner


class NotPassed(Exception):
    """Ends the block of an agent whose test did not pass."""


def open_blocking(
    request: pytest.FixtureRequest, session: PytestSession, page: object
) -> Generator[BlockingAgent, None, None]:
    """The blocking agent of a test, on its page or on a screen of its own in what the session shares."""
    options = read_test_options(request, session.settings)
    adopted = _adopt(options, page, blocks=True)
    if adopted and adopted.run:
        runner, host = HostRunner(adopted.run), adopted.host
    else:
        chosen, limited = options.screen, bool(options.settings.allowed_hosts)
        runner, host = session.hosts.runner, session.hosts.get(chosen.kind, chosen.options, limited=limited)
    opening = opened(options, host, title=request.node.nodeid, headed=session.headed)
    agent = runner.run(opening.__aenter__())
    attempt = session.begin(request.node, agent, runner)
    yield BlockingAgent(agent, runner)
    with session.ending(attempt):
        runner.run(leave(opening, passed=attempt.outcome == "passed"))


async def open_awaited(
    request: pytest.FixtureRequest, session: PytestSession, page: object
) -> AsyncGenerator[Agent, None]:
    """The same for a test that awaits; a screen of its own shares nothing, since it lives in the test's event loop."""
    options = read_test_options(request, session.settings)
    adopted = _adopt(options, page, blocks=False)
    opening = opened(options, adopted.host if adopted else None, title=request.node.nodeid, headed=session.headed)
    agent = await opening.__aenter__()
    attempt = session.begin(request.node, agent, None)
    yield agent
    with session.ending(attempt):
        if attempt.outcome == "failed" and attempt.picture is None:
            await attempt.look()
            attempt.is_late = True
        await leave(opening, passed=attempt.outcome == "passed")


def opened(
    options: TestOptions, host: object, *, title: str, headed: bool = False
) -> AbstractAsyncContextManager[Agent]:
    """An agent on the screen that a test asks for: in the host that is given, or by itself."""
    return launch.opened(
        options.screen,
        OpenContext(options.settings, headed=headed, host=host, base_url=options.base_url),
        model=options.model,
        context=options.context,
        recordings=options.recordings,
        title=title,
    )


async def leave(opening: AbstractAsyncContextManager[Agent], *, passed: bool) -> None:
    """End the block of an agent. One that passed raises what its soft checks found since its test ended."""
    error = None if passed else NotPassed()
    await opening.__aexit__(type(error) if error else None, error, None)


def _adopt(options: TestOptions, page: object, *, blocks: bool) -> AdoptedHost | None:
    """What the test itself opened, such as the page of pytest-playwright; None where the kind cannot use it."""
    adopt = options.screen.kind.adopt
    return adopt(page, blocks) if adopt and page is not None else None
