"""Values from the command line are checked against what uses them, before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.cli.var_options import read_declared, read_values, unused_remark
from askonce.errors import ConfigError
from askonce.values import Secret

SCRIPT = (
    "web: {url: http://localhost}\nvars: {user: bob}\ntasks: [{name: a, flow: [{aiAct: 'find {term} for {user}'}]}]\n"
)
URL = ["--url", "http://localhost:1234"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "find.stp", *URL, "--var", "trm=mugs"], ["does not use {trm}", "did you mean --var term?"]),
        (["run", "find.stp", *URL], ["{term} is never set"]),
        (["run", "find.yaml", "--var", "term=mugs", "--var", "usr=ann"], ["not use {usr}", "did you mean --var user?"]),
        (["run", "find.yaml", "--var", "user=ann"], ["nothing gives {term} a value", "--var term="]),
        (["run", ".", *URL, "--var", "term=mugs", "--secret", "usr=PIN"], ["none of 2 files", "--secret user?"]),
        (["run", "all.yaml", "--dry-run", "--var", "trm=mugs"], ["not use {trm}", "did you mean --var term?"]),
        (["act", "find {term}", *URL, "--var", "trm=mugs"], ["no value was passed for {term}", "did you mean term?"]),
        (["act", "find {term}", *URL], ["no value was passed for {term}"]),
    ],
)
def test_a_missing_or_misspelt_value_is_told_before_anything_is_opened(
    arguments: list[str],
    told: list[str],
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (here / "find.stp").write_text("Search for {term}\n")
    (here / "find.yaml").write_text(SCRIPT)
    (here / "all.yaml").write_text("files: find.yaml\n")
    monkeypatch.setenv("PIN", "1234")

    assert run(arguments) == 2

    printed = capsys.readouterr().err
    assert all(words in printed for words in told), printed
    assert not ("mean {trm}" in printed and "mean --var" in printed)
    assert not (here / "askonce_run").exists()


def test_a_value_that_nothing_uses_is_a_remark_unless_it_is_like_a_name_without_a_value() -> None:
    values = {"user1": "ann", "user2": Secret("robert")}

    assert unused_remark(values, {"user1", "user2", "other"}, ["a.stp"]) == ""
    assert unused_remark(values, {"user1"}, ["a.stp"]) == "a.stp does not use {user2}"
    with pytest.raises(ConfigError, match="did you mean --secret users"):
        unused_remark(values, {"user1", "users"}, ["a.stp"])


def test_a_name_is_a_value_or_a_secret_and_not_both() -> None:
    with pytest.raises(ConfigError, match="term is given with --var and with --secret"):
        read_values(["term=mugs"], ["term=HOME"])
    with pytest.raises(ConfigError, match="term is given with --var and with --secret"):
        read_declared(["term"], ["term"])
