"""What the doctor says of folders and stores."""

from __future__ import annotations

from pathlib import Path

import pytest
from doctor_findings import found

from askonce.cli.doctor.findings import DoctorContext
from askonce.cli.doctor.folder_health import check_files, check_folder
from askonce.config import RecordingSettings, Settings

pytestmark = pytest.mark.usefixtures("here")


def test_a_folder_for_runs_that_cannot_be_one_is_told(here: Path) -> None:
    (here / "runs").write_text("")

    finding = check_folder("runs", here / "runs" / "deeper", "ASKONCE_RUNS")

    assert finding.fails
    assert "is a file" in finding.said
    assert "ASKONCE_RUNS" in finding.remedy


def test_a_folder_that_is_not_there_yet_is_looked_at_where_it_would_be_made(here: Path) -> None:
    finding = check_folder("runs", here / "a" / "b", "ASKONCE_RUNS")

    assert finding.said.startswith(f"written to {here / 'a' / 'b'}; ")
    assert "free" in finding.said
    assert not (here / "a").exists()


@pytest.mark.parametrize(
    ("store", "good", "told"),
    [("memory://shop", True, "readable and writable"), ("nowhere://x", False, "nowhere")],
)
async def test_a_shared_store_is_tried(store: str, good: bool, told: str) -> None:
    settings = Settings(runs=None, recordings=RecordingSettings(store=store))

    findings = await check_files(DoctorContext(settings))

    assert found(findings, "recordings").good is good
    assert told in found(findings, "recordings").said
