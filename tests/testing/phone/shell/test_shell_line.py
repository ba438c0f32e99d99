from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.testing.phone.phone_records import PhoneRecords
from askonce.testing.phone.shell.device_files import DeviceFiles
from askonce.testing.phone.shell.shell_line import ShellOutput, run_line


async def run(words: list[str], given: bytes) -> ShellOutput:
    """A shell with a few commands: each tells its words; `no` fails, `upper` writes its input in capitals."""
    if words[0] == "upper":
        return ShellOutput(given.upper())
    return ShellOutput("|".join(words).encode(), b"wrong" if words[0] == "no" else b"", 3 if words[0] == "no" else 0)


@pytest.mark.parametrize(
    ("line", "out", "code"),
    [
        ("say a  b", "say|a|b", 0),
        ("say 'a  b;c' \"it's\" d\\ e", "say|a  b;c|it's|d e", 0),
        ('say "a \\"b\\" \\\\c"', 'say|a "b" \\c', 0),
        ("say ''", "say|", 0),
        ("CLASSPATH=/x say a", "say|a", 0),
        ("say a; say b", "say|asay|b", 0),
        ("no && say b", "no", 3),
        ("no || say b", "nosay|b", 0),
        ("say a || say b && say c", "say|asay|c", 0),
        ("no; say $?", "nosay|3", 0),
        ("no; say '$?' \"$?\"", "nosay|$?|3", 0),
        ("say a | upper", "SAY|A", 0),
        ("say {a,b} -x=1 日本", "say|{a,b}|-x=1|日本", 0),
        ("no 2>&1", "nowrong", 3),
        ("", "", 0),
    ],
)
async def test_a_line_runs_as_in_a_shell(line: str, out: str, code: int) -> None:
    made = await run_line(line, run, DeviceFiles(PhoneRecords()))
    assert (made.out.decode(), made.code) == (out, code)


@given(words=st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))), min_size=1))
async def test_quoted_words_arrive_as_they_are(words: list[str]) -> None:
    got: list[list[str]] = []

    async def keep(given: list[str], _: bytes) -> ShellOutput:
        got.append(given)
        return ShellOutput()

    await run_line(shlex.join(["say", *words]), keep, DeviceFiles(PhoneRecords()))
    assert got == [["say", *words]]


async def test_output_goes_into_files_of_the_phone() -> None:
    files = DeviceFiles(PhoneRecords())
    await run_line("say a > /sdcard/x.txt; say b >> /sdcard/x.txt; no 2>/dev/null >/dev/null", run, files)
    assert files.read("/storage/emulated/0/x.txt") == b"say|asay|b"
    refused = await run_line("say a > /system/x", run, files)
    assert refused.code == 1
    assert b"Permission denied" in refused.err


@pytest.mark.parametrize("line", ["say 'a", "say a >", 'say "'])
async def test_a_line_that_cannot_be_read_is_a_syntax_error(line: str) -> None:
    made = await run_line(line, run, DeviceFiles(PhoneRecords()))
    assert (made.out, made.code) == (b"", 2)
    assert b"syntax error" in made.err
