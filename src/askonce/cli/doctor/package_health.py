"""This version, and the Python that runs it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence

from askonce.cli.doctor.findings import Finding, Here
from askonce.version import VERSION


async def look_at_package(here: Here) -> Sequence[Finding]:
    system = " ".join(filter(None, (platform.system(), platform.release(), platform.machine())))
    return [
        Finding("version", True, VERSION),
        Finding("python", True, f"{platform.python_version()} at {sys.executable}"),
        Finding("system", True, system),
    ]
