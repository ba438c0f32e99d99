"""`askonce run`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Headed, Json, NoReport, Recordings, Secrets
from askonce.cli.commands.screen_options import ScreenCommand, chosen_screen, names_screen
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()

_OVERRIDES = "askonce.overrides"
"""Where options such as `--web.user-agent` are kept in the context of a command."""
DOTTED = re.compile(r"--[a-z]+\.")
MANY = "Several files"
AGAIN = "Resume"

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        autocompletion=completion.offer_scripts,
        help="Scripts, programs, folders, patterns, or a batch file.",
    ),
]
Var = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Variable, JSON or text; NAME=@FILE reads a file.")
]
WorkFolder = Annotated[Path | None, typer.Option("--files", metavar="FOLDER", help="Folder for the files of programs.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Check everything and print what would run.")]
Concurrent = Annotated[
    int | None, typer.Option(min=1, metavar="NUMBER", rich_help_panel=MANY, help="How many run at the same time.")
]
ContinueOnError = Annotated[
    bool, typer.Option("--continue-on-error", rich_help_panel=MANY, help="Continue with the others when one fails.")
]
Retry = Annotated[
    int | None, typer.Option(min=0, metavar="NUMBER", rich_help_panel=MANY, help="How often to retry a failed one.")
]
ShareContext = Annotated[
    bool,
    typer.Option("--share-browser-context", rich_help_panel=MANY, help="Start each with the logins of those before."),
]
Setup = Annotated[
    str,
    typer.Option(metavar="FILE", rich_help_panel=MANY, help="Script to run first, in the shared context."),
]
KeepWindow = Annotated[bool, typer.Option("--keep-window", help="Leave the browser window open until Ctrl-C.")]
ShardOf = Annotated[
    str, typer.Option("--shard", metavar="N/OF", rich_help_panel=MANY, help="Run only one part, such as 2/5.")
]
Summary = Annotated[
    Path | None, typer.Option(metavar="FILE", rich_help_panel=MANY, help="Write the summary to this file.")
]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=MANY, help="Write JUnit XML to this file.")]
Resume = Annotated[
    str,
    typer.Option(
        metavar="[JOURNAL]",
        rich_help_panel=AGAIN,
        autocompletion=completion.offer_journals,
        help="Resume a program; default: the latest run.",
    ),
]
InterruptedLine = Annotated[
    Literal["", "done", "repeat"],
    typer.Option(metavar="ANSWER", rich_help_panel=AGAIN, help="Whether that line is done: done or repeat."),
]
ResumeFailed = Annotated[
    bool,
    typer.Option("--resume-failed", rich_help_panel=AGAIN, help="Run only what did not pass last time."),
]


class RunCommand(ScreenCommand):
    """Reads `--resume` without a journal as the latest one; typer options always need a value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], ""]
        named = [
            "--resume=latest" if word == "--resume" and (not after or after.startswith("-")) else word
            for word, after in zip(args, following, strict=False)
        ]
        return super().parse_args(ctx, _take_overrides(ctx, named))


def _take_overrides(ctx: Any, args: list[str]) -> list[str]:
    """The other words of a command line; options such as `--web.user-agent` are kept in the context."""
    if not any(DOTTED.match(word) for word in args):
        return args
    from askonce.script.target_overrides import read_overrides

    left, ctx.meta[_OVERRIDES] = read_overrides(args)
    return left


def given_overrides(context: typer.Context) -> dict[str, Any]:
    """The options of targets that were given on the command line, by kind."""
    return context.meta.get(_OVERRIDES, {})


@commands.command(
    "run",
    cls=RunCommand,
    panel="Run",
    examples=[
        "askonce run order.stp --url https://shop.example --var user=bob",
        "askonce run tests --concurrent 4 --continue-on-error --junit results.xml",
        "askonce run order.stp --url https://shop.example --resume",
    ],
)
def run_files(
    context: typer.Context,
    files: Files = None,
    headed: Headed = False,
    keep_window: KeepWindow = False,
    var: Var = None,
    secret: Secrets = None,
    recordings: Recordings = None,
    work_folder: WorkFolder = None,
    dry_run: DryRun = False,
    no_report: NoReport = False,
    as_json: Json = False,
    concurrent: Concurrent = None,
    continue_on_error: ContinueOnError = False,
    retry: Retry = None,
    share_browser_context: ShareContext = False,
    setup: Setup = "",
    shard: ShardOf = "",
    summary: Summary = None,
    junit: Junit = None,
    resume: Resume = "",
    interrupted_line: InterruptedLine = "",
    resume_failed: ResumeFailed = False,
) -> None:
    """Run scripts (.yaml) and programs (.stp) on web pages and other screens.

    Options of a target override those of scripts: --web.viewport-width 1920.

    Messages and answer of a program go to standard output. JSON fields: of a program outcome, answer, told, variables,
    usage, journal; of scripts the summary.
    """
    from askonce.cli import run_program
    from askonce.cli.recordings_option import RecordingsOption
    from askonce.cli.screen_agent import ScreenRun

    variables = run_program.read_variables(var or [], secret or [])
    screen = chosen_screen(context, headed=headed) if names_screen(context) else None
    place = ScreenRun(screen, headed=headed, recordings=RecordingsOption.read(recordings), report=not no_report)
    overrides = given_overrides(context)
    shares = share_browser_context or setup or keep_window or overrides
    is_batch = any((concurrent, continue_on_error, retry, shares, shard, summary, junit, resume_failed))
    if not is_batch and files and len(files) == 1 and run_program.is_program(files[0]):
        program = run_program.RunOptions(
            Path(files[0]), place, variables, resume, interrupted_line, work_folder, as_json, secret or ()
        )
        exit_with(lambda: (run_program.rehearse if dry_run else run_program.carry_out)(program, context.obj))
    from askonce.cli import run_batch  # loads all of scripts, which a program does without

    order = run_batch.BatchRunOptions(
        files=tuple(files or ()),
        place=place,
        variables=variables,
        concurrent=concurrent,
        retry=retry,
        continue_on_error=continue_on_error,
        share_browser_context=share_browser_context,
        setup=setup,
        keep_window=keep_window,
        overrides=overrides,
        shard=run_batch.read_shard(shard) if shard else None,
        summary=summary,
        junit=junit,
        resume=resume,
        resume_failed=resume_failed,
        work_folder=work_folder,
        as_json=as_json,
    )
    exit_with(lambda: (run_batch.rehearse if dry_run else run_batch.carry_out)(order, context.obj))
