"""Calls of Midscene's methods in JavaScript and TypeScript, with the Python for each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from askonce.cli.migration.difference import Difference

SUFFIXES = frozenset({".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"})
_TOKEN = re.compile(
    r"""(?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|/\*.*?\*/|//[^\n]*""", re.DOTALL
)
"""A text, in which slashes mean nothing, or a comment."""


def javascript_calls(text: str, file: str) -> Iterator[Difference]:
    """The calls in a source file, in their order. A file that never names Midscene or one of its methods has none."""
    if "midscene" not in text.lower() and not re.search(r"\bai[A-Z]\w+\s*\(", text):
        return
    for found in _calls().finditer(_without_comments(text)):
        name = found["method"] or found["made"] or found["called"]
        line = text.count("\n", 0, found.start(found.lastgroup or 0)) + 1
        yield Difference(file, line, name, f"{name}(…) is {_methods()[name]}", effect="differs")


def _without_comments(text: str) -> str:
    """The same text with blanks in place of comments, so that places stay."""
    return _TOKEN.sub(lambda found: found.group() if found["text"] else re.sub(r"[^\n]", " ", found.group()), text)


@cache
def _methods() -> Mapping[str, str]:
    return json.loads((files("askonce.cli.migration") / "midscene_methods.json").read_text("utf-8"))


@cache
def _calls() -> re.Pattern[str]:
    """A method of something, one of the fixture's functions that is awaited, or a class or function that makes one."""
    methods = [name for name in _methods() if re.match(r"_|ai|(?!agentF)[a-z]", name)]
    made = [name for name in _methods() if name not in methods]
    generic = r"\s*(?:<[^()]*?>)?\s*\("
    return re.compile(
        rf"\.\s*(?P<method>{'|'.join(sorted(methods, key=len, reverse=True))}){generic}"
        rf"|\bawait\s+(?P<called>{'|'.join(sorted(methods, key=len, reverse=True))}){generic}"
        rf"|(?<!function )\b(?P<made>{'|'.join(sorted(made, key=len, reverse=True))}){generic}"
    )
