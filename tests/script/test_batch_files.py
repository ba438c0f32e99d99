"""Which files a batch is made of."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ConfigError
from askonce.script.batch_files import Shard, find_files, read_shard

SCRIPT = "web:\n  url: about:blank\ntasks:\n  - name: a\n    flow: []\n"


@given(st.lists(st.text("abc/", min_size=1, max_size=6), unique=True, max_size=40), st.integers(1, 9), st.randoms())
def test_shards_are_a_partition_that_is_even_and_the_same_in_any_order(
    names: list[str], of: int, random: Random
) -> None:
    files = list(dict.fromkeys(map(Path, names)))
    shuffled = list(files)
    random.shuffle(shuffled)
    shares = [Shard(number, of).share(files) for number in range(1, of + 1)]
    assert sorted(path for share in shares for path in share) == sorted(files)
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
    for number, share in enumerate(shares, 1):
        assert set(Shard(number, of).share(shuffled)) == set(share)
        assert share == [path for path in files if path in share]


def test_a_shard_is_read_as_two_numbers() -> None:
    assert read_shard("2/5") == Shard(2, 5)
    assert str(read_shard(" 1 / 1 ")) == "1/1"


@pytest.mark.parametrize("text", ["", "2", "0/5", "6/5", "2/0", "a/b", "2/5/7", "-1/5"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="is not a shard"):
        read_shard(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.yaml", "a.yml", "deep/er/c.yaml", ".hidden/d.yaml", "askonce_run/e.yaml", "node_modules/f.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(SCRIPT)
    (tmp_path / "batch.yaml").write_text("files: '*.yaml'\n")
    (tmp_path / "other.yaml").write_text("recordings: []\n")
    (tmp_path / "deep" / "p.stp").write_text("Go on\n")
    (tmp_path / "notes.txt").write_text("tasks:\n")
    return tmp_path


def names(found: list[Path], folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in found]


def test_of_a_folder_scripts_and_programs_are_taken_and_nothing_else(folder: Path) -> None:
    assert names(find_files(["."], folder), folder) == ["a.yml", "b.yaml", "deep/er/c.yaml", "deep/p.stp"]


def test_patterns_reach_into_folders(folder: Path) -> None:
    assert names(find_files(["**/*.yaml"], folder), folder) == ["b.yaml", "deep/er/c.yaml"]
    assert names(find_files([f"{folder}/deep/../[a-b].y*ml"], folder), folder) == ["a.yml", "b.yaml"]


def test_a_file_that_is_listed_twice_is_taken_twice(folder: Path) -> None:
    assert names(find_files(["b.yaml", "a.yml", "*.yaml"], folder), folder) == ["b.yaml", "a.yml", "b.yaml"]


def test_a_file_that_was_named_is_taken_whatever_it_holds(folder: Path) -> None:
    assert names(find_files(["other.yaml", "deep/../b.yaml"], folder), folder) == ["other.yaml", "b.yaml"]


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("none.yaml", "file not found: none.yaml"),
        ("none", "file not found: none"),
        ("notes.txt", "neither a script nor a program"),
        ("x*.yaml", "no script matches x"),
        ("other*.yaml", "no script matches other"),
        ("node_modules/..x", "file not found"),
        ("empty", "there are no scripts in empty"),
    ],
)
def test_what_cannot_be_found_is_named(folder: Path, named: str, told: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(ConfigError, match=told.replace("*", r"\*")):
        find_files([named], folder)
