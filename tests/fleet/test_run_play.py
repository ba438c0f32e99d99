"""Playing a run as a worker."""

from __future__ import annotations

from pathlib import Path

from askonce.fleet.run_order import RunOrder
from askonce.fleet.run_play import told_elsewhere


def test_an_error_names_the_script_as_it_was_submitted(tmp_path: Path) -> None:
    order = RunOrder(kind="script", name="shop/search.yaml", text="")
    error = f"{tmp_path / 'search.yaml'}:7: it broke, see {tmp_path / 'data.csv'}"
    assert told_elsewhere(error, tmp_path, order) == "shop/search.yaml:7: it broke, see data.csv"
