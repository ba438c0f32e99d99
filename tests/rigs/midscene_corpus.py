"""The corpus of Midscene's scripts: one file for each feature, with comments that say what is expected of it.

The first comment says what the feature is. Those behind it:

    # remark: TEXT    a warning that has TEXT in it, one line for each, in the order of the file; there are no others
    # refused: TEXT   an error that has TEXT in it, where the file is no script on its own
    # result: JSON    it is played, and these are its results; "…" stands for any value
    # ends: KIND      how playing ends, where it is not a success
    # error: TEXT     a part of the error it ends with
    # output: PATH    the file of its results, in the folder ${OUT}
    # report: none    it writes no report
    # played: long    others show the same: it is played with the long tests
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

HOME = Path(__file__).parents[1] / "script"
"""Where they are played: paths in them begin there."""
CORPUS = HOME / "midscene_corpus"
ANY = "…"
_NOTE = re.compile(r"# (remark|refused|result|ends|error|output|report|played): (.+)")


@dataclass(frozen=True)
class Sample:
    """A script of the corpus."""

    path: Path
    title: str
    notes: Mapping[str, list[str]]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def is_played(self) -> bool:
        return "result" in self.notes

    @property
    def result(self) -> Any:
        return json.loads(self.note("result"))

    def note(self, kind: str, otherwise: str = "") -> str:
        return next(iter(self.notes.get(kind, ())), otherwise)


def read_sample(path: Path) -> Sample:
    head, *rest = path.read_text("utf-8").splitlines()
    notes: dict[str, list[str]] = {}
    for line in takewhile(lambda line: line.startswith("# "), rest):
        found = _NOTE.fullmatch(line)
        assert found, f"{path.name}: no such note: {line}"
        notes.setdefault(found[1], []).append(found[2])
    return Sample(path, head.removeprefix("# "), notes)


def samples() -> list[Sample]:
    return [read_sample(path) for path in sorted(CORPUS.glob("*.yaml"))]


def environment(out: Path) -> dict[str, str]:
    """The variables that the scripts refer to."""
    return {"BOARD": "board", "OUT": str(out), "VISITOR": "Ada", "SHOP_MODEL_KEY": "key-of-nobody"}


def fits(expected: object, actual: object) -> bool:
    """Whether a value is as expected; "…" fits any."""
    if expected == ANY:
        return True
    if isinstance(expected, dict) and isinstance(actual, dict):
        wanted, given = cast("dict[str, object]", expected), cast("dict[str, object]", actual)
        return wanted.keys() == given.keys() and all(fits(value, given[key]) for key, value in wanted.items())
    if isinstance(expected, list) and isinstance(actual, list):
        values, others = cast("list[object]", expected), cast("list[object]", actual)
        return len(values) == len(others) and all(map(fits, values, others))
    return type(expected) is type(actual) and expected == actual


_FREE = {"extraHTTPHeaders", "appNameMapping", "aiQuery", "modelConfig", "reportAttributes", "param", "data"}
"""Keys below which users choose the names."""


def keys_in(value: object) -> Iterator[str]:
    """All keys of a script that are Midscene's."""
    if isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            yield key
            if key not in _FREE:
                yield from keys_in(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from keys_in(inner)
