"""What the sessions have in common that these tests start with pytester: a shop, and how its address is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

RunInner = Callable[..., pytest.RunResult]

CONFTEST = """
import os
import pytest


@pytest.fixture
def understudy_options():
    return {"url": os.environ["SHOP"]}
"""

PLAYWRIGHT = """
from understudy.config import read_settings
from understudy.screens.web import find_browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    program = read_settings().browser or find_browser()
    return {**browser_type_launch_args, "executable_path": program, "args": ["--no-sandbox"]}
"""
