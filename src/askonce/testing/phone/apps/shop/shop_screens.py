"""The sample shop as an app: the products, accounts and words of the one on the web."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, PhoneApp
from askonce.testing.phone.views import (
    PURSE,
    View,
    app_bar,
    button,
    column,
    entry,
    row,
    scroll_list,
    text,
    text_field,
)
from askonce.testing.shop import ACCOUNTS
from askonce.testing.shop.catalogue import Product, catalogue

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

_SHOWN = 10


class ShopLogin(Activity):
    """Who it is, and the password."""

    name = ".LoginActivity"

    def __init__(self, phone: Handset) -> None:
        super().__init__(phone)
        self.user = self.password = self.mistake = ""

    def view(self) -> View:
        def set_user(words: str) -> None:
            self.user = words

        def set_password(words: str) -> None:
            self.password = words

        mistake = (text(self.mistake, id="mistake"),) if self.mistake else ()
        fields = (
            text_field(self.user, set_user, id="user", hint="User name"),
            text_field(self.password, set_password, id="password", hint="Password", password=True),
            button("Log in", self._log_in, id="log_in", style="filled"),
        )
        return View(children=(app_bar("Log in"), column(*mistake, *fields, style="padded grow")))

    def _log_in(self) -> None:
        if not self.user or ACCOUNTS.get(self.user) != self.password:
            self.mistake = "User name or password is wrong."
            return
        self.phone.finish()
        self.phone.open_activity(ShopShelf(self.phone, self.user), PACKAGE, alone=True)


class ShopShelf(Activity):
    """The products."""

    name = ".ShelfActivity"

    def __init__(self, phone: Handset, user: str) -> None:
        super().__init__(phone)
        self.user = user
        self.basket: list[Product] = []

    def view(self) -> View:
        rows = [
            entry(
                text(product.name, id="name", style="grow"),
                text(f"£{product.price / 100:.2f}", id="price"),
                tap=partial(self._show, product),
            )
            for product in catalogue().products[:_SHOWN]
        ]
        hello = row(text(f"Hello, {self.user.title()}", id="hello"), _basket_button(self.phone, self.basket))
        return View(children=(app_bar("Shop"), hello, scroll_list(rows)))

    def _show(self, product: Product) -> None:
        self.phone.open_activity(ShopProduct(self.phone, product, self.basket))


class ShopProduct(Activity):
    """One product."""

    name = ".ProductActivity"

    def __init__(self, phone: Handset, product: Product, basket: list[Product]) -> None:
        super().__init__(phone)
        self.product, self.basket = product, basket

    def view(self) -> View:
        parts = (
            text(self.product.name, id="name", style="large"),
            text(self.product.text, id="about"),
            _basket_button(self.phone, self.basket),
            button("Add to basket", self._add, id="add", style="filled"),
        )
        return View(children=(app_bar("Product", up=self.phone.finish), column(*parts, style="padded grow")))

    def _add(self) -> None:
        self.basket.append(self.product)


class ShopBasket(Activity):
    """What is to be bought."""

    name = ".BasketActivity"

    def __init__(self, phone: Handset, basket: list[Product]) -> None:
        super().__init__(phone)
        self.basket = basket

    def view(self) -> View:
        rows = [entry(text(product.name, id="name")) for product in self.basket]
        nothing = () if rows else (text("Your basket is empty", id="empty"),)
        return View(children=(app_bar("Your basket", up=self.phone.finish), scroll_list((*rows, *nothing))))


def _basket_button(phone: Handset, basket: list[Product]) -> View:
    return button(f"Basket {len(basket)}", lambda: phone.open_activity(ShopBasket(phone, basket)), id="basket")


PACKAGE = "org.askonce.shop"
SHOP = PhoneApp("Shop", PACKAGE, ShopLogin, icon=PURSE, color="#7a4fb0", activities=(ShopLogin.name,))
"""The app. It is not on every sample phone: `SamplePhone(apps=(*APPS, SHOP))` has it."""
