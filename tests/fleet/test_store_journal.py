"""The journal of a program in a store: any worker goes on with it, and only the last one writes it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from uuid import uuid4

import pytest
from killing import run_with_kills
from perfect_reader.programs import hello, people

from askonce.agent import Agent
from askonce.config import ProgramSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import FleetError, FleetUnavailable, OverBudget, RunLost, Unresumable
from askonce.fleet.run_store import RunStore, SharedFolder, SharedLocation
from askonce.fleet.store_journal import StoreJournal, read_stored_run
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.program.journal import FlushedJournal, Journal
from askonce.program.journal_records import (
    ActionStarted,
    JournalRecord,
    RunBegan,
    RunResumed,
    StatementDone,
    StatementUndone,
)
from askonce.screens.fake import Button, FakeScreen
from askonce.values import Mask, Secret

BEGAN = RunBegan("press Save\n")


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> RunStore:
    return (
        SharedFolder(tmp_path / "store") if request.param == "folder" else SharedLocation(f"memory://{tmp_path.name}")
    )


async def written(store: RunStore, attempt: int, *records: JournalRecord) -> StoreJournal:
    journal = StoreJournal(store, "r1", attempt)
    await journal.load()
    for record in records:
        journal.append(record)
    await journal.flush()
    return journal


async def test_each_attempt_reads_what_those_before_it_wrote(store: RunStore) -> None:
    first = await written(store, 1, BEGAN, ActionStarted("tap"))
    assert isinstance(first, Journal)
    assert isinstance(first, FlushedJournal)
    second = StoreJournal(store, "r1", 2)
    assert await second.load()
    assert list(second.read()) == [BEGAN, ActionStarted("tap")]
    second.append(RunResumed())
    await second.flush()
    third = StoreJournal(store, "r1", 5)
    assert await third.load()
    assert list(third.read()) == [BEGAN, ActionStarted("tap"), RunResumed()]
    assert read_stored_run(store, "r1").last == RunResumed()


async def test_a_run_of_which_nothing_was_written_begins_from_its_start(store: RunStore) -> None:
    assert not await StoreJournal(store, "r1", 1).load()
    journal = StoreJournal(store, "r1", 2)
    assert not await journal.load()
    with pytest.raises(Unresumable, match="no journal of the run r1"):
        journal.read()


async def test_an_attempt_that_lost_its_run_adds_nothing_to_the_journal(store: RunStore) -> None:
    stale = await written(store, 1, BEGAN)
    after = await written(store, 2, RunResumed())
    stale.append(StatementDone(message="too late"))
    with pytest.raises(RunLost, match="taken over: attempt 2"):
        await stale.flush()
    with pytest.raises(RunLost):
        stale.append(StatementDone(message="later still"))
    # Also what was on its way when the other one began is not read.
    store.write("journals/r1/000001/00000002.jsonl", b'["did",{"message":"on its way"}]\n')
    reader = StoreJournal(store, "r1", 3)
    await reader.load()
    assert list(reader.read()) == [BEGAN, RunResumed()]
    assert list(after.read()) == [BEGAN, RunResumed()]


async def test_an_attempt_that_wakes_up_before_it_wrote_anything_is_late_too(store: RunStore) -> None:
    await written(store, 2, BEGAN)
    with pytest.raises(RunLost, match="taken over"):
        await StoreJournal(store, "r1", 1).load()


async def test_one_attempt_is_made_by_one_worker(store: RunStore) -> None:
    await written(store, 1, BEGAN)
    with pytest.raises(RunLost, match="has begun elsewhere"):
        await StoreJournal(store, "r1", 1).load()


async def test_what_was_done_is_written_also_when_nothing_may_be_done_any_more(store: RunStore) -> None:
    is_lost = False

    def permit() -> None:
        if is_lost:
            raise RunLost("another has it")

    journal = StoreJournal(store, "r1", 1, permit=permit)
    await journal.load()
    journal.append(BEGAN)
    await journal.flush()
    is_lost = True
    journal.append(StatementDone(message="done"))
    await journal.finish()
    assert read_stored_run(store, "r1").last == StatementDone(message="done")
    with pytest.raises(RunLost):
        await StoreJournal(store, "r1", 2, permit=permit).load()


@pytest.mark.parametrize("harm", ["changed", "missing", "doubled"])
async def test_a_journal_that_was_tampered_with_is_not_resumed(store: RunStore, harm: str) -> None:
    journal = await written(store, 1, BEGAN)
    for number in range(3):
        journal.append(ActionStarted(f"tap {number}"))
        await journal.flush()
    path = "journals/r1/000001/00000002.jsonl"
    data = store.read(path)
    assert data
    match harm:
        case "changed":
            store.write(path, data.replace(b"tap 0", b"tap 9"))
        case "missing":
            store.remove(path)
        case _:
            store.write(path, data + data)
    with pytest.raises(Unresumable, match="r1"):
        await StoreJournal(store, "r1", 2).load()


async def test_a_program_begins_anew_although_its_journal_is_damaged_and_goes_on_from_there(store: RunStore) -> None:
    journal = await written(store, 1, BEGAN)
    journal.append(ActionStarted("tap"))
    await journal.flush()
    store.write("journals/r1/000001/begin.json", b"?")
    store.remove("journals/r1/000001/00000001.jsonl")
    with pytest.raises(Unresumable):
        await StoreJournal(store, "r1", 2).load()
    second = StoreJournal(store, "r1", 2, anew_after=1)
    assert not await second.load()
    second.append(BEGAN)
    second.append(ActionStarted("tap again"))
    await second.flush()
    third = StoreJournal(store, "r1", 3)
    assert await third.load()
    assert list(third.read()) == [BEGAN, ActionStarted("tap again")]


async def test_what_stands_in_a_line_before_it_is_done_was_kept_before(store: RunStore) -> None:
    kept: list[int] = []
    journal = StoreJournal(store, "r1", 1, before_done=lambda: kept.append(len(read_stored_run(store, "r1").lines)))
    journal.append(BEGAN)
    await journal.flush()
    assert not kept
    journal.append(StatementDone(message="saved"))
    await journal.flush()
    assert kept == [1]


class AwayStore(SharedFolder):
    """A store that is away for a while."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.failures = 0

    def write(self, path: str, data: bytes) -> None:
        if self.failures:
            self.failures -= 1
            raise FleetUnavailable("it is away")
        super().write(path, data)


async def test_a_store_that_is_away_is_waited_for_and_nothing_is_lost(tmp_path: Path) -> None:
    store = AwayStore(tmp_path)
    journal = StoreJournal(store, "r1", 1)
    await journal.load()
    store.failures = 2
    journal.append(BEGAN)
    turns = 0
    flushing = asyncio.ensure_future(journal.flush())
    while not flushing.done():  # other work goes on meanwhile
        await asyncio.sleep(0.01)
        turns += 1
    await flushing
    assert turns > 1
    assert read_stored_run(store, "r1").last == BEGAN


class SilentStore(SharedFolder):
    """One that never answers when something is written, until it is let go on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.answers = threading.Event()
        self.answers.set()

    def write(self, path: str, data: bytes) -> None:
        self.answers.wait()
        super().write(path, data)


@pytest.mark.parametrize("silent", [False, True], ids=["it says so", "it says nothing"])
async def test_a_store_that_stays_away_loses_the_run_instead_of_going_on_without_a_journal(
    tmp_path: Path, silent: bool
) -> None:
    store = SilentStore(tmp_path) if silent else AwayStore(tmp_path)
    journal = StoreJournal(store, "r1", 1, patience=0.1 if silent else 0.0)
    await journal.load()
    if isinstance(store, SilentStore):
        store.answers.clear()
    else:
        store.failures = 1
    journal.append(BEGAN)
    with pytest.raises(RunLost, match=r"store .* was not reached"):
        await journal.flush()
    with pytest.raises(RunLost):
        journal.append(RunResumed())
    await journal.finish()

    later = StoreJournal(store, "r1", 2)
    assert not await later.load()
    if isinstance(store, SilentStore):
        store.answers.set()
    later.append(RunBegan("press Send\n"))  # what the first one sent arrives now, and is no part of the journal
    await later.flush()
    assert list(StoreJournal(store, "r1", 3).read()) == [RunBegan("press Send\n")]


async def test_secrets_are_hidden_in_it(store: RunStore) -> None:
    journal = StoreJournal(store, "r1", 1)
    journal.mask = Mask()
    journal.mask.learn({"password": Secret("teatime9")})
    journal.append(ActionStarted("type teatime9"))
    await journal.flush()
    texts = [store.read(f"journals/{name}") or b"" for name in store.files("journals")]
    assert texts
    assert not any(b"teatime9" in text for text in texts)


async def test_a_journal_that_began_anew_goes_on_after_the_loss_of_that_worker(store: RunStore) -> None:
    for attempt, asked in ((1, 0), (2, 1)):
        journal = StoreJournal(store, "r1", attempt, anew_after=asked)
        assert not await journal.load()
        for record in (BEGAN, ActionStarted(f"press {attempt}")):
            journal.append(record)
        await journal.finish()

    third = StoreJournal(store, "r1", 3, anew_after=1)  # the same answer, asked for again
    assert await third.load()
    assert list(third.read()) == [BEGAN, ActionStarted("press 2")]


async def test_an_answer_is_used_up_once_an_attempt_has_gone_on_with_it(store: RunStore) -> None:
    records = [[BEGAN, ActionStarted("press Save")], [RunResumed()], [StatementUndone("it is not done")]]
    for attempt, written in enumerate(records, 1):
        journal = StoreJournal(store, "r1", attempt)
        await journal.load()
        assert not journal.has_gone_on(1)
        for record in written:
            journal.append(record)
        await journal.finish()

    last = StoreJournal(store, "r1", 4)
    await last.load()
    assert last.has_gone_on(1)
    assert not last.has_gone_on(3)


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("count", "kills", "seed"), [(1, 1, 5), *(pytest.param(4, 8, seed, marks=pytest.mark.long) for seed in range(6))]
)
def test_each_entry_is_made_once_although_its_workers_are_killed_one_after_the_other(
    tmp_path: Path, count: int, kills: int, seed: int
) -> None:
    persons = people(count)
    lives = run_with_kills(persons, tmp_path, kills=kills, seed=seed, screen="plain", model="embedded", in_store=True)
    assert lives.kills
    assert lives.contacts == persons
    assert lives.messages == hello(persons)


class LoggedIn(FakeScreen):
    """A screen that has logins of its own."""

    def __init__(self, session: str = "") -> None:
        super().__init__([Button("Save", Box(20, 60, 100, 30))])
        self.session, self.session_id = session, uuid4().hex

    async def read_session(self) -> str:
        return self.session

    async def set_session(self, session: str) -> bool:
        self.session = session
        return True


async def test_another_worker_goes_on_with_the_logins_of_the_one_that_was_lost(tmp_path: Path) -> None:
    store, key = SharedFolder(tmp_path / "store"), Secret("a key of ours")
    state = '{"cookies": [{"name": "user", "value": "Bob-4711"}]}'
    program = "Press Save\nPress Save\n"
    quick = ProgramSettings(final_check=False, lines=1)
    first = StoreJournal(store, "r1", 1, key=key)
    agent = Agent(LoggedIn(state), Models.of(EmbeddedModel()), settings=Settings(runs=None))
    with pytest.raises(OverBudget):
        await agent.run(program, journal=first, settings=quick)
    await first.finish()
    with pytest.raises(FleetError, match="the run had logins"):
        await StoreJournal(store, "r1", 2).check_logins()
    screen, second = LoggedIn(), StoreJournal(store, "r1", 2, key=key)
    agent = Agent(screen, Models.of(EmbeddedModel()), settings=Settings(runs=None))
    assert await second.load()
    await second.check_logins()
    await agent.run(program, journal=second, resume=True, settings=ProgramSettings(final_check=False))
    assert "Bob-4711" in screen.session
    assert store.names("logins/r1") == []  # the run has ended
