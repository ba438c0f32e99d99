"""What the operating system says about files becomes an error of ours, at the doors of the package."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.diagnostics.file_errors import file_error
from askonce.errors import AskonceError
from askonce.program.table_operations import to_list
from askonce.program.work_files import WorkFiles
from askonce.report.json_form import read_json
from askonce.screens.web.cookies import read_cookies
from askonce.script.batch_summary import read_summary

LONG = "n" * 400


def test_a_file_is_named_shortly_with_what_is_wrong() -> None:
    with pytest.raises(OSError) as caught:
        Path(LONG).stat()
    error = file_error(caught.value)
    assert error is not None
    assert "file name too long" in error.message
    assert len(error.message) < 120
    assert file_error(OSError("the network is gone")) is None


@pytest.mark.parametrize(
    "command", [["run", f"{LONG}.yaml"], ["report", LONG], ["report", f"--json={LONG}.json", LONG]]
)
def test_a_name_that_no_file_can_have_is_a_usage_error(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(command), capsys.readouterr().err
    assert "internal error" not in told
    if sys.version_info < (3, 14):
        assert (code, "too long" in told) == (2, True)
    else:  # Python itself takes such a name for one of a file that is not there
        assert (code, LONG in told) in {(1, True), (2, True)}


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "read",
    [
        lambda file: read_cookies(file, "http://127.0.0.1"),
        read_summary,
        lambda file: read_json(file.read_text()),
        lambda file: WorkFiles(file.parent).read_table(file.name),
    ],
)
def test_files_with_brackets_alone_are_errors_of_ours(tmp_path: Path, read: Callable[[Path], object]) -> None:
    file = tmp_path / "deep.json"
    file.write_text(DEEP)
    with pytest.raises(AskonceError):
        read(file)


def test_a_text_of_brackets_from_a_page_is_a_text() -> None:
    assert to_list(DEEP) == [DEEP]
