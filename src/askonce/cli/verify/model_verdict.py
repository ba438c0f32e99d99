"""The result of verifying one model."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from askonce.cli.doctor.findings import Finding
from askonce.cli.doctor.settings_health import without_password
from askonce.cli.verify.verified_model import VerifiedModel
from askonce.lazy import dataclass
from askonce.models.openai_client import OPENAI_URL
from askonce.trace.usage import Usage


@dataclass(frozen=True, slots=True)
class ModelVerdict:
    """The trials of one model, and what they cost. `known` says which family it has, and why."""

    verified: VerifiedModel
    family: str
    known: str
    trials: tuple[Finding, ...]
    usage: Usage
    seconds: float

    @property
    def good(self) -> bool:
        return not any(trial.fails for trial in self.trials)

    @property
    def address(self) -> str:
        return without_password(self.verified.settings.base_url or OPENAI_URL)

    def as_json(self) -> dict[str, Any]:
        """The form that `--json` prints."""
        return {
            "name": self.verified.settings.name,
            "base_url": self.address,
            "roles": list(self.verified.roles),
            "family": self.family,
            "good": self.good,
            "trials": [asdict(trial) for trial in self.trials],
            "calls": self.usage.calls,
            "tokens": self.usage.tokens,
            "cost": round(self.usage.cost, 6),
            "seconds": round(self.seconds, 3),
        }
