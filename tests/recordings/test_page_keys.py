"""The page of an address, and where a link leads."""

from __future__ import annotations

import pytest

from askonce.recordings.page_keys import page_of, path_of
from askonce.values import Instruction


def passed(**values: str) -> Instruction:
    return Instruction.of("go on", values)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("https://shop.test/", "/"),
        ("https://shop.test", ""),
        ("http://localhost:8000/basket?from=mail#top", "/basket"),
        ("https://shop.test/product/17/reviews", "/product/*/reviews"),
        ("https://shop.test/o/3fa85f64-5717-4562-b3fc", "/o/*"),
        ("https://shop.test/k/abcdefghijklmnopqrstuvwx", "/k/*"),
        ("https://shop.test/caf%C3%A9/", "/café/"),
        ("https://shop.test/#/inbox/42?x=1", "/#/inbox/*"),
        ("https://shop.test/app#!/sent", "/app#!/sent"),
        ("file:///home/pages/form.html", "/home/pages/form.html"),
    ],
)
def test_a_page_is_its_path_without_what_differs_from_visit_to_visit(address: str, page: str) -> None:
    assert page_of(address) == page


def test_passed_values_in_a_path_are_named_even_when_they_are_short_or_numbers() -> None:
    task = passed(id="7", term="blue mugs")
    assert page_of("https://shop.test/item/7/find/blue%20mugs", task) == "/item/{id}/find/{term}"
    assert path_of("/item/7/of/9", task) == "/item/{id}/of/9"


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/product/17?from=mail", "/product/17"),
        ("https://other.test/product/17#top", "/product/17"),
        ("#/inbox", "#/inbox"),
        ("#part-2", "#part-2"),
        ("?page=2", "?page=2"),
        ("mailto:bob@shop.test", "bob@shop.test"),
    ],
)
def test_a_link_keeps_its_numbers(address: str, path: str) -> None:
    assert path_of(address, passed()) == path
