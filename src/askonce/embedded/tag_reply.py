"""A decision as a reply in tags, the way the planner reads them."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any

from askonce.embedded.decision import Decision
from askonce.embedded.earlier_rounds import write_thought
from askonce.embedded.planning_state import escape
from askonce.embedded.skill_answers import PlannedAction
from askonce.history import SubGoal

_EXAMPLES = ("click Save", "type Bob into Name", "select Red from Colour", "tick Newsletter")


def write_reply(decision: Decision, remedy: str) -> str:
    """The reply. `remedy` says how to set up a model that can do more."""
    parts = [_tag("thought", _thought(decision)), _tag("memory", decision.memory), _tag("log", decision.log)]
    if decision.goals:
        goals = "".join(_goal(goal, goal.index in decision.finished) for goal in decision.goals)
        parts.append(f"<update-plan-content>{goals}</update-plan-content>")
    elif decision.finished:
        parts += [f'<mark-sub-goal-done index="{index}" />' for index in decision.finished]
    parts += [_action(step) for _, step in decision.actions]
    if decision.declined:
        said = {"missing": decision.missing, "remedy": f"no model is configured, which may know more: {remedy}"}
        attributes = "".join(f' {name}="{html.escape(text)}"' for name, text in said.items() if text)
        reason = _safe(decision.declined + _advice(decision))
        return "\n".join(filter(None, (*parts[:2], f'<complete success="false"{attributes}>{reason}</complete>')))
    if decision.done or decision.looks_first:
        parts.append(_tag("expect", "; ".join(decision.expects)))
    if decision.results:
        parts.append(f"<result>{_json(decision.results)}</result>")
    if decision.done:
        parts.append('<complete success="true">All parts of the instruction were carried out.</complete>')
    return "\n".join(filter(None, parts))


def _advice(decision: Decision) -> str:
    """How to say what is not understood otherwise, with examples that are not what was just declined."""
    if "not understood" not in decision.declined:
        return ""
    declined = decision.declined.casefold()
    examples = [
        example for example in _EXAMPLES if example.casefold() not in declined and example.split()[0] not in declined
    ]
    return f". Say it in simpler words, such as: {'; '.join(examples or _EXAMPLES[:1])}."


def _thought(decision: Decision) -> str:
    thought = write_thought([part for part, _ in decision.actions], decision.ends)
    if thought:
        return thought
    return "Not everything can be done from here." if decision.declined else "Everything is done."


def _tag(name: str, text: str) -> str:
    return f"<{name}>{_safe(text) if name != 'expect' else text}</{name}>" if text else ""


def _safe(text: str) -> str:
    return text.replace("<", "‹")


def _goal(goal: SubGoal, finished: bool) -> str:
    status = "finished" if finished else "pending"
    return f'<sub-goal index="{goal.index}" status="{status}">{escape(goal.text)}</sub-goal>'


def _action(step: PlannedAction) -> str:
    return f"<action-type>{step.action}</action-type>\n<action-param-json>{_json(step.params)}</action-param-json>"


def _json(fields: Mapping[str, Any]) -> str:
    """As JSON, with nothing in it that looks like a tag."""
    return json.dumps(fields, ensure_ascii=False, default=_plain).replace("<", "\\u003c")


def _plain(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    raise TypeError(f"{value!r} cannot be written into a reply")
