"""A page that says by itself whether a text can be read: "yes" only where that is certain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from local_site import Show, Site, fill_screen, let_time_pass
from playwright.async_api import Frame

from askonce.geometry import Point


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


LONG = 25.0


async def test_a_text_in_view_is_shown(show: Show) -> None:
    screen = await show()
    for html in (
        "<p>Your order is saved</p>",
        "<p>YOUR order  is\n saved</p>",
        "<div><p>Your <b>order</b> is <i><u>sa</u>ved</i></p></div>",
        "<button>Your or\u00adder is saved</button>",
        "<label>Name <input></label><button>Save</button> <span>Your order is saved</span> <a href=/>Undo</a>",
        "<div>Your order is saved<p>Thank you</p></div>",
        "<p>Welcome, Ann. Your order is saved. Thank you</p>",
    ):
        await fill_screen(screen, html)
        assert await screen.wait_for_texts(["Your order is saved"], 0), html


async def test_a_text_that_nobody_reads_is_not(show: Show) -> None:
    screen = await show()
    for html in (
        "<p>Your order</p><p>is saved</p>",
        "<p>Your order is saved, thank you</p>",
        "<p>Wrong: your order is saved. No</p>",
        "<p>Done. Your order is saved not</p>",
        "<p>We do not know whether <b>your order is saved</b></p>",
        "<p>We do not know whether <a href=/>your order is saved</a></p>",
        "<p>Your <b style='opacity: 0'>order</b> is saved</p>",
        "<p>Your order <span style='position: absolute; left: -99px'>is</span> saved</p>",
        "<p style='opacity: 0'>Your order is saved",
        "<p style='visibility: hidden'>Your order is saved",
        "<div style='display: none'><p>Your order is saved</p></div>",
        "<p style='margin-top: 3000px'>Your order is saved",
        "<div style='height: 30px; overflow: hidden'><p style='margin-top: 60px'>Your order is saved</p></div>",
        "<p>Your order is saved<i style='position: fixed; inset: 0; background: red'>",
        "<script>'Your order is saved'</script>",
        "<iframe srcdoc='Your order is saved'></iframe>",
    ):
        await fill_screen(screen, html)
        assert not await screen.wait_for_texts(["Your order is saved"], 0), html


async def test_all_texts_are_waited_for(show: Show) -> None:
    screen = await show("<p>Your order is saved</p><p id=late></p>")
    waiting = asyncio.ensure_future(screen.wait_for_texts(["Your order is saved", "Thank you"], LONG))
    await screen.page.evaluate("late.textContent = 'Thank you'")
    assert await waiting


async def test_a_page_that_asks_something_is_no_error(show: Show) -> None:
    screen = await show("<p onclick='confirm(1)'>Your order is saved</p>")
    await screen.page.evaluate("setTimeout(() => confirm('Sure?'))")
    assert not await screen.wait_for_texts(["Nothing of the kind"], LONG)
    assert screen.dialog is not None
    assert not await screen.wait_for_texts(["Your order is saved"], LONG)


async def test_what_a_page_tells_with_a_text_is_not_asked_for_again(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    evaluate = Frame.evaluate

    async def listen(self: Frame, expression: str, arg: Any = None) -> Any:
        asked.extend(part for part in arg if part in ("stirs", "due")) if isinstance(arg, list) else None
        return await evaluate(self, expression, arg)

    screen = await show("<p id=p></p>")
    assert await screen.appearance()
    await screen.page.evaluate("p.textContent = 'Your order is saved'")
    monkeypatch.setattr(Frame, "evaluate", listen)
    assert await screen.wait_for_texts(["Your order is saved"], LONG)
    before = await screen.appearance()
    await screen.rest()
    assert asked == []
    await screen.tap(Point(300, 300))
    await screen.page.evaluate("document.body.style.color = 'red'")
    assert await screen.appearance() != before  # that is another time
    await screen.rest()
    assert asked == ["stirs", "due"]


async def test_what_was_typed_is_waited_for_although_a_text_is_shown(show: Show, site: Site) -> None:
    saves = "p.textContent = 'Draft'; setTimeout(() => { p.dataset.saved = 'yes' }, 400)"
    site.serve("/", f'<input autofocus oninput="{saves}"><p id=p></p>')
    screen = await show(site.home)
    await screen.type("x")
    assert await screen.wait_for_texts(["Draft"], LONG)
    await screen.rest()
    assert await screen.page.evaluate("p.dataset.saved") == "yes"


async def test_a_text_that_only_a_script_holds_is_not_there_yet(show: Show) -> None:
    screen = await show("<p id=late></p><script>const text = 'Your order is saved'</script>")
    await screen.settle()  # from here on it is watched
    # A page that stands still is not waited for.
    await screen.page.evaluate("window[Symbol.for('askonce.settle')].isStill = () => false")
    waiting = asyncio.ensure_future(screen.wait_for_texts(["Your order is saved"], LONG))
    await let_time_pass(screen)
    await screen.page.evaluate("late.textContent = text")
    assert await waiting


async def test_a_page_that_is_to_be_pictured_tells_of_a_text_once_it_is_loaded(show: Show) -> None:
    screen = await show("<p>Your order is saved</p>")
    await screen.page.evaluate("""() => {
        window.state = 'interactive';
        Object.defineProperty(document, 'readyState', { get: () => state });
        performance.now = () => 0;  // the moment that is waited for never ends
    }""")
    assert await screen.wait_for_texts(["Your order is saved"], LONG)  # nobody asks for what it looks like
    assert await screen.appearance()
    waiting = asyncio.ensure_future(screen.wait_for_texts(["Your order is saved"], LONG))
    await let_time_pass(screen)
    assert not waiting.done()
    await screen.page.evaluate("state = 'complete'")
    assert await waiting


async def test_what_else_came_up_since_the_action_is_told_with_a_text(show: Show) -> None:
    screen = await show(
        "<button onclick='go()'>Save</button><p>Old</p><p id=p></p><i hidden id=i>Later</i><div id=d></div>"
    )
    more = "<div role=alert><b>Card</b> declined<p>Why</p></div><b hidden>Unseen</b><button>Undo</button>"
    await screen.page.evaluate(
        "more => { window.go = () => { p.textContent = 'Saved'; i.hidden = false; d.innerHTML = more } }", more
    )
    await screen.settle()
    (button,) = (node for node in await screen.tree() if node.role == "button")
    await screen.tap(button.box.center)
    shown = await screen.wait_for_texts(["Saved"], LONG)
    assert shown
    assert shown.messages == ("Saved",)
    assert sorted(map(str.strip, shown.beside or ())) == ["Card declined", "Later", "Saved", "Why"]
    assert sorted(map(str.strip, shown.live)) == ["Card declined", "Why"]


async def test_of_a_page_at_rest_nobody_knows_what_came_up(show: Show) -> None:
    screen = await show("<p>Saved</p>")
    await screen.settle()
    shown = await screen.wait_for_texts(["Saved"], LONG)
    assert shown
    assert shown.beside is None
