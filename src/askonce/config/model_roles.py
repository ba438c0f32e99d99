"""Reads which models the environment names, under our names or Midscene's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from askonce.config import value_parsers as parse
from askonce.config.environment_variables import EMBEDDED, PREFIX, ROLES, SETTINGS
from askonce.config.midscene_variables import midscene_model
from askonce.config.model_settings import ModelRoles, ModelSettings, Price
from askonce.config.value_parsers import Environment
from askonce.errors import ConfigError
from askonce.values import Secret


def read_roles(environment: Mapping[str, str]) -> ModelRoles | None:
    at = Environment(environment)
    own = {role: _own_values(at, role) for role in ROLES}
    if "name" not in own[""]:
        if at.text("MIDSCENE_MODEL_NAME"):
            own = {role: {**midscene_model(at, role), **values} for role, values in own.items()}
        elif any(own.values()):
            culprit = next(setting.name for setting in SETTINGS if at.text(setting.name))
            raise ConfigError(
                f"{culprit} is set, but no model is named", remedy="set ASKONCE_MODEL_NAME to the name of the model"
            )
        else:
            return None
    if any(values.get("name") == EMBEDDED for values in own.values()):
        others = sorted({values["name"] for values in own.values() if values.get("name", EMBEDDED) != EMBEDDED})
        if others:
            raise ConfigError(
                f"the embedded model cannot share the roles with {others[0]}",
                remedy=f"leave out ASKONCE_MODEL_NAME={EMBEDDED}, or name no other model",
            )
        return None
    key = at.read("OPENAI_API_KEY", parse.api_key)
    values: dict[str, Any] = {"base_url": at.read("OPENAI_BASE_URL", parse.address) or "", "api_key": key, **own[""]}
    default = ModelSettings(**values)
    return ModelRoles(default, _for_role(default, own["PLANNING_"], key), _for_role(default, own["INSIGHT_"], key))


def _for_role(default: ModelSettings, own: Mapping[str, Any], key: Secret | None) -> ModelSettings | None:
    """The default settings overridden by those of the role; None when the role has none.

    What belongs to one model (family, price, extra body) is not inherited by another. The default's key, headers and
    query are not sent to another base URL: `key` is used there.
    """
    if not own:
        return None
    base = default
    if own.get("name", default.name) != default.name:
        base = replace(
            base, family="", reasoning="auto", reasoning_budget=None, extra_body=MappingProxyType({}), price=Price()
        )
    if own.get("base_url", default.base_url) != default.base_url:
        base = replace(base, api_key=key, headers=MappingProxyType({}), query=MappingProxyType({}))
    return replace(base, **own)


def _own_values(at: Environment, role: str) -> dict[str, Any]:
    """The fields of ModelSettings that are set for a role under Askonce's names."""
    name = f"{PREFIX}{role}MODEL_"
    values: dict[str, Any] = {
        "name": at.text(name + "NAME") or None,
        "base_url": at.read(name + "BASE_URL", parse.address),
        "api_key": at.read(name + "API_KEY", parse.api_key),
        "family": at.text(name + "FAMILY") or None,
        "timeout": at.read(name + "TIMEOUT", parse.seconds),
        "temperature": at.read(name + "TEMPERATURE", parse.temperature),
        "retries": at.read(name + "RETRIES", parse.whole_from(0)),
        "reasoning": at.read(name + "REASONING", parse.reasoning),
        "reasoning_budget": at.read(name + "REASONING_BUDGET", parse.whole_from(0)),
        "extra_body": at.read(name + "EXTRA_BODY", parse.json_object),
        "headers": at.read(name + "HEADERS", parse.json_texts),
        "proxy": at.read(name + "PROXY", parse.proxy),
        "price": at.read(name + "PRICE", parse.price),
    }
    return {field: value for field, value in values.items() if value is not None}
