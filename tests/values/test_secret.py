"""A secret shows its text only to whoever asks for it."""

from __future__ import annotations

import copy
import logging
import pickle
import subprocess
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

import pytest

from askonce.errors import ConfigError
from askonce.values import Instruction, Secret

WORD = "hunter2-Ä/'\"<&>"


@dataclass
class Login:
    user: str
    password: Secret


def test_a_secret_shows_its_text_in_no_way_of_printing() -> None:
    secret = Secret(WORD)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret!r:>30}", f"{secret:>40}", "%s" % secret]  # noqa: UP031
    shown += [repr(Login("bob", secret)), repr({"p": [secret]}), str(Instruction.of("{p}", {"p": secret}))]
    shown += [repr(Instruction.of("{p}", {"p": secret}))]
    assert not any("hunter2" in text for text in shown)
    assert {repr(secret), str(secret), f"{secret}", f"{secret:>40}"} == {"Secret('•••')"}


def test_a_secret_shows_its_text_in_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    def fail(secret: Secret) -> None:
        login = Login("bob", secret)
        raise ValueError(f"could not use {login} or {secret}")

    try:
        fail(Secret(WORD))
    except ValueError as error:
        logging.getLogger("test").exception("it failed")
        told = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    assert "hunter2" not in told + caplog.text
    assert "Secret('•••')" in told


def test_a_failing_comparison_of_secrets_shows_neither(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        """
from askonce.values import Secret

def test_it():
    one, other = (Secret(half + "-text") for half in ("first", "other"))
    assert {"p": one} == {"p": other}, one
"""
    )
    command = [sys.executable, "-m", "pytest", "-vv", "--showlocals", "-p", "no:cacheprovider", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    assert "Secret('•••')" in told
    assert "1 failed" in told
    assert not any(text in told for text in ("first-text", "other-text"))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_secret_cannot_be_pickled(protocol: int) -> None:
    with pytest.raises(TypeError, match="Secret"):
        pickle.dumps([Secret(WORD)], protocol)


def test_a_copied_secret_is_the_secret() -> None:
    secret = Secret(WORD)
    assert copy.copy(secret) is secret
    assert copy.deepcopy({"p": [secret]})["p"][0] is secret


def test_secrets_are_equal_by_their_text_and_never_to_plain_text() -> None:
    assert Secret("first") == Secret("first")
    assert hash(Secret("first")) == hash(Secret("first"))
    assert len({hash(Secret("first")), hash(Secret("other")), hash("first")}) == 3
    assert Secret("first") != Secret("other")
    assert Secret("first") != "first"


@pytest.mark.parametrize("wrong", ["", None, 1234])
def test_a_secret_without_text_is_refused_without_showing_it(wrong: object) -> None:
    with pytest.raises(ConfigError, match="not a text but of type int" if wrong else "a Secret is empty") as caught:
        Secret(wrong)  # type: ignore[arg-type]
    assert "1234" not in str(caught.value)


@pytest.mark.parametrize("short", ["1", "on", "Tap"])
def test_a_secret_that_is_part_of_many_texts_is_refused_unless_it_is_wanted(short: str) -> None:
    with pytest.raises(ConfigError, match=f"has {len(short)} character") as caught:
        Secret(short)
    assert "allow_short" in caught.value.remedy
    assert Secret(short, allow_short=True).reveal() == short
