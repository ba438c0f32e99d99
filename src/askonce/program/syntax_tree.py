"""What a program is made of: plain values, closed unions, no behaviour beyond finding one's way.

Two programs are the same when they mean the same: places and source words do not count when they are compared.
A statement is named by its *path*: its index in the program, then, for what stands in a block, the index of the block
in its header and the index in that block. `(2, 0, 1)` is the second statement in the first block of the third one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from askonce.diagnostics.location import Location

Path = tuple[int, ...]


def _nowhere() -> Location:
    return Location()


# ---- expressions: what has a value


@dataclass(frozen=True, slots=True)
class Reference:
    """`{v}`, `{o.prop}`, `{list[0]}`, `{my_car's color}`, `{color of my_car}`; a path may hold references itself."""

    name: str
    path: tuple[str | int | Reference, ...] = ()
    place: Location = field(default_factory=_nowhere, compare=False)


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


# ---- statements


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement:
    place: Location = field(default_factory=_nowhere, compare=False)
    words: str = field(default="", compare=False)
    """The source line, without indent and comment."""


@dataclass(frozen=True, slots=True)
class Tell(_Statement):
    message: Expression


@dataclass(frozen=True, slots=True)
class AskUser(_Statement):
    question: Expression
    into: str


@dataclass(frozen=True, slots=True)
class Step(_Statement):
    """A step in plain words: whatever it takes is done on the screen or by code. `results` are the variables it sets.

    `instruction` is all of it, without the part that names the results.
    """

    instruction: TextTemplate
    app: str = ""
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assign(_Statement):
    """`to` may have a path: `Set {color} of {my_car} to "Red"`."""

    to: Reference
    value: Expression


@dataclass(frozen=True, slots=True)
class Append(_Statement):
    """Add an item to a list, or a row to a table."""

    value: Expression
    to: Reference


@dataclass(frozen=True, slots=True)
class AddColumn(_Statement):
    """Add a column; with `value`, worked out for each row (where `Column` stands for what the row holds)."""

    name: Expression
    to: Reference
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Sort(_Statement):
    """Sort a list, or a table by a column. In place unless `into` names another variable."""

    of: Reference
    by: Expression | None = None
    descending: bool = False
    into: str = ""


@dataclass(frozen=True, slots=True)
class Filter(_Statement):
    """Keep the rows (or items, as `Column` with an empty name) for which `where` holds. In place without `into`."""

    of: Reference
    where: Condition
    into: str = ""


@dataclass(frozen=True, slots=True)
class Merge(_Statement):
    left: Reference
    right: Reference
    by: Expression
    into: str


@dataclass(frozen=True, slots=True)
class Unique(_Statement):
    """Drop duplicates, keeping the first; by these columns, or by all. In place without `into`."""

    of: Reference
    by: tuple[Expression, ...] = ()
    into: str = ""


@dataclass(frozen=True, slots=True)
class ReadFile(_Statement):
    kind: Literal["table", "text", "image"]
    name: Expression
    into: str


@dataclass(frozen=True, slots=True)
class SaveFile(_Statement):
    kind: Literal["table", "text"]
    value: Expression
    name: Expression


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Condition
    body: Block


@dataclass(frozen=True, slots=True)
class If(_Statement):
    """Its blocks: the bodies of its branches in turn, then `otherwise`."""

    branches: tuple[Branch, ...]
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Repeat(_Statement):
    times: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Until(_Statement):
    """Looked at before each pass."""

    condition: Condition
    body: Block


@dataclass(frozen=True, slots=True)
class While(_Statement):
    condition: Condition
    body: Block


@dataclass(frozen=True, slots=True)
class ForEach(_Statement):
    item: str
    collection: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break(_Statement):
    pass


@dataclass(frozen=True, slots=True)
class Continue(_Statement):
    pass


@dataclass(frozen=True, slots=True)
class Stop(_Statement):
    """End the program, successfully."""


@dataclass(frozen=True, slots=True)
class Input:
    name: str
    hint: str = ""
    """What the program says of its type, such as "number"."""


@dataclass(frozen=True, slots=True)
class Define(_Statement):
    name: str
    inputs: tuple[Input, ...] = ()
    body: Block = ()


@dataclass(frozen=True, slots=True)
class Return(_Statement):
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Call(_Statement):
    name: str
    arguments: tuple[tuple[str, Expression], ...] = ()
    into: str = ""


Statement = (
    Tell
    | AskUser
    | Step
    | Assign
    | Append
    | AddColumn
    | Sort
    | Filter
    | Merge
    | Unique
    | ReadFile
    | SaveFile
    | If
    | Repeat
    | Until
    | While
    | ForEach
    | Break
    | Continue
    | Stop
    | Define
    | Return
    | Call
)
Loop = Repeat | Until | While | ForEach
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Program:
    statements: Block
    source: str = field(default="", compare=False)

    def at(self, path: Path) -> Statement:
        """The statement with this path."""
        block, *rest = self.statements, *path
        statement = block[rest[0]]
        for number in range(1, len(rest), 2):
            statement = blocks_of(statement)[rest[number]][rest[number + 1]]
        return statement

    def walk(self) -> Iterator[tuple[Path, Statement]]:
        """All statements with their paths, headers before what they hold."""
        yield from _walk(self.statements, ())

    @property
    def functions(self) -> dict[str, Path]:
        """The paths of the definitions, by name."""
        return {statement.name: path for path, statement in self.walk() if isinstance(statement, Define)}


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """The blocks under a header, in the order that paths count them; none for a plain line."""
    match statement:
        case If(branches=branches, otherwise=otherwise):
            return (*(branch.body for branch in branches), otherwise)
        case Repeat(body=body) | Until(body=body) | While(body=body) | ForEach(body=body) | Define(body=body):
            return (body,)
        case _:
            return ()


def _walk(block: Block, above: Path) -> Iterator[tuple[Path, Statement]]:
    for index, statement in enumerate(block):
        path = (*above, index)
        yield path, statement
        for number, inner in enumerate(blocks_of(statement)):
            yield from _walk(inner, (*path, number))
