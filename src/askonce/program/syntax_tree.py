"""The syntax tree of a program: plain values in closed unions, with paths to find statements.

Two programs are equal if they mean the same: locations and source words are not compared.
A statement is named by its *path*: its index in the program, then, for what stands in a block, the index of the block
in its header and the index in that block. `(2, 0, 1)` is the second statement in the first block of the third one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from askonce.diagnostics.location import Location
from askonce.lazy import dataclass
from askonce.program.expression_tree import Condition, Expression, Reference, TextTemplate, nowhere

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement:
    location: Location = field(default_factory=nowhere, compare=False)
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
    """Checked before each pass."""

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


DataStatement = Append | AddColumn | Sort | Filter | Merge | Unique | ReadFile | SaveFile
"""Work on lists, tables and files."""
PlainStatement = Tell | AskUser | Step | Assign | DataStatement | Break | Continue | Stop | Return | Call
"""A line that opens no block."""
Loop = Repeat | Until | While | ForEach
Statement = PlainStatement | If | Loop | Define
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
