"""The provider that ships for tests, seen from outside with nothing but an HTTP client."""

from __future__ import annotations

import http.client
import json
import re
import threading
import urllib.error
import urllib.request
from typing import Any

import pytest

from askonce.testing import Asked, Fault, ModelServer


def post(server: ModelServer, *texts: str, timeout: float = 10) -> dict[str, Any]:
    messages = [{"role": "user", "content": text} for text in texts]
    body = json.dumps({"model": "m", "messages": messages}).encode()
    request = urllib.request.Request(server.url + "/chat/completions", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=timeout) as response:
        return json.load(response)


def said(server: ModelServer, *texts: str) -> str:
    return post(server, *texts)["choices"][0]["message"]["content"]


def test_the_first_rule_with_an_answer_wins(server: ModelServer) -> None:
    server.reply("by words", when="red mug")
    server.reply("by pattern", when=r"mug number \d+")
    server.reply("by compiled pattern", when=re.compile("BLUE", re.IGNORECASE))
    server.reply("by function", when=lambda asked: asked.last.endswith("?"))

    @server.rule
    def otherwise(asked: Asked) -> str | None:
        return f"otherwise: {asked.last}" if "cup" in asked.text else None

    assert said(server, "the red mug?") == "by words"
    assert said(server, "mug number 7?") == "by pattern"
    assert said(server, "the blue one?") == "by compiled pattern"
    assert said(server, "what?") == "by function"
    assert said(server, "a cup", "then") == "otherwise: then"


def test_a_text_that_is_no_pattern_is_looked_for_as_it_stands(server: ModelServer) -> None:
    server.reply("found", when="price (")

    assert said(server, "the price (net)") == "found"


def test_a_script_answers_in_order_and_then_passes(server: ModelServer) -> None:
    server.script(["one", Fault.status(500, "not now"), "two"])
    server.reply("after the script")

    assert said(server, "a") == "one"
    with pytest.raises(urllib.error.HTTPError):
        post(server, "b")
    assert [said(server, "c"), said(server, "d")] == ["two", "after the script"]
    assert [asked.last for asked in server.requests] == ["a", "b", "c", "d"]


def test_an_unanswered_request_names_what_was_said_and_what_to_add(server: ModelServer) -> None:
    server.reply("only this", when="something else")

    with pytest.raises(urllib.error.HTTPError) as caught:
        post(server, "buy the red mug")

    message = json.load(caught.value)["error"]["message"]
    assert caught.value.code == 500
    assert caught.value.headers["x-should-retry"] == "false"
    assert "buy the red mug" in message
    assert "server.reply(" in message


def test_a_rule_that_raises_is_told_to_whoever_asks(server: ModelServer) -> None:
    @server.rule
    def broken(asked: Asked) -> str:
        raise KeyError("missing")

    with pytest.raises(urllib.error.HTTPError) as caught:
        post(server, "hello")

    message = json.load(caught.value)["error"]["message"]
    assert "broken" in message
    assert "KeyError" in message


def test_usage_grows_with_the_question(server: ModelServer) -> None:
    server.reply("x" * 40)

    usage = post(server, "y" * 400)["usage"]

    assert usage == {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def test_models_are_listed(server: ModelServer) -> None:
    with urllib.request.urlopen(server.url + "/models", timeout=30) as response:
        assert json.load(response)["data"][0]["id"] == "scripted"


@pytest.mark.parametrize(
    ("fault", "error"),
    [(Fault.cut(), http.client.RemoteDisconnected), (Fault.truncated(), http.client.IncompleteRead)],
    ids=["cut", "truncated"],
)
def test_connections_are_cut_where_asked(server: ModelServer, fault: Fault, error: type[Exception]) -> None:
    server.fail_next(fault)
    server.reply("whole again")

    with pytest.raises(error):
        post(server, "hello")

    assert said(server, "hello") == "whole again"


def test_a_refusal_carries_the_wait(server: ModelServer) -> None:
    server.fail_next(Fault.status(429, "slow down", retry_after=3))

    with pytest.raises(urllib.error.HTTPError) as caught:
        post(server, "hello")

    assert (caught.value.code, caught.value.headers["Retry-After"]) == (429, "3")


def test_a_held_answer_comes_when_it_is_let_go(server: ModelServer) -> None:
    let_go = threading.Event()
    server.script([Fault.slow(let_go, then="late"), Fault.slow(0.0)])
    server.reply("what the rules say")
    answers: list[str] = []
    asking = threading.Thread(target=lambda: answers.append(said(server, "hello")))
    asking.start()
    assert server.wait_for(lambda it: len(it.requests) == 1)
    assert answers == []

    let_go.set()
    asking.join(timeout=30)

    assert answers == ["late"]
    assert said(server, "again") == "what the rules say"


def test_stopping_lets_held_answers_go() -> None:
    errors: list[Exception] = []

    def ask(server: ModelServer) -> None:
        try:
            post(server, "hello")
        except (OSError, http.client.HTTPException) as error:
            errors.append(error)

    with ModelServer() as server:
        server.fail_next(Fault.slow(threading.Event()))
        asking = threading.Thread(target=ask, args=(server,))
        asking.start()
        assert server.wait_for(lambda it: len(it.requests) == 1)
    asking.join(timeout=30)

    assert len(errors) == 1


async def test_it_serves_asynchronous_code_too() -> None:
    async with ModelServer() as server:
        assert server.url.startswith("http://127.0.0.1:")


def test_a_server_that_does_not_run_says_how_to_run_it() -> None:
    with pytest.raises(RuntimeError, match="with ModelServer"):
        _ = ModelServer().url


@pytest.mark.parametrize("body", [b"", b"[]", b"nonsense", b'{"messages": 7}', b'{"messages": [{"content": [1]}]}'])
def test_a_request_that_is_none_is_refused(server: ModelServer, body: bytes) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(server.url + "/chat/completions", body), timeout=30)

    assert caught.value.code == 400
