"""A form that several lines fill in is never sent half: a browser that has lost it gets it filled in again."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, Route

from askonce import launch
from askonce.agent import Agent
from askonce.config import ProgramSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import OverBudget, Unresumable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.program.filled_form import is_form_lost
from askonce.program.journal_records import FilledField, FilledForm
from askonce.screens.fake import FakeScreen, Field
from askonce.trace import Entry, Noted
from askonce.values import Secret

START, FORM = "http://form.test/", "http://form.test/new"
MARKUP = """<!doctype html><h1>New contact</h1><form action=/sent>
<label>Name <input name=name></label><label>Phone <input name=tel></label>
<label><input type=checkbox name=terms> Terms</label><button>Save</button></form>"""
EMPTY_TWIN = MARKUP.replace("New contact", "Old contact").replace("/sent", "/wrong")
PROGRAM = f"Go to {FORM}\ntype {{word}} into Name\ntype 555 into Phone\nclick Save\n"


class Form:
    """A site whose start page has the same form as another one, in which only its own is sent."""

    def __init__(self, browser: Browser, runs: Path) -> None:
        self.browser, self.runs = browser, runs
        self.sent: list[dict[str, str]] = []
        self.notes: list[str] = []
        self.markup = MARKUP

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, Noted):
            self.notes.append(entry.event.text)

    async def answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path in ("/sent", "/wrong"):
            fields = {name: value[0] for name, value in parse_qs(address.query).items()}
            self.sent.append(fields if address.path == "/sent" else {"wrong": address.query})
        body = {"/": EMPTY_TWIN, "/new": self.markup}.get(address.path, "<!doctype html><h1>Sent</h1>")
        await route.fulfill(body=body, content_type="text/html")

    @asynccontextmanager
    async def agent(self) -> AsyncGenerator[Agent]:
        """An agent in a browser of its own, on the start page."""
        context = await self.browser.new_context()
        page = await context.new_page()
        await page.route("http://form.test/**", self.answer)
        await page.goto(START)
        async with launch.page(page, model=EmbeddedModel(), settings=Settings(runs=self.runs)) as agent:
            agent.trace.subscribe(self)
            yield agent
        await context.close()


@pytest.fixture
def form(chromium: Browser, tmp_path: Path) -> Form:
    return Form(chromium, tmp_path)


async def _interrupt(agent: Agent, program: str, lines: int, **options: Any) -> Path:
    """The journal of a run that ended after so many lines."""
    with pytest.raises(OverBudget):
        await agent.run(program, settings=ProgramSettings(lines=lines), **options)
    assert agent.trace.folder
    return agent.trace.folder / "journal.jsonl"


async def test_a_new_browser_gets_the_form_filled_in_again(form: Form, tmp_path: Path) -> None:
    word = Secret("teatime")
    async with form.agent() as agent:
        await _interrupt(agent, PROGRAM, 2, word=word)
        journal = await _interrupt(agent, PROGRAM, 3, word=word, resume=True)
    assert not any("going back" in note for note in form.notes), "the browser of the run has the form"
    assert "teatime" not in journal.read_text("utf-8")
    kept, gone = (Path(shutil.copy(journal, tmp_path / name)) for name in ("kept.jsonl", "gone.jsonl"))

    async with form.agent() as agent:
        form.markup = MARKUP.replace("name=name", "name=name value=teatime").replace("name=tel", "name=tel value=555")
        await agent.run(PROGRAM, resume=kept, word=word)
        assert form.sent == [{"name": "teatime", "tel": "555"}]
        assert not any("going back" in note for note in form.notes), "the server has kept the form"

        form.markup = MARKUP
        await agent.run(PROGRAM, resume=journal, word=word)
        assert form.sent[1:] == [{"name": "teatime", "tel": "555"}]
        assert any("has lost what was filled in (Name, Phone): going back to line 2" in note for note in form.notes)

        form.markup = MARKUP.replace("Phone", "Fax")
        with pytest.raises(Unresumable, match="has lost what earlier lines filled in"):
            await agent.run(PROGRAM, resume=gone, word=word)
        assert len(form.sent) == 2
    assert '"form":{}' in journal.read_text("utf-8"), "what was sent is not filled in again"


@pytest.mark.parametrize("line", ["tick Terms", "Set {number} to 1\nif the button Save is visible:\n   "])
async def test_a_form_that_cannot_be_filled_in_again_stops_the_run(form: Form, line: str) -> None:
    program = f"Go to {FORM}\ntype 555 into Phone\n{line}\nclick Save\n".replace("   \n", "    ")
    async with form.agent() as agent:
        journal = await _interrupt(agent, program, 3)
    async with form.agent() as agent:
        with pytest.raises(Unresumable, match=r"new has lost what earlier lines filled in \('Phone'"):
            await agent.run(program, resume=journal)
        assert not form.sent
        await agent.run(program, resume=journal, interrupted_line="repeat")
        assert [sent.get("tel", "") for sent in form.sent] == [""], "the user took it upon himself"


@pytest.mark.parametrize(
    ("label", "is_begun", "stops"),
    [("Search recipes", True, False), ("Search recipes", False, True), ("Name", True, True)],
)
async def test_only_a_search_need_not_be_what_it_was_for_a_line_that_was_begun(
    label: str, is_begun: bool, stops: bool
) -> None:
    agent = Agent(
        FakeScreen([Field(label, Box(20, 20, 200, 30))]), Models.of(EmbeddedModel()), settings=Settings(runs=None)
    )
    form = FilledForm("fake://start", (FilledField("textbox", label, "Bean Chili"),))
    about: Any = SimpleNamespace(form=form, form_start=None, is_rewound=False, secrets=(), position="line 2")
    about.statement = SimpleNamespace(words="save it")
    if stops:
        with pytest.raises(Unresumable, match=label):
            await is_form_lost(agent, about, is_begun=is_begun)
    else:
        assert not await is_form_lost(agent, about, is_begun=is_begun)
