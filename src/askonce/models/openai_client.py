"""The client for every provider that speaks the OpenAI protocol, which is nearly all of them."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from askonce.config import PROXY_SCHEMES, ModelSettings, problem_with_url
from askonce.errors import ConfigError, ModelError, ModelTimeout, ModelUnavailable, UnreadableReply
from askonce.models.families import Family, family_for_model, family_named
from askonce.models.http_errors import SET_KEY, Refused, read_retry_after
from askonce.models.messages import Reply, Request
from askonce.models.provider_http import find_cause, provider_client
from askonce.models.provider_response import read_completion, words_of_provider
from askonce.models.providers import needs_key
from askonce.models.request_body import RequestBody
from askonce.values import Mask, Secret, masked_error
from askonce.values.secret import SHORTEST

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAIError

OwnClient = Callable[["AsyncOpenAI"], "AsyncOpenAI | Awaitable[AsyncOpenAI | None] | None"]
"""Gets the client of the SDK, and returns the one to ask, or None for the same."""
_LONG = 12
"""From how many characters on a header may hold a key, and is not shown."""
OPENAI_URL = "https://api.openai.com/v1"
_REJECTED = frozenset({400, 422})
"""The statuses of a request that the provider does not accept as it is."""
NO_KEY = "none"
"""Sent when no key is set: local servers need none, but the SDK requires one."""


class OpenAIModel:
    """A model behind an OpenAI-compatible address. One request, one answer: retries are done by a wrapper.

    Creating one is cheap: the SDK is imported and the connection opened on the first request.

    >>> model = OpenAIModel(ModelSettings("gpt-4o-mini", api_key=Secret("sk-key")))

    `client` may put a client of one's own in place of the SDK's: it gets the one that is made by the settings, and
    returns the one to ask, or None for the same.

    >>> def own(client):
    ...     return client.with_options(default_headers={"x-team": "shop"})
    >>> model = OpenAIModel(ModelSettings("gpt-4o-mini", api_key=Secret("sk-key")), client=own)
    """

    def __init__(self, settings: ModelSettings, *, client: OwnClient | None = None) -> None:
        self.settings = settings
        self._own_client = client
        self._family = family_named(settings.family) if settings.family else family_for_model(settings.name)
        self._key = settings.api_key.reveal() if settings.api_key else NO_KEY
        self._key_mask = Mask()
        if settings.api_key and len(self._key) >= SHORTEST:  # shorter ones are placeholders for servers without keys
            self._key_mask.learn({"api_key": settings.api_key})
        private = [value for value in (*settings.headers.values(), *settings.query.values()) if len(value) >= _LONG]
        self._key_mask.learn({f"header_{number}": Secret(value) for number, value in enumerate(private, 1)})
        self._client: AsyncOpenAI | None = None
        self._asked: AsyncOpenAI | None = None
        """The client to ask: the same, unless there is one of the user's own."""
        self._loop: asyncio.AbstractEventLoop | None = None
        _refuse_unusable(settings, self._key)
        self._request = RequestBody(settings, self._family)

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def family(self) -> Family:
        return self._family

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r}, family={self._family.name!r})"

    async def ask(self, request: Request) -> Reply:
        self._refuse_without_key()
        while True:
            try:
                return await self._ask_once(request)
            except Refused as refusal:
                if refusal.status not in _REJECTED or not self._request.leave_out_refused(refusal.message):
                    raise

    async def _ask_once(self, request: Request) -> Reply:
        client = await self._connect()
        from openai import OpenAIError

        completions: Any = client.chat.completions
        # We parse the raw response: the SDK trusts the provider's JSON. Clients of others know the usual call alone.
        create = completions.create if self._own_client else completions.with_raw_response.create
        started = time.perf_counter()
        failure: ModelError
        try:
            async with asyncio.timeout(self.settings.timeout or None):
                response = await create(**self._request.write(request))
        except TimeoutError:
            failure = self._timeout()
        except OpenAIError as error:
            failure = self._failure(error)
        else:
            seconds = time.perf_counter() - started
            content = self._content(response) if self._own_client else response.content
            completion = read_completion(content, self.name, self.settings.price, self._key_mask)
            return Reply(completion.text, self.name, completion.usage, completion.reasoning, seconds)
        # Raised outside the `except`, so that the SDK's exception, which may quote the key, is not chained to ours.
        raise failure

    async def close(self) -> None:
        client, self._client, self._asked = self._client, None, None
        if client and self._loop is asyncio.get_running_loop():
            await client.close()

    async def _connect(self) -> AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if self._asked and self._loop is loop:
            return self._asked
        # Connections belong to the event loop that opened them, so a new loop needs a new client.
        self._loop = loop
        self._client = self._asked = self._open()
        if self._own_client:
            own = self._own_client(self._client)
            self._asked = (await own if inspect.isawaitable(own) else own) or self._client
        return self._asked

    def _content(self, response: object) -> bytes:
        """The bytes of what a client of the user's own has answered."""
        if not hasattr(response, "model_dump_json"):
            raise UnreadableReply(
                f"the client for {self.name} answered with a {type(response).__name__}",
                remedy="its chat.completions.create has to return what that of the SDK returns",
            )
        return cast("Any", response).model_dump_json().encode()

    def _open(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        settings = self.settings
        return AsyncOpenAI(
            api_key=self._key,
            base_url=settings.base_url or OPENAI_URL,
            timeout=settings.timeout or None,
            max_retries=0,
            default_headers=dict(settings.headers),
            default_query=dict(settings.query),
            http_client=provider_client(settings),
        )

    def _timeout(self) -> ModelTimeout:
        return ModelTimeout(
            f"{self.name} did not answer within {self.settings.timeout:g} s",
            remedy="raise the model's timeout (ASKONCE_MODEL_TIMEOUT, in seconds), or use a faster model",
        )

    def _failure(self, error: OpenAIError) -> ModelError:
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        if own := find_cause(error):
            return masked_error(own, self._key_mask)
        if isinstance(error, APITimeoutError):
            return self._timeout()
        if isinstance(error, APIStatusError):
            headers = error.response.headers
            words = words_of_provider(self._key_mask.in_data(error.body)) or "no reason given"
            return Refused(
                f"{self.name} answered with status {error.status_code}: {words}",
                status=error.status_code,
                raw=self._key_mask(error.response.text),
                retry_after=read_retry_after(headers.get("retry-after")),
                final=headers.get("x-should-retry") == "false",
                has_key=self.settings.api_key is not None,
            )
        if isinstance(error, APIConnectionError):
            if self._is_refused(error):
                return ModelUnavailable(
                    f"{self.name} could not be reached: nothing listens at {self.settings.base_url}",
                    remedy="start the server, or correct the port in the base URL",
                    final=True,
                )
            return ModelUnavailable(
                f"{self.name} could not be reached at {self.settings.base_url or OPENAI_URL}: {self._cause(error)}",
                remedy="check the base URL, the proxy and the network",
            )
        return ModelUnavailable(f"{self.name} could not be asked: {self._cause(error)}")

    def _is_refused(self, error: BaseException) -> bool:
        """Whether this very machine has refused the connection: then no server runs at that port."""
        is_local = _host(self.settings.base_url) in {"localhost", "127.0.0.1", "::1"} and not self.settings.proxy
        return is_local and type(error.__cause__).__name__ == "ConnectError"

    def _refuse_without_key(self) -> None:
        """Say at once that the key is missing. What is replayed needs none, so it is not said before a question."""
        host = _host(self.settings.base_url or OPENAI_URL)
        if self.settings.api_key is None and needs_key(host):
            raise ConfigError(f"no API key is set for {self.name} at {host}", remedy=SET_KEY)

    def _cause(self, error: BaseException) -> str:
        """The message of the innermost cause: the outer ones only say that there was an error."""
        while error.__cause__ is not None:
            error = error.__cause__
        return self._key_mask(str(error) or type(error).__name__)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "") if url else ""


def _refuse_unusable(settings: ModelSettings, key: str) -> None:
    """Raise early, with a clear message, for settings that would fail at the first request."""
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            f"the API key for {settings.name} contains characters that cannot be sent",
            remedy="copy the key again, without quotation marks or line breaks",
        )
    address = settings.base_url and problem_with_url(settings.base_url)
    if address:
        raise ConfigError(
            f"the base URL of {settings.name} cannot be {settings.base_url!r}: {address}",
            remedy="write it as a URL such as https://api.example.com/v1",
        )
    proxy = settings.proxy and problem_with_url(settings.proxy, PROXY_SCHEMES)
    if proxy:
        raise ConfigError(
            f"the proxy of {settings.name} cannot be used: {proxy}",
            remedy="write it as a URL such as http://127.0.0.1:8080",
        )
    try:
        json.dumps(dict(settings.extra_body), ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise ConfigError(
            f"the extra body for {settings.name} cannot be written as JSON: {error}",
            remedy="use texts, numbers, booleans, lists and dictionaries only",
        ) from None
