"""`askonce report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Open
from askonce.cli.help import Commands, HelpCommand
from askonce.cli.interrupts import exit_with
from askonce.errors import ConfigError

commands = Commands()

MERGE = "merge"
OTHERS = "Other formats; the page is then written only with --out or --open"
_TEXTS = ("--markdown", "--issue", "--json")


def _offer(incomplete: str) -> list[str]:
    words = [word for word in (MERGE, "latest") if incomplete and word.startswith(incomplete)]
    return [*words, *completion.offer_traces(incomplete)]


def _form(name: str, help: str) -> Any:
    return typer.Option(name, metavar="[=FILE]", rich_help_panel=OTHERS, help=help)


class ReportCommand(HelpCommand):
    """A format without a file goes to standard output; a file needs `=`, since the next word can be a run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for word in args:
            if word in {f"{option}=" for option in (*_TEXTS, "--junit", "--film", "--out")}:
                raise ConfigError(f"{word} has no file name", remedy="add one, or omit the =; was a variable empty?")
        return super().parse_args(ctx, [f"{word}=-" if word in _TEXTS else word for word in args])


@commands.command(
    cls=ReportCommand,
    panel="See",
    examples=[
        "askonce report --open",
        "askonce report merge askonce_run/traces -o suite.html --junit suite.xml",
        "askonce report latest --markdown >> $GITHUB_STEP_SUMMARY",
    ],
)
def report(
    context: typer.Context,
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[merge] [RUN...]",
            autocompletion=_offer,
            help="Folders of runs, or JSON reports; default: the latest run.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the page to this file.")
    ] = None,
    open_report: Open = False,
    folder: Annotated[
        bool | None, typer.Option("--folder/--no-folder", help="Keep images beside the page; default: if many.")
    ] = None,
    markdown: Annotated[str, _form("--markdown", "Markdown, for a pull request.")] = "",
    issue: Annotated[str, _form("--issue", "First failure as Markdown for an issue.")] = "",
    link: Annotated[
        str, typer.Option(metavar="URL", rich_help_panel=OTHERS, help="Address of the page, for links in Markdown.")
    ] = "",
    junit: Annotated[
        str, typer.Option(metavar="FILE", rich_help_panel=OTHERS, help="JUnit XML, for CI; - is standard output.")
    ] = "",
    as_json: Annotated[str, _form("--json", "Everything; its schema: askonce schema report.")] = "",
    film: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=OTHERS, help="Animation of the run, .webp or .mp4."),
    ] = None,
) -> None:
    """Write the report of a run, even if it was killed; with merge, one report of several runs, failures first.

    Texts without a file go to standard output. A folder named merge is ./merge.
    """
    from askonce.cli.report_outputs import ReportOptions, carry_out

    named = tuple(runs or ())
    is_merge = named[:1] == (MERGE,)
    order = ReportOptions(
        runs=named[1:] if is_merge else named,
        is_merge=is_merge,
        out=out,
        open_report=open_report,
        folder=folder,
        markdown=markdown,
        issue=issue,
        junit=junit,
        json=as_json,
        film=film,
        link=link,
    )
    exit_with(lambda: carry_out(order, context.obj))
