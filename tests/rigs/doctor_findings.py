"""One finding out of many."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.cli.doctor.findings import Finding


def found(findings: Sequence[Finding], name: str) -> Finding:
    (finding,) = (finding for finding in findings if finding.name == name)
    return finding
