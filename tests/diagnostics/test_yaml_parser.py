"""YAML with locations: what is read, what is refused, and where it is said to be wrong."""

from __future__ import annotations

import pytest

from askonce.diagnostics.location import Location
from askonce.diagnostics.source_text import SourceError, decode_source
from askonce.diagnostics.yaml_nodes import YamlMapping, spelling_of, value_of
from askonce.diagnostics.yaml_parser import MOST_ADDED, YamlRules, parse_yaml

RULES = [YamlRules(if_empty="write something"), YamlRules(if_empty="write something", in_python=True)]
both = pytest.mark.parametrize("rules", RULES, ids=["fast", "in Python"])


def problem_in(text: str, rules: YamlRules) -> str:
    with pytest.raises(SourceError) as caught:
        parse_yaml(text, rules)
    problem = caught.value.problem
    assert problem.suggestion
    return f"{problem.location.line}:{problem.location.column}: {problem.message}"


@both
def test_keys_and_values_know_their_location(rules: YamlRules) -> None:
    root = parse_yaml("a: 1\nlonger:\n- x\n- 'y z'\n", rules)
    assert isinstance(root, YamlMapping)
    assert root.keys["longer"].location == Location(2, 1, 6)
    assert value_of(root) == {"a": 1, "longer": ["x", "y z"]}


@both
def test_references_are_followed_and_merged_mappings_keep_what_they_say_themselves(rules: YamlRules) -> None:
    root = parse_yaml("base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 3\nagain: *b\n", rules)
    assert value_of(root)["own"] == {"x": 1, "y": 3}
    assert value_of(root)["again"] == {"x": 1, "y": 2}


@both
def test_a_quoted_merge_key_is_a_key_like_any_other(rules: YamlRules) -> None:
    root = parse_yaml('"<<": x\n', rules)
    assert isinstance(root, YamlMapping)
    assert value_of(root) == {"<<": "x"}
    assert root.keys["<<"].line == 1


@both
def test_references_that_grow_without_end_are_refused(rules: YamlRules) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
    assert f"references stand for more than {MOST_ADDED} parts" in problem_in("\n".join(lines), rules)


@both
def test_halves_of_surrogate_pairs_are_read_where_they_are_tagged(rules: YamlRules) -> None:
    assert value_of(parse_yaml('a: !escaped "\\\\ud83d"\n', rules)) == {"a": "\ud83d"}


@both
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the file is empty"),
        ("a: 1\na: 2", "2:1: duplicate key 'a'"),
        ("a: *b", "1:4: *b refers to nothing"),
        ("a: 1\n---\nb: 2", "3:1: a second document begins here"),
        ("a: !!python/name:x y", "1:4: the tag tag:yaml.org,2002:python/name:x is not known here"),
        ("a: !own {b: 1}", "1:4: the tag !own is not known here"),
        ("<<: text", "1:5: << takes a mapping, or a list of mappings"),
        ("a: b\x01c", "1:5: the character '\\x01' is not allowed in a file"),
        ("a:\n\tb: 1", "2:1: the line is indented with a tab, which YAML does not allow"),
        ("[" * 70 + "]" * 70, "1:61: lists and mappings are nested more than 60 deep"),
    ],
)
def test_what_is_wrong_is_told_with_its_location(text: str, message: str, rules: YamlRules) -> None:
    assert problem_in(text, rules) == message


@both
def test_an_unfinished_merge_is_named_in_every_kind_of_file(rules: YamlRules) -> None:
    with pytest.raises(SourceError) as caught:
        parse_yaml("a: 1\n<<<<<<< ours\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n", rules)
    assert "unfinished merge" in caught.value.problem.suggestion


def test_placeholders_in_braces_are_texts_where_a_file_has_them() -> None:
    rules = YamlRules(if_empty="", has_placeholders=True, in_python=True)
    assert value_of(parse_yaml("a: ${NAME}\nb: [${X}, y]\n", rules)) == {"a": "${NAME}", "b": ["${X}", "y"]}


def test_numbers_remember_their_spelling_only_where_that_is_asked_for() -> None:
    root = parse_yaml("[007, 1.50, true]", RULES[0])
    assert [spelling_of(value) for value in value_of(root, spelled=True)] == ["007", "1.50", "true"]
    assert [type(value) for value in value_of(root)] == [int, float, bool]


def test_a_byte_that_is_not_utf8_is_told_with_its_location() -> None:
    with pytest.raises(SourceError) as caught:
        decode_source(b"a: 1\nb: \xff")
    assert caught.value.problem.location == Location(2, 4)
    assert decode_source(b"\xef\xbb\xbfa: 1") == "a: 1"
