"""Instructions with slots, and the values for them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from askonce.errors import ConfigError
from askonce.values import Instruction, Mask, Secret

WORD = "hunter2-Ä/'\"<&>"


names = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)


texts = st.text(st.characters(codec="utf-8"), min_size=1)


def test_slots_are_filled_with_their_values() -> None:
    instruction = Instruction.of("buy {count} {thing}", {"count": 3, "thing": "mugs"})
    assert str(instruction) == "buy 3 mugs"


def test_a_slot_without_a_value_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"\{term\}") as caught:
        Instruction.of("search for {term}", {"other": "x"})
    assert "did you mean term?" in caught.value.remedy
    assert "{{term}}" in caught.value.remedy


@pytest.mark.parametrize("empty", ["", "  \n"])
def test_an_empty_instruction_is_refused(empty: str) -> None:
    with pytest.raises(ConfigError, match="empty"):
        Instruction.of(empty)


def test_doubled_braces_around_a_name_stand_for_the_braces_themselves() -> None:
    assert str(Instruction.of("type {{name}} for {name}", {"name": "Bob"})) == "type {name} for Bob"
    assert str(Instruction.of("type {{name}}")) == "type {name}"


def test_an_instruction_with_its_slots_open_shows_no_value() -> None:
    instruction = Instruction.of("type {{name}} for {name} with {pin}", {"name": "Bob", "pin": Secret(WORD)})
    assert instruction.unfilled == "type {name} for {name} with {pin}"
    assert dict(Instruction("log in").values) == {}


@pytest.mark.parametrize(
    "text", ['send {"a": {"b": {}}}', "write {} and { name } and }} and {{", "css a{color:red}", "{{{{", "{0}"]
)
def test_other_braces_stay_as_they_are(text: str) -> None:
    instruction = Instruction.of(text)
    assert str(instruction) == text
    assert instruction.fill(text, secrets=True) == text


def test_a_secret_stands_in_an_instruction_by_its_name() -> None:
    instruction = Instruction.of("log in with {password}", {"password": Secret(WORD)})
    assert str(instruction) == "log in with {password}"
    assert instruction.fill("{password}!", secrets=False) == "{password}!"
    assert instruction.fill("{password}!", secrets=True) == WORD + "!"


@pytest.mark.parametrize("text", ["{{name}}", "{{{name}}}", "{other}", '{"name": "{{name}}"}', "${ name }", "{name"])
def test_text_of_a_model_that_is_no_slot_is_not_touched(text: str) -> None:
    assert Instruction.of("{name}", {"name": "Bob"}).fill(text, secrets=True) == text


def test_a_slot_inside_json_is_filled_and_nothing_around_it_changes() -> None:
    instruction = Instruction.of("{name}", {"name": "Bob"})
    assert instruction.fill('{"a":{"b":"{name}"}}', secrets=True) == '{"a":{"b":"Bob"}}'


def test_a_value_that_looks_like_a_slot_is_not_filled_again() -> None:
    instruction = Instruction.of("{comment} {password}", {"comment": "{password}", "password": Secret("hunter2")})
    assert instruction.fill("{comment}", secrets=True) == "{password}"
    assert str(Instruction.of("{a}", {"a": "{{a}}"})) == "{{a}}"


@given(texts, st.dictionaries(names, texts, max_size=3))
def test_filling_changes_nothing_but_known_names(text: str, values: dict[str, str]) -> None:
    assume(not any(f"{{{name}}}" in text for name in values))
    assert Instruction("x", values).fill(text, secrets=True) == text


@given(names, texts, texts, texts)
def test_a_known_name_is_filled_wherever_it_stands(name: str, value: str, before: str, after: str) -> None:
    assume(not before.endswith("{"))
    assume(not after.startswith("}"))
    assume("{" not in before + after)
    filled = Instruction("x", {name: value}).fill(f"{before}{{{name}}}{after}", secrets=True)
    assert filled == before + value + after


def test_a_name_with_dots_is_a_slot_where_a_value_is_passed_for_it() -> None:
    instruction = Instruction.of("call {contact.name} at {phones.0}", {"contact.name": "Ann", "phones.0": "555"})
    assert str(instruction) == "call Ann at 555"
    assert instruction.fill("{contact.name}, {contact.age}", secrets=True) == "Ann, {contact.age}"


def test_a_name_with_dots_and_no_value_is_left_alone() -> None:
    assert str(Instruction.of("write {config.yaml} and {{a.b}}")) == "write {config.yaml} and {a.b}"


def test_names_are_not_bound_to_one_alphabet() -> None:
    assert str(Instruction.of("打开{联系人}", {"联系人": "王芳"})) == "打开王芳"
    with pytest.raises(ConfigError, match="联系人"):
        Instruction.of("打开{联系人}")


def test_a_secret_with_a_dotted_name_is_known_by_that_name() -> None:
    mask = Mask()
    mask.learn({"user.key": Secret("hunter2")})
    assert mask("it is hunter2") == "it is {user.key}"
