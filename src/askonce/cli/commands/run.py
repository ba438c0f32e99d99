"""`askonce run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Headed, Json, NoReport, Recordings, Secrets
from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands, HelpCommand

commands = Commands()

MANY = "Several"
AGAIN = "Again"

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        autocompletion=completion.offer_scripts,
        help="Scripts, programs, folders, patterns, or a batch file.",
    ),
]
Url = Annotated[str, typer.Option(metavar="URL", help="The page to start on, not what scripts say.")]
Var = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="A variable, JSON or text; NAME=@FILE reads a file.")
]
WorkFolder = Annotated[
    Path | None, typer.Option("--files", metavar="FOLDER", help="Where programs read and write their files.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Check everything and tell what would be done.")]
Concurrent = Annotated[
    int | None, typer.Option(min=1, metavar="NUMBER", rich_help_panel=MANY, help="How many at the same time.")
]
ContinueOnError = Annotated[
    bool, typer.Option("--continue-on-error", rich_help_panel=MANY, help="Go on with the others when one fails.")
]
Retry = Annotated[
    int | None, typer.Option(min=0, metavar="NUMBER", rich_help_panel=MANY, help="How often a failed one is repeated.")
]
ShardOf = Annotated[
    str, typer.Option("--shard", metavar="N/OF", rich_help_panel=MANY, help="One share of them only, such as 2/5.")
]
Summary = Annotated[
    Path | None, typer.Option(metavar="FILE", rich_help_panel=MANY, help="Where the summary is written.")
]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=MANY, help="Where JUnit XML is written.")]
Resume = Annotated[
    str,
    typer.Option(
        metavar="[JOURNAL]",
        rich_help_panel=AGAIN,
        autocompletion=completion.offer_journals,
        help="Go on where a program was interrupted, the last one.",
    ),
]
ResumeFailed = Annotated[
    bool,
    typer.Option("--resume-failed", rich_help_panel=AGAIN, help="Only what did not pass by the last summary."),
]


class RunCommand(HelpCommand):
    """Takes `--resume` without a journal for the latest one; an option of typer cannot go without its value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], ""]
        named = [
            "--resume=latest" if one == "--resume" and (not after or after.startswith("-")) else one
            for one, after in zip(args, following, strict=False)
        ]
        return super().parse_args(ctx, named)


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
    url: Url = "",
    headed: Headed = False,
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
    shard: ShardOf = "",
    summary: Summary = None,
    junit: Junit = None,
    resume: Resume = "",
    resume_failed: ResumeFailed = False,
) -> None:
    """Run scripts (.yaml) and programs (.stp) on web pages.

    What a program tells and its answer go to standard output. JSON: outcome, answer, told, variables, usage, journal of
    a program; the summary of scripts.
    """
    from askonce.cli import run_batch, run_program
    from askonce.cli.page_agent import Place

    variables = run_program.read_variables(var or [], secret or [])
    place = Place(url, headed=headed, recordings=recordings, report=not no_report)
    is_batch = any((concurrent, continue_on_error, retry, shard, summary, junit, resume_failed))
    if not is_batch and files and len(files) == 1 and run_program.is_program(files[0]):
        program = run_program.RunOptions(Path(files[0]), place, variables, resume, work_folder, as_json)
        exit_with(lambda: (run_program.rehearse if dry_run else run_program.carry_out)(program, context.obj))
    order = run_batch.Order(
        files=tuple(files or ()),
        place=place,
        variables=variables,
        concurrent=concurrent,
        retry=retry,
        continue_on_error=continue_on_error,
        shard=run_batch.read_shard(shard) if shard else None,
        summary=summary,
        junit=junit,
        resume=resume,
        resume_failed=resume_failed,
        work_folder=work_folder,
        as_json=as_json,
    )
    exit_with(lambda: (run_batch.rehearse if dry_run else run_batch.carry_out)(order, context.obj))
