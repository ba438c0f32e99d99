"""Recordings in other forms: a test for pytest and Playwright, a YAML script, a program."""

from askonce.recordings.exports.export import Export, recordings_of
from askonce.recordings.exports.program import export_stp
from askonce.recordings.exports.pytest_file import export_pytest
from askonce.recordings.exports.yaml_script import export_yaml

__all__ = ["Export", "export_pytest", "export_stp", "export_yaml", "recordings_of"]
