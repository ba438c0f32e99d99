"""A process that is killed for real, again and again."""

import signal
import subprocess
import sys
from pathlib import Path

import mortal_run
import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_each_item_is_processed_once_by_a_run_whose_process_is_killed_again_and_again(tmp_path: Path) -> None:
    lives = (9, 12, 11, 99)
    for writes in lives:
        command = [sys.executable, mortal_run.__file__, str(tmp_path), str(writes)]
        child = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        assert child.returncode == (0 if writes == lives[-1] else -signal.SIGKILL), child.stderr
    assert (tmp_path / "answer.txt").read_text().splitlines() == mortal_run.NAMES
    assert (tmp_path / "entries.txt").read_text().splitlines() == mortal_run.NAMES
