"""Verifying each model once."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from random import Random, SystemRandom

from askonce.cli.doctor.findings import Finding
from askonce.cli.doctor.model_health import how_known
from askonce.cli.doctor.spinner import Waiting
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import carry_on
from askonce.cli.terminal import Manner, for_people
from askonce.cli.verify.exam import Exam
from askonce.cli.verify.locate_trial import try_locating
from askonce.cli.verify.model_verdict import Verdict
from askonce.cli.verify.plan_trial import try_planning
from askonce.cli.verify.reply_log import Noting
from askonce.cli.verify.text_trial import try_text, try_vision
from askonce.cli.verify.verdict_lines import tell_nothing, tell_verdict
from askonce.cli.verify.verified_model import Subject, Wish, subjects
from askonce.errors import ConfigError
from askonce.models import Model
from askonce.models.factory import build_model
from askonce.models.retry import Retrying
from askonce.trace.usage import Usage


def verify(manner: Manner, wish: Wish, *, as_json: bool = False) -> int:
    """Try the models that are set, or the one wished for; the exit code is 1 when one of them cannot be used."""
    chosen = subjects(read_environment(), wish)
    verdicts = carry_on(_verify_all(chosen, SystemRandom(), manner)) if chosen else []
    good = all(verdict.good for verdict in verdicts)
    if as_json:
        found = {"good": good, "models": [verdict.as_json() for verdict in verdicts]}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0 if good else 1
    console = for_people(sys.stdout)
    for verdict in verdicts:
        tell_verdict(console, verdict)
    if not verdicts:
        tell_nothing(console)
    return 0 if good else 1


async def _verify_all(chosen: Sequence[Subject], chance: Random, manner: Manner) -> list[Verdict]:
    with Waiting(manner.console(), "trying") as waiting:
        return await asyncio.gather(*(verify_one(subject, chance, waiting) for subject in chosen))


async def verify_one(subject: Subject, chance: Random, waiting: Waiting) -> Verdict:
    """All trials that the roles of a model call for, with questions drawn by `chance`."""
    started = time.perf_counter()
    settings = subject.settings
    try:
        client = build_model(replace(settings, retries=0))
    except ConfigError as error:
        trial = Finding("settings", False, error.message, error.remedy)
        return Verdict(subject, settings.family, "not tried", (trial,), Usage(), 0.0)
    noted = Noting(client)
    try:
        trials = await _try(noted, subject, Exam.draw(client.family, chance), waiting)
    finally:
        await client.close()
    known = how_known(settings, client.family)
    return Verdict(subject, client.family.name, known, tuple(trials), noted.usage, time.perf_counter() - started)


async def _try(model: Model, subject: Subject, exam: Exam, waiting: Waiting) -> list[Finding]:
    """Text first, since nothing works without it; then sight, since that decides what else can be tried."""
    name = subject.settings.name
    text = await waiting.of(f"{name}: text", try_text(model, subject, exam))
    if not text.good:
        return [text]
    patient = Retrying(model, subject.settings.retries)
    vision = await waiting.of(f"{name}: vision", try_vision(patient, subject, exam))
    sees = vision.good and model.family.sees != "elements"
    trials: list[Awaitable[Finding]] = []
    if "default" in subject.roles and sees:
        trials.append(waiting.of(f"{name}: locating", try_locating(patient, subject, exam)))
    if "planning" in subject.roles:
        trials.append(waiting.of(f"{name}: planning", try_planning(patient, subject, sees_pictures=vision.good)))
    return [text, vision, *await asyncio.gather(*trials)]
