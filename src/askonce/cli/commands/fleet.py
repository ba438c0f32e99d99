"""`askonce fleet`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from askonce.cli.commands.options import Json, NoReport, Recordings, Secrets
from askonce.cli.commands.run import Files, RunCommand, Var, given_overrides
from askonce.cli.commands.screen_options import chosen_screen, names_screen
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands(
    "fleet",
    panel="Run",
    help="Run scripts and programs on many machines. Needs askonce[fleet] and ASKONCE_FLEET, a PostgreSQL database.",
    examples=[
        "askonce fleet submit tests --queue e2e --wait",
        "askonce fleet worker --queues e2e --slots 4",
        "askonce fleet status",
    ],
)

QUEUE = "default"
Queue = Annotated[str, typer.Option("--queue", metavar="NAME", help="Queue (default).")]
OnlyQueue = Annotated[str, typer.Option("--queue", metavar="NAME", help="Only runs of this queue.")]
Runs = Annotated[list[str] | None, typer.Argument(metavar="RUNS", help="Ids of runs or batches.")]
TIMES = "Leases"


@commands.command(
    "submit",
    panel="Run",
    cls=RunCommand,
    examples=[
        "askonce fleet submit tests --queue e2e --retry 1 --wait",
        "askonce fleet submit order.stp --url https://shop.example --secret pin --lock bob",
        "askonce fleet submit smoke.yaml --schedule '0 6 * * 1-5'",
    ],
)
def submit(
    context: typer.Context,
    files: Files = None,
    queue: Queue = QUEUE,
    var: Var = None,
    secret: Secrets = None,
    env: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Environment variable that scripts use and that goes along."),
    ] = None,
    worker_env: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One of which the workers' own value counts.")
    ] = None,
    priority: Annotated[
        int, typer.Option(min=-1000, max=1000, metavar="NUMBER", help="Higher ones are played first (0).")
    ] = 0,
    retry: Annotated[
        int | None, typer.Option(min=0, max=1000, metavar="NUMBER", help="How often to retry a failed one.")
    ] = None,
    lock: Annotated[str, typer.Option(metavar="NAME", help="Never play two with this name at a time.")] = "",
    device: Annotated[str, typer.Option(metavar="KIND:NAME", help="Device or label they need: android:pixel.")] = "",
    travelling: Annotated[
        list[Path] | None, typer.Option("--with", metavar="FILE", help="File that they need beside them.")
    ] = None,
    schedule: Annotated[str, typer.Option(metavar="CRON", help="Play them at these times (UTC).")] = "",
    key: Annotated[str, typer.Option(metavar="TEXT", help="Submit once, however often this is repeated.")] = "",
    recordings: Recordings = None,
    no_report: NoReport = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until all have ended; fail if one does.")] = False,
    as_json: Json = False,
) -> None:
    """Put scripts and programs into a queue.

    Secrets are passed by name: each worker takes their values from its own environment.

    JSON fields: batch, runs, each with id, name, state.
    """
    from askonce.cli.fleet_submission import SubmitOptions, submit_files

    options = SubmitOptions(
        files=tuple(files or ()),
        screen=chosen_screen(context) if names_screen(context) else None,
        variables=var or [],
        secrets=secret or [],
        sent=env or [],
        left=worker_env or [],
        overrides=given_overrides(context),
        queue=queue,
        priority=priority,
        retry=retry,
        lock=lock,
        device=device,
        travelling=tuple(travelling or ()),
        schedule=schedule,
        key=key,
        recordings=recordings,
        report=not no_report,
        wait=wait,
        as_json=as_json,
    )
    exit_with(lambda: submit_files(options, context.obj))


@commands.command(
    "worker",
    panel="Run",
    examples=[
        "askonce fleet worker --slots 4",
        "askonce fleet worker --queues e2e,nightly --kinds web,android --label berlin",
    ],
)
def worker(
    context: typer.Context,
    queues: Annotated[str, typer.Option(metavar="NAMES", help="Queues, with commas between (default).")] = QUEUE,
    kinds: Annotated[str, typer.Option(metavar="KINDS", help="Kinds of screens it opens (web).")] = "web",
    slots: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many runs at the same time (1).")] = 1,
    name: Annotated[str, typer.Option(metavar="NAME", help="Its name; default: machine and process.")] = "",
    label: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Name that runs can ask for: --device web:NAME.")
    ] = None,
    drain: Annotated[bool, typer.Option("--drain", help="End when there is nothing left to do.")] = False,
    grace: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="How long runs may take once it is to stop.")
    ] = None,
    health_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="PORT", help="Port that answers /live and /ready, for Kubernetes."),
    ] = None,
    heartbeat: Annotated[
        float,
        typer.Option(
            min=0.05, max=86400, metavar="SECONDS", rich_help_panel=TIMES, help="How often it gives a sign (10)."
        ),
    ] = 10.0,
    lease: Annotated[
        float,
        typer.Option(
            min=0.2, max=86400, metavar="SECONDS", rich_help_panel=TIMES, help="When others may take its runs (60)."
        ),
    ] = 60.0,
    most_kills: Annotated[
        int,
        typer.Option(min=1, metavar="NUMBER", rich_help_panel=TIMES, help="Lost workers until a run is set aside (3)."),
    ] = 3,
) -> None:
    """Play runs from the queues of the fleet until Ctrl-C.

    Ctrl-C lets it finish the runs that it has; a second one gives them back.
    """
    from askonce.cli.fleet_work import WorkerCommand, work

    options = WorkerCommand(
        queues, kinds, slots, name, tuple(label or ()), drain, grace, health_port, heartbeat, lease, most_kills
    )
    exit_with(lambda: work(options, context.obj))


@commands.command(
    "status",
    panel="See",
    examples=["askonce fleet status", "askonce fleet status 7k2m9-3"],
)
def status(context: typer.Context, runs: Runs = None, queue: OnlyQueue = "", as_json: Json = False) -> None:
    """Show queues, workers and runs, or the runs that are named.

    JSON fields: queues, workers, runs, unserved; of named runs: runs, each with its attempts.
    """
    from askonce.cli.fleet_lines import show_status

    exit_with(lambda: show_status(runs or [], queue, context.obj, as_json=as_json))


@commands.command("watch", panel="See", examples=["askonce fleet watch", "askonce fleet watch 7k2m9"])
def watch(context: typer.Context, runs: Runs = None, queue: OnlyQueue = "") -> None:
    """Follow runs while they are played, until Ctrl-C; those that are named, until they have ended."""
    from askonce.cli.fleet_watch import watch_runs

    exit_with(lambda: watch_runs(runs or [], queue, context.obj))


@commands.command("cancel", panel="Change", examples=["askonce fleet cancel 7k2m9", "askonce fleet cancel --queue e2e"])
def cancel(context: typer.Context, runs: Runs = None, queue: OnlyQueue = "", as_json: Json = False) -> None:
    """End runs, batches or schedules, or all runs of a queue.

    JSON fields: runs, schedules.
    """
    from askonce.cli.fleet_changes import cancel_runs

    exit_with(lambda: cancel_runs(runs or [], queue, context.obj, as_json=as_json))


@commands.command(
    "retry",
    panel="Change",
    examples=["askonce fleet retry 7k2m9-3", "askonce fleet retry 7k2m9-3 --interrupted-line done"],
)
def retry(
    context: typer.Context,
    runs: Runs = None,
    failed: Annotated[bool, typer.Option("--failed", help="All that did not pass.")] = False,
    queue: OnlyQueue = "",
    interrupted_line: Annotated[
        Literal["", "done", "repeat"],
        typer.Option(metavar="ANSWER", help="Whether the line it was interrupted at is done: done or repeat."),
    ] = "",
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Begin programs anew instead of going on from their journals.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Queue runs again that did not pass. Programs go on where they stopped.

    JSON fields: runs.
    """
    from askonce.cli.fleet_changes import retry_runs

    answer = "anew" if from_start else interrupted_line
    exit_with(lambda: retry_runs(runs or [], queue, answer, context.obj, failed=failed, as_json=as_json))


@commands.command(
    "results",
    panel="See",
    examples=["askonce fleet results --batch 7k2m9 -o results"],
)
def results(
    context: typer.Context,
    batch: Annotated[str, typer.Option(metavar="ID", help="Only runs of this batch.")] = "",
    queue: OnlyQueue = "",
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder to write to (fleet_results).")
    ] = Path("fleet_results"),
    no_report: NoReport = False,
    as_json: Json = False,
) -> None:
    """Write summary, JUnit XML and one report of the runs, as `askonce run` does.

    JSON: the summary.
    """
    from askonce.cli.fleet_results import write_results

    exit_with(lambda: write_results(batch, queue, out, context.obj, report=not no_report, as_json=as_json))


@commands.command(
    "purge", panel="Change", examples=["askonce fleet purge --days 30", "askonce fleet purge --days 7 --queue e2e"]
)
def purge(
    context: typer.Context,
    days: Annotated[
        float, typer.Option(min=0, max=36500, metavar="NUMBER", help="Runs that ended more than so many days ago.")
    ],
    queue: OnlyQueue = "",
    as_json: Json = False,
) -> None:
    """Remove runs that ended long ago, with their traces, journals and logins. Those that need an answer stay.

    JSON fields: removed.
    """
    from askonce.cli.fleet_changes import purge_old_runs

    exit_with(lambda: purge_old_runs(days, queue, context.obj, as_json=as_json))


@commands.command("schedules", panel="See", examples=["askonce fleet schedules", "askonce fleet schedules --json"])
def schedules(context: typer.Context, as_json: Json = False) -> None:
    """List what is played at set times. `askonce fleet cancel` ends it.

    JSON fields: schedules.
    """
    from askonce.cli.fleet_lines import show_schedules

    exit_with(lambda: show_schedules(context.obj, as_json=as_json))


@commands.command(
    "limit",
    panel="Change",
    examples=["askonce fleet limit e2e --calls 5000 --money 20", "askonce fleet limit"],
)
def limit(
    context: typer.Context,
    queue: Annotated[str, typer.Argument(metavar="QUEUE", help="Queue; without one, all are shown.")] = "",
    calls: Annotated[int | None, typer.Option(metavar="N", min=0, help="Model calls a day.")] = None,
    tokens: Annotated[int | None, typer.Option(metavar="N", min=0, help="Tokens a day.")] = None,
    money: Annotated[float | None, typer.Option(metavar="DOLLARS", min=0, help="Money a day.")] = None,
    none: Annotated[bool, typer.Option("--none", help="Take its limits away first.")] = False,
    as_json: Json = False,
) -> None:
    """Set what the runs of a queue may spend on models in a day (UTC), over all workers, and show what they have spent.

    Runs that were postponed go on where a raised limit allows it.

    JSON fields: queues, released.
    """
    from askonce.cli.fleet_resources import LimitCommand, limit_queue

    command = LimitCommand(queue, calls, tokens, money, none)
    exit_with(lambda: limit_queue(command, context.obj, as_json=as_json))


@commands.command("devices", panel="See", examples=["askonce fleet devices", "askonce fleet devices --json"])
def devices(context: typer.Context, as_json: Json = False) -> None:
    """List the devices of all workers: by what names runs can ask for them, and what they do.

    JSON fields: devices.
    """
    from askonce.cli.fleet_resources import show_devices

    exit_with(lambda: show_devices(context.obj, as_json=as_json))
