"""Small pages, each with a text that is to be judged: see `tests/pages/specimens.txt`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent.parent / "pages" / "specimens.txt"
_LINE = re.compile(r"([+~?-]) (.+?) :: (.+)")


@dataclass(frozen=True)
class Specimen:
    group: str
    mark: str
    words: str
    body: str

    @property
    def page(self) -> str:
        return f"<!doctype html><style>body {{ font: 16px sans-serif }}</style>{self.body}"

    def allows(self, verdict: bool | None) -> bool:
        """Whether this may be the verdict on "the words are visible"."""
        return verdict in {"+": (True,), "~": (True, None), "-": (False, None), "?": (None,)}[self.mark]


def read_specimens() -> list[Specimen]:
    group, specimens = "", list[Specimen]()
    for line in _FILE.read_text("utf-8").splitlines():
        if line.startswith("["):
            group = line.strip("[]")
        elif found := _LINE.fullmatch(line):
            specimens.append(Specimen(group, found[1], found[2], found[3].replace("{}", found[2])))
    return specimens
