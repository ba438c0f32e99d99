"""Strict reading of what a model answers about the screen.

A reply holds one JSON object, and nothing else but thoughts before it: text around it may take back what it says. That,
two objects, one that is broken or cut, the example of the prompt, a verdict that is not a boolean or that its own
reason contradicts, an unknown key or a value of another type are an `UnreadableReply`, which says what is wrong in
words for the model. Nothing is mended here: a list that was cut off reads like a shorter list once its brackets are
closed, and a wrong answer is worse than another question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, cast

from pydantic import ValidationError

from askonce.errors import UnreadableReply
from askonce.insight.answer_types import Shape
from askonce.insight.strict_formats import misread
from askonce.language.normalization import letters_of
from askonce.lazy import dataclass, regex
from askonce.models.reply_text import read_params
from askonce.prompts import prompt

CANNOT_TELL = "cannot tell"
_REASONS = regex(r'"reason": "([^"]+)"')
_MOST_PROBLEMS = 6
_LEAD_IN = regex(
    r"\s*(?:(?:sure|certainly|ok|okay)[,.!]?\s*)?(?:here(?:'s| is| you are)?\s*)?"
    r"(?:(?:the|my|your)\s+)?(?:(?:json|final)\s*)*(?:answer|object|result|reply|response|output|verdict)?\s*[:.]?\s*",
    re.IGNORECASE,
)
"""What may stand before the object: it announces the answer, and says nothing of it."""
_FENCE = regex(r"```(?:json)?", re.IGNORECASE)
_JUDGED = r"\b(?:statement|claim|verdict|answer)\s+(?:is|must be|has to be|should be)\s+"
_DENIES = regex(_JUDGED + r"(?:false|not true|untrue|wrong)\b", re.IGNORECASE)
_AFFIRMS = regex(_JUDGED + r"(?:true|correct|not false)\b", re.IGNORECASE)
_THOUGHT_BEGINS = regex(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THOUGHT_ENDS = regex(r"</think(?:ing)?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadValue:
    """A value that fits, and where the model read it."""

    value: Any
    reason: str
    more: str = ""
    """What is missing of a list that goes on out of view."""


@dataclass(frozen=True, slots=True)
class ReadVerdict:
    holds: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """The visible screen does not show it, and why."""

    reason: str


def read_verdict(text: str) -> ReadVerdict | Undecided:
    """The verdict in a reply: true, false, or that it cannot be judged."""
    answer = _only_object(text)
    _refuse_keys(answer, ("reason", "verdict"))
    reason = _words(answer, "reason")
    _refuse_example(reason, "check")
    match answer.get("verdict"):
        case bool() as holds:
            if (_DENIES if holds else _AFFIRMS).search(reason):
                raise UnreadableReply(f'"reason" and "verdict" contradict each other: {_shown(reason)}, {holds}')
            return ReadVerdict(holds, reason)
        case str() as word if word.strip().lower() == CANNOT_TELL:
            return Undecided(reason)
        case _ if "verdict" not in answer:
            raise UnreadableReply('the key "verdict" is missing')
        case other:
            raise UnreadableReply(
                f'"verdict" is {_shown(other)}; it has to be the JSON word true or false, without quotes, '
                f'or "{CANNOT_TELL}"'
            )


def read_value(text: str, shape: Shape) -> ReadValue | Undecided:
    """The value in a reply, in the type of the shape."""
    answer = _only_object(text)
    _refuse_keys(answer, ("reason", "value", "more", "cannot"))
    if "value" in answer and "cannot" in answer:
        raise UnreadableReply('"value" and "cannot" stand side by side; give one of them')
    if "cannot" in answer:
        return Undecided(_words(answer, "cannot"))
    if "value" not in answer:
        raise UnreadableReply('the key "value" is missing')
    reason = _words(answer, "reason") if "reason" in answer else ""
    _refuse_example(reason, "query")
    return ReadValue(_fitting(answer["value"], shape), reason, _more(answer))


def _more(answer: dict[str, Any]) -> str:
    match answer.get("more"):
        case None | False | "":
            return ""
        case True:
            return "it goes on out of view"
        case _:
            return _words(answer, "more")


def _fitting(value: object, shape: Shape) -> Any:
    """`value` in the type of the shape; of what pydantic would convert, only what JSON has no other way to write."""
    try:
        read = shape.adapter.validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        raise _misfit(_problems(error)) from error
    except RecursionError:
        raise UnreadableReply("the value is nested too deeply") from None
    problems = list(misread(value, shape.json_schema))
    if problems:
        raise _misfit(problems)
    return read


def _misfit(problems: Iterable[str]) -> UnreadableReply:
    unique = list(dict.fromkeys(problems))
    more = len(unique) - _MOST_PROBLEMS
    lines = "".join(f"\n- {problem}" for problem in unique[:_MOST_PROBLEMS])
    return UnreadableReply(f"the value does not fit the shape:{lines}" + (f"\n- and {more} more" if more > 0 else ""))


def _problems(error: ValidationError) -> Iterator[str]:
    for problem in error.errors(include_url=False, include_context=False):
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem["loc"])
        got = "" if problem["type"] in ("missing", "extra_forbidden") else f", got {_shown(problem['input'])}"
        yield f"value{place}: {problem['msg']}{got}"


def _only_object(text: str) -> dict[str, Any]:
    """The one JSON object in a reply, with nothing around it that could take it back."""
    reply = _after_thinking(text)
    start = reply.find("{")
    if start < 0:
        raise UnreadableReply("there is no JSON object; write exactly one")
    end = _end_of_object(reply, start)
    before, after = (_FENCE.sub("", part) for part in (reply[:start], reply[end:]))
    if "{" in after:
        raise UnreadableReply("there is more than one JSON object; write exactly one")
    if not _LEAD_IN.fullmatch(before) or after.strip():
        stray = (before if after.strip() == "" else after).strip()
        raise UnreadableReply(f"there is text around the JSON object: {_shown(stray)}; write the object alone")
    return read_params(reply[start:end], repair=False)


def _refuse_example(reason: str, kind: Literal["check", "query"]) -> None:
    """The example that the prompt gives of a reply is not an answer."""
    examples = _REASONS.findall(prompt(kind, seen=""))
    if letters_of(reason) in map(letters_of, examples):
        raise UnreadableReply(
            f'"reason" is the example of the prompt, {_shown(reason)}; say what you see on the screen'
        )


def _end_of_object(text: str, start: int) -> int:
    try:
        _, end = cast("tuple[object, int]", json.JSONDecoder(strict=False).raw_decode(text, start))
    except RecursionError:
        raise UnreadableReply("the JSON object is nested too deeply") from None
    except ValueError as error:
        raise UnreadableReply(f"the JSON object is broken or cut off: {error}") from None
    return end


def _after_thinking(text: str) -> str:
    """The reply without the thoughts before it: drafts are not answers, and thoughts that never end hold none."""
    closing = _THOUGHT_ENDS.search(text)
    if _THOUGHT_BEGINS.match(text):
        return text[closing.end() :] if closing else ""
    if closing is None or _holds(text, closing.start()):
        return text
    return text[closing.end() :]


def _holds(text: str, place: int) -> bool:
    """Whether `place` lies inside the first object: then the mark there is part of a text that the model quotes."""
    start = text.find("{")
    try:
        return 0 <= start < place < _end_of_object(text, start)
    except UnreadableReply:
        return False


def _refuse_keys(answer: dict[str, Any], known: tuple[str, ...]) -> None:
    strange = [key for key in answer if key not in known]
    if strange:
        raise UnreadableReply(f"nobody asked for {', '.join(map(_shown, strange[:5]))}; write only {', '.join(known)}")


def _words(answer: dict[str, Any], key: str) -> str:
    words = answer.get(key)
    if not isinstance(words, str) or not words.strip():
        raise UnreadableReply(f'"{key}" is missing' if key not in answer else f'"{key}" has to be a sentence')
    return " ".join(words.split())


def _shown(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, default=repr)
    return written if len(written) <= 60 else f"{written[:60]}…"
