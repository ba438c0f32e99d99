"""An act for which nothing had to be done is recorded by the screen that showed it: on a screen in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from replies import say

from askonce import RecordingSettings, Settings
from askonce.agent import Agent
from askonce.errors import AskonceError, NotRecorded
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings, MemoryRecordings, RecordingStore
from askonce.screens.fake import Button, CheckBox, Choice, FakeScreen, Field, Text, Widget
from askonce.values import Secret

COOKIES = "accept the cookies if asked"
TICK = "make sure that {box} is ticked"
NOTHING = say(done="there is nothing to do")
ACCEPT = (say(("Tap", {"target": "the button Accept"})), say(done="ok"))


def form(*, ticked: bool = True, news: str = "No news", name: str = "", top: int = 20) -> FakeScreen:
    box = CheckBox("Newsletter", Box(20, top, 200, 30))
    box.checked = ticked
    field = Field("Name", Box(20, top + 80, 200, 30))
    field.value = name
    return FakeScreen([box, Text(news, Box(20, top + 40, 200, 30)), field])


class Banner(FakeScreen):
    def __init__(self) -> None:
        super().__init__(
            [Text("Welcome", Box(20, 20, 200, 30)), Button("Accept", Box(20, 60, 90, 30), on_tap=self.accept)]
        )

    def accept(self) -> None:
        self.show(Text("Welcome", Box(20, 20, 200, 30)))


def agent_on(screen: FakeScreen, store: RecordingStore, *replies: str, **how: Any) -> Agent:
    settings = Settings(runs=None, recordings=RecordingSettings(patience=0.05))
    return Agent(
        screen, Models.of(ScriptedModel(replies)), settings=settings, recordings=Recordings(store, "it", **how)
    )


async def test_what_had_not_to_be_done_is_replayed_where_the_screen_shows_the_same(tmp_path: Path) -> None:
    store = FolderRecordings(tmp_path)
    asked = await agent_on(form(), store, NOTHING).act(TICK, box="Newsletter")
    assert (asked.how, asked.why) == ("asked", "nothing was recorded for this instruction")

    result = await agent_on(form(top=50), store, strategy="strict").act(TICK, box="Newsletter")

    assert (result.how, result.why, result.actions) == ("replayed", "", ())
    assert result.message == "Nothing had to be done, as recorded."


@pytest.mark.parametrize("changed", [{"ticked": False}, {"news": "Please accept"}, {"name": "Bob"}])
async def test_a_screen_that_differs_is_asked_about_and_strict_says_so(changed: dict[str, Any]) -> None:
    store = MemoryRecordings()
    await agent_on(form(), store, NOTHING).act(COOKIES)

    with pytest.raises(NotRecorded, match="nothing had to be done when it was recorded, and the screen is not as it"):
        await agent_on(form(**changed), store, strategy="strict").act(COOKIES)
    result = await agent_on(form(**changed), store, NOTHING).act(COOKIES)

    assert result.how == "asked"
    assert result.why.startswith("nothing had to be done when it was recorded")
    for screen in (form(), form(**changed)):  # both are known now
        assert (await agent_on(screen, store, strategy="strict").act(COOKIES)).how == "replayed"


async def test_other_values_are_another_question() -> None:
    store = MemoryRecordings()
    await agent_on(form(), store, NOTHING).act(TICK, box="Newsletter")

    with pytest.raises(NotRecorded, match="nothing had to be done"):
        await agent_on(form(), store, strategy="strict").act(TICK, box="Terms")


async def test_both_ways_of_a_condition_are_replayed_side_by_side() -> None:
    store = MemoryRecordings()
    await agent_on(Banner(), store, *ACCEPT).act(COOKIES, recordable=True)
    await agent_on(form(), store, NOTHING).act(COOKIES)

    for screen, steps in ((form(), 0), (Banner(), 1), (form(), 0)):
        result = await agent_on(screen, store, strategy="strict").act(COOKIES)
        assert (result.how, len(result.actions)) == ("replayed", steps)


@pytest.mark.parametrize("instruction", ["tell me whether the box is ticked", "pick the slot of today"])
async def test_answers_and_what_depends_on_the_time_are_asked_for_every_time(instruction: str) -> None:
    store = MemoryRecordings()

    result = await agent_on(form(), store, NOTHING).act(instruction)

    assert "not recorded" in result.why
    assert not store.read("it").nothing_to_do


async def test_a_secret_counts_by_its_name_and_is_not_kept(tmp_path: Path) -> None:
    store, wanted = FolderRecordings(tmp_path), "make sure that the name is {name}"
    await agent_on(form(name="hunter2"), store, NOTHING).act(wanted, name=Secret("hunter2"))
    assert "hunter2" not in (tmp_path / "it.yaml").read_text("utf-8")

    other = agent_on(form(name="swordfish"), store, strategy="strict")
    assert (await other.act(wanted, name=Secret("swordfish"))).how == "replayed"
    with pytest.raises(NotRecorded):
        await agent_on(form(name="hunter2"), store, strategy="strict").act(wanted, name=Secret("swordfish"))


async def test_write_only_forgets_that_there_was_nothing_to_do() -> None:
    store = MemoryRecordings()
    await agent_on(Banner(), store, say(done="nothing, wrongly")).act("accept the cookies")
    await agent_on(Banner(), store, *ACCEPT, strategy="write-only").act("accept the cookies")

    result = await agent_on(Banner(), store, strategy="strict").act("accept the cookies")

    assert (result.how, len(result.actions)) == ("replayed", 1)


async def test_a_strict_program_replays_a_line_that_had_nothing_to_do() -> None:
    store = MemoryRecordings()
    line = "Make sure that Newsletter is ticked."
    await agent_on(form(), store, NOTHING, strategy="read-write").run(line)

    await agent_on(form(), store, strategy="strict").run(line)

    assert len(store.read("it").nothing_to_do) == 1


SEND = "send {text} to {who}"


class Chat(FakeScreen):
    """A conversation. Its address does not say whose it is."""

    def __init__(self, partner: str, sent: list[tuple[str, str]]) -> None:
        self.partner, self.sent = partner, sent
        self.field = Field("Message", Box(20, 60, 200, 30))
        self.parts: list[Widget] = [self.field, Text(partner, Box(20, 20, 200, 30))]
        self.parts.insert(1, Button("Send", Box(240, 60, 60, 30), on_tap=self.send))
        super().__init__(self.parts)

    def send(self) -> None:
        self.sent.append((self.partner, self.field.value))
        said, self.field.value = self.field.value, ""
        self.show(*self.parts, Text(said, Box(20, 120, 200, 30)))


def sending(who: str = "") -> str:
    return say(
        ("Type", {"target": "the field Message", "text": "{text}"}),
        ("Tap", {"target": "the button Send"}),
        expect=f'visible "{{text}}"{who}',
        done="ok",
    )


@pytest.mark.parametrize("reply", [sending(), sending('; visible "{who}"')])
async def test_whose_conversation_is_open_counts_although_no_step_names_it(reply: str) -> None:
    store, sent = MemoryRecordings(), list[tuple[str, str]]()
    await agent_on(Chat("Ann Lee", sent), store, reply, say(done="ok")).act(SEND, text="one", who="Ann Lee")

    result = await agent_on(Chat("Ann Lee", sent), store, strategy="strict").act(SEND, text="two", who="Ann Lee")
    assert result.how == "replayed"
    for partner, who in (("Bo Ray", "Ann Lee"), ("Ann Lee", "Bo Ray")):
        with pytest.raises(AskonceError, match="strict"):
            await agent_on(Chat(partner, sent), store, strategy="strict").act(SEND, text="three", who=who)
    assert sent == [("Ann Lee", "one"), ("Ann Lee", "two")]


async def test_a_name_that_the_instruction_says_itself_counts_too() -> None:
    store, sent, words = MemoryRecordings(), list[tuple[str, str]](), "send {text} to Ann Lee"
    await agent_on(Chat("Ann Lee", sent), store, sending(), say(done="ok")).act(words, text="one")

    assert (await agent_on(Chat("Ann Lee", sent), store, strategy="strict").act(words, text="two")).how == "replayed"
    with pytest.raises(AskonceError, match="'Ann Lee' is not on the screen, and was when this was recorded"):
        await agent_on(Chat("Bo Ray", sent), store, strategy="strict").act(words, text="three")
    assert sent == [("Ann Lee", "one"), ("Ann Lee", "two")]


class Purchase(FakeScreen):
    """A form with a name, three choices and a field; what it held is kept when it is saved."""

    def __init__(self, saved: list[tuple[str, bool, bool, str, str]], **other: Any) -> None:
        self.name, self.country = Field("Name", Box(20, 20, 200, 30)), Field("Country", Box(20, 180, 200, 30))
        self.wrapped, self.letter = (
            CheckBox("Gift wrap", Box(20, 60, 200, 30)),
            CheckBox("Newsletter", Box(20, 100, 200, 30)),
        )
        self.category = Choice("Category", Box(20, 140, 200, 30), options=["Food", "Others"])
        self.wrapped.checked, self.letter.checked = other.get("wrap", True), other.get("news", False)
        self.category.value, self.country.value = other.get("kind", "Others"), other.get("country", "Norway")
        self.saved = saved
        save = Button("Save", Box(20, 220, 90, 30), on_tap=self.save)
        super().__init__([self.name, self.wrapped, self.letter, self.category, self.country, save])

    def save(self) -> None:
        held = (self.name.value, self.wrapped.checked, self.letter.checked, self.category.value, self.country.value)
        self.saved.append(held)
        self.show(Text("Saved", Box(20, 20, 200, 30)))


BUY = "Buy {what} with gift wrap and without newsletter, category Others, country Norway, and save it"
NAMED = ("Type", {"target": "the field Name", "text": "{what}"})
SAVE = ("Tap", {"target": "the button Save"})
BOUGHT = say(NAMED, SAVE, expect='visible "Saved"', done="ok")


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"wrap": False}, 'field "Gift wrap" is "checked" is not met, and was'),
        ({"news": True}, 'field "Newsletter" is "not checked" is not met, and was'),
        ({"kind": "Food"}, 'under "Others"'),
        ({"country": "Sweden"}, 'field "Country" is "Norway" is not met, and was'),
    ],
)
async def test_a_choice_that_was_right_already_has_to_be_so_when_it_is_replayed(
    other: dict[str, Any], said: str
) -> None:
    store, saved = MemoryRecordings(), list[tuple[str, bool, bool, str, str]]()
    await agent_on(Purchase(saved), store, BOUGHT, say(done="ok")).act(BUY, what="tea")
    replayed = await agent_on(Purchase(saved), store, strategy="strict").act(BUY, what="rice")
    assert replayed.how == "replayed"
    with pytest.raises(AskonceError, match=said):
        await agent_on(Purchase(saved, **other), store, strategy="strict").act(BUY, what="salt")
    assert [held[0] for held in saved] == ["tea", "rice"]


async def test_a_choice_is_set_right_before_the_step_that_sends_it() -> None:
    store, saved = MemoryRecordings(), list[tuple[str, bool, bool, str, str]]()
    await agent_on(Purchase(saved), store, BOUGHT, say(done="ok")).act(BUY, what="tea")
    ticked = say(("Tap", {"target": "the checkbox Gift wrap"}), SAVE, expect='visible "Saved"', done="ok")

    await agent_on(Purchase(saved, wrap=False), store, ticked, say(done="ok")).act(BUY, what="salt")

    assert saved[1] == ("salt", True, False, "Others", "Norway")


class Guests(FakeScreen):
    """A list of guests, each with a button that leads to a question. The answer can get lost."""

    def __init__(self, *, loses_answer: bool = False) -> None:
        super().__init__([])
        self.loses_answer = loses_answer
        self.gone: list[str] = []
        self.welcome()

    def welcome(self) -> None:
        buttons = [
            Button(name, Box(20, 60 + 40 * place, 90, 30), on_tap=lambda name=name: self.guest(name))
            for place, name in enumerate(("Ann", "Bob"))
        ]
        self.show(Text("Welcome", Box(20, 20, 200, 30)), *buttons)

    def guest(self, name: str) -> None:
        button = Button("Remove", Box(20, 60, 90, 30), on_tap=lambda: self.ask(name))
        self.show(Text(f"Guest {name}", Box(20, 20, 200, 30)), button)

    def ask(self, name: str) -> None:
        button = Button("Yes", Box(20, 60, 90, 30), on_tap=lambda: self.answer(name))
        self.show(Text("Are you sure?", Box(20, 20, 200, 30)), button)

    def answer(self, name: str) -> None:
        if self.loses_answer:
            self.loses_answer = False
            self.welcome()
        else:
            self.gone.append(name)
            self.show(Text("Removed", Box(20, 20, 200, 30)))


def removal(name: str) -> tuple[str, ...]:
    taps = [say(("Tap", {"target": f"the button {label}"})) for label in (name, "Remove", "Yes")]
    return *taps, say(done="removed")


async def test_a_recording_stays_where_its_last_steps_were_lost_and_done_once_more() -> None:
    store = MemoryRecordings()
    await agent_on(Guests(), store, *removal("{name}")).act("remove the guest {name}", name="Ann")
    lost = Guests(loses_answer=True)
    replies = (say(failed="the question is gone"), *removal("{name}"))

    result = await agent_on(lost, store, *replies).act("remove the guest {name}", name="Bob")

    assert lost.gone == ["Bob"]
    assert "its last steps were done twice, because they were lost the first time" in result.why
    again = Guests()
    result = await agent_on(again, store, strategy="strict").act("remove the guest {name}", name="Bob")
    assert (result.how, len(result.actions), again.gone) == ("replayed", 3, ["Bob"])


@pytest.mark.parametrize(
    ("words", "recorded", "opened", "is_right"),
    [
        ("send {text} to Ann", "Ann", "Joanna", False),
        ("send {text} to Ann", "Ann", "Ann joined", False),
        ("send {text} to ann lee", "Ann Lee", "Bo Ray", False),
        ("send {text} to Ann", "Chat with Ann", "Chat with Bo", False),
        ("send {text} to 555 0100", "555 0100", "555 0199", False),
        ("send {text} to 東京", "東京", "大阪", False),
        ("send {text} to Ann", "Ann (2 new)", "Ann (13 new)", True),
    ],
)
async def test_a_name_has_to_be_there_whole(words: str, recorded: str, opened: str, is_right: bool) -> None:
    store, sent = MemoryRecordings(), list[tuple[str, str]]()
    await agent_on(Chat(recorded, sent), store, sending(), say(done="ok")).act(words, text="a")
    replay = agent_on(Chat(opened, sent), store, strategy="strict").act(words, text="b")
    if is_right:
        assert (await replay).how == "replayed"
        return
    with pytest.raises(AskonceError, match="is not on the screen"):
        await replay
    assert sent == [(recorded, "a")]


class Inbox(FakeScreen):
    """Who wrote last is behind "Continue"; the names of all are on the first page."""

    def __init__(self, newest: str, sent: list[tuple[str, str]]) -> None:
        self.chat = Chat(newest, sent)
        go = Button("Continue", Box(20, 20, 90, 30), on_tap=lambda: self.show(*self.chat.parts))
        field = Field("Go to", Box(20, 140, 90, 30), on_enter=lambda: self.show(*self.chat.parts))
        super().__init__([go, field, Text("Ann Lee", Box(20, 60, 200, 30)), Text("Bo Ray", Box(20, 100, 200, 30))])
        self.chat.show = self.show


@pytest.mark.parametrize(
    "opening",
    [("Tap", {"target": "the button Continue"}), ("Type", {"target": "the field Go to", "text": "new", "enter": True})],
    ids=["by a tap", "by Enter"],
)
async def test_a_name_has_to_be_there_again_after_the_screen_has_changed(opening: tuple[str, dict[str, Any]]) -> None:
    store, sent, words = (
        MemoryRecordings(),
        list[tuple[str, str]](),
        "go to new with Continue and send {text} to Ann Lee",
    )
    await agent_on(Inbox("Ann Lee", sent), store, say(opening), sending(), say(done="ok")).act(words, text="a")

    with pytest.raises(AskonceError, match="'Ann Lee' is not on the screen"):
        await agent_on(Inbox("Bo Ray", sent), store, strategy="strict").act(words, text="b")
    assert sent == [("Ann Lee", "a")]


async def test_what_goes_by_a_secret_that_no_step_types_is_not_recorded() -> None:
    store, sent = MemoryRecordings(), list[tuple[str, str]]()
    values = {"text": "one", "who": Secret("Ann Lee")}
    result = await agent_on(Chat("Ann Lee", sent), store, sending(), say(done="ok")).act(SEND, **values)
    assert "no step types {who}" in result.why
