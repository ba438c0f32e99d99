"""The client against a real server on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import subprocess
import sys
import threading
import traceback
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from askonce.config import ModelSettings
from askonce.errors import ConfigError, ModelError, ModelTimeout, ModelUnavailable, UnreadableReply
from askonce.geometry import Frame, Size
from askonce.models import Image, Message, OpenAIModel, Request
from askonce.models.http_errors import Refused
from askonce.testing import Fault, ModelServer
from askonce.trace import Usage
from askonce.values import Secret


def say(text: str) -> Request:
    return Request((Message("system", ("be brief",)), Message("user", (text,))))


def picture(width: int = 60, height: int = 40) -> Image:
    target = io.BytesIO()
    Pillow.new("RGB", (width, height), "teal").save(target, "PNG")
    return Image(target.getvalue(), "image/png", Frame.whole(Size(width, height), Size(width, height)))


@contextlib.asynccontextmanager
async def asking(settings: ModelSettings) -> AsyncGenerator[OpenAIModel]:
    model = OpenAIModel(settings)
    try:
        yield model
    finally:
        await model.close()


async def failure_of(settings: ModelSettings) -> ModelError:
    async with asking(settings) as model:
        with pytest.raises(ModelError) as caught:
            await model.ask(say("hello"))
    return caught.value


def completion(**message: Any) -> bytes:
    choice = {"message": {"role": "assistant", **message}, "finish_reason": message.pop("finish", "stop")}
    return json.dumps({"choices": [choice]}).encode()


async def test_a_question_is_answered_with_its_cost(server: ModelServer) -> None:
    server.reply("hello yourself", when="hello")

    async with asking(server.settings("scripted-1")) as model:
        reply = await model.ask(say("hello"))

    assert reply.text == "hello yourself"
    assert reply.model == "scripted-1"
    assert reply.usage.calls == 1
    assert reply.usage.prompt_tokens == 4  # 14 characters
    assert reply.usage.completion_tokens == 4
    assert reply.usage.cost == pytest.approx((4 * 1.0 + 4 * 4.0) / 1e6)
    assert reply.seconds > 0


async def test_pictures_and_texts_arrive_in_their_order(server: ModelServer) -> None:
    server.reply("seen")
    first, second = picture(60, 40), picture(50, 30)

    async with asking(server.settings()) as model:
        reply = await model.ask(Request((Message("user", ("before", first, "between", second)),)))

    asked = server.requests[0]
    assert reply.usage.prompt_tokens == 4 + 60 * 40 // 750 + 50 * 30 // 750
    assert asked.images == (first.data, second.data)
    assert asked.image.size == (50, 30)
    parts = asked.raw["messages"][0]["content"]
    assert [part["type"] for part in parts] == ["text", "image_url", "text", "image_url"]
    assert parts[1]["image_url"]["url"].startswith("data:image/png;base64,")


async def test_the_body_carries_what_family_and_settings_add(server: ModelServer) -> None:
    server.reply("fine")
    settings = replace(server.settings(family="qwen3-vl"), temperature=0.2, extra_body={"top_k": 5})

    async with asking(settings) as model:
        await model.ask(say("hello"))

    raw = server.requests[0].raw
    assert raw["enable_thinking"] is False
    assert raw["top_k"] == 5
    assert raw["temperature"] == 0.2
    assert server.requests[0].headers["authorization"] == "Bearer key-for-the-model-server"


@pytest.mark.parametrize(
    ("family", "fields"),
    [
        ("qwen2.5-vl", {"temperature": 0, "vl_high_resolution_images": True}),
        ("qwen3-vl", {"temperature": 0, "enable_thinking": False}),
        ("doubao-vision", {"temperature": 0, "thinking": {"type": "disabled"}}),
        ("glm-v", {"temperature": 0, "thinking": {"type": "disabled"}}),
        ("xiaomi-mimo", {"temperature": 0, "thinking": {"type": "disabled"}}),
        ("kimi", {"thinking": {"type": "disabled"}}),
        ("kimi3", {}),
        ("gpt-5", {"temperature": 0, "reasoning_effort": "none"}),
        ("gemini", {"temperature": 0, "reasoning_effort": "minimal"}),
        ("vlm-ui-tars", {"temperature": 0}),
        ("auto-glm", {"temperature": 0, "top_p": 0.85, "frequency_penalty": 0.2}),
        ("generic", {"temperature": 0}),
    ],
)
async def test_a_model_is_asked_for_its_surest_answer_with_as_little_thinking_as_it_can(
    server: ModelServer, family: str, fields: dict[str, Any]
) -> None:
    server.reply("ok")
    async with asking(server.settings(family=family)) as model:
        await model.ask(say("hello"))
    raw = server.requests[0].raw
    assert {name: value for name, value in raw.items() if name not in ("model", "messages")} == fields


async def test_what_nobody_asked_for_is_left_out_once_the_provider_refuses_it(server: ModelServer) -> None:
    server.reply("ok")
    server.fail_next(Fault.status(400, "Unsupported value: 'temperature' does not support 0 with this model."))
    server.fail_next(Fault.status(400, "Unsupported value: 'reasoning_effort' does not support 'none' here."))
    async with asking(server.settings(family="gpt-5")) as model:
        assert (await model.ask(say("hello"))).text == "ok"
        await model.ask(say("again"))
    sent = [sorted(request.raw.keys() & {"temperature", "reasoning_effort"}) for request in server.requests]
    assert sent == [["reasoning_effort", "temperature"], ["reasoning_effort"], [], []]


async def test_what_was_asked_for_is_never_left_out(server: ModelServer) -> None:
    server.fail_next(Fault.status(400, "Unsupported value: 'temperature' and 'reasoning_effort'"))
    settings = replace(server.settings(family="gpt-5"), temperature=0.0, reasoning="off")
    error = await failure_of(settings)
    assert "Unsupported value" in error.message
    assert len(server.requests) == 1


async def test_headers_and_query_are_sent_and_told_nowhere(server: ModelServer) -> None:
    server.fail_next(Fault.status(400, "the key gateway-key-123 is not known"))
    settings = replace(server.settings(), headers={"x-gateway": "gateway-key-123"}, query={"api-version": "2026-01-01"})
    error = await failure_of(settings)
    assert "gateway-key-123" not in f"{error} {error.raw} {settings}"
    request = server.requests[0]
    assert request.headers["x-gateway"] == "gateway-key-123"
    assert request.path == "/v1/chat/completions?api-version=2026-01-01"


async def test_a_timeout_of_0_is_none(server: ModelServer) -> None:
    server.reply("ok")
    async with asking(replace(server.settings(), timeout=0)) as model:
        assert (await model.ask(say("hello"))).text == "ok"


async def test_thoughts_among_the_parts_of_an_answer_are_no_part_of_it(server: ModelServer) -> None:
    parts = [{"text": "Perhaps here.", "thought": True}, {"text": '{"bbox": [1, 2, 3, 4]}'}]
    server.fail_next(Fault.garbage(completion(content=parts)))
    async with asking(server.settings(family="gemini")) as model:
        assert (await model.ask(say("where"))).text == '{"bbox": [1, 2, 3, 4]}'


async def test_no_temperature_goes_to_a_family_that_takes_none(server: ModelServer) -> None:
    server.reply("fine")

    async with asking(replace(server.settings(family="kimi"), temperature=0.2)) as model:
        await model.ask(say("hello"))

    assert "temperature" not in server.requests[0].raw


@pytest.mark.parametrize(("positions", "detail"), [(True, "original"), (False, None)])
async def test_full_detail_is_asked_for_only_where_positions_are(
    server: ModelServer, positions: bool, detail: str | None
) -> None:
    server.reply("fine")

    async with asking(server.settings(family="gpt-5")) as model:
        await model.ask(Request((Message("user", ("look", picture())),), positions=positions))

    assert server.requests[0].raw["messages"][0]["content"][1]["image_url"].get("detail") == detail


async def test_halves_of_characters_do_not_stop_a_question(server: ModelServer) -> None:
    server.reply("fine")

    async with asking(server.settings()) as model:
        await model.ask(say("broken \ud83d emoji"))

    assert server.requests[0].last == "broken ? emoji"


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(400, "family"), (401, "API key"), (404, "model name and the base URL"), (429, "rate limit"), (500, "later")],
)
async def test_a_refusal_carries_status_words_and_remedy(server: ModelServer, status: int, remedy: str) -> None:
    server.fail_next(Fault.status(status, "the provider's own words"))

    error = await failure_of(server.settings())

    assert isinstance(error, ModelUnavailable)
    assert error.status == status
    assert "the provider's own words" in error.message
    assert remedy in error.remedy
    assert len(server.requests) == 1  # retries are not the client's work


@pytest.mark.parametrize(("header", "seconds"), [(7, 7.0), ("2.5", 2.5), ("soon", None), (None, None)])
async def test_a_wait_that_is_asked_for_is_kept(server: ModelServer, header: Any, seconds: float | None) -> None:
    server.fail_next(Fault.status(429, retry_after=header))

    error = await failure_of(server.settings())

    assert isinstance(error, Refused)
    assert error.retry_after == seconds


@pytest.mark.parametrize("fault", [Fault.cut(), Fault.truncated()], ids=["cut", "truncated"])
async def test_a_lost_connection_is_unavailable_without_a_status(server: ModelServer, fault: Fault) -> None:
    server.fail_next(fault)

    error = await failure_of(server.settings())

    assert isinstance(error, ModelUnavailable)
    assert error.status is None
    assert re.search(rf"could not be reached at {re.escape(server.url)}\S*: (?!None)\S", error.message)


async def test_where_nobody_listens_on_this_machine_the_error_says_so_and_is_final() -> None:
    with ModelServer() as gone:
        settings = gone.settings()

    error = await failure_of(settings)

    assert isinstance(error, ModelUnavailable)
    assert f"nothing listens at {settings.base_url}" in error.message
    assert "start the server" in error.remedy
    assert error.final


@pytest.mark.parametrize("base_url", ["", "https://api.anthropic.com/v1/", "https://openrouter.ai/api/v1"])
async def test_a_missing_key_is_told_before_anything_is_sent(base_url: str) -> None:
    model = OpenAIModel(ModelSettings("a-model", base_url=base_url))

    with pytest.raises(ConfigError, match="no API key is set for a-model at") as caught:
        await model.ask(say("hello"))

    assert "ASKONCE_MODEL_API_KEY" in caught.value.remedy


async def test_a_refusal_for_want_of_a_key_says_that_none_is_set(server: ModelServer) -> None:
    server.fail_next(Fault.status(401, "who are you?"))

    error = await failure_of(replace(server.settings(), api_key=None))

    assert isinstance(error, ModelUnavailable)
    assert "no API key is set: set ASKONCE_MODEL_API_KEY" in error.remedy


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault.empty(), "is empty"),
        (Fault.garbage(), "is not JSON"),
        (Fault.garbage(b"[]"), "not a chat completion"),
        (Fault.garbage(b"{}"), "no choices"),
        (Fault.garbage(b'{"choices": []}'), "no choices"),
        (Fault.garbage(b'{"choices": 7}'), "not a chat completion"),
        (Fault.garbage(completion(content=None)), "is empty"),
        (Fault.garbage(completion(content=None, refusal="I will not")), "it refused, saying 'I will not'"),
        (Fault.garbage(completion(content="", reasoning_content="hm")), "it has reasoning but no text"),
        (Fault.garbage(b'{"choices": [{"finish_reason": "content_filter"}]}'), "content filter"),
    ],
)
async def test_an_answer_without_a_text_says_what_is_wrong(server: ModelServer, fault: Fault, message: str) -> None:
    server.fail_next(fault)

    error = await failure_of(server.settings())

    assert isinstance(error, UnreadableReply)
    assert message in error.message
    assert "None" not in error.message


async def test_an_answer_that_was_cut_off_says_so_and_keeps_what_there_is(server: ModelServer) -> None:
    body = {"choices": [{"message": {"content": "<thought>and so"}, "finish_reason": "length"}]}
    server.fail_next(Fault.garbage(json.dumps(body).encode()))

    error = await failure_of(server.settings())

    assert isinstance(error, UnreadableReply)
    assert "cut off" in error.message
    assert error.raw == "<thought>and so"


async def test_an_error_inside_a_success_is_still_an_error(server: ModelServer) -> None:
    server.fail_next(Fault.garbage(b'{"error": {"message": "upstream is down", "code": 502}}'))

    error = await failure_of(server.settings())

    assert isinstance(error, ModelUnavailable)
    assert error.status == 502
    assert "upstream is down" in error.message


async def test_parts_reasoning_and_cached_tokens_are_read(server: ModelServer) -> None:
    body = {
        "choices": [
            {
                "message": {
                    "content": [{"type": "text", "text": "one "}, {"type": "text", "text": "two"}, {"type": "odd"}],
                    "reasoning_content": "because",
                }
            }
        ],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": None,
            "prompt_tokens_details": {"cached_tokens": 80},
        },
    }
    server.fail_next(Fault.garbage(json.dumps(body).encode()))

    async with asking(server.settings()) as model:
        reply = await model.ask(say("hello"))

    assert reply.text == "one two"
    assert reply.reasoning == "because"
    assert (reply.usage.prompt_tokens, reply.usage.cached_tokens, reply.usage.completion_tokens) == (100, 80, 0)


async def test_tokens_that_are_not_told_are_not_counted(server: ModelServer) -> None:
    server.fail_next(Fault.garbage(completion(content="hello")))

    async with asking(server.settings()) as model:
        assert (await model.ask(say("hello"))).usage == Usage(calls=1)


async def test_a_held_answer_ends_in_a_timeout(server: ModelServer) -> None:
    never = threading.Event()
    server.fail_next(Fault.slow(never))

    error = await failure_of(server.settings(timeout=0.05))

    assert isinstance(error, ModelTimeout)
    assert "0.05 s" in error.message


@contextlib.asynccontextmanager
async def dripping() -> AsyncGenerator[str]:
    """A provider whose answer never stalls and never ends, for some seconds: white space, then a completion."""

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            for _ in range(300):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.01)
            writer.write(completion(content="at last"))
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as provider:
        yield f"http://127.0.0.1:{provider.sockets[0].getsockname()[1]}/v1"


async def test_the_timeout_covers_the_whole_answer_and_not_each_piece_of_it() -> None:
    async with dripping() as url:
        error = await failure_of(ModelSettings("slow", base_url=url, timeout=0.3))

    assert isinstance(error, ModelTimeout)


async def test_cancelling_a_question_closes_its_connection(server: ModelServer) -> None:
    never = threading.Event()
    server.fail_next(Fault.slow(never))
    async with asking(server.settings()) as model:
        question = asyncio.create_task(model.ask(say("hello")))
        assert await asyncio.to_thread(server.wait_for, lambda it: len(it.requests) == 1)

        question.cancel()

        with pytest.raises(asyncio.CancelledError):
            await question
        assert await asyncio.to_thread(server.wait_for, lambda it: len(it.abandoned) == 1)


async def test_the_key_is_in_no_error_and_in_no_name(server: ModelServer) -> None:
    secret = "sk-live-0123456789abcdef"
    settings = replace(server.settings(), api_key=Secret(secret))
    server.script([Fault.status(401, f"Incorrect API key provided: {secret}"), Fault.cut(), Fault.garbage()])
    model = OpenAIModel(settings)

    shown = [repr(model), str(model), repr(settings)]
    errors: list[ModelError] = []
    for _ in range(3):
        with pytest.raises(ModelError) as caught:
            await model.ask(say("hello"))
        errors.append(caught.value)
        shown += ["".join(traceback.format_exception(caught.value)), repr(caught.value), repr(vars(caught.value))]
    await model.close()

    assert all(error.__cause__ is None for error in errors)
    assert errors[0].__context__ is None  # what the SDK raised quotes the key
    assert server.requests[0].headers["authorization"] == f"Bearer {secret}"
    assert secret not in "\n".join(shown)
    assert "Incorrect API key provided: {api_key}" in "\n".join(shown)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"base_url": "api.example.com/v1"}, "base URL"),
        ({"base_url": "http://[broken"}, "base URL"),
        ({"base_url": "http://127.0.0.1:99999/v1"}, "base URL"),
        ({"proxy": "nonsense"}, "proxy"),
        ({"extra_body": {"odd": object()}}, "extra body"),
        ({"api_key": Secret("línea")}, "API key"),
        ({"api_key": Secret("line\nbreak")}, "API key"),
        ({"family": "qwen3vl"}, "family"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_any_question(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        OpenAIModel(replace(ModelSettings("some-model"), **change))

    assert "línea" not in str(caught.value)


async def test_questions_go_through_the_proxy(server: ModelServer) -> None:
    # The server answers to the full address that a proxy is asked for with "nothing there", naming that address.
    proxied = replace(server.settings(), base_url="http://provider.invalid/v1", proxy=server.url.removesuffix("/v1"))

    error = await failure_of(proxied)

    assert isinstance(error, ModelUnavailable)
    assert error.status == 404
    assert "http://provider.invalid/v1/chat/completions" in error.message


def test_a_model_outlives_the_event_loop_it_was_first_asked_in(server: ModelServer) -> None:
    server.reply("fine")
    model = OpenAIModel(server.settings())

    texts = [asyncio.run(model.ask(say("hello"))).text for _ in range(2)]

    assert texts == ["fine", "fine"]


def test_making_a_model_does_not_load_the_sdk() -> None:
    code = (
        "import sys; from askonce.models import OpenAIModel; from askonce.config import ModelSettings;"
        "OpenAIModel(ModelSettings('gpt-5.4')); print(sorted({'openai', 'httpx', 'PIL'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "usage", "error", "prompt_tokens", "text", "code"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)
bodies = (
    st.binary(max_size=60)
    | json_like.map(lambda value: json.dumps(value).encode())
    | json_like.map(lambda value: json.dumps({"choices": [value]}).encode())
    | json_like.map(lambda value: json.dumps({"choices": [{"message": {"content": value}}]}).encode())
)


@pytest.fixture
def shared(server: ModelServer) -> Iterator[tuple[asyncio.Runner, OpenAIModel]]:
    """One model for all examples, and the event loop that it lives in."""
    model = OpenAIModel(server.settings())
    with asyncio.Runner() as runner:
        yield runner, model
        runner.run(model.close())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=bodies, status=st.sampled_from([200, 201, 400, 429, 500]))
def test_any_bytes_give_a_reply_or_our_error(
    server: ModelServer, shared: tuple[asyncio.Runner, OpenAIModel], body: bytes, status: int
) -> None:
    runner, model = shared
    server.fail_next(replace(Fault.garbage(body), code=status))

    try:
        reply = runner.run(model.ask(say("hello")))
    except ModelError:
        return
    assert reply.text.strip()


async def test_a_client_of_ones_own_is_asked_in_place_of_the_sdks(server: ModelServer) -> None:
    server.reply("hello")
    made: list[Any] = []

    async def own(client: Any) -> Any:
        made.append(client)
        return client.with_options(default_headers={"x-team": "shop"})

    model = OpenAIModel(server.settings(), client=own)
    replies = [await model.ask(say("hello")) for _ in range(2)]
    kept = OpenAIModel(server.settings(), client=lambda client: made.append(client))
    replies.append(await kept.ask(say("hello")))
    for each in (model, kept):
        await each.close()
    assert [reply.text for reply in replies] == ["hello"] * 3
    assert {reply.usage.calls for reply in replies} == {1}
    assert [request.headers.get("x-team") for request in server.requests] == ["shop", "shop", None]
    assert len(made) == 2


async def test_a_client_that_answers_otherwise_than_the_sdk_is_an_error_that_says_so(server: ModelServer) -> None:
    class Completions:
        async def create(self, **_: Any) -> str:
            return "hello"

    class Chat:
        completions = Completions()

    class Client:
        chat = Chat()

    model = OpenAIModel(server.settings(), client=lambda _: Client())  # pyright: ignore[reportArgumentType]
    with pytest.raises(UnreadableReply, match="answered with a str"):
        await model.ask(say("hello"))
    await model.close()
