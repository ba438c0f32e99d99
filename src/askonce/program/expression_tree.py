"""Expressions and conditions of a program, as plain values."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from askonce.diagnostics.location import Location
from askonce.lazy import dataclass


def nowhere() -> Location:
    """The location of what was not read from a source."""
    return Location()


# ---- expressions: what has a value


@dataclass(frozen=True, slots=True)
class Reference:
    """`{v}`, `{o.prop}`, `{list[0]}`, `{my_car's color}`, `{color of my_car}`; a path may hold references itself."""

    name: str
    path: tuple[str | int | Reference, ...] = ()
    location: Location = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """Words with references in them: a quoted text, or a sentence. Neighbouring pieces of plain text are one piece."""

    parts: tuple[str | Reference, ...] = ()

    @property
    def references(self) -> tuple[Reference, ...]:
        return tuple(part for part in self.parts if isinstance(part, Reference))


@dataclass(frozen=True, slots=True)
class NumberLiteral:
    value: int | float


@dataclass(frozen=True, slots=True)
class BooleanLiteral:
    value: bool


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """A list written out."""

    items: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectLiteral:
    """An object written out."""

    pairs: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class EmptyTable:
    """A table without rows."""

    columns: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    operator: Literal["+", "-", "*", "/", "//", "%", "**"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Access:
    """A part of something: its first or last item, its length (rows, elements), an attribute or column of it,
    the names of its columns, an attribute of its last row.

    `argument` is the name of an attribute or column, or the number (from 1) of an item.
    """

    kind: Literal["item", "last", "length", "attribute", "columns", "last row's"]
    of: Expression
    argument: Expression | None = None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One figure from many: over a list, or over a column of a table, of the rows for which `where` holds."""

    kind: Literal["sum", "average", "smallest", "largest", "count"]
    of: Expression
    column: Expression | None = None
    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class JoinedText:
    """Texts put together as they are."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    of: Expression
    to: Literal["number", "text", "boolean", "list"]


@dataclass(frozen=True, slots=True)
class ConditionValue:
    """Whether a condition holds, as a value."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Column:
    """In the condition of a filter or an aggregate: what the row at hand has in this column."""

    name: Expression


Expression = (
    Reference
    | TextTemplate
    | NumberLiteral
    | BooleanLiteral
    | ListLiteral
    | ObjectLiteral
    | EmptyTable
    | Arithmetic
    | Access
    | Aggregate
    | JoinedText
    | Conversion
    | ConditionValue
    | Column
)


# ---- conditions: what is true or false


@dataclass(frozen=True, slots=True)
class Comparison:
    operator: Literal["==", "!=", "<", "<=", ">", ">=", "contains", "starts with", "ends with", "is in"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Between:
    """From `low` to `high`, both counted in."""

    value: Expression
    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class IsEmpty:
    of: Expression


@dataclass(frozen=True, slots=True)
class IsTrue:
    """`{x} is true`, or just `{x}`."""

    of: Expression


@dataclass(frozen=True, slots=True)
class FileExists:
    name: Expression


@dataclass(frozen=True, slots=True)
class Not:
    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class ScreenCondition:
    """A condition in plain words, which takes a look at the screen: one yes/no question."""

    words: TextTemplate


Condition = Comparison | Between | IsEmpty | IsTrue | FileExists | Not | AllOf | AnyOf | ScreenCondition


def needs_screen(condition: Condition) -> bool:
    """Whether a condition may need a look at the screen; otherwise the variables decide it."""
    match condition:
        case ScreenCondition():
            return True
        case Not(condition=inner):
            return needs_screen(inner)
        case AllOf(conditions=several) | AnyOf(conditions=several):
            return any(map(needs_screen, several))
        case _:
            return False
