"""`askonce model`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Json
from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands

commands = Commands(
    help="Find out about the models that are asked.",
    examples=["askonce model verify", "askonce model verify --name gpt-5"],
)


@commands.callback()
def model() -> None:
    """Find out about the models that are asked."""


@commands.command(
    examples=[
        "askonce model verify",
        "askonce model verify --role planning --json",
        "askonce model verify --name qwen3-vl --base-url http://127.0.0.1:11434/v1",
    ],
)
def verify(
    context: typer.Context,
    role: Annotated[str, typer.Option(metavar="ROLE", help="Only the one for default, planning or insight.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Try this model instead, with the key that is set.")] = "",
    base_url: Annotated[str, typer.Option(metavar="URL", help="Try it at this address.")] = "",
    family: Annotated[str, typer.Option(metavar="FAMILY", help="Try it as one of this family.")] = "",
    as_json: Json = False,
) -> None:
    """Try whether the model can do what runs ask of it, and say what is wrong if it cannot.

    About six questions on text, pictures, places and plans, with what they cost. Exit code 1 when the model cannot be
    used as it is set.
    JSON: good, and models (name, base_url, roles, family, good, trials, calls, tokens, cost, seconds).
    """
    from askonce.cli.verify.verification import verify as verify_models
    from askonce.cli.verify.verified_model import VerifyOptions

    options = VerifyOptions(role=role, name=name, base_url=base_url, family=family)
    exit_with(lambda: verify_models(context.obj, options, as_json=as_json))
