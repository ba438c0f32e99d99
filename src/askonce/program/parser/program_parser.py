"""Parses a text into a program. It never fails: what cannot be read is a step in plain words, or a problem."""

from __future__ import annotations

from dataclasses import field
from typing import TypedDict

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, by_position
from askonce.lazy import dataclass
from askonce.program.expression_tree import (
    Condition,
    Expression,
    IsTrue,
    ListLiteral,
    Not,
    NumberLiteral,
    ObjectLiteral,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.parser.block_headers import Header, LineContext, read_header, read_inputs, starts_else
from askonce.program.parser.expressions import PLAIN, read_value
from askonce.program.parser.line_skeleton import SourceSpan
from askonce.program.parser.near_misses import condition_faults, number_faults
from askonce.program.parser.phrase_meanings import FILE_FOUND
from askonce.program.parser.phrase_table import phrase_table
from askonce.program.parser.source_lines import SourceLine, label_problem, split_lines
from askonce.program.parser.span_text import read_raw
from askonce.program.parser.statements import read_statements
from askonce.program.parser.value_lists import read_pairs
from askonce.program.syntax_tree import (
    Assign,
    Block,
    Branch,
    Define,
    ForEach,
    If,
    Input,
    Program,
    Repeat,
    Statement,
    Until,
    While,
)

DEEPEST = 60
"""How deep blocks may be nested."""


def read_program(text: str) -> tuple[Program, tuple[Problem, ...]]:
    """Parse a text. Returns the program and its problems."""
    lines, problems = split_lines(text)
    parser = _Parser(lines, problems)
    statements = parser.run()
    found = by_position(parser.problems)
    return Program(statements, text), tuple(found)


@dataclass(slots=True)
class _IfChain:
    """An `if` whose further branches may still come."""

    span: SourceSpan
    branches: list[Branch] = field(default_factory=list[Branch])
    otherwise: Block = ()
    closed: bool = False

    def done(self) -> If:
        return If(tuple(self.branches), self.otherwise, location=self.span.location, words=self.span.source)


@dataclass(slots=True)
class _OpenBlock:
    """A block that is being read."""

    indent: int
    header: Header | None = None
    """None for the program itself, and for a block that should not be there."""

    statements: list[Statement] = field(default_factory=list[Statement])
    inputs: tuple[Input, ...] = ()
    items: list[Expression] = field(default_factory=list[Expression])
    chain: _IfChain | None = None

    def add(self, *statements: Statement) -> None:
        self.flush()
        self.statements += statements

    def flush(self) -> None:
        if self.chain:
            self.statements.append(self.chain.done())
            self.chain = None

    def block(self) -> Block:
        self.flush()
        return tuple(self.statements)


class _Parser:
    def __init__(self, lines: list[SourceLine], problems: list[Problem]) -> None:
        self.lines = lines
        self.problems = problems
        self.frames = [_OpenBlock(lines[0].indent if lines else 0)]
        self.file_checked = False
        self.too_deep = False

    def run(self) -> Block:
        for index, line in enumerate(self.lines):
            self._enter(line)
            self._line(line, index)
        while len(self.frames) > 1:
            self._leave()
        return self.frames[0].block()

    # ---- indentation

    def _enter(self, line: SourceLine) -> None:
        """Close blocks that this line no longer belongs to; see whether it stands where a line may stand."""
        left = False
        while len(self.frames) > 1 and line.indent < self.frames[-1].indent:
            self._leave()
            left = True
        top = self.frames[-1]
        if line.indent == top.indent:
            return
        if line.indent < top.indent:
            top.indent = line.indent
            return
        if left:
            self._problem(
                line.span.location,
                "this line has an indent that was not used before",
                f"indent it by {top.indent} to continue the block above, or as far as the lines before it",
            )
            return
        self._problem(
            line.span.location,
            "the lines below a line that opens no block are indented",
            "indent it like the line above, or make that line a header such as `if …:` or `repeat 3 times:`",
        )
        self.frames.append(_OpenBlock(line.indent))

    def _opens(self, index: int) -> bool:
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return following is not None and following.indent > self.lines[index].indent

    def _before_else(self, index: int) -> bool:
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return following is not None and following.indent == self.lines[index].indent and starts_else(following.span)

    # ---- lines

    def _line(self, line: SourceLine, index: int) -> None:
        frame = self.frames[-1]
        if frame.header and frame.header.kind == "items":
            frame.items.append(self._item(line))
            return
        if line.label:
            self.problems.append(label_problem(line))
        if frame.header and frame.header.kind == "define" and not frame.statements and not frame.chain:
            inputs = read_inputs(line.span)
            if inputs is not None:
                frame.inputs += inputs
                return
        opens = self._opens(index)
        after_if = frame.chain is not None and not frame.chain.closed
        header = read_header(line.span, LineContext(opens, after_if, self._before_else(index)))
        if header and header.step is None and opens and len(self.frames) > DEEPEST:
            self._too_deep(line)
            header = None
        if header:
            self._header(header, line, index)
            return
        if read_inputs(line.span) is not None:
            self._problem(
                line.span.location,
                "inputs are named outside the first lines of a function",
                'put this line right under `Define a task named "…":`',
            )
        frame.add(*self._plain(line.span))

    def _plain(self, span: SourceSpan) -> tuple[Statement, ...]:
        statements, problems = read_statements(span)
        self.problems += problems
        if any(isinstance(statement, Assign) and statement.to == FILE_FOUND for statement in statements):
            self.file_checked = True
        return statements

    def _item(self, line: SourceLine) -> Expression:
        """An item of a list that is written line by line."""
        span = line.span.trimmed(",.;")
        for _, slots in phrase_table().of("item object").matches(span):
            pairs = read_pairs(slots["pairs"], PLAIN)
            if pairs is not None:
                return ObjectLiteral(pairs)
        value = read_value(span)
        if value is None:
            self._problem(
                span.location,
                "this is not a value that a list can hold",
                'write `An object with "name" set to "…"`, a quoted text, a number or a {variable}',
            )
            return read_raw(span)
        return value

    # ---- headers

    def _header(self, header: Header, line: SourceLine, index: int) -> None:
        frame = self.frames[-1]
        if header.kind in ("else", "else if") and (frame.chain is None or frame.chain.closed):
            self._problem(
                _start_of(header.span),
                "there is no `if` directly above for this line",
                "put it directly below the block of its `if`, at the same indent",
            )
        if header.step is not None:
            self._close(header, self._plain(header.step), ())
            if self._opens(index):
                return
        elif self._opens(index):
            self.frames.append(_OpenBlock(self.lines[index + 1].indent, header))
        elif header.kind == "items":
            self._close(header, (), ())
        else:
            self._problem(
                header.span.location,
                f"there is nothing under this `{header.kind if header.kind != 'each' else 'for each'}`",
                "write what to do below it, indented further",
            )
            self._close(header, (), ())

    def _leave(self) -> None:
        """The innermost block is over: make a statement of it and its header."""
        frame = self.frames.pop()
        if frame.header is None:
            self.frames[-1].add(*frame.block())
        elif frame.header.kind == "items":
            to = frame.header.to
            assert to is not None, "a list that is written line by line has a name"
            self.frames[-1].add(Assign(to, ListLiteral(tuple(frame.items)), **_where(frame.header)))
        else:
            self._close(frame.header, frame.block(), frame.inputs)

    def _close(self, header: Header, body: Block, inputs: tuple[Input, ...]) -> None:
        frame = self.frames[-1]
        where = _where(header)
        match header.kind:
            case "if" | "else if" | "else":
                self._branch(frame, header, body)
            case "while":
                frame.add(While(self._condition(header), body, **where))
            case "until":
                frame.add(Until(self._condition(header), body, **where))
            case "repeat":
                frame.add(Repeat(header.value or NumberLiteral(0), body, **where))
            case "each":
                frame.add(ForEach(header.name, header.value or ListLiteral(), body, **where))
            case "define":
                frame.add(Define(header.name, inputs, body, **where))
            case "items":
                if header.to:
                    frame.add(Assign(header.to, ListLiteral(), **where))

    def _branch(self, frame: _OpenBlock, header: Header, body: Block) -> None:
        if header.kind == "if" or (header.kind == "else if" and (frame.chain is None or frame.chain.closed)):
            frame.flush()
            frame.chain = _IfChain(header.span)
        if header.kind != "else":
            assert frame.chain is not None, "a chain was opened above"
            frame.chain.branches.append(Branch(self._condition(header), body))
        elif frame.chain and not frame.chain.closed:
            frame.chain.otherwise = body
            frame.chain.closed = True
        else:
            frame.add(*body)

    def _condition(self, header: Header) -> Condition:
        condition = header.condition or ScreenCondition(TextTemplate())
        if header.asks and header.words:
            self.problems += condition_faults(header.words)
        elif not header.asks:
            self.problems += number_faults(header.span)
        if self.file_checked and isinstance(condition, ScreenCondition):
            words = (
                "".join(part for part in condition.words.parts if isinstance(part, str)).lower().removeprefix("the ")
            )
            if words == "file exists":
                return IsTrue(FILE_FOUND)
            if words in ("file does not exist", "file doesn't exist"):
                return Not(IsTrue(FILE_FOUND))
        return condition

    def _too_deep(self, line: SourceLine) -> None:
        if not self.too_deep:
            self._problem(
                line.span.location,
                f"blocks are nested more than {DEEPEST} deep",
                "put the inner ones into functions",
            )
        self.too_deep = True

    def _problem(self, location: Location, message: str, suggestion: str) -> None:
        self.problems.append(Problem(location, message, suggestion))


def _start_of(span: SourceSpan) -> Location:
    location = span.location
    return Location(location.line, location.column, len(span.source.split()[0]))


class _Where(TypedDict):
    location: Location
    words: str


def _where(header: Header) -> _Where:
    return {"location": header.span.location, "words": header.span.source}
