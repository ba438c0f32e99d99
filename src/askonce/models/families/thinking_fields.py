"""How the requests of each family say how much the model thinks before it answers.

`auto` asks for as little as the family allows: thinking takes time and money, and a planner looks again after each
step. `default` says nothing, so that the provider decides. Any other word is an effort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from askonce.errors import ConfigError

Body = Mapping[str, Any]
Thinking = Callable[[str, int | None], Body]
"""The fields of a request for a reasoning setting and a budget of tokens."""

_OFF = frozenset({"auto", "off"})
_EFFORT = "reasoning_effort"
_CLAUDE_TOKENS = {"on": 4096, "low": 1024, "medium": 4096, "high": 16384, "max": 32768}


def says_nothing(reasoning: str, budget: int | None) -> Body:
    """For families that cannot be told."""
    return {}


def qwen(reasoning: str, budget: int | None) -> Body:
    if reasoning == "default":
        return {}
    tokens = {} if budget is None else {"thinking_budget": budget}
    return {"enable_thinking": reasoning not in _OFF, **tokens}


def switch(reasoning: str, budget: int | None) -> Body:
    """GLM, Kimi K2 and MiMo know on and off."""
    if reasoning == "default":
        return {}
    return {"thinking": {"type": "disabled" if reasoning in _OFF else "enabled"}}


def doubao(reasoning: str, budget: int | None) -> Body:
    effort = {} if reasoning in {*_OFF, "default", "on"} else {_EFFORT: reasoning}
    return {**switch(reasoning, budget), **effort}


def gpt(reasoning: str, budget: int | None) -> Body:
    return {_EFFORT: "none"} if reasoning == "auto" else effort(reasoning, budget)


def gemini(reasoning: str, budget: int | None) -> Body:
    """It cannot be turned off."""
    return {_EFFORT: "minimal"} if reasoning in _OFF else effort(reasoning, budget)


def effort(reasoning: str, budget: int | None) -> Body:
    """For models of which nothing is known: nothing is said unless it is asked for."""
    match reasoning:
        case "auto" | "default":
            return {}
        case "off":
            return {_EFFORT: "none"}
        case "on":
            return {_EFFORT: "medium"}
        case _:
            return {_EFFORT: reasoning}


def always(reasoning: str, budget: int | None) -> Body:
    """Kimi K3 always thinks; it can be told how much."""
    return {} if reasoning in {*_OFF, "default", "on"} else {_EFFORT: reasoning}


def claude(reasoning: str, budget: int | None) -> Body:
    """Claude does not think unless it gets tokens for that."""
    match reasoning:
        case "auto" | "default":
            return {}
        case "off":
            return {"thinking": {"type": "disabled"}}
        case _ if reasoning in _CLAUDE_TOKENS:
            return {"thinking": {"type": "enabled", "budget_tokens": budget or _CLAUDE_TOKENS[reasoning]}}
        case _:
            raise ConfigError(
                f"Claude knows no reasoning {reasoning!r}",
                remedy=f"set it to default, off or one of {', '.join(_CLAUDE_TOKENS)}",
            )
