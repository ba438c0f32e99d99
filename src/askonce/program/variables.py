"""The variables of a run, changed only by `Change`s: apply the same changes to an empty scope and it is the same.

Lookup goes to the locals of the running function, then to the globals. An assignment goes to the local of that name if
there is one, else to the global if there is one, else makes a local. A change costs what it holds, whatever the scope
holds besides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ProgramError
from askonce.lazy import dataclass
from askonce.program.data_types import NO_SECRETS, Row, Table, columns_of, find_key, from_json, kind_of, plain, to_json
from askonce.values import Secret

Steps = tuple[str | int, ...]
"""The way into a value: keys of objects, columns, and numbers of items, counted from 0."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the variables, as plain data.

    A change that `local`ly sets makes a variable of the running function even where a global has the same name, as
    loops do for what they count. An alias makes `name` another name, local too, for what stands at `to`: for-each
    names a row of a table, and setting a column of that row changes the table.
    """

    kind: Literal["set", "append", "alias", "push", "pop"]
    name: str = ""
    path: Steps = ()
    value: Any = None
    local: bool = False
    to: str = ""

    @classmethod
    def set(cls, name: str, path: Steps, value: Any, *, local: bool = False) -> Change:
        return cls("set", name, path, plain(value), local)

    @classmethod
    def append(cls, name: str, path: Steps, value: Any) -> Change:
        """Add an item to the list, or a row to the table, that stands there."""
        return cls("append", name, path, plain(value))

    @classmethod
    def alias(cls, name: str, to_name: str, to_path: Steps) -> Change:
        return cls("alias", name, to_path, to=to_name)

    @classmethod
    def push(cls, values: Mapping[str, Any]) -> Change:
        """Enter a function with these locals."""
        return cls("push", value=plain(values))

    @classmethod
    def pop(cls) -> Change:
        """Leave the function."""
        return cls("pop")

    def to_json(self, secrets: Mapping[str, Secret] = NO_SECRETS) -> dict[str, Any]:
        """As JSON data; what has its default is left out."""
        data: dict[str, Any] = {"kind": self.kind}
        data |= {"name": self.name} if self.name else {}
        data |= {"path": to_json(list(self.path), secrets)} if self.path else {}
        data |= {"value": to_json(self.value, secrets)} if self.value is not None else {}
        data |= {"local": True} if self.local else {}
        return data | ({"to": self.to} if self.to else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any], secrets: Mapping[str, Secret] = NO_SECRETS) -> Change:
        value = from_json(data.get("value"), secrets)
        path = tuple(from_json(data.get("path", []), secrets))
        return cls(data["kind"], data.get("name", ""), path, value, data.get("local", False), data.get("to", ""))


class VariableScope:
    """The variables that a program has, by name."""

    def __init__(self) -> None:
        self._globals: dict[str, Any] = {}
        self._frames: list[dict[str, Any]] = []

    def apply(self, change: Change) -> None:
        """Make a change. It is copied, so that neither is touched through the other."""
        match change.kind:
            case "set" if not change.path:
                self._home(change.name, local=change.local)[change.name] = plain(change.value)
            case "set":
                inner = self._reach(change.name, change.path[:-1])
                set_part(inner, change.path[-1], plain(change.value), change.name)
            case "append":
                append_item(self._reach(change.name, change.path), plain(change.value), change.name)
            case "alias":
                self._innermost[change.name] = self._reach(change.to, change.path)
            case "push":
                self._frames.append(plain(change.value or {}))
            case "pop":
                self._frames.pop()

    def refuse_secret(self, change: Change) -> None:
        """Raise if a change would put something else in the place of a secret. Only the caller of a run passes them."""
        if change.kind not in {"set", "alias"} or isinstance(change.value, Secret):
            return
        is_part = change.kind == "set" and change.path
        home = self._innermost if change.kind == "alias" else self._home(change.name, local=change.local)
        try:
            old = self._reach(change.name, change.path) if is_part else home.get(change.name)
        except ProgramError:
            return  # that part is not there yet
        if isinstance(old, Secret):
            raise ProgramError(
                f"{{{change.name}}} holds a secret, which nothing in a program may replace", remedy="use another name"
            )

    def __contains__(self, name: str) -> bool:
        return name in self._innermost or name in self._globals

    def __getitem__(self, name: str) -> Any:
        """What a variable holds. It is not a copy: change it by a `Change` only."""
        if name in self._innermost:
            return self._innermost[name]
        if name in self._globals:
            return self._globals[name]
        close = closest_name(name, self.visible())
        hint = f"did you mean {{{close}}}?" if close else "set it before it is used, or pass it to the run"
        raise ProgramError(f"there is no variable {{{name}}} here", remedy=hint)

    def visible(self) -> dict[str, Any]:
        """All that can be named where the program stands: globals, then the locals over them."""
        return {**self._globals, **self._innermost}

    def without_secrets(self) -> dict[str, Any]:
        """Copies of the visible variables, for code that works on them."""
        return {name: plain(value) for name, value in self.visible().items() if not isinstance(value, Secret)}

    @property
    def globals(self) -> Mapping[str, Any]:
        return self._globals

    @property
    def depth(self) -> int:
        """The number of nested calls that are running."""
        return len(self._frames)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariableScope) and (self._globals, self._frames) == (other._globals, other._frames)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    @property
    def _innermost(self) -> dict[str, Any]:
        return self._frames[-1] if self._frames else self._globals

    def _home(self, name: str, *, local: bool) -> dict[str, Any]:
        elsewhere = not local and name not in self._innermost and name in self._globals
        return self._globals if elsewhere else self._innermost

    def _reach(self, name: str, path: Steps) -> Any:
        value = self[name]
        for step in path:
            value = part_of(value, step, name)
        return value


def part_of(value: Any, step: str | int, name: str) -> Any:
    """The part of a value that a step of a path names.

    A number names an item of a list, a row of a table or a character of a text, negative ones from the end. A word
    names an attribute of an object, or the values of a column of a table or of a list of objects.
    """
    step = _number(step) if isinstance(value, (list, Table, str)) else step
    match cast("object", value), step:
        case ((Table() | list() | str()), int()):
            items = cast("list[Any] | str", value.rows if isinstance(value, Table) else value)
            if not -len(items) <= step < len(items):
                raise ProgramError(
                    f"{{{name}}} has {len(items)} items, so there is none at [{step}]",
                    remedy="the first is [0], the last [-1]",
                )
            return items[step]
        case dict(), _:
            return _attribute(cast("Row", value), str(step), name)
        case Table(), str():
            return _column(cast("Table", value), step, name)
        case list(), str() if any(isinstance(item, dict) for item in cast("list[Any]", value)):
            return _column(cast("list[Any]", value), step, name)
        case ((list() | str()), ("length" | "count" | "size")):
            return len(cast("list[Any] | str", value))
        case _:
            raise ProgramError(
                f"{{{name}}} is {kind_of(value)}, which has no {step!r}", remedy="use an object, a list or a table here"
            )


def set_part(value: Any, step: str | int, new: Any, name: str) -> None:
    """Set a part of a value."""
    step = _number(step) if isinstance(value, (list, Table)) else step
    match cast("object", value), step:
        case ((Table() | list()), int()):
            part_of(value, step, name)
            if isinstance(value, Table):
                value.rows[step] = _row_for(value, new, name)
            else:
                cast("list[Any]", value)[step] = new
        case dict(), _:
            row = cast("Row", value)
            row[find_key(str(step), row) or str(step)] = new
        case _:
            raise ProgramError(
                f"{{{name}}} is {kind_of(value)}, so its {step!r} cannot be set",
                remedy='name an object or a row, or use: Add a new column "…" to {table}',
            )


def append_item(value: Any, new: Any, name: str) -> None:
    """Add an item to a list, or a row to a table."""
    match value:
        case Table():
            value.rows.append(_row_for(value, new, name))
        case list():
            cast("list[Any]", value).append(new)
        case _:
            raise ProgramError(
                f"{{{name}}} is {kind_of(value)}, and nothing can be added to that",
                remedy=f"make it a list first: Create an empty list, recorded as {{{name}}}",
            )


def _row_for(table: Table, new: Any, name: str) -> Row:
    """A row that has all columns of its table; new ones are new to the table."""
    match new:
        case dict():
            given = cast("Row", new)
            row: Row = dict.fromkeys(table.columns)
            for key, cell in given.items():
                row[find_key(key, table.columns) or key] = cell
            table.columns.extend(key for key in row if key not in table.columns)
            return row
        case list() if len(cast("list[Any]", new)) == len(table.columns):
            return dict(zip(table.columns, cast("list[Any]", new), strict=True))
        case _ if len(table.columns) == 1 and not isinstance(new, (list, Table)):
            return {table.columns[0]: new}
        case _:
            raise ProgramError(
                f"{kind_of(new)} is not a row of {{{name}}}, which has the columns "
                f"{', '.join(table.columns) or 'none yet'}",
                remedy="add an object with a value for each column",
            )


def _number(step: str | int) -> str | int:
    return int(step) if isinstance(step, str) and re.fullmatch(r"-?\d{1,9}", step) else step


def _attribute(row: Row, wanted: str, name: str) -> Any:
    key = find_key(wanted, row)
    if key is None:
        known = ", ".join(row) or "nothing"
        raise ProgramError(f'{{{name}}} has no "{wanted}"', remedy=f"it has: {known}")
    return row[key]


def _column(rows: Table | list[Any], wanted: str, name: str) -> list[Any]:
    key = find_key(wanted, columns := columns_of(rows))
    if key is None:
        raise ProgramError(f'{{{name}}} has no column "{wanted}"', remedy=f"it has: {', '.join(columns) or 'none'}")
    cells = rows.rows if isinstance(rows, Table) else rows
    return [cast("Row", row).get(key) if isinstance(row, dict) else None for row in cells]
