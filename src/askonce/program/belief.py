"""Belief: what a run holds true but may not see at the moment. Few entries, each with its evidence.

An entry that came with an action depends on what the action was expected to bring. If that is not met, the entry is in
doubt until a reply confirms or removes it. `step_context` shows the belief to the planner; several entries in doubt
lead to a replan (`replan.MOST_DOUBTS`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast, get_args

from askonce.lazy import dataclass, regex

BeliefKind = Literal["fact", "hypothesis", "progress"]
Status = Literal["open", "confirmed", "doubted"]

MOST_ENTRIES = 16
MOST_TEXT = 160
MOST_CHANGES = 8
"""A reply with more lines than this copies the belief instead of changing it."""

_CHANGE = regex(r"\s*(?:(?P<sign>[-!])\s*b?(?P<number>[0-9]{1,6})\b.*|\+\s*(?P<text>\S.*))", re.DOTALL)
_KIND = regex(rf"({'|'.join(get_args(BeliefKind))})\s*:\s*(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BeliefEntry:
    number: int
    text: str
    kind: BeliefKind
    evidence: str
    """The line it comes from, with its passes."""
    status: Status = "open"
    depends: tuple[str, ...] = ()
    """The expectations that it depends on, in words."""
    verified: str = ""
    """The line where it was last confirmed."""

    def line(self) -> str:
        seen = f", seen at {self.verified}" if self.verified and self.verified != self.evidence else ""
        return f"{self.kind}, {self.status}, from {self.evidence}{seen}"


@dataclass(frozen=True, slots=True)
class Belief:
    """The entries, oldest first."""

    entries: tuple[BeliefEntry, ...] = ()
    last: int = 0
    """The number of the newest entry so far."""

    @property
    def doubted(self) -> tuple[BeliefEntry, ...]:
        return tuple(entry for entry in self.entries if entry.status == "doubted")


def change_belief(
    belief: Belief, lines: Sequence[str], expects: Sequence[str], evidence: str
) -> tuple[Belief, tuple[str, ...]]:
    """The belief after the lines of a reply, and remarks about lines that could not be used.

    `+ text` adds an entry (`+ progress: text` with its kind), `-3` takes entry 3 back, `!3` confirms it.
    """
    remarks: list[str] = []
    for line in filter(str.strip, lines[:MOST_CHANGES]):
        found = _CHANGE.fullmatch(line.strip("\r\n"))
        if found is None:
            remarks.append("a line of <belief> was not used: it begins with neither +, - nor !")
        elif found["text"] is not None:
            belief = _add(belief, found["text"], tuple(expects), evidence)
        else:
            belief, remark = _settle(belief, found["sign"], int(found["number"]), evidence)
            remarks += filter(None, (remark,))
    if len(lines) > MOST_CHANGES:
        remarks.append(f"only {MOST_CHANGES} lines of <belief> were used: name changes only, not all that you believe")
    return belief, tuple(dict.fromkeys(remarks))


def verify_belief(belief: Belief, held: Sequence[str], unmet: Sequence[str], evidence: str) -> Belief:
    """Doubt an entry if one of its expectations is not met; confirm it if all are met."""

    def judged(entry: BeliefEntry) -> BeliefEntry:
        if not entry.depends:
            return entry
        if any(expectation in unmet for expectation in entry.depends):
            return replace(entry, status="doubted")
        if all(expectation in held for expectation in entry.depends):
            return replace(entry, status="confirmed", depends=(), verified=evidence)
        return entry

    return replace(belief, entries=tuple(map(judged, belief.entries)))


def _add(belief: Belief, text: str, expects: tuple[str, ...], evidence: str) -> Belief:
    named = _KIND.match(text)
    # What comes with an expectation is not seen yet; what comes without was read off the screen.
    kind = cast("BeliefKind", named[1].lower()) if named else "hypothesis" if expects else "fact"
    fact = _cut(" ".join((text[named.end() :] if named else text).split()))
    known = next((entry for entry in belief.entries if entry.text.casefold() == fact.casefold()), None)
    if known is not None:
        again = replace(known, depends=expects, status="open" if known.status == "doubted" else known.status)
        return _put(belief, again)
    entry = BeliefEntry(belief.last + 1, fact, kind, evidence, depends=expects)
    return Belief(_bounded((*belief.entries, entry)), entry.number)


def _settle(belief: Belief, sign: str, number: int, evidence: str) -> tuple[Belief, str]:
    entry = next((entry for entry in belief.entries if entry.number == number), None)
    if entry is None:
        return belief, f"there is no belief b{number}"
    if sign == "-":
        return replace(belief, entries=tuple(other for other in belief.entries if other is not entry)), ""
    return _put(belief, replace(entry, status="confirmed", depends=(), verified=evidence)), ""


def _put(belief: Belief, entry: BeliefEntry) -> Belief:
    return replace(belief, entries=tuple(entry if older.number == entry.number else older for older in belief.entries))


def _bounded(entries: tuple[BeliefEntry, ...]) -> tuple[BeliefEntry, ...]:
    """Unconfirmed hypotheses go first, oldest first; then the two oldest entries of a kind are joined."""
    if len(entries) <= MOST_ENTRIES:
        return entries
    guess = next((entry for entry in entries if entry.kind == "hypothesis" and entry.status != "confirmed"), None)
    if guess is not None:
        return tuple(entry for entry in entries if entry is not guess)
    for first in entries:
        second = next((entry for entry in entries if entry.kind == first.kind and entry is not first), None)
        if second is not None:
            kept = replace(second, text=_joined(first.text, second.text))
            return tuple(kept if entry is second else entry for entry in entries if entry is not first)
    return entries[1:]


def _joined(older: str, newer: str) -> str:
    """Two texts as one; of the older one only as much as there is room for."""
    room = MOST_TEXT - len(newer) - 2
    return f"{_cut(older, room)}; {newer}" if room > 20 else newer


def _cut(text: str, most: int = MOST_TEXT) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
