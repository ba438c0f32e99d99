"""`askonce demo`: runs a program on the sample shop or the sample phone, without a key and without network.

The embedded model runs it, and what worked is recorded. Then the same program is replayed from its recording.
"""

from __future__ import annotations

import json
import tempfile
import webbrowser
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field, replace
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

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
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import ScreenChoice, choose_screen, read_options
from askonce.values import Secret

USER = "bob"
PEOPLE = (
    {"name": "Ann Lee", "number": "555 0100"},
    {"name": "Ben Ruiz", "number": "555 0111"},
    {"name": "Cleo Park", "number": "555 0122"},
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is in the records of the sample after both runs."""

    sentences: Sequence[str]
    counts: Mapping[str, int]
    is_right: bool


@dataclass(frozen=True, slots=True)
class Demo:
    """A program, and the sample that it runs on."""

    about: str
    program: Traversable
    screen: ScreenChoice
    variables: Mapping[str, Any]
    outcome: Callable[[], Outcome]
    headed: bool = False
    after_run: Callable[[], None] = field(default=lambda: None)


def play(
    verbosity: Verbosity,
    *,
    phone: bool = False,
    headed: bool = False,
    open_report: bool = False,
    as_json: bool = False,
) -> int:
    """Run the program twice, check what came of it in the sample, and print where the reports are."""
    console = verbosity.console()
    with open_demo(phone, headed) as demo, as_file(demo.program) as file, tempfile.TemporaryDirectory() as kept:
        console.print(
            Text.assemble(
                (f"{demo.about} ", "bold"),
                "No model is called over the network: the embedded model reads the elements of the screen.",
            )
        )
        options = RunOptions(
            file,
            ScreenRun(demo.screen, headed=demo.headed, recordings=RecordingsOption("demo")),
            variables=demo.variables,
            as_json=as_json,
        )
        settings, runs = _settings(kept), list[DemoRun]()
        for title in ("First run, planned by the embedded model", "Second run, replayed from the recording"):
            runs.append(_run(options, settings, verbosity, title))
            demo.after_run()
        outcome = demo.outcome()
    for sentence in outcome.sentences:
        console.print(Text(sentence))
    if as_json:
        print(json.dumps({"runs": [run.data for run in runs], **outcome.counts}, ensure_ascii=False, indent=2))
    else:
        for run in runs:
            print(f"Report: {run.report}")
    if open_report:
        webbrowser.open(runs[0].report.as_uri())
    return ExitCode.of(outcome.is_right)


def open_demo(phone: bool, headed: bool) -> AbstractContextManager[Demo]:
    return open_phone_demo(headed) if phone else open_shop_demo(headed)


@contextmanager
def open_shop_demo(headed: bool) -> Generator[Demo, None, None]:
    """Every mug of the shop is ordered."""
    from askonce.testing.shop import ACCOUNTS, SampleShop

    with SampleShop() as shop:

        def outcome() -> Outcome:
            orders = [placed for visit in shop.visits for placed in visit.orders]
            sentences = [
                f"The shop has order No. {placed.number}: "
                + ", ".join(f"{line.quantity} × {line.product.name}" for line in placed.lines)
                + "."
                for placed in orders
            ]
            return Outcome(sentences, {"orders": len(orders)}, len(orders) == 2)

        yield Demo(
            "A sample shop, a real browser, no key.",
            files("askonce.testing.shop") / "files" / "tour.stp",
            choose_screen({"url": shop.url}, "command"),
            {"user": USER, "password": Secret(ACCOUNTS[USER])},
            outcome,
            headed,
        )


@contextmanager
def open_phone_demo(headed: bool) -> Generator[Demo, None, None]:
    """People are put into the contacts of a phone, and one of them gets a text message."""
    from askonce.testing.phone import SamplePhone

    kind = screen_kinds().get("android")
    kind.check_modules()
    runs = list[PhoneRun]()
    with SamplePhone(headed=headed) as phone:
        host, port = phone.adb_server

        def keep_records() -> None:
            """What the run has left on the phone, which is new again for the next one."""
            records = phone.records
            names = [contact.name for contact in records.contacts]
            runs.append((names, [f"“{sms.text}” to {records.name_of(sms.number)}" for sms in records.messages]))
            phone.reset()

        yield Demo(
            "A sample phone, in a real browser, no key and no adb.",
            files("askonce.testing.phone") / "tour.stp",
            ScreenChoice(kind, read_options(kind, {"serial": phone.serial, "adb_host": host, "adb_port": port})),
            {"people": list(PEOPLE)},
            lambda: phone_outcome(runs),
            after_run=keep_records,
        )


PhoneRun = tuple[list[str], list[str]]
"""Who is in the contacts after a run, and which messages were sent."""


def phone_outcome(runs: Sequence[PhoneRun]) -> Outcome:
    sentences = [
        f"Contacts on the phone: {', '.join(names) or 'none'}. Messages sent: {', '.join(sent) or 'none'}."
        for names, sent in runs
    ]
    counts = {"contacts": sum(len(names) for names, _ in runs), "messages": sum(len(sent) for _, sent in runs)}
    wanted = [person["name"] for person in PEOPLE]
    return Outcome(sentences, counts, all(names == wanted and len(sent) == 1 for names, sent in runs))


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
