"""Replies that are written as function calls, such as `click(start_box='(12,30)')`. They are read, never run.

Text in them may hold quotes that nobody escaped: a quote ends a text only where a known argument or the end of the call
follows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from askonce.actions import Action
from askonce.errors import UnreadableReply
from askonce.lazy import dataclass, regex
from askonce.planning.plan import Done, GiveUp, Plan

_REASONED = regex(r"</think(?:ing)?\s*+>", re.IGNORECASE)
_GAP = regex(r"[\s;`]*+(?:action\s*+[:：]\s*+)?+", re.IGNORECASE)
_ESCAPE = regex(r"\\([nrt\\'\"])")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_LEFT_OVER = regex(r"['\"]\)[\s`]*+(?:</answer>)?+\Z", re.IGNORECASE)
_MOST_CALLS = 100


@dataclass(frozen=True, slots=True)
class ReplyCall:
    """One call: its name and its arguments as they were written, without the quotes about them."""

    name: str
    arguments: Mapping[str, str]

    def get(self, *names: str) -> str | None:
        """The first of these arguments that is there."""
        return next((self.arguments[name] for name in names if name in self.arguments), None)

    def need(self, *names: str) -> str:
        value = self.get(*names)
        if value is None:
            raise UnreadableReply(f"{self.name}(…) lacks {names[0]}", remedy=f"write {self.name}({names[0]}=…)")
        return value

    def text(self, *names: str) -> str:
        """A text argument with its escapes resolved; empty without one."""
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), self.get(*names) or "")


@dataclass(frozen=True, slots=True)
class CallGroup:
    """The calls that a text comes down to, what stands before them, and why an end among them is in doubt, if so."""

    before: str
    calls: tuple[ReplyCall, ...]
    doubt: str = ""


class CallReader:
    """Finds calls of known names with known arguments in a text."""

    def __init__(self, names: Iterable[str], arguments: Iterable[str]) -> None:
        name, argument = "|".join(names), "|".join(arguments)
        self._start = re.compile(rf"(?<![\w.])({name})\((?=\s*+(?:\)|(?:{argument})\s*+=))", re.IGNORECASE)
        self._argument = re.compile(rf"\s*+,?\s*+({argument})\s*+=\s*+", re.IGNORECASE)
        self._value = re.compile(r"\[[^\[\]]*+\]|\([^()]*+\)|<[^<>]*+>[^<>]*+<[^<>]*+>|[^\s,()\[\]\"']++")
        self._end = re.compile(r"\s*+,?\s*+\)")
        call_follows = rf"(?:{name})\("
        self._after_text = re.compile(
            rf"\s*+(?:,\s*+(?:{argument})\s*+=|,?\s*+\)[ \t]*+(?:\Z|[\r\n<`;#]|{call_follows}))", re.IGNORECASE
        )
        self._other_argument = re.compile(r"\s*+,\s*+[A-Za-z_]\w*+\s*+=\s*+['\"]")
        self._quotes = {quote: re.compile(rf"\\.|{quote}", re.DOTALL) for quote in "'\""}

    def read(self, text: str) -> CallGroup:
        """The last group of calls that stand one after another in `text`.

        Calls with words between them are drafts or mentions; when they differ from the last group, its end is in
        doubt.
        """
        groups: list[tuple[ReplyCall, ...]] = []
        first = end = 0
        while start := self._start.search(text, end):
            first = start.start()
            calls, end = self._read_group(text, first)
            groups.append(calls)
        if not groups:
            raise UnreadableReply("the reply holds no action that could be read")
        if _LEFT_OVER.search(text[end:].rstrip()):
            raise UnreadableReply("a text in the reply ends in two places", remedy="escape the quotes inside it")
        differs = any(group != groups[-1] for group in groups)
        doubt = "the reply holds several answers that differ, and only the last one was taken" if differs else ""
        return CallGroup(text[:first], groups[-1], doubt)

    def _read_group(self, text: str, position: int) -> tuple[tuple[ReplyCall, ...], int]:
        calls: list[ReplyCall] = []
        end = position
        while start := self._start.match(text, position):
            call, end = self._read_call(text, start)
            calls.append(call)
            gap = _GAP.match(text, end)
            position = gap.end() if gap else end
        return tuple(calls), end

    def _read_call(self, text: str, start: re.Match[str]) -> tuple[ReplyCall, int]:
        name, position = start[1].lower(), start.end()
        arguments: dict[str, str] = {}
        while not (end := self._end.match(text, position)):
            key = self._argument.match(text, position)
            if not key:
                raise _unreadable(name, text, position)
            arguments[key[1].lower()], position = self._read_value(name, text, key.end())
        return ReplyCall(name, arguments), end.end()

    def _read_value(self, name: str, text: str, position: int) -> tuple[str, int]:
        start = position + 1
        quote = self._quotes.get(text[position:start])
        if quote is None:
            value = self._value.match(text, position)
            if not value:
                raise _unreadable(name, text, position)
            return value[0], value.end()
        position = start
        while found := quote.search(text, position):
            position = found.end()
            if len(found[0]) > 1:
                continue
            if self._after_text.match(text, position):
                return text[start : found.start()], position
            if self._other_argument.match(text, position):  # perhaps the text goes on, perhaps it does not
                raise _unreadable(name, text, position)
        raise UnreadableReply(f"the text in {name}(…) never ends", remedy="close the quotes and the bracket")


def split_reasoning(text: str) -> tuple[str, str]:
    """What stands before the last `</think>`, and what follows it; all of `text` follows without one."""
    start = end = 0
    for found in _REASONED.finditer(text):
        start, end = found.span()
    return text[:start], text[end:]


def plan_of(answer: CallGroup, thought: str, read_step: Callable[[ReplyCall], Action[Any] | Done | GiveUp]) -> Plan:
    """The plan that the calls make up, each read by `read_step`.

    A call that cannot be read takes with it what comes after it, as in the dialect of tags.
    """
    actions: list[Action[Any]] = []
    end: Done | GiveUp | None = None
    doubt = answer.doubt
    for number, call in enumerate(answer.calls, 1):
        try:
            if end or number > _MOST_CALLS:
                raise UnreadableReply(f"{call.name}(…) comes after the end" if end else "there are too many actions")
            step = read_step(call)
        except UnreadableReply as error:
            if not actions:
                raise
            end, doubt = None, f"action {number} cannot be read: {error.message}"
            break
        if isinstance(step, Done | GiveUp):
            end = step
        else:
            actions.append(step)
    if doubt and not actions:
        raise UnreadableReply(doubt)
    return Plan(thought=thought.strip(), actions=tuple(actions), end=end, doubtful=doubt)


def _unreadable(name: str, text: str, position: int) -> UnreadableReply:
    return UnreadableReply(f"{name}(…) cannot be read at {text[position : position + 40]!r}")
