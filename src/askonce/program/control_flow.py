"""Loops, calls and returns: the changes they make, and where the counter goes. None of it needs a model.

How many passes a loop may have is limited by the lines that a run may execute: `limits.UsageMeter.check_lines`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from askonce.errors import ProgramError
from askonce.program.call_arguments import match_arguments
from askonce.program.comparison import number_of
from askonce.program.counter import ADVANCE, Counter, CounterMove, move
from askonce.program.data_types import Table, kind_of
from askonce.program.evaluation import evaluate
from askonce.program.expression_tree import Reference
from askonce.program.run_state import RunState
from askonce.program.syntax_tree import Call, Define, ForEach, Path, Program, Repeat, Return
from askonce.program.value_text import quote_value, steps_of
from askonce.program.variables import Change
from askonce.program.work_files import WorkFiles

Transition = tuple[tuple[CounterMove, ...], tuple[Change, ...]]

LOOP = "loop"
"""The variable that holds the number of the pass: `{loop.iteration}`."""


def repeat(statement: Repeat, state: RunState, files: WorkFiles) -> Transition:
    """Start the next pass of a counted loop, or leave it."""
    counter, line = state.counter, statement.location.line
    inner = counter.open_pass if counter.is_between_passes else None
    if inner:
        total = inner.total or 0
    else:
        value = evaluate(statement.times, state.scope, files, line=line)
        number = number_of(value)
        if number is None or number != int(number) or number < 0:
            raise ProgramError(
                f"line {line}: {quote_value(value)} is not a number of times to repeat something",
                remedy="give a whole number, such as 5",
            )
        total = int(number)
    return next_pass(counter, total)


def for_each(statement: ForEach, state: RunState, files: WorkFiles) -> Transition:
    """Go on to the next item, or leave the loop.

    The item is another name for the element of the collection. A computed collection is kept under a name that no
    program can write; a variable is read again in each pass, so that items added meanwhile are reached.
    """
    counter, line = state.counter, statement.location.line
    inner = counter.open_pass if counter.is_between_passes else None
    kept = _kept_name(counter.path)
    before: list[Change] = []
    if isinstance(statement.collection, Reference):
        name, steps = statement.collection.name, steps_of(statement.collection, state.scope)
        items = items_of(evaluate(statement.collection, state.scope, files, line=line), line)
    elif inner:
        name, steps = kept, ()
        items = items_of(state.scope[kept], line)
    else:
        name, steps = kept, ()
        items = items_of(evaluate(statement.collection, state.scope, files, line=line), line)
        before.append(Change.set(kept, (), items, local=True))
    if inner and inner.total is not None and len(items) < inner.total:
        raise ProgramError(
            f"line {line}: {{{name}}} had {inner.total} items and has {len(items)} now, while it is looped over",
            remedy="give what is filtered or taken out of it another name inside the loop",
        )
    moves, changes = next_pass(counter, len(items))
    if moves[0].verb != "pass":
        return moves, changes
    index = inner.iteration if inner else 0
    return moves, (*before, Change.alias(statement.item, name, (*steps, index)), *changes)


def next_pass(counter: Counter, total: int | None) -> Transition:
    """Enter the body, unless all passes are done."""
    inner = counter.open_pass if counter.is_between_passes else None
    number = inner.iteration + 1 if inner else 1
    if total is not None and number > total:
        return leave(counter)
    return (CounterMove("pass", total=total),), (_counting(number),)


def leave(counter: Counter) -> Transition:
    """Leave a loop, whether or not it was entered."""
    if not counter.is_between_passes:
        return (ADVANCE,), ()
    return (CounterMove("leave"),), tuple(_counting_outside(counter))


def break_out(counter: Counter) -> Transition:
    return (CounterMove("break"),), tuple(_counting_outside(counter))


def call(statement: Call, state: RunState, files: WorkFiles) -> Transition:
    """Enter a function, with its inputs as locals."""
    line = statement.location.line
    define = _function(statement.name, state.program, line)
    names = [name for name, _ in statement.arguments]
    matched = match_arguments(names, [declared.name for declared in define.inputs])
    if matched.unknown or matched.missing:
        odd = matched.unknown or matched.missing
        raise ProgramError(
            f"line {line}: {statement.name!r} {'has no input' if matched.unknown else 'needs'} {{{odd[0]}}}",
            remedy=f"its inputs are: {', '.join(declared.name for declared in define.inputs) or 'none'}",
        )
    values = {
        matched.inputs[name]: evaluate(value, state.scope, files, line=line) for name, value in statement.arguments
    }
    return (CounterMove("call", name=define.name),), (Change.push(values),) if define.body else _into(statement, None)


def return_from(state: RunState, value: Any) -> Transition:
    """Out of the function, with its value in the variable that the call names; outside a function, out of the
    program."""
    if len(state.counter.frames) < 2:
        return (CounterMove("stop"),), ()
    caller = state.program.at(state.counter.frames[-2].path)
    assert isinstance(caller, Call)  # only a call opens a frame
    return (CounterMove("return"),), (Change.pop(), *_into(caller, value))


def returned(statement: Return, state: RunState, files: WorkFiles) -> Transition:
    value = statement.value
    return return_from(
        state, None if value is None else evaluate(value, state.scope, files, line=statement.location.line)
    )


def close_frames(counter: Counter, moves: tuple[CounterMove, ...], program: Program) -> Iterator[Change]:
    """The changes that leave each function whose last line was executed."""
    for step in moves:
        after = move(counter, step, program)
        if step.verb != "stop":
            first = 1 if step.verb == "return" else 0
            for number in range(first, len(counter.frames) - max(len(after.frames), 1)):
                caller = program.at(counter.frames[-2 - number].path)
                yield Change.pop()
                yield from _into(caller, None) if isinstance(caller, Call) else ()
        counter = after


def items_of(value: Any, line: int) -> list[Any]:
    """The items of a collection to loop over."""
    match value:
        case list():
            return cast("list[Any]", value)
        case Table():
            return value.rows
        case _:
            raise ProgramError(
                f"line {line}: {quote_value(value)} is {kind_of(value)}, which has no items to loop over",
                remedy="loop over a list or a table",
            )


def _into(statement: Call, value: Any) -> tuple[Change, ...]:
    return (Change.set(statement.into, (), value),) if statement.into else ()


def _function(name: str, program: Program, line: int) -> Define:
    path = program.functions.get(name)
    define = program.at(path) if path is not None else None
    if not isinstance(define, Define):
        known = ", ".join(program.functions) or "none"
        raise ProgramError(f"line {line}: there is no function {name!r}", remedy=f"there are: {known}")
    return define


def _counting(number: int) -> Change:
    return Change.set(LOOP, (), {"iteration": number}, local=True)


def _counting_outside(counter: Counter) -> Iterator[Change]:
    """Restore the count of the outer loop when the inner one is left."""
    outside = counter.frame.passes[:-1]
    if outside:
        yield _counting(outside[-1].iteration)


def _kept_name(path: Path) -> str:
    return f"items({'.'.join(map(str, path))})"
