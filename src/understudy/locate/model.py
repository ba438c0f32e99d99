"""Asking a model to find one element in the picture."""

from __future__ import annotations

from understudy.actions import Found, Target
from understudy.errors import UnreadableReply
from understudy.locate.chain import Passed
from understudy.models import Image, Message, Model, Request
from understudy.models.reading import read_params
from understudy.prompts import prompt
from understudy.screens.eyes import Eyes


class ModelFinder:
    """One question with the picture and the description; one more when the answer cannot be read."""

    name = "model"

    def __init__(self, model: Model) -> None:
        self._model = model

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        family = self._model.family
        if family.sees == "elements":
            return Passed(f"{self._model.name} does not see pictures")
        if not target.prompt:
            return Passed("the target has no description")
        shot = await eyes.shot()
        picture = family.prepare(Image(shot.image, shot.media_type, shot.frame))
        messages = (
            Message(
                "system", (prompt("locate", position_form=family.position_form, position_units=family.position_units),)
            ),
            Message("user", (f"Find: {target.prompt}", picture)),
        )
        reply = await self._model.ask(Request(messages, positions=True))
        try:
            return self._read(reply.text, picture)
        except UnreadableReply as error:
            again = (
                Message("assistant", (reply.text or "(nothing)",)),
                Message("user", (f"That cannot be used: {error.message}. Reply again, in the form asked for.",)),
            )
            reply = await self._model.ask(Request((*messages, *again), positions=True))
        try:
            return self._read(reply.text, picture)
        except UnreadableReply as error:
            return Passed(f"{self._model.name} gave no readable position: {error.message}")

    def _read(self, text: str, picture: Image) -> Found | Passed:
        params = read_params(text)
        reason = params.get("error")
        if reason:
            return Passed(f"{self._model.name} does not see it: {reason}")
        box = self._model.family.read_box(params, picture.frame.image)
        return Found(picture.frame.box_to_screen(box), self.name)
