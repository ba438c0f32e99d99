"""The sample shop as a web server on the loopback address."""

from __future__ import annotations

import json
import secrets
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import cast
from urllib.parse import parse_qsl, quote, urlsplit

from askonce.testing.sample_site import SampleSite, SiteHandler, SiteServer
from askonce.testing.shop import shop_pages
from askonce.testing.shop.catalogue import FILES, Product, catalogue
from askonce.testing.shop.visit import Visit, mistakes_in

_ASSETS = {"/shop.css": "text/css", "/shop.js": "text/javascript"}


class SampleShop(SampleSite):
    """A small sample web shop: `with SampleShop() as shop: … shop.url …`.

    A request without its cookie is a new visitor with an empty basket, so runs are repeatable. `visits` is the actual
    state of the shop, to check a run against.

    >>> with SampleShop() as shop:
    ...     print(shop.url.startswith("http://127.0.0.1"))
    True
    """

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self._visits: dict[str, Visit] = {}

    @property
    def visits(self) -> tuple[Visit, ...]:
        """All visitors so far, oldest first."""
        return tuple(self._visits.values())

    def _serve(self, port: int) -> SiteServer:
        return _ShopHttpServer(port, self._visits)


class _ShopHttpServer(SiteServer):
    def __init__(self, port: int, visits: dict[str, Visit]) -> None:
        super().__init__(port, _ShopHandler)
        self.visits = visits


class _ShopHandler(SiteHandler):
    """One request. The shop's state is changed by one request at a time."""

    @property
    def _shop(self) -> _ShopHttpServer:
        return cast("_ShopHttpServer", self.server)

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path in _ASSETS:
            self._send(HTTPStatus.OK, (FILES / address.path[1:]).read_text("utf-8"), _ASSETS[address.path])
            return
        with self._shop.lock:
            self._show(self._visit(), address.path, dict(parse_qsl(address.query)))

    def do_POST(self) -> None:
        form = self.read_form()
        if form is None:
            return
        with self._shop.lock:
            self._take(self._visit(), urlsplit(self.path).path, form)

    def _show(self, visit: Visit, path: str, query: dict[str, str]) -> None:
        match path.strip("/").split("/"):
            case [""]:
                page = shop_pages.shelf_page(
                    visit, words=query.get("q", ""), category=query.get("category", ""), order=query.get("order", "")
                )
            case ["product", product_id] if product := catalogue().find(product_id):
                page = shop_pages.product_page(visit, product)
            case ["login"]:
                page = shop_pages.login_page(visit, onward=_local(query.get("onward", "/")))
            case ["basket"]:
                page = shop_pages.basket_page(visit)
            case ["checkout"] if visit.lines:
                page = shop_pages.checkout_page(visit, {"name": visit.user.capitalize()}, {})
            case ["order", number] if order := next((o for o in visit.orders if str(o.number) == number), None):
                page = shop_pages.confirmed_page(visit, order)
            case _:
                self._send(HTTPStatus.NOT_FOUND, shop_pages.missing_page(visit))
                return
        self._send(HTTPStatus.OK, page)

    def _take(self, visit: Visit, path: str, form: dict[str, str]) -> None:
        match path:
            case "/login":
                onward = _local(form.get("onward", "/"))
                if visit.log_in(form.get("user", ""), form.get("password", "")):
                    visit.notice = f"Welcome back, {visit.user.capitalize()}"
                    self._redirect(onward)
                else:
                    mistake = "We do not know this name with this password."
                    page = shop_pages.login_page(visit, user=form.get("user", ""), onward=onward, mistake=mistake)
                    self._send(HTTPStatus.UNAUTHORIZED, page)
            case "/logout":
                visit.user, visit.lines = "", ()
                visit.notice = "You are logged out"
                self._redirect("/")
            case "/cookies":
                visit.cookies_answered = True
                self._answer({}) if self._by_script() else self._redirect(self._came_from())
            case "/basket/add":
                self._add(visit, form)
            case "/basket/change":
                line = next((line for line in visit.lines if line.key == form.get("key")), None)
                quantity = form.get("quantity", "")
                if line and quantity.isdecimal():
                    visit.set_quantity(line, int(quantity))
                self._redirect("/basket")
            case "/basket/empty":
                visit.lines = ()
                visit.notice = "Your basket is empty"
                self._redirect("/basket")
            case "/checkout":
                self._check_out(visit, form)
            case _:
                self._send(HTTPStatus.NOT_FOUND, shop_pages.missing_page(visit))

    def _add(self, visit: Visit, form: dict[str, str]) -> None:
        product = catalogue().find(form.get("product", ""))
        if product is None or not product.in_stock:
            self._send(HTTPStatus.NOT_FOUND, shop_pages.missing_page(visit))
            return
        if not visit.user:
            visit.notice = "Please log in to fill your basket"
            login = f"/login?onward={quote(self._came_from(), safe='')}"
            self._answer({"login": login}) if self._by_script() else self._redirect(login)
            return
        quantity = form.get("quantity", "1")
        visit.add(product, _chosen(product, form), int(quantity) if quantity.isdecimal() else 1)
        notice = f"{product.name} is in your basket"
        if self._by_script():
            self._answer({"count": visit.count, "notice": notice})
        else:
            visit.notice = notice
            self._redirect(self._came_from())

    def _check_out(self, visit: Visit, form: dict[str, str]) -> None:
        mistakes = mistakes_in(form)
        if not visit.lines:
            self._redirect("/basket")
        elif mistakes:
            self._send(HTTPStatus.UNPROCESSABLE_ENTITY, shop_pages.checkout_page(visit, form, mistakes))
        else:
            self._redirect(f"/order/{visit.place_order(form).number}")

    def _visit(self) -> Visit:
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        key = cookies["visit"].value if "visit" in cookies else ""
        self._new_key = "" if key in self._shop.visits else secrets.token_urlsafe(12)
        return self._shop.visits.setdefault(self._new_key or key, Visit())

    def _by_script(self) -> bool:
        """Whether the page's script sent the request and expects data instead of a redirect."""
        return self.headers.get("X-Shop") == "script"

    def _came_from(self) -> str:
        before = urlsplit(self.headers.get("Referer", ""))
        return _local(before.path + (f"?{before.query}" if before.query else ""))

    def _redirect(self, path: str) -> None:
        self._send(HTTPStatus.SEE_OTHER, "", location=path)

    def _answer(self, data: dict[str, str | int]) -> None:
        self._send(HTTPStatus.OK, json.dumps(data), "application/json")

    def _send(self, status: HTTPStatus, text: str, media_type: str = "text/html", location: str = "") -> None:
        key = getattr(self, "_new_key", "")
        cookie = f"visit={key}; Path=/; HttpOnly; SameSite=Lax" if key else ""
        self.send(status, text, media_type, location=location, cookie=cookie)


def _chosen(product: Product, form: dict[str, str]) -> str:
    """The product options chosen in the form; the first one is the default."""
    return ", ".join(form[name] if form.get(name) in values else values[0] for name, values in product.choices.items())


def _local(path: str) -> str:
    """A path inside the shop; anything else becomes the front page."""
    return quote(path, safe="/?&=%+") if path.startswith("/") and path[1:2] not in {"/", "\\"} else "/"
