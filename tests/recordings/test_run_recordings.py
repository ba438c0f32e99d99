# ruff: noqa: E501 - markup reads better unwrapped
"""Who may read and write recordings, and when: on a screen in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from replies import say

from askonce import RecordingSettings, Settings
from askonce.agent import Agent
from askonce.errors import (
    ConfigError,
    GaveUp,
    ModelNotAsked,
    NotFound,
    NotRecorded,
    ProgramFailed,
    RecordingError,
    ReplayFailed,
)
from askonce.geometry import Box
from askonce.launch import open_recordings
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.recording import RecordingFile
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import Change, FolderRecordings, MemoryRecordings, RecordingStore
from askonce.screens.fake import Button, FakeScreen, Field, Text


class Form(FakeScreen):
    """A field and a button whose name a test may choose."""

    def __init__(self, button: str = "Save") -> None:
        self.field = Field("Name", Box(20, 20, 200, 30))
        super().__init__([self.field, Button(button, Box(20, 60, 100, 30), on_tap=self.save)])

    def save(self) -> None:
        self.show(Text(f"Saved {self.field.value}", Box(20, 20, 300, 30)))


SAVE = "save {name}"


def planned(button: str = "Save") -> str:
    typed = ("Type", {"target": "the field Name", "text": "{name}"})
    return say(typed, ("Tap", {"target": f"the button {button}"}), expect='visible "Saved"', done="ok")


def agent_on(screen: FakeScreen, store: RecordingStore, *replies: str, **how: Any) -> Agent:
    settings = Settings(runs=None, recordings=RecordingSettings(patience=0.05))
    recordings = Recordings(store, "it", **how)
    return Agent(screen, Models.of(ScriptedModel(replies)), settings=settings, recordings=recordings)


async def save(agent: Agent, name: str = "Ann", **more: Any) -> tuple[str, str]:
    result = await agent.act(SAVE, name=name, **more)
    return result.how, result.why


@pytest.fixture
def store() -> MemoryRecordings:
    return MemoryRecordings()


async def test_read_write_keeps_what_worked_and_does_it_again(store: MemoryRecordings) -> None:
    assert await save(agent_on(Form(), store, planned())) == ("asked", "nothing was recorded for this instruction")
    assert await save(agent_on(Form(), store), "Bob") == ("replayed", "")


async def test_read_only_tells_of_deviations_and_writes_nothing(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    await save(agent_on(Form(), store, planned()))
    before = (tmp_path / "it.yaml").read_bytes()
    assert await save(agent_on(Form(), store, strategy="read-only"), "Bob") == ("replayed", "")
    healed = say(("Tap", {"target": "the button Keep"}), expect='visible "Saved"', done="ok")
    how, why = await save(agent_on(Form("Keep"), store, healed, strategy="read-only"))
    assert how == "healed"
    assert "step 2 of 2" in why
    assert why.endswith("there is no button 'Save'; not recorded: recordings are read-only")
    unknown = say(("Tap", {"target": "the button Save"}), expect='visible "Saved"', done="ok")
    result = await agent_on(Form(), store, unknown, strategy="read-only").act("just save")
    assert (result.how, result.why) == (
        "asked",
        "nothing was recorded for this instruction; not recorded: recordings are read-only",
    )
    await agent_on(Form(), store, strategy="read-only").tap("the button Save")
    assert (tmp_path / "it.yaml").read_bytes() == before


async def test_strict_replays_or_fails_and_asks_no_model(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    await save(agent_on(Form(), store, planned()))
    before = (tmp_path / "it.yaml").read_bytes()
    assert await save(agent_on(Form(), store, strategy="strict"), "Bob") == ("replayed", "")

    agent = agent_on(Form(), store, strategy="strict")
    with pytest.raises(NotRecorded, match="nothing was recorded for this instruction") as caught:
        await agent.act("save {nam}", nam="Bob")
    assert str(tmp_path / "it.yaml") in caught.value.message
    assert "the closest there is 'save {name}'" in caught.value.message
    assert "read-write" in caught.value.remedy
    await agent.tap("the button Save")  # what the elements tell needs no recording
    assert (tmp_path / "it.yaml").read_bytes() == before


async def test_a_strict_replay_that_no_longer_fits_names_the_step_and_what_is_there(store: MemoryRecordings) -> None:
    await save(agent_on(Form(), store, planned()))

    with pytest.raises(ReplayFailed) as caught:
        await save(agent_on(Form("Save it"), store, planned("Save it"), strategy="strict"), "Bob")

    assert (
        "step 2 of 2, Tap(the button Save), as a part of: next step: there is no button 'Save'" in caught.value.message
    )
    assert 'it looked for the button "Save"' in caught.value.message
    assert 'did you mean the button "Save it"?' in caught.value.message
    assert caught.value.steps == ("Type(the field Name, text='{name}')",)


async def test_strict_checks_and_queries_answer_from_the_elements_or_fail(store: MemoryRecordings) -> None:
    agent = agent_on(Form(), store, "never", strategy="strict")

    assert await agent.check('the button "Save" is visible', timeout=0)
    with pytest.raises(ModelNotAsked, match="whether 'it looks nice' holds cannot be decided"):
        await agent.check("it looks nice", timeout=0)
    with pytest.raises(ModelNotAsked, match="'the mood of the page' cannot be read"):
        await agent.query("the mood of the page")
    with pytest.raises(NotFound, match="recordings are strict"):
        await agent.locate("the purple teapot", timeout=0)


async def test_strict_without_recordings_says_how_to_name_them() -> None:
    strict = Settings(runs=None, recordings=RecordingSettings(strategy="strict"))
    agent = Agent(Form(), Models.of(ScriptedModel(["never"])), settings=strict)

    with pytest.raises(NotRecorded, match="no recordings are kept") as caught:
        await agent.act("just save")
    assert 'recordings="shop"' in caught.value.remedy


async def test_strict_says_so_where_the_caller_forbids_recordings(store: MemoryRecordings) -> None:
    with pytest.raises(NotRecorded, match="it is called with recordable=False") as caught:
        await agent_on(Form(), store, "never", strategy="strict").act("just save", recordable=False)
    assert "leave recordable=False out" in caught.value.remedy


async def test_a_strict_program_fails_at_the_line_that_is_not_recorded(store: MemoryRecordings) -> None:
    agent = agent_on(Form(), store, "never", strategy="strict")

    with pytest.raises(ProgramFailed, match=r"line 1.*recordings are strict: nothing was recorded") as caught:
        await agent.run('Save the form as "Ann".')
    assert isinstance(caught.value.__cause__, NotRecorded)


async def test_a_read_only_replay_that_cannot_be_healed_names_the_step(store: MemoryRecordings) -> None:
    await save(agent_on(Form(), store, planned()))
    given_up = '<complete success="false">no such button</complete>'

    with pytest.raises(GaveUp) as caught:
        await save(agent_on(Form("Keep"), store, given_up, given_up, strategy="read-only"))

    assert (
        "step 2 of 2, Tap(the button Save), as a part of: next step: there is no button 'Save'" in caught.value.message
    )
    assert 'it looked for the button "Save"' in caught.value.message


async def test_write_only_records_everything_anew(store: MemoryRecordings) -> None:
    await save(agent_on(Form(), store, planned()))
    assert await save(agent_on(Form("Keep"), store, planned("Keep"), strategy="write-only")) == (
        "asked",
        "recordings are write-only",
    )
    assert await save(agent_on(Form("Keep"), store)) == ("replayed", "")


def test_off_means_that_there_are_no_recordings(tmp_path: Path) -> None:
    off = Settings(runs=tmp_path, recordings=RecordingSettings(strategy="off"))
    assert open_recordings("it", off) is None
    assert open_recordings(Recordings(MemoryRecordings(), "it", strategy="off"), Settings(runs=tmp_path)) is None
    with pytest.raises(ConfigError, match="there is no folder for the recordings 'it'"):
        open_recordings("it", Settings(runs=None))


async def test_what_cannot_be_taken_over_from_a_cache_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "shop.cache.yaml").write_text("caches:\n- {type: spin, prompt: the wheel}\n")
    recordings = open_recordings("shop", Settings(runs=None, recordings=RecordingSettings(store=str(tmp_path))))
    assert recordings
    await recordings.load()
    [remark] = recordings.new_remarks()
    assert "entry 1 was left out: it is of type 'spin'" in remark
    assert recordings.new_remarks() == []


async def test_on_pass_keeps_nothing_before_the_block_has_passed(store: MemoryRecordings) -> None:
    async with agent_on(Form(), store, planned(), commit="on-pass") as agent:
        await save(agent)
        assert store.read("it") == RecordingFile()
    assert len(store.read("it").recordings) == 1


async def test_on_pass_keeps_nothing_of_a_block_that_raised(store: MemoryRecordings) -> None:
    async def fail() -> None:
        async with agent_on(Form(), store, planned(), commit="on-pass") as agent:
            await save(agent)
            raise AssertionError

    with pytest.raises(AssertionError):
        await fail()
    assert store.read("it") == RecordingFile()


async def test_on_pass_replays_within_the_run_what_is_not_written_yet(store: MemoryRecordings) -> None:
    screen = Form()
    async with agent_on(screen, store, planned(), commit="on-pass") as agent:
        await save(agent)
        screen.field.value = ""
        screen.show(screen.field, Button("Save", Box(20, 60, 100, 30), on_tap=screen.save))
        assert await save(agent, "Bob") == ("replayed", "")


async def test_recordable_false_neither_replays_nor_records(store: MemoryRecordings) -> None:
    await save(agent_on(Form(), store, planned()))
    before = store.read("it")
    assert await save(agent_on(Form(), store, planned()), "Bob", recordable=False) == (
        "asked",
        "it is called with recordable=False",
    )
    assert store.read("it") == before


async def test_recordable_true_records_what_would_not_be(store: MemoryRecordings) -> None:
    cheapest = say(("Tap", {"target": "the button Save"}), expect='visible "Saved"', done="ok")
    result = await agent_on(Form(), store, cheapest).act("save the cheapest")
    assert result.why == (
        "nothing was recorded for this instruction; not recorded: what it compares may have changed by then ('cheapest')"
    )
    assert store.read("it") == RecordingFile()
    await agent_on(Form(), store, cheapest).act("save the cheapest", recordable=True)
    assert (await agent_on(Form(), store).act("save the cheapest")).how == "replayed"


async def test_what_a_run_did_not_use_can_be_pruned(store: MemoryRecordings) -> None:
    """Used are: what was replayed, what was found by its words, and what was made."""
    await save(agent_on(Form(), store, planned()))
    await agent_on(Form(), store).type("the field Name", "x")
    await agent_on(Form(), store).tap("the button Save")
    await agent_on(Form(), store, say(("Tap", {"target": "the button Save"}), expect='visible "Saved"', done="ok")).act(
        "old"
    )
    assert len(store.read("it").recordings) == 4
    screen = Form()
    agent, fresh = agent_on(screen, store), screen.widgets
    await agent.tap("the button Save")
    screen.show(*fresh)
    assert await save(agent) == ("replayed", "")
    recordings = agent.recordings
    assert recordings
    assert await recordings.prune() == 2
    assert [one.instruction for one in store.read("it").recordings] == [SAVE, "Tap(the button Save)"]


async def test_a_read_only_run_says_what_it_would_prune_and_leaves_it(store: MemoryRecordings) -> None:
    await save(agent_on(Form(), store, planned()))
    assert await Recordings(store, "it", strategy="read-only").prune() == 1
    assert len(store.read("it").recordings) == 1


async def test_a_broken_file_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "it.yaml").write_text("recordings: [\n  what?")
    agent = agent_on(Form(), FolderRecordings(tmp_path), planned())
    with pytest.raises(RecordingError, match=r"it\.yaml"):
        await save(agent)
    with pytest.raises(RecordingError, match=r"it\.yaml"):
        await save(agent_on(Form(), FolderRecordings(tmp_path), planned(), strategy="write-only"))
    assert (tmp_path / "it.yaml").read_text() == "recordings: [\n  what?"


class Full(MemoryRecordings):
    """A store that has no room the first time."""

    is_full = True

    def update(self, id: str, change: Change) -> RecordingFile:
        if self.is_full:
            raise RecordingError("there is no room left")
        return super().update(id, change)


async def test_what_could_not_be_written_is_told_and_written_later() -> None:
    store = Full()
    agent = agent_on(Form(), store, planned())
    with pytest.raises(RecordingError, match="no room left"):
        await save(agent)
    store.is_full = False
    await agent.close()
    assert len(store.read("it").recordings) == 1


async def test_a_folder_that_is_none_is_told_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file stands where the folder should be")
    screen = Form()
    with pytest.raises(RecordingError, match="kept"):
        await save(agent_on(screen, FolderRecordings(tmp_path / "kept"), planned()))
    assert screen.log == []
