"""The state of one visitor of the sample shop: login, basket and orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from askonce.lazy import dataclass
from askonce.testing.shop.catalogue import Product

ACCOUNTS: Mapping[str, str] = {"bob": "teatime", "alice": "honeycomb"}
"""The users of the shop and their passwords."""

COUNTRIES = ("Austria", "Denmark", "France", "Germany", "Ireland", "Japan", "Netherlands", "Sweden", "United Kingdom")
DELIVERIES: Mapping[str, int] = {"Standard": 0, "Express": 490}
PAYMENTS = ("Card", "Invoice", "Cash on delivery")
FIRST_ORDER = 1001
MOST_OF_ONE = 20

_REQUIRED = {
    "name": "your name",
    "email": "your email address",
    "street": "street and number",
    "postcode": "the postcode",
    "city": "the city",
    "country": "a country",
    "date": "a delivery date",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One product in the basket, with its chosen options."""

    product: Product
    choice: str = ""
    quantity: int = 1

    @property
    def key(self) -> str:
        return f"{self.product.id}:{self.choice}"

    @property
    def price(self) -> int:
        return self.product.price * self.quantity


@dataclass(frozen=True, slots=True)
class Order:
    """The ordered products and the content of the form."""

    number: int
    lines: tuple[Line, ...]
    details: Mapping[str, str]

    @property
    def total(self) -> int:
        return sum(line.price for line in self.lines) + DELIVERIES.get(self.details.get("delivery", ""), 0)


@dataclass(slots=True)
class Visit:
    """One visitor's state. It lives in the server, so a new visitor always finds the same shop."""

    user: str = ""
    cookies_answered: bool = False
    lines: tuple[Line, ...] = ()
    orders: list[Order] = field(default_factory=list[Order])
    notice: str = ""
    """Shown once on the next page."""

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.lines)

    @property
    def total(self) -> int:
        return sum(line.price for line in self.lines)

    def log_in(self, user: str, password: str) -> bool:
        known = ACCOUNTS.get(user.strip().lower()) == password
        if known:
            self.user = user.strip().lower()
        return known

    def add(self, product: Product, choice: str, quantity: int = 1) -> None:
        added = Line(product, choice)
        before = next((line.quantity for line in self.lines if line.key == added.key), 0)
        self.set_quantity(added, before + quantity)

    def set_quantity(self, wanted: Line, quantity: int) -> None:
        """Set the quantity of a line: 0 removes it, a new line is appended."""
        changed = Line(wanted.product, wanted.choice, min(quantity, MOST_OF_ONE))
        if not any(line.key == wanted.key for line in self.lines):
            self.lines = (*self.lines, changed)
        else:
            self.lines = tuple(changed if line.key == wanted.key else line for line in self.lines)
        self.lines = tuple(line for line in self.lines if line.quantity > 0)

    def place_order(self, details: Mapping[str, str]) -> Order:
        order = Order(FIRST_ORDER + len(self.orders), self.lines, dict(details))
        self.orders.append(order)
        self.lines = ()
        return order


def mistakes_in(details: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with a filled checkout form, by field."""
    mistakes = {name: f"Please enter {what}." for name, what in _REQUIRED.items() if not details.get(name, "").strip()}
    if "email" not in mistakes and "@" not in details["email"]:
        mistakes["email"] = "An email address has an @ in it."
    if details.get("country") and details["country"] not in COUNTRIES:
        mistakes["country"] = "We do not deliver there."
    if details.get("terms") != "yes":
        mistakes["terms"] = "Please accept the terms of sale."
    return mistakes
