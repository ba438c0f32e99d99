"""What is special about a step of a program: the app that it names, and the results that it gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from askonce.embedded.grammar import read_part
from askonce.embedded.skill_answers import Decline
from askonce.history import SubGoal
from askonce.lazy import regex

_APP = regex(
    r"\s*(?:in|on|using|with)\s+(?:the\s+)?(?P<name>\"[^\"]+\"|“[^”]+”|`[^`]+`|'[^']+'|[\w&.-]+(?:\s[\w&.-]+){0,3}?)\s+app(?:lication)?\s*,\s*",
    re.IGNORECASE,
)


_PLACE = regex(
    r"\s*(?:in|on)\s+(?:the\s+)?(?P<name>\"[^\"]+\"|[\w&.-]+(?:\s[\w&.-]+){0,3}?)(?:\s+(?:tab|page|section|screen))?\s*,\s*",
    re.IGNORECASE,
)


def name_app(instruction: str) -> str:
    """ "In the Mail app, click Send" as two parts: the app comes first."""
    found = _APP.match(instruction)
    if not found:
        return instruction
    name = found["name"].strip("\"“”`'")
    return f'use the app "{name}"; {instruction[found.end() :]}'


def name_place(instruction: str, knows: Callable[[str], bool]) -> str:
    """ "On the Party tab, click Send" as two parts, where something that can be pressed is called so."""
    found = _PLACE.match(instruction)
    if not found or not knows(found["name"].strip("\"“”`'")):
        return instruction
    return f"go to {found['name']}; {instruction[found.end() :]}"


def giving_parts(goals: Sequence[SubGoal], wants: tuple[str, ...]) -> Mapping[int, tuple[str, ...]] | Decline:
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
        f"it is not clear what {names} is to hold; write, for example: read the price of Red mug, record as {{price}}"
    )


def _reads(goal: SubGoal) -> bool:
    """Whether a part reads something."""
    return any(intent.verb in {"give", "note"} for intent in read_part(goal.text))
