"""The list of models of a provider, and the address where it has one."""

from __future__ import annotations

import difflib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from askonce.config import ModelSettings, problem_with_url
from askonce.models.openai_client import NO_KEY, OPENAI_URL
from askonce.models.provider_http import provider_client

PATIENCE = 10.0
_MOST = 5
_LONGEST_LIST = 2_000


class _ModelEntry(BaseModel):
    id: str


class _ModelList(BaseModel):
    data: list[_ModelEntry]


class _RawResponse(Protocol):
    @property
    def content(self) -> bytes: ...


async def list_names(settings: ModelSettings) -> Sequence[str]:
    """The names that the provider lists under /models; empty when it has no such list."""
    from openai import AsyncOpenAI, OpenAIError

    client = AsyncOpenAI(
        api_key=settings.api_key.reveal() if settings.api_key else NO_KEY,
        base_url=settings.base_url or OPENAI_URL,
        timeout=PATIENCE,
        max_retries=0,
        http_client=provider_client(settings),
    )
    ask = cast("Callable[[], Awaitable[_RawResponse]]", client.models.with_raw_response.list)
    try:
        content = (await ask()).content
        return [entry.id for entry in _ModelList.model_validate_json(content).data[:_LONGEST_LIST]]
    except (OpenAIError, ValidationError):
        return []
    finally:
        await client.close()


async def find_address(settings: ModelSettings) -> str:
    """Another address where this provider answers; empty when none is found."""
    for address in addresses_near(settings.base_url):
        if await list_names(replace(settings, base_url=address)):
            return address
    return ""


def addresses_near(base_url: str) -> list[str]:
    """Likely addresses when this one is wrong, likeliest first."""
    if not base_url or problem_with_url(base_url):
        return []
    parts = urlsplit(base_url)
    path = parts.path.rstrip("/")
    paths = [f"{path}/v1", f"{path}/api/v1", path.rpartition("/")[0], "/v1", "/api/v1"]
    return [f"{parts.scheme}://{parts.netloc}{near}" for near in dict.fromkeys(paths) if near and near != path]


def nearest(name: str, names: Sequence[str]) -> list[str]:
    """The closest names: those that contain `name` or its last part, then those with a similar spelling."""
    part = name.rpartition("/")[2].lower()
    containing = [known for known in names if part and (part in known.lower() or known.lower() in part)]
    similar = difflib.get_close_matches(name, names, n=_MOST, cutoff=0.4)
    return list(dict.fromkeys([*containing, *similar]))[:_MOST]
