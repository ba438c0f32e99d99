"""`askonce demo`: runs a program on the sample shop, without a key and without network.

The embedded model runs it, and what worked is recorded. Then the same program is replayed from its recording.
"""

from __future__ import annotations

import json
import tempfile
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import ExitCode
from askonce.cli.recordings_option import RecordingsOption
from askonce.cli.run_program import ProgramCommand, RunOptions, result_fields
from askonce.cli.screen_agent import ScreenRun
from askonce.cli.terminal import Text, Verbosity, plain
from askonce.config import ActSettings, Limits, RecordingSettings, Settings, read_settings
from askonce.lazy import dataclass
from askonce.program.program_result import ProgramResult
from askonce.program.value_text import to_text
from askonce.screens.screen_choice import choose_screen
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.values import Secret

PROGRAM = files("askonce.testing.shop") / "files" / "tour.stp"
USER = "bob"


def play(verbosity: Verbosity, *, headed: bool = False, open_report: bool = False, as_json: bool = False) -> int:
    """Run the program twice, check the orders in the shop, and print where the reports are."""
    console = verbosity.console()
    console.print(
        Text.assemble(
            ("A sample shop, a real browser, no key. ", "bold"),
            "No model is called over the network: the embedded model reads the elements of the page.",
        )
    )
    with SampleShop() as shop, as_file(PROGRAM) as file, tempfile.TemporaryDirectory() as kept:
        options = RunOptions(
            file,
            ScreenRun(choose_screen({"url": shop.url}, "command"), headed=headed, recordings=RecordingsOption("demo")),
            variables={"user": USER, "password": Secret(ACCOUNTS[USER])},
            as_json=as_json,
        )
        settings = _settings(kept)
        runs = [
            _run(options, settings, verbosity, "First run, planned by the embedded model"),
            _run(options, settings, verbosity, "Second run, replayed from the recording"),
        ]
        orders = [placed for visit in shop.visits for placed in visit.orders]
    for placed in orders:
        names = ", ".join(f"{line.quantity} × {line.product.name}" for line in placed.lines)
        console.print(Text(f"The shop has order No. {placed.number}: {names}."))
    if as_json:
        print(json.dumps({"runs": [run.data for run in runs], "orders": len(orders)}, ensure_ascii=False, indent=2))
    else:
        for run in runs:
            print(f"Report: {run.report}")
    if open_report:
        webbrowser.open(runs[0].report.as_uri())
    return ExitCode.of(len(orders) == 2)


@dataclass(frozen=True, slots=True)
class DemoRun:
    """The result of one of the two runs."""

    report: Path
    data: Mapping[str, object]


def _run(options: RunOptions, settings: Settings, verbosity: Verbosity, title: str) -> DemoRun:
    """Run it once, print a line about it, and write its report."""
    console = verbosity.console()
    console.print(Text(f"\n{title}:", "bold"))
    command = ProgramCommand(options, settings, verbosity)
    try:
        result = command.run()
        console.print(Text(_describe(result)))
    finally:
        report = command.write_report()
    assert report is not None  # the demo always has a folder for runs, so there is a trace
    return DemoRun(report, json.loads(command.as_json(result_fields(result), report)))


def _describe(result: ProgramResult) -> str:
    return f"{plain(to_text(result.answer))} Model calls: {result.calls}."


def _settings(recordings: str) -> Settings:
    """The user's browser and folder for runs, and defaults for everything else."""
    settings = read_settings(read_environment())
    return replace(
        settings,
        models=None,
        act=ActSettings(),
        limits=Limits(),
        runs=settings.runs or Settings().runs,
        recordings=RecordingSettings(store=recordings),
        allowed_hosts=("127.0.0.1",),
    )
