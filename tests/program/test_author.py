"""From a task in words to a program that can be run."""

from __future__ import annotations

import pytest
from consulting import Consulting

from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError, GaveUp, ModelUnavailable, ProgramError
from askonce.models import Reply, Request
from askonce.program.author import asks_question, author
from askonce.program.syntax_tree import ForEach

TASK = "Add Hana (+106) and Sophie (+187) to my contacts, and send each of them a hello by SMS."
GOOD = """\
Create a list of objects named {people}, with the following items:
    An object with "name" set to "Hana" and "number" set to "+106"
    An object with "name" set to "Sophie" and "number" set to "+187"
Iterate through each item in {people}, recorded as {person}:
    In the Contacts app, add a contact with name {person.name} and number {person.number}, and save it
    In the Messages app, send "hello" to {person.number}
"""
MISSPELT = GOOD.replace("item in {people}", "item in {peple}")


def fenced(source: str) -> str:
    return f"```\n{source}```"


async def test_a_program_that_is_right_takes_one_question() -> None:
    hands = Consulting([fenced(GOOD)])

    authored = await author(hands, TASK)

    assert authored.source == GOOD
    assert isinstance(authored.program.statements[1], ForEach)
    assert (authored.problems, authored.attempts, authored.usage.calls) == ((), 1, 1)


async def test_problems_are_quoted_back_and_only_the_last_reply_is_shown() -> None:
    hands = Consulting(["Sure! Here it is:\nOpen it", fenced(MISSPELT), fenced(GOOD)])

    authored = await author(hands, TASK)

    assert (authored.source, authored.attempts, authored.usage.calls) == (GOOD, 3, 3)
    first, second, third = (request.messages for request in hands.asked)
    assert second[:2] == third[:2] == first
    assert "holds no fenced block" in second[-1].text
    assert len(third) == 4
    assert "line:4:30: error: {peple} is not set anywhere before this line" in third[-1].text
    assert "did you mean {people}?" in third[-1].text


async def test_a_program_that_stays_wrong_is_told_with_its_problems() -> None:
    hands = Consulting([fenced(MISSPELT)] * 9)

    with pytest.raises(ProgramError) as caught:
        await author(hands, TASK)

    assert len(hands.asked) == 4
    assert "did you mean {people}?" in caught.value.message
    assert MISSPELT.strip() in caught.value.message
    assert caught.value.remedy


async def test_warnings_are_told_and_need_no_repair() -> None:
    authored = await author(Consulting([fenced("1. Open the settings\n")]), "Open the settings")
    assert [problem.severity for problem in authored.problems] == ["warning"]
    assert authored.attempts == 1


async def test_a_question_must_be_answered() -> None:
    hands = Consulting(
        [
            fenced("Read the price of the mug, record as {price}\n"),
            fenced("Read the price of the mug, record as {price}\nSet variable {answer} to {price}\n"),
        ]
    )

    authored = await author(hands, "How much is the mug?")

    assert authored.attempts == 2
    assert "{answer} is never set" in hands.asked[1].messages[-1].text
    assert "sets {answer}" in hands.asked[0].messages[1].text


async def test_the_user_may_not_be_asked() -> None:
    hands = Consulting([fenced('Ask user "Which mug?", get response as {mug}\nBuy {mug}\n'), fenced("Buy a mug\n")])
    assert (await author(hands, "Buy a mug")).attempts == 2


async def test_given_variables_and_apps_are_told_and_known() -> None:
    hands = Consulting([fenced("In the Shop app, search for {term}\n")])

    assert not (await author(hands, "Search for {term}", given=("term",), apps=("Shop", "Mail"))).problems

    asked = hands.asked[0].messages[1].text
    assert "{term}" in asked
    assert "Shop, Mail" in asked


@pytest.mark.parametrize("reply", ["CANNOT: the task names no city", "```\nCANNOT: the task names no city\n```"])
async def test_a_model_that_says_why_it_cannot_is_believed(reply: str) -> None:
    with pytest.raises(GaveUp, match="the task names no city"):
        await author(Consulting([reply]), "Book a hotel")


async def test_an_empty_task_is_asked_wrongly() -> None:
    with pytest.raises(ConfigError, match="the task is empty"):
        await author(Consulting([]), "  ")


async def test_the_failure_of_a_model_is_passed_on() -> None:
    with pytest.raises(ModelUnavailable):
        await author(Consulting([ModelUnavailable("gone")]), TASK)


async def test_the_model_that_comes_with_the_package_says_that_it_writes_no_programs() -> None:
    class Embedded:
        async def consult(self, request: Request) -> Reply:
            return await EmbeddedModel().ask(request)

    with pytest.raises(GaveUp, match="ASKONCE_MODEL_NAME"):
        await author(Embedded(), TASK)


async def test_a_program_may_ask_its_user_only_where_somebody_is_there() -> None:
    asking = fenced('Ask user "Which one?", get response as {one}\nOpen {one}\n')
    hands = Consulting([asking] * 5)
    assert (await author(hands, "Open one", unattended=False)).attempts == 1
    assert "somebody is there" in hands.asked[0].messages[-1].text
    with pytest.raises(ProgramError, match="nobody is there to answer"):
        await author(hands, "Open one")
    assert "somebody is there" not in hands.asked[1].messages[-1].text


async def test_the_first_message_is_the_same_for_all_tasks() -> None:
    hands = Consulting([fenced("Open it\n")] * 2)
    await author(hands, "Open it")
    await author(hands, "How many are there?", answer=False, apps=("A",))
    assert hands.asked[0].messages[0] == hands.asked[1].messages[0]


@pytest.mark.parametrize(
    ("task", "asks"),
    [
        ("How many unread mails do I have?", True),
        ("Open the shop. What does the mug cost?", True),
        ("Tell me the total of my basket", True),
        ("Find out who sent the last message", True),
        ("Open the contacts, then count those in Berlin", True),
        ("Add Ada to the list and let me know how long it is", True),
        ("Count the unread mails", True),
        ("Delete the note, which is old, and answer the mail", False),
        ("Add a contact", False),
        ("Can you add a contact?", False),
        ("Could you please delete all notes?", False),
        ("Send Ada the message 'see you'", False),
    ],
)
def test_a_task_that_wants_something_told_is_known_by_its_words(task: str, asks: bool) -> None:
    assert asks_question(task) is asks
