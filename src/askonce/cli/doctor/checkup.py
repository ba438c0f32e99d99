"""Looking at everything at once, and telling it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from askonce.cli.doctor.checklist import LOOKS
from askonce.cli.doctor.finding_lines import tell_groups, tell_outcome, tell_providers
from askonce.cli.doctor.findings import Group, Here, Look
from askonce.cli.doctor.model_health import EMBEDDED
from askonce.cli.doctor.providers import providers
from askonce.cli.doctor.settings_health import read_usable
from askonce.cli.doctor.spinner import Waiting
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import carry_on
from askonce.cli.terminal import Manner, for_people
from askonce.config import process_environment
from askonce.errors import ConfigError


def examine(manner: Manner, *, cdp: str = "", as_json: bool = False, looks: Sequence[Look] = LOOKS) -> int:
    """Look at everything, tell it, and return the exit code: 1 when something needed is missing.

    When it is to be quiet, only what is to be mended is told.
    """
    groups = carry_on(_look(_here(cdp), looks, manner))
    good = not any(finding.fails for group in groups for finding in group.findings)
    if as_json:
        print(json.dumps({"good": good, "findings": _rows(groups)}, ensure_ascii=False, indent=2))
        return 0 if good else 1
    console = for_people(sys.stdout)
    if manner.quiet:
        tell_groups(console, _failing(groups))
        return 0 if good else 1
    tell_groups(console, groups)
    if any(EMBEDDED in group.findings for group in groups):
        tell_providers(console, providers())
    tell_outcome(console, groups)
    return 0 if good else 1


def _here(cdp: str) -> Here:
    process = process_environment()
    unread: ConfigError | None = None
    try:
        environment = read_environment()
    except ConfigError as error:
        environment, unread = process, error
    return Here(read_usable(environment), environment, process, unread, cdp)


async def _look(here: Here, looks: Sequence[Look], manner: Manner) -> list[Group]:
    with Waiting(manner.console(), "looking at") as waiting:
        found = await asyncio.gather(*(waiting.of(one.group, one.look(here)) for one in looks))
    return [Group(one.group, tuple(findings)) for one, findings in zip(looks, found, strict=True)]


def _failing(groups: Sequence[Group]) -> list[Group]:
    left = (Group(group.name, tuple(finding for finding in group.findings if finding.fails)) for group in groups)
    return [group for group in left if group.findings]


def _rows(groups: Sequence[Group]) -> list[dict[str, object]]:
    return [{"group": group.name, **asdict(finding)} for group in groups for finding in group.findings]
