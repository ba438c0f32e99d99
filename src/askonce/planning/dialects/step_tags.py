"""What a reply about a program step holds besides its actions: belief, results, a jump."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from typing import Any, cast

from askonce.actions import Action
from askonce.companion import Jump
from askonce.errors import UnreadableReply
from askonce.lazy import dataclass
from askonce.models.reply_text import read_params
from askonce.planning.dialects.reply_sections import ReplyDraft
from askonce.planning.plan import Done, GiveUp, Plan, StepOutputs

MOST_BELIEFS = 12
LONGEST_BELIEF = 300


@dataclass(frozen=True, slots=True)
class StepReply:
    """The part of a reply that is about the program; `wrong` says why its end does not count."""

    belief: tuple[str, ...] = ()
    results: dict[str, Any] = field(default_factory=dict[str, Any])
    jump: Jump = ""
    wrong: str = ""


def read_step_reply(
    draft: ReplyDraft, actions: Sequence[Action[Any]], end: Done | GiveUp | None, outputs: StepOutputs
) -> StepReply:
    """What a reply says of the step with `outputs`. Results are read strictly: names that nobody asked for are refused.

    Whether all are there is seen later where an action of the reply may give them by itself.
    """
    belief = _read_belief(draft.last("belief"))
    try:
        results = _read_results(draft, outputs)
        jump = _read_jump(draft.last("jump"), end, outputs)
    except UnreadableReply as error:
        return StepReply(belief, wrong=error.message)
    missing = [name for name in outputs.wants if name not in results and name not in outputs.given]
    may_come = any(action.title() in outputs.makers for action in actions)
    if missing and isinstance(end, Done) and not jump and not may_come:
        return StepReply(belief, results, wrong=incomplete(missing))
    return StepReply(belief, results, jump)


def incomplete(missing: Sequence[str]) -> str:
    """Why a step is not complete."""
    return f"the step is complete only with a <result> for {', '.join(missing)}"


def _read_belief(text: str) -> tuple[str, ...]:
    """The changes, a line each. One without a sign is something new."""
    lines = [line.strip().removeprefix("*").strip() for line in text.splitlines()]
    changes = [line if line[0] in "+-!" else f"+ {line}" for line in lines if line]
    return tuple(line[:LONGEST_BELIEF] for line in changes[:MOST_BELIEFS])


def _read_results(draft: ReplyDraft, outputs: StepOutputs) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for section in draft.all("result"):
        if not section.closed:
            raise UnreadableReply("<result> is not closed, so it may have been cut off")
        if section.content.strip():
            results |= read_params(section.content, repair=False)
    if strange := [name for name in results if name not in outputs.wants]:
        offered = f"it is to give {', '.join(outputs.wants)}" if outputs.wants else "the step is to give nothing"
        raise UnreadableReply(f"<result> names {', '.join(map(repr, strange))}; {offered}")
    return results


def _read_jump(text: str, end: Done | GiveUp | None, outputs: StepOutputs) -> Jump:
    word = text.strip().lower()
    if not word:
        return ""
    if word not in outputs.jumps:
        offered = " and ".join(sorted(outputs.jumps)) or "none"
        raise UnreadableReply(f"<jump> cannot be {word[:40]!r} here; on offer: {offered}")
    if not isinstance(end, Done):
        raise UnreadableReply('<jump> counts only beside <complete success="true">')
    return cast("Jump", word)


def write_step_reply(plan: Plan) -> Sequence[str]:
    """The tags that read as what `plan` says of its step."""
    parts: list[str] = []
    if plan.belief:
        parts.append("<belief>\n" + "\n".join(plan.belief) + "\n</belief>")
    if plan.results:
        # A `<` in a value must not look like a tag.
        results = json.dumps(dict(plan.results), ensure_ascii=False).replace("<", "\\u003c")
        parts.append(f"<result>{results}</result>")
    if plan.jump:
        parts.append(f"<jump>{plan.jump}</jump>")
    return parts
