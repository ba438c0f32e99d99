"""Runs all checks at once, and prints their findings."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from askonce.cli.doctor.checklist import all_checks
from askonce.cli.doctor.finding_lines import print_groups, print_outcome, print_providers
from askonce.cli.doctor.findings import DoctorContext, FindingGroup, HealthCheck
from askonce.cli.doctor.model_health import EMBEDDED
from askonce.cli.doctor.settings_health import read_usable
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import ExitCode
from askonce.cli.interrupts import run_async
from askonce.cli.spinner_line import SpinnerLine
from askonce.cli.terminal import Verbosity, new_console
from askonce.config import process_environment
from askonce.errors import ConfigError
from askonce.models.providers import providers


def examine(
    verbosity: Verbosity,
    *,
    screens: Mapping[str, Any] | None = None,
    as_json: bool = False,
    checks: Sequence[HealthCheck] | None = None,
) -> int:
    """Run the checks, print the findings, and return the exit code. With --quiet, print only what has to be fixed."""
    checks = all_checks() if checks is None else checks
    groups = run_async(_run_checks(_read_context(screens or {}), checks, verbosity))
    good = not any(finding.fails for group in groups for finding in group.findings)
    if as_json:
        print(json.dumps({"good": good, "findings": _rows(groups)}, ensure_ascii=False, indent=2))
    elif verbosity.quiet:
        print_groups(new_console(sys.stdout), _failing(groups))
    else:
        console = new_console(sys.stdout)
        print_groups(console, groups)
        if any(EMBEDDED in group.findings for group in groups):
            print_providers(console, providers())
        print_outcome(console, groups)
    return ExitCode.of(good)


def _read_context(screens: Mapping[str, Any]) -> DoctorContext:
    process = process_environment()
    unread: ConfigError | None = None
    try:
        environment = read_environment()
    except ConfigError as error:
        environment, unread = process, error
    return DoctorContext(read_usable(environment), environment, process, unread, screens)


async def _run_checks(
    context: DoctorContext, checks: Sequence[HealthCheck], verbosity: Verbosity
) -> list[FindingGroup]:
    with SpinnerLine(verbosity.console(), "checking") as spinner:
        found = await asyncio.gather(*(spinner.track(check.group, check.run(context)) for check in checks))
    return [FindingGroup(check.group, tuple(findings)) for check, findings in zip(checks, found, strict=True)]


def _failing(groups: Sequence[FindingGroup]) -> list[FindingGroup]:
    left = (FindingGroup(group.name, tuple(finding for finding in group.findings if finding.fails)) for group in groups)
    return [group for group in left if group.findings]


def _rows(groups: Sequence[FindingGroup]) -> list[dict[str, object]]:
    return [{"group": group.name, **asdict(finding)} for group in groups for finding in group.findings]
