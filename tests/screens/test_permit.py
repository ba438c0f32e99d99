"""Nothing reaches a screen that the permit was not asked for, and nothing at all once it was refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.actions import Action
from askonce.agent import Agent
from askonce.config import Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import RunLost, ScreenError
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.program.journal import MemoryJournal
from askonce.program.journal_records import ActionEnded, StatementDone
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import screen_protocol
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.screens.permit import LOOKS, TOUCHES, Permission
from askonce.script.play_options import Surroundings
from askonce.script.player import Player
from askonce.script.script_loader import load_script

SETTINGS = Settings(runs=None)
NOTE = 'type "milk" into Title, then press Add'
PROGRAM = """\
Record list "a", "b" as {all}
For each {one} in {all}:
    Type {one} into Title
    Press Add
"""
SCRIPT = f"""\
interface: {{ module: unused, export: unused }}
tasks:
  - name: one
    continueOnError: true
    flow: [{{ aiAct: '{NOTE}' }}]
  - name: two
    flow: [{{ aiTap: the button Add }}]
"""

Doing = Callable[[Agent], Coroutine[Any, Any, object]]


class Desk(FakeScreen):
    """A list of notes that keeps in `seen` what reached it, beside the asking of the permit."""

    def __init__(self, seen: list[str]) -> None:
        self.seen = seen
        self.title = Field("Title", Box(20, 20, 200, 30))
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.add)
        super().__init__([self.title, self.button])

    def add(self) -> None:
        self.seen.append(f"added {self.title.value}")
        self.title.value = ""
        self.show(self.title, self.button, Text("Added", Box(20, 140, 200, 30)))

    async def tap(self, *given: Any, **named: Any) -> None:
        self.seen.append("tap")
        await super().tap(*given, **named)

    async def type(self, *given: Any, **named: Any) -> None:
        self.seen.append("type")
        await super().type(*given, **named)

    async def clear(self) -> None:
        self.seen.append("clear")
        await super().clear()


class Ring(Action[Desk]):
    """Rings a bell, which is no verb that we know."""

    async def perform(self, screen: Desk) -> None:
        screen.seen.append("rang")


def permit_for(seen: list[str], asks: int) -> Callable[[], None]:
    """Allows something so often."""

    def permit() -> None:
        if seen.count("asked") >= asks:
            seen.append("refused")
            raise RunLost("another has the run")
        seen.append("asked")

    return permit


async def act(agent: Agent) -> None:
    await agent.act(NOTE)


async def do_singly(agent: Agent) -> None:
    await agent.type("Title", "milk")
    await agent.tap("the button Add")


async def run_program(agent: Agent) -> None:
    await agent.run(
        'Record list "a", "b" as {all}\nFor each {one} in {all}:\n    Type {one} into Title\n    Press Add\n'
    )


async def ring_twice(agent: Agent) -> None:
    agent.actions.add(Ring)
    await agent.do(Ring())
    await agent.do(Ring())


WAYS: list[Doing] = [act, do_singly, run_program, ring_twice]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_wherever_the_permit_is_refused_nothing_reaches_the_screen_after_it(way: Doing) -> None:
    whole = await played(way, asks=1000)
    assert [word for word in whole if word != "asked"]
    asked = whole.count("asked")
    for asks in {*range(min(asked, 4)), asked // 2, asked - 1}:
        seen = await played(way, asks)
        assert seen.count("refused") == 1, "it is final: nobody is asked again"
        assert seen == [*whole[: len(seen) - 1], "refused"]
    assert no_touch_without_asking(whole)


async def test_a_replay_is_asked_for_too() -> None:
    store = MemoryRecordings()
    for asks in (1000, 1000, 2):
        seen: list[str] = []
        agent = Agent(
            Desk(seen),
            Models.of(EmbeddedModel()),
            settings=SETTINGS,
            recordings=Recordings(store, "desk"),
            permit=permit_for(seen, asks),
        )
        with lost(expected=asks < 1000):
            async with agent:
                result = await agent.act(NOTE)
                assert result.how
    assert seen[-1] == "refused"
    assert "added milk" not in seen


async def test_a_script_that_goes_on_after_errors_does_not_go_on_after_this_one(tmp_path: Path) -> None:
    file = tmp_path / "notes.yaml"
    file.write_text(SCRIPT)
    seen: list[str] = []
    screen = Desk(seen)
    async with launch.screen(screen, model=EmbeddedModel(), settings=SETTINGS, permit=permit_for(seen, 2)) as agent:
        result = await Player(load_script(file), Surroundings(SETTINGS)).play_with(agent)
    assert isinstance(result.cause, RunLost)
    assert [task.status for task in result.tasks] == ["failed", "notRun"]
    assert seen[-1] == "refused"


async def test_a_lost_run_writes_nothing_of_it_into_its_journal() -> None:
    seen: list[str] = []
    journal = MemoryJournal()
    agent = Agent(Desk(seen), Models.of(EmbeddedModel()), settings=SETTINGS, permit=permit_for(seen, 0))
    with pytest.raises(RunLost):
        await agent.run("Press Add\n", journal=journal)
    assert not [record for record in journal.read() if isinstance(record, ActionEnded | StatementDone)]


async def test_a_refusal_in_the_middle_of_typing_keeps_the_form_from_being_sent(page: Page) -> None:
    told: list[list[str]] = []
    for asks in range(7):
        await page.set_content(
            "<!doctype html><script>window.seen = []</script>"
            "<form onsubmit=\"seen.push('sent'); return false\"><label>Name <input></label></form>"
            "<script>for (const kind of ['mousedown', 'input', 'keydown'])"
            "  document.addEventListener(kind, event => seen.push(kind + (event.key || '')), true)</script>"
        )
        permit = permit_for([], asks)
        with suppress(RunLost):
            async with launch.page(page, model=EmbeddedModel(), settings=SETTINGS) as agent:
                with Permission(permit).over(agent.screen):
                    await agent.type("Name", "Ann", enter=True)
        told.append(await page.evaluate("seen"))
        if "sent" in told[-1]:
            break
    assert told[0] == []
    assert told[-1][-1] == "sent"
    assert all("sent" not in seen and "keydownEnter" not in seen for seen in told[:-1])
    assert any("input" in seen for seen in told[:-1]), "it was refused between the text and the key"


async def test_a_permit_that_raises_something_else_ends_the_run_all_the_same() -> None:
    def away() -> None:
        raise ScreenError("nobody answers")

    agent = Agent(Desk([]), Models.of(EmbeddedModel()), settings=SETTINGS, permit=away)
    with pytest.raises(RunLost, match="nobody answers"):
        await agent.act(NOTE)


async def test_a_screen_is_as_it_was_once_the_agent_has_ended() -> None:
    seen: list[str] = []
    screen = Desk(seen)
    before = set(vars(screen))
    async with launch.screen(screen, model=EmbeddedModel(), settings=SETTINGS, permit=permit_for(seen, 0)):
        assert "tap" in vars(screen)
    assert set(vars(screen)) == before


def test_each_verb_of_screens_is_known_to_touch_or_to_look() -> None:
    protocols = [
        kind
        for _, kind in inspect.getmembers(screen_protocol, inspect.isclass)
        if kind.__module__ == screen_protocol.__name__
    ]
    verbs = {name for kind in protocols for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction)}
    assert verbs - TOUCHES - LOOKS == set()
    assert not TOUCHES & LOOKS


async def played(way: Doing, asks: int) -> list[str]:
    seen: list[str] = []
    agent = Agent(Desk(seen), Models.of(EmbeddedModel()), settings=SETTINGS, permit=permit_for(seen, asks))
    with lost(expected=asks < 1000):
        await way(agent)
    return seen


@contextmanager
def lost(*, expected: bool) -> Iterator[None]:
    if not expected:
        yield
        return
    with pytest.raises(RunLost):
        yield


def no_touch_without_asking(seen: list[str]) -> bool:
    touches = [number for number, word in enumerate(seen) if word in {"tap", "type", "clear", "rang"}]
    return all(seen[number - 1] == "asked" for number in touches)
