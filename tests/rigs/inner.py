"""What the sessions have in common that these tests start with pytester: a shop, and how its address is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from askonce.report.document import Report
from askonce.report.json_form import read_json

RunInner = Callable[..., pytest.RunResult]

CONFTEST = """
import os
import pytest


@pytest.fixture
def askonce_options():
    return {"url": os.environ["SHOP"]}
"""

PLAYWRIGHT = """
from askonce.config import read_settings
from askonce.screens.web import find_browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    program = read_settings().browser or find_browser()
    return {**browser_type_launch_args, "executable_path": program, "args": ["--no-sandbox"]}
"""


def report_in(page: Path) -> Report:
    """The report that a page holds."""
    held = re.search(r'<script type="application/json" id="report">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert held
    return read_json(held[1])
