"""What is kept of pages: nothing secret, nothing endless, and nothing that a run would wait for."""

from __future__ import annotations

import asyncio

import pytest

from askonce.errors import ScreenError
from askonce.screens.fake import FakeScreen
from askonce.screens.page_evidence import environment_of, keep_page_log, keep_snapshot, safe_url
from askonce.screens.screen_protocol import PageActivity
from askonce.trace import ConsoleMessage, Entry, Event, PageLogged, PageRequest, Snapped, Trace
from askonce.values import Mask, Secret


class Page(FakeScreen):
    """A screen in memory with a console and a network."""

    surroundings = {"browser": "fakefox 1", "viewport": ""}  # noqa: RUF012

    def __init__(self, activity: PageActivity = PageActivity(), html: str = "") -> None:  # noqa: B008
        super().__init__([])
        self.activity = activity
        self.html = html

    def take_activity(self, *, unfinished: bool = False) -> PageActivity:
        return self.activity

    async def preserve(self, mask: Mask) -> str:
        if not self.html:
            await asyncio.Event().wait()
        if self.html == "broken":
            raise ScreenError("the page could not be kept")
        return mask(self.html)


class Listener:
    def __init__(self, trace: Trace) -> None:
        self.events: list[Event] = []
        trace.subscribe(self)

    def write(self, entry: Entry) -> None:
        self.events.append(entry.event)


def masking(secret: str) -> Trace:
    mask = Mask()
    mask.learn({"pin": Secret(secret)})
    return Trace(mask=mask)


def test_texts_are_masked_before_they_are_cut() -> None:
    trace = masking("hunter2-long-secret")
    listener = Listener(trace)
    text = "x" * 990 + "hunter2-long-secret" + "y" * 100
    message = ConsoleMessage(at=1.0, level="log", text=text, place="http://a.test/?token=abc")
    request = PageRequest(at=1.0, method="GET", url="http://a.test/" + text, kind="fetch", status=200)
    keep_page_log(Page(PageActivity((message,), 3, (request,), 4)), trace)

    [event] = listener.events
    assert isinstance(event, PageLogged)
    assert (event.more_messages, event.more_requests) == (3, 4)
    assert event.messages[0].text == "x" * 990 + "{pin}" + "y" * 5 + "…"
    assert event.messages[0].place == "http://a.test/?token=…"
    assert len(event.requests[0].url) == 501


def test_nothing_is_written_where_nothing_happened() -> None:
    trace = Trace()
    listener = Listener(trace)
    keep_page_log(Page(), trace)
    keep_page_log(FakeScreen([]), trace)
    assert listener.events == []


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://ann:hunter2@shop.test/a?b=c", "https://shop.test/a?b=c"),
        ("https://shop.test/?q=tea&access_token=abc&page=2", "https://shop.test/?q=tea&access_token=…&page=2"),
        ("https://shop.test/#id_token=abc&state=x", "https://shop.test/#id_token=…&state=x"),
        ("https://shop.test/?API-Key=1&apikey=2&api_key=3", "https://shop.test/?API-Key=…&apikey=…&api_key=…"),
        ("https://shop.test/?X-Amz-Signature=abc", "https://shop.test/?X-Amz-Signature=…"),
        ("https://shop.test/back?code=abc&state=x", "https://shop.test/back?code=…&state=x"),
        (
            "https://shop.test/mugs?design=red&zipcode=1&author=ann",
            "https://shop.test/mugs?design=red&zipcode=1&author=ann",
        ),
        ("about:blank", "about:blank"),
    ],
)
def test_addresses_show_no_logins_and_tokens(url: str, shown: str) -> None:
    assert safe_url(url) == shown


async def test_a_snapshot_is_kept_or_it_is_said_why_not() -> None:
    trace = masking("hunter2")
    listener = Listener(trace)
    await keep_snapshot(Page(html="<p>hunter2"), trace)
    await keep_snapshot(Page(html="broken"), trace)
    await keep_snapshot(Page(), trace, patience=0.01)
    await keep_snapshot(FakeScreen([]), trace)

    kept, broken, hung = listener.events
    assert isinstance(kept, Snapped)
    assert isinstance(broken, Snapped)
    assert isinstance(hung, Snapped)
    assert kept.page is not None
    assert trace.store.read(kept.page) == b"<p>{pin}"
    assert (broken.page, broken.missing) == (None, "the page could not be kept")
    assert (hung.page, hung.missing) == (None, "the page did not react within 0.01 s")


async def test_a_run_that_fails_on_and_on_keeps_some_snapshots_alone() -> None:
    trace = Trace()
    listener = Listener(trace)
    for number in range(30):
        await keep_snapshot(Page(html=f"<p>{number}"), trace)
    assert len(listener.events) == 20


def test_a_run_tells_what_it_runs_on() -> None:
    facts = dict(environment_of(Page()))
    assert facts["browser"] == "fakefox 1"
    assert "viewport" not in facts, "it is not known"
    assert facts["Python"][0] == "3"
    assert facts["system"]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://[half/x.js:3", "http://[half/x.js:3"),
        ("http://ex\u2100mple/", "http://ex\u2100mple/"),
        ("blob:https://ann:pw@h.test/x", "blob:https://h.test/x"),
        ("https://h.test/?token=a;b?c&x=1", "https://h.test/?token=…&x=1"),
        ("https://h.test/?%74oken=abc", "https://h.test/?%74oken=…"),
        (
            "https://h.test/?to=https%3A%2F%2Fi%2F%3Ftoken%3Dabc&x=1",
            "https://h.test/?to=https%3A%2F%2Fi%2F%3Ftoken%3D…&x=1",
        ),
        (
            "https://h.test/?user[pin]=1&otp=2&access_key=3&pass=4",
            "https://h.test/?user[pin]=…&otp=…&access_key=…&pass=…",
        ),
        (
            "https://h.test/?keyword=a&barcode=b&author=c&shipping=d",
            "https://h.test/?keyword=a&barcode=b&author=c&shipping=d",
        ),
    ],
)
def test_addresses_of_any_form_tell_no_secret(url: str, shown: str) -> None:
    assert safe_url(url) == shown


def test_addresses_in_messages_tell_no_secret() -> None:
    trace = Trace()
    listener = Listener(trace)
    text = "Access to fetch at 'https://ann:pw@a.test/x?token=abc' from /login?code=5 was blocked"
    keep_page_log(Page(PageActivity((ConsoleMessage(at=1.0, level="error", text=text),), 0, (), 0)), trace)

    logged = listener.events[-1]
    assert isinstance(logged, PageLogged)
    assert logged.messages[0].text == "Access to fetch at 'https://a.test/x?token=…' from /login?code=… was blocked"
