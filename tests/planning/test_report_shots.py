"""Pictures for the report: taken where the settings say, never at the cost of an act, never with a secret in sight."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from replies import say, tap, type_into

from askonce.agent import Agent
from askonce.config import Settings, Shots, ShotSettings
from askonce.errors import NotFound, NotOperable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Shot
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.trace import Acted, Looked, Trace, read_trace
from askonce.values import Secret

DONE = say(done="saved")


class Form(FakeScreen):
    """A field and a button. Element numbers: 1 and 2."""

    def __init__(self) -> None:
        self.captured = 0
        super().__init__([Field("Name", Box(10, 10, 200, 30)), Button("Save", Box(10, 60, 100, 30))])

    async def capture(self) -> Shot:
        self.captured += 1
        return await super().capture()


class Invisible(Form):
    async def capture(self) -> Shot:
        raise NotOperable("nothing can be seen here", remedy="read the elements")


def agent_on(
    screen: FakeScreen, folder: Path | None, when: Shots, *replies: str, recordings: Recordings | None = None
) -> Agent:
    left = iter(replies)
    settings = Settings(runs=None, shots=ShotSettings(when))
    models = Models.of(ScriptedModel(lambda request: next(left)))
    return Agent(screen, models, settings=settings, trace=Trace(folder), recordings=recordings)


def told(folder: Path) -> str:
    """The looks with a picture and the actions of a run, in their order."""
    signs: dict[type, str] = {Looked: "o", Acted: "x"}
    entries = [entry.event for entry in read_trace(folder)]
    return "".join(signs.get(type(one), "") for one in entries if not (isinstance(one, Looked) and one.shot is None))


TWO = (say(type_into(1, "Bob"), tap(2)), DONE)


@pytest.mark.parametrize(
    ("when", "wanted"), [("seen", "xx"), ("rounds", "oxxoo"), ("actions", "oxoxoo")], ids=["seen", "rounds", "actions"]
)
async def test_a_planner_that_reads_elements_leaves_the_pictures_that_were_wished_for(
    tmp_path: Path, when: Shots, wanted: str
) -> None:
    agent = agent_on(Form(), tmp_path, when, *TWO)
    await agent.act("save Bob", sees="elements")
    assert told(tmp_path) == wanted


async def test_without_a_folder_for_runs_nobody_looks_at_pictures_and_none_is_taken() -> None:
    screen = Form()
    await agent_on(screen, None, "actions", *TWO).act("save Bob", sees="elements")
    assert screen.captured == 0


async def test_a_screen_that_cannot_be_pictured_is_acted_on_all_the_same(tmp_path: Path) -> None:
    await agent_on(Invisible(), tmp_path, "actions", *TWO).act("save Bob", sees="elements")
    assert told(tmp_path) == "xx"


async def test_a_failure_has_its_picture(tmp_path: Path) -> None:
    agent = agent_on(Form(), tmp_path, "rounds", "no", "no")
    with pytest.raises(NotFound):
        await agent.tap("the purple teapot", recordable=False)
    assert told(tmp_path).endswith("o")


async def test_a_replay_takes_pictures_only_when_they_are_wished_for(tmp_path: Path) -> None:
    wishes: dict[Shots, str] = {"rounds": "xx", "actions": "oxoxo"}
    for when, wanted in wishes.items():
        kept = Recordings(MemoryRecordings(), "form")
        await agent_on(Form(), None, "seen", *TWO, recordings=kept).act("save Bob", sees="elements")
        folder = tmp_path / when
        agent = agent_on(Form(), folder, when, recordings=kept)
        assert (await agent.act("save Bob", sees="elements")).how == "replayed"
        assert told(folder) == wanted


async def test_a_secret_in_plain_sight_is_painted_over_in_pictures_for_people(tmp_path: Path) -> None:
    agent = agent_on(Form(), tmp_path, "actions", say(type_into(1, "{word}"), tap(2)), DONE)
    await agent.act("save {word}", word=Secret("xyzzy"), sees="elements")
    last = [entry.event for entry in read_trace(tmp_path) if isinstance(entry.event, Looked) and entry.event.shot][-1]
    assert last.shot
    with Image.open(io.BytesIO((tmp_path / "blobs" / last.shot).read_bytes())) as picture:
        assert picture.convert("RGB").getpixel((100, 25)) == (0, 0, 0)


async def test_the_first_step_is_seen_before_it_is_done(tmp_path: Path) -> None:
    agent = agent_on(Form(), tmp_path, "rounds")
    await agent.tap("Save")
    await agent.tap("Save")
    assert told(tmp_path) == "oxoxo"
