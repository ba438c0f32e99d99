"""The kinds of screens: each looks at what it needs, and one that cannot be loaded is named with its package."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from askonce.cli.doctor.findings import DoctorContext, Finding, HealthCheck
from askonce.screens.kind_registry import AnyKind, BrokenKind, ScreenKinds, screen_kinds
from askonce.screens.screen_choice import read_options
from askonce.screens.screen_kind import HealthContext


def screen_checks(kinds: ScreenKinds | None = None) -> list[HealthCheck]:
    """One check for each kind that has something to look at, and one for those that cannot be loaded."""
    kinds = kinds or screen_kinds()
    checks = [HealthCheck(kind.title, partial(_check_kind, kind)) for kind in kinds if kind.examine or kind.modules]
    if kinds.broken:
        checks.append(HealthCheck("Other screens", partial(_list_broken, kinds.broken)))
    return checks


async def _check_kind(kind: AnyKind, context: DoctorContext) -> Sequence[Finding]:
    if missing := kind.missing_modules:
        return [Finding(kind.name, False, f"not installed: {', '.join(missing)}", kind.install, needed=False)]
    if kind.examine is None:
        return [Finding(kind.name, True, "what it needs is installed", needed=False)]
    offered = kind.options.offered_at("doctor")
    given = {offered[name].field: value for name, value in context.screens.items() if name in offered}
    return await kind.examine(read_options(kind, given), HealthContext(context.settings, context.process))


async def _list_broken(broken: Sequence[BrokenKind], context: DoctorContext) -> Sequence[Finding]:
    return [
        Finding(kind.name, False, f"of the package {kind.package}: {kind.reason}", kind.remedy, needed=False)
        for kind in broken
    ]
