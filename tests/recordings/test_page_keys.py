"""The page of an address, and where a link leads."""

from __future__ import annotations

import pytest

from askonce.recordings.page_keys import generalize_link, is_same_app, leads_to, link_of, page_of, path_of
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


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("https://shop.test/item/7/find/blue%20mugs", "/item/*/find/{term}"),
        ("https://shop.test/find/blue%20mugs/", "/find/{term}/"),
        ("https://shop.test/admin/login/", "/admin/login/"),
        ("https://shop.test/admin/", "/admin/"),
        ("https://shop.test/notes/0", "/notes/*"),
        ("https://shop.test/find/Admin", "/find/Admin"),
        ("https://shop.test/notes/new", "/notes/new"),
    ],
)
def test_a_passed_value_is_named_only_where_a_path_ends_with_it(address: str, page: str) -> None:
    assert page_of(address, passed(id="7", count="0", user="admin", term="blue mugs", title="new")) == page


def test_names_of_apps_are_kept_whatever_is_in_them() -> None:
    launcher, other = (
        "android://device/com.android.launcher3/com.android.launcher3.Launcher",
        "android://device/a.b2/a.b2.C",
    )
    assert page_of(launcher) == "/com.android.launcher3/com.android.launcher3.Launcher"
    assert page_of(other) != page_of(launcher)
    assert not is_same_app(page_of(launcher), page_of(other), other)
    assert is_same_app("/a.b2/a.b2.D", page_of(other), other)
    assert is_same_app("/orders", "/people", "http://shop.example/people")


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
def test_a_path_keeps_its_numbers(address: str, path: str) -> None:
    assert path_of(address) == path


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("/product/17?from=mail&utm_source=x#top", "/product/17"),
        ("https://shop.test/product/17", "/product/17"),
        ("https://other.test/product/17", "//other.test/product/17"),
        ("/list?page=2&sort=name", "/list?page=2&sort=name"),
        ("?sort=name&page=2", "?page=2&sort=name"),
        ("/docs#install", "/docs#install"),
        ("#/inbox", "#/inbox"),
        ("/caf%C3%A9", "/café"),
        ("/login?next=/a", "/login"),
        ("#", "#"),
        ("", "#"),
        ("javascript:void(0)", "#"),
        ("javascript:remove(3)", "javascript:remove(3)"),
        ("mailto:bob@shop.test", "mailto:bob@shop.test"),
    ],
)
def test_a_link_is_known_by_all_that_says_where_it_leads(address: str, link: str) -> None:
    assert link_of(address, "https://shop.test/here") == link


@pytest.mark.parametrize(
    ("was", "now", "is_same"),
    [
        ("/users/5/edit", "/users/7/edit", True),
        ("/users/5/edit", "/users/7/delete", False),
        ("/users/5/edit", "/users/all/edit", False),
        ("/goods/blue-mug", "/goods/red-cup", True),
        ("/goods/blue-mug", "/goods/delete-everything", False),
        ("/show?id=5&view=full", "/show?id=6&view=full", True),
        ("/show?id=5&view=full", "/show?id=6&view=edit", False),
        ("/show?id=5", "/show?id=5&all=1", False),
    ],
)
def test_a_link_that_depends_on_a_value_differs_in_that_part_alone(was: str, now: str, is_same: bool) -> None:
    assert leads_to(generalize_link(was, "blue mug"), now, "red cup") is is_same
