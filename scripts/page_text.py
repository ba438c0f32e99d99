"""Markdown for the generated pages: tables, and the docstrings that stand below fields."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, with an empty line behind it; nothing where there are no rows."""
    lines = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), *lines, "", ""])


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def code(text: object) -> str:
    return f"`{text}`"


def sentence(text: str) -> str:
    """A note such as "the key for it" as a sentence."""
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}" + ("" if not text or text.endswith((".", "?", "…")) else ".")


def documentation(thing: object) -> str:
    """The docstring, without its example."""
    return inspect.cleandoc(thing.__doc__ or "").partition("\n\n>>> ")[0]


def field_notes(kind: type) -> dict[str, str]:
    """What stands below the fields of a class, in its source."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    notes: dict[str, str] = {}
    name = ""
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and name:
            notes[name] = str(node.value.value)
            name = ""
        else:
            name = ""
    return notes
