"""The trials of text and vision: whether the model answers, and whether it sees images."""

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
"""HTTP statuses that providers return for an image when the model only takes text."""
_LONGEST = 80


async def try_text(model: Model, verified: VerifiedModel, exam: Exam) -> Finding:
    """Ask for a sum: it has one right answer, and every model can do it quickly."""
    question = prompt("verify_text", first=str(exam.first), second=str(exam.second))
    right = str(exam.first + exam.second)
    try:
        reply = await model.ask(Request((Message("user", (question,)),)))
    except ModelError as error:
        why = await explain(error, verified, model.family)
        return Finding("text", False, why.message, why.remedy)
    time = f"in {reply.seconds:.1f} s"
    if right not in re.findall(r"\d+", reply.text):
        message = f"answered {_short(reply.text)} to {question!r} {time}"
        remedy = "the answer is wrong: use a larger model"
        return Finding("text", False, message, remedy)
    if reply.text.strip().rstrip(".") != right:
        return Finding("text", True, f"answered correctly {time}, with more words than asked for: {_short(reply.text)}")
    return Finding("text", True, f"answered correctly {time}")


async def try_vision(model: Model, verified: VerifiedModel, exam: Exam) -> Finding:
    """Ask for a word and a number in an image. Families that work from elements do not need vision."""
    is_needed = model.family.sees != "elements"
    words = exam.words
    picture = model.family.prepare(draw_words(words))
    try:
        reply = await model.ask(Request((Message("user", (prompt("verify_vision"), picture)),)))
    except ModelError as error:
        refuses = isinstance(error, Refused) and error.status in _NO_PICTURES
        if refuses and not is_needed:
            return Finding("vision", True, f"takes no images, and its family {model.family.name} sends none")
        if refuses:
            return Finding("vision", False, f"takes no images: {error.message}", _text_only(verified))
        why = await explain(error, verified, model.family)
        slow = isinstance(error, ModelTimeout)
        return Finding("vision", False, why.message, why.remedy, needed=is_needed or slow)
    if words.replace(" ", "") in re.sub(r"\W", "", reply.text.upper()):
        more = "" if is_needed else f"; its family {model.family.name} does not use that"
        return Finding("vision", True, f"read {words!r} in {reply.seconds:.1f} s{more}")
    if not is_needed:
        return Finding("vision", True, f"does not see images, and its family {model.family.name} sends none")
    return Finding(
        "vision", False, f"does not see images: answered {_short(reply.text)} for {words!r}", _text_only(verified)
    )


def _text_only(verified: VerifiedModel) -> str:
    return (
        f'set {verified.variable("FAMILY")}=text, and it works from the elements of the page (sees="elements"); '
        "or use a vision model"
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
