"""Which variables a statement reads, and which it sets. What stands in the blocks under it is not counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from askonce.program import expression_tree, syntax_tree
from askonce.program.expression_tree import Condition, Expression, Reference
from askonce.program.syntax_tree import Block, Statement, blocks_of


def reads(statement: Statement) -> Iterator[Reference]:
    """The references whose values a statement needs, in the order in which they are written."""
    yield from references(*_read_by(statement))


def sets(statement: Statement) -> tuple[str, ...]:
    """The names of the variables that a statement gives a value of their own."""
    match statement:
        case syntax_tree.Step(results=results):
            return results
        case syntax_tree.Assign(to=to):
            return () if to.path else (to.name,)
        case syntax_tree.ForEach(item=item):
            return (item,)
        case (
            syntax_tree.AskUser(into=into)
            | syntax_tree.Sort(into=into)
            | syntax_tree.Filter(into=into)
            | syntax_tree.Merge(into=into)
            | syntax_tree.Unique(into=into)
            | syntax_tree.ReadFile(into=into)
            | syntax_tree.Call(into=into)
        ):
            return (into,) if into else ()
        case _:
            return ()


def touches(statement: Statement) -> tuple[str, ...]:
    """The names of the variables that a statement sets, or changes a part of."""
    match statement:
        case syntax_tree.Assign(to=to) | syntax_tree.Append(to=to) | syntax_tree.AddColumn(to=to):
            return (to.name,)
        case syntax_tree.Sort(of=of, into="") | syntax_tree.Filter(of=of, into="") | syntax_tree.Unique(of=of, into=""):
            return (of.name,)
        case _:
            return sets(statement)


def inside(blocks: Iterable[Block]) -> Iterator[Statement]:
    """All statements in these blocks and under them, but for the bodies of functions, which run elsewhere."""
    waiting = [statement for block in blocks for statement in reversed(block)]
    while waiting:
        statement = waiting.pop()
        yield statement
        if not isinstance(statement, syntax_tree.Define):
            waiting += (inner for block in reversed(blocks_of(statement)) for inner in reversed(block))


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
        case syntax_tree.Tell(message=value) | syntax_tree.AskUser(question=value) | syntax_tree.ReadFile(name=value):
            yield value
        case syntax_tree.Step(instruction=sentence):
            yield sentence
        case syntax_tree.Assign(to=to, value=value):
            yield from (to,) if to.path else ()
            yield value
        case syntax_tree.Append(value=value, to=to):
            yield from (value, to)
        case syntax_tree.AddColumn(name=name, to=to, value=value):
            yield from (name, to, *_given(value))
        case syntax_tree.Sort(of=of, by=by):
            yield from (of, *_given(by))
        case syntax_tree.Filter(of=of, where=where):
            yield from (of, where)
        case syntax_tree.Merge(left=left, right=right, by=by):
            yield from (left, right, by)
        case syntax_tree.Unique(of=of, by=columns):
            yield from (of, *columns)
        case syntax_tree.SaveFile(value=value, name=name):
            yield from (value, name)
        case (
            syntax_tree.Repeat(times=value)
            | syntax_tree.ForEach(collection=value)
            | syntax_tree.Until(condition=value)
            | syntax_tree.While(condition=value)
        ):
            yield value
        case syntax_tree.If(branches=branches):
            yield from (branch.condition for branch in branches)
        case syntax_tree.Return(value=value):
            yield from _given(value)
        case syntax_tree.Call(arguments=arguments):
            yield from (value for _, value in arguments)
        case syntax_tree.Break() | syntax_tree.Continue() | syntax_tree.Stop() | syntax_tree.Define():
            pass
        case _:
            assert_never(statement)


def _parts(part: Expression | Condition) -> Iterator[Expression | Condition]:
    match part:
        case expression_tree.Reference(path=path):
            yield from (step for step in path if isinstance(step, Reference))
        case expression_tree.TextTemplate():
            yield from part.references
        case (
            expression_tree.ListLiteral(items=parts)
            | expression_tree.JoinedText(parts=parts)
            | expression_tree.EmptyTable(columns=parts)
        ):
            yield from parts
        case expression_tree.ObjectLiteral(pairs=pairs):
            yield from (value for _, value in pairs)
        case expression_tree.Arithmetic(left=left, right=right) | expression_tree.Comparison(left=left, right=right):
            yield from (left, right)
        case expression_tree.Access(of=of, argument=argument):
            yield from (*_given(argument), of)
        case expression_tree.Aggregate(of=of, column=column, where=where):
            yield from (*_given(column), of, *_given(where))
        case expression_tree.Conversion(of=of) | expression_tree.IsEmpty(of=of) | expression_tree.IsTrue(of=of):
            yield of
        case expression_tree.ConditionValue(condition=condition) | expression_tree.Not(condition=condition):
            yield condition
        case expression_tree.Column(name=name) | expression_tree.FileExists(name=name):
            yield name
        case expression_tree.Between(value=value, low=low, high=high):
            yield from (value, low, high)
        case expression_tree.AllOf(conditions=conditions) | expression_tree.AnyOf(conditions=conditions):
            yield from conditions
        case expression_tree.ScreenCondition(words=words):
            yield words
        case expression_tree.NumberLiteral() | expression_tree.BooleanLiteral():
            pass
        case _:
            assert_never(part)


def _given(part: Expression | Condition | None) -> tuple[Expression | Condition, ...]:
    return () if part is None else (part,)
