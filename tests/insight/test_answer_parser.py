"""Values read off the screen: in their type, or not at all."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType

import pytest
from golden import assert_as_it_was
from hypothesis import given
from hypothesis import strategies as st
from insight_views import VIEW, asked, evidence, shot, tree
from PIL import Image as Picture
from pydantic import BaseModel

from askonce.errors import CannotTell, ConfigError, ScreenError, UnreadableReply
from askonce.geometry import Box
from askonce.insight.answer_parser import ReadValue, Undecided, read_value
from askonce.insight.answer_types import shape_of
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.model_queries import ask_value
from askonce.insight.question_prompts import value_question, verdict_question
from askonce.models import Image, Message
from askonce.models.families import FAMILIES
from askonce.prompts import prompt
from askonce.testing import ModelServer, ScriptedModel

GOLDEN = Path(__file__).parent / "golden"
GENERIC = FAMILIES["generic"]
BLIND = replace(GENERIC, sees="elements")
ITEMS = shape_of("{name: string, price: number}[], the items")
MOST_TOKENS = 450

HOSTILE = [
    '{"reason": "r", "value": "Red mug"}',
    '{"reason": "r", "value": null}',
    '{"reason": "r", "value": [{"name": "Red mug", "price": "$12.50"}]}',
    '{"reason": "r", "value": [{"name": "Red mug", "price": "12.50"}]}',
    '{"reason": "r", "value": [{"name": "Red mug", "price": NaN}]}',
    '{"reason": "r", "value": [{"name": "Red mug", "price": 1e400}]}',
    '{"reason": "r", "value": [{"name": "Red mug", "price": 12.5, "colour": "red"}]}',
    '{"reason": "r", "value": [{"name": "Red mug"}]}',
    '{"reason": "r", "value": {"name": "Red mug", "price": 12.5}}',
    '{"reason": "r", "values": []}',
    '{"reason": "r"}',
    '{"reason": "r", "value": [], "note": "none"}',
    '{"value": [], "cannot": "none"}',
    '{"value": [], "value": [{"name": "Red mug", "price": 12.5}]}',
    '{"reason": 5, "value": []}',
    '{"cannot": ""}',
    '{"cannot": true}',
    '[{"name": "Red mug", "price": 12.5}]',
    '{"name": "Red mug", "price": 12.5}',
    '{"reason": "cut", "value": [{"name": "Red mug", "price": 12.5}, {"name": "Blue mug", "price": 3}',
    '{"reason": "cut", "value": [{"name": "Red mug", "price": 12.5},',
    '{"reason": "r", "value": [{"name": "half \\ud800", "price": 1}]}',
    "There are two: a red mug and a blue mug.",
]


class Item(BaseModel):
    name: str
    added: date


def told(messages: tuple[Message, ...]) -> str:
    """What is said, with pictures by their size."""
    parts = (part for message in messages for part in (f"({message.role})", *message.parts))
    return "\n".join(part if isinstance(part, str) else f"(picture of {part.frame.image})" for part in parts)


def pictures(messages: tuple[Message, ...]) -> list[Image]:
    return [part for part in messages[1].parts if isinstance(part, Image)]


# ---- what is read


async def test_a_value_comes_in_its_type_with_its_reason_and_cost() -> None:
    async with ModelServer() as server, asked(server) as model:
        server.reply('{"reason": "the first row", "value": [{"name": "Red mug", "added": "2026-03-01"}]}')
        answer = await ask_value(model, shape_of("the items", list[Item]), evidence())
    assert answer.value == [Item(name="Red mug", added=date(2026, 3, 1))]
    assert (answer.reason, answer.source, answer.usage.calls) == ("the first row", "model", 1)


async def test_errors_are_quoted_in_one_correction() -> None:
    async with ModelServer() as server, asked(server) as model:
        server.script(
            [
                '{"value": [{"name": "Red mug", "added": "1 March 2026"}, {"name": 5, "added": "2026-03-02"}]}',
                '{"value": [{"name": "Red mug", "added": "2026-03-01"}]}',
            ]
        )
        answer = await ask_value(model, shape_of("the items", list[Item]), evidence())
        correction = server.requests[1].last
    assert answer.value == [Item(name="Red mug", added=date(2026, 3, 1))]
    assert answer.usage.calls == 2
    assert "- value[0].added: Input should be a valid date" in correction
    assert 'got "1 March 2026"' in correction
    assert "- value[1].name: Input should be a valid string, got 5" in correction


async def test_what_does_not_fit_twice_is_an_error_with_the_raw_reply() -> None:
    async with ModelServer() as server, asked(server) as model:
        server.script([reply for reply in HOSTILE for _ in range(2)])
        for count, reply in enumerate(HOSTILE, 1):
            with pytest.raises(UnreadableReply) as raised:
                pytest.fail(f"{reply!r} passed as {await ask_value(model, ITEMS, evidence())}")
            assert raised.value.raw == reply
            assert "'the items'" in str(raised.value)
            assert len(server.requests) == 2 * count


async def test_what_cannot_be_seen_is_no_value() -> None:
    async with ModelServer() as server, asked(server) as model:
        server.reply('{"cannot": "a dialog covers the basket"}')
        with pytest.raises(CannotTell, match="a dialog covers the basket"):
            await ask_value(model, ITEMS, evidence())
        assert len(server.requests) == 1


def test_a_demand_without_a_shape_takes_any_json() -> None:
    anything = shape_of("what is in the basket")
    assert read_value('{"value": {"mugs": [1, null]}}', anything) == ReadValue({"mugs": [1, None]}, "")


@given(st.one_of(st.text(), st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))))
def test_any_reply_gives_a_value_or_our_own_error(reply: str) -> None:
    for text in (reply, json.dumps({"value": reply}), f'{{"value": {reply}}}'):
        for shape in (ITEMS, shape_of("it", date | int), shape_of("it")):
            try:
                assert isinstance(read_value(text, shape), ReadValue | Undecided)
            except UnreadableReply:
                continue


@given(st.integers(0, 400))
def test_a_reply_that_was_cut_off_is_never_a_shorter_list(length: int) -> None:
    items = [{"name": f"mug {number}", "price": number + 0.5} for number in range(12)]
    whole = json.dumps({"reason": "all rows", "value": items})
    if length < len(whole):
        with pytest.raises(UnreadableReply):
            read_value(whole[:length], ITEMS)


@pytest.mark.parametrize(
    ("written", "more"),
    [('"10 of 14 products"', "10 of 14 products"), ("true", "it goes on out of view"), ("false", ""), ("null", "")],
)
def test_a_reply_may_say_that_the_list_goes_on(written: str, more: str) -> None:
    read = read_value(f'{{"reason": "r", "value": [], "more": {written}}}', ITEMS)
    assert read == ReadValue([], "r", more)


def test_what_is_missing_of_a_list_is_told_in_words_or_not_at_all() -> None:
    with pytest.raises(UnreadableReply, match='"more" has to be a sentence'):
        read_value('{"reason": "r", "value": [], "more": 10}', ITEMS)


# ---- what is asked


@pytest.mark.parametrize("kind", ["query", "check", "observe"])
def test_the_rules_stay_under_their_limit(kind: str) -> None:
    assert len(prompt(kind, seen=prompt("seen"))) / 4 < MOST_TOKENS


def test_a_query_is_told_as_it_was() -> None:
    asking = replace(evidence(), context="Prices are in pounds.", images=MappingProxyType({"design": picture()}))
    assert_as_it_was(told(value_question(ITEMS, asking, GENERIC)), GOLDEN / "query.txt")


def test_a_check_is_told_as_it_was() -> None:
    assert_as_it_was(told(verdict_question("the basket is empty", evidence(), GENERIC)), GOLDEN / "check.txt")


def test_moments_are_told_with_their_times() -> None:
    moments = (Snapshot(shot()), Snapshot(shot("blue"), 0.44), Snapshot(shot("green"), 2.0))
    asking = Evidence(moments, tree(), over_time=True, seconds=2.1, gap=0.43)
    assert_as_it_was(_after_rules(verdict_question("a message came", asking, GENERIC)), GOLDEN / "moments.txt")


def test_a_screen_that_was_watched_and_stayed_the_same_is_told_as_that() -> None:
    asking = Evidence((Snapshot(shot()),), tree(), over_time=True, seconds=3.04)
    assert_as_it_was(told(verdict_question("a message came", asking, GENERIC)), GOLDEN / "observe.txt")


def test_a_long_page_is_told_in_parts() -> None:
    asking = Evidence((Snapshot(shot()), Snapshot(shot("blue"))))
    assert_as_it_was(_after_rules(value_question(ITEMS, asking, GENERIC)), GOLDEN / "parts.txt")


def test_the_rules_are_the_same_for_every_question() -> None:
    one = value_question(ITEMS, evidence(), GENERIC)
    other = value_question(shape_of("the total", int), Evidence((), tree()), GENERIC)
    assert one[0] == other[0]


def test_of_a_region_only_its_part_of_the_picture_and_its_elements_are_shown() -> None:
    asking = replace(evidence(), within=Box(40, 30, 100, 50))
    messages = value_question(ITEMS, asking, GENERIC)
    assert "Red mug" in told(messages)
    assert "Remove" in told(messages)
    assert "Voucher" not in told(messages)
    assert "Your basket" not in told(messages)
    (sent,) = pictures(messages)
    with Picture.open(io.BytesIO(sent.data)) as opened:
        assert opened.size == (200, 100)  # small parts are enlarged
        assert opened.convert("RGB").getcolors() == [(200 * 100, (255, 0, 0))]
    assert sent.frame.region == Box(40, 30, 100, 50)


def test_a_region_of_a_few_pixels_is_large_enough_to_be_sent() -> None:
    (sent,) = pictures(value_question(ITEMS, replace(evidence(), within=Box(399.5, 10, 0.4, 3)), GENERIC))
    assert min(sent.frame.image.width, sent.frame.image.height) >= 32


def test_a_region_outside_the_picture_is_an_error() -> None:
    with pytest.raises(ScreenError, match="outside"):
        value_question(ITEMS, replace(evidence(), within=Box(900, 900, 10, 10)), GENERIC)


def test_a_model_without_eyes_gets_the_elements_alone() -> None:
    messages = value_question(ITEMS, evidence(), BLIND)
    assert not pictures(messages)
    assert "Red mug" in told(messages)


@pytest.mark.parametrize(
    "unseen",
    [
        Evidence(),
        Evidence((Snapshot(shot()),)),
        Evidence((Snapshot(shot()), Snapshot(shot(), 1.0)), tree(), over_time=True),
        Evidence(
            (Snapshot(shot()),), tree(), images=MappingProxyType({"design": Image(b"", "image/png", shot().frame)})
        ),
    ],
)
def test_a_model_without_eyes_is_not_asked_about_pictures(unseen: Evidence) -> None:
    with pytest.raises(ConfigError, match="see no pictures"):
        verdict_question("it is red", unseen, BLIND)


def test_a_scene_that_shows_nothing_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="shows nothing"):
        verdict_question("it is red", Evidence(), GENERIC)


async def test_pictures_are_prepared_as_the_family_wants_them() -> None:
    model = ScriptedModel(['{"value": []}'], family="qwen2.5-vl")
    await ask_value(model, ITEMS, evidence())
    (sent,) = pictures(model.asked[0].messages)
    with Picture.open(io.BytesIO(sent.data)) as opened:
        assert opened.size == (420, 308)


def picture() -> Image:
    taken = shot()
    return Image(taken.image, taken.media_type, taken.frame.resized(VIEW))


def _after_rules(messages: tuple[Message, ...]) -> str:
    return told(messages[1:])
