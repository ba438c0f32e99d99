"""An act ends with the reply that claims it when the screen proves that, and is looked at again when it does not."""

from __future__ import annotations

import pytest
from replies import say, tap, type_into

from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens import Dialog
from askonce.screens.fake import Button, CheckBox, FakeScreen, Field, Text


class Form(FakeScreen):
    """A form that is answered by what `reaction` shows. Element numbers: 1 the name, 2 Save, 3 a box to tick."""

    def __init__(self, *reaction: str, keeps: bool = True) -> None:
        self.name, self.box = Field("Name", Box(20, 20, 200, 30)), CheckBox("News", Box(20, 100, 200, 30))
        self.button = Button("Save", Box(20, 60, 100, 30), on_tap=self.save)
        self._reaction, self._keeps = reaction, keeps
        super().__init__([self.name, self.button, self.box])

    def save(self) -> None:
        texts = [Text(text, Box(20, 140 + 40 * place, 400, 30)) for place, text in enumerate(self._reaction)]
        if not self._keeps:
            self.name.value = ""
        self.show(self.name, self.button, self.box, *texts)


async def calls(screen: FakeScreen, *actions: tuple[str, dict[str, object]], expect: str) -> tuple[int, str]:
    """How often the planner was asked, and what it was told last."""
    model = ScriptedModel([say(*actions, expect=expect, done="claimed"), say(done="seen")])
    agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
    result = await agent.act("add the contact Ann Reed")
    return result.usage.calls, model.asked[-1].messages[-1].text


SEND = (type_into(1, "Ann Reed"), tap(2))


@pytest.mark.parametrize(
    ("screen", "expect"),
    [
        (Form("Contact saved"), 'visible "saved"'),
        (Form("Ann Reed", keeps=False), "sent"),
        (Form("Saved"), 'visible "Ann"'),
    ],
)
async def test_an_act_ends_in_one_call_when_the_screen_proves_it(screen: Form, expect: str) -> None:
    assert (await calls(screen, *SEND, expect=expect))[0] == 1


@pytest.mark.parametrize(
    ("screen", "expect", "why"),
    [
        (Form("Could not save Ann Reed"), 'visible "Ann Reed"', 'not taken: "Could not save Ann Reed" appeared'),
        (Form(keeps=False), "sent", "not taken: nothing on the screen says that it worked"),
        (Form("Saved", "Two of three entries were left as they are"), 'visible "Saved"', "has to be read"),
        (
            Form(),
            'field "Name" is "Ann Reed"',
            'not taken: what you expected was so before the last action (field "Name" is "Ann Reed"). '
            "If the screen shows all of it",
        ),
        (Form(), "", "not taken: it came with actions and without <expect>. If the screen shows all of it done, "),
        (Form("Saved"), 'visible "Saved for later"', "not taken: not all that you expected is met. If the screen"),
    ],
)
async def test_an_act_that_is_not_proven_is_looked_at_again_and_told_why(
    screen: Form, expect: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.2)
    asked, told = await calls(screen, *SEND, expect=expect)
    assert asked == 2
    assert why in told


async def test_boxes_and_fields_that_no_button_sends_are_proven_by_what_they_hold() -> None:
    filled = 'field "Name" is "Ann Reed"; field "News" is checked'
    assert (await calls(Form(), type_into(1, "Ann Reed"), tap(3), expect=filled))[0] == 1


class SendingForm(Form):
    """A form that stays filled in, and of which a request sent what stands in `sends`."""

    def __init__(self, sends: str) -> None:
        super().__init__("Contact saved")
        self._sends, self._sent = sends, list[str]()

    def save(self) -> None:
        super().save()
        self._sent = [self._sends]

    async def take_written(self) -> list[str]:
        sent, self._sent = self._sent, []
        return sent


async def test_a_form_that_stays_filled_in_was_sent_only_if_a_request_took_what_was_typed() -> None:
    assert (await calls(SendingForm('{"name": "Ann Reed"}'), *SEND, expect="sent"))[0] == 1
    assert (await calls(SendingForm('{"event": "click"}'), *SEND, expect="sent"))[0] == 2
    assert (await calls(Form("Contact saved"), *SEND, expect="sent"))[0] == 2


async def test_a_dialog_that_is_open_is_looked_at() -> None:
    screen = Form("Contact saved")
    screen.button = Button("Save", Box(20, 60, 100, 30), on_tap=lambda: screen.ask(Dialog("confirm", "Sure?"), id))
    screen.show(screen.name, screen.button, screen.box)
    assert (await calls(screen, *SEND, expect='gone "Nobody"; sent'))[0] == 2


class Toasting(Form):
    """A form that stays as it is, and says for a moment what came of it; `before` it was said something else."""

    def __init__(self, said: str, before: str = "") -> None:
        super().__init__()
        self._said, self._messages = said, [before] if before else []

    def save(self) -> None:
        self._messages += [self._said] if self._said else []

    async def take_messages(self) -> list[str]:
        taken, self._messages = self._messages, []
        return taken


@pytest.mark.parametrize("expect", ['message "saved"', 'field "Name" is "Ann Reed"'])
async def test_a_message_that_was_shown_for_a_moment_proves_that_it_worked(expect: str) -> None:
    assert (await calls(Toasting("Contact saved"), *SEND, expect=expect))[0] == 1


@pytest.mark.parametrize(
    ("screen", "why"),
    [
        (Toasting("", before="Contact saved"), 'message "saved": not met (no message was shown)'),
        (Toasting("Contact could not be saved"), '"Contact could not be saved" was shown for a moment'),
        (Toasting("Shared with everybody"), 'the last message was "Shared with everybody"'),
    ],
)
async def test_a_message_of_an_earlier_action_or_another_one_proves_nothing(
    screen: Form, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.2)
    asked, told = await calls(screen, *SEND, expect='message "saved"')
    assert asked == 2
    assert why in told
