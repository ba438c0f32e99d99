"""Exports of recordings: a test for pytest and Playwright, a YAML script, a program."""

from askonce.recordings.exports.export_result import Export, recordings_of
from askonce.recordings.exports.pytest_export import export_pytest
from askonce.recordings.exports.stp_export import export_stp
from askonce.recordings.exports.yaml_export import export_yaml

__all__ = ["Export", "export_pytest", "export_stp", "export_yaml", "recordings_of"]
