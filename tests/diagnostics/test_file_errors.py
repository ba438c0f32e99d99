"""What the operating system says about files becomes an error of ours, at the doors of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.diagnostics.file_errors import file_error

LONG = "n" * 400


def test_a_file_is_named_shortly_with_what_is_wrong() -> None:
    with pytest.raises(OSError) as caught:
        Path(LONG).is_file()
    error = file_error(caught.value)
    assert error is not None
    assert "file name too long" in error.message
    assert len(error.message) < 120
    assert file_error(OSError("the network is gone")) is None


@pytest.mark.parametrize(
    "command", [["run", f"{LONG}.yaml"], ["report", LONG], ["report", f"--json={LONG}.json", LONG]]
)
def test_a_name_that_no_file_can_have_is_a_usage_error(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 2
    told = capsys.readouterr().err
    assert "internal error" not in told
    assert "too long" in told
