"""Looking at everything at once, and telling it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from askonce.cli.doctor.checklist import CHECKS
from askonce.cli.doctor.finding_lines import print_groups, print_outcome, print_providers
from askonce.cli.doctor.findings import DoctorContext, FindingGroup, HealthCheck
from askonce.cli.doctor.model_health import EMBEDDED
from askonce.cli.doctor.providers import providers
from askonce.cli.doctor.settings_health import read_usable
from askonce.cli.doctor.spinner import Waiting
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import run_async
from askonce.cli.terminal import Verbosity, new_console
from askonce.config import process_environment
from askonce.errors import ConfigError


def examine(
    verbosity: Verbosity, *, cdp: str = "", as_json: bool = False, checks: Sequence[HealthCheck] = CHECKS
) -> int:
    """Look at everything, tell it, and return the exit code: 1 when something needed is missing.

    When it is to be quiet, only what is to be mended is told.
    """
    groups = run_async(_look(_read_context(cdp), checks, verbosity))
    good = not any(finding.fails for group in groups for finding in group.findings)
    if as_json:
        print(json.dumps({"good": good, "findings": _rows(groups)}, ensure_ascii=False, indent=2))
        return 0 if good else 1
    console = new_console(sys.stdout)
    if verbosity.quiet:
        print_groups(console, _failing(groups))
        return 0 if good else 1
    print_groups(console, groups)
    if any(EMBEDDED in group.findings for group in groups):
        print_providers(console, providers())
    print_outcome(console, groups)
    return 0 if good else 1


def _read_context(cdp: str) -> DoctorContext:
    process = process_environment()
    unread: ConfigError | None = None
    try:
        environment = read_environment()
    except ConfigError as error:
        environment, unread = process, error
    return DoctorContext(read_usable(environment), environment, process, unread, cdp)


async def _look(context: DoctorContext, checks: Sequence[HealthCheck], verbosity: Verbosity) -> list[FindingGroup]:
    with Waiting(verbosity.console(), "looking at") as waiting:
        found = await asyncio.gather(*(waiting.of(one.group, one.look(context)) for one in checks))
    return [FindingGroup(one.group, tuple(findings)) for one, findings in zip(checks, found, strict=True)]


def _failing(groups: Sequence[FindingGroup]) -> list[FindingGroup]:
    left = (FindingGroup(group.name, tuple(finding for finding in group.findings if finding.fails)) for group in groups)
    return [group for group in left if group.findings]


def _rows(groups: Sequence[FindingGroup]) -> list[dict[str, object]]:
    return [{"group": group.name, **asdict(finding)} for group in groups for finding in group.findings]
