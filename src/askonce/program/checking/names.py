"""Which variables a statement reads, and which it sets. What stands in the blocks under it is not counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from askonce.program import syntax
from askonce.program.syntax import Block, Condition, Expression, Reference, Statement, blocks_of


def reads(statement: Statement) -> Iterator[Reference]:
    """The references whose values a statement needs, in the order in which they are written."""
    yield from references(*_read_by(statement))


def sets(statement: Statement) -> tuple[str, ...]:
    """The names of the variables that a statement gives a value of their own."""
    match statement:
        case syntax.Sentence(results=results):
            return results
        case syntax.Assign(to=to):
            return () if to.path else (to.name,)
        case syntax.ForEach(item=item):
            return (item,)
        case (
            syntax.AskUser(into=into)
            | syntax.Sort(into=into)
            | syntax.Filter(into=into)
            | syntax.Merge(into=into)
            | syntax.Unique(into=into)
            | syntax.ReadFile(into=into)
            | syntax.Call(into=into)
        ):
            return (into,) if into else ()
        case _:
            return ()


def touches(statement: Statement) -> tuple[str, ...]:
    """The names of the variables that a statement sets, or changes a part of."""
    match statement:
        case syntax.Assign(to=to) | syntax.Append(to=to) | syntax.AddColumn(to=to):
            return (to.name,)
        case syntax.Sort(of=of, into="") | syntax.Filter(of=of, into="") | syntax.Unique(of=of, into=""):
            return (of.name,)
        case _:
            return sets(statement)


def inside(blocks: Iterable[Block]) -> Iterator[Statement]:
    """All statements in these blocks and under them, but for the bodies of functions, which run elsewhere."""
    waiting = [statement for block in blocks for statement in reversed(block)]
    while waiting:
        statement = waiting.pop()
        yield statement
        if not isinstance(statement, syntax.Define):
            waiting += (one for block in reversed(blocks_of(statement)) for one in reversed(block))


def references(*roots: Expression | Condition) -> Iterator[Reference]:
    """All references in these expressions and conditions, those in the paths of others too; without recursion, since
    a sum of a thousand terms is a thousand deep."""
    waiting = list(reversed(roots))
    while waiting:
        part = waiting.pop()
        if isinstance(part, Reference):
            yield part
        waiting += reversed(list(_parts(part)))


def _read_by(statement: Statement) -> Iterator[Expression | Condition]:
    match statement:
        case syntax.Tell(message=value) | syntax.AskUser(question=value) | syntax.ReadFile(name=value):
            yield value
        case syntax.Sentence(sentence=sentence):
            yield sentence
        case syntax.Assign(to=to, value=value):
            yield from (to,) if to.path else ()
            yield value
        case syntax.Append(value=value, to=to):
            yield from (value, to)
        case syntax.AddColumn(name=name, to=to, value=value):
            yield from (name, to, *_given(value))
        case syntax.Sort(of=of, by=by):
            yield from (of, *_given(by))
        case syntax.Filter(of=of, where=where):
            yield from (of, where)
        case syntax.Merge(left=left, right=right, by=by):
            yield from (left, right, by)
        case syntax.Unique(of=of, by=columns):
            yield from (of, *columns)
        case syntax.SaveFile(value=value, name=name):
            yield from (value, name)
        case syntax.Repeat(times=times):
            yield times
        case syntax.ForEach(collection=collection):
            yield collection
        case syntax.Until(condition=condition) | syntax.While(condition=condition):
            yield condition
        case syntax.If(branches=branches):
            yield from (branch.condition for branch in branches)
        case syntax.Return(value=value):
            yield from _given(value)
        case syntax.Call(arguments=arguments):
            yield from (value for _, value in arguments)
        case syntax.Break() | syntax.Continue() | syntax.Stop() | syntax.Define():
            pass
        case _:
            assert_never(statement)


def _parts(part: Expression | Condition) -> Iterator[Expression | Condition]:
    match part:
        case syntax.Reference(path=path):
            yield from (step for step in path if isinstance(step, Reference))
        case syntax.Text():
            yield from part.references
        case syntax.Items(items=parts) | syntax.Joined(parts=parts) | syntax.EmptyTable(columns=parts):
            yield from parts
        case syntax.Pairs(pairs=pairs):
            yield from (value for _, value in pairs)
        case syntax.Arithmetic(left=left, right=right) | syntax.Comparison(left=left, right=right):
            yield from (left, right)
        case syntax.Access(of=of, argument=argument):
            yield from (*_given(argument), of)
        case syntax.Aggregate(of=of, column=column, where=where):
            yield from (*_given(column), of, *_given(where))
        case syntax.Converted(of=of) | syntax.IsEmpty(of=of) | syntax.Holds(of=of):
            yield of
        case syntax.Judged(condition=condition) | syntax.Not(condition=condition):
            yield condition
        case syntax.Column(name=name) | syntax.FileExists(name=name):
            yield name
        case syntax.Between(value=value, low=low, high=high):
            yield from (value, low, high)
        case syntax.All(conditions=conditions) | syntax.AnyOf(conditions=conditions):
            yield from conditions
        case syntax.Soft(words=words):
            yield words
        case syntax.Number() | syntax.Truth():
            pass
        case _:
            assert_never(part)


def _given(part: Expression | Condition | None) -> tuple[Expression | Condition, ...]:
    return () if part is None else (part,)
