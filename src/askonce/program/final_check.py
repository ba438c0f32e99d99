"""The final check, before success is reported: is everything done that was asked for?

What the program and its variables tell comes first; a model is asked only if that finds nothing missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, cast

from askonce.errors import ConfigError, ModelNotAsked, UnreadableReply
from askonce.lazy import dataclass
from askonce.models import Message, Request
from askonce.models.reply_text import read_params
from askonce.program import syntax_tree
from askonce.program.author import asks_question
from askonce.program.data_types import Table
from askonce.program.execution_tree import write_tree
from askonce.program.expression_tree import Reference, TextTemplate
from askonce.program.hands import Hands
from askonce.program.journal_records import ProgramReplaced
from askonce.program.model_draft import Consultant
from askonce.program.program_result import ANSWER, user_variables
from askonce.program.run_state import LoopProgress, RunState
from askonce.program.screen_elements import list_screen
from askonce.program.static_check.variable_uses import inside, touches
from askonce.program.step_context import variable_lines
from askonce.program.syntax_tree import ForEach, Path, Program, SaveFile, Statement, Step
from askonce.prompts import prompt
from askonce.prompts.quoted_text import quoted, shortened, visible
from askonce.trace import Usage

MOST_MISSING = 5
_LINES_SHOWN, _TOLD_SHOWN = 40, 10


@dataclass(frozen=True, slots=True)
class EndState:
    """The state of a run whose program has finished. Texts are as a model may read them."""

    task: str = ""
    """Empty if a person wrote the program: then the program itself is what was asked for."""
    asks_question: bool = False
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    passes: Mapping[Path, LoopProgress] = field(default_factory=dict[Path, LoopProgress])
    """By the path of the loop, from its last run. Loops that did not run are left out."""
    progress: Sequence[str] = ()
    shown: str = ""
    """The variables, in short."""
    screen: str = ""
    told: Sequence[str] = ()
    """What the user was told."""


@dataclass(frozen=True, slots=True)
class FinalCheck:
    """What is missing, each as an instruction; nothing if all is done. `asked` says whether a model was asked."""

    missing: tuple[str, ...] = ()
    reason: str = ""
    asked: bool = False
    usage: Usage = field(default_factory=Usage)

    @property
    def done(self) -> bool:
        return not self.missing


async def check_run(hands: Hands, state: RunState, exists: Callable[[str], bool]) -> FinalCheck:
    """Check a run whose program has finished."""
    end = EndState(
        task=state.task,
        asks_question=asks_question(state.task),
        variables=user_variables(state.scope.globals),
        passes=state.passes,
        progress=list(write_tree(state.tree.root, reports=True))[-_LINES_SHOWN:],
        shown="\n".join(variable_lines(state, None)),
        screen=await list_screen(hands),
        told=state.told[-_TOLD_SHOWN:],
    )
    # Without a task, the program is what was asked for, and each line of it was judged when it was done.
    is_doubtful = bool(state.belief.doubted or state.tree.root.totals.failed)
    return await run_final_check(hands, state.program, end, exists, ask=bool(state.task) or is_doubtful)


def append_missing(state: RunState, missing: Sequence[str]) -> ProgramReplaced:
    """The program with what is missing as more steps at its end."""
    lines = [shortened(visible(problem), 300) for problem in missing[:MOST_MISSING]]
    source = state.program.source.rstrip("\n") + "".join(f"\n{line}" for line in lines) + "\n"
    diff = "\n".join(f"+{line}" for line in lines)
    return ProgramReplaced(source, "the final check found something missing", diff)


async def run_final_check(
    hands: Consultant, program: Program, ending: EndState, exists: Callable[[str], bool], *, ask: bool = True
) -> FinalCheck:
    """What is certainly missing; if that is nothing and the program has steps in plain words, one question to the
    model, unless `ask` is false. `exists` says whether a file is in the work folder."""
    if certain := tuple(find_missing(program, ending, exists)):
        return FinalCheck(certain, "found without a model")
    if not ask or not any(isinstance(statement, Step) for _, statement in program.walk()):
        return FinalCheck(reason="nothing that can be checked without a model is missing")
    messages = final_check_question(program, ending)
    try:
        reply = await hands.consult(Request(messages))
    except (ConfigError, ModelNotAsked) as error:  # a run without a model that could be asked has done what it can
        return FinalCheck(reason=error.message)
    usage = reply.usage
    try:
        missing, reason = read_final_check(reply.text)
    except UnreadableReply as error:
        again = (
            f"That reply cannot be used: {error.message}\nReply again, whole, as one JSON object in the form asked for."
        )
        more = Message("assistant", (reply.text or "(nothing)",)), Message("user", (again,))
        reply = await hands.consult(Request((*messages, *more)))
        usage += reply.usage
        missing, reason = read_final_check(reply.text)
    return FinalCheck(missing, reason, asked=True, usage=usage)


# ---- without a model


def find_missing(program: Program, ending: EndState, exists: Callable[[str], bool]) -> Iterator[str]:
    """What is certainly missing: the answer, items that a loop did not reach, files that were not written."""
    if ending.asks_question and ending.variables.get(ANSWER) in (None, ""):
        yield "Set variable {answer} to what the task asks for."
    main = list(inside((program.statements,)))
    paths = {id(statement): path for path, statement in program.walk()}
    may_stop = any(isinstance(statement, syntax_tree.Stop) for _, statement in program.walk())
    for index, statement in enumerate(main):
        match statement:
            case ForEach(collection=Reference(path=())):
                yield from _left_over(statement, main[index:], ending, paths[id(statement)])
            case SaveFile(name=TextTemplate(parts=(str() as name,))) if (
                statement in program.statements and not may_stop
            ):
                if not exists(name):
                    yield f'Write the file "{name}" (line {statement.location.line}): it is not there.'
            case _:
                pass


def _left_over(loop: ForEach, onwards: Sequence[Statement], ending: EndState, path: Path) -> Iterator[str]:
    """Items that the loop never reached, in a list that is unchanged since the loop began."""
    collection = cast("Reference", loop.collection).name
    passes, value = ending.passes.get(path), ending.variables.get(collection)
    rows = value.rows if isinstance(value, Table) else value
    if passes is None or passes.left or not isinstance(rows, list):
        return
    items = cast("list[Any]", rows)
    is_changed = any(
        collection in touches(statement) or isinstance(statement, syntax_tree.Call) for statement in onwards
    )
    if not is_changed and passes.finished < len(items):
        left = ", ".join(json.dumps(item, ensure_ascii=False, default=str) for item in items[passes.finished :][:5])
        yield (
            f"The loop in line {loop.location.line} did {passes.finished} of {len(items)} items in {{{collection}}}; "
            f"do it for the others: {left}"
        )


# ---- with a model


def final_check_question(program: Program, ending: EndState) -> tuple[Message, ...]:
    """What a model is asked; the first message is the same for all programs."""
    parts = (
        ("Task", ending.task or "What the program says."),
        ("Program", f"```\n{program.source.strip()}\n```"),
        ("What each line reports", "\n".join(ending.progress)),
        ("Told to the user", "\n".join(f"- {quoted(message, 300)}" for message in ending.told)),
        ("Variables at the end", ending.shown),
    )
    sections = [f"# {title}\n{text.strip()}" for title, text in parts if text.strip()]
    screen = f"<screen>\n{ending.screen.strip()}\n</screen>" if ending.screen.strip() else "(It cannot be shown.)"
    sections.append(f"# Screen now\n{screen}")
    sections.append("Is everything that was asked for done? What is missing?")
    return Message("system", (prompt("finish", seen=prompt("seen")),)), Message("user", ("\n\n".join(sections),))


def read_final_check(text: str) -> tuple[tuple[str, ...], str]:
    """What is missing, and the reason, or an `UnreadableReply`."""
    reply = read_params(text)
    missing, reason = reply.get("missing"), reply.get("reason", "")
    if not isinstance(missing, list) or not all(isinstance(problem, str) for problem in cast("list[Any]", missing)):
        raise UnreadableReply('"missing" has to be a list of texts, empty if nothing is missing', raw=text)
    return tuple(problem.strip() for problem in cast("list[str]", missing) if problem.strip()), str(reason)
