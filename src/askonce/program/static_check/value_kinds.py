"""The kind of value that a variable holds, as far as the source shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from askonce.lazy import dataclass
from askonce.program import expression_tree, syntax_tree
from askonce.program.expression_tree import Expression, Reference, TextTemplate
from askonce.program.syntax_tree import Statement

KindName = Literal["any", "text", "number", "boolean", "list", "object", "table", "image"]


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A kind of value; for an object its exact attributes, for a list the kind of its items."""

    sort: KindName = "any"
    keys: frozenset[str] | None = None
    item: ValueKind | None = None


ANY = ValueKind()
_A = {"image": "an image", "object": "an object"}


def with_article(kind: ValueKind) -> str:
    """A kind with its article."""
    return _A.get(kind.sort, f"a {kind.sort}")


def kind_of(value: Expression, known: Mapping[str, ValueKind]) -> ValueKind:
    """The kind of an expression's value; `ANY` where only a run can tell."""
    match value:
        case Reference():
            return _at(known.get(value.name, ANY), value)
        case TextTemplate():
            return _of_text(value)
        case expression_tree.NumberLiteral():
            return ValueKind("number")
        case expression_tree.BooleanLiteral() | expression_tree.ConditionValue():
            return ValueKind("boolean")
        case expression_tree.ListLiteral(items=items):
            return ValueKind("list", item=_shared(kind_of(item, known) for item in items))
        case expression_tree.ObjectLiteral(pairs=pairs):
            return ValueKind("object", keys=frozenset(key for key, _ in pairs))
        case expression_tree.EmptyTable():
            return ValueKind("table")
        case expression_tree.Arithmetic(operator=operator):
            return ANY if operator == "+" else ValueKind("number")
        case expression_tree.Access(kind="length") | expression_tree.Aggregate(kind="sum" | "average" | "count"):
            return ValueKind("number")
        case expression_tree.Access(kind="columns"):
            return ValueKind("list", item=ValueKind("text"))
        case expression_tree.JoinedText():
            return ValueKind("text")
        case expression_tree.Conversion(to=to):
            return ValueKind(to)
        case expression_tree.Access() | expression_tree.Aggregate() | expression_tree.Column():
            return ANY


def kind_given_by(statement: Statement, known: Mapping[str, ValueKind]) -> ValueKind:
    """The kind of what a statement sets its variable to."""
    match statement:
        case syntax_tree.Assign(value=value):
            return kind_of(value, known)
        case syntax_tree.Sort(of=of) | syntax_tree.Filter(of=of) | syntax_tree.Unique(of=of):
            return kind_of(of, known)
        case syntax_tree.Merge():
            return ValueKind("table")
        case syntax_tree.ReadFile(kind=kind):
            return ValueKind(kind)
        case syntax_tree.ForEach(collection=collection):
            return kind_of(collection, known).item or ANY
        case _:
            return ANY


def joined(left: ValueKind, right: ValueKind) -> ValueKind:
    """The kind that describes both."""
    if left == right:
        return left
    return ValueKind(left.sort) if left.sort == right.sort else ANY


def _at(kind: ValueKind, reference: Reference) -> ValueKind:
    match reference.path:
        case ():
            return kind
        case (int(),) if kind.sort == "list":
            return kind.item or ANY
        case _:
            return ANY


def _of_text(text: TextTemplate) -> ValueKind:
    """A quoted number may be used as a number, and a text that is one reference has the kind of its value."""
    if len(text.parts) == 1 and isinstance(text.parts[0], Reference):
        return ANY
    words = "".join(part if isinstance(part, str) else "?" for part in text.parts)
    try:
        float(words.replace("?", "0"))
    except ValueError:
        return ValueKind("text")
    return ANY


def _shared(kinds: Iterable[ValueKind]) -> ValueKind | None:
    shared: ValueKind | None = None
    for kind in kinds:
        shared = kind if shared is None else joined(shared, kind)
    return shared
