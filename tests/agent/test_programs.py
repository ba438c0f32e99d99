"""Programs run by an agent, on a screen in memory with a model that says what it was given to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from replies import say, tap, type_into

from askonce.agent import Agent
from askonce.config import ProgramSettings, RecordingSettings, Settings
from askonce.errors import ConfigError, ModelUnavailable, OverBudget, ProgramError, ProgramFailed, Unresumable
from askonce.geometry import Box
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.program.journal import MemoryJournal
from askonce.program.program_run import ProgramRun
from askonce.program.syntax_tree import Program, Step
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.sync import Agent as BlockingAgent
from askonce.sync.coroutine_runner import ThreadRunner
from askonce.values import Secret

QUICK = ProgramSettings(final_check=False, replans=0, failures=1)
SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.0), program=QUICK)
Replies = Iterable[str | Exception] | Callable[[Request], str]

ADD = say(
    type_into(1, "{note}"), tap(2, "the button Add"), expect='visible "{note}"; field "Title" is ""', done="added"
)
NOTES = """\
Record list "milk", "bread", "eggs" as {notes}
For each {note} in {notes}:
    Add a note {note}
Set variable {answer} to the number of elements in {notes}
"""


class Notes(FakeScreen):
    """A list of notes to which one can add. Element numbers: 1 the title, 2 Add."""

    def __init__(self) -> None:
        self.title = Field("Title", Box(20, 20, 200, 30))
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.add)
        self.notes: list[str] = []
        super().__init__([self.title, self.button])

    def add(self) -> None:
        self.notes.append(self.title.value)
        self.title.value = ""
        listed = [Text(note, Box(20, 140 + 40 * place, 200, 30)) for place, note in enumerate(self.notes)]
        self.show(self.title, self.button, *listed)


def agent_on(screen: FakeScreen, replies: Replies, settings: Settings = SETTINGS) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel(replies)
    return Agent(screen, Models.of(model), settings=settings), model


async def test_a_program_is_run_and_later_passes_of_its_loops_are_replayed() -> None:
    screen = Notes()
    agent, model = agent_on(screen, [ADD])

    result = await agent.run(NOTES)

    assert screen.notes == ["milk", "bread", "eggs"]
    assert (result.answer, result.calls, len(model.asked)) == (3, 1, 1)
    assert agent.recordings is None


async def test_nothing_is_replayed_where_recordings_are_switched_off() -> None:
    off = replace(SETTINGS, recordings=RecordingSettings(strategy="off"))
    agent, model = agent_on(Notes(), lambda _: ADD, off)
    await agent.run(NOTES)
    assert len(model.asked) == 3


async def test_what_one_run_kept_in_memory_is_gone_in_the_next() -> None:
    agent, model = agent_on(Notes(), lambda _: ADD)
    await agent.run(NOTES)
    await agent.run('Set {note} to "tea"\nAdd a note {note}')
    assert len(model.asked) == 2


async def test_an_act_and_a_program_of_one_line_do_the_same() -> None:
    acted, ran = Notes(), Notes()
    replies = [say(type_into(1, "milk")), say(tap(2), expect='visible "milk"', done="added")]
    agent, _ = agent_on(acted, list(replies))
    done = await agent.act("add a note milk")
    agent, _ = agent_on(ran, list(replies))
    result = await agent.run("add a note milk")
    assert ran.log == acted.log
    assert result.actions == len(done.actions) == 2


async def test_a_program_may_be_a_file_or_one_that_was_read_before(tmp_path: Path) -> None:
    file = tmp_path / "notes.stp"
    file.write_text(NOTES, "utf-8")
    agent, _ = agent_on(Notes(), lambda _: ADD)

    assert (await agent.run(file)).answer == 3
    assert (await agent.run(str(file))).answer == 3
    result = await agent.run(NOTES)
    assert (await agent.run(Program(result.program.statements))).answer == 3


async def test_variables_are_passed_by_name_and_secrets_are_told_to_nobody() -> None:
    screen = Notes()
    answer = say(type_into(1, "{code}"), tap(2), done="added", expect='field "Title" is ""')
    agent, model = agent_on(screen, [answer, say(done="added")])

    result = await agent.run('Add a note {code}\nSet variable {answer} to "{user}"', code=Secret("k-4711"), user="Ann")

    assert screen.notes == ["k-4711"]
    assert result.answer == "Ann"
    assert all("k-4711" not in message.text for request in model.asked for message in request.messages)


async def test_a_program_with_a_mistake_is_refused_before_anything_is_done() -> None:
    screen = Notes()
    agent, model = agent_on(screen, [])
    with pytest.raises(ProgramError, match=r"program:2:\d+: error: [\s\S]*\{nobody\}"):
        await agent.run("Add a note\nAdd a note {nobody}")
    assert screen.log == []
    assert model.asked == []


async def test_what_a_program_tells_and_asks_reaches_whoever_runs_it() -> None:
    agent, _ = agent_on(Notes(), [])
    told: list[str] = []

    result = await agent.run(
        'Ask user "Which one?", get response as {which}\nTell user "It is {which}"',
        on_ask=lambda question: f"the answer to {question}",
        on_tell=told.append,
    )

    assert told == ["It is the answer to Which one?"] == list(result.told)


async def test_a_question_to_a_user_who_is_not_there_is_refused() -> None:
    agent, _ = agent_on(Notes(), [])
    with pytest.raises(ProgramError, match="user"):
        await agent.run('Ask user "Which one?", get response as {which}\nTell user {which}')


async def test_one_agent_runs_one_program_at_a_time() -> None:
    agent, _ = agent_on(Notes(), [])

    async def ask(question: str) -> str:
        assert agent.running
        with pytest.raises(ConfigError, match="running already"):
            await agent.run("Tell user hello")
        return "yes"

    await agent.run('Ask user "Go on?", get response as {it}\nTell user {it}', on_ask=ask)
    assert agent.running is None


async def test_a_run_is_looked_into_and_changed_where_it_is_paused() -> None:
    agent, _ = agent_on(Notes(), [])
    seen: list[object] = []

    def look(run: ProgramRun) -> None:
        seen.append((run.line, run.variables))
        run.set_variable("total", 5)
        run.step()

    program = "set {total} to 1\nset {total} to {total} + 1\nset {answer} to {total}\n"
    result = await agent.run(program, breakpoints=[2], on_pause=look)

    assert seen == [(2, {"total": 1}), (3, {"total": 6})]
    assert result.answer == 5


async def test_a_run_that_failed_is_taken_up_where_it_was(tmp_path: Path) -> None:
    settings = replace(SETTINGS, runs=tmp_path)
    screen = Notes()
    agent, _ = agent_on(screen, [ADD], replace(settings, recordings=RecordingSettings(strategy="off")))
    with pytest.raises(ProgramFailed) as failed:
        await agent.run(NOTES)
    await agent.close()
    assert failed.value.line == 3
    assert (agent.trace.folder or tmp_path).joinpath("journal.jsonl").is_file()

    agent, model = agent_on(screen, lambda _: ADD, settings)
    result = await agent.run(NOTES, resume=True)

    assert screen.notes == ["milk", "bread", "eggs"]
    assert result.answer == 3
    assert len(model.asked) == 1  # for the second note; the third is added as the second was


async def test_a_journal_can_be_named(tmp_path: Path) -> None:
    settings = replace(SETTINGS, runs=tmp_path)
    agent, _ = agent_on(Notes(), [ModelUnavailable("away")], settings)
    with pytest.raises(ProgramFailed):
        await agent.run("Set {x} to 1\nAdd a note")
    await agent.close()
    assert agent.trace.folder
    again, _ = agent_on(Notes(), [say(done="there")], settings)
    assert (await again.run("Set {x} to 1\nAdd a note", resume=agent.trace.folder)).variables == {"x": 1}


async def test_a_run_that_left_no_journal_cannot_be_taken_up(tmp_path: Path) -> None:
    agent, _ = agent_on(Notes(), [], replace(SETTINGS, runs=tmp_path))
    with pytest.raises(Unresumable, match="no journal"):
        await agent.run(NOTES, resume=True)


async def test_files_of_a_program_are_in_its_work_folder(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("name\nann\nbob\n", "utf-8")
    agent, _ = agent_on(Notes(), [])
    program = 'read table "in.csv" as {people}\nSave {people} as table file "out.csv"'

    await agent.run(program, work_folder=tmp_path)

    assert (tmp_path / "out.csv").read_text("utf-8").split() == ["name", "ann", "bob"]


async def test_a_task_in_words_becomes_a_program_that_is_run() -> None:
    def answer(request: Request) -> str:
        return ADD if "# Instruction" in request.messages[-1].text else f"```\n{NOTES}```"

    screen = Notes()
    agent, model = agent_on(screen, answer)

    result = await agent.pursue("add notes for milk, bread and eggs; how many are there?")

    assert (screen.notes, result.answer) == (["milk", "bread", "eggs"], 3)
    assert len(model.asked) == 2
    assert any(isinstance(one, Step) for _, one in result.program.walk())


def test_programs_run_for_code_that_does_not_await() -> None:
    with ThreadRunner() as runner:
        screen = Notes()
        agent = BlockingAgent(agent_on(screen, [ADD])[0], runner)
        result = agent.run(NOTES)
    assert (result.answer, screen.notes) == (3, ["milk", "bread", "eggs"])


async def test_code_in_a_step_may_look_at_the_screen() -> None:
    code = """
shown = ui.check('the button "Add" is visible')
total = len(notes)
"""
    agent, _ = agent_on(Notes(), [say(("Code", {"code": code}), done="counted")])

    result = await agent.run("Set {notes} to [1, 2]\nWork out how many notes there are, record as {total}")

    assert result.variables["total"] == 2


async def test_a_program_that_is_written_may_ask_whoever_is_there() -> None:
    written = '```\nAsk user "Which?", get response as {which}\nSet variable {answer} to {which}\n```'
    agent, _ = agent_on(Notes(), [written])
    assert (await agent.pursue("Tell me which", on_ask=lambda _: "this one")).answer == "this one"


async def test_a_run_goes_on_from_a_journal_of_the_callers() -> None:
    journal, screen = MemoryJournal(), Notes()
    agent, _ = agent_on(screen, lambda _: ADD)
    with pytest.raises(OverBudget):
        await agent.run(NOTES, journal=journal, settings=replace(QUICK, lines=3))
    assert screen.notes == ["milk"]
    agent, _ = agent_on(screen, lambda _: ADD)
    await agent.run(NOTES, journal=journal, resume=True)
    assert screen.notes == ["milk", "bread", "eggs"]


@pytest.mark.parametrize(
    ("resume", "journal", "words"),
    [(Path("j.jsonl"), MemoryJournal(), "and from a journal of yours"), (False, "monday", "'monday' is not a journal")],
)
async def test_a_journal_that_cannot_be_meant_is_refused(resume: bool | Path, journal: object, words: str) -> None:
    agent, _ = agent_on(Notes(), [])
    with pytest.raises(ConfigError, match=words):
        await agent.run(NOTES, journal=journal, resume=resume)  # type: ignore[arg-type]
