"""What a step read is read again without a planner, in the next pass of a loop or another run."""

from __future__ import annotations

import json

import pytest
from replies import say, tap
from step_companion import Fellow

from askonce import RecordingSettings, Settings
from askonce.agent import Agent
from askonce.errors import NotRecorded
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.planning.act_result import ActResult
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field, Text

COUNT = "count the notes"


class Notes(FakeScreen):
    """Element numbers: 1 the search, 2 what adds a note, 3 how many there are."""

    def __init__(self, count: int = 2, search: str = "") -> None:
        self.count = count
        self.search = Field("Search", Box(20, 20, 200, 30))
        self.search.value = search
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.add)
        super().__init__([self.search, self.button, Text(f"{count} notes", Box(20, 100, 200, 30))])

    def add(self) -> None:
        self.count += 1
        self.show(self.search, self.button, Text(f"{self.count} notes", Box(20, 100, 200, 30)))


def agent_on(screen: FakeScreen, store: MemoryRecordings, *replies: str, strict: bool = False) -> Agent:
    settings = Settings(runs=None, recordings=RecordingSettings(patience=0.02))
    kept = Recordings(store, "it", strategy="strict" if strict else "read-write")
    return Agent(screen, Models.of(ScriptedModel(replies)), settings=settings, recordings=kept)


def gives(count: object) -> str:
    return say(done="read", extra=f"<result>{json.dumps({'count': count})}</result>")


async def count_notes(agent: Agent, words: str = COUNT) -> ActResult:
    return await agent.step(words, values={}, companion=Fellow("count"))


async def test_a_count_is_read_again_without_a_question() -> None:
    store = MemoryRecordings()
    asked = await count_notes(agent_on(Notes(), store, gives(2)))
    again = await count_notes(agent_on(Notes(7), store))
    assert (asked.how, asked.results) == ("asked", {"count": 2})
    assert (again.how, again.why, again.results, again.rounds) == ("replayed", "", {"count": 7}, 0)


async def test_where_recordings_are_strict_it_is_read_again_or_refused() -> None:
    store = MemoryRecordings()
    await count_notes(agent_on(Notes(), store, gives(2)))
    assert (await count_notes(agent_on(Notes(5), store, strict=True))).results == {"count": 5}
    with pytest.raises(NotRecorded):
        await count_notes(agent_on(Notes(5, search="milk"), store, strict=True))


@pytest.mark.parametrize(
    ("words", "screen", "told"),
    [(COUNT, Notes(1, search="milk"), 2), ("count the old notes", Notes(1), 2), (COUNT, Notes(9), 3)],
    ids=["a filter", "a word that the page does not say", "another number than the page says"],
)
async def test_a_planner_is_asked_again_where_the_number_may_be_another_one(
    words: str, screen: Notes, told: int
) -> None:
    store = MemoryRecordings()
    await count_notes(agent_on(Notes(), store, gives(told)), words)
    again = await count_notes(agent_on(screen, store, gives(4)), words)
    assert (again.how, again.results) == ("asked", {"count": 4})


async def test_what_was_read_after_steps_is_read_again_only_after_them() -> None:
    store, words = MemoryRecordings(), "press Add and count the notes"
    asked = await count_notes(agent_on(Notes(), store, say(tap(2)), gives(3)), words)
    screen = Notes(7)
    again = await count_notes(agent_on(screen, store), words)
    assert (asked.how, again.how, again.results, screen.count) == ("asked", "replayed", {"count": 8}, 8)


async def test_what_a_planner_read_after_a_replay_is_read_again_only_after_one() -> None:
    store, words = MemoryRecordings(), "press Add and count the notes"
    await count_notes(
        agent_on(Notes(), store, say(tap(2)), gives(99)), words
    )  # no number of the page, so it is not kept
    await count_notes(agent_on(Notes(7), store, gives(8)), words)
    screen = Notes(4)
    again = await count_notes(agent_on(screen, store), words)
    assert (again.how, again.results, screen.count) == ("replayed", {"count": 5}, 5)


async def test_a_value_of_an_earlier_reply_is_not_taken_for_one_of_the_last_screen() -> None:
    store, words = MemoryRecordings(), "count the notes and press Add"
    early = say(tap(2), extra='<result>{"count": 2}</result>')
    await count_notes(agent_on(Notes(), store, early, say(done="ok")), words)
    assert store.read("it").readings == ()
