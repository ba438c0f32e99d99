"""The last look before success is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from consulting import Consulting

from askonce.diagnostics.location import Location
from askonce.errors import ConfigError, UnreadableReply
from askonce.program.data_types import Table
from askonce.program.expression_tree import ListLiteral, Reference, TextTemplate
from askonce.program.final_check import EndState, FinalCheck, run_final_check
from askonce.program.run_state import LoopProgress
from askonce.program.syntax_tree import Assign, ForEach, Program, SaveFile, Statement, Step, Stop

STEP = Step(
    TextTemplate(
        (
            "In the Contacts app, add ",
            Reference("person"),
            " and save it",
        )
    ),
    location=Location(3),
)
LOOP = ForEach("person", Reference("people"), (STEP,), location=Location(2))
PEOPLE = Assign(
    Reference("people"),
    ListLiteral((TextTemplate(("Ada",)), TextTemplate(("Ben",)), TextTemplate(("Cy",)))),
    location=Location(1),
)
REPORT = SaveFile("table", Reference("people"), TextTemplate(("people.csv",)), location=Location(4))
ALL_DONE = '{"reason": "each of the three was saved", "missing": []}'


async def finish(hands: Consulting, *statements: Statement, files: tuple[str, ...] = (), **ending: Any) -> FinalCheck:
    program = Program(statements, "(the source)")
    return await run_final_check(hands, program, EndState(**ending), lambda name: name in files)


def people(*names: str) -> Mapping[str, Any]:
    return {"people": list(names)}


async def test_a_program_without_steps_is_done_without_a_question() -> None:
    hands = Consulting([])
    found = await finish(hands, PEOPLE, REPORT, files=("people.csv",))
    assert (found.done, found.asked) == (True, False)


async def test_a_file_that_was_not_written_is_missing() -> None:
    found = await finish(Consulting([]), PEOPLE, REPORT)
    assert found.missing == ('Write the file "people.csv" (line 4): it is not there.',)


async def test_a_program_that_may_stop_before_owes_no_file() -> None:
    assert (await finish(Consulting([]), PEOPLE, Stop(), REPORT)).done


@pytest.mark.parametrize("answer", [None, ""])
async def test_an_answer_that_was_asked_for_and_not_set_is_missing(answer: str | None) -> None:
    found = await finish(Consulting([]), STEP, asks_question=True, variables={"answer": answer})
    assert found.missing == ("Set variable {answer} to what the task asks for.",)
    assert not found.asked


@pytest.mark.parametrize(
    "rows", [["Ada", "Ben", "Cy"], Table(["name"], [{"name": one} for one in ("Ada", "Ben", "Cy")])]
)
async def test_items_that_no_pass_was_for_are_missing(rows: Any) -> None:
    found = await finish(Consulting([]), PEOPLE, LOOP, passes={(1,): LoopProgress(2)}, variables={"people": rows})
    (missing,) = found.missing
    assert "the loop in line 2 did 2 of 3 items in {people}" in missing.lower()
    assert missing.endswith(('"Cy"', '{"name": "Cy"}'))


@pytest.mark.parametrize("passes", [LoopProgress(3), LoopProgress(1, left=True)])
async def test_a_loop_that_ended_or_was_left_on_purpose_misses_nothing(passes: LoopProgress) -> None:
    found = await finish(
        Consulting([ALL_DONE]), PEOPLE, LOOP, passes={(1,): passes}, variables=people("Ada", "Ben", "Cy")
    )
    assert (found.done, found.asked, found.reason) == (True, True, "each of the three was saved")
    assert found.usage.calls == 1


async def test_a_list_that_changed_after_its_loop_is_not_counted_against_it() -> None:
    longer = Assign(Reference("people"), ListLiteral((TextTemplate(("Dora",)),) * 4))
    found = await finish(
        Consulting([ALL_DONE]),
        PEOPLE,
        LOOP,
        longer,
        passes={(1,): LoopProgress(3)},
        variables=people("D", "D", "D", "D"),
    )
    assert found.done


async def test_what_the_model_misses_is_told_and_the_question_shows_everything() -> None:
    hands = Consulting(['{"reason": "no message was sent", "missing": ["Send Ada a message", " "]}'])

    found = await finish(
        hands,
        STEP,
        task="Add Ada and send her a message",
        progress=("3: added Ada",),
        shown="person: Ada",
        told=("Ada has no number",),
        screen='[1] button "New contact"',
    )

    assert found.missing == ("Send Ada a message",)
    (request,) = hands.asked
    asked = request.messages[-1].text
    for part in ("Add Ada and send her a message", "(the source)", "3: added Ada", "person: Ada", "New contact"):
        assert part in asked
    assert '# Told to the user\n- "Ada has no number"' in asked


async def test_a_reply_that_cannot_be_read_is_quoted_back_once() -> None:
    hands = Consulting(['{"missing": "nothing"}', ALL_DONE])
    assert (await finish(hands, STEP)).done
    assert '"missing" has to be a list of texts' in hands.asked[1].messages[-1].text

    with pytest.raises(UnreadableReply, match="has to be a list of texts"):
        await finish(Consulting(['{"missing": "nothing"}', '{"missing": [3]}']), STEP)


async def test_without_a_model_to_ask_what_can_be_told_has_to_do() -> None:
    found = await finish(Consulting([ConfigError("no model is configured")]), STEP)
    assert (found.done, found.asked, found.reason) == (True, False, "no model is configured")


async def test_no_question_is_asked_when_that_is_not_wanted() -> None:
    program = Program((STEP,))
    found = await run_final_check(Consulting([]), program, EndState(), lambda _: False, ask=False)
    assert (found.done, found.asked) == (True, False)
