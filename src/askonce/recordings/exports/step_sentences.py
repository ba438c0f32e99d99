"""Steps and expectations in plain words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import assert_never

from askonce.actions.action_sentence import plain_sentence, quoted
from askonce.lazy import regex
from askonce.recordings.exports.export_result import FORM_TAGS, ExportValues, read_action, tag_of, target_words
from askonce.recordings.recorded_expectations import OWN
from askonce.recordings.recording import RecordedStep
from askonce.recordings.slots import slots_of
from askonce.screens.expectation import Expectation, Kind
from askonce.screens.field_labels import TICKED
from askonce.screens.ui_tree import plain

CHECK = "Check that "
"""What the intent of a step that only checks something begins with."""
_CHECKING = regex(
    r"(?:(?:check|verify|assert|confirm|expect)\s+(?:that|if|whether)|make\s+sure|ensure)(?![^\W_])", re.IGNORECASE
)
_VALUED = frozenset({"", "textbox", "searchbox", "spinbutton", "combobox"})
"""Roles of elements whose text is a value; of others a state is recorded."""
_QUOTED = r"""("[^"]+"|'[^']+')"""
_STATEMENTS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (regex(rf"(?:the )?text {_QUOTED} is visible", re.IGNORECASE), "visible"),
    (regex(rf"(?:the )?text {_QUOTED} is (?:gone|not visible)", re.IGNORECASE), "gone"),
    (regex(rf"(?:the )?(?:address|url) contains {_QUOTED}", re.IGNORECASE), "address"),
    (regex(rf"(?:the )?field {_QUOTED} is {_QUOTED}", re.IGNORECASE), "field"),
)


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


def checked_effects(step: RecordedStep, values: ExportValues, remarks: list[str]) -> Iterator[str]:
    """The sentences that check what a step did, as the elements of a page prove them; a remark on what they cannot.

    Nobody sees whether a field holds a secret, and nothing need be said of that.
    """
    for expectation in named_expectations(step, values.unknown):
        sentence = _proved(expectation, step)
        if not sentence:
            remarks.append(f"not checked: {sentence_of(expectation)}, since that cannot be told without a model")
        elif sentence != step.params.get("until"):
            yield sentence


def _proved(expectation: Expectation, step: RecordedStep) -> str:
    if expectation.kind != "field":
        return sentence_of(expectation)
    anchor = next((each for each in step.anchors.values() if plain(each.name) == plain(expectation.text)), None)
    state = plain(expectation.value)
    if anchor and anchor.role in TICKED and state.removeprefix("not ").removeprefix("un") == "checked":
        negated = "" if state == "checked" else "not "
        return f"the {anchor.role} {quoted(expectation.text)} is {negated}checked"
    has_value = anchor is None or (anchor.role in _VALUED and tag_of(anchor) in FORM_TAGS)
    return sentence_of(expectation) if has_value else ""


def expectation_in(statement: str) -> Expectation | None:
    """What a sentence in these words expects; None for other sentences."""
    for pattern, kind in _STATEMENTS:
        if found := pattern.fullmatch(statement.strip().rstrip(".")):
            text, *value = (group[1:-1] for group in found.groups())
            return Expectation(kind, text, *value)
    return None


def named_expectations(step: RecordedStep, secrets: Collection[str] = ()) -> list[Expectation]:
    """The expectations that words can say: without those about a field that has no name, or that hides what it holds,
    since its elements do not prove it."""
    return [
        expectation
        for expectation in step.expects
        if expectation.text != OWN and slots_of(expectation.value).isdisjoint(secrets)
    ]


def checked_statement(step: RecordedStep) -> str:
    """The statement of a step that only checks something; empty for any other."""
    statement = step.params.get("until")
    is_check = step.action == "Wait" and isinstance(statement, str) and step.intent == f"{CHECK}{statement}"
    return str(statement) if is_check else ""


def is_checking(words: str) -> bool:
    """Whether words ask for a check, so that nothing would be done where they stand for a step."""
    return bool(_CHECKING.match(words.strip()))


def action_sentence(step: RecordedStep) -> str:
    """What a step does, in a sentence that begins with a verb."""
    action = read_action(step)
    if action:
        return action.sentence()
    target = target_words(step) if "target" in step.params or "target" in step.anchors else ""
    return plain_sentence(step.action, {name: value for name, value in step.params.items() if name != "target"}, target)
