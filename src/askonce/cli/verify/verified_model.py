"""The models to be verified: whose settings they are, and how to set them otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from askonce.cli.doctor.model_health import models_in_use
from askonce.cli.doctor.settings_health import MIDSCENE
from askonce.config import PREFIX, ModelRoles, ModelSettings, Seeing, read_settings
from askonce.errors import ConfigError
from askonce.models import Role


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """What the command line says: which roles, and another model to try in place of what is set."""

    role: str = ""
    name: str = ""
    base_url: str = ""
    family: str = ""

    @property
    def is_other(self) -> bool:
        return bool(self.name or self.base_url or self.family)


@dataclass(frozen=True, slots=True)
class VerifiedModel:
    """One model, and the roles that it is tried for."""

    settings: ModelSettings
    roles: tuple[Role, ...]
    whose: str = ""
    """What stands before `MODEL_` in the variables that set it, such as `PLANNING_`."""
    sees: Seeing | None = None
    """What the planner is to see, where that is set."""

    def variable(self, part: str) -> str:
        """The variable that sets something for this model, such as `FAMILY`."""
        return f"{PREFIX}{self.whose}MODEL_{part}"


def models_to_verify(environment: Mapping[str, str], options: VerifyOptions) -> list[VerifiedModel]:
    """Each model once; none where no model is set."""
    if options.role and options.role not in get_args(Role):
        raise ConfigError(f"there is no role {options.role!r}", remedy=f"choose one of {', '.join(get_args(Role))}")
    settings = read_settings(_with(environment, options))
    if settings.models is None:
        return []
    models = ModelRoles(settings.models.default) if options.is_other and not options.role else settings.models
    found: list[VerifiedModel] = []
    for model, roles in models_in_use(models):
        whose = "" if "default" in roles else f"{roles[0].upper()}_"
        tried: tuple[Role, ...] = tuple(role for role in roles if not options.role or role == options.role)
        if tried:
            found.append(VerifiedModel(model, tried, whose, settings.act.sees))
    return found


def _with(environment: Mapping[str, str], options: VerifyOptions) -> Mapping[str, str]:
    """The environment as it would be with another model set. A family that is set belongs to the model that is set."""
    role = f"{options.role.upper()}_" if options.role and options.role != "default" else ""
    ours, theirs = f"{PREFIX}MODEL_NAME", f"{MIDSCENE}MODEL_NAME"
    is_theirs = not environment.get(ours, "").strip() and bool(environment.get(theirs, "").strip())
    changed = dict(environment)
    if options.name:
        for prefix in (PREFIX, MIDSCENE):
            changed.pop(f"{prefix}{role}MODEL_FAMILY", None)
        if not is_theirs and not changed.get(ours, "").strip():
            changed[ours] = options.name
    given = {
        f"{MIDSCENE if is_theirs else PREFIX}{role}MODEL_NAME": options.name,
        f"{PREFIX}{role}MODEL_BASE_URL": options.base_url,
        f"{PREFIX}{role}MODEL_FAMILY": options.family,
    }
    return changed | {name: value for name, value in given.items() if value}
