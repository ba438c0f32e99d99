"""Conditions that need the screen: asked in their order, and only as far as they matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.errors import CannotTell, ProgramError
from askonce.program.expression_tree import (
    AllOf,
    AnyOf,
    BooleanLiteral,
    Comparison,
    Condition,
    ConditionValue,
    Not,
    NumberLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
    needs_screen,
)
from askonce.program.screen_conditions import decide, settle
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles

FILES = WorkFiles(Path("/nowhere"))
SMALL = Comparison("<", Reference("a"), NumberLiteral(3))


def shows(words: str) -> ScreenCondition:
    return ScreenCondition(TextTemplate((words, Reference("a"))))


class Screen:
    """Answers what it is asked, and keeps the questions."""

    def __init__(self, *truths: str) -> None:
        self.truths, self.questions = truths, list[str]()

    async def ask(self, question: str) -> bool:
        self.questions.append(question)
        return question in self.truths


def five() -> VariableScope:
    scope = VariableScope()
    scope.apply(Change.set("a", (), 5))
    return scope


@pytest.mark.parametrize(
    ("condition", "holds", "questions"),
    [
        (shows("banner "), True, ["banner 5"]),
        (Not(shows("banner ")), False, ["banner 5"]),
        (AllOf((SMALL, shows("banner "))), False, []),
        (AllOf((Not(SMALL), shows("banner "))), True, ["banner 5"]),
        (AnyOf((Not(SMALL), shows("banner "))), True, []),
        (AnyOf((SMALL, shows("banner "))), True, ["banner 5"]),
        (AllOf((shows("advert "), shows("banner "))), False, ["advert 5"]),
        (AnyOf((shows("banner "), shows("advert "))), True, ["banner 5"]),
        (AnyOf((shows("advert "), shows("banner "))), True, ["advert 5", "banner 5"]),
        (SMALL, False, []),
    ],
)
async def test_a_question_is_asked_only_when_it_matters(
    condition: Condition, holds: bool, questions: list[str]
) -> None:
    screen = Screen("banner 5")
    assert await decide(condition, five(), FILES, screen.ask) is holds
    assert screen.questions == questions


def test_a_condition_needs_the_screen_wherever_a_part_of_it_does() -> None:
    assert needs_screen(Not(AllOf((SMALL, shows("banner ")))))
    assert not needs_screen(SMALL)


async def test_a_judgement_about_the_screen_is_made_before_it_is_used() -> None:
    screen = Screen("banner 5")
    for words, holds in (("banner ", True), ("advert ", False)):
        condition = ConditionValue(shows(words))
        assert await settle(condition, five(), FILES, screen.ask) == BooleanLiteral(holds)
    assert len(screen.questions) == 2


async def test_what_needs_no_screen_is_left_as_it_is() -> None:
    screen = Screen()
    for expression in (ConditionValue(SMALL), NumberLiteral(2)):
        assert await settle(expression, five(), FILES, screen.ask) is expression
    assert screen.questions == []


async def test_an_answer_that_cannot_be_given_is_not_taken_for_a_no() -> None:
    async def cannot_tell(question: str) -> bool:
        raise CannotTell(question)

    with pytest.raises(CannotTell, match="banner 5"):
        await decide(AnyOf((shows("banner "), Not(SMALL))), five(), FILES, cannot_tell)
    with pytest.raises(CannotTell, match="banner 5"):
        await settle(ConditionValue(shows("banner ")), five(), FILES, cannot_tell)


async def test_an_error_in_a_condition_names_its_line() -> None:
    unknown = Comparison("<", Reference("b"), NumberLiteral(3))
    for asking in (
        decide(unknown, five(), FILES, Screen().ask, line=7),
        settle(ConditionValue(AllOf((unknown, shows("x")))), five(), FILES, Screen().ask, line=7),
    ):
        with pytest.raises(ProgramError, match="line 7"):
            await asking
