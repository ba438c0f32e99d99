"""What a person does by hand becomes a recording. A fake screen is enough for most of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ConfigError, RecordingError
from askonce.geometry import Box, Point
from askonce.models.scripted_model import ScriptedModel
from askonce.recorder.hand_recorder import HandRecorder
from askonce.recordings.recording import RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, CheckBox, Choice, FakeScreen, Field, Text, Widget
from askonce.screens.gestures import (
    HandAnswer,
    HandBack,
    HandChoose,
    HandFill,
    HandGoTo,
    HandHover,
    HandKeys,
    HandPress,
    HandScroll,
    HandText,
)
from askonce.screens.screen_protocol import Dialog, OpenChooser
from askonce.values import Secret

PIN = "22retnuh"[::-1]
"""Not spelt out: reports show the source of a test."""
NAME, PASSWORD, NEWS, SIZE, SAVE, DELETE, BLANK = (
    Point(100, 30),
    Point(100, 80),
    Point(100, 130),
    Point(100, 180),
    Point(100, 230),
    Point(100, 280),
    Point(700, 500),
)


def form() -> FakeScreen:
    """A form that shows what was saved."""
    name = Field("User name", Box(20, 20, 200, 30))
    password = Field("Password", Box(20, 70, 200, 30), password=True)

    def save() -> None:
        screen.show(Text(f"Saved {name.value}", Box(20, 20, 200, 30)), Button("Back to the form", Box(20, 60, 200, 30)))

    def delete() -> None:
        screen.ask(Dialog("confirm", "Delete it?"), lambda answer: screen.open_page("fake://gone"))

    widgets = [
        name,
        password,
        CheckBox("Newsletter", Box(20, 120, 200, 30)),
        Choice("Size", Box(20, 170, 200, 30), options=("Small", "Large")),
        Button("Save", Box(20, 220, 200, 30), on_tap=save),
        Button("Delete", Box(20, 270, 200, 30), on_tap=delete),
        Text("Nothing saved yet", Box(20, 320, 200, 30)),
        Button("Far down", Box(20, 2000, 200, 30)),
    ]
    screen = FakeScreen(widgets, pages={"fake://gone": [Text("It is gone", Box(20, 20, 200, 30))]})
    return screen


@pytest.fixture
async def agent(tmp_path: Path) -> AsyncIterator[Agent]:
    async with launch.screen(form(), settings=Settings(runs=tmp_path, patience=0.2)) as agent:
        yield agent


def words(recorder: HandRecorder) -> list[str]:
    return [step.words for step in recorder.steps]


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def fill_in(recorder: HandRecorder) -> None:
    for gesture in (
        HandPress(NAME), HandText("A"), HandText("nn"), HandKeys("Tab"), HandText(PIN[:6]), HandText(PIN[6:]),
        HandPress(NEWS), HandChoose(SIZE, ("Large",)), HandPress(SAVE),
    ):  # fmt: skip
        await recorder.perform(gesture)


async def test_what_a_person_does_becomes_steps_in_words(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    assert words(recorder) == [
        "Type \"Ann\" into the field 'User name'",
        "Type \"{password}\" into the field 'Password'",
        "Tap the checkbox 'Newsletter'",
        "Choose \"Large\" in the list 'Size'",
        "Tap the button 'Save'",
    ]
    assert not recorder.problems


async def test_the_recording_is_replayed_by_an_act_that_may_ask_nobody(agent: Agent) -> None:
    recorder = HandRecorder(agent, "save the form")
    await fill_in(recorder)
    store = MemoryRecordings()
    store.update("form", lambda _: recorder.recording())
    screen, model = form(), ScriptedModel([])
    kept = Recordings(store, "form", strategy="strict")
    async with launch.screen(screen, model=model, recordings=kept) as other:
        result = await other.act(recorder.title, password=Secret("teatime"))
    assert (result.how, model.asked) == ("replayed", [])
    assert "Saved Ann" in [widget.label for widget in screen.widgets]
    assert "type 'teatime' into Password" in screen.log


async def test_a_gesture_that_is_done_already_is_recorded_and_not_done_again(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await recorder.begin()
    screen = agent.screen
    assert isinstance(screen, FakeScreen)
    await screen.tap(NAME)
    await screen.type("Ann")
    step = await recorder.perform(HandFill(NAME, "Ann", number=1, is_done=True))
    await recorder.finish()
    assert step
    assert step.words == "Type \"Ann\" into the field 'User name'"
    assert [line for line in screen.log if line.startswith("type")] == ["type 'Ann' into User name"]


@pytest.mark.parametrize(
    "gestures",
    [
        [HandPress(NAME)],
        [HandKeys("Tab"), HandKeys("Shift+Tab")],
        [HandPress(BLANK)],
        [HandPress(NAME), HandKeys("ArrowLeft"), HandKeys("Home")],
        [HandScroll(BLANK, 0, 300)],
        [HandHover(SAVE)],
        [HandKeys("Shift")],
        [HandPress(SIZE)],
    ],
)
async def test_noise_is_not_recorded(agent: Agent, gestures: list[HandPress | HandKeys | HandScroll]) -> None:
    recorder = HandRecorder(agent)
    for gesture in gestures:
        await recorder.perform(gesture)
    await recorder.finish()
    assert words(recorder) == []


async def test_a_scroll_is_dropped_where_the_next_step_finds_its_element_without_it(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await recorder.perform(HandScroll(BLANK, 0, 1500))
    step = await recorder.perform(HandPress(Point(100, 585)))
    assert step
    assert words(recorder) == ["Tap the button 'Far down'"]
    assert step.remark == "nothing changed on the screen"


async def test_a_rest_of_the_pointer_is_kept_where_the_next_step_needs_it(tmp_path: Path) -> None:
    """Of two menus that opened under the pointer the one with the entry, and the menu in which that one is."""

    def menu(label: str, box: Box, *opened: Widget) -> Button:
        return Button(label, box, on_touch=lambda _: screen.show(*bar, *opened))

    entry = Button("Export", Box(400, 60, 100, 30))
    more = menu("More", Box(200, 60, 100, 30))
    more.on_touch = lambda _: screen.show(*bar, more, entry)
    bar = [
        menu("File", Box(20, 60, 100, 30), more),
        menu("Help", Box(20, 120, 100, 30), Button("About", Box(200, 120, 100, 30))),
        Button("Plain", Box(20, 180, 100, 30)),
    ]
    screen = FakeScreen(bar)
    rests = [widget.box.center for widget in (bar[1], bar[2], bar[0], more, entry)]
    async with launch.screen(screen, settings=Settings(runs=tmp_path, patience=0.2)) as agent:
        recorder = HandRecorder(agent)
        for at in rests:
            await recorder.perform(HandHover(at))
        await recorder.perform(HandPress(entry.box.center))
        await recorder.perform(HandHover(bar[1].box.center))
        await recorder.perform(HandPress(bar[2].box.center))
    assert words(recorder) == [
        "Point at the button 'File'",
        "Point at the button 'More'",
        "Tap the button 'Export'",
        "Tap the button 'Plain'",
    ]


async def test_scrolls_and_hovers_that_brought_something_come_before_a_check_and_at_the_end(tmp_path: Path) -> None:
    entries = [Text(f"Entry {number}", Box(20, 100 * number, 200, 30)) for number in range(30)]
    async with launch.screen(FakeScreen(entries), settings=Settings(runs=tmp_path)) as agent:
        recorder = HandRecorder(agent)
        await recorder.perform(HandScroll(BLANK, 0, 1000))
        await recorder.add_check_at("text", Point(100, 115))
        await recorder.perform(HandScroll(BLANK, 0, 300))
        await recorder.finish()
        assert words(recorder) == ["Scroll down", 'Check that the text "Entry 11" is visible']


async def test_a_step_is_not_renamed_to_a_check_nor_to_a_value_that_nothing_types(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    step = await recorder.perform(HandPress(NEWS))
    assert step
    for name, problem in (("check  that it is on", "would be a check"), ("Tick {what}", "no step types {what}")):
        with pytest.raises(ConfigError, match=problem):
            recorder.rename(step.number, name)
    recorder.rename(step.number, "Check the box")
    assert recorder.steps[0].kind == "step"
    assert "Check the box" in recorder.export("stp").text.splitlines()


class AskingScreen(FakeScreen):
    """A page that asks for a file, of which something else has told already."""

    chooser: OpenChooser | None = None

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.chooser = OpenChooser(multiple=False)


async def test_a_press_that_asks_for_a_file_is_a_part_of_the_upload(tmp_path: Path) -> None:
    screen = AskingScreen([Button("File", Box(20, 20, 200, 30))])
    async with launch.screen(screen, settings=Settings(runs=tmp_path)) as agent:
        recorder = HandRecorder(agent)
        await recorder.perform(HandPress(NAME))
        assert (screen.chooser, words(recorder)) == (OpenChooser(multiple=False), [])


async def test_what_is_typed_while_paused_is_in_no_step(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    for gesture in (HandPress(NAME), HandText("Ann ")):
        await recorder.perform(gesture)
    recorder.pause()
    await recorder.perform(HandText("private "))
    recorder.resume()
    await recorder.perform(HandText("after"))
    await recorder.finish()
    assert [(step.value, bool(step.problem)) for step in recorder.steps] == [("Ann ", False), ("after", True)]
    await recorder.perform(HandPress(SAVE))
    assert "Saved Ann private after" in str(await agent.screen.tree())
    assert "private" not in recorder.export("recording").text


async def test_a_text_that_was_made_a_variable_stays_one_while_it_is_typed_on(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await recorder.perform(HandPress(NAME))
    step = await recorder.perform(HandText("An"))
    assert step
    recorder.make_variable(step.number, "who")
    await recorder.perform(HandText("na"))
    await recorder.finish()
    assert (recorder.steps[-1].variable, recorder.values["who"]) == ("who", "Anna")


async def test_a_dialog_is_answered_as_it_was(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await recorder.perform(HandPress(DELETE))
    await recorder.perform(HandAnswer(accept=True))
    await recorder.perform(HandBack())
    assert words(recorder) == ["Tap the button 'Delete'", "Accept the dialog", "Go back one page"]
    assert recorder.recording().recordings[0].steps[1].dialog == 'confirm "Delete it?"'


async def test_a_prompt_that_was_answered_by_hand_is_answered_again_whatever_it_suggests(tmp_path: Path) -> None:
    def rename() -> None:
        screen.ask(
            Dialog("prompt", "Your name?", "nobody"), lambda answer: screen.show(Text("Hello", Box(0, 0, 90, 20)))
        )

    hello = Text("Hello", Box(20, 20, 200, 30))
    screen = FakeScreen([Button("Rename", hello.box, on_tap=rename)], pages={"fake://hello": [hello]})
    async with launch.screen(screen, settings=Settings(runs=tmp_path, patience=0.2)) as agent:
        recorder = HandRecorder(agent)
        await recorder.perform(HandPress(NAME))
        await screen.answer(True, "Bob")
        await recorder.perform(HandAnswer(True, "Bob", is_done=True))
        assert [step.dialog for step in recorder.recording().recordings[0].steps] == ["", 'prompt "Your name?"']


async def test_options_that_are_only_passed_are_not_recorded(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    for option in ("Large", "Small", "Large"):
        await recorder.perform(HandChoose(SIZE, (option,)))
    assert words(recorder) == ["Choose \"Large\" in the list 'Size'"]


async def test_a_typed_text_becomes_a_variable_and_a_text_again(agent: Agent) -> None:
    recorder = HandRecorder(agent, "save Ann")
    await fill_in(recorder)
    name = recorder.steps[0]
    assert (name.offer, name.variable) == ("user_name", "")
    recorder.make_variable(name.number, "who")
    assert recorder.title == "save {who} with {password}"
    steps = recorder.recording().recordings[0].steps
    assert steps[0].params["text"] == "{who}"
    assert "Saved {who}" in [expected.text for expected in steps[-1].expects]
    recorder.make_literal(name.number)
    assert recorder.recording().recordings[0].steps[0].params["text"] == "Ann"


async def test_what_is_typed_and_known_by_name_is_recorded_as_that(agent: Agent) -> None:
    recorder = HandRecorder(agent, values={"who": "Ann", "pin": Secret(PIN)})
    await fill_in(recorder)
    assert [step.variable for step in recorder.steps[:2]] == ["who", "password"]


async def test_a_password_is_written_nowhere(agent: Agent, tmp_path: Path) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    await recorder.replay()
    assert isinstance(recorder.values["password"], Secret)
    written = contents(tmp_path)
    assert "recording.yaml" in written
    assert [name for name, content in written.items() if PIN.encode() in content] == []
    texts = [recorder.export(form).text for form in ("recording", "yaml", "stp")]
    assert not any(PIN in text for text in (*texts, repr(recorder.steps), repr(recorder.values)))
    with pytest.raises(ConfigError, match="written nowhere"):
        recorder.make_literal(recorder.steps[1].number)


async def test_a_password_that_the_page_shows_is_a_secret(agent: Agent, tmp_path: Path) -> None:
    recorder = HandRecorder(agent)
    await recorder.begin()
    assert isinstance(agent.screen, FakeScreen)
    field = next(widget for widget in agent.screen.widgets if isinstance(widget, Field) and widget.password)
    field.password = False
    for gesture in (HandPress(PASSWORD), HandText(PIN), HandPress(SAVE)):
        await recorder.perform(gesture)
    assert words(recorder)[0] == "Type \"{password}\" into the field 'Password'"
    assert [name for name, content in contents(tmp_path).items() if PIN.encode() in content] == []


async def test_a_secret_that_was_corrected_in_the_middle_is_told_as_unknown(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    for gesture in (HandPress(PASSWORD), HandText(PIN), HandKeys("ArrowLeft"), HandKeys("Backspace")):
        await recorder.perform(gesture)
    await recorder.finish()
    assert "cannot be told" in recorder.steps[0].problem


async def test_steps_are_renamed_moved_removed_and_taken_back(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    first, second, *_, last = recorder.steps
    recorder.rename(first.number, "enter  the name")
    recorder.move(second.number, 0)
    recorder.undo()
    assert words(recorder)[:2] == [second.words, "enter the name"]
    assert last.words not in words(recorder)
    recorder.remove(second.number)
    assert "password" not in recorder.values
    with pytest.raises(ConfigError, match=f"there is no step {second.number}"):
        recorder.remove(second.number)
    with pytest.raises(ConfigError, match="there is no place 9"):
        recorder.move(first.number, 9)


async def test_checks_are_proposed_where_the_elements_prove_them(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    proposals = await recorder.checks_at(Point(100, 30))
    assert ("text", 'the text "Saved Ann" is visible') in [(each.kind, each.statement) for each in proposals]
    step = await recorder.add_check_at("text", Point(100, 30))
    assert (step.kind, step.words) == ("check", 'Check that the text "Saved Ann" is visible')
    with pytest.raises(ConfigError, match="no list can be checked"):
        await recorder.add_check_at("list", Point(100, 30))


async def test_checks_stand_in_every_export(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    await recorder.add_check_at("text", Point(100, 30))
    recorder.make_variable(recorder.steps[0].number)
    assert 'aiAssert: the text "Saved {user_name}" is visible' in recorder.export("yaml").text
    assert 'Wait until the text "Saved {user_name}" is visible' in recorder.export("stp").text
    check = recorder.recording().recordings[0].steps[-1]
    assert check.params["until"] == 'the text "Saved {user_name}" is visible'


async def test_a_replay_says_which_step_was_not_found_again(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await fill_in(recorder)
    screen = form()
    screen.show(*screen.widgets[:4])
    verdicts = await recorder.replay(launch.screen(screen, settings=Settings(runs=None, patience=0.1)))
    assert [verdict.is_found for verdict in verdicts] == [True, True, True, True, False]
    assert verdicts[-1].reason
    again = await recorder.replay(launch.screen(form(), settings=Settings(runs=None, patience=0.1)))
    assert all(verdict.is_found for verdict in again)


async def test_a_check_that_is_false_fails_the_replay(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    await recorder.add_check_at("text", Point(100, 335))
    await fill_in(recorder)
    screen = form()
    screen.show(*screen.widgets[:6])
    settings = Settings(runs=None, patience=0.1)
    verdicts = await recorder.replay(launch.screen(screen, settings=settings))
    assert [verdict.is_tried for verdict in verdicts] == [True, False, False, False, False, False]
    assert "was not true" in verdicts[0].reason


async def test_what_was_recorded_is_on_disk_after_each_step(agent: Agent) -> None:
    recorder = HandRecorder(agent, "save it")
    await recorder.perform(HandPress(NAME))
    await recorder.perform(HandText("An"))
    assert recorder.kept_file
    kept = read_recordings(recorder.kept_file.read_text("utf-8"), "kept")
    assert [step.params["text"] for step in kept.recordings[0].steps] == ["An"]


async def test_a_new_recording_is_added_to_earlier_ones(agent: Agent, tmp_path: Path) -> None:
    first = HandRecorder(agent, "tick it")
    await first.perform(HandPress(NEWS))
    second = HandRecorder(agent, "save it", earlier=first.recording())
    await second.perform(HandPress(SAVE))
    second.write(tmp_path / "both.yaml")
    both = read_recordings((tmp_path / "both.yaml").read_text("utf-8"), "both.yaml")
    assert [recording.instruction for recording in both.recordings] == ["tick it", "save it"]


async def test_recorded_steps_are_continued(agent: Agent) -> None:
    first = HandRecorder(agent, "tick it")
    await first.perform(HandPress(NEWS))
    second = HandRecorder(agent, "tick and save")
    await second.follow(first.recording().recordings[0])
    await second.perform(HandPress(SAVE))
    assert words(second) == ["Tap the checkbox 'Newsletter'", "Tap the button 'Save'"]


async def test_nothing_is_recorded_while_it_is_paused(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    recorder.pause()
    assert await recorder.perform(HandPress(NEWS)) is None
    recorder.resume()
    await recorder.perform(HandGoTo("fake://gone"))
    assert words(recorder) == ["Open URL fake://gone"]
    assert isinstance(agent.screen, FakeScreen)
    assert "tap Newsletter" in agent.screen.log


async def test_an_empty_sitting_has_nothing_to_write(agent: Agent) -> None:
    recorder = HandRecorder(agent)
    with pytest.raises(RecordingError, match="nothing to write"):
        recorder.recording()
    assert HandRecorder(agent, earlier=RecordingFile()).steps == []
