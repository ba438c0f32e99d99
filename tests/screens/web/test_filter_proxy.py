"""The proxy by itself, over real connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from local_site import Site

from askonce.errors import ConfigError
from askonce.screens.web import BrowserOptions, PageOptions, Proxy, launch_screen
from askonce.screens.web.allowed_hosts import HostRules
from askonce.screens.web.filter_proxy import FilterProxy


@asynccontextmanager
async def filtering(*hosts: str, upstream: Proxy | None = None) -> AsyncGenerator[tuple[str, int]]:
    proxy = FilterProxy(HostRules(hosts), upstream)
    address = await proxy.start()
    host, _, port = address.server.removeprefix("http://").partition(":")
    try:
        yield host, int(port)
    finally:
        await proxy.close()


async def answer_to(place: tuple[str, int], request: str) -> bytes:
    """All that comes until the other side ends the connection."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(request.encode())
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return answer


async def test_a_request_is_passed_on_and_its_connection_ends(site: Site) -> None:
    """A browser would use it again for another host."""
    site.serve("/page", "hello" * 50_000)
    head = "Proxy-Connection: keep-alive\r\nConnection: keep-alive\r\nHost: x\r\n\r\n"
    async with filtering("127.0.0.1") as place:
        answer = await answer_to(place, f"GET {site.home}/page HTTP/1.1\r\n{head}")
    assert answer.startswith(b"HTTP/1")
    assert b"\r\nConnection: close\r\n" in answer
    assert answer.endswith(b"hello" * 50_000)


@pytest.mark.parametrize(
    "line",
    [
        "GET {other}/bad HTTP/1.1",
        "CONNECT {place} HTTP/1.1",
        "CONNECT nonsense:port HTTP/1.1",
        "GET /no-host HTTP/1.1",
        "GET file:///etc/hostname HTTP/1.1",
        "\x00\x01\x02",
    ],
)
async def test_whatever_is_not_allowed_is_refused(site: Site, line: str) -> None:
    request = line.format(other=site.other, place=site.other.removeprefix("http://"))
    async with filtering("127.0.0.1") as place:
        assert (await answer_to(place, f"{request}\r\n\r\n")).startswith(b"HTTP/1.1 403")
    assert site.seen == []


async def test_a_tunnel_leads_to_an_allowed_host_and_port(site: Site) -> None:
    site.serve("/page", "through the tunnel")
    target = site.home.removeprefix("http://")
    async with filtering(target) as place:
        answer = await answer_to(place, f"CONNECT {target} HTTP/1.1\r\n\r\nGET /page HTTP/1.0\r\n\r\n")
        assert answer.endswith(b"through the tunnel")
        assert (await answer_to(place, "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 403")


async def test_a_host_that_does_not_answer_is_told(site: Site) -> None:
    async with filtering("127.0.0.1:1") as place:
        assert (await answer_to(place, "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 502")


async def test_requests_go_on_through_the_proxy_of_the_caller(site: Site) -> None:
    site.serve("/page", "by two proxies")
    target = site.home.removeprefix("http://")
    async with filtering("127.0.0.1") as outer:
        upstream = Proxy(f"http://{outer[0]}:{outer[1]}", "user", "password")
        async with filtering("127.0.0.1", "localhost", upstream=upstream) as place:
            assert (await answer_to(place, f"GET {site.home}/page HTTP/1.1\r\n\r\n")).endswith(b"by two proxies")
            tunnel = f"CONNECT {target} HTTP/1.1\r\n\r\nGET /page HTTP/1.0\r\n\r\n"
            assert (await answer_to(place, tunnel)).endswith(b"by two proxies")
            refused = f"CONNECT {site.other.removeprefix('http://')} HTTP/1.1\r\n\r\n"
            assert (await answer_to(place, refused)).startswith(b"HTTP/1.1 502")  # the outer one does not allow it


def test_a_proxy_behind_which_hosts_cannot_be_held_is_refused() -> None:
    with pytest.raises(ConfigError, match="socks5://") as caught:
        FilterProxy(HostRules(("a",)), Proxy("socks5://127.0.0.1:1080"))
    assert "http://" in caught.value.remedy


async def test_hosts_hold_in_a_browser_with_a_profile(site: Site, tmp_path: Path) -> None:
    site.serve("/", "<title>home</title>")
    browser = BrowserOptions(profile=tmp_path / "profile")
    screen = await launch_screen(browser, PageOptions(allowed_hosts=("127.0.0.1",)))
    try:
        await screen.navigate(site.home)
        await screen.evaluate(
            "address => new Promise(done => { new Worker(URL.createObjectURL(new Blob(["
            "`new WebSocket('${address}/bad').onclose = () => postMessage(1)`]))).onmessage = done })",
            site.other.replace("http", "ws"),
        )
        assert site.hosts_of("/bad") == []
    finally:
        await screen.close()
