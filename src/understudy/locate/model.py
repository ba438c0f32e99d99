"""Asking a model to find one element in the picture of the screen."""

from __future__ import annotations

from understudy.actions import Found, Target
from understudy.geometry import Box
from understudy.locate.asking import ask_where
from understudy.locate.chain import Passed
from understudy.models import Image, Model
from understudy.screens.eyes import Eyes


class ModelFinder:
    """One question with the picture and the description."""

    name = "model"

    def __init__(self, model: Model) -> None:
        self._model = model

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.deep:
            return Passed("a deeper look was asked for")
        blind = cannot_see(self._model, target)
        if blind:
            return blind
        shot = await eyes.shot()
        answer = await ask_where(self._model, "locate", target, Image(shot.image, shot.media_type, shot.frame))
        return Found(answer, self.name) if isinstance(answer, Box) else answer


def cannot_see(model: Model, target: Target) -> Passed | None:
    """Why a model cannot be asked for this target at all."""
    if model.family.sees == "elements":
        return Passed(f"{model.name} does not see pictures")
    return None if target.prompt else Passed("the target has no description")
