"""Who may use the playground, by the headers that a browser sends."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from askonce.playground.access import PlaygroundAccess
from askonce.values import Secret

TOKEN = "a-token-of-tests-that-is-long-enough"


@pytest.fixture
def access() -> PlaygroundAccess:
    return PlaygroundAccess("127.0.0.1", 8900, Secret(TOKEN))


def headers(access: PlaygroundAccess, **others: str) -> dict[str, str]:
    cookie = access.set_cookie.partition(";")[0]
    return {"host": "127.0.0.1:8900", "cookie": cookie, **{name.replace("_", "-"): v for name, v in others.items()}}


@pytest.mark.parametrize("host", ["127.0.0.1:8900", "localhost:8900", "[::1]:8900"])
def test_names_of_this_computer_are_answered(access: PlaygroundAccess, host: str) -> None:
    assert access.refuse(headers(access, host=host)) is None


@pytest.mark.parametrize(
    "host", ["evil.example:8900", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:8900", "", "192.168.1.2:8900"]
)
def test_a_name_that_was_pointed_at_this_computer_is_refused_even_with_the_token(
    access: PlaygroundAccess, host: str
) -> None:
    refusal = access.refuse(headers(access, host=host), has_token=True)
    assert refusal
    assert refusal.status == HTTPStatus.MISDIRECTED_REQUEST
    assert TOKEN not in refusal.text


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1:8900", "http://127.0.0.1:8901", "http://localhost:8900", "null", ""],
)
def test_pages_of_other_addresses_are_refused(access: PlaygroundAccess, origin: str) -> None:
    refusal = access.refuse(headers(access, origin=origin), changes=True)
    assert refusal
    assert refusal.status == HTTPStatus.FORBIDDEN


def test_a_page_of_our_own_is_not(access: PlaygroundAccess) -> None:
    assert access.refuse(headers(access, origin="http://127.0.0.1:8900", sec_fetch_site="same-origin")) is None


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_changes_something_comes_from_no_other_site(access: PlaygroundAccess, site: str) -> None:
    assert access.refuse(headers(access, sec_fetch_site=site), changes=True)
    assert access.refuse(headers(access, sec_fetch_site=site)) is None


@pytest.mark.parametrize(
    "cookie", ["", "askonce-playground-8900=", "askonce-playground-8900=wrong", "a=b; ;=;", "\x00"]
)
def test_without_the_cookie_nothing_is_answered(access: PlaygroundAccess, cookie: str) -> None:
    refusal = access.refuse(headers(access, cookie=cookie))
    assert refusal
    assert refusal.status == HTTPStatus.FORBIDDEN
    assert "askonce playground" in refusal.text


def test_the_cookie_is_not_the_token_and_no_script_reads_it(access: PlaygroundAccess) -> None:
    assert TOKEN not in access.set_cookie
    assert access.set_cookie.endswith("; Path=/; HttpOnly; SameSite=Strict")


@pytest.mark.parametrize("query", ["", "token=", "token=wrong", f"token={TOKEN}x", f"token={TOKEN}&token={TOKEN}", "%"])
def test_a_wrong_token_is_none(access: PlaygroundAccess, query: str) -> None:
    assert not access.has_token(query)


def test_the_link_has_the_token(access: PlaygroundAccess) -> None:
    assert access.has_token(access.link.partition("?")[2])
    assert access.link.startswith("http://127.0.0.1:8900/?")


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:8900/", "http://localhost:8900", "HTTP://LOCALHOST:8900/?x", "ws://127.0.0.1:8900/sessions",
        " http://user:pass@127.0.0.1:8900/", "http://127.0.0.1:8900\\@evil.example", "http:127.0.0.1:8900",
        "http:////127.0.0.1:8900/", "view-source:http://127.0.0.1:8900/", "127.0.0.1:8900", "localhost:8900/x", "http://0x7f000001:8900/",
        "http://127.1:8900/", "http://2130706433:8900/", "http://[::ffff:127.0.0.1]:8900/", "http://127.0.0.2:8900/",
        "http://a.localhost:8900/", "http://0.0.0.0:8900/", "http://127.0.0.1.:8900/", "ht\ntp://127.0.0.1:89\t00/",
    ],
)  # fmt: skip
def test_the_playground_is_never_shown_in_itself(access: PlaygroundAccess, address: str) -> None:
    assert access.is_own_page(address)


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:8800/", "https://shop.example:8900/", "about:blank", "search for 127.0.0.1", "", "tap Save",
     "http://shop.example/?next=http://127.0.0.1:8900/"],
)  # fmt: skip
def test_other_addresses_are(access: PlaygroundAccess, address: str) -> None:
    assert not access.is_own_page(address)


def test_one_that_was_opened_to_others_is_reached_by_numbers_alone() -> None:
    access = PlaygroundAccess("0.0.0.0", 8900, Secret(TOKEN))
    assert access.refuse(headers(access, host="192.168.1.2:8900")) is None
    assert access.refuse(headers(access, host="evil.example:8900"))
    assert access.address == "http://127.0.0.1:8900"
