"""HTTP to a provider: replies of limited size, and no request to a host other than the one that was set."""

from __future__ import annotations

import ssl
import sys
import zlib
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

from askonce.config import ModelSettings
from askonce.errors import ConfigError, ModelError, ModelUnavailable

LARGEST_REPLY = 16 * 1024 * 1024
"""The most bytes of a reply, after decompression. The longest completions have some hundred thousand."""
_MOST_REDIRECTS = 5
_PIECE = 64 * 1024
_GZIP = 16 + zlib.MAX_WBITS
_ENCODINGS = {"": 0, "identity": 0, "gzip": _GZIP, "x-gzip": _GZIP, "deflate": zlib.MAX_WBITS}
"""The encodings that are asked for, with what zlib calls them."""


def provider_client(settings: ModelSettings) -> Any:
    """The client for all requests to the provider of a model, as the SDK takes it.

    The SDK wraps the errors of ours that it raises: `find_cause` takes them out again.
    """
    from openai import DefaultAsyncHttpxClient

    class ProviderClient(DefaultAsyncHttpxClient):
        async def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:
            options["follow_redirects"] = False
            response: Any = await super().send(request, stream=True, **options)
            for _ in range(_MOST_REDIRECTS):
                if not response.has_redirect_location:
                    break
                await response.aclose()
                _refuse_other_host(request.url, response, settings.name)
                response = await super().send(response.next_request, stream=True, **options)
            return await _read_whole(response, settings.name)

    try:
        return ProviderClient(
            proxy=settings.proxy or None, verify=_certificates(), headers={"accept-encoding": "gzip, deflate"}
        )
    except ImportError:
        raise ConfigError(
            f"the SOCKS proxy of {settings.name} needs a package that is not installed", remedy="pip install socksio"
        ) from None


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates that are trusted, as the HTTP library of the SDK chooses them. To read them takes longer than
    everything else about a client, so all clients share them."""
    from openai import DefaultAsyncHttpxClient

    library, _, _ = DefaultAsyncHttpxClient.__mro__[1].__module__.partition(".")
    return sys.modules[library].create_ssl_context()


def find_cause(error: BaseException) -> ModelError | None:
    """The error of ours that the SDK has wrapped in its own, if any."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ModelError):
        cause = cause.__cause__
    return cause


def _refuse_other_host(asked: Any, response: Any, model: str) -> None:
    """A redirect would send the key or the pictures to somebody whom nobody has chosen."""
    target = response.next_request.url
    is_same = (asked.scheme, asked.host, asked.port) == (target.scheme, target.host, target.port)
    is_upgrade = (asked.scheme, target.scheme) == ("http", "https") and asked.host == target.host
    if not is_same and not (is_upgrade and asked.port is None and target.port is None):
        raise ModelUnavailable(
            f"{model} was not asked: {_origin(asked)} redirects to {_origin(target)}",
            remedy="if that is the right address, set it as the base URL",
            status=response.status_code,
        )


def _origin(url: Any) -> str:
    return f"{url.scheme}://{url.host}" + (f":{url.port}" if url.port else "")


async def _read_whole(response: Any, model: str) -> Any:
    """The response with its body, decompressed as it arrives, if it does not grow too large."""
    try:
        encoding = response.headers.get("content-encoding", "").strip().lower()
        if encoding not in _ENCODINGS:
            raise ModelUnavailable(
                f"{model} answered with the encoding {encoding[:40]!r}, which was not asked for",
                remedy="check the base URL and the proxy",
            )
        body = bytearray()
        async for piece in _decompressed(response.aiter_raw(), _ENCODINGS[encoding], model):
            body += piece
            if len(body) > LARGEST_REPLY:
                raise ModelUnavailable(
                    f"the reply of {model} has more than {LARGEST_REPLY // 1024 // 1024} MB",
                    remedy="check the base URL and the proxy: no completion is as long as that",
                )
    finally:
        await response.aclose()
    about_body = {"content-encoding", "content-length", "transfer-encoding"}
    headers = [(name, value) for name, value in response.headers.multi_items() if name.lower() not in about_body]
    return type(response)(response.status_code, headers=headers, content=bytes(body), request=response.request)


async def _decompressed(source: AsyncIterator[bytes], kind: int, model: str) -> AsyncIterator[bytes]:
    """Pieces of limited size, so that a few bytes cannot become gigabytes at once."""
    if not kind:
        async for piece in source:
            yield piece
        return
    decoder: Any = None
    async for piece in source:
        try:
            if decoder is None:  # some servers leave out the header of deflate
                is_bare = kind == zlib.MAX_WBITS and piece[0] & 0x0F != 8
                decoder = zlib.decompressobj(-kind if is_bare else kind)
            yield decoder.decompress(piece, _PIECE)
            while decoder.unconsumed_tail and not decoder.eof:
                yield decoder.decompress(decoder.unconsumed_tail, _PIECE)
        except zlib.error as error:
            raise ModelUnavailable(
                f"the compressed reply of {model} is damaged: {error}", remedy="check the base URL and the proxy"
            ) from None
