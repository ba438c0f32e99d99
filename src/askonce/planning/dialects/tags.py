"""Our own dialect: a reply in tags. What counts in a reply that repeats itself is decided in `reply_sections`."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from typing import Any

from askonce.actions import Action
from askonce.errors import UnreadableReply
from askonce.history import SubGoal
from askonce.models.reply_text import read_params, strict_bool, whole_characters
from askonce.planning.dialects.reply_sections import ACTIONS, ENDS, ReplyDraft, ReplySection, inner_sections, last_draft
from askonce.planning.dialects.reply_targets import read_actions
from askonce.planning.dialects.step_tags import StepReply, read_step_reply, write_step_reply
from askonce.planning.plan import Done, GiveUp, Plan, ReplyContext
from askonce.screens.expectation import CLAUSES, Expectation, read_expectations

_MOST_ACTIONS = 100
_LONGEST_NAME = 80
_LONGEST_EXPECTATION = 1_000


def read(text: str, context: ReplyContext) -> Plan:
    """The plan in a reply of tags.

    An action that cannot be read takes with it what comes after it, because that was planned on top of it: the actions
    before it stay and the plan is doubtful. With no action before it the whole reply is unreadable.
    """
    try:
        return _read(last_draft(whole_characters(text)), context)
    except UnreadableReply as error:
        raise UnreadableReply(error.message, remedy=error.remedy, raw=text) from error


def _read(draft: ReplyDraft, context: ReplyContext) -> Plan:
    actions, checks, broken = _read_actions(draft.all(*ACTIONS, "expect"), context)
    end, contradiction = _read_end(draft.all(*ENDS))
    expects, unclear = _read_expects(_final_expectation(draft))
    step = read_step_reply(draft, actions, end, context.step) if context.step else StepReply()
    go_on, misplaced = _read_go_on(draft.all("go-on"), end, context.recorded)
    doubtful = broken or contradiction or unclear or draft.doubt or step.wrong or misplaced
    if not actions and end is None and go_on is None and not doubtful:
        recorded = f', or <go-on step="{context.recorded[0]}"/>' if context.recorded else ""
        raise UnreadableReply(
            "the reply holds neither an action nor an end",
            remedy=f'write <action type="Name">{{…}}</action>, or <complete success="true|false">{recorded}',
        )
    if not actions and doubtful:
        raise UnreadableReply(doubtful)
    return Plan(
        thought=draft.last("thought", "planning"),
        memory=draft.last("memory"),
        memory_line=_read_index(next((memory.attributes.get("line") for memory in draft.all("memory")[-1:]), None)),
        log=draft.last("log"),
        actions=actions,
        expects=() if broken else expects,
        checks=checks,
        sub_goals=_read_sub_goals(draft.last("update-plan-content")),
        finished=_read_finished(draft.all("mark-sub-goal-done")),
        end=None if broken else end,
        doubtful=doubtful,
        belief=step.belief,
        results=step.results,
        jump="" if broken else step.jump,
        go_on=None if broken else go_on,
    )


def _read_actions(
    sections: Sequence[ReplySection], context: ReplyContext
) -> tuple[tuple[Action[Any], ...], dict[int, tuple[Expectation, ...]], str]:
    """The actions up to the first that cannot be read, what is expected in between, and what is wrong with that one."""
    actions: list[Action[Any]] = []
    checks: dict[int, tuple[Expectation, ...]] = {}
    expected = ""
    try:
        for name, section in _pairs(sections):
            if name is None:
                expected = f"{expected} {section.content if section else ''}" if actions else ""
                continue
            expects, unclear = _read_expects(expected)
            several = read_actions(_read_name(name), _read_fields(section), context)
            if unclear or len(actions) + len(several) > _MOST_ACTIONS:
                too_many = f"there are more than {_MOST_ACTIONS} actions"
                raise UnreadableReply(unclear or too_many, remedy="" if unclear else "look again in between")
            checks |= {len(actions): expects} if expects else {}
            actions, expected = [*actions, *several], ""
    except UnreadableReply as error:
        if not actions:
            raise
        return tuple(actions), checks, f"action {len(actions) + 1} cannot be read: {error.message}"
    return tuple(actions), checks, ""


def _pairs(sections: Sequence[ReplySection]) -> Iterator[tuple[str | None, ReplySection | None]]:
    """Each action's name, with the section that holds its parameters if there is one; no name for an expectation."""
    waiting: str | None = None
    for section in sections:
        if section.name == "action-param-json":
            if waiting is None:
                raise UnreadableReply("<action-param-json> comes without <action-type> before it")
            yield waiting, section
            waiting = None
            continue
        if waiting is not None:
            yield waiting, None
            waiting = None
        if section.name == "expect":
            yield None, section
        elif section.name == "action":
            name = section.attributes.get("type") or section.attributes.get("name", "")
            if section.closed or section.content.strip():
                yield name, section
            else:
                waiting = name  # its parameters may come in a tag of their own
        else:
            waiting = section.content
    if waiting is not None:
        yield waiting, None


def _final_expectation(draft: ReplyDraft) -> str:
    """What is expected of all actions: what is said after the last of them, or before the first."""
    places = [place for place, section in enumerate(draft.sections) if section.name in ACTIONS]
    said = [(place, section.content) for place, section in enumerate(draft.sections) if section.name == "expect"]
    outside = [text for place, text in said if not places or not places[0] < place < places[-1]]
    return outside[-1].strip() if outside else ""


def _read_name(text: str) -> str:
    name = text.strip().strip("\"'`").strip()
    if not name or len(name) > _LONGEST_NAME:
        raise UnreadableReply(
            f"{text.strip()[:_LONGEST_NAME]!r} is not the name of an action",
            remedy='write one name, as in <action type="Tap">',
        )
    return name


def _read_fields(section: ReplySection | None) -> dict[str, Any]:
    """What is cut off is not repaired: half a text is another text."""
    if section is None or section.content.strip() in {"", "null"}:
        return {}
    return read_params(section.content, repair=section.closed)


def _read_end(sections: Sequence[ReplySection]) -> tuple[Done | GiveUp | None, str]:
    """The last end; and a contradiction, when success and failure stand side by side."""
    ends: list[Done | GiveUp] = []
    for section in sections:
        message = section.content.strip()
        if section.name == "error":
            # Some models fill in every tag they were told of; an error without words is none.
            ends += [GiveUp(message)] if message else []
            continue
        verdict = section.attributes.get("success")
        if verdict is None:
            raise UnreadableReply(
                "<complete> does not say whether it is a success", remedy='write <complete success="true|false">'
            )
        said = {name: html.unescape(section.attributes.get(name, "")) for name in ("missing", "remedy")}
        ends.append(Done(message) if strict_bool(verdict) else GiveUp(message, **said))
    if len({type(end) for end in ends}) > 1:
        return None, "the reply says both that the instruction is carried out and that it cannot be"
    return (ends[-1] if ends else None), ""


def _read_go_on(sections: Sequence[ReplySection], end: Done | GiveUp | None, recorded: range) -> tuple[int | None, str]:
    """The recorded step to go on with, from 0; and what is wrong with that."""
    if not sections:
        return None, ""
    number = _read_index(sections[-1].attributes.get("step")) or _read_index(sections[-1].content)
    if not recorded:
        return None, "<go-on> has nothing to go on with here: no recorded steps are on offer"
    if number is None or number not in recorded:
        return None, f'<go-on step="…"/> names one of the recorded steps, {recorded[0]} to {recorded[-1]}'
    return (None, "<go-on> and <complete> exclude each other") if end else (number - 1, "")


def _read_expects(text: str) -> tuple[tuple[Expectation, ...], str]:
    """What is expected; and what is wrong with it, when that cannot be checked."""
    plain = " ".join(text.split())
    expects = read_expectations(plain) if len(plain) <= _LONGEST_EXPECTATION else None
    if expects is None:
        return (), f"the expectation {plain[:80]!r} cannot be checked; write clauses such as {CLAUSES}"
    return expects, ""


def _read_sub_goals(text: str) -> tuple[SubGoal, ...]:
    goals = enumerate(inner_sections(text, "sub-goal"), 1)
    return tuple(
        SubGoal(_read_index(goal.attributes.get("index")) or number, goal.content.strip(), _is_finished(goal))
        for number, goal in goals
    )


def _read_finished(sections: Sequence[ReplySection]) -> tuple[int, ...]:
    """The sub-goals that a reply marks as done, by attribute, by the tags inside, or by bare number."""
    indexes: list[int | None] = []
    for section in sections:
        indexes.append(_read_index(section.attributes.get("index")) or _read_index(section.content))
        indexes += [_read_index(goal.attributes.get("index")) for goal in inner_sections(section.content, "sub-goal")]
    return tuple(dict.fromkeys(index for index in indexes if index))


def _read_index(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _is_finished(goal: ReplySection) -> bool:
    return goal.attributes.get("status", "").strip().lower() in {"finished", "done", "completed"}


def write(plan: Plan) -> str:
    """The reply that reads as `plan`: for scripted models, and to show what a reply looks like."""
    line = f' line="{plan.memory_line}"' if plan.memory_line else ""
    parts = [
        f"<{tag}{line if tag == 'memory' else ''}>{text}</{tag}>"
        for tag, text in (("thought", plan.thought), ("memory", plan.memory), ("log", plan.log))
        if text
    ]
    if plan.sub_goals:
        parts.append(f"<update-plan-content>{''.join(map(_write_sub_goal, plan.sub_goals))}</update-plan-content>")
    parts += [f'<mark-sub-goal-done index="{index}" />' for index in plan.finished]
    for place, action in enumerate(plan.actions):
        parts += [*_write_expects(plan.checks.get(place, ())), write_action(action)]
    parts += _write_expects(plan.expects)
    parts += write_step_reply(plan)
    parts += [f'<go-on step="{plan.go_on + 1}"/>'] if plan.go_on is not None else []
    return "\n".join([*parts, *_write_end(plan.end)])


def write_action(action: Action[Any]) -> str:
    return _action_tag(action.title(), _fields(action))


def _action_tag(name: str, fields: str) -> str:
    return f'<action type="{name}">{fields}</action>'


def shorten(reply: str) -> str:
    """A reply as later rounds see it: what it did, without what was thought then or is told elsewhere.

    What cannot be read is left as it is.
    """
    draft = last_draft(whole_characters(reply))
    try:
        pairs = list(_pairs(draft.all(*ACTIONS, "expect")))
        names = [None if name is None else _read_name(name) for name, _ in pairs]
    except UnreadableReply:
        return reply
    if draft.doubt or not any(names) or not all(section.closed for section in draft.sections):
        return reply
    parts = [f"<log>{draft.last('log')}</log>"] if draft.last("log") else []
    for name, (_, section) in zip(names, pairs, strict=True):
        content = section.content.strip() if section else "{}"
        parts.append(_action_tag(name, content) if name else f"<expect>{content}</expect>")
    ends = (
        f'<complete success="{end.attributes.get("success", "")}">{end.content.strip()}</complete>'
        for end in draft.all("complete")
    )
    steps = (f'<go-on step="{asked.attributes.get("step", "")}"/>' for asked in draft.all("go-on"))
    return "\n".join([*parts, *steps, *ends])


def _fields(action: Action[Any]) -> str:
    fields = json.dumps(action.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    return fields.replace("<", "\\u003c")  # it must not look like a tag


def _write_expects(expects: Sequence[Expectation]) -> list[str]:
    return [f"<expect>{'; '.join(expected.written for expected in expects)}</expect>"] if expects else []


def _write_end(end: Done | GiveUp | None) -> list[str]:
    match end:
        case Done(message):
            return [f'<complete success="true">{message}</complete>']
        case GiveUp(reason):
            return [f'<complete success="false">{reason}</complete>']
        case None:
            return []


def _write_sub_goal(goal: SubGoal) -> str:
    status = "finished" if goal.finished else "pending"
    return f'<sub-goal index="{goal.index}" status="{status}">{goal.text}</sub-goal>'
