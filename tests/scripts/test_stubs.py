"""Type stubs of the blocking classes. `tests/test_architecture.py` says whether they are up to date."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def stubs() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "stubs.py"))


def test_a_stub_keeps_overloads_and_docstrings(stubs: dict[str, Any]) -> None:
    tree = ast.parse(stubs["write_stub"]("askonce.sync.blocking_agent"))
    agent = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    queries = [node for node in agent.body if isinstance(node, ast.FunctionDef) and node.name == "query"]

    assert [ast.unparse(node.returns) for node in queries if node.returns] == ["T", "Any"]
    assert "any that pydantic understands" in (ast.get_docstring(queries[0]) or "")
