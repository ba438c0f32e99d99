"""A request as a provider receives it, decoded for rules to look at."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from askonce.lazy import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

_CHARACTERS_PER_TOKEN = 4
_PIXELS_PER_TOKEN = 750


@dataclass(frozen=True, slots=True)
class Said:
    """One message: its role, its text, and its pictures.

    >>> Said("user", "Find: the Save button").text
    'Find: the Save button'
    """

    role: str
    text: str
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Asked:
    """One request. `raw` is its whole body, `headers` are in lower case, `path` has the query too.

    >>> server.reply("done", when=lambda asked: "Save" in asked.text)
    """

    messages: tuple[Said, ...]
    model: str
    raw: Mapping[str, Any]
    headers: Mapping[str, str]
    path: str = ""

    @classmethod
    def of(cls, body: Mapping[str, Any], headers: Mapping[str, str], path: str = "") -> Asked:
        """The request with this body and these headers.

        >>> Asked.of({"model": "m", "messages": [{"role": "user", "content": "Hello"}]}, {}).last
        'Hello'
        """
        messages = tuple(_said(message) for message in cast("list[dict[str, Any]]", body.get("messages", [])))
        return cls(messages, str(body.get("model", "")), body, headers, path)

    @cached_property
    def text(self) -> str:
        """The text of all messages."""
        return "\n".join(message.text for message in self.messages)

    @cached_property
    def last(self) -> str:
        """The text of the last user message."""
        return next((message.text for message in reversed(self.messages) if message.role == "user"), "")

    @cached_property
    def images(self) -> tuple[bytes, ...]:
        """All pictures, in order."""
        return tuple(image for message in self.messages for image in message.images)

    @cached_property
    def image(self) -> Image:
        """The last picture, opened with Pillow."""
        if not self.images:
            raise LookupError("the request has no picture")
        return _open(self.images[-1])

    @cached_property
    def tokens(self) -> int:
        """Approximately what a provider would count for it."""
        pictures = sum(_picture_tokens(image) for image in self.images)
        return -(-len(self.text) // _CHARACTERS_PER_TOKEN) + pictures


def tokens_of(text: str) -> int:
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def _said(message: Mapping[str, Any]) -> Said:
    content = message.get("content") or ""
    role = str(message.get("role", ""))
    if isinstance(content, str):
        return Said(role, content)
    parts = cast("list[dict[str, Any]]", content)
    texts = [str(part.get("text", "")) for part in parts if part.get("type") == "text"]
    urls = [str(part["image_url"]["url"]) for part in parts if part.get("type") == "image_url"]
    return Said(role, "\n".join(texts), tuple(_decode(url) for url in urls))


def _decode(url: str) -> bytes:
    _, _, data = url.partition(";base64,")
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        return b""


def _open(data: bytes) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(data))


def _picture_tokens(data: bytes) -> int:
    try:
        with _open(data) as picture:
            return max(1, picture.width * picture.height // _PIXELS_PER_TOKEN)
    except OSError:
        return len(data) // _CHARACTERS_PER_TOKEN
