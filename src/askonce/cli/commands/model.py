"""`askonce model`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Json
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands(
    "model",
    panel="Set up",
    help="Test the configured models.",
    examples=["askonce model verify", "askonce model verify --name gpt-5"],
)


@commands.callback()
def model() -> None:
    """Test the configured models."""


@commands.command(
    examples=[
        "askonce model verify",
        "askonce model verify --role planning --json",
        "askonce model verify --name qwen3-vl --base-url http://127.0.0.1:11434/v1",
    ],
)
def verify(
    context: typer.Context,
    role: Annotated[str, typer.Option(metavar="ROLE", help="Only the model for default, planning or insight.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Test this model instead, with the configured key.")] = "",
    base_url: Annotated[str, typer.Option(metavar="URL", help="Test it at this address.")] = "",
    family: Annotated[str, typer.Option(metavar="FAMILY", help="Test it as a model of this family.")] = "",
    as_json: Json = False,
) -> None:
    """Test whether the model can do what runs need, and explain what is wrong if it cannot.

    Asks about six questions on text, images, positions and plans, and prints what they cost. Exit code 1 if the model
    cannot be used with these settings. JSON fields: good, models (name, base_url, roles, family, good, trials, calls,
    tokens, cost, seconds).
    """
    from askonce.cli.verify.verification import verify as verify_models
    from askonce.cli.verify.verified_model import VerifyOptions

    options = VerifyOptions(role=role, name=name, base_url=base_url, family=family)
    exit_with(lambda: verify_models(context.obj, options, as_json=as_json))
