"""The server as browsers and other programs see it: who gets in, which headers protect, what bad input gets."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
import pytest_asyncio
from playground_rig import Sitting, connected, sitting, visit
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from askonce.geometry import Box
from askonce.playground.playground_options import PlaygroundOptions, Sample
from askonce.playground.server import LARGEST_FILE, serve
from askonce.screens.fake import Button, FakeScreen
from askonce.screens.screen_choice import choose_screen
from askonce.tools.listen_address import listen

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("uploads")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(uploads: Path) -> AsyncIterator[Sitting]:
    async with sitting(FakeScreen([Button("Save", Box(20, 20, 100, 30))]), uploads=uploads) as place:
        yield place


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def visitor(place: Sitting) -> AsyncIterator[httpx.AsyncClient]:
    """What a browser sends that has visited the link."""
    cookie = await visit(place.playground)
    base = place.playground.access.address
    async with httpx.AsyncClient(verify=False, base_url=base, headers={"Cookie": cookie}) as client:
        yield client


async def test_the_link_gives_the_page_and_a_cookie_with_strict_headers(place: Sitting) -> None:
    async with httpx.AsyncClient(verify=False) as client:
        answer = await client.get(place.playground.link)

    assert answer.status_code == 200
    assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/sessions", "/page/start.js", "/report/tree.js", "/nowhere"])
async def test_without_token_and_cookie_nothing_is_given(place: Sitting, path: str) -> None:
    async with httpx.AsyncClient(verify=False, base_url=place.playground.access.address) as client:
        answer = await client.get(path)

    assert answer.status_code == 403
    assert answer.text == "Open the link that `askonce playground` printed.\n"
    assert "content-security-policy" in answer.headers
    assert "set-cookie" not in answer.headers


async def test_the_token_opens_the_page_alone(place: Sitting) -> None:
    token = urlsplit(place.playground.link).query
    async with httpx.AsyncClient(verify=False, base_url=place.playground.access.address) as client:
        assert (await client.get(f"/sessions?{token}")).status_code == 403


async def test_another_host_and_another_origin_are_refused(visitor: httpx.AsyncClient) -> None:
    assert (await visitor.get("/sessions", headers={"Host": "evil.example"})).status_code == 421
    assert (await visitor.post("/sessions", json={}, headers={"Origin": "http://evil.example"})).status_code == 403
    assert (await visitor.delete("/sessions/1", headers={"Sec-Fetch-Site": "cross-site"})).status_code == 403
    assert (await visitor.options("/sessions", headers={"Origin": "http://evil.example"})).status_code == 403


@pytest.mark.parametrize(
    "change",
    [{"Origin": "http://evil.example"}, {"Cookie": "askonce-playground=x"}],
    ids=["origin", "cookie"],
)
async def test_a_socket_of_somebody_else_is_refused(place: Sitting, change: dict[str, str]) -> None:
    headers = {"Cookie": await visit(place.playground), "Origin": place.playground.access.address, **change}
    address = f"ws://{urlsplit(place.playground.link).netloc}/sessions/{place.session.id}/socket"

    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=headers):
            pass
    assert refused.value.response.status_code == 403


async def test_a_socket_by_a_name_that_was_pointed_here_is_refused(place: Sitting) -> None:
    port = urlsplit(place.playground.link).port
    origin = f"http://evil.example:{port}"
    headers = {"Cookie": await visit(place.playground), "Origin": origin}
    address = f"ws://evil.example:{port}/sessions/{place.session.id}/socket"

    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=headers, host="127.0.0.1"):
            pass
    assert refused.value.response.status_code == 403


async def test_files_of_the_page_and_of_reports_have_their_types(visitor: httpx.AsyncClient) -> None:
    page, report = await visitor.get("/page/start.js"), await visitor.get("/report/style.css")

    assert page.headers["content-type"].startswith("text/javascript")
    assert report.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path",
    ["/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2fserver.py", "/page/", "/page/x.js", "/report/../x.js",
     "/page/%2e%2e%2f%2e%2e%2fcli%2fapp.py", "/page/..%5cserver.py", "/page//etc/passwd.js", "/page/a%00.js"],
)  # fmt: skip
async def test_no_other_file_is_given(visitor: httpx.AsyncClient, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404


@pytest.mark.parametrize("name", ["..%2f..%2ftrace.jsonl", "nothing.png", ".hidden", "x.html"])
async def test_only_what_a_run_kept_is_a_blob(visitor: httpx.AsyncClient, place: Sitting, name: str) -> None:
    assert (await visitor.get(f"/sessions/{place.session.id}/blobs/{name}")).status_code == 404


async def test_a_page_that_was_kept_is_never_one_of_ours(visitor: httpx.AsyncClient, place: Sitting) -> None:
    blob = place.session.agent.trace.store.keep(b"<script>alert(1)</script>", ".html")
    answer = await visitor.get(f"/sessions/{place.session.id}/blobs/{blob}")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/octet-stream")


async def test_sessions_are_listed_opened_and_closed(visitor: httpx.AsyncClient, tmp_path: Path) -> None:
    file = tmp_path / "shop.yaml"
    file.write_text("pages:\n  start:\n    - button: Buy\n")
    opened = await visitor.post("/sessions", json={"kind": "fake", "fake": str(file)})
    listed = (await visitor.get("/sessions")).json()

    assert opened.status_code == 201
    assert [session["kind"] for session in listed["sessions"]] == ["fake", "fake"]
    assert "web" in [kind["kind"] for kind in listed["kinds"]]
    assert (await visitor.delete(f"/sessions/{opened.json()['id']}")).status_code == 200
    assert len((await visitor.get("/sessions")).json()["sessions"]) == 1
    assert (await visitor.delete("/sessions/77")).status_code == 404


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"no", "not a JSON object"),
        (b"[]", "not a JSON object"),
        (b'{"kind": "wob"}', "no kind of screen named 'wob'"),
        (b'{"kind": 7}', "kind of a screen is not a text"),
        (b'{"kind": "fake", "fake": "/no/such.yaml"}', "such.yaml"),
        (b'{"kind": "web", "colour": "red"}', "colour"),
    ],
)
async def test_a_session_that_cannot_be_opened_says_why(visitor: httpx.AsyncClient, body: bytes, says: str) -> None:
    answer = await visitor.post("/sessions", content=body)

    assert answer.status_code == 400
    assert says in answer.json()["error"]["message"]
    assert answer.json()["error"]["remedy"]


async def test_a_session_on_the_playground_itself_is_refused(visitor: httpx.AsyncClient) -> None:
    answer = await visitor.post("/sessions", json={"kind": "web", "url": str(visitor.base_url)})
    assert "cannot be shown in itself" in answer.json()["error"]["message"]


async def test_files_go_into_the_folder_for_uploads_under_harmless_names(
    visitor: httpx.AsyncClient, place: Sitting, uploads: Path
) -> None:
    address = f"/sessions/{place.session.id}/files"
    names = [
        (await visitor.post(address, content=b"data", headers={"X-File-Name": name})).json()["file"]
        for name in ("a.txt", "a.txt", "..%2f..%2fb.txt", "%C3%A4.txt")
    ]

    assert names == ["a.txt", "a (1).txt", "b.txt", "ä.txt"]
    assert sorted(os.listdir(uploads)) == sorted(names)
    nameless = await visitor.post(address, content=b"data")
    assert (nameless.status_code, nameless.json()["error"]["remedy"]) == (400, "send it as X-File-Name")
    assert LARGEST_FILE >= 10_000_000


async def test_a_socket_of_a_session_that_is_not_there_says_so(place: Sitting) -> None:
    headers = {"Cookie": await visit(place.playground)}
    address = f"ws://{urlsplit(place.playground.link).netloc}/sessions/77/socket"
    async with connect(address, additional_headers=headers) as socket:
        assert json.loads(await socket.recv()) == {
            "event": "closed",
            "reason": "there is no such session",
            "is_over": True,
        }


async def test_samples_are_offered_and_opened(tmp_path: Path) -> None:
    file = tmp_path / "shop.yaml"
    file.write_text("pages:\n  start:\n    - button: Buy\n")
    sample = Sample("Shop", "A shop.", lambda: choose_screen({"fake": str(file)}, "command"))
    async with serve(PlaygroundOptions(samples=[sample])) as playground:
        cookie = await visit(playground)
        async with httpx.AsyncClient(
            verify=False, base_url=playground.access.address, headers={"Cookie": cookie}
        ) as client:
            listed = (await client.get("/sessions")).json()
            opened = await client.post("/sessions", json={"sample": "Shop"})
            unknown = await client.post("/sessions", json={"sample": "Ship"})

    told = {"title": "Shop", "says": "A shop.", "open": {"sample": "Shop"}}
    assert (listed["sessions"], listed["samples"]) == ([], [told])
    assert (opened.status_code, opened.json()["kind"]) == (201, "fake")
    assert unknown.json()["error"]["remedy"] == "there are Shop"


async def test_the_end_tells_the_clients_and_frees_the_port() -> None:
    async with sitting(FakeScreen()) as place:
        async with connected(place.playground, place.session.id) as client:
            await place.playground.sessions.close_all("the playground has ended")
            assert (await client.told("closed"))["reason"] == "the playground has ended"
        port = urlsplit(place.playground.link).port
    assert port
    listen("127.0.0.1", port).close()
