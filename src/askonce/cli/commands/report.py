"""`askonce report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Open
from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands, HelpCommand
from askonce.errors import ConfigError

commands = Commands()

MERGE = "merge"
OTHERS = "Other forms, without the page unless that is named too"
_TEXTS = ("--markdown", "--json")


def _offer(incomplete: str) -> list[str]:
    words = [word for word in (MERGE, "latest") if incomplete and word.startswith(incomplete)]
    return [*words, *completion.offer_traces(incomplete)]


def _form(name: str, help: str) -> Any:
    return typer.Option(name, metavar="[=FILE]", rich_help_panel=OTHERS, help=help)


class ReportCommand(HelpCommand):
    """Takes a form without a file for standard output; a file is named with `=`, since the next word may be a run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for one in args:
            if one in {f"{option}=" for option in (*_TEXTS, "--junit", "--film", "--out")}:
                raise ConfigError(f"{one} names no file", remedy="was a variable empty? name one, or leave the = out")
        return super().parse_args(ctx, [f"{one}=-" if one in _TEXTS else one for one in args])


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
            help="Folders of runs, or reports as JSON. The latest run when none is named.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write the page.")] = None,
    open_report: Open = False,
    folder: Annotated[
        bool | None, typer.Option("--folder/--no-folder", help="Pictures beside the page; when not said, if many.")
    ] = None,
    markdown: Annotated[str, _form("--markdown", "For a pull request.")] = "",
    link: Annotated[
        str, typer.Option(metavar="URL", rich_help_panel=OTHERS, help="Where the page is, for links in Markdown.")
    ] = "",
    junit: Annotated[
        str, typer.Option(metavar="FILE", rich_help_panel=OTHERS, help="JUnit XML, for CI; - is standard output.")
    ] = "",
    as_json: Annotated[str, _form("--json", "All of it; askonce schema report tells its form.")] = "",
    film: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=OTHERS, help="The run as an animation, .webp or .mp4."),
    ] = None,
) -> None:
    """Write the report of a run, also of one that was killed; with merge, of several runs in one, failures first.

    Markdown and JSON without a file go to standard output. A folder that is called merge is named as ./merge.
    """
    from askonce.cli.report_outputs import Order, carry_out

    named = tuple(runs or ())
    is_merge = named[:1] == (MERGE,)
    order = Order(
        runs=named[1:] if is_merge else named,
        is_merge=is_merge,
        out=out,
        open_report=open_report,
        folder=folder,
        markdown=markdown,
        junit=junit,
        json=as_json,
        film=film,
        link=link,
    )
    exit_with(lambda: carry_out(order, context.obj))
