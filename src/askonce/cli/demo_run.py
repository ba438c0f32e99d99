"""`askonce demo`: a program on the bundled sample shop, with no key and no network.

The embedded model carries it out, and what worked is recorded. Then the same program runs once more from its recording.
"""

from __future__ import annotations

import json
import tempfile
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

from rich.text import Text

from askonce.cli.dotenv import read_environment
from askonce.cli.page_agent import Place
from askonce.cli.run_program import ProgramCommand, RunOptions, told_of
from askonce.cli.terminal import Verbosity, plain
from askonce.config import ActSettings, Limits, RecordingSettings, Settings, read_settings
from askonce.program.program_result import ProgramResult
from askonce.program.value_text import to_text
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.values import Secret

PROGRAM = files("askonce.testing.shop") / "files" / "tour.stp"
USER = "bob"


def play(verbosity: Verbosity, *, headed: bool = False, open_report: bool = False, as_json: bool = False) -> int:
    """Run the program twice, ask the shop whether it is true, and name the reports."""
    console = verbosity.console()
    console.print(
        Text.assemble(
            ("A sample shop, a real browser, no key. ", "bold"),
            "No model is asked over a network: the embedded one reads the elements of the page.",
        )
    )
    with SampleShop() as shop, as_file(PROGRAM) as file, tempfile.TemporaryDirectory() as kept:
        order = RunOptions(
            file,
            Place(shop.url, headed=headed, recordings="demo"),
            variables={"user": USER, "password": Secret(ACCOUNTS[USER])},
            as_json=as_json,
        )
        settings = _settings(kept)
        runs = [
            _run(order, settings, verbosity, "The program, carried out for the first time"),
            _run(order, settings, verbosity, "The same program once more, from its recording"),
        ]
        orders = [placed for visit in shop.visits for placed in visit.orders]
    for placed in orders:
        names = ", ".join(f"{line.quantity} × {line.product.name}" for line in placed.lines)
        console.print(Text(f"The shop itself has order No. {placed.number}: {names}."))
    if as_json:
        print(json.dumps({"runs": [run.told for run in runs], "orders": len(orders)}, ensure_ascii=False, indent=2))
    else:
        for run in runs:
            print(f"Report: {run.report}")
    if open_report:
        webbrowser.open(runs[0].report.as_uri())
    return 0 if len(orders) == 2 else 1


@dataclass(frozen=True, slots=True)
class DemoRun:
    """What came of one of the two runs."""

    report: Path
    told: Mapping[str, object]


def _run(order: RunOptions, settings: Settings, verbosity: Verbosity, title: str) -> DemoRun:
    """One run, told in a line; where its report is."""
    console = verbosity.console()
    console.print(Text(f"\n{title}:", "bold"))
    playing = ProgramCommand(order, settings, verbosity)
    try:
        result = playing.run()
        console.print(Text(_describe(result)))
    finally:
        report = playing.write_report()
    assert report is not None  # there is a folder for runs, so there is a trace
    return DemoRun(report, json.loads(playing.as_json(told_of(result), report)))


def _describe(result: ProgramResult) -> str:
    asked = {0: "was not asked", 1: "was asked once"}.get(result.calls, f"was asked {result.calls} times")
    return f"{plain(to_text(result.answer))} The embedded model {asked}."


def _settings(recordings: str) -> Settings:
    """What is set about the browser and the folder for runs counts here too; the rest is the demo's own."""
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
