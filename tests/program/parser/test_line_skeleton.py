"""Lines as signs: what is enclosed is one sign, and every part knows where it is in the source."""

from __future__ import annotations

import re

import pytest

from askonce.program.parser.line_skeleton import Skeleton, read_skeleton


def skeleton(source: str) -> Skeleton:
    return read_skeleton(source, 3, 5)


@pytest.mark.parametrize(
    ("source", "enclosed"),
    [
        ('say "a b" now', ['"a b"']),
        (r'say "a \" b" now', [r'"a \" b"']),
        (r'say "a \\" now', [r'"a \\"']),
        ('say "a" and "b"', ['"a"', '"b"']),
        ("the user's {name} and Bob's", ["{name}"]),
        ('{"a": "}"} and {b}', ['{"a": "}"}', "{b}"]),
    ],
)  # fmt: skip
def test_what_is_enclosed_ends_at_its_own_sign(source: str, enclosed: list[str]) -> None:
    assert [source[piece.start : piece.end] for piece in skeleton(source).pieces] == enclosed


@pytest.mark.parametrize("source", ["", "   ", "add {name}", 'say "a b"', "add one # a word"])
def test_an_empty_part_at_the_end_of_a_line_has_a_place(source: str) -> None:
    line = skeleton(source)
    end = line.whole.part(len(line.whole.text), len(line.whole.text))
    assert (end.source, end.location.line, end.location.length) == ("", 3, 1)
    assert end.location.column == 5 + len(source.partition("#")[0].rstrip())


def test_parts_are_found_again_in_the_source() -> None:
    source = 'add {name}, "a, b" , then  {other}'
    parts = skeleton(source).whole.split(re.compile(","))
    assert [part.source for part in parts] == ["add {name}", '"a, b"', "then  {other}"]
    assert [part.location.column - 5 for part in parts] == [source.index(part.source) for part in parts]
