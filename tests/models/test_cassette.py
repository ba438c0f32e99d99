"""Recording real replies, and replaying them with no provider."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from askonce.errors import CassetteMiss, ConfigError
from askonce.geometry import Frame, Size
from askonce.history import PlannerQuestion
from askonce.models import Cassette, Image, Message, OpenAIModel, Request
from askonce.models.scripted_model import ScriptedModel
from askonce.testing import ModelServer


def question(*parts: str | Image) -> Request:
    return Request((Message("system", ("be brief",)), Message("user", parts)), role="planning")


def image(data: bytes) -> Image:
    return Image(data, "image/png", Frame.whole(Size(20, 10), Size(20, 10)))


async def texts(cassette: Cassette, *questions: Request) -> list[str]:
    return [(await cassette.ask(question)).text for question in questions]


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


def cut_last_line_end(path: Path) -> None:
    path.write_text(path.read_text("utf-8").rstrip("\n"), "utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cassettes" / "shop.jsonl"


async def test_what_was_recorded_is_replayed_without_a_provider(server: ModelServer, path: Path) -> None:
    server.reply("the second", when="two")
    server.reply("the first")
    recording = Cassette(OpenAIModel(server.settings("real", family="gemini")), path, "record")
    live = [await recording.ask(question("one")), await recording.ask(question("two"))]
    await recording.close()

    replaying = Cassette(None, path)
    again = [await replaying.ask(question("one")), await replaying.ask(question("two"))]

    assert [reply.text for reply in again] == ["the first", "the second"]
    assert [reply.usage for reply in again] == [reply.usage for reply in live]
    assert replaying.name == "real"
    assert replaying.family.name == "gemini"
    assert len(server.requests) == 2


async def test_the_values_of_a_question_reach_the_model_and_neither_the_file_nor_its_keys(path: Path) -> None:
    asked, model = question("one"), ScriptedModel(["hi"])
    values = PlannerQuestion("only a value", {})
    await texts(Cassette(model, path, "record"), replace(asked, values=values))
    assert model.asked[0].values is values
    assert "only a value" not in "".join(lines_of(path))
    assert await texts(Cassette(None, path), asked) == ["hi"]


async def test_the_file_is_lines_that_people_can_read(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["hi", "ho"]), path, "record"), question("one \u2028 å"), question("two"))

    lines = lines_of(path)

    assert [json.loads(line)["text"] for line in lines] == ["hi", "ho"]
    assert "one \u2028 å" in lines[0]
    assert await texts(Cassette(None, path), question("one å")) == ["hi"]


@pytest.mark.parametrize(
    ("recorded", "asked"),
    [
        ("go  on\n\n now", "go on\nnow"),
        ("It is 2025-01-31 10:20:30.", "It is 2031-12-01 00:00:01."),
        ("at 2025-01-31T10:20:30.123Z sharp", "at 2026-01-31T10:20:30+02:00 sharp"),
        ("on 3 March 2025 at 9:05 pm", "on 31 December 2026 at 11:59 am"),
        ("on Mar 3, 2025", "on Nov 12, 2026"),
        ("due 31/12/2025", "due 1/1/2026"),
        ("page http://127.0.0.1:4321/shop", "page http://127.0.0.1:9876/shop"),
    ],
)
async def test_what_changes_from_run_to_run_does_not_count(path: Path, recorded: str, asked: str) -> None:
    await texts(Cassette(ScriptedModel(["known"]), path, "record"), question(recorded))

    assert await texts(Cassette(None, path), question(asked)) == ["known"]


@pytest.mark.parametrize(("recorded", "asked"), [("buy 2 mugs", "buy 3 mugs"), ("v1.2.3", "v1.2.4")])
async def test_other_numbers_do_count(path: Path, recorded: str, asked: str) -> None:
    await texts(Cassette(ScriptedModel(["known"]), path, "record"), question(recorded))

    with pytest.raises(CassetteMiss):
        await texts(Cassette(None, path), question(asked))


async def test_pictures_count_only_when_asked_for(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["known"]), path, "record"), question("look", image(b"one")))

    assert await texts(Cassette(None, path), question("look", image(b"another"))) == ["known"]
    assert await texts(Cassette(None, path, match_images=True), question("look", image(b"one"))) == ["known"]
    with pytest.raises(CassetteMiss):
        await texts(Cassette(None, path, match_images=True), question("look", image(b"another")))
    with pytest.raises(CassetteMiss):
        await texts(Cassette(None, path), question("look"))


async def test_equal_questions_replay_in_order_and_then_repeat_the_last(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["one", "two"]), path, "record"), question("next?"), question("next?"))

    assert await texts(Cassette(None, path), *[question("next?")] * 4) == ["one", "two", "two", "two"]


async def test_a_miss_shows_the_nearest_question(path: Path) -> None:
    recorded = [question("buy the red mug\nquickly\nplease"), question("something else entirely")]
    await texts(Cassette(ScriptedModel(["a", "b"]), path, "record"), *recorded)

    with pytest.raises(CassetteMiss) as caught:
        await texts(Cassette(None, path), question("buy the blue mug\nquickly\nplease"))

    message = str(caught.value)
    assert "-buy the red mug\n+buy the blue mug" in message
    assert "something else" not in message
    assert 'mode="auto"' in message


async def test_a_long_difference_is_cut(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["a"]), path, "record"), question("short"))

    with pytest.raises(CassetteMiss) as caught:
        await texts(Cassette(None, path), question("\n".join(f"line {n} " + "x" * 500 for n in range(500))))

    assert len(str(caught.value)) < 8000
    assert "more lines" in str(caught.value)


async def test_auto_asks_only_what_is_new(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["old"]), path, "record"), question("one"))
    inner = ScriptedModel(["new", "newer"])

    said = await texts(Cassette(inner, path, "auto"), question("one"), question("two"), question("one"))

    assert said == ["old", "new", "newer"]
    assert len(inner.asked) == 2
    assert await texts(Cassette(None, path), question("one"), question("two"), question("one")) == said


async def test_recording_starts_the_file_anew(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["old"]), path, "record"), question("one"))
    await texts(Cassette(ScriptedModel(["new"]), path, "record"), question("one"))

    assert await texts(Cassette(None, path), question("one"), question("one")) == ["new", "new"]


async def test_a_line_without_an_end_is_not_joined_to_the_next(path: Path) -> None:
    await texts(Cassette(ScriptedModel(["a"]), path, "record"), question("one"))
    cut_last_line_end(path)

    await texts(Cassette(ScriptedModel(["b"]), path, "auto"), question("two"))

    assert await texts(Cassette(None, path), question("one"), question("two")) == ["a", "b"]
    assert all(lines_of(path)), "no line is empty"


def test_a_cassette_that_is_not_there_says_how_to_make_it(path: Path) -> None:
    with pytest.raises(ConfigError, match="nothing to replay") as caught:
        Cassette(None, path)

    assert 'mode="record"' in caught.value.remedy


@pytest.mark.parametrize("line", ["{", "7", '{"text": "no question"}', "[" * 100_000])
def test_a_broken_line_is_named(path: Path, line: str) -> None:
    path.parent.mkdir()
    path.write_text("\n" + line + "\n", "utf-8")

    with pytest.raises(ConfigError, match="line 2 of the cassette"):
        Cassette(None, path)


def test_a_cassette_needs_a_model_to_record(path: Path) -> None:
    with pytest.raises(ConfigError, match="no model to record"):
        Cassette(None, path, "record")


def test_an_unknown_mode_is_refused(path: Path) -> None:
    with pytest.raises(ConfigError, match="replay, record, auto"):
        Cassette(None, path, "reply")  # pyright: ignore[reportArgumentType]


async def test_a_file_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")

    with pytest.raises(ConfigError, match="could not write the cassette"):
        await texts(Cassette(ScriptedModel(["a"]), tmp_path / "taken" / "x.jsonl", "record"), question("one"))
