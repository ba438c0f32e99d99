"""Command lines, read without a shell."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import NotOperable
from askonce.screens.phones.shell_command import read_command


@pytest.mark.parametrize(
    ("line", "programs"),
    [
        ("getprop", [["getprop"]]),
        ("  input  tap 10 20 ", [["input", "tap", "10", "20"]]),
        ("pm list packages | grep chrome", [["pm", "list", "packages"], ["grep", "chrome"]]),
        ("dumpsys window|grep -E 'a|b'", [["dumpsys", "window"], ["grep", "-E", "a|b"]]),
        ("input text 'it''s; $HOME *'", [["input", "text", "its; $HOME *"]]),
        (r'echo "a \"b\" \$c" d\ e', [["echo", 'a "b" $c', "d e"]]),
        ("echo ''", [["echo", ""]]),
        ("am start -d https://shop.example/?q=a*b", [["am", "start", "-d", "https://shop.example/?q=a*b"]]),
        ("am start -n a.b/.C --es key=1 x", [["am", "start", "-n", "a.b/.C", "--es", "key=1", "x"]]),
        ("awk '{print $1}'", [["awk", "{print $1}"]]),
    ],
)
def test_the_words_of_each_program_are_read_as_they_are_meant(line: str, programs: list[list[str]]) -> None:
    assert [list(words) for words in read_command(line)] == programs


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("ls; reboot", ";"), ("ls && reboot", "&&"), ("ls || reboot", "||"), ("sleep 9 &", "&"),
        ("echo a > /sdcard/x", ">"), ("cat < /sdcard/x", "<"), ("echo $HOME", "$"), ("echo `id`", "`"),
        ("echo $(id)", "$"), ('echo "$HOME"', "$"), ("rm /sdcard/*.png", "*"), ("ls /sdcard/a?", "?"),
        ("ls [ab]", "["), ("ls ~", "~"), ("echo {a,b}", "{a,"), ("A=1 env", "A="), ("(ls)", "("),
        ("ls\nreboot", "line"),
    ],
)  # fmt: skip
def test_what_only_a_shell_understands_is_refused(line: str, sign: str) -> None:
    with pytest.raises(NotOperable) as caught:
        read_command(line)
    assert sign in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize("line", ["", "  ", "| grep a", "ls |", "ls | | grep a"])
def test_a_missing_program_is_told(line: str) -> None:
    with pytest.raises(NotOperable, match="a program is missing"):
        read_command(line)


@pytest.mark.parametrize("line", ["echo 'a", 'echo "a', "echo a\\"])
def test_a_quote_that_is_not_closed_is_told(line: str) -> None:
    with pytest.raises(NotOperable, match="not closed"):
        read_command(line)


@given(st.lists(st.lists(st.text(), min_size=1), min_size=1))
def test_quoted_words_come_back_whatever_is_in_them(programs: list[list[str]]) -> None:
    programs = [["echo", *words] for words in programs]
    assert [list(words) for words in read_command(" | ".join(map(shlex.join, programs)))] == programs
