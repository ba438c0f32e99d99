"""What a statement on data does: the changes it makes to the variables, and the files it reads and writes."""

from __future__ import annotations

from typing import Any, assert_never, cast

from askonce.errors import ProgramError
from askonce.program import table_operations
from askonce.program.comparison import Incomparable, is_empty
from askonce.program.data_types import Table
from askonce.program.evaluation import Evaluation
from askonce.program.expression_tree import Arithmetic, Column, Expression, Reference
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    Assign,
    DataStatement,
    Filter,
    Merge,
    ReadFile,
    SaveFile,
    Sort,
    Unique,
)
from askonce.program.table_operations import Collection, TableOperationError
from askonce.program.value_text import steps_of
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles


def execute_data_statement(
    statement: Assign | DataStatement, scope: VariableScope, files: WorkFiles
) -> tuple[Change, ...]:
    """The changes that a statement makes; they are not applied yet. Files are written at once.

    The changes are tried against the scope's types here where that costs nothing; what only applying them can tell
    (adding to something that is not a list) is checked too, so that a change that was returned can be applied.
    """
    return _Execution(Evaluation(scope, files, statement.location.line)).changes(statement)


class _Execution:
    def __init__(self, at: Evaluation) -> None:
        self._at = at

    def changes(self, statement: Assign | DataStatement) -> tuple[Change, ...]:
        at = self._at
        try:
            match statement:
                case Assign(to=to, value=value):
                    return (self._set(to, at.value(value)),)
                case Append(to=to, value=value):
                    return (self._append(to, at.value(value)),)
                case AddColumn():
                    return (self._add_column(statement),)
                case Sort(of=of, by=by, descending=descending, into=into):
                    column = None if by is None else at.text(by)
                    return self._give(
                        of, into, table_operations.sort(self._collection(of), column, descending=descending)
                    )
                case Filter(of=of, where=where, into=into):
                    collection = self._collection(of)
                    kept = [row for row in table_operations.rows_of(collection) if at.at(row).holds(where)]
                    return self._give(of, into, table_operations.with_rows(collection, kept))
                case Merge(left=left, right=right, by=by, into=into):
                    merged = table_operations.merge(self._collection(left), self._collection(right), at.text(by))
                    return self._give(left, into, merged)
                case Unique(of=of, by=by, into=into):
                    names = [at.text(column) for column in by]
                    return self._give(of, into, table_operations.unique(self._collection(of), names))
                case ReadFile():
                    return self._read(statement)
                case SaveFile():
                    return self._save(statement)
                case _:
                    assert_never(statement)
        except (TableOperationError, Incomparable) as error:
            raise at.trouble(f"{error}", "check the table, or change the line") from None
        except ProgramError as error:
            if error.message.startswith("line "):
                raise
            raise at.trouble(error.message, error.remedy) from error

    def _set(self, to: Reference, value: Any) -> Change:
        path = steps_of(to, self._at.scope)
        if path:
            self._owner(to, path)
        return Change.set(to.name, path, value)

    def _owner(self, to: Reference, path: tuple[str | int, ...]) -> None:
        """Look at what the last step of a path is to be set in: it has to be there, and to be able to take it."""
        owner = self._at.value(Reference(to.name, to.path[:-1], to.location))
        fits = isinstance(owner, dict) or (isinstance(owner, (list, Table)) and str(path[-1]).lstrip("-").isdigit())
        if not fits:
            raise self._at.trouble(
                f"{self._at.naming(to)} cannot be set, because it is not part of an object or a list",
                f"create {{{to.name}}} as an object first",
                to,
            )
        if not isinstance(owner, dict):
            self._at.value(to)

    def _append(self, to: Reference, value: Any) -> Change:
        holder = self._at.value(to)
        if not isinstance(holder, (list, Table)):
            raise self._at.trouble(
                f"nothing can be added to {self._at.naming(to)}, which is neither a list nor a table",
                f"make it one first: Create an empty list, recorded as {{{to.name}}}",
                to,
            )
        rows = isinstance(holder, Table) and len(holder.columns) != 1
        if isinstance(holder, Table) and not self._fits(value, holder) and (rows or isinstance(value, (list, Table))):
            raise self._at.trouble(
                f"this is not a row of {self._at.naming(to)}, which has the columns "
                f"{', '.join(holder.columns) or 'none yet'}",
                "add an object with a value for each column",
                to,
            )
        return Change.append(to.name, steps_of(to, self._at.scope), value)

    def _fits(self, value: Any, table: Table) -> bool:
        if isinstance(value, list):
            return len(cast("list[Any]", value)) == len(table.columns)
        return isinstance(value, dict)

    def _add_column(self, statement: AddColumn) -> Change:
        collection, name = self._collection(statement.to), self._at.text(statement.name)
        values: list[Any] = [self._cell(row, statement.value) for row in table_operations.rows_of(collection)]
        return self._set(statement.to, table_operations.add_column(collection, name, values))

    def _cell(self, row: Any, value: Expression | None) -> Any:
        """What a row has in a new column: nothing, if a cell that it is worked out from has nothing."""
        if value is None:
            return None
        at = self._at.at(row)
        missing = isinstance(value, Arithmetic) and any(is_empty(at.value(column)) for column in _columns(value))
        return None if missing else at.value(value)

    def _collection(self, of: Reference) -> Collection:
        value = self._at.value(of)
        if not isinstance(value, (Table, list)):
            raise self._at.trouble(f"{self._at.naming(of)} is neither a table nor a list", "make it one first", of)
        return cast("Collection", value)

    def _give(self, of: Reference, into: str, value: Any) -> tuple[Change, ...]:
        return (Change.set(into, (), value) if into else self._set(of, value),)

    def _read(self, statement: ReadFile) -> tuple[Change, ...]:
        name, files = self._at.text(statement.name), self._at.files
        match statement.kind:
            case "table":
                value: Any = files.read_table(name)
            case "text":
                value = files.read_text(name)
            case "image":
                value = files.read_image(name)
            case _:
                assert_never(statement.kind)
        return (Change.set(statement.into, (), value),)

    def _save(self, statement: SaveFile) -> tuple[Change, ...]:
        value, name, files = self._at.value(statement.value), self._at.text(statement.name), self._at.files
        if statement.kind == "table":
            files.save_table(value, name)
        else:
            files.save_text(value, name)
        return ()


def _columns(value: Expression) -> list[Column]:
    match value:
        case Column():
            return [value]
        case Arithmetic(left=left, right=right):
            return [*_columns(left), *_columns(right)]
        case _:
            return []
