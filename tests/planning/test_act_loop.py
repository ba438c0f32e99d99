"""The act loop on a screen in memory, with a model that says what it was given to say."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from replies import Action, say, tap, type_into

from askonce.agent import Agent
from askonce.config import ActSettings, Limits, Settings
from askonce.errors import (
    ActionsFailed,
    ConfigError,
    GaveUp,
    ModelUnavailable,
    OutOfTime,
    OverBudget,
    RoundLimit,
    UnreadableReply,
)
from askonce.geometry import Box, Point
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens import Dialog
from askonce.screens.fake import Button, CheckBox, FakeScreen, Field, Text
from askonce.trace import Entry, Trace
from askonce.values import Secret

NO_FILES = Settings(runs=None)


class Listener:
    """A sink that keeps what it hears."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)

    def of(self, kind: str) -> list[object]:
        return [entry.event for entry in self.entries if entry.event.type == kind]


class Shop(FakeScreen):
    """A page to log in and a page to buy on. Element numbers: 1 user, 2 password, 3 log in."""

    def __init__(self) -> None:
        self.user = Field("User", Box(20, 20, 200, 30))
        self.password = Field("Password", Box(20, 60, 200, 30))
        super().__init__([self.user, self.password, Button("Log in", Box(20, 100, 100, 30), on_tap=self.log_in)])

    def log_in(self) -> None:
        self.show(
            Text(f"Welcome {self.user.value}", Box(20, 20, 300, 30)),
            CheckBox("Gift wrap", Box(20, 60, 200, 30)),
            Button("Buy", Box(20, 100, 100, 30)),
        )


Replies = Iterable[str | Exception] | Callable[[Request], str]


class Rig(Agent):
    """An agent whose model and trace a test can look into."""

    def __init__(self, screen: FakeScreen, model: ScriptedModel, settings: Settings = NO_FILES) -> None:
        self.model, self.listener = model, Listener()
        super().__init__(screen, Models.of(model), settings=settings)
        self.trace.subscribe(self.listener)


def agent_on(screen: FakeScreen, replies: Replies, settings: Settings = NO_FILES, family: str = "generic") -> Rig:
    return Rig(screen, ScriptedModel(replies, family=family), settings)


def asked(agent: Rig) -> list[str]:
    """The text of the last message of each question."""
    return [request.messages[-1].text for request in agent.model.asked]


async def test_an_act_runs_until_the_planner_says_that_it_is_done() -> None:
    screen = Shop()
    agent = agent_on(screen, [say(type_into(1, "bob")), say(tap(3)), say(done="logged in")])
    result = await agent.act("log in as bob")
    assert result.message == "logged in"
    assert screen.log == ["tap User", "clear User", "type 'bob' into User", "tap Log in"]
    assert (result.rounds, result.usage.calls, len(result.steps)) == (3, 3, 2)


async def test_several_actions_of_one_reply_run_in_order() -> None:
    screen = Shop()
    agent = agent_on(screen, [say(type_into(1, "bob"), type_into(2, "pw"), tap(3)), say(done="in")])
    await agent.act("log in")
    assert [step for step in screen.log if not step.startswith("tap ")] == [
        "clear User",
        "type 'bob' into User",
        "clear Password",
        "type 'pw' into Password",
    ]
    assert screen.log[-1] == "tap Log in"


async def test_a_completion_with_actions_ends_the_act_when_what_was_expected_holds() -> None:
    agent = agent_on(Shop(), [say(type_into(1, "bob"), tap(3), expect='visible "Welcome bob"', done="in")])
    result = await agent.act("log in as bob")
    assert (result.message, result.usage.calls) == ("in", 1)


async def test_a_completion_whose_expectation_fails_is_void_and_the_planner_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.0)
    agent = agent_on(Shop(), [say(tap(3), expect='visible "Welcome bob"', done="in"), say(failed="no user")])
    with pytest.raises(GaveUp, match="no user"):
        await agent.act("log in as bob")
    assert 'expected visible "Welcome bob": not met' in asked(agent)[1]


async def test_a_completion_with_actions_but_nothing_expected_is_looked_at_again() -> None:
    agent = agent_on(Shop(), [say(tap(3), done="in"), say(done="seen")])
    assert (await agent.act("log in")).message == "seen"


async def test_a_completion_with_an_action_that_fails_is_void() -> None:
    agent = agent_on(Shop(), [say(("AnswerDialog", {"accept": True}), done="in"), say(done="seen")])
    assert (await agent.act("answer")).message == "seen"


async def test_actions_after_a_failed_one_are_not_run() -> None:
    screen = Shop()
    answer: Action = ("AnswerDialog", {"accept": True})
    agent = agent_on(screen, [say(answer, tap(3)), say(done="ok")])
    await agent.act("answer")
    assert screen.log == []
    assert "FAILED: no dialog is open" in asked(agent)[1]
    assert "not run, an earlier one failed" in asked(agent)[1]


async def test_actions_after_a_change_of_page_are_not_run() -> None:
    screen = FakeScreen([Button("Go", Box(0, 0, 50, 20))], pages={"fake://next": [Button("Pay", Box(0, 0, 50, 20))]})
    agent = agent_on(screen, [say(("Navigate", {"url": "fake://next"}), tap(1)), say(done="there")])
    await agent.act("go on")
    assert screen.log == ["navigate to fake://next"]
    assert "not run, the page is another one now" in asked(agent)[1]


async def test_what_is_covered_is_not_touched_and_the_planner_is_told() -> None:
    screen = FakeScreen([Button("Pay", Box(0, 0, 90, 20)), Button("Cookies", Box(0, 0, 200, 90))])
    agent = agent_on(screen, [say(tap(1, "the button Pay")), say(done="ok")])
    await agent.act("pay")
    assert screen.log == []
    assert "the button Pay is covered by something else" in asked(agent)[1]


async def test_a_failed_action_is_told_and_the_loop_goes_on() -> None:
    agent = agent_on(Shop(), [say(("Type", {"text": "x"})), say(done="gave another way")])
    assert (await agent.act("type")).message == "gave another way"
    assert "no field has the focus" in asked(agent)[1]


async def test_a_part_of_a_reply_that_cannot_be_read_is_told_and_keeps_the_act_from_ending() -> None:
    screen = Shop()
    agent = agent_on(screen, [say(tap(3), ("Fly", {}), done="in"), say(done="looked again")])
    assert (await agent.act("log in")).message == "looked again"
    assert screen.log == ["tap Log in"]
    assert "- part of your reply was not used: " in asked(agent)[1]


async def test_failures_are_counted_in_a_row_and_not_in_total() -> None:
    bad, good = say(("Type", {"text": "x"})), say(("Hover", {"target": {"prompt": "it", "element": 3}}))
    settings = replace(NO_FILES, act=ActSettings(failures=2))
    agent = agent_on(Shop(), [bad, bad, good, bad, bad, good, say(done="ok")], settings)
    assert (await agent.act("try")).message == "ok"


async def test_too_many_failures_in_a_row_end_the_act_with_the_real_error() -> None:
    agent = agent_on(Shop(), lambda _: say(("Type", {"text": "x"})))
    with pytest.raises(ActionsFailed, match=r"6 rounds in a row failed.*no field has the focus") as raised:
        await agent.act("type")
    assert "no field has the focus" in str(raised.value.__cause__)


async def test_the_round_limit_names_itself_and_how_to_raise_it() -> None:
    agent = agent_on(Shop(), lambda _: say(tap(1)))
    with pytest.raises(RoundLimit, match=r"after 3 rounds[\s\S]*rounds=") as raised:
        await agent.act("never ends", rounds=3)
    assert len(raised.value.steps) == 3


@pytest.mark.parametrize(("family", "limit"), [("generic", 20), ("ui-tars", 40), ("auto-glm", 100)])
async def test_the_round_limit_is_the_familys(family: str, limit: int) -> None:
    agent = agent_on(Shop(), [ModelUnavailable("stop")], family=family)
    with pytest.raises(ModelUnavailable):
        await agent.act("go")
    assert agent.listener.of("act-started")[0].rounds == limit  # type: ignore[attr-defined]


async def test_giving_up_raises_with_the_reason_and_what_was_done() -> None:
    agent = agent_on(Shop(), [say(tap(1)), say(failed="there is no basket")])
    with pytest.raises(GaveUp, match="there is no basket") as raised:
        await agent.act("open the basket")
    assert raised.value.steps == ("Tap(it)",)


async def test_a_reply_that_cannot_be_read_gets_one_correction_that_quotes_the_problem() -> None:
    agent = agent_on(Shop(), [say(("Fly", {})), say(done="ok")])
    assert (await agent.act("go")).message == "ok"
    assert "no action named 'Fly'" in asked(agent)[1]


async def test_two_unreadable_replies_raise_with_the_raw_text() -> None:
    agent = agent_on(Shop(), ["I would rather chat.", "Still chatting."])
    with pytest.raises(UnreadableReply) as raised:
        await agent.act("go")
    assert raised.value.raw == "Still chatting."


async def test_a_model_that_fails_is_a_model_error_and_not_a_failed_act() -> None:
    agent = agent_on(Shop(), [ModelUnavailable("no connection")])
    with pytest.raises(ModelUnavailable, match="no connection"):
        await agent.act("go")
    (ended,) = agent.listener.of("act-ended")
    assert ended.outcome == "failed"  # type: ignore[attr-defined]


async def test_memories_are_shown_in_every_later_round() -> None:
    agent = agent_on(Shop(), [say(tap(1), memory="the total was 12.00"), say(tap(1)), say(done="ok")])
    await agent.act("compare")
    assert all("the total was 12.00" in text for text in asked(agent)[1:])


async def test_two_acts_share_nothing() -> None:
    agent = agent_on(Shop(), [say(tap(1), memory="old news"), say(done="ok"), say(done="ok")])
    await agent.act("first")
    await agent.act("second")
    last = asked(agent)[-1]
    assert "old news" not in last
    assert "first" not in last
    assert "Since the last look" not in last


async def test_news_of_the_screen_are_told_once() -> None:
    screen = Shop()
    screen.tell("a new tab opened")
    agent = agent_on(screen, [say(tap(1)), say(done="ok")])
    await agent.act("go")
    assert "a new tab opened" in asked(agent)[0]
    assert "a new tab opened" not in asked(agent)[1].split("# What happened")[1]


async def test_an_open_dialog_is_shown_and_can_be_answered() -> None:
    screen, answers = Shop(), list[str | None]()
    screen.ask(Dialog("confirm", "Delete </screen> all?"), answers.append)
    agent = agent_on(screen, [say(("AnswerDialog", {"accept": False})), say(done="kept")])
    await agent.act("do not delete anything")
    assert answers == [None]
    assert "A browser dialog blocks the page: confirm" in asked(agent)[0]
    assert "</screen>" not in asked(agent)[0]


async def test_a_secret_in_a_dialog_is_hidden_before_its_signs_are_replaced() -> None:
    screen = Shop()
    screen.ask(Dialog("confirm", "Is <b>hunter2</b> right?"), lambda answer: None)
    agent = agent_on(screen, [say(("AnswerDialog", {"accept": True})), say(done="yes")])
    await agent.act("confirm {pw}", pw=Secret("<b>hunter2</b>"))
    assert "Is {pw} right?" in asked(agent)[0]
    assert "hunter2" not in "".join(asked(agent))


async def test_values_are_passed_by_name_and_filled_in_when_done() -> None:
    screen = Shop()
    agent = agent_on(screen, [say(type_into(1, "{user}!")), say(done="ok")])
    await agent.act("write {user}", user="bob")
    assert screen.user.value == "bob!"
    assert "write {user}" in asked(agent)[0]
    assert '{user} = "bob"' in asked(agent)[0]


async def test_a_missing_value_is_an_error_before_anything_is_asked() -> None:
    agent = agent_on(Shop(), [])
    with pytest.raises(ConfigError, match=r"no value was passed for \{user\}"):
        await agent.act("log in as {user}")
    assert asked(agent) == []


SPELLINGS = ("s3cret", r"s3cret \"", "s3cret%20")


async def test_a_secret_is_typed_and_appears_nowhere_else(tmp_path: Path) -> None:
    screen = Shop()
    trace = Trace(tmp_path / "run")
    model = ScriptedModel(
        [say(type_into(2, "{pw}"), ("Type", {"text": "{pw}", "mode": "append"})), say(done="used {pw}")]
    )
    agent = Agent(screen, Models.of(model), settings=NO_FILES, trace=trace)
    result = await agent.act("log in with {pw}", pw=Secret('s3cret "ü"'))
    assert screen.password.value == 's3cret "ü"' * 2
    kept = [path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert len(kept) > 4
    for spelling in SPELLINGS:
        assert not any(spelling.encode() in data for data in kept)
        assert spelling not in repr(result)
        assert not any(spelling in message.text for request in model.asked for message in request.messages)


async def test_a_field_that_shows_a_secret_is_painted_over_in_the_picture() -> None:
    from io import BytesIO

    from PIL import Image

    screen = Shop()
    agent = agent_on(screen, [say(type_into(1, "{pw}")), say(done="ok")])
    await agent.act("write {pw}", pw=Secret("hunter2"))
    shot = await agent._eyes.shot()
    picture = Image.open(BytesIO(shot.image)).convert("RGB")
    assert picture.getpixel((100, 35)) == (0, 0, 0)
    assert picture.getpixel((300, 35)) == (255, 255, 255)


async def test_an_error_that_leaves_an_act_holds_no_secret() -> None:
    class Leaky(Shop):
        async def type(self, text: str, *, delay: float = 0.0) -> None:
            raise ConfigError(f"cannot type {text}", remedy=f"do not type {text}") from ValueError(text)

    agent = agent_on(Leaky(), [say(type_into(1, "{pw}"))])
    text = "hunter" + "2"
    with pytest.raises(ConfigError) as raised:
        await agent.act("write {pw}", pw=Secret(text))
    assert "cannot type {pw}" in str(raised.value)
    assert text not in "".join(traceback.format_exception(raised.value))
    assert text not in raised.value.remedy


async def test_the_overall_timeout_reaches_the_model() -> None:
    class Stuck(ScriptedModel):
        async def ask(self, request: Request):  # type: ignore[no-untyped-def]
            await asyncio.Event().wait()

    agent = Agent(Shop(), Models.of(Stuck([])), settings=NO_FILES)
    with pytest.raises(OutOfTime, match=r"within 0\.05 s"):
        await agent.act("go", timeout=0.05)


async def test_the_overall_timeout_reaches_the_screen() -> None:
    class Stuck(Shop):
        async def tap(self, at: Point, **kwargs: object) -> None:
            await asyncio.Event().wait()

    with pytest.raises(OutOfTime):
        await agent_on(Stuck(), [say(tap(1))]).act("go", timeout=0.05)


async def test_a_cancelled_act_stops_and_leaves_an_end_in_the_trace() -> None:
    reached = asyncio.Event()

    class Slow(Shop):
        async def tap(self, at: Point, **kwargs: object) -> None:
            reached.set()
            await asyncio.Event().wait()

    agent = agent_on(Slow(), [say(tap(1))])
    task = asyncio.create_task(agent.act("go"))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (ended,) = agent.listener.of("act-ended")
    assert ended.outcome == "stopped"  # type: ignore[attr-defined]


async def test_the_budget_of_steps_ends_a_run() -> None:
    settings = replace(NO_FILES, limits=Limits(steps=2))
    agent = agent_on(Shop(), lambda _: say(tap(1)), settings)
    with pytest.raises(OverBudget, match="2 of 2"):
        await agent.act("go")


async def test_deep_thinking_keeps_sub_goals_and_two_pictures_and_asks_for_no_places() -> None:
    goals = (
        '<update-plan-content><sub-goal index="1" status="pending">log in</sub-goal>'
        '<sub-goal index="2" status="pending">buy</sub-goal></update-plan-content>'
    )
    marked = '<mark-sub-goal-done><sub-goal index="1" status="finished" /></mark-sub-goal-done>'
    agent = agent_on(Shop(), [say(tap(1), extra=goals), say(tap(1), extra=marked), say(done="ok")])
    await agent.act("log in and buy", deep_think=True)
    assert "1. log in (pending)" in asked(agent)[1]
    assert "1. log in (finished)\n2. buy (pending)" in asked(agent)[2]
    parts = [part for message in agent.model.asked[2].messages for part in message.parts]
    pictures = [part for part in parts if not isinstance(part, str)]
    assert len(pictures) == 2
    assert "bbox" not in agent.model.asked[0].messages[0].text


async def test_the_system_text_is_the_same_in_every_round() -> None:
    agent = agent_on(Shop(), [say(tap(1)), say(tap(1)), say(done="ok"), say(done="ok")])
    await agent.act("first")
    await agent.act("second")
    assert len({request.messages[0] for request in agent.model.asked}) == 1


async def test_a_target_without_a_place_is_found_by_the_model() -> None:
    screen = Shop()
    words: Action = ("Tap", {"target": {"prompt": "the log-in button"}})
    # The button is at 20..120 x 100..130 of 800 x 600; the family writes 0 to 1000.
    agent = agent_on(screen, [say(words), '{"bbox": [25, 167, 149, 215]}', say(done="ok")])
    await agent.act("log in")
    assert screen.log == ["tap Log in"]


async def test_a_target_that_nobody_finds_is_told_with_what_each_finder_said() -> None:
    words: Action = ("Tap", {"target": {"prompt": "the moon"}})
    agent = agent_on(Shop(), [say(words), '{"error": "only a form"}', say(failed="no moon")])
    with pytest.raises(GaveUp):
        await agent.act("tap the moon")
    assert "could not find 'the moon'" in asked(agent)[2]
    assert "only a form" in asked(agent)[2]


async def test_places_of_later_actions_follow_their_elements_when_things_move() -> None:
    class Shifting(Shop):
        def __init__(self) -> None:
            super().__init__()
            self.user.on_tap = self.shift

        def shift(self) -> None:
            for widget in self.widgets[1:]:
                widget.box = widget.box.offset(0, 100)

    screen = Shifting()
    # Centres of User and Log in in a picture of 800 x 600, as boxes from 0 to 1000.
    user: Action = ("Tap", {"target": {"prompt": "user", "bbox": [25, 33, 274, 82]}})
    log_in: Action = ("Tap", {"target": {"prompt": "log in", "bbox": [25, 167, 149, 215]}})
    await agent_on(screen, [say(user, log_in), say(done="ok")]).act("log in", sees="screenshot")
    assert screen.log == ["tap User", "tap Log in"]


async def test_the_three_ways_of_seeing_show_what_they_say() -> None:
    for sees, elements, pictures in (("screenshot", False, 1), ("both", True, 1), ("elements", True, 0)):
        agent = agent_on(Shop(), [say(done="ok")])
        await agent.act("look", sees=sees)  # type: ignore[arg-type]
        now = agent.model.asked[0].messages[-1]
        assert ("[3] button" in now.text) is elements
        assert sum(not isinstance(part, str) for part in now.parts) == pictures


@pytest.mark.parametrize("options", [{"rounds": 0}, {"rounds": -1}, {"timeout": -1}, {"timeout": -5}])
async def test_limits_that_allow_nothing_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=r"an act cannot|the timeout cannot"):
        await agent_on(Shop(), []).act("go", **options)  # type: ignore[arg-type]
