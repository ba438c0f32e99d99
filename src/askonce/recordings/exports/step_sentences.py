"""Steps and expectations in plain words."""

from __future__ import annotations

from typing import assert_never

from askonce.actions.action_sentence import plain_sentence, quoted
from askonce.recordings.exports.export_result import read_action, target_words
from askonce.recordings.recorded_expectations import OWN
from askonce.recordings.recording import RecordedStep
from askonce.screens.expectation import Expectation

CHECK = "Check that "
"""What the intent of a step that only checks something begins with."""


def sentence_of(expectation: Expectation) -> str:
    """An expectation in the words that are checked without a model."""
    text, value = quoted(expectation.text), quoted(expectation.value)
    match expectation.kind:
        case "visible":
            return f"the text {text} is visible"
        case "gone":
            return f"the text {text} is gone"
        case "address":
            return f"address contains {text}"
        case "field":
            return f"field {text} is {value}"
        case "title" | "count" | "changed" | "sent" | "message" | "any":
            return str(expectation)  # never recorded
        case _:
            assert_never(expectation.kind)


def named_expectations(step: RecordedStep) -> list[Expectation]:
    """The expectations that words can say: without those about a field that has no name."""
    return [expectation for expectation in step.expects if expectation.text != OWN]


def checked_statement(step: RecordedStep) -> str:
    """The statement of a step that only checks something; empty for any other."""
    statement = step.params.get("until")
    is_check = step.action == "Wait" and isinstance(statement, str) and step.intent == f"{CHECK}{statement}"
    return str(statement) if is_check else ""


def action_sentence(step: RecordedStep) -> str:
    """What a step does, in a sentence that begins with a verb."""
    action = read_action(step)
    if action:
        return action.sentence()
    target = target_words(step) if "target" in step.params or "target" in step.anchors else ""
    return plain_sentence(step.action, {name: value for name, value in step.params.items() if name != "target"}, target)
