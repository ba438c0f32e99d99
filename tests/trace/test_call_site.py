"""Which line asked for something: the caller's own, however the call reaches the agent."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from askonce.sync.coroutine_runner import ThreadRunner
from askonce.trace.call_site import CallSite, called_from, find_call_site, shown_path

HERE = str(Path(__file__))


async def awaited() -> CallSite | None:
    return find_call_site()


def line_here() -> int:
    site = find_call_site()
    assert site is not None
    return site.line


async def test_it_is_the_line_that_awaits() -> None:
    site = await awaited()
    assert site is not None
    assert (site.path, site.line - site.start) == (HERE, 1)
    assert line_here() > 1


async def test_what_runs_in_a_task_was_called_by_nobody_outside_of_it() -> None:
    assert await asyncio.create_task(ask_from(INSTALLED)) is None
    own = await asyncio.create_task(awaited())
    assert own == CallSite(HERE, awaited.__code__.co_firstlineno + 1, awaited.__code__.co_firstlineno)


INSTALLED = "/usr/lib/python3/site-packages/other/module.py"


def ask_from(file: str) -> Coroutine[Any, Any, CallSite | None]:
    """A coroutine of another file that asks who called it."""
    scope: dict[str, Any] = {"find": find_call_site}
    exec(compile("async def ask():\n    return find()", file, "exec"), scope)
    return scope["ask"]()


async def test_installed_packages_are_not_the_caller() -> None:
    site = await ask_from(INSTALLED)
    assert site is not None
    assert site.path == HERE
    mine = await ask_from("/home/ann/shop/pages.py")
    assert mine == CallSite("/home/ann/shop/pages.py", 2, 1)


def test_a_call_that_another_thread_carries_out_keeps_its_line() -> None:
    with ThreadRunner() as runner:
        site = runner.run(awaited())
    assert site is not None
    assert (site.path, site.line - site.start) == (HERE, 2)


async def test_who_knows_better_is_believed() -> None:
    with called_from(CallSite("flow.yaml", 7)):
        assert await awaited() == CallSite("flow.yaml", 7)
        with called_from(None):
            assert await asyncio.create_task(awaited()) == CallSite("flow.yaml", 7)
    site = await awaited()
    assert site is not None
    assert site.path == HERE


@pytest.mark.parametrize(
    ("file", "marker", "shown"),
    [
        ("tests/shop/test_tea.py", "pyproject.toml", "tests/shop/test_tea.py"),
        ("tests/shop/test_tea.py", "tests/pytest.ini", "shop/test_tea.py"),
        ("a.py", ".git", "a.py"),
    ],
)
def test_files_are_shown_as_seen_from_their_project(tmp_path: Path, file: str, marker: str, shown: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / marker).touch()
    assert shown_path(str(tmp_path / file)) == shown


def test_a_file_outside_any_project_is_shown_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert shown_path(os.path.join(tmp_path, "deep", "test_tea.py")) == "test_tea.py"
