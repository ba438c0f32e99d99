"""Trying text and pictures: does the model answer, and does it see."""

from __future__ import annotations

import re

from askonce.cli.doctor.findings import Finding
from askonce.cli.verify.exam import Exam
from askonce.cli.verify.failure_reasons import explain
from askonce.cli.verify.trial_pictures import draw_words
from askonce.cli.verify.verified_model import VerifiedModel
from askonce.errors import ModelError, ModelTimeout
from askonce.models import Message, Model, Request
from askonce.models.http_errors import Refused
from askonce.prompts import prompt

_NO_PICTURES = frozenset({400, 404, 415, 422, 500, 501})
"""Statuses with which providers answer a picture that the model cannot take, though it takes text."""
_LONGEST = 80


async def try_text(model: Model, verified: VerifiedModel, exam: Exam) -> Finding:
    """A sum: there is one right answer, and no model needs long for it."""
    question = prompt("verify_text", first=str(exam.first), second=str(exam.second))
    right = str(exam.first + exam.second)
    try:
        reply = await model.ask(Request((Message("user", (question,)),)))
    except ModelError as error:
        why = await explain(error, verified, model.family)
        return Finding("text", False, why.said, why.remedy)
    told = f"in {reply.seconds:.1f} s"
    if right not in re.findall(r"\d+", reply.text):
        said = f"says {_short(reply.text)} to {question!r}, {told}"
        remedy = "it answers, but not what it is asked: use a larger model"
        return Finding("text", False, said, remedy)
    if reply.text.strip().rstrip(".") != right:
        return Finding("text", True, f"answers rightly {told}, with more words than asked for: {_short(reply.text)}")
    return Finding("text", True, f"answers rightly {told}")


async def try_vision(model: Model, verified: VerifiedModel, exam: Exam) -> Finding:
    """A word and a number to be read from a picture. Families that work from elements need not see."""
    is_needed = model.family.sees != "elements"
    words = exam.words
    picture = model.family.prepare(draw_words(words))
    try:
        reply = await model.ask(Request((Message("user", (prompt("verify_vision"), picture)),)))
    except ModelError as error:
        refuses = isinstance(error, Refused) and error.status in _NO_PICTURES
        if refuses and not is_needed:
            return Finding("vision", True, f"takes no pictures, and its family {model.family.name} sends none", "")
        if refuses:
            return Finding("vision", False, f"takes no pictures: {error.message}", _blind(verified))
        why = await explain(error, verified, model.family)
        slow = isinstance(error, ModelTimeout)
        return Finding("vision", False, why.said, why.remedy, needed=is_needed or slow)
    if words.replace(" ", "") in re.sub(r"\W", "", reply.text.upper()):
        more = "" if is_needed else f"; its family {model.family.name} makes no use of that"
        return Finding("vision", True, f"reads {words!r} in {reply.seconds:.1f} s{more}")
    if not is_needed:
        return Finding("vision", True, f"does not see pictures, and its family {model.family.name} sends none")
    return Finding("vision", False, f"does not see: it says {_short(reply.text)} for {words!r}", _blind(verified))


def _blind(verified: VerifiedModel) -> str:
    return (
        f'set {verified.variable("FAMILY")}=text: from the elements of the page alone it works (sees="elements"); '
        "for pictures use another model"
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
