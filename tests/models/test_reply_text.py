from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import UnreadableReply
from askonce.models.reply_text import last_tag, read_params, strict_bool, whole_characters

LONG = 200_000


def content(text: str, name: str = "log") -> str | None:
    tag = last_tag(text, name)
    return tag.content if tag else None


def test_a_tag_is_found_whatever_the_case_of_its_name() -> None:
    assert content("<LOG>a</Log>") == "a"
    assert content("<log>a</log>", "LOG") == "a"


def test_the_last_closing_tag_and_the_nearest_opening_before_it_are_taken() -> None:
    assert content("<log>one</log> no, <log>two</log>") == "two"
    assert content("I will write <log> later. <log>really</log>") == "really"
    assert content("<log>say </log> twice</log>") == "say </log> twice"


def test_reasoning_before_the_answer_does_no_harm() -> None:
    assert content("<think>maybe <log>draft</log></think>\n<log>final</log>") == "final"


def test_an_unclosed_tag_holds_the_text_up_to_the_next_tag() -> None:
    assert content("<log>open the page <action-type>Tap</action-type>") == "open the page "
    assert content("<log>to the end") == "to the end"


def test_a_closing_tag_without_an_opening_one_is_nothing() -> None:
    assert content("a</log>") is None
    assert content("a</log><log>b") == "b"


def test_another_name_that_begins_alike_is_another_tag() -> None:
    assert content("<login>a</login>") is None
    assert content("<log-in>a</log-in>") is None


@pytest.mark.parametrize(
    "opening",
    ['<done success="true">', "<done success='true'>", "<DONE  Success = true >", '<done x="1" success="true">'],
)
def test_attributes_are_read_with_any_quotes(opening: str) -> None:
    tag = last_tag(f"{opening}a</done>", "done")
    assert tag is not None
    assert tag.attributes["success"] == "true"


def test_a_tag_that_closes_itself_is_empty() -> None:
    tag = last_tag('<goal index="2" />', "goal")
    assert tag is not None
    assert (tag.content, tag.attributes["index"]) == ("", "2")


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '  {"a": 1}\n',
        '```json\n{"a": 1}\n```',
        'Here: ```\n{"a": 1}``` and then {"b": 2}',
        'Here: ```{"a": 1}``` and then {"b": 2}',
        'Here: ``` ```{"a": 1}```',
        'Instead of {braces}: ```{"a": 1}```',
        'I think {"a": 1} will do.',
        "{'a': 1,}",
        '{"a": 1',
        "{a: 1}",
        '{"a": 1, "a": 1}',
        '{" a ": 1}',
        "{' a ': 1,}",
    ],
)
def test_parameters_are_found_where_models_put_them(text: str) -> None:
    assert read_params(text) == {"a": 1}


def test_a_large_number_is_read_up_to_a_limit() -> None:
    assert read_params('{"a": 1000000000000000}') == {"a": 10**15}


def test_text_in_parameters_keeps_line_breaks_and_outer_spaces() -> None:
    assert read_params('{"text": " a\nb\t"}') == {"text": " a\nb\t"}
    long = "a line\n" * 1_000
    assert read_params(f'{{"text": "{long}"}}') == {"text": long}


def test_unescaped_quotes_are_repaired() -> None:
    assert read_params('{"target": "the "Save" button"}') == {"target": 'the "Save" button'}


def test_numbers_without_commas_between_them_are_repaired() -> None:
    assert read_params('{"target": {" bbox ": [940 445, 969 490]}}') == {"target": {"bbox": [940, 445, 969, 490]}}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a JSON object"),
        ("null", "expected a JSON object"),
        ("[1, 2]", "expected a JSON object"),
        ('"text"', "expected a JSON object"),
        ("{words only}", "broken"),
        ("{", "broken"),
        ('{"text": "half of i', "broken"),
        ('{"target": {"prompt": "x"}, "mode": "app', "broken"),
        ('{"target": {"prompt": "x"}, "mode":', "broken"),
        ('{"a": 1} or rather {"b": 2}', "broken"),
        ('{"a": NaN}', "not a usable number"),
        ('{"a": -Infinity}', "not a usable number"),
        ('{"a": 1e999}', "not a usable number"),
        ('{"a": 1' + "0" * 400 + "}", "too large"),
        ('{"a": -1000000000000001}', "too large"),
        ('{"a": 1' + "0" * 9000 + "}", "broken"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"a": 1, " a": 2}', "twice"),
        ("{a: 1, a: 2}", "broken"),
        ("{a: true false}", "broken"),
        ('{"bbox": 37, 313, 55, 324, "error": ""}', "broken"),
        ('{"text": "\\ud800"}', "a lone surrogate"),
        ('{"\\ud800": 1}', "a lone surrogate"),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}", "nested too deeply"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"a": ' * 3_000, "broken|nested"),
    ],
    ids=lambda text: text[:24],
)
def test_parameters_that_would_have_to_be_guessed_are_unreadable(text: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem):
        read_params(text)


def test_nothing_is_repaired_where_that_is_not_wanted() -> None:
    assert read_params('{"a": 1}', repair=False) == {"a": 1}
    with pytest.raises(UnreadableReply):
        read_params('{"a": 1', repair=False)


@pytest.mark.parametrize("raw", [True, "true", "TRUE", " True\n"])
def test_only_true_is_true(raw: object) -> None:
    assert strict_bool(raw) is True


@pytest.mark.parametrize("raw", [False, "false", "False"])
def test_only_false_is_false(raw: object) -> None:
    assert strict_bool(raw) is False


@pytest.mark.parametrize(
    "raw",
    [None, 0, 1, 0.0, "", "0", "1", "yes", "no", "null", "truee", "not true", [], {}, [True], 10**5000],
    ids=lambda raw: type(raw).__name__,
)
def test_anything_else_is_no_verdict(raw: object) -> None:
    with pytest.raises(UnreadableReply, match="expected true or false"):
        strict_bool(raw)


def test_halves_of_characters_are_replaced_and_whole_ones_kept() -> None:
    assert whole_characters("a\ud800b\udc00 \ufeff😀é") == "a\ufffdb\ufffd \ufeff😀é"
    assert whole_characters("\ud83d\ude00") == "😀"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "<",
        "<log>",
        "</log>",
        "<log",
        "<log ",
        "<log a=",
        '<log a="',
        "a=",
        " ",
        "\\",
        "{",
        "}",
        "[",
        '"',
        '{"a":',
        "`",
        "```",
        "\u3000",
    ],
)
@pytest.mark.parametrize("frame", ["{}", "<log {}", "<log {}>x</log>", '{{"a": "{}"}}', '{{"a": {}'], ids=range(5))
def test_a_long_text_of_anything_is_read_in_time(piece: str, frame: str) -> None:
    text = frame.format(piece * (LONG // len(piece)))
    last_tag(text, "log")
    with contextlib.suppress(UnreadableReply):
        read_params(text)


@given(st.text(), st.sampled_from(["log", "a"]))
def test_any_text_gives_a_value_or_our_own_error(text: str, name: str) -> None:
    last_tag(text, name)
    for read in (read_params, strict_bool):
        with contextlib.suppress(UnreadableReply):
            read(text)
