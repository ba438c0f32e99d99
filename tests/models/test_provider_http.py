"""Hostile providers: a real server on loopback that answers as it likes."""

from __future__ import annotations

import gzip
import json
import threading
import tracemalloc
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from askonce.config import ModelSettings
from askonce.errors import ModelUnavailable, UnreadableReply
from askonce.models import Message, OpenAIModel, Reply, Request
from askonce.models.provider_http import LARGEST_REPLY
from askonce.values import Secret

KEY = "sk-live-0123456789abcdef"


def completion(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


@dataclass
class Provider:
    """Answers every request with the same bytes, and keeps what it was asked."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    asked: list[str] = field(default_factory=list[str])
    url: str = ""


@contextmanager
def serving(provider: Provider) -> Generator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            provider.asked.append(self.path)
            is_moved = "Location" in provider.headers and self.path != "/moved"
            self.send_response(provider.status if is_moved or "Location" not in provider.headers else 200)
            for name, value in provider.headers.items():
                if name != "Location" or is_moved:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(provider.body)))
            self.end_headers()
            self.wfile.write(provider.body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()


async def ask(provider: Provider) -> Reply:
    model = OpenAIModel(ModelSettings("hostile", base_url=provider.url, api_key=Secret(KEY)))
    try:
        return await model.ask(Request((Message("user", ("hello",)),)))
    finally:
        await model.close()


async def refusal_of(provider: Provider) -> ModelUnavailable:
    with serving(provider), pytest.raises(ModelUnavailable) as caught:
        await ask(provider)
    return caught.value


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", lambda data: zlib.compress(data, wbits=-15))],
)
async def test_a_compressed_reply_is_read(encoding: str, pack: type[bytes]) -> None:
    body = pack(completion("packed " * 50_000))
    with serving(Provider(body=body, headers={"Content-Encoding": encoding})) as provider:
        assert (await ask(provider)).text == "packed " * 50_000


async def test_a_reply_that_unpacks_to_gigabytes_is_given_up_early() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1024 * 1024)) for _ in range(300)) + packer.flush()
    tracemalloc.start()
    try:
        refused = await refusal_of(Provider(body=bomb, headers={"Content-Encoding": "gzip"}))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "more than 16 MB" in refused.message
    assert "base URL" in refused.remedy
    assert most < 4 * LARGEST_REPLY


async def test_of_many_bombs_in_a_row_one_is_read() -> None:
    bombs = gzip.compress(bytes(1024 * 1024)) * 100
    with (
        serving(Provider(body=bombs, headers={"Content-Encoding": "gzip"})) as provider,
        pytest.raises(UnreadableReply),
    ):
        await ask(provider)


@pytest.mark.parametrize("status", [200, 500])
async def test_an_endless_reply_is_given_up(status: int) -> None:
    assert "more than 16 MB" in (await refusal_of(Provider(status, bytes(LARGEST_REPLY + 1)))).message


async def test_an_encoding_that_was_not_asked_for_is_refused() -> None:
    refused = await refusal_of(Provider(body=b"x", headers={"Content-Encoding": "br"}))
    assert "'br'" in refused.message


async def test_a_damaged_compressed_reply_is_an_error_of_ours() -> None:
    refused = await refusal_of(Provider(body=b"\x1f\x8b nonsense", headers={"Content-Encoding": "gzip"}))
    assert "damaged" in refused.message


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_to_another_host_is_not_followed(status: int) -> None:
    with serving(Provider(body=completion("stolen"))) as other:
        refused = await refusal_of(Provider(status, headers={"Location": f"{other.url}/v1/chat/completions"}))
        assert other.asked == []
        assert other.url in refused.message
        assert "base URL" in refused.remedy


async def test_a_redirect_on_the_same_host_is_followed() -> None:
    with serving(Provider(307, completion("here"), {"Location": "/moved"})) as provider:
        assert (await ask(provider)).text == "here"
        assert provider.asked == ["/chat/completions", "/moved"]


@pytest.mark.parametrize("written", [KEY, KEY.replace("s", "\\u0073"), KEY[:22] + "…"])
async def test_the_key_is_hidden_in_replies_of_the_provider(written: str) -> None:
    body = completion("WRITTEN").replace(b"WRITTEN", f"your key is {written}".encode())
    with serving(Provider(body=body)) as provider:
        assert (await ask(provider)).text.rstrip("…") == "your key is {api_key}"
    for wrong in (b'{"error": {"message": "%s"}}', b"not JSON: %s", b'{"choices": [], "key": "%s"}'):
        with serving(Provider(body=wrong % written.encode())) as provider, pytest.raises(Exception) as caught:
            await ask(provider)
        assert KEY[:12] not in f"{caught.value}{vars(caught.value)}".replace("\\u0073", "s")
