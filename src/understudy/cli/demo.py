"""`understudy demo`: a program on the bundled sample shop, with no key and no network.

The embedded model carries it out, and what worked is recorded. Then the same program runs once more from its recording.
"""

from __future__ import annotations

import asyncio
import tempfile
import webbrowser
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

from rich.console import Console
from rich.text import Text

from understudy.cli.environment import read_environment
from understudy.cli.running import Order, Playing
from understudy.cli.terminal import for_people, plain
from understudy.config import ActSettings, Limits, RecordingSettings, Settings, read_settings
from understudy.program.result import ProgramResult
from understudy.program.wording import say
from understudy.testing.shop import ACCOUNTS, SampleShop
from understudy.values import Secret

PROGRAM = files("understudy.testing.shop") / "files" / "tour.stp"
USER = "bob"


def play(*, headed: bool = False, open_report: bool = False) -> int:
    """Run the program twice, ask the shop whether it is true, and name the reports."""
    console = for_people()
    console.print(
        Text("A sample shop, a real browser, no key. ", "bold")
        + Text("No model is asked over a network: the embedded one reads the elements of the page.")
    )
    with SampleShop() as shop, as_file(PROGRAM) as file, tempfile.TemporaryDirectory() as kept:
        order = Order(
            file,
            shop.url,
            headed=headed,
            variables={"user": USER, "password": Secret(ACCOUNTS[USER])},
            recordings="demo",
        )
        settings = _settings(kept)
        first = _run(order, settings, console, "The program, carried out for the first time")
        again = _run(order, settings, console, "The same program once more, from its recording")
        orders = [placed for visit in shop.visits for placed in visit.orders]
    for placed in orders:
        names = ", ".join(f"{line.quantity} × {line.product.name}" for line in placed.lines)
        console.print(Text(f"The shop itself has order No. {placed.number}: {names}."))
    for report in (first, again):
        print(f"Report: {report}")
    if open_report:
        webbrowser.open(first.as_uri())
    return 0 if len(orders) == 2 else 1


def _run(order: Order, settings: Settings, console: Console, title: str) -> Path:
    """One run, told in a line; where its report is."""
    console.print(Text(f"\n{title}:", "bold"))
    playing = Playing(order, settings, console)
    try:
        console.print(Text(_told(asyncio.run(playing.run()))))
    finally:
        report = playing.write_report()
    assert report is not None  # there is a folder for runs, so there is a trace
    return report


def _told(result: ProgramResult) -> str:
    asked = {0: "was not asked", 1: "was asked once"}.get(result.calls, f"was asked {result.calls} times")
    return (
        f"{plain(say(result.answer))} {result.lines} lines, {result.actions} actions, {result.seconds:.1f} s; "
        f"the embedded model {asked}."
    )


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
