"""The values of a program's variables: plain JSON data, tables and pictures, and secrets that are known by name only.

Values are copied when they are given to another variable, never shared. `to_json` and `from_json` write them down and
read them back; a secret is written as the name it was passed under, and must be passed again to be read back.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, cast

from askonce.errors import ProgramError, Unresumable
from askonce.lazy import dataclass
from askonce.values import Secret

Row = dict[str, Any]
NO_SECRETS: Mapping[str, Secret] = {}
BITS = 13_000
"""How large a whole number may be: under 4,000 digits, for Python writes no more than 4,300."""
DEPTH = 100
"""How deep lists and objects may be nested."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells by column. A row may hold cells of columns that came after: see `columns_of`."""

    columns: list[str]
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class ImageFile:
    """A picture, by its name in the run's work folder."""

    path: str


def plain(value: Any, depth: int = 0) -> Any:
    """A copy of `value` that shares nothing with it and holds only what a variable may hold.

    Tuples and sets become lists, dates become text. Anything else is refused.
    """
    if depth > DEPTH:
        raise ProgramError(f"a value is nested more than {DEPTH} deep", remedy="keep lists and objects flatter")
    match value:
        case int() if value.bit_length() > BITS:
            raise ProgramError(
                f"a number of about {value.bit_length() * 3 // 10} digits is not a number that a variable can hold",
                remedy="use smaller numbers",
            )
        case None | bool() | int() | str() | Secret() | ImageFile():
            return value
        case float():
            if not math.isfinite(value):
                raise ProgramError(
                    f"{value} is not a number that a variable can hold", remedy="check for a division by zero"
                )
            return value
        case Table():
            columns = list(dict.fromkeys(str(column) for column in value.columns))
            return Table(columns, [cast("Row", plain(row, depth + 1)) for row in value.rows])
        case Mapping():
            pairs = cast("Mapping[Any, Any]", value).items()
            return {_key(key): plain(item, depth + 1) for key, item in pairs}
        case list() | tuple() | set() | frozenset():
            return [plain(item, depth + 1) for item in cast("Iterable[Any]", value)]
        case datetime():
            return value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case _:
            raise ProgramError(
                f"a variable cannot hold a value of the type {type(value).__name__}",
                remedy="give text, a number, true or false, a list, an object or a table",
            )


def _key(key: Any) -> str:
    match key:
        case str():
            return key
        case bool() | int() | float() | None:
            return "" if key is None else str(key)
        case _:
            raise ProgramError(f"an object cannot have {key!r} as a key", remedy="use texts as keys")


def to_json(value: Any, secrets: Mapping[str, Secret] = NO_SECRETS) -> Any:
    """As JSON data. Keys that begin with a dollar sign are kept apart from our own marks."""
    match value:
        case Secret():
            return {"$secret": name_of(value, secrets)}
        case str() | int() | float() if secrets and not isinstance(value, bool):
            return _masked(value, secrets)
        case ImageFile():
            return {"$image": _masked(value.path, secrets)}
        case Table():
            columns = [_masked(column, secrets) for column in value.columns]
            return {"$table": columns, "$rows": [to_json(row, secrets) for row in value.rows]}
        case dict():
            pairs = cast("dict[str, Any]", value)
            if any(key.startswith("$") or _masked(key, secrets) != key for key in pairs):
                return {"$object": [[_masked(key, secrets), to_json(item, secrets)] for key, item in pairs.items()]}
            return {key: to_json(item, secrets) for key, item in pairs.items()}
        case list():
            return [to_json(item, secrets) for item in cast("list[Any]", value)]
        case _:
            return value


def from_json(data: Any, secrets: Mapping[str, Secret] = NO_SECRETS) -> Any:
    """Read back what `to_json` wrote."""
    match data:
        case {"$secret": str() as name}:
            if name not in secrets:
                raise ProgramError(f"{{{name}}} is a secret, which is written nowhere", remedy=f"pass {name}=… again")
            return secrets[name]
        case {"$image": path}:
            return ImageFile(str(from_json(path, secrets)))
        case {"$table": [*columns], "$rows": [*rows]}:
            return Table(
                [str(from_json(column, secrets)) for column in columns], [from_json(row, secrets) for row in rows]
            )
        case {"$masked": [*pieces]}:
            text = "".join(piece if isinstance(piece, str) else _revealed(piece, secrets) for piece in pieces)
            return json.loads(text) if data.get("$number") else text
        case {"$lost": str() as text}:
            raise Unresumable(
                f"a variable held {text!r}, with a secret that was not passed to the run or is spelled in another way",
                remedy="run the program from its start",
            )
        case {"$object": [*pairs]}:
            return {from_json(key, secrets): from_json(item, secrets) for key, item in pairs}
        case dict():
            return {key: from_json(item, secrets) for key, item in cast("dict[str, Any]", data).items()}
        case list():
            return [from_json(item, secrets) for item in cast("list[Any]", data)]
        case _:
            return data


def _masked(value: str | int | float, secrets: Mapping[str, Secret]) -> Any:
    """A text or number in which secrets are replaced by their names, in a way that can be read back."""
    text = value if isinstance(value, str) else json.dumps(value)
    known = {secret.reveal(): name for name, secret in secrets.items()}
    if not any(revealed in text for revealed in known):
        return value
    pattern = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    pieces = re.split(f"({pattern})", text)
    data: dict[str, Any] = {"$masked": [[known[piece]] if piece in known else piece for piece in pieces if piece]}
    return data if isinstance(value, str) else data | {"$number": True}


def _revealed(piece: Any, secrets: Mapping[str, Secret]) -> str:
    return cast("Secret", from_json({"$secret": str(piece[0])}, secrets)).reveal()


def name_of(secret: Secret, secrets: Mapping[str, Secret]) -> str:
    """The name that a secret was passed under."""
    for name, known in secrets.items():
        if known == secret:
            return name
    raise ProgramError("a secret was not passed to the run by name", remedy="pass it as a variable of the run")


def holds_secret(value: Any) -> bool:
    """Whether a value is a secret or contains one."""
    match value:
        case Secret():
            return True
        case Table():
            return any(map(holds_secret, value.rows))
        case dict():
            return any(map(holds_secret, cast("dict[str, Any]", value).values()))
        case list():
            return any(map(holds_secret, cast("list[Any]", value)))
        case _:
            return False


def columns_of(rows: Table | Sequence[Any]) -> list[str]:
    """The columns of a table or of a list of objects, in the order in which they came."""
    known = dict.fromkeys(rows.columns) if isinstance(rows, Table) else {}
    for row in rows.rows if isinstance(rows, Table) else rows:
        if isinstance(row, dict):
            known |= dict.fromkeys(cast("Row", row))
    return list(known)


def find_key(wanted: str, keys: Iterable[str]) -> str | None:
    """The matching key: exactly equal, or the only one that differs just in case, spaces and underscores."""
    known = list(keys)
    if wanted in known:
        return wanted
    alike = [key for key in known if _loose(key) == _loose(wanted)]
    return alike[0] if len(alike) == 1 else None


def _loose(key: str) -> str:
    return " ".join(key.replace("_", " ").split()).casefold()


def kind_of(value: Any) -> str:
    """The type of a value, in a word."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case dict():
            return "an object"
        case Table():
            return "a table"
        case ImageFile():
            return "a picture"
        case Secret():
            return "a secret"
        case _:
            return type(value).__name__
