"""Pictures that words refer to: from where they may come, and what is said when they cannot be had."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pictures

from askonce.errors import ConfigError
from askonce.models import image_download
from askonce.models.reference_images import ImageSource, image_digests, read_images


def drawn(kind: str = "PNG", colour: str = "red") -> bytes:
    out = io.BytesIO()
    Pictures.new("RGB", (4, 3), colour).save(out, kind)
    return out.getvalue()


@dataclass
class Site:
    """Answers by path: a status with headers and a body. Keeps what it was asked."""

    pages: dict[str, tuple[int, dict[str, str], bytes]]
    asked: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    url: str = ""


@contextmanager
def serving(**pages: tuple[int, dict[str, str], bytes]) -> Generator[Site]:
    site = Site({f"/{name}": page for name, page in pages.items()})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            site.asked.append((self.path, self.headers.get("Authorization")))
            status, headers, body = site.pages.get(path, (404, {}, b"nothing here"))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


async def refusal(images: Any) -> str:
    with pytest.raises(ConfigError) as refused:
        await read_images(images)
    return str(refused.value)


async def test_a_picture_comes_from_a_file_bytes_a_data_uri_pillow_or_an_address(tmp_path: Path) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(drawn())
    with serving(logo=(200, {}, drawn()), moved=(302, {"Location": "/logo"}, b"")) as site:
        sources: dict[str, ImageSource] = {
            "path": file,
            "text": str(file),
            "bytes": drawn(),
            "data": f"data:image/png;base64,{base64.b64encode(drawn()).decode()}",
            "pillow": Pictures.open(io.BytesIO(drawn())),
            "address": f"{site.url}/logo",
            "moved": f"{site.url}/moved",
        }
        images = await read_images(sources)
    assert list(images) == list(sources)
    assert {(image.media_type, image.frame.image.width, image.frame.image.height) for image in images.values()} == {
        ("image/png", 4, 3)
    }
    listed = await read_images([{"name": "logo", "url": file}])
    assert list(listed) == ["logo"]


async def test_what_providers_do_not_take_is_sent_as_png() -> None:
    printed = Pictures.new("CMYK", (4, 3))
    images = await read_images({"bitmap": drawn("BMP"), "photo": drawn("JPEG"), "printed": printed})
    assert [image.media_type for image in images.values()] == ["image/png", "image/jpeg", "image/png"]


async def test_a_picture_that_cannot_be_had_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    assert "the image 'logo' (" in await refusal({"logo": tmp_path / "notes.txt"})
    assert "is not a picture" in await refusal({"logo": tmp_path / "notes.txt"})
    assert "No such file" in await refusal({"logo": str(tmp_path / "none.png")})
    assert "no valid data URI" in await refusal({"logo": "data:image/png;base64,!!!"})
    assert "is a int" in await refusal({"logo": 7})
    assert "images have names" in await refusal("logo.png")
    assert "has a name and a url" in await refusal([{"name": "logo"}])
    assert "two images are called 'a'" in await refusal([{"name": "a", "url": "x"}, {"name": "a", "url": "y"}])
    with serving(page=(200, {}, b"<html>")) as site:
        assert "status 404" in await refusal({"logo": f"{site.url}/none.png"})
        assert "is not a picture" in await refusal({"logo": f"{site.url}/page"})
    assert "could not be downloaded" in await refusal({"logo": f"{site.url}/page"})
    assert "could not be downloaded" in await refusal({"logo": "http://[bad/logo.png"})


async def test_what_is_secret_in_an_address_is_sent_to_its_server_alone_and_never_shown() -> None:
    with serving(logo=(200, {}, drawn())) as elsewhere, serving(private=(200, {}, drawn())) as site:
        site.pages["/moved"] = (302, {"Location": f"{elsewhere.url}/logo"}, b"")
        login = site.url.replace("http://", "http://ann:hunter22@")
        await read_images({"a": f"{login}/private?token=abc", "b": f"{login}/moved"})
        told = await refusal({"logo": f"{login}/none?token=abc123"})
    expected = "Basic " + base64.b64encode(b"ann:hunter22").decode()
    assert [header for _, header in site.asked] == [expected] * 3
    assert elsewhere.asked == [("/logo", None)]
    assert "hunter22" not in told
    assert "abc123" not in told


async def test_a_download_ends_at_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(
        large=(200, {}, drawn() + b"0" * 200_000), to_file=(302, {"Location": "file:///etc/passwd"}, b"")
    ) as site:
        assert "could not be downloaded" in await refusal({"logo": f"{site.url}/to_file"})
        monkeypatch.setattr(image_download, "LARGEST_IMAGE", 100_000)
        assert "more than" in await refusal({"logo": f"{site.url}/large"})
        monkeypatch.setattr(image_download, "LARGEST_IMAGE", 10_000_000)
        monkeypatch.setattr(image_download, "LONGEST", -1.0)
        assert "took more than" in await refusal({"logo": f"{site.url}/large"})


async def test_pictures_are_told_apart_by_what_they_show() -> None:
    images = await read_images({"a": drawn(), "b": drawn(), "c": drawn(colour="blue")})
    digests = image_digests(images)
    assert digests["a"] == digests["b"] != digests["c"]
