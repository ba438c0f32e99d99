"""The files of a run."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ProgramError
from askonce.program import work_files as module
from askonce.program.data_types import ImageFile, Table
from askonce.program.work_files import WorkFiles, as_table
from askonce.values import Secret

TABLE = Table(
    ["name", "n"], [{"name": 'Ann "A", Lee', "n": 1}, {"name": "多\nline", "n": 2.5}, {"name": "x", "n": None}]
)


@pytest.mark.parametrize("name", ["people", "people.csv", "people.tsv", "people.json", "deep/er/people.CSV"])
def test_a_table_saved_and_read_is_the_same(name: str, tmp_path: Path) -> None:
    files = WorkFiles(tmp_path / "work")
    files.save_table(TABLE, name)
    assert files.read_table(name) == TABLE
    assert files.exists(name)


def test_names_without_suffix_are_csv_and_txt(tmp_path: Path) -> None:
    files = WorkFiles(tmp_path)
    files.save_table([1, 2], "numbers")
    files.save_text(5.0, "five")
    assert (tmp_path / "numbers.csv").read_text() == "value\n1\n2\n"
    assert (tmp_path / "five.txt").read_text() == "5"
    assert files.read_text("five") == "5"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["five.txt", "numbers.csv"]


def test_cells_become_numbers_only_where_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("\ufeffid,zip,price,n,n\n1,007,12.50,5,x,more\n2,100,3.00,,y\n\n", "utf-8")
    table = WorkFiles(tmp_path).read_table("t.csv")
    assert table.columns == ["id", "zip", "price", "n", "n 2", "column 6"]
    assert table.rows[0] == {"id": 1, "zip": "007", "price": "12.50", "n": 5, "n 2": "x", "column 6": "more"}
    assert table.rows[1] == {"id": 2, "zip": "100", "price": "3.00", "n": None, "n 2": "y", "column 6": None}


@given(st.lists(st.fixed_dictionaries({"a": st.text(min_size=1), "b": st.integers() | st.text()}), max_size=4))
def test_a_file_read_and_saved_again_is_the_same(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    folder = tmp_path_factory.mktemp("run")
    files = WorkFiles(folder)
    files.save_table(Table(["a", "b"], rows), "t")
    first = files.read_table("t")
    files.save_table(first, "again")
    assert files.read_table("again") == first


@pytest.mark.parametrize(
    "name",
    ["../x.csv", "/etc/passwd", "a/../../x.csv", "~/x.csv", "C:\\x.csv", "C:/x.csv", "..", "", "x\0.csv", "link/x.csv",
     "link.csv", "x" * 600, "..\\x.csv", "a/../x.csv", "a/" * 250 + "x.csv"],
)  # fmt: skip
def test_what_lies_outside_the_folder_is_refused(name: str, tmp_path: Path) -> None:
    work, outside = tmp_path / "work", tmp_path / "outside"
    work.mkdir()
    outside.mkdir()
    (outside / "x.csv").write_text("a\n1\n")
    (work / "link").symlink_to(outside)
    (work / "link.csv").symlink_to(outside / "x.csv")
    files = WorkFiles(work)
    for attempt in (files.read_table, files.read_text, files.exists, lambda name: files.save_text("y", name)):
        with pytest.raises(ProgramError, match="is not a file of the run"):
            attempt(name)
    assert (outside / "x.csv").read_text() == "a\n1\n"


@pytest.mark.parametrize("name", ["run.py", "conftest.py", "x.sh", "x.exe", "report.docx"])
def test_only_known_kinds_of_files_are_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="cannot be saved as"):
        WorkFiles(tmp_path).save_text("x", name)


def test_a_failed_save_leaves_the_old_file_and_no_scraps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = WorkFiles(tmp_path)
    files.save_text("old", "a")
    monkeypatch.setattr(module, "LARGEST", 10)
    with pytest.raises(ProgramError, match="larger than"):
        files.save_text("x" * 11, "a")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("x" * 11)
    monkeypatch.setattr(module, "LARGEST", 10)
    with pytest.raises(ProgramError, match="larger than"):
        WorkFiles(tmp_path).read_text("a")


def test_a_missing_file_says_what_there_is_up_to_a_limit(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b.txt").write_text("x")
    with pytest.raises(ProgramError, match=r"there is: b\.txt$"):
        WorkFiles(tmp_path).read_text("a")
    for number in range(30):
        (tmp_path / f"c{number:02}.txt").write_text("x")
    with pytest.raises(ProgramError, match=r"there is: b\.txt, c00.*, c18\.txt$"):
        WorkFiles(tmp_path).read_text("a")


def test_a_file_of_another_kind_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("x")
    (tmp_path / "notes").write_text("y")
    with pytest.raises(ProgramError, match=r'"run\.sh" is not a '):
        WorkFiles(tmp_path).read_text("run.sh")
    assert WorkFiles(tmp_path).read_text("notes") == "y"


def test_secrets_are_not_saved(tmp_path: Path) -> None:
    for name in ("a.csv", "a.json"):
        with pytest.raises(ProgramError, match="not saved"):
            WorkFiles(tmp_path).save_table([{"p": Secret("hidden")}], name)
    with pytest.raises(ProgramError, match="not saved"):
        WorkFiles(tmp_path).save_text(Secret("hidden"), "a")
    assert list(tmp_path.iterdir()) == []


def test_what_holds_a_secret_is_not_saved_without_it(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="not saved"):
        WorkFiles(tmp_path).save_text({"p": [Secret("hidden")]}, "a")
    for name in ("a.csv", "a.json"):
        with pytest.raises(ProgramError, match="not saved"):
            WorkFiles(tmp_path).save_table([{"p": [Secret("hidden")]}], name)
    assert list(tmp_path.iterdir()) == []


def test_long_lists_are_saved_whole(tmp_path: Path) -> None:
    WorkFiles(tmp_path).save_text(list(range(5000)), "a")
    WorkFiles(tmp_path).save_table([{"l": list(range(5000))}], "a.csv")
    assert all("4999]" in path.read_text() for path in tmp_path.iterdir())


def test_broken_files_are_our_errors(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_text("3")
    (tmp_path / "c.txt").write_bytes(b"\xff\xfe\x00x")
    files = WorkFiles(tmp_path)
    for read in (
        lambda: files.read_table("a.json"),
        lambda: files.read_table("b.json"),
        lambda: files.read_text("c.txt"),
        lambda: files.read_table("c.txt"),
    ):
        with pytest.raises(ProgramError):
            read()


def test_pictures_are_known_by_name(tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_bytes(b"picture")
    files = WorkFiles(tmp_path)
    assert files.read_image("shot") == ImageFile("shot.png")
    assert files.read_bytes(ImageFile("shot.png")) == b"picture"


RISKY = ["=1+1", "+49 170 1", "-cmd", "@SUM(A1)", "\t=1", "＝1", "'=1", "''=1", '=HYPERLINK("http://x")']


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_texts_that_a_spreadsheet_would_run_are_written_as_texts(tmp_path: Path, suffix: str) -> None:
    files, rows = WorkFiles(tmp_path), [{"=head": text} for text in RISKY]
    files.save_table(rows, f"a.{suffix}")
    with (tmp_path / f"a.{suffix}").open(newline="") as file:
        cells = [line[0] for line in csv.reader(file, delimiter="\t" if suffix == "tsv" else ",")]
    assert cells == [f"'{text}" for text in ("=head", *RISKY)]
    assert files.read_table(f"a.{suffix}").rows == rows


def test_numbers_and_other_texts_are_written_as_they_are(tmp_path: Path) -> None:
    files, rows = WorkFiles(tmp_path), [{"a": -5, "b": "it's", "c": "-3"}, {"a": 1.5, "b": "'quoted'", "c": "x-1"}]
    files.save_table(rows, "a.csv")
    assert (tmp_path / "a.csv").read_text() == "a,b,c\n-5,it's,-3\n1.5,'quoted',x-1\n"
    assert files.read_table("a.csv").rows == rows


def test_texts_in_excel_files_are_texts(tmp_path: Path) -> None:
    excel = pytest.importorskip("openpyxl")
    files, rows = WorkFiles(tmp_path), [{"=head": text} for text in [*RISKY, "#N/A"]]
    files.save_table(rows, "a.xlsx")
    assert {cell.data_type for line in excel.load_workbook(tmp_path / "a.xlsx").active for cell in line} == {"s"}
    assert files.read_table("a.xlsx").rows == rows


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"no zip at all", bytes(100_000)])
def test_a_broken_excel_file_is_an_error_of_ours(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.xlsx").write_bytes(data)
    with pytest.raises(ProgramError, match="Excel"):
        WorkFiles(tmp_path).read_table("a.xlsx")


@pytest.mark.parametrize("name", ["x" * 400, "ü" * 150, "a/" + "y" * 300 + ".csv"])
def test_a_name_that_no_file_can_have_is_an_error_of_ours(tmp_path: Path, name: str) -> None:
    files = WorkFiles(tmp_path)
    for work in (lambda: files.save_table(TABLE, name), lambda: files.read_text(name), lambda: files.exists(name)):
        with pytest.raises(ProgramError, match="is not a file of the run"):
            work()


def test_json_that_is_nested_too_deeply_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(ProgramError, match="nested too deeply"):
        WorkFiles(tmp_path).read_table("deep.json")


@pytest.mark.skipif(importlib.util.find_spec("openpyxl") is not None, reason="it is installed")
def test_excel_files_name_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="pip install openpyxl"):
        WorkFiles(tmp_path).save_table(TABLE, "a.xlsx")


@pytest.mark.parametrize(
    ("value", "columns", "rows"),
    [
        ({"a": 1, "b": 2}, ["a", "b"], [{"a": 1, "b": 2}]),
        ([{"a": 1}, {"b": 2}], ["a", "b"], [{"a": 1}, {"b": 2}]),
        ([1, "x"], ["value"], [{"value": 1}, {"value": "x"}]),
        ([{"a": 1}, 2], ["value"], [{"value": {"a": 1}}, {"value": 2}]),
    ],
)
def test_records_and_lists_are_saved_as_tables(value: Any, columns: list[str], rows: list[Any]) -> None:
    table = as_table(value)
    assert (table.columns, table.rows) == (columns, rows)


@pytest.mark.parametrize(
    ("value", "kind"), [("x", "text"), (1, "a number"), (None, "nothing"), (True, "true or false")]
)
def test_single_values_are_not_tables(value: Any, kind: str) -> None:
    with pytest.raises(ProgramError, match=f"^{kind}.* is not a table"):
        as_table(value)
