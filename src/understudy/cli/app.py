"""The commands and their options."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from understudy.cli.terminal import for_people, tell_defect, tell_error
from understudy.errors import ConfigError, UnderstudyError

app = typer.Typer(
    name="understudy",
    help="Operate user interfaces from plain language.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Headed = Annotated[bool, typer.Option("--headed", help="Show the browser window.")]
Open = Annotated[bool, typer.Option("--open", help="Open the report when it is written.")]


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit code: 0 done, 1 failed, 2 asked wrongly, 130 stopped by Ctrl-C."""
    debug = "--debug" in arguments
    try:
        app(_with_latest([one for one in arguments if one != "--debug"]), "understudy")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except UnderstudyError as error:
        tell_error(for_people(), error, debug=debug)
        return 2 if isinstance(error, ConfigError) else 1
    except Exception as error:  # noqa: BLE001 - the outermost boundary: told, never passed over
        tell_defect(for_people(), error, debug=debug)
        return 1
    return 0


def _with_latest(arguments: list[str]) -> list[str]:
    """`--resume` without a journal means the latest one; an option of typer cannot go without its value."""
    following = [*arguments[1:], ""]
    return [
        "--resume=latest" if one == "--resume" and (not after or after.startswith("-")) else one
        for one, after in zip(arguments, following, strict=False)
    ]


def _end_with(work: Callable[[], int]) -> None:
    """Do the work of a command; what it returns is the exit code. From here on Ctrl-C leaves time to clean up."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = work()
    except KeyboardInterrupt:
        for_people().print(Text("■ stopped", "bold yellow"))
        code = 130
    raise typer.Exit(code)


def _show_version(asked: bool) -> None:
    if asked:
        from understudy.version import VERSION

        typer.echo(f"understudy {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Version.")] = False,
) -> None:
    """Operate user interfaces from plain language. --debug shows where in the code an error came from."""


@app.command()
def act(
    instruction: Annotated[str, typer.Argument(help='What to do, such as "search for {term}".')],
    url: Annotated[str, typer.Option(help="The page to start on.")],
    headed: Headed = False,
    var: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A value for {NAME}.")] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="A value for {NAME} that is shown nowhere, from the environment."),
    ] = None,
    sees: Annotated[str | None, typer.Option(help="What the model sees: screenshot, both or elements.")] = None,
    deep_think: Annotated[bool, typer.Option("--deep-think", help="Plan with sub-goals and memories.")] = False,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many rounds it may take.")] = None,
    timeout: Annotated[float | None, typer.Option(min=0.1, help="How many seconds it may take.")] = None,
    recordings: Annotated[
        str | None, typer.Option(metavar="NAME", help="Replay what worked under this name, and keep what works.")
    ] = None,
    no_report: Annotated[bool, typer.Option("--no-report", help="Write no report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Carry out an instruction on a web page."""
    from understudy.cli.acting import Order, carry_out, read_values

    order = Order(
        instruction=instruction,
        url=url,
        headed=headed,
        values=read_values(var or [], secret or []),
        sees=sees,
        deep_think=deep_think,
        rounds=rounds,
        timeout=timeout,
        recordings=recordings,
        report=not no_report,
        as_json=as_json,
    )
    _end_with(lambda: carry_out(order))


@app.command("run")
def run_files(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|FOLDER|PATTERN", help="Scripts (.yaml), programs (.stp), or the file of a batch."),
    ] = None,
    url: Annotated[str, typer.Option(help="The page to start on, instead of what scripts say.")] = "",
    headed: Headed = False,
    var: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A variable: JSON or text; NAME=@FILE reads it from a file."),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="A variable that is shown nowhere, from the environment."),
    ] = None,
    concurrent: Annotated[int | None, typer.Option(min=1, help="How many are played at the same time.")] = None,
    continue_on_error: Annotated[
        bool, typer.Option("--continue-on-error", help="Go on with the others when one has failed.")
    ] = False,
    retry: Annotated[int | None, typer.Option(min=0, help="How often one that failed is played again.")] = None,
    shard: Annotated[str, typer.Option(metavar="N/OF", help="Play one share of them only, such as 2/5.")] = "",
    summary: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the summary is written.")] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Where JUnit XML is written.")] = None,
    resume_failed: Annotated[
        bool,
        typer.Option("--resume-failed", help="Play what did not pass by the summary: the last one, or --summary."),
    ] = False,
    resume: Annotated[
        str,
        typer.Option(
            metavar="[JOURNAL]", help="Go on where a program was interrupted: the last one, or that of a journal."
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check everything and tell what would be done, and do nothing.")
    ] = False,
    recordings: Annotated[
        str | None, typer.Option(metavar="NAME", help="Replay what worked under this name, and keep what works.")
    ] = None,
    work_folder: Annotated[
        Path | None, typer.Option("--files", metavar="FOLDER", help="Where programs read and write their files.")
    ] = None,
    no_report: Annotated[bool, typer.Option("--no-report", help="Write no report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary, or the plan, as JSON.")] = False,
) -> None:
    """Run scripts and programs on web pages. What a program tells and its answer go to standard output.

    Exit code 0: all passed; 1: one did not; 2: a file is broken, and nothing was done; 130: stopped by Ctrl-C.
    """
    from understudy.cli import batching, running

    variables = running.read_variables(var or [], secret or [])
    is_batch = any((concurrent, continue_on_error, retry, shard, summary, junit, resume_failed, as_json))
    if not is_batch and files and len(files) == 1 and running.is_program(files[0]):
        program = running.Order(
            file=Path(files[0]),
            url=url,
            headed=headed,
            variables=variables,
            resume=resume,
            recordings=recordings,
            work_folder=work_folder,
            report=not no_report,
        )
        _end_with(lambda: (running.rehearse if dry_run else running.carry_out)(program))
    if resume:
        raise ConfigError("--resume goes on with one program", remedy="for a batch there is --resume-failed")
    order = batching.Order(
        files=tuple(files or ()),
        url=url,
        headed=headed,
        variables=variables,
        concurrent=concurrent,
        retry=retry,
        continue_on_error=continue_on_error,
        shard=batching.read_shard(shard) if shard else None,
        summary=summary,
        junit=junit,
        resume_failed=resume_failed,
        recordings=recordings,
        work_folder=work_folder,
        report=not no_report,
        as_json=as_json,
    )
    _end_with(lambda: (batching.rehearse if dry_run else batching.carry_out)(order))


@app.command()
def demo(headed: Headed = False, open_report: Open = False) -> None:
    """Run a program on the sample shop, then once more from its recording. Needs no key."""
    from understudy.cli.demo import play

    _end_with(lambda: play(headed=headed, open_report=open_report))


@app.command()
def doctor() -> None:
    """Check that everything needed is here, and say what to do about what is not."""
    from understudy.cli.doctor import examine

    _end_with(examine)


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Programs (.stp), scripts (.yaml); - reads standard input.")
    ],
    var: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A variable passed from outside.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Tell what is wrong with programs and scripts before they run. Exit code 1 if one cannot be run as it is."""
    from understudy.cli.checking import check as check_files

    _end_with(lambda: check_files(files, var or [], as_json=as_json))


@app.command()
def schema(
    language: Annotated[str, typer.Argument(help="The language: script.")] = "script",
) -> None:
    """Print the JSON Schema of scripts, for editors that complete and check YAML by it."""
    from understudy.cli.schema import print_schema

    _end_with(lambda: print_schema(language))


@app.command()
def program(
    task: Annotated[str, typer.Argument(help="What to do, in plain words.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write it (.stp).")] = None,
    application: Annotated[list[str] | None, typer.Option("--app", metavar="NAME", help="An app at hand.")] = None,
    var: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A variable passed from outside.")] = None,
) -> None:
    """Have a program written for a task, checked and ready to be edited. Asks the model for planning."""
    from understudy.cli.checking import write

    _end_with(lambda: write(task, application or [], var or [], out))


@app.command()
def report(
    trace: Annotated[Path, typer.Argument(help="The folder of a run, as named at its end.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write it.")] = None,
    open_report: Open = False,
) -> None:
    """Write the report of a run, also of one that was killed."""
    from understudy.cli.reporting import show_report

    show_report(trace, out, open_report=open_report)


@app.command("mcp")
def serve_agents(
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="The address to listen on; others than this machine's need --token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")] = 8765,
    token: Annotated[
        str | None,
        typer.Option(metavar="VARIABLE", help="The environment variable with the token; without it one is made."),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="What {NAME} stands for, shown nowhere, from the environment."),
    ] = None,
    uploads: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The only folder that files may be uploaded from.")
    ] = None,
    idle: Annotated[float, typer.Option(min=1, help="Close sessions that nobody used for so many seconds.")] = 900.0,
    skill: Annotated[
        bool, typer.Option("--skill", help="Print the page that tells coding agents how to use Understudy, and end.")
    ] = False,
) -> None:
    """Serve coding agents over the Model Context Protocol. Needs understudy[mcp]."""
    from understudy.cli.serving import Order, serve, show_skill

    order = Order(http=http, host=host, port=port, token=token, secrets=secret or [], uploads=uploads, idle=idle)
    _end_with(lambda: show_skill() if skill else serve(order))


recordings = typer.Typer(
    help="See what is kept of runs that worked, and export it.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(recordings, name="recordings")


@recordings.command("list")
def list_recordings(
    which: Annotated[str | None, typer.Argument(metavar="[FILE_OR_ID]", help="A .yaml file or an id.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Tell what is recorded: all ids, or the instructions under one."""
    from understudy.cli.recordings import tell_recordings

    _end_with(lambda: tell_recordings(which, as_json=as_json))


@recordings.command("export")
def export_recordings(
    which: Annotated[str, typer.Argument(metavar="FILE_OR_ID", help="A .yaml file or an id.")],
    form: Annotated[str, typer.Option("--as", help="pytest, yaml or stp.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write it.")] = None,
    url: Annotated[str, typer.Option(help="The page it starts on.")] = "",
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only instructions that contain these words.")] = "",
    var: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A value for {NAME}.")] = None,
) -> None:
    """Write recordings as a Playwright test, a YAML script or a program.

    Values without --var, such as passwords, are read from the environment when it runs.

    Example: understudy recordings export shop --as pytest -o test_shop.py
    """
    from understudy.cli.recordings import Wish, export

    wish = Wish(which=which, form=form, out=out, url=url, only=only, values=var or [])
    _end_with(lambda: export(wish))
