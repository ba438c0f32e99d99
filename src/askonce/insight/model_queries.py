"""Asking a model about the screen: for a value, or whether a statement is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from askonce.errors import CannotTell, UnreadableReply
from askonce.geometry import Box
from askonce.insight.answer_parser import Undecided, read_value, read_verdict
from askonce.insight.answer_types import Shape
from askonce.insight.answers import Answer, Verdict
from askonce.insight.evidence import Evidence
from askonce.insight.exact import give, judge, presence
from askonce.insight.question_prompts import value_question, verdict_question
from askonce.language.denials import claims_absence, counts_things
from askonce.models import Message, Model, Purpose, Request
from askonce.prompts.withheld_parts import hidden_parts
from askonce.screens.ui_tree import plain
from askonce.trace import Usage

T = TypeVar("T")

_STEM = 4
"""So many letters of a word are the same in most of its forms."""


async def ask_value(model: Model, shape: Shape, evidence: Evidence) -> Answer[Any]:
    """The value that the demand asks for, as the model reads it off the evidence.

    What cannot be read there raises `CannotTell`, a reply that does not fit the shape twice an `UnreadableReply`.
    """
    messages = value_question(shape, evidence, model.family)
    read, usage = await _ask(model, messages, lambda text: read_value(text, shape), Purpose("value", shape.demand))
    if isinstance(read, Undecided):
        raise CannotTell(f"{shape.demand!r} cannot be read from what is visible: {read.reason}", remedy=_REMEDY)
    _refuse_unseen_nothing(shape, evidence, read.value)
    return Answer(read.value, "model", read.reason, usage, read.more)


async def ask_verdict(model: Model, statement: str, evidence: Evidence) -> Verdict:
    """Whether the statement is true, as the model judges by the evidence.

    What cannot be judged raises `CannotTell`. A reply that twice is not a plain verdict raises an `UnreadableReply`: a
    model's failure is never a false statement, and never a true one.
    """
    messages = verdict_question(statement, evidence, model.family)
    read, usage = await _ask(model, messages, read_verdict, Purpose("statement", statement))
    if isinstance(read, Undecided):
        raise CannotTell(f"{statement!r} cannot be judged by what is visible: {read.reason}", remedy=_REMEDY)
    _refuse_unseen_absence(statement, evidence, holds=read.holds)
    return Verdict(statement, read.holds, read.reason, "model", usage)


def _refuse_unseen_absence(statement: str, evidence: Evidence, *, holds: bool) -> None:
    """Nobody sees that something is not there where a part of the picture is withheld, unless the elements prove it."""
    hidden = _hidden(evidence)
    said = presence(statement)
    is_absent = claims_absence(statement, holds=holds) if said is None else said is not holds
    if not hidden or not is_absent:
        return
    proof = judge(statement, evidence.tree, within=evidence.within) if evidence.tree else None
    if proof is None or proof.holds is not holds:
        raise _unseen(f"{statement!r} cannot be judged by what is visible", hidden)


def _refuse_unseen_nothing(shape: Shape, evidence: Evidence, value: object) -> None:
    """The same for a value that says that there is nothing, or no more than that: none, an empty text, a list without
    entries, a count.

    True and false say so where the demand does: "is the page free of errors?". A zero that is no count can be read."""
    hidden = _hidden(evidence)
    if not hidden or not (_says_nothing(shape, value) or _is_mere_count(value, shape, evidence)):
        return
    kind = list[str] if isinstance(value, list) else None if value is None else type(value)
    proof = give(shape.demand, kind, evidence.tree, within=evidence.within) if evidence.tree else None
    if proof is None or proof.value != value:
        raise _unseen(f"{shape.demand!r} cannot be read from what is visible", hidden)


def _says_nothing(shape: Shape, value: object) -> bool:
    if value is True:
        return claims_absence(shape.demand, holds=True)
    if value is False:
        return claims_absence(shape.demand, holds=False)
    return _is_empty(shape.adapter.dump_python(value, warnings=False))


def _is_empty(written: object) -> bool:
    """Whether nothing is told: neither by a value nor by any that it holds."""
    match written:
        case dict():
            return all(map(_is_empty, cast("dict[object, object]", written).values()))
        case list() | tuple() | set() | frozenset():
            return all(map(_is_empty, cast("Iterable[object]", written)))
        case str():
            return not written.strip()
        case bool() | None:
            return not written
        case _:
            return False


def _is_mere_count(value: object, shape: Shape, evidence: Evidence) -> bool:
    """Whether a value says how many there are, and no element does, as "2 errors" would: more may be hidden."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not counts_things(shape.demand):
        return False
    number = re.compile(rf"(?<![\w.,]){re.escape(f'{value:g}')}(?![\w]|[.,]\d)")
    asked = {word[:_STEM] for word in re.findall(r"[^\W\d_]+", plain(shape.demand)) if len(word) >= _STEM}
    texts = [plain(node.words) for node in evidence.tree or ()]
    return not any(number.search(text) and any(stem in text for stem in asked) for text in texts)


def _hidden(evidence: Evidence) -> list[Box]:
    listed = evidence.tree is not None
    return [part for each in evidence.snapshots for part in hidden_parts(each.shot, evidence.within, listed=listed)]


def _unseen(problem: str, hidden: list[Box]) -> CannotTell:
    return CannotTell(
        f"{problem}: what it speaks of may stand in a part of the picture that is withheld, because a secret may be "
        f"read there: {', '.join(dict.fromkeys(map(str, hidden)))}",
        remedy="ask where the secret is not shown",
    )


_REMEDY = "bring what decides it into view, look at the whole page, or say it more exactly"


async def _ask(
    model: Model, messages: tuple[Message, ...], read: Callable[[str], T], purpose: Purpose
) -> tuple[T, Usage]:
    """What the reply says. One that cannot be read gets one correction, which quotes what is wrong with it."""
    reply = await model.ask(Request(messages, role="insight", values=purpose))
    try:
        return read(reply.text), reply.usage
    except UnreadableReply as error:
        again = "Reply again, whole, as one JSON object in the form asked for."
        correction = (
            Message("assistant", (reply.text or "(nothing)",)),
            Message("user", (f"That reply cannot be used: {error.message}\n{again}",)),
        )
    usage = reply.usage
    reply = await model.ask(Request((*messages, *correction), role="insight", values=purpose))
    try:
        return read(reply.text), usage + reply.usage
    except UnreadableReply as error:
        raise UnreadableReply(
            f"{model.name} gave no readable answer to {purpose.words!r}, twice: {error.message}",
            remedy="ask for less at once or in other words, or use a stronger model for the role insight",
            raw=reply.text,
        ) from error
