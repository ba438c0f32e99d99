"""Attachments for the reports of other plugins, where they are installed and in use."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any, cast

import pytest

from askonce.plugin.attempts import AgentRun

REPORT = "Askonce report"
PICTURE = "the screen"


def attach_to_html(config: pytest.Config, report: pytest.TestReport, attempt: AgentRun) -> None:
    """Put picture and link of a failure into the page of pytest-html."""
    if not config.pluginmanager.hasplugin("html"):
        return
    from pytest_html import extras  # pyright: ignore

    added: list[Any] = list(getattr(report, "extras", ()))
    if attempt.picture and attempt.picture.is_file():
        added.append(extras.png(base64.b64encode(attempt.picture.read_bytes()).decode(), PICTURE))  # pyright: ignore
    if attempt.report:
        added.append(extras.url(_from_page(config, attempt.report), REPORT))  # pyright: ignore
    cast("Any", report).extras = added


def attach_to_allure(config: pytest.Config, attempt: AgentRun) -> None:
    """Put report and picture of a run that is over into Allure's results."""
    if not config.pluginmanager.hasplugin("allure_pytest"):
        return
    import allure  # pyright: ignore

    kinds = cast("Any", allure).attachment_type
    for path, name, kind in ((attempt.report, REPORT, kinds.HTML), (attempt.picture, PICTURE, kinds.PNG)):
        if path and path.is_file():
            cast("Any", allure).attach.file(str(path), name=name, attachment_type=kind)


def _from_page(config: pytest.Config, report: Path) -> str:
    """The address of a report in the page of pytest-html: from beside it, so that both can be moved together."""
    page: str | None = config.getoption("htmlpath", None)
    if not page:
        return report.as_uri()
    try:
        return Path(os.path.relpath(report, (config.invocation_params.dir / page).resolve().parent)).as_posix()
    except ValueError:  # they are on different drives
        return report.as_uri()
