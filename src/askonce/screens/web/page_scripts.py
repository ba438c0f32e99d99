"""The JavaScript that runs in pages: files of plain functions beside this one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def script(call: str, *parts: str) -> str:
    """A function of one argument that calls `call`, which one of the `parts` (names of files) declares.

    All of them can write JSON, with `asJson`.
    """
    sources = "\n".join(_source(part) for part in ("json", *parts))
    return f"(argument) => {{\n{sources}\nreturn {call}(argument);\n}}"


@cache
def _source(part: str) -> str:
    return (files("askonce.screens.web") / f"{part}.js").read_text(encoding="utf-8")
