"""Prompt texts: one file each under `files/`, with `$name` slots."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template


def prompt(name: str, **slots: str) -> str:
    """The prompt text `name` with its slots filled. A slot without a value is an error in the caller."""
    return _template(name).substitute(slots)


@cache
def _template(name: str) -> Template:
    return Template((files("askonce.prompts") / "files" / f"{name}.txt").read_text("utf-8").strip())
