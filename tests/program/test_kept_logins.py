"""A resumed run has the logins of the run that was interrupted, and nobody else does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE
from uuid import uuid4

import pytest
from local_site import Site
from playwright.async_api import Browser

from askonce import launch
from askonce.config import ProgramSettings, Settings, read_settings
from askonce.embedded import EmbeddedModel
from askonce.errors import OverBudget, ScreenError
from askonce.program.kept_logins import KeptLogins, LoginFile, logins_file
from askonce.screens import Inspectable
from askonce.trace import Entry, Noted
from askonce.values import Mask, Secret

FIRST_LINE = ProgramSettings(lines=1)
PASSWORD = Secret("teatime")


class Notes:
    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, Noted):
            self.texts.append(entry.event.text)


LOGIN = b"""<!doctype html><h1>Shop</h1><button onclick="document.cookie = 'user=Bob'">Log in</button>"""
HOME = b"""<!doctype html><h1>Hello</h1><script>document.querySelector("h1").append(document.cookie)</script>"""


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


async def test_a_resumed_run_in_a_new_browser_is_logged_in(tmp_path: Path, site: Site) -> None:
    settings = Settings(runs=tmp_path, browser=read_settings().browser)
    start = site.serve("/", LOGIN)
    program = f"click Log in\nGo to {site.serve('/home', HOME)}\n"
    async with launch.web(start, model=EmbeddedModel(), settings=settings) as agent:
        with pytest.raises(OverBudget):
            await agent.run(program, settings=FIRST_LINE)
        assert agent.trace.folder
        journal = agent.trace.folder / "journal.jsonl"
    kept = logins_file(journal)
    assert S_IMODE(kept.stat().st_mode) == 0o600
    assert json.loads(kept.read_text("utf-8"))["session"]["cookies"]

    notes = Notes()
    async with launch.web(start, model=EmbeddedModel(), settings=settings) as agent:
        agent.trace.subscribe(notes)
        await agent.run(program, resume=journal)
        assert isinstance(agent.screen, Inspectable)
        assert (await agent.screen.tree()).shows("Hellouser=Bob")
    assert not any("logins" in text for text in notes.texts)
    assert not kept.exists()


async def test_the_logins_of_a_browser_that_is_yours_are_not_written_down(tmp_path: Path, chromium: Browser) -> None:
    page, notes = await chromium.new_page(), Notes()
    await page.set_content(LOGIN.decode())
    async with launch.page(page, model=EmbeddedModel(), settings=Settings(runs=tmp_path)) as agent:
        agent.trace.subscribe(notes)
        await agent.run("click Log in\n", settings=ProgramSettings(final_check=False))
    await page.close()
    assert not list(tmp_path.rglob("*.logins*"))  # noqa: ASYNC240 - nothing runs beside it
    assert any("the logins of this run are not kept" in text for text in notes.texts)


class Holder:
    """A screen's session in memory."""

    def __init__(self, session: object, error: ScreenError | None = None) -> None:
        self.session_id = uuid4().hex
        self.session = json.dumps(session)
        self.error = error

    async def read_session(self) -> str:
        if self.error:
            raise self.error
        return self.session

    async def set_session(self, session: str) -> bool:
        self.session = session
        return True


async def test_what_holds_a_secret_is_left_out(tmp_path: Path) -> None:
    journal, mask = tmp_path / "journal.jsonl", Mask()
    mask.learn({"password": PASSWORD})
    entries = [{"name": "theme", "value": "dark"}, {"name": "draft", "value": 'my "teatime"'}]
    stores = [{"name": "s", "records": [{"key": 1, "value": {"text": {"inner": "teatime"}}}, {"key": 2}]}]
    origin = {"origin": "https://a.example", "localStorage": entries, "indexedDB": stores}
    state = {"cookies": [{"name": "a", "value": "teatime"}], "origins": [origin]}
    assert not await KeptLogins(LoginFile(journal), Holder(state), mask).keep()
    assert "teatime" not in logins_file(journal).read_text("utf-8")

    fresh = Holder({})
    assert not await KeptLogins(LoginFile(journal), fresh, mask).restore()
    wanted = origin | {"localStorage": entries[:1], "indexedDB": [{"name": "s", "records": [{"key": 2}]}]}
    assert json.loads(fresh.session) == {"cookies": [], "origins": [wanted]}


async def test_the_browser_of_the_run_itself_is_left_as_it_is(tmp_path: Path) -> None:
    holder = Holder({"cookies": [], "origins": []})
    logins = KeptLogins(LoginFile(tmp_path / "journal.jsonl"), holder, Mask())
    await logins.keep()
    holder.session = "newer"
    assert not await logins.restore()
    assert holder.session == "newer"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"screen": 1}', "[" * 100_000])
async def test_damaged_logins_are_none(tmp_path: Path, text: str) -> None:
    journal, holder = tmp_path / "journal.jsonl", Holder({})
    logins_file(journal).write_text(text, "utf-8")
    assert await KeptLogins(LoginFile(journal), holder, Mask()).restore()
    assert holder.session == "{}"


async def test_logins_that_cannot_be_kept_are_no_reason_to_stop(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    assert await KeptLogins(LoginFile(journal), Holder({}, ScreenError("it is gone")), Mask()).keep() == "it is gone"
    assert (
        "could not be written" in await KeptLogins(LoginFile(tmp_path / "none" / "j.jsonl"), Holder({}), Mask()).keep()
    )
