"""No secret leaves the process with a question: not in its words, not in its values, not in the trace."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from askonce.errors import ModelUnavailable
from askonce.geometry import Size
from askonce.history import (
    ActionOutcome,
    ActionStatus,
    PlannerQuestion,
    ProgramStepQuestion,
    RecordingAbandoned,
    ResultsToRead,
    StepToHeal,
    SubGoal,
    Turn,
)
from askonce.models import Message, Request
from askonce.models.scripted_model import ScriptedModel
from askonce.models.traced_model import Traced
from askonce.screens import Tree
from askonce.trace import Answered, Asked, Entry, Event, Trace, Usage, UsageTotals
from askonce.values import Secret

SECRET = "hunter2"
TELLING = f"it is {SECRET}"
EVENTS = (
    TELLING,
    ActionOutcome(TELLING, ActionStatus.FAILED, TELLING, TELLING),
    StepToHeal(
        TELLING,
        TELLING,
        {"options": [TELLING], "text": TELLING},
        frozenset({"target"}),
        TELLING,
        TELLING,
        before=(TELLING,),
        after=(TELLING,),
    ),
    RecordingAbandoned((TELLING,), StepToHeal(TELLING, TELLING, intent=TELLING, reason=TELLING)),
    ResultsToRead((TELLING,)),
)
TREE = Tree((), Size(10, 10), title=TELLING)
QUESTION = PlannerQuestion(
    TELLING,
    {"who": TELLING, "password": None},
    TELLING,
    ProgramStepQuestion((TELLING,), (TELLING,), TELLING, (TELLING,), TELLING),
    (Turn(EVENTS, None, TELLING, TELLING, TELLING),),
    TELLING,
    EVENTS,
    (TELLING,),
    (SubGoal(1, TELLING),),
    TELLING,
    TELLING,
    TELLING,
    TREE,
    None,
    None,
    TELLING,
    TELLING,
)


def texts_in(value: Any) -> list[str]:
    """Every text of a value, except those of the tree."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts_in(item)]
    if isinstance(value, tuple | list):
        return [text for item in value for text in texts_in(item)]
    if is_dataclass(value) and not isinstance(value, Tree):
        return [text for one in fields(value) for text in texts_in(getattr(value, one.name))]
    return []


def trace(folder: Path | None = None) -> Trace:
    made = Trace(folder)
    made.mask.learn({"password": Secret(SECRET)})
    return made


def content_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_a_model_gets_words_and_values_without_secrets() -> None:
    model = ScriptedModel(["ok"])
    await Traced(model, trace(), UsageTotals()).ask(Request((Message("user", (TELLING,)),), values=QUESTION))
    (asked,) = model.asked
    masked = "it is {password}"
    assert asked.messages[0].text == masked
    assert isinstance(asked.values, PlannerQuestion)
    assert {*texts_in(QUESTION)} == {TELLING}, "the test covers every text"
    assert {*texts_in(asked.values)} == {"it is {password}"}
    assert asked.values.tree == replace(TREE, title="it is {password}")
    assert asked.values.events[1] == ActionOutcome(masked, ActionStatus.FAILED, masked, masked)


async def test_the_trace_holds_the_words_of_a_question_and_nothing_of_its_values(tmp_path: Path) -> None:
    kept = trace(tmp_path)
    await Traced(ScriptedModel(["ok"]), kept, UsageTotals()).ask(
        Request((Message("user", ("hello",)),), values=PlannerQuestion("only a value", {}))
    )
    kept.close()
    written = content_of(tmp_path)
    assert b"hello" in written
    assert b"only a value" not in written


async def test_each_answer_is_counted_and_each_failure_is_told() -> None:
    events: list[Event] = []

    class Sink:
        def write(self, entry: Entry) -> None:
            events.append(entry.event)

    kept, totals = Trace(), UsageTotals()
    kept.subscribe(Sink())
    model = Traced(ScriptedModel(["four", ModelUnavailable("gone"), "four"]), kept, totals)
    question = Request((Message("user", ("hello you",)),), role="insight")
    await model.ask(question)
    with pytest.raises(ModelUnavailable):
        await model.ask(question)
    await model.ask(question)

    answers = [event for event in events if isinstance(event, Answered)]
    assert [(answer.role, answer.text, answer.error) for answer in answers] == [
        ("insight", "four", ""),
        ("insight", "", "gone"),
        ("insight", "four", ""),
    ]
    assert [answer.prompt_tokens + answer.completion_tokens for answer in answers] == [3, 0, 3]
    assert len([event for event in events if isinstance(event, Asked)]) == 3
    spent = Usage(calls=2, prompt_tokens=4, completion_tokens=2)
    assert (totals.by_role, totals.by_model, totals.total) == ({"insight": spent}, {"scripted": spent}, spent)


def test_the_values_of_a_request_are_not_printed() -> None:
    assert SECRET not in repr(Request((), values=QUESTION))
