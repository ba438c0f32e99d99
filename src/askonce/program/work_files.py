"""The files of a run: tables, texts and pictures, inside its work folder and nowhere else.

A name without a suffix is looked for with the usual ones, and saved as `.csv` for a table and `.txt` for a text.
Files are written whole or not at all, so that saving again after an interruption does no harm. A column of a CSV file
becomes numbers only if all its cells do and would be written the same again: `007` and `12.50` stay texts.
"""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Any, cast

from askonce.errors import ProgramError
from askonce.lazy import regex
from askonce.program.comparison import number_of
from askonce.program.data_types import ImageFile, Row, Table, columns_of, holds_secret, kind_of, plain
from askonce.program.excel_file import read_sheet, write_sheet
from askonce.program.value_text import readable_json, to_text

WORK_FOLDER = Path("askonce_run") / "files"
"""Where they are unless somebody says otherwise."""
LARGEST = 20_000_000
"""How many bytes a file may have."""
TABLES = (".csv", ".tsv", ".json", ".xlsx")
TEXTS = (".txt", ".md", ".csv", ".tsv", ".json", ".html", ".xml", ".yaml", ".log")
_LONGEST_NAME = 200
"""How many bytes a name may have. Most file systems take 255, and a file is written under a longer name first."""
_FORMULA = regex("'*[=+@＝＋－＠\t\r-]")
"""How a text begins that a spreadsheet runs."""
IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".gif")


class WorkFiles:
    """Reads and writes inside one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def exists(self, name: str) -> bool:
        """Whether a file with this name exists, with or without its suffix."""
        return any(self._inside(name + suffix).is_file() for suffix in ("", *TABLES, *TEXTS, *IMAGES))

    def read_table(self, name: str) -> Table:
        path = self._find(name, TABLES)
        match path.suffix.lower():
            case ".json":
                return _table_from_json(self._text(path), name)
            case ".xlsx":
                cells = [[plain(cell) for cell in line] for line in read_sheet(self._bytes(path), name)]
                return _table_from_cells(cells, infer=False)
            case suffix:
                lines = csv.reader(io.StringIO(self._text(path)), delimiter="\t" if suffix == ".tsv" else ",")
                try:
                    return _table_from_cells([[_without_mark(cell) for cell in line] for line in lines], infer=True)
                except csv.Error as error:
                    raise ProgramError(
                        f'"{name}" cannot be read as a table: {error}', remedy="check the file"
                    ) from None

    def read_text(self, name: str) -> str:
        return self._text(self._find(name, TEXTS))

    def read_image(self, name: str) -> ImageFile:
        path = self._find(name, IMAGES)
        return ImageFile(path.relative_to(self._folder).as_posix())

    def read_bytes(self, image: ImageFile) -> bytes:
        """The bytes of a picture."""
        return self._bytes(self._find(image.path, IMAGES))

    def save_table(self, value: Any, name: str) -> None:
        """Save a table, a list (of objects, or of values as one column) or an object (as one row)."""
        path = self._to_write(name, ".csv", TABLES)
        table = as_table(value)
        match path.suffix.lower():
            case ".json":
                self._write(path, json.dumps(_cells(table), ensure_ascii=False, indent=2).encode() + b"\n")
            case ".xlsx":
                self._write(path, write_sheet(_sheet_lines(table)))
            case suffix:
                self._write(path, _lines_of(table, "\t" if suffix == ".tsv" else ",").encode(errors="replace"))

    def save_text(self, value: Any, name: str) -> None:
        path = self._to_write(name, ".txt", TEXTS)
        if holds_secret(value):
            raise ProgramError(f'a secret is not saved, as it would be to "{name}"', remedy="save something else")
        self._write(path, _whole(value).encode(errors="replace"))

    def _inside(self, name: str) -> Path:
        """The path of a file; always inside the folder."""
        parts = PurePosixPath(name).parts
        odd = (
            not parts or "\\" in name or "\0" in name or ":" in parts[0] or name.startswith(("/", "~")) or ".." in parts
        )
        odd = odd or any(len(part.encode(errors="replace")) > _LONGEST_NAME for part in parts)
        path = self._folder.joinpath(*parts) if not odd else self._folder
        root = self._folder.resolve()
        if odd or len(name) > 500 or not path.resolve().is_relative_to(root):
            raise ProgramError(
                f'"{name[:100]}" is not a file of the run',
                remedy="give a short plain name, such as report.csv, without .. or /",
            )
        return path

    def _find(self, name: str, suffixes: Sequence[str]) -> Path:
        for suffix in ("", *suffixes):
            path = self._inside(name + suffix)
            if not path.is_file():
                continue
            if path.suffix.lower() in suffixes or not path.suffix:
                return path
            raise ProgramError(f'"{name}" is not a {_kinds(suffixes)} file', remedy="read another file, or rename it")
        names = sorted(path.name for path in self._folder.glob("*") if path.is_file())[:20]
        raise ProgramError(
            f'there is no file "{name}" in the run\'s work folder', remedy=f"there is: {', '.join(names) or 'nothing'}"
        )

    def _to_write(self, name: str, usual: str, suffixes: Sequence[str]) -> Path:
        path = self._inside(name)
        if not path.suffix:
            return self._inside(name + usual)
        if path.suffix.lower() not in suffixes:
            raise ProgramError(f'"{name}" cannot be saved as {path.suffix}', remedy=f"use {_kinds(suffixes)}")
        return path

    def _bytes(self, path: Path) -> bytes:
        try:
            if path.stat().st_size > LARGEST:
                raise ProgramError(f'"{path.name}" is larger than {LARGEST:,} bytes', remedy="split it")
            return path.read_bytes()
        except OSError as error:
            raise ProgramError(f'"{path.name}" cannot be read: {error.strerror}', remedy="check the file") from error

    def _text(self, path: Path) -> str:
        try:
            return self._bytes(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ProgramError(f'"{path.name}" is not UTF-8 text', remedy="save it as UTF-8") from None

    def _write(self, path: Path, data: bytes) -> None:
        if len(data) > LARGEST:
            raise ProgramError(f'"{path.name}" would be larger than {LARGEST:,} bytes', remedy="save less at a time")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".saving-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                Path(draft).replace(path)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise ProgramError(
                f'"{path.name}" cannot be written: {error.strerror}', remedy="check the folder"
            ) from error


def as_table(value: Any) -> Table:
    """A value as a table, if possible."""
    match value:
        case Table():
            return Table(columns_of(value), value.rows)
        case dict():
            row = cast("Row", value)
            return Table(list(row), [row])
        case list() if all(isinstance(item, dict) for item in cast("list[Any]", value)):
            rows = cast("list[Row]", value)
            return Table(columns_of(rows), rows)
        case list():
            return Table(["value"], [{"value": item} for item in cast("list[Any]", value)])
        case _:
            raise ProgramError(f"{kind_of(value)} is not a table", remedy="save it as a text instead")


def _kinds(suffixes: Sequence[str]) -> str:
    return " or ".join(suffixes)


def _whole(value: Any) -> str:
    """A value as the content of a file, in full."""
    return (
        to_text(value)
        if not isinstance(value, (list, dict, Table))
        else json.dumps(readable_json(value), ensure_ascii=False)
    )


def _say_cell(cell: Any) -> str:
    if holds_secret(cell):
        raise ProgramError("the table holds a secret, which is not saved", remedy="leave its column out")
    return _whole(cell)


def _cells(table: Table) -> list[Row]:
    def written(cell: Any) -> Any:
        return _say_cell(cell) if isinstance(cell, (str, ImageFile)) or holds_secret(cell) else readable_json(cell)

    return [{column: written(row.get(column)) for column in table.columns} for row in table.rows]


def _marked(cell: Any) -> str:
    """The cell of a CSV file. A text that a spreadsheet would run as a formula gets the apostrophe that makes it text;
    so does one that has that mark already, and each loses one when it is read."""
    text = _say_cell(cell)
    is_number = not isinstance(cell, str) or number_of(text) is not None
    return f"'{text}" if _FORMULA.match(text) and not is_number else text


def _without_mark(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def _lines_of(table: Table, delimiter: str) -> str:
    lines = io.StringIO()
    cells = [
        [_marked(column) for column in table.columns],
        *([_marked(row.get(column)) for column in table.columns] for row in table.rows),
    ]
    # A lone carriage return is not quoted by itself, and would end the line when it is read.
    quoting = csv.QUOTE_ALL if any("\r" in cell for line in cells for cell in line) else csv.QUOTE_MINIMAL
    csv.writer(lines, delimiter=delimiter, lineterminator="\n", quoting=quoting).writerows(cells)
    return lines.getvalue()


def _table_from_json(text: str, name: str) -> Table:
    try:
        return as_table(plain(json.loads(text)))
    except ValueError as error:
        raise ProgramError(f'"{name}" cannot be read as JSON: {error}', remedy="check the file") from None
    except RecursionError:
        raise ProgramError(
            f'"{name}" cannot be read as JSON: it is nested too deeply', remedy="check the file"
        ) from None


def _table_from_cells(lines: Sequence[Sequence[Any]], *, infer: bool) -> Table:
    """The first line names the columns; empty lines are left out. With `infer`, columns of numbers become numbers."""
    filled = [line for line in lines if any(cell not in (None, "") for cell in line)]
    if not filled:
        return Table([], [])
    columns = _column_names(filled[0], max(map(len, filled)))
    rows = [_row(columns, line) for line in filled[1:]]
    for column in columns if infer else ():
        _infer_numbers(rows, column)
    return Table(columns, rows)


def _column_names(heads: Sequence[Any], width: int) -> list[str]:
    """A name for each column; a name that occurs twice gets a number."""
    columns: list[str] = []
    for number in range(width):
        head = to_text(heads[number]).strip() if number < len(heads) else ""
        name, count = head or f"column {number + 1}", 2
        while name in columns:
            name, count = f"{head or 'column'} {count}", count + 1
        columns.append(name)
    return columns


def _row(columns: Sequence[str], line: Sequence[Any]) -> Row:
    cells = [None if cell == "" else cell for cell in line]
    return dict(zip_longest(columns, cells))


def _infer_numbers(rows: Sequence[Row], column: str) -> None:
    """Make the cells of a column numbers if all of them are."""
    numbers = [None if row[column] is None else _number(row[column]) for row in rows]
    if all(number is not None or row[column] is None for number, row in zip(numbers, rows, strict=True)):
        for row, number in zip(rows, numbers, strict=True):
            row[column] = number


def _number(cell: str) -> int | float | None:
    number = number_of(cell)
    return number if number is not None and to_text(number) == cell else None


def _sheet_lines(table: Table) -> list[list[Any]]:
    rows = (
        [to_text(cell) if isinstance(cell, (list, dict)) else cell for cell in row.values()] for row in _cells(table)
    )
    return [table.columns, *rows]
