"""An act on pytest-playwright's own `page`. Run by test_blocking_agent.py in a process of its own, as a user would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from replies import say, tap, type_into

from askonce.config import Settings, read_settings
from askonce.screens.web import find_browser
from askonce.sync import launch
from askonce.testing import Asked, ModelServer

FORM = """
<label>Name <input id=who></label> <button onclick="out.textContent = 'Hello ' + who.value + '!'">Greet</button>
<p id=out></p> <iframe srcdoc="<p>inside</p>"></iframe>
"""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": read_settings().browser or find_browser(),
        "args": ["--no-sandbox"],
    }


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def greet(asked: Asked) -> str:
    def number(role: str) -> int:
        found = re.search(rf"\[(\d+)\] {role}", asked.last)
        assert found, asked.last
        return int(found[1])

    return say(
        type_into(number("textbox"), "Bob"), tap(number("button")), expect='visible "Hello Bob!"', done="greeted"
    )


def test_an_act_works_on_the_users_blocking_page(page: Page, server: ModelServer) -> None:
    server.rule(greet)
    page.set_content(FORM)
    with launch.page(page, model=server.settings(), settings=Settings(runs=None)) as agent:
        result = agent.act("greet Bob")
    assert (result.message, result.usage.calls) == ("greeted", 1)
    expect(page.locator("#out")).to_have_text("Hello Bob!")


def test_the_users_frames_stay_blocking_after_an_act(page: Page, server: ModelServer) -> None:
    server.rule(greet)
    page.set_content(FORM)
    before = page.main_frame
    with launch.page(page, model=server.settings(), settings=Settings(runs=None)) as agent:
        agent.act("greet Bob")
        assert page.frames[1].locator("p").inner_text() == "inside"
    assert page.main_frame is before
    assert page.frames[1].locator("p").inner_text() == "inside"
    assert page.context.pages == [page]


def test_the_users_dialog_handlers_still_work(page: Page, server: ModelServer) -> None:
    server.rule(greet)
    page.set_content(FORM)
    with launch.page(page, model=server.settings(), settings=Settings(runs=None)) as agent:
        agent.act("greet Bob")
    messages: list[str] = []

    def dismiss(dialog: Any) -> None:
        messages.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", dismiss)
    assert page.evaluate("confirm('sure?')") is False
    assert messages == ["sure?"]


def test_two_acts_with_the_users_own_steps_in_between(page: Page, server: ModelServer) -> None:
    server.rule(greet)
    page.set_content(FORM)
    with launch.page(page, model=server.settings(), settings=Settings(runs=None)) as agent:
        agent.act("greet Bob")
        page.fill("#who", "")
        page.evaluate("out.textContent = ''")
        agent.act("greet Bob again")
        assert agent.page is page
    expect(page.locator("#out")).to_have_text("Hello Bob!")
