"""Pages reach the hosts that were allowed, and no others, by whatever way they try."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from local_site import Site, tap
from playwright.async_api import Browser, async_playwright

from askonce.config import read_settings
from askonce.errors import ConfigError, NotAllowed
from askonce.screens.web import (
    BrowserOptions,
    PageOptions,
    WebScreen,
    launch_screen,
    open_browser_screen,
    open_page_screen,
)
from askonce.screens.web.allowed_hosts import HostRules, UnheldHosts
from askonce.screens.web.browser_launch import launch_browser

ALLOWED = PageOptions(allowed_hosts=("127.0.0.1",))


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://example.org/x", True),
        ("https://EXAMPLE.org:8443/", True),
        ("https://sub.example.org", False),
        ("https://a.b.shop.test", True),
        ("https://shop.test", False),
        ("https://notshop.test", False),
        ("http://localhost:8000/x", True),
        ("http://localhost:9000/x", False),
        ("wss://example.org/socket", True),
        ("https://example.org.evil.test", False),
        ("https://example.org@evil.test/", False),
        ("https://bücher.test", False),
        ("https://xn--bcher-kva.example", True),
        ("file:///etc/passwd", False),
        ("about:blank", True),
        ("data:text/html,x", True),
    ],
)
def test_rules_fit_hosts_and_ports(address: str, allowed: bool) -> None:
    rules = HostRules(("example.org", "*.shop.test", "localhost:8000", "bücher.example"))
    assert rules.allow(address) is allowed


@pytest.mark.parametrize("pattern", ["", "https://example.org", "a b", "user@host", "*.*.org", "host:port"])
def test_what_is_no_host_is_refused(pattern: str) -> None:
    with pytest.raises(ConfigError, match="is not a host"):
        HostRules((pattern,))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def walled() -> AsyncIterator[Browser]:
    """A browser for which other hosts do not exist, as one that is launched for a screen."""
    wall = HostRules(ALLOWED.allowed_hosts).resolver_argument()
    async with async_playwright() as playwright:
        browser = await launch_browser(
            playwright, BrowserOptions(executable=read_settings().browser, arguments=(wall,))
        )
        assert isinstance(browser, Browser)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="module", params=["walled", "guarded"], loop_scope="session")
async def kept(request: pytest.FixtureRequest, walled: Browser, chromium: Browser) -> AsyncIterator[WebScreen]:
    """A screen that may reach 127.0.0.1 but not localhost: by each of the two means alone. One for all attempts."""
    is_walled = request.param == "walled"
    screen = await open_browser_screen(walled if is_walled else chromium, PageOptions() if is_walled else ALLOWED)
    yield screen
    await screen.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def launched() -> AsyncIterator[WebScreen]:
    """A screen that may reach 127.0.0.1 but not localhost, in a browser of our own. One for all that start there."""
    screen = await launch_screen(options=ALLOWED)
    yield screen
    await screen.close()


@pytest_asyncio.fixture(params=["launched", "given"], loop_scope="session")
async def strict(request: pytest.FixtureRequest, launched: WebScreen, chromium: Browser) -> AsyncIterator[WebScreen]:
    """A screen that may reach 127.0.0.1 but not localhost: in a browser of our own, and in one that is not."""
    if request.param == "launched":
        launched.news()  # of the test before
        yield launched
        return
    screen = await open_browser_screen(chromium, ALLOWED)
    yield screen
    await screen.close()


def forbidden(site: Site) -> list[tuple[str, str]]:
    return [(host, path) for host, path in site.seen if host == "localhost"]


async def test_an_address_or_a_redirect_outside_makes_no_request_there(strict: WebScreen, site: Site) -> None:
    site.redirect("/again", site.other + "/bad")
    site.redirect("/away", site.home + "/again")
    site.serve("/", "<title>home</title><a href=/away>away</a>")
    with pytest.raises(NotAllowed, match=r"localhost.*\n.*127\.0\.0\.1"):
        await strict.navigate(site.other)
    with pytest.raises(NotAllowed):
        await strict.navigate("file:///etc/hostname")
    with pytest.raises(NotAllowed, match="localhost"):
        await strict.navigate(site.home + "/away")
    assert strict.news() == (f"blocked {site.other}/bad: host not allowed",)
    await strict.navigate(site.home)
    await tap(strict, "a")
    await strict.settle()
    assert strict.news() == (f"blocked {site.other}/bad: host not allowed",)
    assert site.hosts_of("/again") == ["127.0.0.1", "127.0.0.1"]
    assert not forbidden(site)


async def test_a_socket_outside_is_told(strict: WebScreen, site: Site) -> None:
    site.serve("/", "<title>home</title>")
    await strict.navigate(site.home)
    address = site.other.replace("http", "ws") + "/bad"
    await strict.evaluate("address => new Promise(done => new WebSocket(address).onclose = done)", address)
    assert strict.news() == (f"blocked {address}: host not allowed",)
    assert not forbidden(site)


FROM_THE_PAGE = [
    "fetch(`${other}/0`, {mode: 'no-cors'}).catch(() => 0)",
    "fetch('/away/1', {mode: 'no-cors'}).catch(() => 0)",
    "document.body.insertAdjacentHTML('beforeend', `<iframe src='${other}/2'></iframe>`)",
    "document.body.insertAdjacentHTML('beforeend', `<iframe src='/away/3'></iframe>`)",
    "document.body.insertAdjacentHTML('beforeend', `<img src='${other}/4'>`)",
    "document.body.append(Object.assign(document.createElement('script'), {src: `${other}/5`}))",
    "document.body.append(Object.assign(document.createElement('link'), {rel: 'prefetch', href: `${other}/6`}))",
    "navigator.sendBeacon(`${other}/7`)",
    "new Promise(done => new WebSocket(`${other.replace('http', 'ws')}/8`).onclose = done)",
    "new Promise(done => new EventSource(`${other}/9`).onerror = done)",
    "new Promise(done => { new Worker(URL.createObjectURL(new Blob([`fetch('${other}/10').finally(() => "
    "postMessage(1))`]))).onmessage = done })",
]
"""Each asks `other` for its own number, some by a redirect."""


@pytest.mark.parametrize(
    "attempts",
    [FROM_THE_PAGE, ["window.open(`${other}/0`)"], ["window.open('/away/0')"], ["location = `${other}/0`"]],
    ids=["from the page", "tab", "redirected tab", "address"],
)
async def test_no_way_out_of_a_page_reaches_another_host(kept: WebScreen, site: Site, attempts: list[str]) -> None:
    for number in range(len(attempts)):
        site.redirect(f"/away/{number}", f"{site.other}/{number}")
    each = ", ".join(f"() => {attempt}" for attempt in attempts)
    site.serve("/", f"<body><script>const other = '{site.other}'; const attempts = [{each}]</script>")
    await kept.navigate(site.home)
    await kept.evaluate(
        "async () => { const tries = Promise.all(attempts.map((attempt) => attempt()));"
        " await Promise.race([tries, new Promise(go => setTimeout(go, 1500))]) }"
    )
    await kept.settle()
    assert not forbidden(site)


IN_A_WORKER = "new Promise(done => { new Worker(URL.createObjectURL(new Blob([`%s`]))).onmessage = done })"
WAYS = {
    "request": "fetch(`${other}/bad`, {mode: 'no-cors'}).catch(() => 0)",
    "socket": "new Promise(done => new WebSocket(`${socket}/bad`).onclose = done)",
    "socket of a worker": IN_A_WORKER % "new WebSocket('${socket}/bad').onclose = () => postMessage(1)",
    "stream": "window.WebSocketStream && new WebSocketStream(`${socket}/bad`).opened.catch(() => 0)",
    "stream of a worker": IN_A_WORKER
    % "self.WebSocketStream && new WebSocketStream('${socket}/bad').opened.catch(() => 0); postMessage(1)",
    "speculation": "add('head', 'script', {type: 'speculationrules', text: JSON.stringify({"
    "prefetch: [{urls: [`${other}/bad`], eagerness: 'immediate'}], "
    "prerender: [{urls: [`${other}/bad`], eagerness: 'immediate'}]})})",
    "sandboxed frame": "add('body', 'iframe', {sandbox: 'allow-scripts', srcdoc: `<script>"
    "new WebSocket('${socket}/bad'); fetch('${other}/bad', {mode: 'no-cors'})</scr` + `ipt>`})",
    "preconnect": "add('head', 'link', {rel: 'preconnect', href: other})",
}
"""Ways to another host, which is in `other` and `socket`."""


@pytest.mark.parametrize("by", ["host", "port"])
@pytest.mark.parametrize("where", ["shared", "launched"])
async def test_hosts_and_ports_hold_where_only_the_network_sees_the_request(
    chromium: Browser, launched: WebScreen, site: Site, where: str, by: str
) -> None:
    """All ways on one page: what is refused takes no time, and the beacon of the page itself comes last."""
    beside = Site()
    other, rule = (site.other, "127.0.0.1") if by == "host" else (beside.home, site.home.removeprefix("http://"))
    options = PageOptions(allowed_hosts=(rule,))
    if where == "shared":
        screen = await open_browser_screen(chromium, options)
    else:
        screen = launched if options == ALLOWED else await launch_screen(options=options)
        screen.news()  # of the test before
    attempts = ", ".join(f"(() => {way})()" for way in WAYS.values())
    site.serve(
        "/",
        f"""<body><script>const other = '{other}', socket = '{other.replace("http", "ws")}'
        const add = (where, name, what) => document[where].append(Object.assign(document.createElement(name), what))
        const attempt = () => Promise.all([{attempts}])</script>""",
    )
    site.serve("/own")
    try:
        await screen.navigate(site.home)
        await screen.evaluate("() => Promise.race([attempt(), new Promise(go => setTimeout(go, 1500))])")
        assert await screen.evaluate("async () => (await fetch('/own')).status") == 200
        assert beside.seen == []
        assert not forbidden(site)
        assert any("host not allowed" in news for news in screen.news())
    finally:
        if screen is not launched:
            await screen.close()
        beside.stop()


async def test_hosts_that_cannot_be_held_are_told_at_once(chromium: Browser) -> None:
    context = await chromium.new_context()
    page = await context.new_page()
    with pytest.warns(UnheldHosts, match="workers"):
        await (await open_page_screen(page, ALLOWED)).close()
    await context.close()


@pytest.mark.parametrize(
    ("pattern", "address", "allowed"),
    [
        ("straße.example", "https://xn--strae-oqa.example/", True),
        ("straße.example", "https://straße.example/", True),
        ("straße.example", "https://strasse.example/", False),
        ("*.bücher.example", "https://www.xn--bcher-kva.example/", True),
        ("Bücher.example", "https://BÜCHER.example/", True),
        ("faß.de:8443", "https://xn--fa-hia.de:8443/", True),
    ],
)
def test_hosts_in_other_letters_are_those_that_browsers_ask_for(pattern: str, address: str, allowed: bool) -> None:
    assert HostRules((pattern,)).allow(address) is allowed


async def test_a_service_worker_reaches_no_other_host(kept: WebScreen, site: Site) -> None:
    site.serve(
        "/worker.js",
        f"""oninstall = (event) => event.waitUntil(fetch("{site.other}/bad", {{mode: "no-cors"}})
        .catch(() => fetch("/told")))""",
        kind="text/javascript",
    )
    site.serve("/told")
    site.serve("/", "<title>home</title>")
    await kept.navigate(site.home)
    state = await kept.evaluate(
        """async () => { const found = await navigator.serviceWorker.register("/worker.js");
        const worker = found.installing || found.active; if (worker.state === "activated") return worker.state;
        return new Promise(done => worker.onstatechange = () => worker.state === "activated" && done(worker.state)) }"""
    )
    assert state == "activated"
    assert site.hosts_of("/told") == ["127.0.0.1"]
    assert not forbidden(site)


async def test_allowed_pages_work_as_before_and_others_are_free_after_closing(chromium: Browser, site: Site) -> None:
    site.serve("/", "<title>home</title>")
    context = await chromium.new_context()
    page = await context.new_page()
    beside = await (await chromium.new_context()).new_page()
    with pytest.warns(UnheldHosts):
        screen = await open_page_screen(page, ALLOWED)
    await screen.navigate(site.home)
    await beside.goto(site.other)  # a context of somebody else in the same browser
    await screen.close()
    await page.goto(site.other)
    assert await page.title() == "home"
    assert site.hosts_of("/") == ["127.0.0.1", "localhost", "localhost"]
    await context.close()
    await beside.context.close()


async def test_other_tabs_of_a_context_that_is_not_ours_reach_what_they_like(
    chromium: Browser, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "out.html").write_text("<title>out</title>")
    start = tmp_path / "pages" / "start.html"
    start.write_text("<title>start</title>")
    site.serve("/", "<title>home</title><iframe src=/in></iframe>")
    site.serve("/in", "<title>in</title>")
    site.serve("/free", "<title>free</title>")
    frame = f"<iframe src='{site.other}/free'></iframe>"
    context = await chromium.new_context()
    page, beside = await context.new_page(), await context.new_page()
    with pytest.warns(UnheldHosts):
        screen = await open_page_screen(page, ALLOWED)
    await screen.navigate(site.home)
    await beside.goto(site.other + "/free")
    await beside.goto(site.home + "/in")
    await beside.set_content(frame)
    await beside.frame_locator("iframe").locator("html").wait_for(state="attached")
    async with beside.expect_popup() as popup:
        await beside.evaluate("address => void window.open(address)", site.other + "/free")
    await (await popup.value).wait_for_load_state()
    assert site.hosts_of("/free") == ["localhost"] * 3
    assert screen.news() == ()
    for attempt in (
        "document.body.insertAdjacentHTML('beforeend', `<iframe src='${bad}'></iframe>`)",
        "frames[0].fetch(bad, {mode: 'no-cors'}).catch(() => 0)",
        "void window.open(bad)",
    ):
        await page.evaluate(f"bad => {attempt}", site.other + "/bad")
        await screen.settle()
        assert any("host not allowed" in news for news in screen.news()), attempt
    assert not site.hosts_of("/bad")
    await screen.close()

    own = await context.new_page()
    async with await open_page_screen(own) as screen:
        await screen.begin_at(start.as_uri())
        await beside.goto((tmp_path / "out.html").as_uri())
        assert await beside.title() == "out"
        await own.evaluate("() => { location = '../out.html' }")
        await screen.settle()
        assert any("out.html: not in the folder" in news for news in screen.news())
    await context.close()
