"""The models to verify, and the variables that configure them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from askonce.cli.doctor.model_health import models_in_use
from askonce.cli.doctor.settings_health import MIDSCENE
from askonce.config import PREFIX, ModelRoles, ModelSettings, Seeing, read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.models import Role


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """The options of `askonce model verify`: a role, and another model to test instead of the configured one."""

    role: str = ""
    name: str = ""
    base_url: str = ""
    family: str = ""

    @property
    def is_other(self) -> bool:
        return bool(self.name or self.base_url or self.family)


@dataclass(frozen=True, slots=True)
class VerifiedModel:
    """One model, and the roles that it is tested for."""

    settings: ModelSettings
    roles: tuple[Role, ...]
    prefix: str = ""
    """What comes before `MODEL_` in the names of its variables, such as `PLANNING_`."""
    sees: Seeing | None = None
    """What the planner sees, if it is configured."""

    def variable(self, part: str) -> str:
        """The name of a variable of this model, such as that of its `FAMILY`."""
        return f"{PREFIX}{self.prefix}MODEL_{part}"


def models_to_verify(environment: Mapping[str, str], options: VerifyOptions) -> list[VerifiedModel]:
    """Each model once; empty when no model is configured."""
    if options.role and options.role not in get_args(Role):
        raise ConfigError(f"there is no role {options.role!r}", remedy=f"choose one of {', '.join(get_args(Role))}")
    settings = read_settings(_with(environment, options))
    if settings.models is None:
        return []
    models = ModelRoles(settings.models.default) if options.is_other and not options.role else settings.models
    found: list[VerifiedModel] = []
    for model, roles in models_in_use(models):
        prefix = "" if "default" in roles else f"{roles[0].upper()}_"
        tested: tuple[Role, ...] = tuple(role for role in roles if not options.role or role == options.role)
        if tested:
            found.append(VerifiedModel(model, tested, prefix, settings.act.sees))
    return found


def _with(environment: Mapping[str, str], options: VerifyOptions) -> Mapping[str, str]:
    """The environment with another model. A configured family belongs to the configured model, so it is dropped."""
    role = f"{options.role.upper()}_" if options.role and options.role != "default" else ""
    ours, theirs = f"{PREFIX}MODEL_NAME", f"{MIDSCENE}MODEL_NAME"
    is_theirs = not environment.get(ours, "").strip() and bool(environment.get(theirs, "").strip())
    changed = dict(environment)
    if options.name:
        for start in (PREFIX, MIDSCENE):
            changed.pop(f"{start}{role}MODEL_FAMILY", None)
        if not is_theirs and not changed.get(ours, "").strip():
            changed[ours] = options.name
    given = {
        f"{MIDSCENE if is_theirs else PREFIX}{role}MODEL_NAME": options.name,
        f"{PREFIX}{role}MODEL_BASE_URL": options.base_url,
        f"{PREFIX}{role}MODEL_FAMILY": options.family,
    }
    return changed | {name: value for name, value in given.items() if value}
