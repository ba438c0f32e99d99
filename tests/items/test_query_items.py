"""Items that read the screen or wait."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from askonce.items.field_types import PromptOptions
from askonce.items.query_items import (
    AssertItem,
    FinalizeItem,
    JavascriptItem,
    QueryItem,
    SleepItem,
    WaitForItem,
    WdaRequestItem,
)


def test_a_query_is_words_with_pictures_or_fields_with_descriptions() -> None:
    words = QueryItem.model_validate({"aiQuery": "string[], the names"}).subject
    pictured = QueryItem.model_validate({"aiQuery": {"prompt": "like this", "images": [{"name": "a", "url": "b"}]}})
    fields = QueryItem.model_validate({"aiQuery": {"name": "its name", "price": "number"}}).subject

    assert isinstance(words, PromptOptions)
    assert words.prompt == "string[], the names"
    assert isinstance(pictured.subject, PromptOptions)
    assert pictured.subject.images[0].url == "b"
    assert fields == {"name": "its name", "price": "number"}


@pytest.mark.parametrize(
    "demand",
    [
        {"items": [{"name": "string", "price": "number"}], "total": {"value": "number"}},
        [{"name": "string"}],
        {"prompt": "the prompt that is shown", "answer": "the answer"},
        {"count": 1, "sold": True},
    ],
)
def test_fields_may_hold_fields_lists_and_examples(demand: object) -> None:
    assert QueryItem.model_validate({"aiQuery": demand}).subject == demand


def test_code_may_be_empty() -> None:
    assert [JavascriptItem.model_validate({"javascript": code}).subject for code in ("", None)] == ["", ""]


def test_a_request_to_webdriveragent_is_written_in_a_mapping() -> None:
    item = WdaRequestItem.model_validate({"runWdaRequest": {"method": "GET", "endpoint": "/status"}, "name": "status"})

    assert (item.method, item.endpoint, item.data, item.name) == ("GET", "/status", None, "status")


def test_the_end_of_a_plan_may_say_anything() -> None:
    assert FinalizeItem.model_validate({"Finalize": {"message": "done"}, "thought": "x"})


@pytest.mark.parametrize("time", [0, -5, 0.0, True, "soon", "2s", "0ms", None])
def test_a_time_to_sleep_is_more_than_nothing(time: object) -> None:
    with pytest.raises(ValidationError, match=r"more than 0 milliseconds|a number is needed"):
        SleepItem.model_validate({"sleep": time})


@pytest.mark.parametrize(
    ("written", "read"),
    [(1, 1), (0.5, 0.5), ("250", 250.0), ("250ms", 250.0), ("250 ms", 250.0), ("{pause}", "{pause}")],
)
def test_a_time_is_a_number_or_the_name_of_one(written: object, read: object) -> None:
    assert SleepItem.model_validate({"sleep": written}).subject == read


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (AssertItem, {"aiAssert": True}),
        (AssertItem, {"aiAssert": ["a"]}),
        (AssertItem, {"aiAssert": "a", "domIncluded": "all"}),
        (WaitForItem, {"aiWaitFor": "a", "timeoutMs": "long"}),
    ],
)
def test_what_is_not_words_or_not_an_option_is_refused(kind: type[Any], fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        kind.model_validate(fields)
