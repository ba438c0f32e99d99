"""Reports of every kind of run, made once, and a desk to read them at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import page_traces
import pytest
import pytest_asyncio
from page_rig import ODD, Desk, set_up_desk
from playwright.async_api import Browser

from askonce.report.merge import suite_of
from askonce.report.report_files import report_of, write_page, write_report
from askonce.trace import FolderStore


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the traces and reports are."""
    return tmp_path_factory.mktemp("reports")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def done(shelf: Path) -> Path:
    return write_report(await page_traces.add_note(shelf / "done"), shelf / "done.html")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def failed(shelf: Path) -> Path:
    return write_report(await page_traces.miss(shelf / "failed"), shelf / "failed.html")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def program(shelf: Path) -> Path:
    return write_report(await page_traces.run_program(shelf / "program"), shelf / "program.html")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def healed(shelf: Path) -> Path:
    return write_report(await page_traces.replay_and_heal(shelf / "healed"), shelf / "healed.html")


@pytest.fixture(scope="session")
def killed(shelf: Path, done: Path) -> Path:
    return write_report(page_traces.cut_off(shelf / "killed", done.with_suffix("")), shelf / "killed.html")


@pytest.fixture(scope="session")
def hostile(shelf: Path) -> Path:
    return write_report(page_traces.write_hostile(shelf / "hostile"), shelf / "hostile.html")


@pytest.fixture(scope="session")
def long_run(shelf: Path) -> Path:
    return write_report(page_traces.write_long(shelf / "long"), shelf / "long.html")


@pytest.fixture(scope="session")
def suite(shelf: Path, done: Path, failed: Path, killed: Path, healed: Path) -> Path:
    """Four runs, one of them with a name that a link has to escape."""
    folders = {"done": done, ODD: failed, "killed": killed, "healed": healed}
    runs = [report_of(made.with_suffix("")).runs[0].model_copy(update={"id": id}) for id, made in folders.items()]
    stores = {id: FolderStore(made.with_suffix("") / "blobs") for id, made in folders.items()}
    return write_page(suite_of(runs), stores, shelf / "suite.html")


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Path:
    """The report of one of these kinds, by its name."""
    return request.getfixturevalue(request.param)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_desk(chromium: Browser) -> AsyncIterator[Desk]:
    async with set_up_desk(chromium) as desk:
        yield desk


@pytest.fixture
def desk(shared_desk: Desk, chromium: Browser) -> Iterator[Desk]:
    """The desk; `chromium` is named for its loop."""
    yield shared_desk
    shared_desk.close()
