"""Tables in Excel files, read and written with openpyxl where it is installed."""

from __future__ import annotations

import importlib
import io
import zipfile
from collections.abc import Sequence
from typing import Any

from askonce.errors import ProgramError

LARGEST_UNPACKED = 200_000_000
"""How many bytes an Excel file, which is a zip archive, may have when it is unpacked."""


def read_sheet(data: bytes, name: str) -> list[list[Any]]:
    """The cells of the first sheet."""
    excel = _openpyxl()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > LARGEST_UNPACKED:
            raise ProgramError(f'"{name}" has {unpacked:,} bytes when it is unpacked', remedy="save it as .csv")
        book = excel.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            return [list(line) for line in book.active.iter_rows(values_only=True)]
        finally:
            book.close()
    except ProgramError:
        raise
    except Exception as error:  # noqa: BLE001
        # A damaged file ends in errors of zipfile, of the XML parser and of openpyxl, which has no common one.
        raise ProgramError(
            f'"{name}" cannot be read as an Excel file: {type(error).__name__}: {error}',
            remedy="check the file, or save it as .csv",
        ) from None


def write_sheet(lines: Sequence[Sequence[Any]]) -> bytes:
    """An Excel file with one sheet. Texts are texts, also those that Excel would take for formulas or errors."""
    book = _openpyxl().Workbook()
    for number, line in enumerate(lines, 1):
        book.active.append(list(line))
        for column, cell in enumerate(line, 1):
            if isinstance(cell, str) and cell:
                book.active.cell(number, column).data_type = "s"
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _openpyxl() -> Any:
    try:
        return importlib.import_module("openpyxl")
    except ImportError:
        raise ProgramError(
            "Excel files are read and written with openpyxl, which is not installed",
            remedy="pip install openpyxl, or use a .csv file",
        ) from None
