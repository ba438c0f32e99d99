"""A line and its skeleton: each thing that is enclosed in quotes, braces, brackets or parentheses counts as one sign.

Phrases are matched against the skeleton, so that nothing inside quotes or braces can be mistaken for a keyword. Each
sign knows where it stands in the line, so that whatever is found has its place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import Literal

from askonce.diagnostics.location import Location
from askonce.lazy import dataclass, regex
from askonce.program.expression_tree import Reference
from askonce.program.parser.references import read_reference

PieceKind = Literal["quoted", "reference", "object", "list", "group", "odd"]
SIGNS: dict[PieceKind, str] = {
    "quoted": "\ue000",
    "reference": "\ue001",
    "object": "\ue002",
    "list": "\ue003",
    "group": "\ue004",
    "odd": "\ue005",
}
QUOTED, REFERENCE, OBJECT, LIST, GROUP, ODD = SIGNS.values()

_PLAIN = str.maketrans(
    "：，。；！？（）［］｛｝＝＋－＊／＞＜％、×÷−０１２３４５６７８９　\u00a0\t" + "".join(SIGNS.values()),
    ":,.;!?()[]{}=+-*/><%,*/-0123456789   " + "?" * len(SIGNS),
)
_CLOSERS = {'"': '"', "“": '”"', "”": "”", "„": '“”"', "`": "`", "「": "」", "『": "』", "'": "'’", "‘": "'’"}
_SINGLE_END = regex(r"(?<=[^\s])['’](?!\w)")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_KINDS: dict[str, PieceKind] = {"(": "group", "[": "list"}


@dataclass(frozen=True, slots=True)
class Piece:
    """Something enclosed, from its opening sign to behind its closing one."""

    kind: PieceKind
    start: int
    end: int
    reference: Reference | None = None


@dataclass(frozen=True, slots=True)
class Unclosed:
    sign: str
    at: int


@dataclass(frozen=True)
class Skeleton:
    source: str
    number: int
    column: int
    """The line's number, and the column at which `source` begins in it."""

    pieces: tuple[Piece, ...] = ()
    end: int = 0
    """Where the comment begins, if there is one."""

    unclosed: tuple[Unclosed, ...] = ()
    by_sign: dict[int, Piece] = field(default_factory=dict[int, Piece])
    starts: tuple[int, ...] = ()
    text: str = ""

    @cached_property
    def whole(self) -> SourceSpan:
        return SourceSpan(self, 0, len(self.text)).trimmed()


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A stretch of a skeleton."""

    skeleton: Skeleton
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.skeleton.text[self.start : self.end]

    @property
    def first(self) -> int:
        """Where it begins in the source."""
        return self.skeleton.starts[self.start]

    @property
    def last(self) -> int:
        """Where it ends in the source."""
        if self.end == self.start:
            return self.first
        piece = self.skeleton.by_sign.get(self.end - 1)
        return piece.end if piece else self.skeleton.starts[self.end - 1] + 1

    @property
    def source(self) -> str:
        return self.skeleton.source[self.first : self.last]

    @property
    def location(self) -> Location:
        return Location(self.skeleton.number, self.skeleton.column + self.first, max(1, self.last - self.first))

    @property
    def piece(self) -> Piece | None:
        """What it is, if it is one enclosed thing."""
        return self.skeleton.by_sign.get(self.start) if self.end - self.start == 1 else None

    @property
    def reference(self) -> Reference | None:
        return self.piece.reference if self.piece else None

    @property
    def inside(self) -> Skeleton:
        """The skeleton of what an enclosed thing encloses."""
        piece = self.skeleton.by_sign[self.start]
        source, column = self.skeleton.source, self.skeleton.column
        inner = source[piece.start + 1 : piece.end - 1]
        return read_skeleton(inner, self.skeleton.number, column + piece.start + 1, comments=False)

    def part(self, start: int, end: int) -> SourceSpan:
        return SourceSpan(self.skeleton, self.start + start, self.start + end)

    def trimmed(self, also: str = "") -> SourceSpan:
        """Without the spaces around it, and without these signs at its end."""
        text = self.text
        end = len(text.rstrip(" " + also))
        start = len(text) - len(text.lstrip()) if end else 0
        return self.part(min(start, end), end)

    def split(self, pattern: re.Pattern[str]) -> list[SourceSpan]:
        """Its parts between matches, trimmed."""
        parts: list[SourceSpan] = []
        start = 0
        for found in pattern.finditer(self.text):
            parts.append(self.part(start, found.start()).trimmed())
            start = found.end()
        return [*parts, self.part(start, len(self.text)).trimmed()]

    def references(self) -> Iterator[tuple[int, Reference]]:
        for index in range(self.start, self.end):
            piece = self.skeleton.by_sign.get(index)
            if piece and piece.reference:
                yield index, piece.reference


def read_skeleton(source: str, number: int, column: int, *, comments: bool = True) -> Skeleton:
    """Find what is enclosed in a line. It never fails; unclosed signs are noted."""
    scan = _Scan(source, number, column, comments)
    scan.run()
    signs: list[str] = []
    starts: list[int] = []
    by_sign: dict[int, Piece] = {}
    at = 0
    for piece in (*scan.outermost(), None):
        upto = piece.start if piece else scan.end
        signs.append(scan.plain[at:upto])
        starts.extend(range(at, upto))
        if piece:
            by_sign[len(starts)] = piece
            signs.append(SIGNS[piece.kind])
            starts.append(piece.start)
            at = piece.end
    starts.append(scan.end)
    outer = tuple(by_sign.values())
    return Skeleton(
        source, number, column, outer, scan.end, tuple(scan.unclosed), by_sign, tuple(starts), "".join(signs)
    )


class _Scan:
    """One pass over a line."""

    def __init__(self, source: str, number: int, column: int, comments: bool) -> None:
        self.source = source
        self.plain = source.translate(_PLAIN)
        self.number = number
        self.column = column
        self.comments = comments
        self.end = len(source)
        self.pieces: list[Piece] = []
        self.unclosed: list[Unclosed] = []
        self._open: list[tuple[str, int]] = []
        self._single_ends = [found.start() for found in _SINGLE_END.finditer(source)]

    def run(self) -> None:
        at = 0
        while at < len(self.source):
            sign = self.plain[at]
            if sign == "#" and self.comments and self._is_comment(at):
                self.end = at
                break
            if sign in _CLOSERS:
                at = self._quote(at, sign)
                continue
            if sign in "([{":
                self._open.append((sign, at))
            elif sign in _BRACKETS:
                self._close(at, _BRACKETS[sign])
            at += 1
        self.unclosed += [Unclosed("{", at) for sign, at in self._open if sign == "{"]

    def outermost(self) -> Iterator[Piece]:
        end = 0
        for piece in sorted(self.pieces, key=lambda piece: (piece.start, -piece.end)):
            if piece.start >= end:
                yield piece
                end = piece.end

    def _is_comment(self, at: int) -> bool:
        """A number sign before a digit or a brace ("issue #5") is a comment only at the start of a line."""
        if at == 0 or not self.plain[:at].strip():
            return True
        behind, ahead = self.plain[at - 1], self.plain[at + 1 : at + 2]
        return behind in " :" and not (ahead.isdigit() or ahead == "{")

    def _quote(self, at: int, sign: str) -> int:
        """Behind the quote that begins here, or behind the sign if none does."""
        if sign in "'‘":
            end = self._single_end(at)
        else:
            end = self._double_end(at, _CLOSERS[sign])
            if end is None and sign not in "`”":
                self.unclosed.append(Unclosed(sign, at))
        if end is None:
            return at + 1
        self.pieces.append(Piece("quoted", at, end + 1))
        return end + 1

    def _single_end(self, at: int) -> int | None:
        behind, ahead = self.source[at - 1 : at], self.source[at + 1 : at + 2]
        if (behind and (behind.isalnum() or behind in '_}"”)')) or not ahead.strip():
            return None
        index = bisect_left(self._single_ends, at + 2)
        return self._single_ends[index] if index < len(self._single_ends) else None

    def _double_end(self, at: int, closers: str) -> int | None:
        end = at + 1
        while end < len(self.source):
            if self.source[end] == "\\":
                end += 1
            elif self.source[end] in closers:
                return end
            end += 1
        return None

    def _close(self, at: int, opener: str) -> None:
        index = next((n for n in range(len(self._open) - 1, -1, -1) if self._open[n][0] == opener), None)
        if index is None:
            return
        start = self._open[index][1]
        del self._open[index:]
        if opener == "{":
            self.pieces.append(self._braced(start, at + 1))
        else:
            self.pieces.append(Piece(_KINDS[opener], start, at + 1))

    def _braced(self, start: int, end: int) -> Piece:
        inner = self.source[start + 1 : end - 1]
        location = Location(self.number, self.column + start, end - start)
        if reference := read_reference(inner, location):
            return Piece("reference", start, end, reference)
        begins = inner.strip()[:1]
        return Piece("object" if not begins or begins in "\"“'‘{[" else "odd", start, end)
