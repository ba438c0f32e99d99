"""Runs all trials, each model once."""

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
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import ExitCode
from askonce.cli.interrupts import run_async
from askonce.cli.spinner_line import SpinnerLine
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
    """Test the configured models, or the one on the command line, and print the verdicts."""
    chosen = models_to_verify(read_environment(), options)
    verdicts = run_async(_verify_all(chosen, SystemRandom(), verbosity)) if chosen else []
    good = all(verdict.good for verdict in verdicts)
    if as_json:
        found = {"good": good, "models": [verdict.as_json() for verdict in verdicts]}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return ExitCode.of(good)
    console = new_console(sys.stdout)
    for verdict in verdicts:
        print_verdict(console, verdict)
    if not verdicts:
        print_no_model(console)
    return ExitCode.of(good)


async def _verify_all(chosen: Sequence[VerifiedModel], random: Random, verbosity: Verbosity) -> list[ModelVerdict]:
    with SpinnerLine(verbosity.console(), "testing") as spinner:
        return await asyncio.gather(*(verify_one(verified, random, spinner) for verified in chosen))


async def verify_one(verified: VerifiedModel, random: Random, spinner: SpinnerLine) -> ModelVerdict:
    """Run all trials that the roles of a model need."""
    started = time.perf_counter()
    settings = verified.settings
    try:
        client = build_model(replace(settings, retries=0))
    except ConfigError as error:
        trial = Finding("settings", False, error.message, error.remedy)
        return ModelVerdict(verified, settings.family, "not tested", (trial,), Usage(), 0.0)
    log = ReplyLog(client)
    try:
        trials = await _try(log, verified, Exam.draw(client.family, random), spinner)
    finally:
        await client.close()
    known = how_known(settings, client.family)
    return ModelVerdict(verified, client.family.name, known, tuple(trials), log.usage, time.perf_counter() - started)


async def _try(model: Model, verified: VerifiedModel, exam: Exam, spinner: SpinnerLine) -> list[Finding]:
    """Text first, since nothing works without it; then vision, which decides what else can be tested."""
    name = verified.settings.name
    text = await spinner.track(f"{name}: text", try_text(model, verified, exam))
    if not text.good:
        return [text]
    patient = Retrying(model, verified.settings.retries)
    vision = await spinner.track(f"{name}: vision", try_vision(patient, verified, exam))
    sees = vision.good and model.family.sees != "elements"
    trials: list[Awaitable[Finding]] = []
    if "default" in verified.roles and sees:
        trials.append(spinner.track(f"{name}: locating", try_locating(patient, verified, exam)))
    if "planning" in verified.roles:
        trials.append(spinner.track(f"{name}: planning", try_planning(patient, verified, sees_pictures=vision.good)))
    return [text, vision, *await asyncio.gather(*trials)]
