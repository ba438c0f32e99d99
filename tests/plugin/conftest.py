"""The shop that the tests of the started sessions visit, and the one way they are started."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from inner import CONFTEST, RunInner

from askonce.testing.shop import SampleShop


@pytest.fixture(scope="session")
def visited_shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture
def run_inner(pytester: pytest.Pytester, visited_shop: SampleShop, monkeypatch: pytest.MonkeyPatch) -> RunInner:
    """Run pytest in a process of its own, as a user does, on the tests that were made with pytester."""
    monkeypatch.setenv("SHOP", visited_shop.url)
    monkeypatch.setenv("ASKONCE_PATIENCE", "1")
    for name in ("ASKONCE_MODEL_NAME", "MIDSCENE_MODEL_NAME", "ASKONCE_RUNS", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    return lambda *options: pytester.runpytest_subprocess("-p", "no:hypothesispytest", *options, timeout=250)
