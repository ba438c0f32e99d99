"""The workers that run all other tests lose none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RIGS = Path(__file__).with_name("rigs")
FILES = {
    "conftest.py": """
        import sys; sys.path.insert(0, {rigs!r})
        from forked_workers import run_in_workers
        def pytest_runtestloop(session):
            run_in_workers(session, 2)
            return True
    """,
    "test_few.py": """
        import os, threading, warnings
        import pytest
        def test_a_folder(tmp_path): warnings.warn("as it is")
        def test_a_failure(): print("beforehand"); assert os.getpid() == 0
        @pytest.mark.timeout(0.2)
        def test_a_wait(): threading.Event().wait()
    """,
    "test_killed.py": """
        import os, signal
        def test_before(): pass
        def test_kill(): os.kill(os.getpid(), signal.SIGKILL)
        def test_after(): pass
    """,
    "test_left.py": """
        import os
        def test_leave(): os._exit(0)
    """,
}


def test_what_fails_and_what_takes_its_worker_with_it_is_told(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.format(rigs=str(RIGS)).replace("\n        ", "\n"), "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rA", "--rootdir", str(tmp_path)]
    done = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    for line in (
        "PASSED test_few.py::test_a_folder",
        "FAILED test_few.py::test_a_failure",
        "FAILED test_few.py::test_a_wait - Failed: Timeout (>0.2s)",
        "PASSED test_killed.py::test_before",
        "FAILED test_killed.py::test_kill - The worker vanished (exit code -9)",
        "FAILED test_left.py::test_leave - The worker vanished (exit code 0)",
        "UserWarning: as it is",
        "beforehand",
    ):
        assert line in done.stdout
    assert "4 failed, 2 passed" in done.stdout
