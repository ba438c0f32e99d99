"""Pages that break what a reader stands on."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, Route
from tree_words import only, roles

from askonce.errors import ScreenError
from askonce.screens.web.page_tree import read_tree


@pytest.mark.parametrize(
    "script",
    [
        "Array.prototype.toJSON = Object.prototype.toJSON = () => 'x'",
        "JSON.stringify = () => 'broken'; JSON.parse = null",
        "Element.prototype.getBoundingClientRect = () => ({})",
        "window.getComputedStyle = () => null",
        "document.elementFromPoint = () => null; Document.prototype.elementFromPoint = () => null",
        "Object.defineProperty(Node.prototype, 'firstChild', {get() { throw Error('no') }})",
        "Object.defineProperty(Element.prototype, 'shadowRoot', {get() { return this }})",
        "Object.prototype.clip = [0, 0, 0, 0]; Object.prototype.label = document.body",
        "window[Symbol.for('askonce.numbers')] = {token: 5, numbers: new WeakMap(), next: 1}",
        "Object.preventExtensions(window)",
    ],
)
async def test_replaced_functions_do_no_harm(page: Page, script: str) -> None:
    await page.set_content(f"<button>A</button><script>{script}</script>")
    button = only(await read_tree(page))
    assert (button.role, button.name, button.states) == ("button", "A", frozenset())
    assert await page.evaluate("document.querySelectorAll('iframe').length") == 0


async def test_fields_named_like_properties_do_no_harm(page: Page) -> None:
    names = [
        "parentNode",
        "firstChild",
        "localName",
        "getAttribute",
        "children",
        "shadowRoot",
        "nodeType",
        "id",
        "matches",
    ]
    fields = "".join(f"<input name={name} aria-label={name}>" for name in names)
    pictures = "".join(
        f"<img name={name} width=9 height=9>"
        for name in ("documentElement", "activeElement", "title", "scrollingElement")
    )
    await page.set_content(f"<form>{fields}</form>{pictures}")
    assert roles(await read_tree(page)) == [f"textbox {name}" for name in names]


async def test_what_cannot_be_read_is_our_own_error(page: Page) -> None:
    await page.set_content("<button>A</button><script>String.prototype.charCodeAt = null</script>")
    with pytest.raises(ScreenError, match="could not be read"):
        await read_tree(page)


async def test_an_answer_of_the_wrong_shape_is_our_own_error(page: Page) -> None:
    await page.set_content("<button>A</button><script>String.prototype.slice = () => '\"'</script>")
    with pytest.raises(ScreenError, match="could not be read"):
        await read_tree(page)


async def test_enormous_texts_are_cut(page: Page) -> None:
    await page.set_content("<button></button><input><p></p>")
    await page.evaluate(
        "for (const e of document.querySelectorAll('*')) { e.title = 'y'.repeat(1e6); e.value = 'z'.repeat(1e6) }"
    )
    await page.evaluate(
        "document.querySelector('button').textContent = document.querySelector('p').textContent = 'word '.repeat(2e5)"
    )
    for node in await read_tree(page):
        assert len(node.name) <= 1000
        assert len(node.text) <= 10_000
        assert len(node.value or "") <= 10_000


async def test_broken_characters_become_readable(page: Page) -> None:
    await page.set_content("<button></button>")
    await page.evaluate("document.querySelector('button').textContent = 'a\\ud800b\\u0000c\\u2028\\ud83d\\ude00\"\\\\'")
    assert only(await read_tree(page)).name == 'a\ufffdb c 😀"\\'


async def test_labels_that_point_at_each_other_end(page: Page) -> None:
    await page.set_content(
        "<button id=a aria-labelledby=b>A</button><button id=b aria-labelledby='a b'>B</button><p id=a>twice</p>"
    )
    assert [node.name for node in await read_tree(page) if node.actionable] == ["B", "A B"]


async def test_a_thousand_levels_are_walked(page: Page) -> None:
    await page.set_content("<body></body>")
    await page.evaluate(
        "() => { let e = document.body; for (let i = 0; i < 1000; i++) "
        "e = e.appendChild(document.createElement('div')); e.innerHTML = '<button>A</button>' }"
    )
    assert roles(await read_tree(page)) == ["button A"]


async def test_a_strict_policy_does_not_stop_the_reader(page: Page) -> None:
    async def answer(route: Route) -> None:
        await route.fulfill(
            body="<button>A</button>",
            content_type="text/html",
            headers={"Content-Security-Policy": "default-src 'none'; sandbox allow-scripts"},
        )

    await page.route("**/*", answer)
    await page.goto("http://strict.test/")
    assert roles(await read_tree(page)) == ["button A"]
