"""What was read from a picture may be a secret with some letters misread."""

from __future__ import annotations

import pytest

from askonce.values import Mask, Secret
from askonce.values.misread_text import is_beginning, may_be_misread

SECRET = "sesame-4711"


@pytest.mark.parametrize(
    "text",
    [
        "sesame-4711", "sesarne-47I1", "5esame-471l", "Sesame 4711", "esame-471", "API key sesame-4711 Save",
        "sesome-4711", "same-4711", "sesame-4…", "4711",
    ],
)  # fmt: skip
def test_a_secret_with_letters_misread_or_left_out_is_recognised(text: str) -> None:
    assert may_be_misread(text, SECRET)


@pytest.mark.parametrize(
    "text", ["Save", "API key", "Some more words", "Settings", "2026-11-17", "", "Message sent", "4"]
)
def test_ordinary_words_are_none(text: str) -> None:
    assert not may_be_misread(text, SECRET)


def test_zero_and_the_letter_o_are_alike() -> None:
    assert may_be_misread("0pen-D00r-l8", "Open-Door-18")


def test_the_mask_says_which_secret_it_may_be() -> None:
    mask = Mask()
    mask.learn({"key": Secret(SECRET), "pin": Secret("8391752")})
    assert (mask.guess("sesarne-47I1"), mask.guess("839I7S2"), mask.guess("Save")) == ("{key}", "{pin}", "")


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("1105", "1105"), ("1105", "11O5"), ("1105", "ll0S"), ("1105", "1185"), ("1105", "11 05"),
        ("1105", "PIN1195"), ("1105", "1l95Show"), ("10626", "1626"), ("2700", "ZTDO"), ("demo", "derno"),
        ("demo", "memo"), ("demo", "de mo"), ("demo", "PINdeno"), ("demo", "denoShow"), ("hunter2", "hunt3r2"),
        ("abc1", "Code: abcl"),
    ],
)  # fmt: skip
def test_a_short_secret_is_recognised_with_one_letter_misread(secret: str, text: str) -> None:
    assert may_be_misread(text, secret)


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("1105", "Close"), ("1089", "Dialog"), ("1089", "belongs"), ("1690", "logout"), ("demo", "Remove"),
        ("demo", "memory"), ("demo", "daemon"), ("abc1", "Labels"), ("abc1", "available"), ("1105", "Order 4821"),
    ],
)  # fmt: skip
def test_words_with_some_letters_of_a_short_secret_are_shown(secret: str, text: str) -> None:
    assert not may_be_misread(text, secret)


@pytest.mark.parametrize(
    ("read", "secret", "is_cut"),
    [
        ("8345", "834512", True),
        ("83 45|", "834512", True),
        ("sesa", "sesame-4711", True),
        ("834512", "834512", False),
        ("8345l2", "834512", False),
        ("83451", "8345111", False),
        ("hunter2", "hunter2.", False),
        ("", "834512", False),
        ("PIN", "834512", False),
    ],
)
def test_a_text_is_a_beginning_only_if_what_is_missing_cannot_have_been_overlooked(
    read: str, secret: str, is_cut: bool
) -> None:
    assert is_beginning(read, secret) == is_cut
