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
from askonce.cli.exit_codes import run_async
from askonce.cli.terminal import Verbosity, new_console
from askonce.cli.verify.exam import Exam
from askonce.cli.verify.locate_trial import try_locating
from askonce.cli.verify.model_verdict import ModelVerdict
from askonce.cli.verify.plan_trial import try_planning
from askonce.cli.verify.reply_log import ReplyLog
from askonce.cli.verify.text_trial import try_text, try_vision
from askonce.cli.verify.verdict_lines import print_no_model, print_verdict
from askonce.cli.verify.verified_model import VerifiedModel, VerifyOptions, models_to_verify
from askonce.errors import ConfigError
from askonce.models import Model
from askonce.models.factory import build_model
from askonce.models.retry import Retrying
from askonce.trace.usage import Usage


def verify(verbosity: Verbosity, options: VerifyOptions, *, as_json: bool = False) -> int:
    """Try the models that are set, or the one wished for; the exit code is 1 when one of them cannot be used."""
    chosen = models_to_verify(read_environment(), options)
    verdicts = run_async(_verify_all(chosen, SystemRandom(), verbosity)) if chosen else []
    good = all(verdict.good for verdict in verdicts)
    if as_json:
        found = {"good": good, "models": [verdict.as_json() for verdict in verdicts]}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0 if good else 1
    console = new_console(sys.stdout)
    for verdict in verdicts:
        print_verdict(console, verdict)
    if not verdicts:
        print_no_model(console)
    return 0 if good else 1


async def _verify_all(chosen: Sequence[VerifiedModel], random: Random, verbosity: Verbosity) -> list[ModelVerdict]:
    with Waiting(verbosity.console(), "trying") as waiting:
        return await asyncio.gather(*(verify_one(verified, random, waiting) for verified in chosen))


async def verify_one(verified: VerifiedModel, random: Random, waiting: Waiting) -> ModelVerdict:
    """All trials that the roles of a model call for, with questions drawn by `chance`."""
    started = time.perf_counter()
    settings = verified.settings
    try:
        client = build_model(replace(settings, retries=0))
    except ConfigError as error:
        trial = Finding("settings", False, error.message, error.remedy)
        return ModelVerdict(verified, settings.family, "not tried", (trial,), Usage(), 0.0)
    log = ReplyLog(client)
    try:
        trials = await _try(log, verified, Exam.draw(client.family, random), waiting)
    finally:
        await client.close()
    known = how_known(settings, client.family)
    return ModelVerdict(verified, client.family.name, known, tuple(trials), log.usage, time.perf_counter() - started)


async def _try(model: Model, verified: VerifiedModel, exam: Exam, waiting: Waiting) -> list[Finding]:
    """Text first, since nothing works without it; then sight, since that decides what else can be tried."""
    name = verified.settings.name
    text = await waiting.of(f"{name}: text", try_text(model, verified, exam))
    if not text.good:
        return [text]
    patient = Retrying(model, verified.settings.retries)
    vision = await waiting.of(f"{name}: vision", try_vision(patient, verified, exam))
    sees = vision.good and model.family.sees != "elements"
    trials: list[Awaitable[Finding]] = []
    if "default" in verified.roles and sees:
        trials.append(waiting.of(f"{name}: locating", try_locating(patient, verified, exam)))
    if "planning" in verified.roles:
        trials.append(waiting.of(f"{name}: planning", try_planning(patient, verified, sees_pictures=vision.good)))
    return [text, vision, *await asyncio.gather(*trials)]
