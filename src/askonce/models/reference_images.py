"""Pictures that words refer to, by name: files, bytes, data URIs, addresses and pictures of Pillow."""

from __future__ import annotations

import asyncio
import base64
import binascii
import io
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Protocol, TypedDict, runtime_checkable
from urllib.parse import unquote_to_bytes

from askonce.errors import ConfigError
from askonce.geometry import Frame, Size
from askonce.models.image_download import download, shown_address
from askonce.models.messages import Image

_SENDABLE = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
_OF_PNG = frozenset({"1", "L", "LA", "P", "RGB", "RGBA"})
_WAYS = "pass a file, its bytes, a data URI, an http(s) address or a picture of Pillow"


@runtime_checkable
class PillowImage(Protocol):
    """A picture of Pillow."""

    @property
    def mode(self) -> str: ...

    def convert(self, mode: str) -> PillowImage: ...

    def save(self, fp: IO[bytes], format: str | None = None) -> None: ...


ImageSource = str | PathLike[str] | bytes | PillowImage
"""A file, the bytes of one, a data URI, an http(s) address, or a picture of Pillow."""


class NamedImage(TypedDict):
    """A picture with its name, as Midscene writes it."""

    name: str
    url: ImageSource


Images = Mapping[str, ImageSource] | Sequence[NamedImage]
"""Pictures by the names with which words refer to them."""

NO_IMAGES: Mapping[str, Image] = MappingProxyType({})


async def read_images(images: Images | None) -> Mapping[str, Image]:
    """The pictures, ready to be sent. Raises an error that names the one that cannot be read."""
    return MappingProxyType({name: await read_image(name, source) for name, source in _named(images or {})})


async def read_image(name: str, source: ImageSource) -> Image:
    """A picture; raises an error that names it if it is not one."""
    from PIL import Image as Pictures
    from PIL import UnidentifiedImageError

    label = f"the image {name!r}" + _place(source)
    data = await _data(label, source)
    try:
        with Pictures.open(io.BytesIO(data)) as opened:
            opened.load()
            size, kind = Size(*opened.size), opened.get_format_mimetype() or ""
            if kind not in _SENDABLE:
                out = io.BytesIO()
                opened.convert("RGB").save(out, "PNG")
                data, kind = out.getvalue(), "image/png"
    except UnidentifiedImageError:
        raise ConfigError(f"{label} is not a picture", remedy="pass a PNG, JPEG or WebP file, or its bytes") from None
    except (OSError, SyntaxError, ValueError, Pictures.DecompressionBombError) as error:
        raise ConfigError(f"{label} cannot be read: {error}", remedy="pass a PNG, JPEG or WebP file") from error
    return Image(data, kind, Frame.whole(size, size))


def image_digests(images: Mapping[str, Image]) -> Mapping[str, str]:
    """What tells pictures from others, by name: what worked with one of them holds for no other."""
    return MappingProxyType({name: sha256(image.data).hexdigest()[:16] for name, image in images.items()})


def _named(images: object) -> Iterator[tuple[str, Any]]:
    """Names and sources, of a mapping or of a list as Midscene has it."""
    if isinstance(images, Mapping):
        entries: list[tuple[Any, Any]] = list(images.items())  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    elif isinstance(images, Sequence) and not isinstance(images, str | bytes):
        entries = [_entry(image) for image in images]  # pyright: ignore[reportUnknownVariableType]
    else:
        raise ConfigError("images have names", remedy='pass them as images={"logo": "logo.png"}')
    names = [name for name, _ in entries]
    for name, source in entries:
        if not isinstance(name, str) or not name.strip():
            raise ConfigError(f"{name!r} cannot be the name of an image", remedy="name it as the words refer to it")
        if names.count(name) > 1:
            raise ConfigError(f"two images are called {name!r}", remedy="give each a name of its own")
        yield name, source


def _entry(image: Any) -> tuple[Any, Any]:
    if not isinstance(image, Mapping) or not {"name", "url"} <= image.keys():
        raise ConfigError("an image in a list has a name and a url", remedy='write {"name": "logo", "url": "logo.png"}')
    return image["name"], image["url"]  # pyright: ignore[reportUnknownVariableType]


async def _data(label: str, source: object) -> bytes:
    match source:
        case bytes():
            return source
        case str() if source.startswith(("http://", "https://")):
            return await download(source, label)
        case str() if source.startswith("data:"):
            return _from_data_uri(label, source)
        case str() | PathLike():
            try:
                return await asyncio.to_thread(Path(source).read_bytes)  # pyright: ignore[reportUnknownArgumentType]
            except (OSError, ValueError) as error:
                raise ConfigError(f"{label} cannot be read: {error}", remedy=_WAYS) from None
        case PillowImage():
            out = io.BytesIO()
            try:
                (source if source.mode in _OF_PNG else source.convert("RGB")).save(out, "PNG")
            except (OSError, ValueError) as error:
                raise ConfigError(f"{label} cannot be saved as PNG: {error}", remedy=_WAYS) from None
            return out.getvalue()
        case _:
            raise ConfigError(f"{label} is a {type(source).__name__}", remedy=_WAYS)


def _from_data_uri(label: str, uri: str) -> bytes:
    head, comma, body = uri.partition(",")
    try:
        if not comma:
            raise ValueError("a data URI has a comma before its data")
        is_base64 = head.endswith("base64")
        return base64.b64decode("".join(body.split()), validate=True) if is_base64 else unquote_to_bytes(body)
    except (binascii.Error, ValueError) as error:
        raise ConfigError(f"{label} is no valid data URI: {error}", remedy=_WAYS) from None


def _place(source: object) -> str:
    """Where a picture is, as errors say it."""
    match source:
        case str() if source.startswith("data:"):
            return ""
        case str() if source.startswith(("http://", "https://")):
            return f" ({shown_address(source)})"
        case str() | PathLike():
            return f" ({source})"
        case _:
            return ""
