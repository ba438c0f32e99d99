"""What pytest calls: options, marks, fixtures and hooks. Heavy modules are imported when a test uses an agent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import pytest

from askonce.plugin.pytest_session import ATTEMPTS, COUNTS, SESSION, STAMP, PytestSession
from askonce.plugin.session_counts import attach_counts

if TYPE_CHECKING:
    from askonce.agent import Agent as AsyncAgent
    from askonce.sync import Agent

MARK_LINE = (
    "askonce(screen, context, model, recordings, strategy, timeout, rounds, sees, deep_think, allowed_hosts): settings "
    "for the agent of this test, each by its name, with the options of its screen, such as url, viewport and "
    "storage_state of a web page."
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("askonce", "Askonce")
    group.addoption(
        "--askonce-recordings",
        choices=("read-write", "read-only", "strict", "write-only", "off"),
        help="what to do with recordings: read-write by default, read-only to write nothing, strict to replay or fail "
        "without a model, for CI, write-only to record again, or off",
    )
    group.addoption(
        "--askonce-report",
        metavar="DIR",
        help="the folder for the report of this session; by default a new one in the folder for runs",
    )
    group.addoption(
        "--askonce-model",
        metavar="NAME",
        help="the model to ask, reached as the environment says, or `embedded` for the one that comes with the package",
    )
    group.addoption(
        "--askonce-scripts",
        action="store_true",
        help="collect scripts (.yaml with tasks) and programs (.stp) as tests; a program begins on --base-url",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not parent.config.getoption("askonce_scripts"):
        return None
    from askonce.plugin.collection import collect

    return collect(file_path, parent)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK_LINE)
    config.stash[SESSION] = session = PytestSession(config)
    config.pluginmanager.register(SessionHooks(session), "askonce-session")
    config.pluginmanager.register(_async_fixtures(config), "askonce-awaited")
    folder = session.named_folder
    if folder is None or session.worker:
        return
    if folder.exists() and not folder.is_dir():
        raise pytest.UsageError(f"--askonce-report: {folder} is a file; name a folder")
    if folder.is_dir():
        from askonce.plugin.attempt_records import forget

        forget(folder)


# ---- fixtures


@pytest.fixture
def askonce_options() -> Mapping[str, Any]:
    """Settings for the agents of tests, by the names that the mark has. Made to be overridden, where they are only
    known as tests run: the address of a server, a model on it. A mark on a test overrides it."""
    return {}


@pytest.fixture
def agent(request: pytest.FixtureRequest, _askonce_page: object) -> Generator[Agent, None, None]:
    """An agent that blocks: on the `page` of pytest-playwright where the test uses it, else on its own page."""
    request.node.stash.setdefault(ATTEMPTS, [])
    from askonce.plugin.agent_fixture import open_blocking

    yield from open_blocking(request, request.config.stash[SESSION], _askonce_page)


async def _async_agent(request: pytest.FixtureRequest, _askonce_page: object) -> AsyncGenerator[AsyncAgent, None]:
    """An agent that is awaited: on an awaited `page` where the test uses one, else on its own page."""
    request.node.stash.setdefault(ATTEMPTS, [])
    from askonce.plugin.agent_fixture import open_awaited

    async for opened in open_awaited(request, request.config.stash[SESSION], _askonce_page):
        yield opened


def _async_fixtures(config: pytest.Config) -> ModuleType:
    """`async_agent` as a fixture of pytest-asyncio where that is in use, also in its strict mode; else of anyio."""
    if config.pluginmanager.hasplugin("asyncio"):
        import pytest_asyncio

        fixture: Any = pytest_asyncio.fixture
    else:
        fixture = pytest.fixture
    holder = ModuleType("askonce_awaited")  # fixtures are looked for in modules and classes only
    vars(holder)["async_agent"] = fixture(name="async_agent")(_async_agent)
    return holder


@pytest.fixture(name="_askonce_page")
def used_page(request: pytest.FixtureRequest) -> object:
    """What the test itself opened, such as the `page` of pytest-playwright. A separate fixture, since an awaited page
    has to be made before the event loop of the test runs."""
    from askonce.screens.kind_registry import screen_kinds

    names = [kind.fixture for kind in screen_kinds() if kind.fixture in request.fixturenames]
    return request.getfixturevalue(names[0]) if names else None


# ---- how a test went


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    result = yield
    if attempts := item.stash.get(ATTEMPTS, None):
        from askonce.plugin.failure_sections import raise_soft_failures

        raise_soft_failures(attempts)
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    attempts = item.stash.get(ATTEMPTS, None)
    if attempts is None:
        report = yield
        _count(item, report)
        return report
    from askonce.plugin.failure_sections import report_failure
    from askonce.plugin.tracebacks import shorten

    is_ours = bool(call.excinfo and not item.config.getoption("fulltrace", False) and shorten(call.excinfo))
    report = yield
    if call.excinfo and report.failed and is_ours:
        report.longrepr = call.excinfo.getrepr(style="value", chain=False)
    report_failure(item.config, call, report, attempts)
    _count(item, report)
    return report


def _count(item: pytest.Item, report: pytest.TestReport) -> None:
    """Tell how the acts of a test were done once it is over."""
    if report.when == "teardown" and COUNTS in item.stash:
        attach_counts(report, item.stash[COUNTS])
        del item.stash[COUNTS]


# ---- the session


class SessionHooks:
    """The hooks of a session as a whole. With pytest-xdist, the process that workers report to makes the report."""

    def __init__(self, session: PytestSession) -> None:
        self._session = session
        self._trouble = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._session.counts.add(report)
        if report.failed:
            self._session.failed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[STAMP] = self._session.stamp

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        output = cast("Mapping[str, object]", getattr(node, "workeroutput", {}))
        self._session.was_used |= bool(error or output.get(STAMP))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        ours = self._session
        ours.close()
        if ours.worker:
            cast("Any", session.config).workeroutput[STAMP] = ours.was_used
        elif ours.was_used:
            from askonce.errors import AskonceError

            try:
                ours.merge()
            except AskonceError as error:
                self._trouble = str(error)
        terminal = cast("pytest.TerminalReporter | None", session.config.pluginmanager.getplugin("terminalreporter"))
        if terminal and session.config.getoption("no_summary", False):
            terminal.ensure_newline()
            self.pytest_terminal_summary(terminal)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        ours = self._session
        if self._trouble:
            terminalreporter.write_line(f"Askonce: {self._trouble}", red=True)
        report = f"report: {ours.merged[0].as_uri()}" if ours.merged else ""
        if summary := " · ".join(filter(None, (str(ours.counts) if ours.counts else "", report))):
            terminalreporter.write_line(f"Askonce: {summary}")
