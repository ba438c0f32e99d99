"""What is typed goes into a field, and not where the focus happens to be."""

from __future__ import annotations

import pytest
from playwright.async_api import Page
from replies import say
from shipped_fonts import SANS, font_style

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import NotFound, TypingInDoubt
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import FakeScreen, Field

PAGE = f"""{font_style(SANS)}<body style="margin:0"><canvas width=600 height=300 tabindex=0></canvas><script>
window.typed = ""
const canvas = document.querySelector("canvas")
canvas.onkeydown = event => window.typed += event.key
document.fonts.load("32px {SANS}").then(() => {{
    const pen = canvas.getContext("2d"); pen.font = "32px {SANS}"; pen.fillText("Sign in", 40, 60); canvas.focus()
    window.drawn = true
}})</script>"""


async def test_nothing_is_typed_into_words_that_are_only_drawn(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    await web_page.wait_for_function("window.drawn")
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.tap("Sign in")
        with pytest.raises(NotFound, match="Sign in"):
            await agent.type("Sign in", "qq")
    assert await web_page.evaluate("window.typed") == ""


class Stubborn(FakeScreen):
    """Its field takes three letters of a text and refuses the rest."""

    def __init__(self) -> None:
        self.note = Field("Note", Box(20, 20, 200, 30))
        super().__init__([self.note])

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        await super().type(text[:3], delay=delay)
        raise TypingInDoubt("only a part of the text was typed")


def _note_reply(mode: str) -> str:
    return say(("Type", {"target": "the field Note", "text": "hello", "mode": mode}))


async def test_a_text_that_was_added_in_part_is_not_added_again() -> None:
    screen, model = Stubborn(), ScriptedModel([_note_reply("append"), _note_reply("append"), say(done="ok")])
    async with Agent(screen, Models.of(model), settings=Settings(runs=None)) as agent:
        with pytest.raises(TypingInDoubt, match="only a part"):
            await agent.act("add hello to the note")
    assert (screen.note.value, len(model.asked)) == ("hel", 1)


async def test_a_text_that_replaces_another_may_be_typed_again() -> None:
    screen, model = Stubborn(), ScriptedModel([_note_reply("replace"), _note_reply("replace"), say(done="ok")])
    async with Agent(screen, Models.of(model), settings=Settings(runs=None)) as agent:
        await agent.act("write hello into the note")
    assert (screen.note.value, len(model.asked)) == ("hel", 3)
