"""Checks of single lines: questions that nobody can answer, and steps that do not name their app."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from askonce.diagnostics.problem import Problem
from askonce.lazy import regex
from askonce.program import syntax_tree
from askonce.program.syntax_tree import Statement, Step

_TOUCHING = frozenset({
    "activate", "add", "attach", "book", "browse", "buy", "cancel", "capture", "check", "choose", "clear", "click",
    "close", "compose", "copy", "create", "deactivate", "delete", "disable", "download", "drag", "edit", "enable",
    "enter", "expand", "fill", "find", "go", "install", "launch", "log", "long", "make", "mark", "move", "navigate",
    "open", "order", "pause", "pick", "play", "post", "press", "record", "remove", "rename", "reply", "save", "scroll",
    "search", "select", "send", "set", "share", "sign", "start", "submit", "swipe", "switch", "tap", "tick", "toggle",
    "turn", "type", "untick", "update", "upload", "view", "visit", "write",
})  # fmt: skip
"""First words of sentences that act on a screen, not on values that are already known."""
_PLACED = regex(r"https?://|\burl\b|\bin (?:the|an?) .{1,40}\bapp\b|\bhome screen\b", re.IGNORECASE)


def check_questions(statements: Collection[Statement]) -> Iterator[Problem]:
    """Questions to the user are errors if nobody is there to answer."""
    for statement in statements:
        if isinstance(statement, syntax_tree.AskUser):
            yield Problem(
                statement.location,
                "this asks the user, and nobody is there to answer",
                f"read {{{statement.into}}} off the screen, or pass it as a variable",
            )


def check_apps(statements: Collection[Statement], apps: Collection[str]) -> Iterator[Problem]:
    """Warn about steps that do not name one of several apps."""
    steps = [statement for statement in statements if isinstance(statement, Step)]
    named = {app.casefold(): app for app in (*apps, *(step.app for step in steps)) if app}
    if len(named) < 2:
        return
    example = next(iter(named.values()))
    for step in steps:
        words = "".join(part if isinstance(part, str) else "" for part in step.instruction.parts).casefold()
        first = re.match(r"\W*(\w+)", words)
        is_touching = first is not None and first[1] in _TOUCHING
        if not step.app and is_touching and not _PLACED.search(words) and not any(app in words for app in named):
            yield Problem(
                step.location,
                "this step does not say which app to use",
                f'begin it with "In the {example} app, …", or with the app that is meant',
                "warning",
            )
