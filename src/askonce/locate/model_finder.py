"""Asking a model to find one element in the picture of the screen."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.config import EMBEDDED
from askonce.geometry import Box
from askonce.locate.drift import follow, node_at
from askonce.locate.finder import NotAsked, Passed
from askonce.locate.position_question import ask_where
from askonce.models import Image, Model
from askonce.models.no_model import HOW_TO_SET_UP
from askonce.models.withheld_model import WithheldModel
from askonce.screens import Tree
from askonce.screens.eyes import Eyes


class ModelFinder:
    """One question with the picture and the description."""

    name = "model"

    def __init__(self, model: Model) -> None:
        self._model = model

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.deep:
            return NotAsked("a deeper look was asked for")
        blind = cannot_see(self._model, target)
        if blind:
            return blind
        shot, tree = await eyes.shot(), await eyes.tree()
        if shot.withheld:
            return Passed(shot.withheld)
        answer = await ask_where(self._model, "locate", target, Image(shot.image, shot.media_type, shot.frame))
        return await settled(answer, tree, eyes, self.name)


async def settled(answer: Box | Passed, seen: Tree | None, eyes: Eyes, finder: str) -> Found | Passed:
    """What a model answered about a picture, brought up to date with what has moved while it thought."""
    if isinstance(answer, Passed):
        return answer
    stood = node_at(seen, answer.center) if seen else None
    if stood is None:
        return Found(answer, finder)
    eyes.blink()
    return await follow(answer, stood, eyes, finder)


def cannot_see(model: Model, target: Target) -> Passed | None:
    """Why a model cannot be asked for this target at all."""
    if not target.prompt:
        return NotAsked("the target has no description")
    if isinstance(model, WithheldModel):
        return NotAsked("no model was asked: recordings are strict", "name what is there, or record where it is")
    if model.name == EMBEDDED:
        return NotAsked("no model is configured that could look for it", HOW_TO_SET_UP)
    if model.family.sees == "elements":
        return NotAsked(f"{model.name} does not see pictures", "use a model that sees pictures")
    return None
