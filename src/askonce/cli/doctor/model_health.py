"""Checks whether the model of each role answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.cli.doctor.settings_health import without_password
from askonce.config import ModelRoles, ModelSettings, Settings
from askonce.errors import AskonceError
from askonce.models import Message, Request, Role
from askonce.models.factory import build_model
from askonce.models.families import FAMILIES, Family, family_for_model
from askonce.models.openai_client import OPENAI_URL
from askonce.prompts import prompt

PATIENCE = 20.0
"""Seconds that a model has to answer a short question."""

EMBEDDED = Finding(
    "model",
    True,
    "none configured: the embedded model carries out plain instructions from the elements of the page",
    "for everything else, set ASKONCE_MODEL_NAME, ASKONCE_MODEL_BASE_URL and ASKONCE_MODEL_API_KEY, "
    "in the environment or in a .env file in this folder",
)

UNNAMED = Finding(
    "key",
    False,
    "OPENAI_API_KEY is set but not used, because no model is named",
    "set ASKONCE_MODEL_NAME to the name of the model",
    needed=False,
)

SIGHTS: Mapping[str, str] = {
    "both": "sees screenshot and elements",
    "screenshot": "sees the screenshot",
    "elements": "sees the elements",
}


async def check_models(context: DoctorContext) -> Sequence[Finding]:
    """Ask each model once; several roles can share a model."""
    roles = context.settings.models
    if roles is None:
        return [EMBEDDED, UNNAMED] if context.environment.get("OPENAI_API_KEY", "").strip() else [EMBEDDED]
    used = models_in_use(roles)
    found = await asyncio.gather(*(_check_model(model, shared, context.settings) for model, shared in used))
    by_role: dict[Role, Finding] = {}
    for finding, (_, shared) in zip(found, used, strict=True):
        first, *others = shared
        by_role[first] = replace(finding, name=first)
        by_role |= {role: Finding(role, True, f"same model as {first}") for role in others}
    return [by_role[role] for role in get_args(Role)]


def models_in_use(roles: ModelRoles) -> list[tuple[ModelSettings, list[Role]]]:
    """The distinct models, each with its roles."""
    used: list[tuple[ModelSettings, list[Role]]] = []
    own: dict[Role, ModelSettings | None] = {
        "default": roles.default,
        "planning": roles.planning,
        "insight": roles.insight,
    }
    for role, chosen in own.items():
        settings = chosen or roles.default
        shared = next((shared for known, shared in used if known == settings), None)
        if shared is None:
            used.append((settings, [role]))
        else:
            shared.append(role)
    return used


def how_known(settings: ModelSettings, family: Family) -> str:
    """Where the family of a model comes from."""
    if settings.family:
        guess = family_for_model(settings.name)
        differs = guess is not family and guess is not FAMILIES["generic"]
        return f"family {family.name}, as configured" + (f", though its name suggests {guess.name}" if differs else "")
    if family is FAMILIES["generic"]:
        return "family generic, because its name is unknown"
    return f"family {family.name}, from its name"


async def _check_model(settings: ModelSettings, shared: Sequence[Role], every: Settings) -> Finding:
    """Ask it a short question."""
    address = without_password(settings.base_url or OPENAI_URL)
    where = f"{settings.name} at {address}"
    try:
        model = build_model(replace(settings, retries=0, timeout=min(settings.timeout or PATIENCE, PATIENCE)))
        try:
            reply = await model.ask(Request((Message("user", (prompt("verify_ready"),)),)))
        finally:
            await model.close()
    except AskonceError as error:
        message = error.message.replace(settings.base_url, address) if settings.base_url else error.message
        return Finding("model", False, message if address in message else f"{where}: {message}", _remedy(error))
    sees = (every.act.sees if "planning" in shared else None) or model.family.sees
    known = f"{how_known(settings, model.family)}, {SIGHTS[sees]}"
    unknown = not settings.family and model.family is FAMILIES["generic"]
    hint = "`askonce model verify` finds the right family" if unknown else ""
    return Finding("model", True, f"{where} answers in {reply.seconds:.1f} s; {known}", hint)


def _remedy(error: AskonceError) -> str:
    usual = "check ASKONCE_MODEL_NAME, ASKONCE_MODEL_BASE_URL and ASKONCE_MODEL_API_KEY"
    return f"{error.remedy or usual}; run `askonce model verify` for details"
