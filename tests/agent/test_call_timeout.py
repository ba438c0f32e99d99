"""What `timeout` means, in every call: on a screen in memory on which things come late, or never."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from askonce.agent import Agent
from askonce.agent.call_timeout import waiting_time
from askonce.config import RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import AskonceError, CheckFailed, ConfigError, GaveUp, NotFound, NotOperable, OutOfTime
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.screens.fake.widgets import Widget
from askonce.screens.navigation_limit import navigation_limit
from askonce.trace import Asked, Entry

TITLE = Text("Orders", Box(20, 20, 200, 30))
LATE = Button("Late", Box(20, 60, 100, 30))
MAIL = Field("Mail", Box(20, 100, 200, 30), value="ada@x")
READY = Text("Report ready", Box(20, 140, 200, 30))


class SlowScreen(FakeScreen):
    """Shows `late` in place of what it shows at the third change that somebody waits for."""

    def __init__(self, *first: Widget, late: tuple[Widget, ...] = ()) -> None:
        super().__init__(list(first) or [TITLE])
        self._late, self.waits = late, 0

    async def wait_for_change(self, timeout: float) -> bool:
        self.waits += 1
        if self.waits == 3 and self._late:
            self.show(*self._late)
            return True
        return await super().wait_for_change(min(timeout, 0.01))


def agent_on(screen: FakeScreen, *, patience: float = 60.0, recordings: Recordings | None = None) -> Agent:
    settings = Settings(runs=None, patience=patience, recordings=RecordingSettings(patience=patience))
    return Agent(screen, Models.of(EmbeddedModel()), settings=settings, recordings=recordings)


Call = Callable[[Agent], Awaitable[Any]]
CALLS: dict[str, tuple[Call, type[AskonceError]]] = {
    "tap": (lambda agent: agent.tap("Late"), NotFound),
    "type": (lambda agent: agent.type("Mail", "x"), NotFound),
    "locate": (lambda agent: agent.locate("the Late button"), NotFound),
    "check": (lambda agent: agent.check('the text "Report ready" is visible'), CheckFailed),
    "check of a button": (lambda agent: agent.check("the Late button is visible"), ConfigError),
    "act": (lambda agent: agent.act("click Late"), GaveUp),
    "act in a field": (lambda agent: agent.act("type x into Mail"), GaveUp),
}


@pytest.mark.parametrize("name", CALLS)
async def test_what_comes_late_is_found_without_more_ado(name: str) -> None:
    screen = SlowScreen(late=(TITLE, LATE, MAIL, READY))

    await CALLS[name][0](agent_on(screen))

    assert screen.waits >= 3


@pytest.mark.parametrize("name", CALLS)
async def test_what_never_comes_is_an_error_that_says_how_long_it_was_waited_for(name: str) -> None:
    call, error = CALLS[name]

    with pytest.raises(error) as caught:
        await call(agent_on(SlowScreen(), patience=0.1))

    assert "0.1 s" in caught.value.message or error is ConfigError


@pytest.mark.parametrize(
    "call",
    [
        lambda agent: agent.tap("Late", timeout=0),
        lambda agent: agent.locate("Late", timeout=0),
        lambda agent: agent.check('the text "Report ready" is visible', timeout=0),
        lambda agent: agent.wait_for('the text "Report ready" is visible', timeout=0),
        lambda agent: agent.query("the value of the field Mail", timeout=0),
        lambda agent: agent.act("click Late", timeout=0),
    ],
    ids=["tap", "locate", "check", "wait_for", "query", "act"],
)
async def test_0_looks_once(call: Call) -> None:
    screen = SlowScreen(late=(LATE, MAIL, READY))

    with pytest.raises((NotFound, CheckFailed, OutOfTime, ConfigError, GaveUp)):
        await call(agent_on(screen))

    assert screen.waits == 0


@pytest.mark.parametrize("timeout", [-1, float("inf"), float("nan"), True, "5"])
async def test_what_is_no_number_of_seconds_is_refused(timeout: Any) -> None:
    for call in (
        lambda agent: agent.tap("Late", timeout=timeout),
        lambda agent: agent.verdict("x", timeout=timeout),
        lambda agent: agent.act("click Late", timeout=timeout),
    ):
        with pytest.raises(ConfigError, match="the timeout cannot be"):
            await call(agent_on(SlowScreen()))


def test_without_a_timeout_it_is_the_patience() -> None:
    assert (waiting_time(None, 5.0), waiting_time(0, 5.0), waiting_time(2, 5.0)) == (5.0, 0.0, 2.0)


async def test_an_act_waits_until_its_button_is_enabled() -> None:
    off = Button("Pay", Box(20, 60, 100, 30), enabled=False)
    taps: list[str] = []
    on = Button("Pay", Box(20, 60, 100, 30), on_tap=lambda: taps.append("Pay"))

    await agent_on(SlowScreen(off, late=(on,))).act("click Pay")

    assert taps == ["Pay"]
    with pytest.raises(GaveUp, match="Pay is disabled"):
        await agent_on(SlowScreen(off), patience=0.05).act("click Pay")
    with pytest.raises(NotOperable, match="is disabled, also after"):
        await agent_on(SlowScreen(off), patience=0.05).tap("Pay")


async def test_a_declined_act_asks_whether_something_close_was_meant() -> None:
    screen = SlowScreen(Button("Save", Box(20, 60, 100, 30)))

    with pytest.raises(GaveUp) as caught:
        await agent_on(screen, patience=0.0).act("click Sav")

    assert caught.value.message == (
        "gave up on 'click Sav': no element is called 'Sav'; did you mean the button \"Save\"?"
    )
    assert "no model is configured" in caught.value.remedy


async def test_a_failed_check_says_which_text_comes_closest() -> None:
    screen = SlowScreen(Text("Order saved", Box(20, 60, 100, 30)))

    with pytest.raises(CheckFailed, match="the closest text is “Order saved”"):
        await agent_on(screen, patience=0.0).check('the text "Order sent" is visible')


class Heard:
    """Counts the questions to a planner."""

    def __init__(self) -> None:
        self.asked = 0

    def write(self, entry: Entry) -> None:
        self.asked += isinstance(entry.event, Asked)


OFF = Button("Pay", Box(20, 60, 100, 30), enabled=False)
ON = Button("Pay", Box(20, 60, 100, 30))
LOADING = Text("Loading data", Box(20, 100, 200, 30))


@pytest.mark.parametrize(
    ("sentence", "first", "late"),
    [
        ("wait for 'Report ready' to appear", (TITLE,), (TITLE, READY)),
        ("wait for the Late button", (TITLE,), (TITLE, LATE)),
        ("wait until the Late button is gone", (TITLE, LATE), (TITLE,)),
        ("wait until 'Loading data' disappears", (TITLE, LOADING), (TITLE, READY)),
        ("wait until the Pay button is enabled", (TITLE, OFF), (TITLE, ON)),
        ("wait for the Pay button to be enabled", (TITLE, OFF), (TITLE, ON)),
        ("wait for the Pay button to become enabled", (TITLE, OFF), (TITLE, ON)),
        ('wait until the field "Mail" is visible', (TITLE,), (TITLE, MAIL)),
    ],
)
async def test_waiting_is_one_wait_however_often_the_screen_changes(
    sentence: str, first: tuple[Widget, ...], late: tuple[Widget, ...]
) -> None:
    screen, heard, kept = SlowScreen(*first, late=late), Heard(), Recordings(MemoryRecordings(), "it")
    agent = agent_on(screen, recordings=kept)
    agent.trace.subscribe(heard)

    result = await agent.act(sentence)

    assert screen.waits >= 3
    assert [step.action.partition("(")[0] for step in result.steps] == ["Wait"]
    assert heard.asked == 2  # what to do, and whether that was all
    again = await agent_on(SlowScreen(*first, late=late), recordings=kept).act(sentence)
    assert again.how == "replayed"


@pytest.mark.parametrize("sentence", ["wait until the spinner is gone", "wait for the busy icon to disappear"])
async def test_what_was_never_seen_under_its_name_is_not_gone(sentence: str) -> None:
    with pytest.raises(GaveUp, match=r"nothing was seen that is called .* quote a text"):
        await agent_on(SlowScreen(TITLE), patience=0.05).act(sentence)


async def test_a_wait_until_something_is_gone_that_was_never_seen_ends_with_the_patience() -> None:
    agent = agent_on(SlowScreen(TITLE), patience=0.05)

    with pytest.raises(OutOfTime, match="nothing was seen that is called 'the Late button'"):
        await agent.wait(until="the Late button is not visible", seconds=60)


async def test_what_was_gone_before_a_replay_looked_needs_no_wait() -> None:
    kept = Recordings(MemoryRecordings(), "it")
    await agent_on(SlowScreen(TITLE, LATE, late=(TITLE,)), recordings=kept).act("wait until the Late button is gone")

    again = await agent_on(SlowScreen(TITLE), recordings=kept).act("wait until the Late button is gone")

    assert again.how == "replayed"


async def test_a_wait_in_vain_says_what_it_waited_for() -> None:
    agent = agent_on(SlowScreen(), patience=0.0)

    with pytest.raises(OutOfTime, match=r'"Report ready" is visible. did not come true within 0\.05 s'):
        await agent.wait(until='the text "Report ready" is visible', seconds=0.05)


@pytest.mark.parametrize("timeout", [0, 0.05])
async def test_a_wait_in_an_act_ends_with_the_time_of_the_act_and_says_what_it_waited_for(timeout: float) -> None:
    with pytest.raises(OutOfTime, match=r"'Never' is visible.* did not come true within 0"):
        await agent_on(SlowScreen()).act("wait for 'Never' to appear", timeout=timeout)


@pytest.mark.parametrize(
    "sentence", ["wait for the Pay button to contain 5", "wait for the Pay button to not be disabled"]
)
async def test_what_happens_to_an_element_is_not_taken_for_its_name(sentence: str) -> None:
    with pytest.raises(GaveUp, match="cannot tell whether"):
        await agent_on(SlowScreen(TITLE, ON)).act(sentence)


async def test_an_address_may_take_as_long_as_the_call() -> None:
    limits: list[float] = []

    class Limited(FakeScreen):
        async def navigate(self, address: str) -> None:
            limits.append(navigation_limit())

    agent = agent_on(Limited([TITLE]))
    await agent.navigate("fake://x", timeout=90)
    await agent.navigate("fake://x")

    assert limits == [90, 30]


async def test_a_page_is_loaded_once_it_has_come_to_rest() -> None:
    assert (await agent_on(SlowScreen()).act("wait for the page to load")).steps == ()


@pytest.mark.parametrize(
    "call",
    [
        lambda agent: agent.act(5),
        lambda agent: agent.navigate(5),
        lambda agent: agent.check(None),
        lambda agent: agent.string(5),
    ],
    ids=["act", "navigate", "check", "string"],
)
async def test_what_is_no_text_is_refused(call: Call) -> None:
    with pytest.raises(ConfigError, match="is not a text"):
        await call(agent_on(SlowScreen()))
