"""Asking a model where something is in a picture."""

from __future__ import annotations

from askonce.actions import Target
from askonce.errors import UnreadableReply
from askonce.geometry import Box
from askonce.locate.finder import Passed
from askonce.models import Image, Message, Model, Request
from askonce.models.families import Family
from askonce.models.reply_text import read_params
from askonce.prompts import prompt
from askonce.prompts.reference_pictures import reference_parts


async def ask_where(model: Model, what: str, target: Target, picture: Image) -> Box | Passed:
    """The box that a model names for the target, in screen units. `what` is the prompt to ask with.

    A reply that cannot be read gets one correction.
    """
    family = model.family
    sent = family.prepare(picture)
    background = f"\nBackground: {target.context}" if target.context else ""
    messages = (
        Message("system", (prompt(what, position_form=family.position_form, position_units=family.position_units),)),
        Message("user", (f"Find: {target.prompt}{background}", *_references(target, family), sent)),
    )
    reply = await model.ask(Request(messages, positions=True))
    try:
        return _read(reply.text, model, sent)
    except UnreadableReply as error:
        again = (
            Message("assistant", (reply.text or "(nothing)",)),
            Message("user", (f"That cannot be used: {error.message}. Reply again, in the form asked for.",)),
        )
    reply = await model.ask(Request((*messages, *again), positions=True))
    try:
        return _read(reply.text, model, sent)
    except UnreadableReply as error:
        return Passed(f"{model.name} gave no readable position: {error.message}")


def _references(target: Target, family: Family) -> tuple[str | Image, ...]:
    shown = tuple(reference_parts(target.references, family))
    return (*shown, "# Screen") if shown else ()


def _read(text: str, model: Model, sent: Image) -> Box | Passed:
    params = read_params(text)
    reason = params.get("error")
    if reason:
        return Passed(f"{model.name} does not see it: {reason}")
    return sent.frame.box_to_screen(model.family.read_box(params, sent.frame.image))
