"""Files for the file chooser that an act or an action opens, also when it is replayed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page
from replay_rig import Runs, Site, tap
from replies import say

from askonce import launch
from askonce.config import Settings
from askonce.errors import ConfigError, NotAllowed, NotOperable
from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen

PAGE = """<h1>Pictures</h1><button onclick='field.click()'>Add a picture</button><button>Leave</button>
<input id=field type=file hidden onchange='note.textContent = `got ${this.files[0].name}`'><p id=note></p>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cat.png").write_bytes(b"cat")
    (tmp_path / "dog.png").write_bytes(b"dog")
    return tmp_path


async def test_a_tap_hands_files_to_the_chooser_that_it_opens(web_page: Page, folder: Path) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=1)) as agent:
        with pytest.raises(ConfigError, match=r"no file 'bird\.png' to hand over"):
            await agent.tap("Add a picture", files="bird.png")
        assert await web_page.inner_text("#note") == ""
        await agent.tap("Add a picture", files=folder / "cat.png")
        assert await web_page.inner_text("#note") == "got cat.png"
        with pytest.raises(NotOperable, match=r"no file chooser opened, so cat\.png was not handed over"):
            await agent.tap("Leave", files=[folder / "cat.png"])
        with pytest.raises(NotOperable, match="takes one file, not 2"):
            await agent.tap("Add a picture", files=[folder / "cat.png", folder / "dog.png"])


async def test_an_act_with_files_is_replayed_with_files(
    chromium: Browser, borrow_page: Callable[[], Awaitable[Page]], folder: Path
) -> None:
    runs, site = Runs(chromium, borrow_page, folder / "kept"), Site({"/": PAGE})
    address = site.home
    async with runs.on(
        address, say(tap("the button Add a picture"), expect='visible "got cat.png"', done="added")
    ) as agent:
        await agent.act("add a picture", files=folder / "cat.png")
        assert await agent.page.inner_text("#note") == "got cat.png"
    async with runs.on(site.home) as agent:
        assert (await agent.act("add a picture", files=folder / "cat.png")).how == "replayed"
        assert await agent.page.inner_text("#note") == "got cat.png"
        with pytest.raises(NotAllowed, match="outside the folder for uploads"):
            await agent.act("add a picture", files=folder / "cat.png", files_from=folder / "kept")
    site.stop()


async def test_a_screen_without_file_choosers_says_so() -> None:
    async with launch.screen(FakeScreen([Button("Save", Box(20, 60, 100, 30))]), settings=Settings(runs=None)) as agent:
        with pytest.raises(ConfigError, match="this fake screen has no file choosers"):
            await agent.tap("Save", files="cat.png")


@pytest.mark.parametrize("folder", ["", "cat.png", "missing"])
async def test_files_come_from_a_folder_that_exists(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cat.png").write_bytes(b"cat")
    monkeypatch.chdir(tmp_path)
    async with launch.screen(FakeScreen([Button("Save", Box(20, 60, 100, 30))]), settings=Settings(runs=None)) as agent:
        with pytest.raises(ConfigError, match=f"empty path|'{folder}', which is not a folder") as caught:
            await agent.act("press Save", files_from=folder)
        assert "fileChooserAllowedDir" in caught.value.remedy
        with pytest.raises(ConfigError, match="a file to hand over has an empty path"):
            await agent.tap("Save", files="")
