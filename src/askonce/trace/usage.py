"""What model calls cost, per call and in total."""

from __future__ import annotations

from dataclasses import field

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, calls and money. Usages can be added and subtracted."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            self.calls - other.calls,
            self.prompt_tokens - other.prompt_tokens,
            self.cached_tokens - other.cached_tokens,
            self.completion_tokens - other.completion_tokens,
            self.cost - other.cost,
        )

    def __str__(self) -> str:
        price = f", ${self.cost:.4f}" if self.cost else ""
        return f"{self.calls} calls, {self.tokens} tokens{price}"


@dataclass(slots=True)
class UsageTotals:
    """Running totals by role and by model."""

    by_role: dict[str, Usage] = field(default_factory=dict[str, Usage])
    by_model: dict[str, Usage] = field(default_factory=dict[str, Usage])
    seconds: float = 0.0
    """How long all calls together have taken."""

    def add(self, role: str, model: str, usage: Usage, seconds: float = 0.0) -> None:
        self.seconds += seconds
        self.by_role[role] = self.by_role.get(role, Usage()) + usage
        self.by_model[model] = self.by_model.get(model, Usage()) + usage

    @property
    def total(self) -> Usage:
        return sum(self.by_role.values(), Usage())
