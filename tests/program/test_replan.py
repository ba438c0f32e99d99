"""Writing the rest of a program anew while it runs."""

from __future__ import annotations

import pytest
from consulting import Consulting

from askonce.errors import GaveUp, ProgramError
from askonce.program.counter import CallFrame, Counter, LoopPass
from askonce.program.parser import read_program
from askonce.program.replan import Situation, replan
from askonce.program.syntax_tree import Path, Program

SOURCE = """\
# two people
Record list ["Ada", "Ben"] as {people}
Iterate through each item in {people}, recorded as {person}:
    In the Contacts app, add {person} and save it   # as it is
    In the Mail app, send {person} a greeting
Set variable {done} to true
"""
WHY = Situation("there is no Mail app", task="Add Ada and Ben, and greet them", variables="person: Ada")
IN_LOOP = Counter((CallFrame((1, 0, 1), (LoopPass((1,), 1, 2),)),))


def program(source: str = SOURCE) -> Program:
    read, problems = read_program(source)
    assert not problems
    return read


def at(path: Path) -> Counter:
    return Counter((CallFrame(path),))


def fenced(source: str) -> str:
    return f"```\n{source}```"


async def test_the_rest_is_written_anew_and_what_came_before_stays_byte_for_byte() -> None:
    hands = Consulting([fenced("    In the Messages app, send {person} a greeting\nSet variable {done} to true\n")])

    patch = await replan(hands, program(), IN_LOOP, WHY)

    assert patch.program.source == SOURCE.replace("Mail app", "Messages app")
    assert patch.path == (1, 0, 1)
    assert patch.counter == IN_LOOP
    assert "-    In the Mail app, send {person} a greeting" in patch.diff
    assert "+    In the Messages app, send {person} a greeting" in patch.diff
    assert patch.diff.count("\n-") == patch.diff.count("\n+") - 1 == 1
    assert (patch.attempts, patch.usage.calls) == (1, 1)


async def test_the_question_shows_the_program_with_its_line_marked_and_why() -> None:
    hands = Consulting(["CANNOT: no way"])
    with pytest.raises(GaveUp, match="no way"):
        await replan(hands, program(), IN_LOOP, WHY)

    asked = hands.asked[0].messages[1].text
    assert "    In the Mail app, send {person} a greeting  # <-- here\nSet variable" in asked
    for part in ("there is no Mail app", "person: Ada", "4 spaces", "pass 1 of 2", "Add Ada and Ben, and greet them"):
        assert part in asked


async def test_lines_with_another_indent_are_quoted_back() -> None:
    hands = Consulting(
        [
            fenced("In the Messages app, send {person} a greeting\n"),
            fenced("    In the Messages app, send {person} a greeting\n"),
        ]
    )

    patch = await replan(hands, program(), IN_LOOP, WHY)

    assert patch.attempts == 2
    assert "indented by 0 spaces; it stands in the place of a line with 4" in hands.asked[1].messages[-1].text


@pytest.mark.parametrize("mark", ["", "  # <-- here"])
async def test_a_reply_with_the_lines_that_stay_is_taken_for_what_it_means(mark: str) -> None:
    whole = SOURCE.replace("Mail app, send {person} a greeting", f"Messages app, greet {{person}}{mark}")
    hands = Consulting([fenced(whole.replace("# two people\n", ""))])

    patch = await replan(hands, program(), IN_LOOP, WHY)

    assert patch.attempts == 1
    assert patch.program.source == SOURCE.replace("Mail app, send {person} a greeting", "Messages app, greet {person}")


async def test_lines_that_were_done_are_not_written_twice() -> None:
    again = 'Record list ["Ada", "Ben"] as {people}\nTell user {people}\n'
    hands = Consulting([fenced(again), fenced("Tell user {people}\n")])

    patch = await replan(hands, program(), at((2,)), WHY)

    assert patch.attempts == 2
    assert "a line before the marked one" in hands.asked[1].messages[-1].text


async def test_the_whole_is_checked() -> None:
    hands = Consulting([fenced("Tell user {nobody}\n"), fenced("Tell user {people}\n")])

    patch = await replan(hands, program(), at((2,)), WHY)

    assert patch.attempts == 2
    assert "{nobody} is never set" in hands.asked[1].messages[-1].text
    assert patch.path == (2,)


async def test_an_open_loop_must_stay() -> None:
    between = Counter((CallFrame((1,), (LoopPass((1,), 1, 2),)),))
    hands = Consulting([fenced("Open the settings\n")] * 4)

    with pytest.raises(ProgramError, match="it is running"):
        await replan(hands, program(), between, WHY)


async def test_in_a_function_only_the_rest_of_the_function_is_written_anew() -> None:
    source = (
        'Define function named "greet":\n    Open the mail\n    Send a greeting\n\n# main\nExecute function "greet"\n'
        'Tell user "done"\n'
    )
    counter = Counter((CallFrame((1,)), CallFrame((0, 0, 1), function="greet")))
    hands = Consulting([fenced("    Write a letter\n    Post it\n")])

    patch = await replan(hands, program(source), counter, WHY)

    assert patch.program.source == source.replace("    Send a greeting\n", "    Write a letter\n    Post it\n")
    assert "to the end of the function" in hands.asked[0].messages[1].text
    assert patch.counter == counter


async def test_at_the_end_more_can_be_written() -> None:
    hands = Consulting([fenced("    # a remark is nothing\n"), fenced("In the Notes app, note that all is done\n")])

    patch = await replan(hands, program(), Counter(), Situation("nobody noted that all is done"))

    assert patch.program.source == SOURCE + "In the Notes app, note that all is done\n"
    assert patch.path == (3,)
    assert "Set variable {done} to true\n# <-- here\n```" in hands.asked[0].messages[1].text


async def test_the_first_message_is_that_of_authoring() -> None:
    from askonce.program.author import author

    hands = Consulting([fenced("Open it\n"), fenced("Tell user {people}\n")])
    await author(hands, "Open it")
    await replan(hands, program(), at((2,)), WHY)
    assert hands.asked[0].messages[0] == hands.asked[1].messages[0]
