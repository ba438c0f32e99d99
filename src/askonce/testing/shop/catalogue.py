"""The products of the sample shop. The data is in `files/products.json`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template

from pydantic import BaseModel, ConfigDict, TypeAdapter

from askonce.lazy import dataclass

FILES = files("askonce.testing.shop") / "files"


class Product(BaseModel):
    """One product; `price` is in pence."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: str
    name: str
    category: str
    price: int
    text: str
    picture: str
    colour: str
    shade: str
    choices: dict[str, tuple[str, ...]] = {}
    """The options to choose before buying, such as a size."""
    badge: str = ""
    in_stock: bool = True

    def drawing(self) -> str:
        """Its picture as SVG."""
        drawing = Template((FILES / "pictures" / f"{self.picture}.svg").read_text("utf-8"))
        return drawing.substitute(colour=self.colour, shade=self.shade)


@dataclass(frozen=True, slots=True)
class Catalogue:
    products: tuple[Product, ...]

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(product.category for product in self.products))

    def find(self, product_id: str) -> Product | None:
        return next((product for product in self.products if product.id == product_id), None)

    def search(self, words: str = "", category: str = "", order: str = "") -> tuple[Product, ...]:
        """The products with all `words` in name, category or text, of one category or of all."""
        wanted = words.casefold().split()
        found = [
            product
            for product in self.products
            if (not category or product.category == category)
            and all(word in f"{product.name} {product.category} {product.text}".casefold() for word in wanted)
        ]
        match order:
            case "cheapest":
                found.sort(key=lambda product: product.price)
            case "dearest":
                found.sort(key=lambda product: -product.price)
            case "name":
                found.sort(key=lambda product: product.name)
            case _:
                pass
        return tuple(found)


@cache
def catalogue() -> Catalogue:
    return Catalogue(TypeAdapter(tuple[Product, ...]).validate_json((FILES / "products.json").read_bytes()))
