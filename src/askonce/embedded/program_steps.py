"""What is special about a step of a program: the app it names, what it is to give, and an account of earlier rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from askonce.embedded.grammar import read_part
from askonce.embedded.planner_request import Asked, Goal
from askonce.embedded.round_memory import read_rounds, write_outcomes, write_round
from askonce.embedded.skill_answers import Decline, Step

_APP = re.compile(
    r"\s*(?:in|on|using|with)\s+(?:the\s+)?(?P<name>\"[^\"]+\"|“[^”]+”|`[^`]+`|'[^']+'|[\w&.-]+(?:\s[\w&.-]+){0,3}?)\s+app(?:lication)?\s*,\s*",
    re.IGNORECASE,
)


def name_app(instruction: str) -> str:
    """ "In the Mail app, click Send" as two parts: the app comes first."""
    found = _APP.match(instruction)
    if not found:
        return instruction
    name = found["name"].strip("\"“”`'")
    return f'use the app "{name}"; {instruction[found.end() :]}'


def giving_parts(goals: Sequence[Goal], wants: tuple[str, ...]) -> Mapping[int, tuple[str, ...]] | Decline:
    """Which part gives which variables: one each from the last on backwards, or the last gives all of them."""
    if not wants:
        return {}
    several = [goal for goal in goals[-len(wants) :] if _reads(goal)]
    if len(several) == len(wants):
        return {goal.index: (name,) for goal, name in zip(several, wants, strict=True)}
    if goals and (_reads(goals[-1]) or len(goals) == 1) and read_part(goals[-1].text, "demands.txt"):
        return {goals[-1].index: wants}
    names = " and ".join(f"{{{name}}}" for name in wants)
    return Decline(
        f"it is not clear what {names} is to hold; say it as in: read the price of Red mug, record as {{price}}"
    )


def account(asked: Asked, steps: Sequence[tuple[int, Step]], ends: Sequence[int]) -> str:
    """What has to be remembered of the round before and of this reply, as neither will be shown again."""
    rounds = read_rounds(asked.memories)
    lines: list[str] = []
    if rounds:
        last = asked.deeds[len(asked.deeds) - len(rounds[-1].steps) :]
        lines.append(write_outcomes(len(rounds), [deed.outcome for deed in last]))
    if steps:
        did = [(part, step.action, _target(step)) for part, step in steps]
        lines.append(write_round(len(rounds) + 1, did, ends))
    return "\n".join(lines)


def _target(step: Step) -> Any:
    target = step.params.get("target")
    return cast("dict[str, Any]", target) if isinstance(target, dict) else None


def _reads(goal: Goal) -> bool:
    """Whether a part is there to read something."""
    return any(intent.verb in {"give", "note"} for intent in read_part(goal.text))
