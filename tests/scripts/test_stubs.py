"""Type stubs of the blocking classes, and the code of users that both type checkers read."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import Any

import pytest

from askonce import Agent
from askonce.sync import Agent as BlockingAgent

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def stubs() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "stubs.py"))


def test_the_stubs_are_up_to_date(stubs: dict[str, Any]) -> None:
    for name in stubs["MODULES"]:
        written = stubs["stub_path"](name).read_text("utf-8")
        assert written == stubs["write_stub"](name), "python scripts/stubs.py writes them again"


def test_a_stub_keeps_overloads_and_docstrings(stubs: dict[str, Any]) -> None:
    tree = ast.parse(stubs["write_stub"]("askonce.sync.blocking_agent"))
    agent = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    queries = [node for node in agent.body if isinstance(node, ast.FunctionDef) and node.name == "query"]

    assert [ast.unparse(node.returns) for node in queries if node.returns] == ["T", "Any"]
    assert "any that pydantic understands" in (ast.get_docstring(queries[0]) or "")


@pytest.mark.parametrize(
    ("kind", "code"), [(Agent, "awaited_agent.py"), (BlockingAgent, "blocking_agent.py")], ids=["awaited", "blocking"]
)
def test_type_checkers_see_code_that_uses_every_public_method(kind: type, code: str) -> None:
    tree = ast.parse((ROOT / "tests" / "types" / code).read_text("utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    internal = {"action_method", "answer_about", "check_about", "verdict_about", "step", "consult", "now", "running"}
    public = {name for name in dir(kind) if not name.startswith("_")} - internal - {"unblocked", "runner"}

    assert public - used == set()
