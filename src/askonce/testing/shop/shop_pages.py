"""The pages of the sample shop: functions from a visit to HTML."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from askonce.testing.html_templates import Html, fill, joined, mistake_note
from askonce.testing.shop.catalogue import FILES, Product, catalogue
from askonce.testing.shop.visit import COUNTRIES, DELIVERIES, MOST_OF_ONE, PAYMENTS, Line, Order, Visit

ORDERS = {"": "Our choice", "cheapest": "Cheapest first", "dearest": "Dearest first", "name": "Name"}


def shelf_page(visit: Visit, *, words: str = "", category: str = "", order: str = "") -> str:
    """All products, or the results of a search."""
    found = catalogue().search(words, category, order)
    title = f"Results for “{words}”" if words else category or "Everything for a good cup"
    body = _fill(
        "shelf",
        title=title,
        hero=Html("" if words or category else _fill("hero")),
        tabs=_tabs(category, words),
        count=f"{len(found)} product{'' if len(found) == 1 else 's'}",
        words=words,
        category=category,
        orders=_options(ORDERS, order),
        cards=joined(_card(product) for product in found) or _fill("nothing", words=words),
    )
    return _page(visit, title, body, words=words)


def product_page(visit: Visit, product: Product) -> str:
    choices = joined(
        _fill(
            "choice",
            name=name,
            options=Html(f'<option value="">Choose…</option>{_options({value: value for value in values})}'),
        )
        for name, values in product.choices.items()
    )
    body = _fill(
        "product",
        id=product.id,
        name=product.name,
        category=product.category,
        category_link="/?" + urlencode({"category": product.category}),
        price=money(product.price),
        text=product.text,
        picture=Html(product.drawing()),
        choices=choices,
        stock="In stock, with you in two days" if product.in_stock else "Sold out",
        stock_class="" if product.in_stock else "out",
        disabled=Html("" if product.in_stock else "disabled"),
        others=joined(
            _card(other) for other in catalogue().search(category=product.category) if other.id != product.id
        ),
    )
    return _page(visit, product.name, body)


def login_page(visit: Visit, *, user: str = "", onward: str = "/", mistake: str = "") -> str:
    body = _fill("login", user=user, onward=onward, mistake=mistake_note(mistake))
    return _page(visit, "Log in", body)


def basket_page(visit: Visit) -> str:
    if not visit.lines:
        return _page(visit, "Your basket", _fill("empty_basket"))
    body = _fill("basket", lines=joined(map(_line, visit.lines)), count=visit.count, total=money(visit.total))
    return _page(visit, "Your basket", body)


def checkout_page(visit: Visit, details: Mapping[str, str], mistakes: Mapping[str, str]) -> str:
    fields = ("name", "email", "street", "postcode", "city", "country", "date", "terms")
    entered = {name: details.get(name, "") for name in fields} | {"note": details.get("note", "")}
    body = _fill(
        "checkout",
        **{name: value for name, value in entered.items() if name not in {"country", "terms"}},
        **{f"{name}_mistake": mistake_note(mistakes.get(name, "")) for name in fields},
        alert=mistake_note("Some fields need another look." if mistakes else ""),
        countries=Html(
            f'<option value="">Choose…</option>{_options(dict.fromkeys(COUNTRIES, ""), entered["country"])}'
        ),
        deliveries=_radios(
            "delivery",
            {name: f"{name} · {money(price) if price else 'free'}" for name, price in DELIVERIES.items()},
            details.get("delivery", "Standard"),
        ),
        payments=_radios("payment", {name: name for name in PAYMENTS}, details.get("payment", "Card")),
        wrapped=_checked(details.get("wrapped") == "yes"),
        newsletter=_checked(details.get("newsletter") == "yes"),
        terms=_checked(entered["terms"] == "yes"),
        lines=joined(
            _fill("summary", name=line.product.name, quantity=line.quantity, price=money(line.price))
            for line in visit.lines
        ),
        total=money(visit.total),
    )
    return _page(visit, "Checkout", body)


def confirmed_page(visit: Visit, order: Order) -> str:
    details = order.details
    body = _fill(
        "confirmed",
        number=order.number,
        name=details["name"],
        email=details["email"],
        street=details["street"],
        place=f"{details['postcode']} {details['city']}, {details['country']}",
        date=details["date"],
        delivery=details.get("delivery", ""),
        payment=details.get("payment", ""),
        wrapped="Yes" if details.get("wrapped") == "yes" else "No",
        lines=joined(
            _fill("summary", name=line.product.name, quantity=line.quantity, price=money(line.price))
            for line in order.lines
        ),
        total=money(order.total),
    )
    return _page(visit, "Thank you", body)


def missing_page(visit: Visit) -> str:
    return _page(visit, "Not here", _fill("missing"))


def money(pence: int) -> str:
    return f"£{pence / 100:.2f}"


def _page(visit: Visit, title: str, body: Html, words: str = "") -> str:
    """The layout of every page; a notice is shown once."""
    notice, visit.notice = visit.notice, ""
    return _fill(
        "frame",
        title=title,
        body=body,
        words=words,
        account=_fill("account", user=visit.user.capitalize()) if visit.user else _fill("visitor"),
        count=visit.count,
        notice=notice,
        notice_class="shown" if notice else "",
        cookies=Html("" if visit.cookies_answered else _fill("cookies")),
    )


def _card(product: Product) -> Html:
    return _fill(
        "card",
        id=product.id,
        name=product.name,
        category=product.category,
        price=money(product.price),
        picture=Html(product.drawing()),
        badge=Html(f'<span class="badge">{escape(product.badge)}</span>' if product.badge else ""),
        disabled=Html("" if product.in_stock else "disabled"),
        button="Add to basket" if product.in_stock else "Sold out",
    )


def _line(line: Line) -> Html:
    return _fill(
        "line",
        key=line.key,
        id=line.product.id,
        name=line.product.name,
        choice=line.choice,
        picture=Html(line.product.drawing()),
        quantity=line.quantity,
        most=MOST_OF_ONE,
        less=line.quantity - 1,
        more=line.quantity + 1,
        each=money(line.product.price),
        price=money(line.price),
    )


def _tabs(current: str, words: str) -> Html:
    names = ("", *catalogue().categories)
    return joined(
        _fill(
            "tab",
            link="/?" + urlencode({"category": name}) if name else "/",
            name=name or "All",
            current=Html('aria-current="page"' if name == current and not words else ""),
        )
        for name in names
    )


def _options(labels: Mapping[str, str], current: str = "") -> Html:
    return joined(
        Html(
            f'<option value="{escape(value)}"{" selected" if value == current else ""}>'
            f"{escape(label or value)}</option>"
        )
        for value, label in labels.items()
    )


def _radios(group: str, labels: Mapping[str, str], current: str) -> Html:
    return joined(
        _fill("radio", group=group, value=value, label=label, checked=_checked(value == current))
        for value, label in labels.items()
    )


def _checked(yes: bool) -> Html:
    return Html("checked" if yes else "")


def _fill(template: str, /, **slots: str | int) -> Html:
    return fill(FILES, template, slots)
