"""From a task in plain words to a program: a model writes it, it is checked, and the model corrects its errors."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator

from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.problem import Problem
from askonce.errors import ConfigError, ProgramError
from askonce.lazy import dataclass, regex
from askonce.models import Message
from askonce.program.checked_program import CheckedProgram, check_source
from askonce.program.model_draft import Consultant, draft
from askonce.program.syntax_tree import Program
from askonce.prompts import prompt
from askonce.trace import Usage

_ASKING = regex(
    r"\W*(?:what|which|who|whom|whose|when|where|why|how (?:many|much|long|old|far|often|big|high|late)|tell me|"
    r"let me know|report|find out|answer|give me|count|determine|figure out|work out)\b",
    re.IGNORECASE,
)
_ASKING_LATER = regex(
    r"(?:[,;]|\band|\bthen)\s+(?:(?:and|then|also|finally|please)\s+)*(?:how (?:many|much)|tell me|let me know|"
    r"find out|count|determine|figure out|work out|say (?:if|whether|how|which|who|when|where|what))\b",
    re.IGNORECASE,
)
"""Within a sentence, fewer words ask: "delete the note, which is old" does not."""
_POLITE = regex(r"\W*(?:please\s+)?(?:can|could|would|will) you\b|\W*would you mind\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AuthoredProgram:
    """A program that can be run. `problems` are warnings only."""

    program: Program
    source: str
    problems: tuple[Problem, ...]
    attempts: int
    usage: Usage


async def author(
    hands: Consultant,
    task: str,
    *,
    apps: Collection[str] = (),
    given: Collection[str] = (),
    answer: bool | None = None,
    unattended: bool = True,
) -> AuthoredProgram:
    """Write a program for a task. `apps` are those at hand, `given` the variables that will be passed to it.

    `answer` says whether the task asks for something to be told; by default that is judged by its words. With
    `unattended=False` somebody is there whom the program may ask.
    """
    if not task.strip():
        raise ConfigError("the task is empty", remedy="say what should be done, in plain words")
    asks = asks_question(task) if answer is None else answer

    def make(text: str) -> tuple[str, CheckedProgram]:
        source = textwrap.dedent(text)
        return source, require_no_errors(
            source, check_source(source, given=given, asks_question=asks, apps=apps, unattended=unattended)
        )

    asked = author_question(task, apps=apps, given=given, answer=asks, unattended=unattended)
    drafted = await draft(hands, asked, make)
    source, examined = drafted.made
    return AuthoredProgram(examined.program, source, examined.problems, drafted.attempts, drafted.usage)


def author_question(
    task: str,
    *,
    apps: Collection[str] = (),
    given: Collection[str] = (),
    answer: bool = False,
    unattended: bool = True,
) -> tuple[Message, ...]:
    """What a model is asked; the first message is the same for all tasks."""
    sections = _told(task, apps, given, answer, unattended)
    return Message("system", (prompt("author"),)), Message("user", ("\n\n".join(sections),))


def asks_question(task: str) -> bool:
    """Whether a task asks a question, judged by its words. "Can you add a contact?" does not."""
    sentences = [words for words in re.findall(r"[^.!?\n]+[.!?]*", task) if words.strip()]
    return any(
        _ASKING_LATER.search(sentence)
        or ((_ASKING.match(sentence) or sentence.rstrip().endswith("?")) and not _POLITE.match(sentence))
        for sentence in sentences
    )


def require_no_errors(source: str, examined: CheckedProgram) -> CheckedProgram:
    """A program with warnings at most; errors are shown in a `ProgramError`."""
    if not examined.program.statements:
        raise ProgramError("there is no statement in it")
    if examined.errors:
        raise ProgramError(format_problems("line", source, examined.problems))
    return examined


def _told(task: str, apps: Collection[str], given: Collection[str], answer: bool, unattended: bool) -> Iterator[str]:
    yield f"# Task\n{task.strip()}"
    if apps:
        yield f"# Apps at hand\n{', '.join(apps)}"
    if given:
        yield f"# Variables that are set already\n{', '.join(f'{{{name}}}' for name in given)}"
    if answer:
        yield "The task asks for something to be told: the program sets {answer}."
    if not unattended:
        yield 'This time somebody is there, for what only they can tell: Ask user "…", get response as {name}'
