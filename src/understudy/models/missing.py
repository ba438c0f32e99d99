"""The model of somebody who has configured none: fine as long as nobody asks it."""

from __future__ import annotations

from typing import Never

from understudy.errors import ConfigError
from understudy.models.families import Family, family_named
from understudy.models.messages import Request


class MissingModel:
    """Stands in where recordings may do without a model, and says what to set up when they do not."""

    name = "no model"

    def __init__(self) -> None:
        self.family: Family = family_named("generic")

    async def ask(self, request: Request) -> Never:
        raise missing()

    async def close(self) -> None: ...


def missing() -> ConfigError:
    return ConfigError(
        "no model is configured",
        remedy="set UNDERSTUDY_MODEL_NAME and UNDERSTUDY_MODEL_API_KEY (with UNDERSTUDY_MODEL_BASE_URL for a "
        "provider other than OpenAI), or pass model=…; `understudy doctor` checks them",
    )
