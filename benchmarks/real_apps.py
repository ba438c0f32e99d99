"""How far a model gets on applications that others wrote: each sentence is one act, judged by the application's data.

    python benchmarks/real_apps.py [--app django_admin] [--only TEXT] [--quick] [--jobs 2] [--json]
    python benchmarks/real_apps.py --app todomvc --only 'Buy milk' --show     actions, changes and elements of each play

The applications are installed from PyPI and npm into `.real_apps/`, each in an environment of its own; with `--quick`
only those that are installed are played. Every sentence starts on data that nobody has changed. `right`: the data
and the page are as the sentence wants them, and nothing else changed. `declined`: the model said that it cannot do it,
and nothing changed in the data that was not wanted; `after acting` are those of them where something was tapped or
typed before. `wrong`: everything else, also when rounds or time ran out. Sentences that name what is not there, or what
is there twice, are right only when they are declined and nothing was done but to look. `--model module:Class` takes
another model than the embedded one.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from miniwob.episodes import EMBEDDED, load_model, opened_browser
from playwright.async_api import Browser
from real_apps.application import Application, StartError, all_applications, running
from real_apps.figures import tables
from real_apps.installation import InstallError
from real_apps.plays import Player, Result
from real_apps.sentences import Sentence, read_sentences
from showing import Progress, show

from askonce.config import read_settings
from askonce.models import Model

Work = tuple[Application, list[Sentence]]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How far a model gets on applications that others wrote")
    parser.add_argument("--app", default="", metavar="NAME", help="only these applications, with commas between")
    parser.add_argument("--only", default="", metavar="TEXT", help="only sentences that contain this")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="the first and the last sentence of each that is installed",
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="applications at once, 2 when not given")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--model", default=EMBEDDED, metavar="MODULE:CLASS", help="the model that plans")
    parser.add_argument("--show", action="store_true", help="also print each play that is not right in full")
    return parser.parse_args()


def chosen_work(arguments: argparse.Namespace) -> list[Work]:
    applications = all_applications()
    names = [name for name in arguments.app.split(",") if name]
    if unknown := set(names) - {application.name for application in applications}:
        known = ", ".join(application.name for application in applications)
        raise SystemExit(f"--app {', '.join(sorted(unknown))}: there is no such application\n  → name one of {known}")
    work: list[Work] = []
    for application in applications:
        if (names and application.name not in names) or (arguments.quick and not application.is_installed):
            continue
        sentences = [each for each in read_sentences(application) if arguments.only in each.text]
        if arguments.quick:
            sentences = sentences[:1] + sentences[1:][-1:]
        if sentences:
            work.append((application, sentences))
    if not work:
        raise SystemExit("no sentence is left to play\n  → without --quick, applications are installed first")
    return work


async def play_all(work: Sequence[Work], browser: Browser, new_model: Callable[[], Model], jobs: int) -> list[Result]:
    """All sentences, on as many applications at once as there are jobs; results in the order of the work."""
    progress = Progress(sum(len(sentences) for _, sentences in work), every=10)
    results: dict[str, list[Result]] = {}
    waiting = iter(work)

    async def play_some(folder: Path) -> None:
        for application, sentences in waiting:
            played = results[application.name] = []
            async with running(application, browser, folder) as app:
                player = Player(app, browser, new_model)
                for sentence in sentences:
                    played.append(await player.play(sentence))
                    progress.add(played[-1].verdict, application.name)

    with tempfile.TemporaryDirectory(prefix="real_apps") as folder:
        await asyncio.gather(*(play_some(Path(folder)) for _ in range(jobs)))
    return [result for application, _ in work for result in results[application.name]]


def print_plays(results: Sequence[Result]) -> None:
    for result in results:
        if result.verdict != "right":
            print(f"\n── {result.application.name}: {result.sentence.text}\n   {result.verdict}: {result.message}")
            print(f"   done: {'; '.join(result.steps) or 'nothing'}\n   changed: {result.difference}")
            print(result.elements)


async def run(arguments: argparse.Namespace, browser: Browser) -> int:
    started = time.perf_counter()
    results = await play_all(chosen_work(arguments), browser, load_model(arguments.model), arguments.jobs)
    found: dict[str, Any] = dict(tables(results))
    found["Time"] = [{"seconds": time.perf_counter() - started, "jobs": arguments.jobs}]
    if arguments.json:
        found["Sentences"] = [result.as_row() for result in results]
    if arguments.show:
        print_plays(results)
    show(found, as_json=arguments.json)
    return 1 if any(result.verdict == "crashed" for result in results) else 0


async def main() -> None:
    arguments = parse_arguments()
    task = asyncio.current_task()
    if task:  # so that the applications are stopped too
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        async with opened_browser(read_settings().browser) as browser:
            status = await run(arguments, browser)
    except (InstallError, StartError) as error:
        raise SystemExit(str(error)) from None
    except asyncio.CancelledError:
        raise SystemExit(128 + signal.SIGTERM) from None
    raise SystemExit(status)


if __name__ == "__main__":
    asyncio.run(main())
