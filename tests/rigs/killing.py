"""Runs a program in processes that are killed one after the other, until one of them comes to its end."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

from killed_run import ASKS, RUN
from perfect_reader.programs import contacts_program, plain_contacts_program

from askonce.testing.apps import Contact, SampleApps, TextMessage

CHILD = Path(__file__).with_name("killed_run.py")
_LOOK = 0.001
_LONGEST_LIFE = 600.0
_MOST_LINES, _MOST_ACTIONS = 30, 8
_PACE = {"browser": 0.2, "plain": 0.02}
"""About how many seconds an action takes."""

ScreenKind = Literal["browser", "plain"]
ModelName = Literal["embedded", "reader"]
Answer = Literal["", "done", "repeat"]


@dataclass(frozen=True, slots=True)
class Lives:
    """What came of a run that was killed again and again."""

    kills: int
    asked: int
    """How often the run stopped to ask whether a line is done."""
    last: Mapping[str, int]
    """How often a kill came after which kind of line in the journal. After "acting", nobody knows what was done."""
    contacts: tuple[Contact, ...]
    messages: tuple[TextMessage, ...]
    """What the apps hold at the end, in order of arrival."""


def run_with_kills(
    persons: tuple[Contact, ...],
    folder: Path,
    *,
    kills: int,
    seed: int,
    screen: ScreenKind = "browser",
    model: ModelName = "reader",
    in_store: bool = False,
) -> Lives:
    """Run the contacts program; kill it at most so often, at moments that `seed` decides.

    When the run stops to ask whether a line is done, it is told what the apps hold. With `in_store`, the journal lies
    in the store of a fleet, and each life has a folder of its own.
    """
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "contacts.stp"
    store = folder / "store" if in_store else None
    journal = StoredJournal(store) if store else Journal(folder / "runs")
    life = count(1)
    with SampleApps() as apps:
        embedded = model == "embedded"
        text = plain_contacts_program(persons, apps.url) if embedded else contacts_program(persons)
        program.write_text(text, "utf-8")
        arguments = [sys.executable, str(CHILD), screen, model, apps.url, str(program)]
        last: Counter[str] = Counter()
        asked, answer = 0, ""

        def made() -> int:
            return len(apps.contacts) + len(apps.messages)

        while True:
            moment = _moment(chance, _PACE[screen], made) if last.total() < kills else _never
            runs = folder / (f"life-{next(life)}" if store else "runs")
            end = _live([*arguments, str(runs), answer, str(store or "")], journal, moment)
            if end is None:
                last[journal.kinds[-1] if journal.kinds else "nothing"] += 1
                if "undone" in journal.latest or "did" in journal.latest:
                    answer = ""
            elif end:
                asked += 1
                answer = "done" if end in _entries(apps) else "repeat"
            else:
                return Lives(last.total(), asked, last, apps.contacts, apps.messages)


def _entries(apps: SampleApps) -> set[str]:
    return {f"contact {one.phone}" for one in apps.contacts} | {f"message {one.to}" for one in apps.messages}


class Journal:
    """The lines that a run has written down, followed while they come."""

    def __init__(self, runs: Path) -> None:
        self.runs = runs
        self.kinds: list[str] = []
        self.before = 0
        self._read = 0
        self._path: Path | None = None

    @property
    def latest(self) -> Sequence[str]:
        """The lines of this life."""
        return self.kinds[self.before :]

    def follow(self) -> None:
        self._path = self._path or next(self.runs.glob("traces/*/journal.jsonl"), None)
        if self._path is None or self._path.stat().st_size == self._read:
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if line.endswith(b"\n"):
                    self._read += len(line)
                    self.kinds += re.findall(r'^\["(\w+)"', line.decode())


class StoredJournal(Journal):
    """The same, in the store of a fleet."""

    def follow(self) -> None:
        groups = sorted(self.runs.glob(f"journals/{RUN}/*/*.jsonl"))
        for group in groups[self._read :]:
            self.kinds += re.findall(r'^\["(\w+)"', group.read_text("utf-8"), re.MULTILINE)
        self._read = len(groups)


Moment = Callable[[Sequence[str], float], bool]
"""Whether it is time to kill, by the lines of this life and the seconds since the first of them."""


def _never(kinds: Sequence[str], seconds: float) -> bool:
    return False


def _moment(chance: random.Random, pace: float, made: Callable[[], int]) -> Moment:
    """So many lines after the start of a life, so many seconds after its first line, in the midst of an action, or as
    soon as an entry has reached the apps, which is when nobody else knows of it."""
    way = chance.randrange(4)
    lines, seconds = chance.randint(1, _MOST_LINES), chance.uniform(0, pace * 15)
    actions, midst = chance.randint(1, _MOST_ACTIONS), chance.uniform(0, pace * 0.75)
    entries, begun = made(), 0.0

    def is_now(kinds: Sequence[str], passed: float) -> bool:
        nonlocal begun
        match way:
            case 0:
                return len(kinds) >= lines
            case 1:
                return bool(kinds) and passed >= seconds
            case 2:
                if not begun and kinds.count("acting") >= actions:
                    begun = passed
                return bool(begun) and passed - begun >= midst
            case _:
                return made() > entries

    return is_now


def _live(arguments: Sequence[str], journal: Journal, is_now: Moment) -> str | None:
    """One life: None if it was killed, the entry in question if it stopped to ask, else nothing."""
    journal.follow()
    journal.before, started, first = len(journal.kinds), time.monotonic(), 0.0
    with TemporaryFile() as said, subprocess.Popen(arguments, stderr=said) as child:
        while True:
            try:
                child.wait(_LOOK)
                break
            except subprocess.TimeoutExpired:
                journal.follow()
            now = time.monotonic()
            kinds = journal.latest
            first = first or (now if kinds else 0.0)
            if is_now(kinds, now - first) or now - started > _LONGEST_LIFE:
                child.kill()
                child.wait()
                journal.follow()
                if now - started > _LONGEST_LIFE:
                    raise TimeoutError(f"a run was not done after {_LONGEST_LIFE:g} seconds; it wrote {kinds[-5:]}")
                return None
        said.seek(0)
        written = said.read().decode()
        if child.returncode == ASKS:
            return written.splitlines()[-1]
        if child.returncode:
            raise RuntimeError(f"the run failed: {written[-3000:]}")
    return ""
