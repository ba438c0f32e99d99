"""What a program costs stays within what was promised: calls, and tokens of 4 characters a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from ablated_hands import Part, run_without
from perfect_reader import programs
from perfect_reader.plain_screen import PlainScreen
from perfect_reader.reader import PerfectReader

from askonce.agent import Agent
from askonce.config import Settings
from askonce.models import Request
from askonce.models.factory import Models
from askonce.testing import ScriptedModel
from askonce.testing.apps import SampleApps


@dataclass
class Rig:
    """The sample apps, and runs on them with a reader as the model."""

    apps: SampleApps
    replies: list[str]
    asked: list[Request]
    begins: str = "notes"
    """The page on which a run begins."""

    async def run(self, program: str, left_out: tuple[Part, ...] = (), **variables: Any) -> Any:
        reader = PerfectReader()

        def reply(request: Request) -> str:
            self.asked.append(request)
            self.replies.append(reader(request.messages[0].text, request.messages[-1].text))
            return self.replies[-1]

        self.apps.reset()
        self.asked.clear()
        self.replies.clear()
        screen = PlainScreen()
        await screen.navigate(self.apps.url + self.begins)
        settings = Settings(runs=None)
        async with Agent(screen, Models.of(ScriptedModel(reply, family="text")), settings=settings) as agent:
            if left_out:
                return await run_without(agent, program, left_out, **variables)
            return await agent.run(program, **variables)

    @property
    def plans(self) -> list[Request]:
        return [request for request in self.asked if "# Instruction" in request.messages[-1].text]


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    with SampleApps() as apps:
        yield Rig(apps, [], [])


def tokens(text: str) -> int:
    return -(-len(text) // 4)


async def test_every_action_takes_one_call_and_the_end_of_a_program_without_a_task_none(rig: Rig) -> None:
    persons = programs.people(3)

    result = await rig.run(programs.contacts_program(persons), ("replay",))

    assert rig.apps.contacts == persons
    assert rig.apps.messages == programs.hello(persons)
    assert (result.actions, len(rig.plans), result.calls) == (36, 36, 36)


async def test_later_passes_of_a_loop_need_no_calls(rig: Rig) -> None:
    one = await rig.run(programs.contacts_program(programs.people(1)))
    persons = programs.people(20)
    twenty = await rig.run(programs.contacts_program(persons))

    assert rig.apps.contacts == persons
    assert rig.apps.messages == programs.hello(persons)
    assert twenty.actions == 240
    assert twenty.calls <= 3 * one.calls


async def test_a_pass_that_begins_on_another_page_costs_one_call_and_the_next_one_none(rig: Rig) -> None:
    rig.begins = ""  # the launcher, where no later pass begins

    calls = [(await rig.run(programs.contacts_program(programs.people(count)))).calls for count in (1, 2, 3)]

    assert rig.apps.contacts == programs.people(3)
    assert rig.apps.messages == programs.hello(programs.people(3))
    assert (calls[1] - calls[0], calls[2] - calls[1]) == (1, 0)


async def test_rules_are_the_same_in_every_call_and_replies_are_short(rig: Rig) -> None:
    await rig.run(programs.nested_program(), ("replay",), teams=programs.teams(2, 3))

    assert len({request.messages[0].text for request in rig.plans}) == 1
    assert tokens(rig.plans[0].messages[0].text) <= 3000
    assert max(map(tokens, rig.replies)) <= 300


async def test_conditions_in_loops_in_loops_lead_each_item_where_it_belongs(rig: Rig) -> None:
    result = await rig.run(programs.nested_program(), teams=programs.teams(2, 3))

    assert result.answer == 6
    assert [message.content for message in rig.apps.messages] == [
        "Team Red 1 meets on Friday, Hana Ferreira",
        "Team Blue 2 meets on Friday, Noah Berg",
    ]
    assert [note.title for note in rig.apps.notes] == [
        "Call Sophie Martin",
        "Ask the parents of Olivia Alves",
        "Team Red 1 is done",
        "Call Mila Berg",
        "Ask the parents of Emil Berg",
        "Team Blue 2 is done",
    ]


async def test_what_is_told_does_not_grow_with_the_run(rig: Rig) -> None:
    await rig.run(programs.flat_program(80))

    sizes = [tokens(request.messages[-1].text) for request in rig.plans]
    assert rig.apps.notes == programs.errands(80)
    assert max(sizes) <= 3000
    assert sizes[-1] <= 1.1 * sizes[40]
