"""The sample shop behaves like a shop, and like the same shop every time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from askonce.testing.shop import SampleShop

ADDRESS = {
    "name": "Bob Baker",
    "email": "bob@example.com",
    "street": "Mill Lane 4",
    "postcode": "12345",
    "city": "Cork",
    "country": "Ireland",
    "date": "2031-05-04",
    "delivery": "Express",
    "payment": "Invoice",
    "terms": "yes",
}


class Visitor:
    """A person with a browser that keeps cookies."""

    def __init__(self, shop: SampleShop) -> None:
        self._shop = shop
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.address = ""

    def get(self, path: str) -> str:
        return self._open(path, None)

    def post(self, path: str, **form: str) -> str:
        return self._open(path, urlencode(form).encode())

    def log_in(self) -> str:
        return self.post("login", user="bob", password="teatime")

    def _open(self, path: str, data: bytes | None) -> str:
        try:
            reply = self._opener.open(Request(self._shop.url + path, data))
        except HTTPError as error:
            reply = error
        with reply:
            self.address = reply.url.removeprefix(self._shop.url)
            return reply.read().decode()


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture
def visitor(shop: SampleShop) -> Visitor:
    return Visitor(shop)


def names_on(page: str) -> list[str]:
    return re.findall(r'<article class="card" aria-label="([^"]+)"', page)


def test_the_front_page_shows_everything_and_asks_about_cookies(visitor: Visitor) -> None:
    page = visitor.get("")

    assert names_on(page)[:2] == ["Red mug", "Blue mug"]
    assert len(names_on(page)) == 14
    assert "Accept all" in page


def test_a_search_finds_what_holds_all_its_words(visitor: Visitor) -> None:
    assert names_on(visitor.get("?q=red+MUG")) == ["Red mug", "Blue mug"]  # the blue one names its red sister
    assert "Nothing fits “spade”" in visitor.get("?q=spade")


def test_a_category_can_be_shown_in_another_order(visitor: Visitor) -> None:
    assert names_on(visitor.get("?category=Coffee&order=cheapest")) == [
        "House coffee",
        "French press",
        "Coffee grinder",
    ]


def test_a_wrong_password_does_not_log_in(visitor: Visitor) -> None:
    page = visitor.post("login", user="bob", password="coffee")

    assert "We do not know this name with this password." in page
    assert "Hello, Bob" not in visitor.get("")


def test_filling_the_basket_takes_a_log_in_and_leads_back(visitor: Visitor) -> None:
    visitor.post("basket/add", product="red-mug")
    assert visitor.address.startswith("login")

    page = visitor.log_in()
    assert "Hello, Bob" in page
    assert "Welcome back, Bob" in page


def test_what_is_put_into_the_basket_is_there_with_what_was_chosen(visitor: Visitor, shop: SampleShop) -> None:
    visitor.log_in()
    visitor.post("basket/add", product="red-mug", Size="Large (450 ml)", quantity="2")
    visitor.post("basket/add", product="red-mug", Size="Large (450 ml)")

    page = visitor.get("basket")

    assert "Large (450 ml), Round" in page
    assert "£37.50" in page
    (line,) = shop.visits[-1].lines
    assert (line.product.id, line.choice, line.quantity) == ("red-mug", "Large (450 ml), Round", 3)


def test_a_quantity_can_be_changed_and_a_line_removed(visitor: Visitor, shop: SampleShop) -> None:
    visitor.log_in()
    visitor.post("basket/add", product="morning-tea")
    visitor.post("basket/add", product="forest-honey")
    visitor.post("basket/change", key="morning-tea:", quantity="5")
    visitor.post("basket/change", key="forest-honey:", quantity="0")

    assert [(line.product.id, line.quantity) for line in shop.visits[-1].lines] == [("morning-tea", 5)]


def test_what_is_sold_out_cannot_be_bought(visitor: Visitor, shop: SampleShop) -> None:
    visitor.log_in()

    assert "Nothing here" in visitor.post("basket/add", product="apron")
    assert shop.visits[-1].lines == ()


def test_an_order_is_confirmed_with_what_the_form_said(visitor: Visitor, shop: SampleShop) -> None:
    visitor.log_in()
    visitor.post("basket/add", product="blue-mug")

    page = visitor.post("checkout", **ADDRESS)

    assert visitor.address == "order/1001"
    assert "Thank you, Bob Baker" in page
    assert "£17.40" in page  # 12.50 and 4.90 for express delivery
    assert shop.visits[-1].orders[0].details["country"] == "Ireland"
    assert shop.visits[-1].lines == ()


def test_a_form_with_mistakes_comes_back_with_what_was_entered(visitor: Visitor, shop: SampleShop) -> None:
    visitor.log_in()
    visitor.post("basket/add", product="blue-mug")

    page = visitor.post("checkout", **(ADDRESS | {"email": "bob", "date": "", "terms": ""}))

    for mistake in ("has an @ in it", "Please enter a delivery date", "accept the terms"):
        assert mistake in page
    assert 'value="Mill Lane 4"' in page
    assert '<option value="Ireland" selected>' in page
    assert shop.visits[-1].orders == []


def test_each_visitor_finds_the_shop_untouched(shop: SampleShop) -> None:
    first = Visitor(shop)
    first.log_in()
    first.post("cookies")
    first.post("basket/add", product="red-mug")

    second = Visitor(shop).get("")

    assert "Accept all" not in first.get("")
    assert "Accept all" in second
    assert 'id="count">0<' in second
    assert "Log in" in second


def test_what_a_visitor_enters_is_never_markup(visitor: Visitor) -> None:
    page = visitor.get("?" + urlencode({"q": '"><script>x</script>'}))

    assert "<script>x" not in page


def test_a_log_in_leads_only_to_pages_of_the_shop(visitor: Visitor, shop: SampleShop) -> None:
    visitor.post("login", user="bob", password="teatime", onward="//elsewhere.example/")

    assert visitor.address == ""


def test_pages_that_do_not_exist_say_so(visitor: Visitor) -> None:
    for path in ("product/nothing", "order/1001", "checkout", "%00"):
        assert "Nothing here" in visitor.get(path)


async def test_a_closed_shop_has_no_address() -> None:
    async with SampleShop() as shop:
        assert shop.url.startswith("http://127.0.0.1:")
    with pytest.raises(RuntimeError, match="closed"):
        _ = shop.url
