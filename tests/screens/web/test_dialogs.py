"""Dialogs block a page, but never the one who works with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site, tap
from playwright.async_api import Dialog as BrowserDialog
from playwright.async_api import Page

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens import Dialog
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen, open_page_screen
from askonce.values import Mask, Secret


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


ASKING = """<button style='width:200px;height:100px' onclick='document.title = confirm("Delete all?")'>delete</button>
<p onclick='document.title = prompt("Your name?", "nobody")'>name</p>"""


async def test_a_question_stays_open_and_the_tap_comes_back(show: Show) -> None:
    screen = await show(ASKING)
    before = await screen.capture()
    tree = await screen.tree()
    await tap(screen, "button")
    assert screen.dialog == Dialog("confirm", "Delete all?")
    assert screen.news() == ("a confirm dialog opened and waits for an answer: 'Delete all?'",)
    await screen.settle()
    assert await screen.capture() == replace(before, is_earlier=True)
    assert await screen.tree() is tree
    assert (await screen.size()).width == 800


@pytest.mark.parametrize("case", ["learned since", "shown since", "known"])
async def test_the_last_picture_before_a_dialog_is_shown_only_if_it_was_searched_for_the_secrets_of_now(
    show: Show, case: str
) -> None:
    screen, mask = await show(ASKING + "<h1>sesame-4711</h1>"), Mask()
    eyes = Eyes(screen, mask)
    if case != "learned since":
        mask.learn({"word": Secret("sesame-4711")})
    await eyes.shot(exact=False)
    if case == "shown since":
        await screen.evaluate("() => { document.querySelector('h1').style.marginTop = '200px' }")
        await screen.capture()  # by another than these eyes
    mask.learn({"word": Secret("sesame-4711")})
    await tap(screen, "button")
    eyes.blink()
    shot = await eyes.shot(exact=False)
    assert shot.is_earlier
    assert bool(shot.withheld) == (case != "known")


async def test_every_other_verb_refuses_until_it_is_answered(show: Show) -> None:
    screen = await show(ASKING)
    await screen.capture()
    await tap(screen, "button")
    at = Point(1, 1)
    for verb in (
        lambda: screen.tap(at), lambda: screen.hover(at), lambda: screen.type("x"), lambda: screen.clear(),
        lambda: screen.press("Enter"), lambda: screen.scroll(0, 1), lambda: screen.scroll_to("top"),
        lambda: screen.navigate("about:blank"), lambda: screen.back(), lambda: screen.reload(),
        lambda: screen.choose(at, ["x"]), lambda: screen.evaluate("1"), lambda: screen.wait_for_change(1),
        lambda: screen.drag(at, at), lambda: screen.close_tab(), lambda: screen.switch_tab(1),
    ):  # fmt: skip
        with pytest.raises(NotOperable, match=r"a dialog is open: confirm 'Delete all\?'"):
            await verb()
    await screen.answer(True)
    assert screen.dialog is None
    assert await screen.evaluate("document.title") == "true"


async def test_answers_reach_the_page(show: Show) -> None:
    screen = await show(ASKING)
    await tap(screen, "button")
    await screen.answer(False)
    assert await screen.evaluate("document.title") == "false"
    await tap(screen, "p")
    assert screen.dialog == Dialog("prompt", "Your name?", "nobody")
    await screen.answer(True, "Bob")
    assert await screen.evaluate("document.title") == "Bob"
    await tap(screen, "p")
    await screen.answer(True)
    assert await screen.evaluate("document.title") == "nobody"
    with pytest.raises(NotOperable, match="no dialog is open"):
        await screen.answer(True)


async def test_one_question_may_follow_another(show: Show) -> None:
    screen = await show("<button onclick='document.title = [confirm(1), confirm(2)]'>twice</button>")
    await tap(screen, "button")
    await screen.answer(True)
    assert screen.dialog == Dialog("confirm", "2")
    await screen.answer(False)
    assert await screen.evaluate("document.title") == "true,false"


async def test_alerts_are_accepted_and_told(show: Show) -> None:
    screen = await show("<button onclick='alert(\"Saved\"); document.title = 1'>save</button>")
    await tap(screen, "button")
    await screen.settle()
    assert await screen.evaluate("document.title") == "1"
    assert screen.news() == ("an alert said 'Saved'",)
    assert screen.news() == ()


@pytest.mark.parametrize(("policy", "answer"), [("accept", "true"), ("dismiss", "false")])
async def test_a_policy_answers_at_once(show: Show, policy: str, answer: str) -> None:
    screen = await show(ASKING, dialogs=policy)
    await tap(screen, "button")
    await screen.settle()
    assert await screen.evaluate("document.title") == answer
    assert screen.news() == (
        f"a confirm dialog was {policy.removesuffix('e')}{'d' if policy[-1] == 'e' else 'ed'}: 'Delete all?'",
    )


async def test_leaving_a_page_that_asks_to_stay_works(show: Show, site: Site) -> None:
    site.serve("/", "<title>stay</title><input><script>onbeforeunload = (event) => event.preventDefault()</script>")
    site.serve("/next", "<title>next</title>")
    screen = await show(site.home)
    await tap(screen, "input")
    await screen.type("unsaved")
    await screen.navigate("/next")
    assert await screen.evaluate("document.title") == "next"


async def test_a_page_that_asks_while_it_loads_can_be_answered(show: Show, site: Site) -> None:
    site.serve("/", "<script>document.title = confirm('Enter?')</script>")
    screen = await show(site.home)
    assert screen.dialog == Dialog("confirm", "Enter?")
    await screen.answer(True)
    assert await screen.evaluate("document.title") == "true"


async def test_an_answer_of_the_users_own_listener_is_respected(own_page: Page) -> None:
    async def accept(dialog: BrowserDialog) -> None:
        await dialog.accept()

    own_page.on("dialog", accept)
    await own_page.set_content(ASKING)
    async with await open_page_screen(own_page) as screen:
        await tap(screen, "button")
        await screen.settle()
        await own_page.wait_for_function("document.title === 'true'")
        assert screen.dialog is None


async def test_closing_a_screen_answers_what_is_open(own_page: Page) -> None:
    await own_page.set_content(ASKING)
    screen: WebScreen = await open_page_screen(own_page)
    await tap(screen, "button")
    assert screen.dialog
    await screen.close()
    assert await own_page.evaluate("document.title") == "false"
