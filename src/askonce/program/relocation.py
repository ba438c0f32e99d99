"""Finds the counter's place in a changed program: edited between two runs, or replanned during one."""

from __future__ import annotations

from collections import Counter as Counts
from dataclasses import field, fields, replace

from askonce.errors import Unresumable
from askonce.lazy import dataclass
from askonce.program.counter import CallFrame, Counter, within_block
from askonce.program.syntax_tree import (
    Block,
    Define,
    ForEach,
    If,
    Path,
    Program,
    Repeat,
    Statement,
    Until,
    While,
    blocks_of,
)

_DONE = "it was already done, and it was changed, moved or removed since"


def relocate(counter: Counter, old: Program, new: Program) -> Counter:
    """The same place in the changed program.

    What lies ahead may be anything, also the line at which it stands. What was done already must be as it was, except
    in loops and functions, where it comes round again; and so must the headers of the blocks and the calls that are
    open. Otherwise `Unresumable` says which line stands in the way.
    """
    if counter.ended:  # what was added at its end is still to be done
        place, lost = _after(_steps(old.statements), new.statements)
        if lost is not None:
            raise _refused(lost, _DONE)
        return within_block(Counter((CallFrame((place,)),)), new)
    *callers, last = counter.frames
    frames = [_map_frame(frame, old, new, is_caller=True) for frame in callers]
    return within_block(Counter((*frames, _map_frame(last, old, new, is_caller=False))), new)


def unchanged_paths(old: Program, new: Program) -> frozenset[Path]:
    """The paths of the statements that both programs have in the same place."""
    known = dict(old.walk())
    return frozenset(path for path, statement in new.walk() if known.get(path) == statement)


def _map_frame(frame: CallFrame, old: Program, new: Program, *, is_caller: bool) -> CallFrame:
    if frame.function:
        if frame.function not in new.functions:
            raise _refused(
                old.at(old.functions[frame.function]), "it is the function that is running, and it was removed"
            )
        before, after = (*old.functions[frame.function], 0), (*new.functions[frame.function], 0)
    else:
        before, after = (), ()
    descent = _Descent(frame, is_caller, before, after, bool(frame.function))
    path = descent.go(_block_at(old, before), _block_at(new, after), frame.path[len(before) :])
    passes = tuple(replace(loop_pass, header=descent.headers[loop_pass.header]) for loop_pass in frame.passes)
    return replace(frame, path=path, passes=passes)


def _block_at(program: Program, path: Path) -> Block:
    return blocks_of(program.at(path[:-1]))[path[-1]] if path else program.statements


@dataclass(slots=True)
class _Descent:
    """From the outermost block of a frame down to where it stands, in both programs at once."""

    frame: CallFrame
    is_caller: bool
    old: Path
    new: Path
    comes_again: bool
    """Whether what was done in this block will be done again, so that changes to it are not lost."""
    headers: dict[Path, Path] = field(default_factory=dict[Path, Path])

    def go(self, old: Block, new: Block, way: Path) -> Path:
        index, *rest = way
        statement = old[index]
        self.old = (*self.old, index)
        is_open = bool(rest) or self.is_caller or any(loop_pass.header == self.old for loop_pass in self.frame.passes)
        place = self._place(old, new, index, is_open=is_open)
        self.new = (*self.new, place)
        self.headers[self.old] = self.new
        if not rest:
            return self.new
        number = rest[0]
        _check_branches(statement, new[place], number)
        self.comes_again = self.comes_again or isinstance(statement, Repeat | Until | While | ForEach)
        self.old, self.new = (*self.old, number), (*self.new, number)
        return self.go(blocks_of(statement)[number], blocks_of(new[place])[number], tuple(rest[1:]))

    def _place(self, old: Block, new: Block, index: int, *, is_open: bool) -> int:
        """Where in the new block the run goes on. What is open must be there; else whatever follows what was done."""
        current = old[index]
        place, lost = _after(_steps(old[:index]), new)
        if lost is None and (not is_open or (place < len(new) and _is_same_header(current, new[place]))):
            return place
        alike = [number for number, statement in enumerate(new) if _is_same_header(current, statement)]
        if self.comes_again and len(alike) == 1:
            _check_pass(old, index, new, alike[0])
            return alike[0]
        if is_open and not alike:
            raise _refused(current, "it is running, and it was changed or removed")
        if lost is None:
            raise _refused(current, "it is running, and something was put before it")
        raise _refused(lost, _DONE)


def _check_pass(old: Block, index: int, new: Block, place: int) -> None:
    """In the current pass of a loop or function, nothing may come twice and nothing may be left out."""
    done, ahead = _leaves(old[:index]), _leaves(old[index + 1 :])
    for statement in (_leaves(new[place + 1 :]) - ahead) & done:
        raise _refused(statement, "it was already done in this pass, and it was moved after the current line")
    for statement in (_leaves(new[:place]) - done) & ahead:
        raise _refused(statement, "it is still to be done in this pass, and it was moved before the current line")


def _leaves(block: Block) -> Counts[Statement]:
    """All statements of a block and of the blocks in it, as often as they occur; definitions are not carried out."""
    found = Counts(_steps(block))
    for statement in _steps(block):
        for inner in blocks_of(statement):
            found += _leaves(inner)
    return found


def _steps(block: Block) -> list[Statement]:
    """What is carried out of a block: definitions are not, and may be changed, moved and added freely."""
    return [statement for statement in block if not isinstance(statement, Define)]


def _after(done: list[Statement], new: Block) -> tuple[int, Statement | None]:
    """The index after what was done, and what of that is not where it was."""
    there = [number for number, statement in enumerate(new) if not isinstance(statement, Define)]
    for number, statement in enumerate(done):
        if number >= len(there) or new[there[number]] != statement:
            return 0, statement
    return there[len(done)] if len(there) > len(done) else len(new), None


def _is_same_header(old: Statement, other: Statement) -> bool:
    """Whether two statements are the same, but for what stands in their blocks."""
    match old:
        case If():
            return isinstance(other, If) and old.branches[0].condition == other.branches[0].condition
        case Repeat() | Until() | While() | ForEach():
            names = [part.name for part in fields(old) if part.compare and part.name != "body"]
            return type(old) is type(other) and all(getattr(old, name) == getattr(other, name) for name in names)
        case _:
            return old == other


def _check_branches(old: Statement, new: Statement, number: int) -> None:
    """The way into a branch that is open must be as it was."""
    if not isinstance(old, If) or not isinstance(new, If):
        return
    before = [branch.condition for branch in old.branches[: number + 1]]
    after = [branch.condition for branch in new.branches[: number + 1]]
    is_last = number == len(old.branches)
    if before != after or (is_last and len(new.branches) != number):
        raise _refused(old, "one of its branches is running, and a condition that leads there was changed")


def _refused(statement: Statement, why: str) -> Unresumable:
    return Unresumable(
        f"line {statement.location.line} ({statement.words!r}) keeps the run from being resumed: {why}",
        remedy="put that line back as it was, or run the program from its start",
    )
