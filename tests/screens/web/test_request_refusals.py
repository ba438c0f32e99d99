from __future__ import annotations

import pytest
from local_site import Show, Site

from askonce.geometry import Point


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


async def test_what_a_page_was_refused_is_told_once_and_what_it_can_live_with_is_not(show: Show, site: Site) -> None:
    answers = {
        "/taken": ("{}", 201),
        "/no": ('{"ok": false}', 200),
        "/errors": ('{"errors": ["name"]}', 200),
        "/nested": ('{"data": {"remove": {"userErrors": [{"message": "last owner"}]}}}', 200),
        "/batch": ('[{"result": 1}, {"error": {"message": "no"}}]', 200),
        "/parts": ('{"results": [{"status": 403}]}', 207),
        "/coded": ('{"code": 1001, "msg": "busy"}', 200),
        "/fine": ('{"code": 0, "msg": "ok", "data": {"saved": false, "errors": []}}', 200),
        "/invalid": ("{}", 422),
        "/broken": ("", 500),
    }
    for path, (body, status) in answers.items():
        site.serve(path, body, status=status, kind="application/json")
    asks = ", ".join(f"fetch('{path}', {{method: 'POST'}})" for path in answers)
    beacon = "navigator.sendBeacon('/invalid')"
    site.serve("/", f"<script>onclick = () => {{ {beacon}; Promise.all([{asks}, fetch('/missing')]) }}</script>")
    screen = await show(site.home)
    await screen.take_troubles()
    await screen.tap(Point(300, 300))
    await screen.settle()

    assert sorted(await screen.take_troubles()) == [
        "POST /broken was answered with 500",
        "POST /invalid was answered with 422",
        "POST /invalid was answered with 422",
        "the answer to POST /batch says no",
        "the answer to POST /coded says no",
        "the answer to POST /errors says no",
        "the answer to POST /nested says no",
        "the answer to POST /no says no",
        "the answer to POST /parts says no",
    ]
    assert not await screen.take_troubles()


REFUSING = {
    "php": ('{"success": 0, "msg": "quota"}', "application/json"),
    "written": ('{"success": "false"}', "application/json"),
    "japanese": ('{"result": "NG", "resultCode": "E100"}', "application/json"),
    "partly": ('{"created": 0, "failed": 1}', "application/json"),
    "union": ('{"data": {"add": {"__typename": "NameTakenError", "message": "taken"}}}', "application/json"),
    "batch of unions": ('[{"data": {"add": {"__typename": "NameTakenError"}}}]', "application/json"),
    "called a page": ('{"success": false}', "text/html; charset=UTF-8"),
    "bare": ("0", "text/html; charset=UTF-8"),
    "bare minus": ("-1\n", "text/html"),
}
AGREEING = {
    "no errors": '{"errors": [], "error": null, "failed": 0, "count": 0}',
    "said so": '{"error": "false", "errno": "0", "status": "ok", "success": "true"}',
    "none unread": '{"unread": 0}',
    "a number": "0",
    "counts": '{"success": 0, "failed": 0}',
    "counts of others": '{"saved": {"deliveries": {"success": 0, "failed": 3}}}',
    "listed": '{"data": {"log": [{"__typename": "BuildError"}]}}',
    "made": '{"data": {"add": {"__typename": "Contact"}}}',
}
SENDING = "<script>onclick = async () => {{ await fetch('/taken', {{method: 'POST', body: '{}'}}) }}</script>"


@pytest.mark.parametrize("name", REFUSING)
async def test_a_server_says_no_in_its_own_way(show: Show, site: Site, name: str) -> None:
    body, kind = REFUSING[name]
    site.serve("/taken", body, kind=kind)
    site.serve("/", SENDING.format("Ann"))
    screen = await show(site.home)
    await screen.tap(Point(300, 300))
    await screen.settle()
    assert await screen.take_troubles() == ("the answer to POST /taken says no",)


@pytest.mark.parametrize("name", AGREEING)
async def test_a_server_that_counts_or_names_no_error_does_not_say_no(show: Show, site: Site, name: str) -> None:
    site.serve("/taken", AGREEING[name], kind="application/json")
    site.serve("/", SENDING.format("Ann"))
    screen = await show(site.home)
    await screen.tap(Point(300, 300))
    await screen.settle()
    assert await screen.take_troubles() == ()


async def test_a_page_that_is_an_error_and_an_alert_are_troubles(show: Show, site: Site) -> None:
    site.serve("/", "<a href=/broken>go</a><script>onclick = () => alert('Not this time')</script>")
    site.serve("/broken", "<h1>Sorry</h1>", status=500)
    screen = await show(site.home)
    await screen.take_troubles()
    await screen.tap(Point(10, 15))
    await screen.settle()
    assert set(await screen.take_troubles()) == {"an alert said 'Not this time'", "GET /broken was answered with 500"}


async def test_what_was_sent_is_told_once_if_it_was_not_answered_with_an_error(show: Show, site: Site) -> None:
    site.serve("/taken", "{}", status=201, kind="application/json")
    site.serve("/broken", "", status=500)
    asks = "".join(
        f"await fetch('/{path}', {{method: 'POST', body: {body}}});"
        for path, body in (
            ("taken", r"""'{"name": "Ren\\u00e9e"}'"""),
            ("taken", "new URLSearchParams({name: 'Ann Reed'})"),
            ("broken", "'lost'"),
        )
    )
    site.serve("/", f"<script>onclick = async () => {{ {asks} await fetch('/taken?read') }}</script>")
    screen = await show(site.home)
    await screen.tap(Point(300, 300))
    await screen.settle()
    as_json, as_form = await screen.take_written()
    assert "Renée" in as_json
    assert "Ann Reed" in as_form
    assert not await screen.take_written()
