"""An act that is a step of something longer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import pytest
from replies import say, tap, type_into
from step_companion import Fellow

from askonce.actions import Action
from askonce.agent import Agent
from askonce.companion import Companion
from askonce.config import RecordingSettings, Settings
from askonce.errors import GaveUp, ProgramError, UnreadableReply
from askonce.geometry import Box
from askonce.models import Message, Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.program.hands import Hands
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.values import Secret

SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.0))


class Notes(FakeScreen):
    """A list of notes to which one can add. Element numbers: 1 the title, 2 Add, 3 how many there are."""

    def __init__(self) -> None:
        self.title = Field("Title", Box(20, 20, 200, 30))
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.add)
        self.notes: list[str] = []
        super().__init__([self.title, self.button, Text("0 notes", Box(20, 100, 200, 30))])

    def add(self) -> None:
        self.notes.append(self.title.value)
        self.title.value = ""
        count = Text(f"{len(self.notes)} notes", Box(20, 100, 200, 30))
        self.show(self.title, self.button, count, *self._listed())

    def _listed(self) -> list[Text]:
        return [Text(note, Box(20, 140 + 40 * place, 200, 30)) for place, note in enumerate(self.notes)]


class Rig(Agent):
    model: ScriptedModel

    def question(self, number: int = -1) -> str:
        return self.model.asked[number].messages[-1].text


def agent_on(
    screen: FakeScreen,
    *replies: str,
    answer: Callable[[Request], str] | None = None,
    family: str = "generic",
    recordings: bool = False,
) -> Rig:
    said: Iterable[str | Exception] | Callable[[Request], str] = answer or list(replies)
    model = ScriptedModel(said, family=family)
    kept = Recordings(MemoryRecordings(), "it") if recordings else None
    agent = Rig(screen, Models.of(model), settings=SETTINGS, recordings=kept)
    agent.model = model
    return agent


def result(**values: Any) -> str:
    return f"<result>{json.dumps(values)}</result>"


ADD = (type_into(1, "{note.title}"), tap(2, "the button Add"))
ADDED = say(*ADD, expect='visible "{note.title}"; field "Title" is ""', done="added")


async def add(agent: Rig, fellow: Fellow, title: str) -> Any:
    return await agent.step("add a note {note.title}", values={"note.title": title}, companion=fellow)


def test_an_agent_is_the_hands_of_a_program_and_a_companion_is_the_same_thing_on_both_sides() -> None:
    agent: Hands = agent_on(Notes())
    fellow: Companion = Fellow()
    assert agent.trace is not None
    assert fellow.replays


async def test_a_step_is_told_in_one_message_without_any_earlier_reply() -> None:
    agent = agent_on(Notes(), say(tap(1)), say(tap(2), log="press the button"), ADDED)
    fellow = Fellow()

    await add(agent, fellow, "milk")

    assert [[message.role for message in request.messages] for request in agent.model.asked] == [["system", "user"]] * 3
    assert fellow.attempts == [[], [], ['next step → Tap(it): done, hit textbox "Title"']]
    last = agent.question()
    assert last.index("## The program") < last.index("# Instruction") < last.index("# What happened")
    assert last.index("You wanted to: press the button\n- Tap(it): done") < last.index("# Screen")


async def test_the_rules_are_the_same_for_every_step_whatever_it_is_to_give() -> None:
    agent = agent_on(Notes(), ADDED, say(done="read", extra=result(count=1)), say(done="over"))

    await add(agent, Fellow(), "milk")
    await agent.step("count the notes", values={}, companion=Fellow("count"))
    await agent.step("stop if there is one", values={}, companion=Fellow(jumps=("break",)))

    assert len({request.messages[0].text for request in agent.model.asked}) == 1
    assert "<belief>" in agent.model.asked[0].messages[0].text
    assert ["<result>{" in request.messages[-1].text for request in agent.model.asked] == [False, True, False]
    assert ["<jump>" in request.messages[-1].text for request in agent.model.asked] == [False, False, True]
    assert "# To give\n<result> for: count" in agent.question(1)
    assert "# Jumps on offer\nbreak" in agent.question(2)


async def test_a_step_gives_what_is_wanted_of_it() -> None:
    agent = agent_on(Notes(), say(done="none", extra=result(count=0, titles=[])))

    done = await agent.step("count the notes", values={}, companion=Fellow("count", "titles"))

    assert done.results == {"count": 0, "titles": []}
    assert (done.jump, done.actions) == ("", ())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", "complete only with a <result> for count"),
        (result(number=1), "names 'number'; it is to give count"),
        ("<result>[1]</result>", "expected a JSON object"),
        ('<result>{"count": 1', "not closed"),
        ("<result>{count: 1}</result>", "broken"),
        (result(count=1) + "<jump>break</jump>", "<jump> cannot be 'break' here"),
    ],
)
async def test_a_result_that_does_not_fit_is_asked_for_once_more(said: str, told: str) -> None:
    agent = agent_on(Notes(), say(done="x", extra=said), say(done="counted", extra=result(count=1)))

    done = await agent.step("count the notes", values={}, companion=Fellow("count"))

    assert done.results == {"count": 1}
    assert told in agent.question()


async def test_a_result_that_never_fits_is_an_error_and_no_guess() -> None:
    agent = agent_on(Notes(), answer=lambda _: say(done="there are many"))
    with pytest.raises(UnreadableReply, match="a <result> for count"):
        await agent.step("count the notes", values={}, companion=Fellow("count"))


async def test_what_was_given_before_the_end_counts_and_is_told_again() -> None:
    agent = agent_on(Notes(), say(tap(1), extra=result(count=0)), say(done="done", extra=result(title="")))

    done = await agent.step("count and clear", values={}, companion=Fellow("count", "title"))

    assert done.results == {"count": 0, "title": ""}
    assert '<result> for: title\nGiven so far: {"count": 0}' in agent.question()


async def test_a_result_given_with_an_end_that_did_not_come_true_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.0)
    first = say(tap(1), expect='visible "9 notes"', done="x", extra=result(count=9))
    agent = agent_on(Notes(), first, say(done="x", extra=result(count=0)))
    fellow = Fellow("count")

    done = await agent.step("count the notes", values={}, companion=fellow)

    assert done.results == {"count": 0}
    assert fellow.unmet == ['visible "9 notes"']
    assert "<result> for: count" in agent.question()


async def test_a_step_may_say_that_the_loop_is_over_where_that_is_offered() -> None:
    agent = agent_on(Notes(), say(done="nothing left", extra="<jump>break</jump>"))

    done = await agent.step("stop at the end", values={}, companion=Fellow("title", jumps=("break",)))

    assert done.jump == "break"


async def test_a_jump_without_an_end_is_not_taken() -> None:
    agent = agent_on(Notes(), say(tap(1), extra="<jump>break</jump>"), say(done="went on"))

    done = await agent.step("go on", values={}, companion=Fellow(jumps=("break",)))

    assert done.jump == ""
    assert "<jump> counts only beside" in agent.question()


async def test_belief_is_handed_on_line_by_line() -> None:
    belief = "<belief>\n+ the note is saved\n- b2\n!b3\na bare line\n</belief>"
    agent = agent_on(Notes(), say(done="ok", extra=belief))
    fellow = Fellow()

    await agent.step("look", values={}, companion=fellow)

    assert fellow.beliefs == ["+ the note is saved", "- b2", "!b3", "+ a bare line"]


async def test_an_act_on_its_own_knows_nothing_of_results_and_jumps() -> None:
    agent = agent_on(Notes(), say(done="ok", extra="<jump>break</jump><result>{</result>"))

    done = await agent.act("look")

    assert (done.message, dict(done.results), done.jump) == ("ok", {}, "")
    assert "<belief>" not in agent.model.asked[0].messages[0].text


async def test_each_action_is_told_before_and_after_it_is_done() -> None:
    agent = agent_on(Notes(), say(("AnswerDialog", {"accept": True})), ADDED)
    fellow = Fellow()

    await add(agent, fellow, "milk")

    assert fellow.log == [
        "before AnswerDialog(accept=True)",
        "after AnswerDialog(accept=True): no dialog is open",
        "before Type(the field, text='{note.title}')",
        "after Type(the field, text='{note.title}')",
        'before Tap(the button Add), expecting visible "milk", expecting field "Title" is ""',
        "after Tap(the button Add)",
    ]
    assert fellow.held == ['visible "milk"', 'field "Title" is ""']


async def test_a_companion_can_stop_a_step_before_an_action() -> None:
    screen = Notes()
    agent = agent_on(screen, ADDED)
    with pytest.raises(ProgramError, match="stopped"):
        await add(agent, Fellow(stop=ProgramError("stopped by hand")), "milk")
    assert screen.log == []


# ---- recordings


async def test_the_second_pass_of_a_loop_replays_the_first_with_its_own_values() -> None:
    screen, fellow = Notes(), Fellow()
    agent = agent_on(screen, ADDED, recordings=True)

    for title in ("milk", "bread", "eggs"):
        done = await add(agent, fellow, title)

    assert screen.notes == ["milk", "bread", "eggs"]
    assert (done.how, len(agent.model.asked)) == ("replayed", 1)
    assert fellow.log.count("after Tap(the button Add)") == 3
    assert 'visible "eggs"' in fellow.held


async def test_a_step_that_was_interrupted_in_its_middle_is_not_replayed() -> None:
    screen = Notes()
    agent = agent_on(screen, ADDED, say(done="is there already"), recordings=True)

    await add(agent, Fellow(), "milk")
    done = await add(agent, Fellow(replays=False), "bread")

    assert (screen.notes, done.how) == (["milk"], "asked")


async def test_a_replayed_step_that_wants_a_result_asks_for_the_result_alone() -> None:
    screen = Notes()
    added = say(*ADD, expect='visible "{note.title}"')
    agent = agent_on(
        screen,
        added,
        say(done="ok", extra=result(count=1)),
        say(done="ok", extra=result(count=2)),
        recordings=True,
    )

    for title in ("milk", "bread"):
        done = await add(agent, Fellow("count"), title)

    assert screen.notes == ["milk", "bread"]
    assert (done.results, done.how, len(agent.model.asked)) == ({"count": 2}, "replayed", 3)
    assert "They were just done again" in agent.question()
    assert "<result> for: count" in agent.question()


async def test_a_step_that_deviates_is_mended_with_its_task_told_in_every_round() -> None:
    screen = Notes()
    agent = agent_on(screen, ADDED, recordings=True)
    await add(agent, Fellow(), "milk")
    screen.button.label = "Keep"
    replies = iter(
        [
            say(tap(1)),
            say(tap(2, "the button Keep"), expect='visible "bread"', done="kept"),
            say(done="read", extra=result(count=2)),
        ]
    )
    agent.model._answer = lambda _: next(replies)  # pyright: ignore

    done = await add(agent, Fellow("count"), "bread")

    assert screen.notes == ["milk", "bread"]
    assert (done.how, done.results) == ("healed", {"count": 2})
    asked = [request.messages[-1].text for request in agent.model.asked[1:]]
    assert ["Handle only this one recorded step" in text for text in asked] == [True, True, False]
    assert ["# To give" in text for text in asked] == [False, False, True]


async def test_every_round_after_a_recording_was_left_lists_what_was_replayed() -> None:
    screen = Notes()
    agent = agent_on(screen, ADDED, recordings=True)
    await add(agent, Fellow(), "milk")
    screen.button.label = "Keep"
    replies = iter(
        [
            say(failed="there is no such button"),
            say(("Scroll", {"direction": "down"})),
            say(tap(2, "the button Keep"), expect='visible "bread"', done="kept"),
        ]
    )
    agent.model._answer = lambda _: next(replies)  # pyright: ignore

    done = await add(agent, Fellow(), "bread")

    assert (done.how, screen.notes) == ("asked", ["milk", "bread"])
    healing, *after = [request.messages[-1].text for request in agent.model.asked[1:]]
    assert "do not repeat them" not in healing
    assert len(after) == 2
    for text in after:
        assert "These actions were performed; do not repeat them:\n- Type(" in text


async def test_a_result_that_needs_more_than_the_recording_did_is_looked_for() -> None:
    screen = Notes()
    agent = agent_on(
        screen,
        say(*ADD, expect='visible "{note.title}"'),
        say(done="ok", extra=result(count=1)),
        say(("Scroll", {"direction": "down"})),
        say(done="ok", extra=result(count=2)),
        recordings=True,
    )

    await add(agent, Fellow("count"), "milk")
    done = await add(agent, Fellow("count"), "bread")

    assert (done.results, done.how) == ({"count": 2}, "healed")
    assert "Only what is listed under" in agent.question()


async def test_giving_up_on_a_result_after_a_replay_ends_the_step() -> None:
    agent = agent_on(
        Notes(),
        say(*ADD, expect='visible "{note.title}"'),
        say(done="ok", extra=result(count=1)),
        say(failed="no number anywhere"),
        recordings=True,
    )
    await add(agent, Fellow("count"), "milk")
    with pytest.raises(GaveUp, match="no number anywhere"):
        await add(agent, Fellow("count"), "bread")


# ---- other planners, other actions


async def test_a_planner_of_another_dialect_has_its_results_read_off_the_screen() -> None:
    replies = iter(
        ["Thought: fine\nAction: finished(content='done')", '{"reason": "it says so", "value": {"count": 0}}']
    )
    agent = agent_on(Notes(), answer=lambda _: next(replies), family="ui-tars")

    done = await agent.step("count the notes", values={}, companion=Fellow("count"))

    assert done.results == {"count": 0}
    assert done.usage.calls == len(agent.model.asked) == 2


async def test_actions_of_the_companion_are_on_offer_in_its_steps_alone() -> None:
    class Double(Action[Any]):
        """Double a number."""

        number: int

        async def perform(self, screen: Any) -> str:
            return str(2 * self.number)

    agent = agent_on(Notes(), say(("Double", {"number": 21})), say(done="ok", extra=result(it=42)))

    done = await agent.step("double it", values={}, companion=Fellow("it", extra=(Double,)))

    assert done.actions == ("Double(number=21)",)
    assert "Double(number=21): done (42)" in agent.question()
    assert "Double" not in agent.actions


class Total(Fellow):
    """Has an action that gives what is wanted by itself, if the number is one."""

    def __init__(self) -> None:
        super().__init__()
        self.total: int | None = None
        fellow = self

        class Code(Action[Any]):
            """Work it out."""

            number: int

            async def perform(self, screen: Any) -> str:
                fellow.total = self.number if self.number else None
                return "kept" if self.number else "error: no number"

        self.extra = (Code,)

    @property
    def wants(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return () if self.total else ("total",)

    @wants.setter
    def wants(self, names: tuple[str, ...]) -> None: ...


async def test_a_step_whose_code_gives_what_is_wanted_takes_one_question() -> None:
    agent = agent_on(Notes(), say(("Code", {"number": 42}), done="worked out"), recordings=True)
    fellow = Total()

    done = await agent.step("work out the total", values={}, companion=fellow)

    assert (fellow.total, done.message, len(agent.model.asked)) == (42, "worked out", 1)
    assert "not recorded: code was run" in done.why


async def test_code_that_fails_to_give_what_is_wanted_is_told_and_asked_again() -> None:
    agent = agent_on(Notes(), say(("Code", {"number": 0}), done="x"), say(("Code", {"number": 7}), done="worked out"))
    fellow = Total()

    await agent.step("work out the total", values={}, companion=fellow)

    assert fellow.total == 7
    assert "error: no number" in agent.question()
    assert "your <complete> was not taken: the step is complete only with a <result> for total" in agent.question()


async def test_an_action_may_ask_about_the_screen_while_it_is_done() -> None:
    agent = agent_on(Notes(), say(("Look", {})), say(done="ok"))

    @agent.actions.add
    class Look(Action[Any]):
        """Look whether there are notes."""

        async def perform(self, screen: Any) -> str:
            verdict = await asyncio.wait_for(asyncio.create_task(agent.verdict('the button "Add" is visible')), 5)
            return str(verdict.holds)

    assert Look
    done = await agent.act("look")
    assert done.steps[0].output == "True"


async def test_a_secret_of_a_step_is_known_by_its_dotted_name_only() -> None:
    screen = Notes()
    agent = agent_on(screen, say(type_into(1, "{user.key}"), done="ok", expect='gone "x"'), say(done="ok"))

    await agent.step("enter {user.key}", values={"user.key": Secret("hunter2-key")}, companion=Fellow())

    assert screen.title.value == "hunter2-key"
    assert all("hunter2-key" not in message.text for request in agent.model.asked for message in request.messages)


async def test_a_consultation_is_counted_like_any_question() -> None:
    agent = agent_on(Notes(), "an answer")
    reply = await agent.consult(Request((Message("user", ("a question",)),), role="planning"))
    assert reply.text == "an answer"
    assert agent.usage.total.calls == 1


async def test_the_time_is_told_with_its_zone() -> None:
    now = await agent_on(Notes()).now()
    assert isinstance(now, datetime)
    assert now.tzinfo


async def test_a_variable_stands_for_what_it_holds_in_what_is_expected_and_is_never_typed_as_a_word() -> None:
    words = say(type_into(1, "{file}"), tap(2, "the button Add"), expect='visible "{file}"', done="added")
    met = 'visible "{file}"; field "Title" is ""'
    held = say(type_into(1, "milk"), tap(2, "the button Add"), expect=met, done="ok")
    screen = Notes()
    agent = agent_on(screen, words, held)

    await agent.step("add a note of the file", values={}, companion=Fellow(variables={"file": "milk"}))

    assert "{file} is a variable of the program, and no value of this instruction" in agent.question(1)
    assert screen.notes == ["milk"]
    assert len(agent.model.asked) == 2
