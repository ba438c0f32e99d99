"""The trial of locating: buttons in images, asked the way finders ask."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

from askonce.actions import Target
from askonce.cli.doctor.findings import Finding
from askonce.cli.verify.exam import Exam
from askonce.cli.verify.failure_reasons import explain
from askonce.cli.verify.family_fit import WrittenPosition, count_hits, fitting_families, way_of_writing
from askonce.cli.verify.reply_log import ReplyLog
from askonce.cli.verify.trial_pictures import TrialScreen
from askonce.cli.verify.verified_model import VerifiedModel
from askonce.errors import ModelError, UnreadableReply
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.locate.finder import Passed
from askonce.locate.position_question import ask_where
from askonce.models import Model
from askonce.models.families import Family
from askonce.models.families.image_preparation import fitting_size
from askonce.models.reply_text import read_params


@dataclass(frozen=True, slots=True)
class LocateAttempt:
    """One question: what was found, and the replies of the model."""

    screen: TrialScreen
    found: Box | Passed
    replies: tuple[str, ...]

    @property
    def hit(self) -> bool:
        return isinstance(self.found, Box) and self.screen.box.contains(self.found.center)

    @property
    def error(self) -> float | None:
        """The distance between the centres of what was found and of the element, in screen units."""
        if isinstance(self.found, Passed):
            return None
        at, right = self.found.center, self.screen.box.center
        return math.hypot(at.x - right.x, at.y - right.y)


async def try_locating(model: Model, verified: VerifiedModel, exam: Exam) -> Finding:
    """Ask for one button in each image."""
    try:
        attempts = await asyncio.gather(*(_ask(model, screen) for screen in exam.screens))
    except ModelError as error:
        why = await explain(error, verified, model.family)
        return Finding("locating", False, why.message, why.remedy)
    return judge(attempts, model.family, verified)


async def _ask(model: Model, screen: TrialScreen) -> LocateAttempt:
    log = ReplyLog(model)
    found = await ask_where(log, "locate", Target.of(f'the button "{screen.label}"'), screen.picture())
    return LocateAttempt(screen, found, tuple(reply.text for reply in log.replies))


def judge(attempts: Sequence[LocateAttempt], family: Family, verified: VerifiedModel) -> Finding:
    """How many buttons it found; if few, whether another family would read its positions correctly."""
    hits = sum(attempt.hit for attempt in attempts)
    found = f"found {hits} of {len(attempts)}"
    errors = [attempt.error for attempt in attempts if attempt.error is not None]
    off = f", off by {sum(errors) / len(errors):.0f} px on average" if errors else ""
    if hits == len(attempts):
        return Finding("locating", True, f"{found}{off}")
    answers = [answer for attempt in attempts if (answer := _answer(attempt, family))]
    others = fitting_families(answers, family, verified.settings.name)
    if others and count_hits(answers, others[0]) > hits:
        way = way_of_writing(others[0], answers)
        message = f"{found}; its positions fit the family {others[0].name}: {way}"
        return Finding("locating", False, message, f"set {verified.variable('FAMILY')}={others[0].name}")
    reasons = [attempt.found.reason for attempt in attempts if isinstance(attempt.found, Passed)]
    why = f"; {reasons[0]}" if reasons else ""
    remedy = (
        'use element numbers instead of positions (sees="both" or "elements"), or a model that is good at positions'
    )
    return Finding("locating", False, f"{found}{off}{why}, and no family fits better", remedy, needed=not hits)


def _answer(attempt: LocateAttempt, family: Family) -> WrittenPosition | None:
    """The first reply with a JSON object, and the size of the image that the model got."""
    frame = attempt.screen.frame
    sent = frame.resized(fitting_size(frame.image, family.image.longest, family.image.pixels))
    for reply in attempt.replies:
        try:
            params = read_params(reply)
        except UnreadableReply:
            continue
        if not params.get("error"):
            return WrittenPosition(params, sent.image, sent.box_to_image(attempt.screen.box))
    return None
