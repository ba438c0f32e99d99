"""What a run has done, as a tree that stays small: a closed block is folded to counts and its last failures.

A statement hangs under the header of its block, passes of a loop are siblings under the loop, and the body of a call
hangs under the call. Only what is open is kept in full; besides, each statement's last success and last failure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from askonce.lazy import dataclass
from askonce.program.counter import Counter, header_of
from askonce.program.syntax_tree import Define, Path, Program

LeafOutcome = Literal["", "done", "failed"]
"""Empty while it runs."""

MOST_ACTIONS = 8
MOST_FAILURES = 3
MOST_REPORTS = 12
MOST_SIBLINGS = 40
"""Earlier statements of an open block that are kept one by one; older ones are only counted."""
MOST_WORDS = 120


@dataclass(frozen=True, slots=True)
class Leaf:
    """One executed statement: what was done, the result, and the cost."""

    path: Path
    line: int
    words: str
    iterations: tuple[int, ...] = ()
    depth: int = 0
    """The depth of the call stack."""
    outcome: LeafOutcome = "done"
    message: str = ""
    """The result, or the error."""
    actions: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    """What the screen was checked to show afterwards."""
    beliefs: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0

    def short(self) -> Leaf:
        """The leaf, shortened to what the tree keeps."""
        return Leaf(
            self.path,
            self.line,
            _cut(self.words),
            self.iterations,
            self.depth,
            self.outcome,
            _cut(self.message),
            tuple(map(_cut, self.actions[-MOST_ACTIONS:])),
            tuple(map(_cut, self.seen[-MOST_FAILURES:])),
            tuple(map(_cut, self.beliefs[-MOST_FAILURES:])),
            self.calls,
            self.tokens,
        )


@dataclass(slots=True)
class BlockTotals:
    """Counts of the statements that are no longer kept one by one."""

    passes: int = 0
    lines: int = 0
    failed: int = 0
    calls: int = 0
    tokens: int = 0
    failures: deque[str] = field(default_factory=lambda: deque[str](maxlen=MOST_FAILURES))
    reports: deque[str] = field(default_factory=lambda: deque[str](maxlen=MOST_REPORTS))
    """What the last of them said was done."""

    def take(self, leaf: Leaf) -> None:
        self.lines += 1
        if leaf.outcome == "done" and leaf.message:
            self.reports.append(f"{format_position(leaf.line, leaf.iterations)}: {leaf.message}")
        self.calls += leaf.calls
        self.tokens += leaf.tokens
        if leaf.outcome == "failed":
            self.failed += 1
            self.failures.append(f"{format_position(leaf.line, leaf.iterations)}: {leaf.message}")

    def add(self, other: BlockTotals) -> None:
        self.lines += other.lines
        self.failed += other.failed
        self.calls += other.calls
        self.tokens += other.tokens
        self.failures.extend(other.failures)
        self.reports.extend(other.reports)

    def __str__(self) -> str:
        passes = [f"{self.passes} passes"] if self.passes else []
        failed = [f"{self.failed} failed"] if self.failed else []
        return ", ".join([*passes, f"{self.lines} lines", *failed])


@dataclass(slots=True)
class BlockNode:
    """A block that is or was open: the program, a loop, a branch or a call."""

    path: Path
    line: int
    words: str
    depth: int = 0
    iteration: int = 0
    """The open pass of a loop; 0 for other blocks."""
    total: int | None = None
    is_open: bool = True
    inside: deque[Leaf | BlockNode] = field(default_factory=lambda: deque["Leaf | BlockNode"]())
    """The statements of the open pass or block, in order."""
    folded: BlockTotals = field(default_factory=BlockTotals)

    def add(self, child: Leaf | BlockNode) -> None:
        self.inside.append(child)
        if len(self.inside) > MOST_SIBLINGS:
            self._fold_child(self.inside.popleft())

    def fold(self) -> None:
        """Close the pass or block: keep counts and failures only."""
        while self.inside:
            self._fold_child(self.inside.popleft())

    def _fold_child(self, child: Leaf | BlockNode) -> None:
        if isinstance(child, Leaf):
            self.folded.take(child)
        else:
            self.folded.lines += 1
            child.fold()
            self.folded.add(child.folded)

    @property
    def totals(self) -> BlockTotals:
        """All that happened in it so far."""
        sum_ = BlockTotals(passes=self.folded.passes)
        sum_.add(self.folded)
        for node in self.inside:
            if isinstance(node, Leaf):
                sum_.take(node)
            else:
                sum_.lines += 1
                sum_.add(node.totals)
        return sum_


@dataclass(frozen=True, slots=True)
class EarlierRuns:
    """The last success and the last failure of one statement."""

    success: Leaf | None = None
    failure: Leaf | None = None


class ExecutionTree:
    """The tree of a run as it grows."""

    def __init__(self) -> None:
        self.root = BlockNode((), 0, "")
        self._open: list[BlockNode] = [self.root]
        self._earlier: dict[Path, EarlierRuns] = {}

    @property
    def open_blocks(self) -> Sequence[BlockNode]:
        """From the program itself to the innermost block that is open."""
        return self._open

    def note(self, leaf: Leaf) -> None:
        """A statement was carried out, or failed."""
        leaf = leaf.short()
        self._open[-1].add(leaf)
        earlier = self._earlier.get(leaf.path, EarlierRuns())
        failed = leaf.outcome == "failed"
        self._earlier[leaf.path] = EarlierRuns(earlier.success if failed else leaf, leaf if failed else earlier.failure)

    def follow(self, counter: Counter, program: Program) -> None:
        """Open and close blocks until the open ones are those around the counter."""
        wanted = list(_blocks_around(counter, program))
        kept = 0
        while kept < min(len(wanted), len(self._open) - 1) and _is_same(self._open[kept + 1], wanted[kept]):
            kept += 1
        while len(self._open) - 1 > kept:
            self._close()
        if counter.ended:
            self._close()
        for node, (_, _, iteration, total) in zip(self._open[1:], wanted[:kept], strict=True):
            self._turn(node, iteration, total)
        for depth, header, iteration, total in wanted[kept:]:
            statement = program.at(header)
            node = BlockNode(header, statement.location.line, _cut(statement.words), depth, iteration, total)
            self._open[-1].add(node)
            self._open.append(node)

    def earlier(self, path: Path) -> EarlierRuns:
        """The earlier runs of this statement."""
        return self._earlier.get(path, EarlierRuns())

    def forget(self, is_kept: frozenset[Path]) -> None:
        """The program was changed: keep what is known of these statements only."""
        self._earlier = {path: earlier for path, earlier in self._earlier.items() if path in is_kept}

    def _turn(self, node: BlockNode, iteration: int, total: int | None) -> None:
        if node.iteration != iteration:
            node.fold()
            node.folded.passes += 1
            node.iteration, node.total = iteration, total

    def _close(self) -> None:
        node = self._open[-1]
        if len(self._open) > 1:
            self._open.pop()
            node.folded.passes += bool(node.iteration)
            node.fold()
        node.is_open = False


def format_position(line: int, iterations: Sequence[int]) -> str:
    """A line with the passes in which it stands, as in `line 7 (pass 3.1)`."""
    return f"line {line}" + (f" (pass {'.'.join(map(str, iterations))})" if iterations else "")


def write_tree(node: BlockNode, indent: str = "", *, reports: bool = False) -> Iterator[str]:
    """The tree in words, a line each; with `reports`, also what lines said was done."""
    if node.line:
        count = f" pass {node.iteration}" + (f" of {node.total}" if node.total is not None else "")
        state = (count if node.iteration else "") if node.is_open else ""
        yield f"{indent}{node.line}| {node.words}{state} [{node.totals}]"
        indent += "  "
    if node.folded.failures:
        yield from (f"{indent}failed: {failure}" for failure in node.folded.failures)
    if reports:
        yield from (f"{indent}{report}" for report in node.folded.reports)
    for child in node.inside:
        if isinstance(child, BlockNode):
            yield from write_tree(child, indent, reports=reports)
        else:
            failed = f" FAILED: {child.message}" if child.outcome == "failed" else ""
            said = f" → {child.message}" if reports and child.outcome == "done" and child.message else ""
            yield f"{indent}{child.line}| {child.words}{failed}{said}"


def _blocks_around(counter: Counter, program: Program) -> Iterator[tuple[int, Path, int, int | None]]:
    """The headers of the open blocks, outermost first: call depth, path, pass and number of passes.

    What a function holds hangs under its call, not under its definition.
    """
    for depth, frame in enumerate(counter.frames):
        passes = {loop_pass.header: loop_pass for loop_pass in frame.passes}
        headers: list[Path] = []
        # A loop stays open while the counter is back at its header.
        path = (*frame.path, 0, 0) if frame.path in passes else frame.path
        while (header := header_of(path)) and not isinstance(program.at(header), Define):
            headers.append(header)
            path = header
        for header in reversed(headers):
            loop_pass = passes.get(header)
            yield depth, header, loop_pass.iteration if loop_pass else 0, loop_pass.total if loop_pass else None
        if depth + 1 < len(counter.frames):
            yield depth, frame.path, 0, None


def _is_same(node: BlockNode, wanted: tuple[int, Path, int, int | None]) -> bool:
    return (node.depth, node.path) == wanted[:2]


def _cut(text: str, most: int = MOST_WORDS) -> str:
    text = " ".join(text.split()) if "\n" in text else text
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
