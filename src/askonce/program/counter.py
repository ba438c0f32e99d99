"""The program counter: a stack of frames, each with the path of its current statement, as plain data.

All transitions are pure. They are named by a `CounterMove`, which is what a journal keeps: the same moves over the same
program lead to the same place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple, assert_never

from askonce.errors import ProgramError
from askonce.lazy import dataclass
from askonce.program.syntax_tree import Define, ForEach, Path, Program, Repeat, Until, While, blocks_of

MOST_FRAMES = 200
"""A deeper call stack means endless recursion."""


@dataclass(frozen=True, slots=True)
class LoopPass:
    """The current pass of an open loop: the loop's path, its number (from 1), and the total if it is known."""

    header: Path
    iteration: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class CallFrame:
    """The main program, or one call of a function. While the function runs, its caller stays at the call."""

    path: Path
    passes: tuple[LoopPass, ...] = ()
    """The loops that are open in this frame, outermost first."""
    function: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """The frames, innermost last; none when the program is at its end."""

    frames: tuple[CallFrame, ...] = ()

    @property
    def ended(self) -> bool:
        return not self.frames

    @property
    def frame(self) -> CallFrame:
        return self.frames[-1]

    @property
    def path(self) -> Path:
        """The current statement: it runs, or runs next."""
        return self.frames[-1].path

    @property
    def iterations(self) -> tuple[int, ...]:
        """The pass of each open loop in all frames, outermost first."""
        return tuple(loop_pass.iteration for frame in self.frames for loop_pass in frame.passes)

    @property
    def open_pass(self) -> LoopPass | None:
        """The innermost loop that is open in this frame, with the pass it is in."""
        return self.frames[-1].passes[-1] if self.frames and self.frames[-1].passes else None

    @property
    def is_between_passes(self) -> bool:
        """Whether it is at the header of a loop that is already open."""
        inner = self.open_pass
        return inner is not None and inner.header == self.path


Verb = Literal["advance", "enter", "pass", "leave", "break", "continue", "call", "return", "stop"]


class CounterMove(NamedTuple):
    """One transition. `number` is the block that is entered; `total` how many passes a loop will have."""

    verb: Verb
    number: int = 0
    total: int | None = None
    name: str = ""


ADVANCE = CounterMove("advance")


def start(program: Program) -> Counter:
    return Counter((CallFrame((0,)),)) if program.statements else Counter()


def move(counter: Counter, what: CounterMove, program: Program) -> Counter:
    """The counter after a transition.

    - advance: past this statement
    - enter: into a block of this one (a branch)
    - pass: into the body of this loop, for its first or its next pass
    - leave: past this loop, whose passes are over
    - break, continue: out of the innermost loop, or back to its header
    - call, return: into a function, and past the call that led there
    - stop: to the end
    """
    match what.verb:
        case "advance":
            return _advance(counter, program)
        case "enter":
            return _enter(counter, what.number, program)
        case "pass":
            return _next_pass(counter, what.total, program)
        case "leave":
            return _advance(_without_pass(counter), program)
        case "break":
            return _advance(_without_pass(_at_header(counter)), program)
        case "continue":
            return _at_header(counter)
        case "call":
            return _call(counter, what.name, program)
        case "return":
            return _return(counter, program)
        case "stop":
            return Counter()
        case _:
            assert_never(what.verb)


def within_block(counter: Counter, program: Program) -> Counter:
    """The counter itself; if it is past the last statement of its block, the statement that follows the block."""
    if counter.ended or counter.path[-1] < _block_around(counter.path, program):
        return counter
    return _close_block(counter, program)


def header_of(path: Path) -> Path:
    """The path of the statement whose block contains this one; empty at the top level."""
    return path[:-2]


def _advance(counter: Counter, program: Program) -> Counter:
    path = counter.path
    block = _block_around(path, program)
    if path[-1] + 1 < block:
        return _at(counter, (*path[:-1], path[-1] + 1))
    return _close_block(counter, program)


def _close_block(counter: Counter, program: Program) -> Counter:
    """Past the last statement of a block: back to the header of a loop, past a condition, or out of a function."""
    header = header_of(counter.path)
    if not header:
        return _return(counter, program) if len(counter.frames) > 1 else Counter()
    match program.at(header):
        case Define():
            return _return(counter, program)
        case Repeat() | Until() | While() | ForEach():
            return _at(counter, header)
        case _:
            return _advance(_at(counter, header), program)


def _enter(counter: Counter, number: int, program: Program) -> Counter:
    inside = _at(counter, (*counter.path, number, 0))
    blocks = blocks_of(program.at(counter.path))
    return inside if number < len(blocks) and blocks[number] else _close_block(inside, program)


def _next_pass(counter: Counter, total: int | None, program: Program) -> Counter:
    frame, inner = counter.frame, counter.open_pass
    if inner is not None and counter.is_between_passes:
        passes = (*frame.passes[:-1], replace(inner, iteration=inner.iteration + 1, total=total))
    else:
        passes = (*frame.passes, LoopPass(frame.path, 1, total))
    return _enter(Counter((*counter.frames[:-1], replace(frame, passes=passes))), 0, program)


def _at_header(counter: Counter) -> Counter:
    inner = counter.open_pass
    if inner is None:
        raise ProgramError("there is no loop around this line", remedy="use break and continue inside a loop")
    return _at(counter, inner.header)


def _without_pass(counter: Counter) -> Counter:
    frame = counter.frame
    return Counter((*counter.frames[:-1], replace(frame, passes=frame.passes[:-1])))


def _call(counter: Counter, name: str, program: Program) -> Counter:
    where = program.functions.get(name)
    if where is None:
        raise ProgramError(f"there is no function {name!r}", remedy=f'write: define function named "{name}":')
    if len(counter.frames) >= MOST_FRAMES:
        raise ProgramError(
            f"function {name!r} was called from inside itself {MOST_FRAMES} times", remedy="give it a condition to end"
        )
    called = Counter((*counter.frames, CallFrame((*where, 0, 0), function=name)))
    return called if blocks_of(program.at(where))[0] else _return(called, program)


def _return(counter: Counter, program: Program) -> Counter:
    if len(counter.frames) < 2:
        return Counter()
    return _advance(Counter(counter.frames[:-1]), program)


def _at(counter: Counter, path: Path) -> Counter:
    return Counter((*counter.frames[:-1], replace(counter.frame, path=path)))


def _block_around(path: Path, program: Program) -> int:
    """The number of statements in the block that contains this one."""
    if len(path) == 1:
        return len(program.statements)
    return len(blocks_of(program.at(header_of(path)))[path[-2]])
