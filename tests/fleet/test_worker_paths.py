"""Nothing of a worker's folder is in what others read."""

from __future__ import annotations

import json
from pathlib import Path

from askonce.fleet.run_order import RunOrder
from askonce.fleet.worker_paths import RUNS_FOLDER, WorkerPaths

ORDER = RunOrder(kind="script", name="shop/search.yaml", text="")


def test_an_error_names_the_script_as_it_was_submitted(tmp_path: Path) -> None:
    picture = tmp_path / RUNS_FOLDER / "traces" / "1" / "a.png"
    error = f"{tmp_path / 'search.yaml'}:7: it broke, see {tmp_path / 'data.csv'} and {picture}"
    told = f"shop/search.yaml:7: it broke, see data.csv and {Path('traces', '1', 'a.png')}"
    paths = WorkerPaths(tmp_path, ORDER)

    assert paths.told(error) == told
    assert json.loads(paths.told_file("trace.jsonl", json.dumps(error).encode())) == told
    assert paths.told_file("a.png", error.encode()) == error.encode()
