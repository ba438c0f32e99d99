"""The versions of Askonce, Python and the system."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.version import VERSION


async def check_package(context: DoctorContext) -> Sequence[Finding]:
    system = " ".join(filter(None, (platform.system(), platform.release(), platform.machine())))
    return [
        Finding("version", True, VERSION),
        Finding("python", True, f"{platform.python_version()} at {sys.executable}"),
        Finding("system", True, system),
    ]
