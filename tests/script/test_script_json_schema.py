"""The language as JSON Schema: it accepts what is read, and refuses what is not as far as a schema can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from malformed import MALFORMED, Malformed
from samples import SAMPLES

from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import value_of
from askonce.script.flow_blocks import ITEM_BY_KEY
from askonce.script.script_json_schema import script_schema
from askonce.script.script_loader import examine_script
from askonce.script.script_yaml import parse_script


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return script_schema()


@pytest.fixture(scope="module")
def validator(schema: dict[str, Any]) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_the_schema_and_the_loader_accept_what_people_write(text: str, validator: Draft202012Validator) -> None:
    examined = examine_script(text, Path("a.yaml"), environment={}, rehearsed=True)

    assert examined.errors == ()
    assert [one.message for one in validator.iter_errors(value_of(parse_script(text)))] == []


def readable(one: Malformed) -> bool:
    try:
        parse_script(one.text)
    except SourceError:
        return False
    return one.by_schema


@pytest.mark.parametrize("one", list(filter(readable, MALFORMED)), ids=lambda one: one.name)
def test_the_schema_refuses_what_the_loader_refuses(one: Malformed, validator: Draft202012Validator) -> None:
    assert not validator.is_valid(value_of(parse_script(one.text)))


def test_every_item_is_in_the_schema_and_says_what_it_is(schema: dict[str, Any]) -> None:
    for key, item in ITEM_BY_KEY.items():
        definition = schema["$defs"][item.__name__]
        assert key in definition["properties"]
        assert definition["description"]
        assert definition["additionalProperties"] is False
    assert len(schema["$defs"]["FlowItem"]["oneOf"]) == len(set(ITEM_BY_KEY.values()))
