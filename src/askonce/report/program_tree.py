"""The lines of programs as a tree: blocks under headers, passes under loops, functions under their calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from askonce.lazy import dataclass, regex
from askonce.report.document import ReportedAssignment
from askonce.report.document_builder import NodeDraft
from askonce.report.evidence_reader import reported_source
from askonce.trace import (
    Assigned,
    Believed,
    LineEnded,
    LineStarted,
    OfProgram,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    Told,
)

_CONDITION = regex(r"\s*(if|else|elif|otherwise)\b|\s*(如果|否则)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _OpenLine:
    """A line under which others may stand."""

    draft: NodeDraft
    line: int
    indent: int
    iterations: tuple[int, ...]
    depth: int


class ProgramReader:
    """Reads the events of programs, and attaches acts to their lines."""

    def __init__(self, attach: Callable[[NodeDraft], None]) -> None:
        self._attach = attach
        """Gets programs, and acts that belong to none."""
        self._program: NodeDraft | None = None
        self._programs = 0
        self._open: list[_OpenLine] = []
        self._line: NodeDraft | None = None
        """The current line, or the last one."""
        self._is_underway = False
        self._ids: dict[str, int] = {}

    @property
    def is_at_fault(self) -> bool:
        """Whether the last line failed: the following request is a replan."""
        return self._line is not None and self._line.status == "failed"

    def place(self, act: NodeDraft) -> None:
        """Attach an act to its line."""
        if self._program is None or self._program.status is not None:
            self._attach(act)
        elif self._line and self._is_underway:
            self._line.children.append(act)
        else:
            self._program.children.append(act)

    def read(self, event: OfProgram, at: float) -> None:
        match event:
            case ProgramStarted():
                self._begin(event, at)
            case ProgramEnded():
                self._end(event, at)
            case LineStarted():
                self._start_line(event, at)
            case LineEnded():
                self._end_line(event, at)
            case Replanned():
                part = self._line or self._program
                if part:
                    part.changes.append(f"{event.reason}\n\n{event.diff}")
                if self._program:
                    self._program.source = event.program
            case Assigned() | Told() | Believed():
                if self._line:
                    _note(self._line, event)

    def _begin(self, event: ProgramStarted, at: float) -> None:
        self._programs += 1
        program = NodeDraft(f"p{self._programs}", "program", _title(event.program), at, at, source=event.program)
        program.file, program.caller = event.file, reported_source(event.caller)
        if event.resumed_at:
            program.notes.append(f"Resumed at line {event.resumed_at}.")
        self._program, self._line, self._open = program, None, []
        self._attach(program)

    def _end(self, event: ProgramEnded, at: float) -> None:
        program = self._program
        if program is None:
            return
        program.end, program.status = at, event.outcome
        program.message, program.error = event.answer, event.error
        self._line, self._is_underway, self._open = None, False, []

    def _start_line(self, event: LineStarted, at: float) -> None:
        program = self._program
        if program is None or program.status is not None:
            return
        lines = program.source.splitlines()
        indent = _indent(lines[event.line - 1]) if 0 < event.line <= len(lines) else 0
        if event.iterations and not program.children:
            self._go_on_in_loops(event, _headers(lines, event.line), at)
        again = self._loop_again(event)
        if again is None:
            self._leave(event, indent)
        above = again or (self._open[-1] if self._open else None)
        parent, known = (above.draft, len(above.iterations)) if above else (program, 0)
        for number in event.iterations[known:]:
            parent = self._pass(parent, number, event.total, at)
        passes = "".join(f"i{number}" for number in event.iterations)
        self._line = NodeDraft(self._id(f"{program.id}l{event.line}{passes}"), "line", event.words, at, at)
        self._line.number = event.line
        self._is_underway = True
        parent.children.append(self._line)
        if again is None:
            self._open.append(_OpenLine(self._line, event.line, indent, event.iterations, event.depth))

    def _go_on_in_loops(self, event: LineStarted, headers: list[int], at: float) -> None:
        """A program resumed inside loops starts below their headers, for which no events come again."""
        if event.depth or len(headers) != len(event.iterations) or self._program is None:
            return
        lines = self._program.source.splitlines()
        for level, number in enumerate(headers):
            self._start_line(
                LineStarted(line=number, words=lines[number - 1].strip(), iterations=event.iterations[:level]), at
            )
            if self._line:
                self._line.status = "done"

    def _loop_again(self, event: LineStarted) -> _OpenLine | None:
        """The open loop with this header, if it is evaluated again between two passes."""
        for place, block in enumerate(self._open):
            is_header = (block.line, block.depth, block.iterations) == (event.line, event.depth, event.iterations[:-1])
            if is_header and event.iterations:
                del self._open[place + 1 :]
                return block
        return None

    def _leave(self, event: LineStarted, indent: int) -> None:
        """Close the blocks that do not contain this line."""
        while self._open:
            above = self._open[-1]
            is_call = above.depth < event.depth
            is_block = above.depth == event.depth and above.indent < indent
            if (is_call or is_block) and event.iterations[: len(above.iterations)] == above.iterations:
                return
            self._open.pop()

    def _pass(self, loop: NodeDraft, number: int, total: int | None, at: float) -> NodeDraft:
        last = next((child for child in reversed(loop.children) if child.kind == "pass"), None)
        if last and last.number == number:
            return last
        made = NodeDraft(self._id(f"{loop.id}p{number}"), "pass", f"Pass {number}", at, at, number=number, of=total)
        loop.children.append(made)
        return made

    def _end_line(self, event: LineEnded, at: float) -> None:
        line = self._line
        if line is None:
            return
        line.end, line.status, line.how = at, event.outcome, event.how
        line.message = event.message if event.outcome == "done" else ""
        line.error = "" if event.outcome == "done" else event.message
        self._is_underway = False
        is_header_again = not any(block.draft is line for block in self._open)
        if is_header_again and line.is_idle:
            for block in self._open:
                _drop(block.draft, line)

    def _id(self, wanted: str) -> str:
        count = self._ids[wanted] = self._ids.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}x{count}"


def _drop(loop: NodeDraft, line: NodeDraft) -> None:
    for child in reversed(loop.children):  # it is the newest
        if child.kind == "pass" and child.children and child.children[-1] is line:
            child.children.pop()
            if not child.children:
                loop.children.remove(child)
            return


def _note(line: NodeDraft, event: Assigned | Told | Believed) -> None:
    match event:
        case Assigned(name=name, value=value):
            line.assigned.append(ReportedAssignment(name=name, value=value))
        case Told(message=message):
            line.told.append(message)
        case Believed(changes=changes, doubted=doubted):
            line.believed += changes
            line.doubted += doubted


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _headers(lines: Sequence[str], number: int) -> list[int]:
    """The line numbers of the enclosing blocks, except conditions."""
    found: list[int] = []
    indent = _indent(lines[number - 1]) if 0 < number <= len(lines) else 0
    for place in range(number - 1, 0, -1):
        text = lines[place - 1]
        if text.strip() and _indent(text) < indent:
            indent = _indent(text)
            found += [] if _CONDITION.match(text) else [place]
    return found[::-1]


def _title(source: str) -> str:
    """The title of a program from its first line, preferably a comment."""
    first = next((line.strip() for line in source.splitlines() if line.strip()), "")
    return first.lstrip("# ").strip() or "A program"
