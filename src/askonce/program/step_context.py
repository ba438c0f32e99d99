"""The context of a step for the planner: a plain function of the run's state, of limited size for any program.

Lines of ours begin sections with `##`. All else stands behind a number, a dash or a name, with text from the screen
and from variables on one line and angle brackets spelled out, so that it can pose neither as a heading nor as a tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from askonce.errors import ProgramError
from askonce.lazy import regex
from askonce.program.belief import Belief, BeliefEntry
from askonce.program.control_flow import LOOP
from askonce.program.execution_tree import BlockNode, EarlierRuns, Leaf, format_position
from askonce.program.expression_tree import Reference
from askonce.program.run_state import RunState
from askonce.program.syntax_tree import Program, Statement, Step
from askonce.program.value_summary import summarise
from askonce.program.value_text import look_up, slot_name
from askonce.prompts.quoted_text import quoted, shortened, visible

PROGRAM_ROOM = 2600
PATH_ROOM = 1500
VARIABLES_ROOM = 2000
BELIEF_ROOM = 1600
EARLIER_ROOM = 1000
ATTEMPTS_ROOM = 1400
"""Characters for each section: together under three thousand tokens, at four characters a token."""

_WHOLE = 40
"""Programs of up to this many lines are shown whole, if there is room."""
_BEFORE, _AFTER = 6, 10
_MOST_HEADERS = 8
_LINE = 140
_RECORDS = regex(r",? (?:and )?(?:record|save|store|keep)\w* (?:\S+ ){0,6}?as \{[^{}]+\}\W*$", re.IGNORECASE)
_LAST_ATTEMPTS = 5
_OLDER_BELIEFS = 2
"""Entries from earlier passes of a loop that are told while it runs; the others are counted."""
_POSITION = regex(r"line (\d+)(?: \(pass ([\d.]+)\))?")
_TAG = regex(r"<(?=[A-Za-z/!?])")


def build_context(
    state: RunState,
    attempts: Sequence[str],
    before: Sequence[str] = (),
    is_told: Callable[[str], bool] = lambda _: False,
) -> str:
    """The text. `attempts` were made since the step was begun, `before` those ahead of an interruption or a failure;
    `is_told` says which actions are listed beside it anyway."""
    statement = state.statement
    line = statement.location.line
    listed = _shown_lines(state.program.source.splitlines(), line)
    sections = [
        ("The program", program_window(state.program, line)),
        ("Where it is", [f"at line {line}", *active_path(state.tree.open_blocks, listed)]),
        ("Variables", _variables_besides_values(state, statement)),
        ("Belief", belief_lines(state.belief, state.remarks, _is_of_earlier_pass(state))),
        ("This step before", earlier_lines(state.tree.earlier(state.counter.path), is_told)),
        ("Done in this step before the run was held or interrupted", attempt_lines(before)),
        ("Tried in this step so far", attempt_lines(attempts)),
    ]
    written = [(title, list(lines)) for title, lines in sections]
    return "\n".join(line for title, lines in written if lines for line in (f"## {title}", *lines))


# ---- the program


def program_window(program: Program, current: int) -> Iterator[str]:
    """The lines around the current one, with the headers of the blocks that are open around them.

    The current one is not marked: a program that is shown whole is the same text at every step, which providers keep.
    """
    lines = program.source.splitlines()
    shown = _shown_lines(lines, current)
    last = 0
    for number in shown:
        if number > last + 1:
            yield "   …"
        yield f"{number:4}| {_program_line(lines[number - 1])}"
        last = number
    if last < len(lines):
        yield "   …"


def _shown_lines(lines: Sequence[str], current: int) -> list[int]:
    if len(lines) <= _WHOLE and sum(min(len(line), _LINE) + 8 for line in lines) <= PROGRAM_ROOM:
        return list(range(1, len(lines) + 1))
    headers = _headers_above(lines, current)
    first, last = max(1, current - _BEFORE), min(len(lines), current + _AFTER)
    near = [number for number in range(first, last + 1) if lines[number - 1].strip() or number == current]
    room = PROGRAM_ROOM - sum(min(len(lines[number - 1]), _LINE) + 8 for number in (*headers, current))
    kept = {*headers, current}
    for number in sorted(near, key=lambda number: abs(number - current)):
        room -= min(len(lines[number - 1]), _LINE) + 8
        if room < 0:
            break
        kept.add(number)
    return sorted(kept)


def _headers_above(lines: Sequence[str], current: int) -> list[int]:
    """The lines that open the blocks around a line: each the nearest above that is indented less."""
    found: list[int] = []
    indent = _indent(lines[current - 1]) if 0 < current <= len(lines) else 0
    for number in range(current - 1, 0, -1):
        line = lines[number - 1]
        if not indent:
            break
        if line.strip() and not line.lstrip().startswith("#") and _indent(line) < indent:
            found.append(number)
            indent = _indent(line)
    return [*found[-2:], *found[: _MOST_HEADERS - 2]] if len(found) > _MOST_HEADERS else found


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


# ---- how it got here


def active_path(blocks: Sequence[BlockNode], listed: Container[int] = ()) -> Iterator[str]:
    """The open blocks, outermost first, each with what was done in it. Lines that are `listed` are told by number."""
    shown = [*blocks[:2], *blocks[-5:]] if len(blocks) > 7 else list(blocks)
    lines: list[str] = []
    for number, node in enumerate(shown):
        if number == 2 and len(blocks) > len(shown):
            lines.append(f"… {len(blocks) - len(shown)} blocks in between")
        lines += _block_lines(node, 6 if node is blocks[-1] else 2, listed)
    return _fit(lines, PATH_ROOM)


def _block_lines(node: BlockNode, last: int, shown: Container[int]) -> Iterator[str]:
    if node.line:
        count = f", pass {node.iteration}" + (f" of {node.total}" if node.total is not None else "")
        words = "" if node.line in shown else f": {_line(node.words, 80)}"
        yield f"in line {node.line}{count if node.iteration else ''}{words}"
    done = [child for child in node.inside if isinstance(child, Leaf) or not child.is_open]
    older = node.folded.lines + len(done[:-last])
    if node.folded.passes:  # the pass it is in says how many were done
        yield from [f"- failed lines before: {node.folded.failed}"] * bool(node.folded.failed)
    elif older:
        yield f"- earlier lines: {older}; failed lines: {node.folded.failed}"
    yield from (f"- failed before: {_line(failure)}" for failure in node.folded.failures)
    yield from (_done_line(child, shown) for child in done[-last:])


def _done_line(node: Leaf | BlockNode, shown: Container[int]) -> str:
    words = "" if node.line in shown else f": {_line(node.words, 80)}"
    if isinstance(node, BlockNode):
        return f"- line {node.line} done ({node.folded}){words}"
    result = f" → {_line(node.message, 80)}" if node.message else ""
    return f"- line {node.line} {node.outcome}{words}{result}"


# ---- variables


def variable_lines(state: RunState, statement: Statement | None) -> Iterator[str]:
    """Those that the step names in full, as far as there is room; of the others what they are and how they begin."""
    visible_ = _visible(state)
    named = [reference for reference in _references(statement) if reference.name in visible_]
    names = dict.fromkeys(reference.name for reference in named)
    whole = {name: summarise(visible_[name], 700 // max(len(names), 2) + 100) for name in names}
    lines = [f"{name} = {text}" for name, text in whole.items()]
    lines += _parts_named(state, [reference for reference in named if reference.path and "…" in whole[reference.name]])
    return _with_others(lines, {name: value for name, value in visible_.items() if name not in names})


def _variables_besides_values(state: RunState, statement: Statement | None) -> Iterator[str]:
    """What the step's values do not tell: they stand beside its instruction in full, each as the step names it."""
    left = _visible(state)
    named = [reference for reference in _references(statement) if reference.name in left]
    lines: list[str] = []
    for name in dict.fromkeys(reference.name for reference in named):
        parts = [reference.path for reference in named if reference.name == name]
        if () in parts:
            del left[name]
        elif isinstance(left[name], Mapping):
            fields = cast("Mapping[str, Any]", left.pop(name))
            if others := {key: fields[key] for key in fields if (key,) not in parts}:
                lines.append(f"{name}, its other parts = {summarise(others, 450)}")
    return _with_others(lines, left)


def _visible(state: RunState) -> dict[str, Any]:
    return {name: value for name, value in state.scope.visible().items() if name.isidentifier()}


def _with_others(lines: list[str], others: Mapping[str, Any]) -> Iterator[str]:
    """The lines, and below them the other variables in few words."""
    used = sum(map(len, lines))
    rest = [name for name in others if name != LOOP]  # the path says which pass it is
    for number, name in enumerate(reversed(rest)):
        line = f"{name} = {summarise(others[name], 90)}"
        used += len(line) + 1
        if used > VARIABLES_ROOM - 200:
            unsaid = ", ".join(reversed(rest[: len(rest) - number]))
            lines.append(f"- {len(rest) - number} more: {shortened(unsaid, 150)}")
            break
        lines.append(line)
    return _fit(lines, VARIABLES_ROOM)


def _parts_named(state: RunState, named: Iterable[Reference]) -> Iterator[str]:
    """Parts of variables that the step names, such as `{list[7].name}`: they need not be where the summary begins."""
    for reference in named:
        try:
            yield f"{slot_name(reference)} = {summarise(look_up(reference, state.scope), 300)}"
        except ProgramError:
            continue  # it is not there yet; the step may be what sets it


def _references(statement: Statement | None) -> tuple[Reference, ...]:
    match statement:
        case Step(instruction=sentence):
            return sentence.references
        case _:
            return ()


# ---- belief, earlier runs, attempts


def belief_lines(
    belief: Belief, remarks: Sequence[str], is_older: Callable[[BeliefEntry], bool] = lambda _: False
) -> Iterator[str]:
    """The entries by their numbers; what is in doubt first, with what did not come true. Of those that are older, only
    the last few are told."""
    lines = [
        f"b{entry.number} IN DOUBT: {quoted(entry.text, 160)}: {_line('; '.join(entry.depends), 120)} was expected"
        f" and did not come true ({entry.evidence})"
        for entry in belief.doubted
    ]
    sure = [entry for entry in reversed(belief.entries) if entry.status != "doubted"]
    older = [entry for entry in sure if is_older(entry)]
    lines += [f"b{entry.number} {quoted(entry.text, 160)} ({entry.line()})" for entry in sure if entry not in older]
    lines += [f"b{entry.number} {quoted(entry.text, 80)} ({entry.evidence})" for entry in older[:_OLDER_BELIEFS]]
    if unsaid := older[_OLDER_BELIEFS:]:
        lines.append(f"- {len(unsaid)} more from earlier passes: b{unsaid[-1].number} to b{unsaid[0].number}")
    return _fit([*lines, *(f"- {_line(remark)}" for remark in remarks[:3])], BELIEF_ROOM)


def _is_of_earlier_pass(state: RunState) -> Callable[[BeliefEntry], bool]:
    """Whether an entry was made in an earlier pass of a loop that still runs: it is about another item then."""
    lines = state.program.source.splitlines()
    inside = {number for node in state.tree.open_blocks if node.iteration for number in _lines_inside(lines, node.line)}
    passes = state.counter.iterations

    def is_older(entry: BeliefEntry) -> bool:
        made = _POSITION.match(entry.evidence)
        if made is None or int(made[1]) not in inside:
            return False
        own = tuple(map(int, (made[2] or "").split("."))) if made[2] else ()
        return own != passes[: len(own)]

    return is_older


def _lines_inside(lines: Sequence[str], header: int) -> Iterator[int]:
    """The lines of the block that a line opens."""
    for number in range(header + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and _indent(line) <= _indent(lines[header - 1]):
            return
        yield number


def earlier_lines(earlier: EarlierRuns, is_told: Callable[[str], bool] = lambda _: False) -> Iterator[str]:
    lines: list[str] = []
    for title, leaf in (("last success", earlier.success), ("last failure", earlier.failure)):
        if leaf is not None:
            is_listed = bool(leaf.actions) and all(map(is_told, leaf.actions))
            did = "as in the recorded steps below" if is_listed else "; ".join(leaf.actions) or "nothing on the screen"
            saw = f" → {'; '.join(leaf.seen)}" if leaf.seen else ""
            lines.append(f"{title}, {format_position(leaf.line, leaf.iterations)}: {_line(did + saw, 360)}")
            if leaf.message:
                lines.append(f"- {_line(leaf.message)}")
    return _fit(lines, EARLIER_ROOM)


def attempt_lines(attempts: Sequence[str]) -> Iterator[str]:
    """The last few attempts, and the failures before them."""
    older, last = attempts[:-_LAST_ATTEMPTS], attempts[-_LAST_ATTEMPTS:]
    failed = [line for line in older if "FAILED" in line or "not met" in line][-4:]
    left = len(older) - len(failed)
    lines = [f"- … {left} earlier ones"] if left > 0 else []
    lines += [f"- {_line(line, 200)}" for line in (*failed, *last)]
    return _fit(lines, ATTEMPTS_ROOM)


# ---- lines


def _program_line(text: str) -> str:
    """A line of the program. What is cut out of it is not its end, which says what it sets."""
    end = _RECORDS.search(visible(text))
    if len(text) <= _LINE or not end or len(end[0]) > _LINE // 2:
        return _line(text, keep_indent=True)
    return _line(text, _LINE - len(end[0]), keep_indent=True) + _line(end[0])


def _line(text: str, most: int = _LINE, *, keep_indent: bool = False) -> str:
    """On one line, cut, and without anything that reads as a tag."""
    indent = " " * min(_indent(text), 40) if keep_indent else ""
    return indent + _TAG.sub("\\\\u003c", shortened(visible(text), most))


def _fit(lines: Sequence[str], room: int) -> Iterator[str]:
    """The lines that there is room for, from the first on."""
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield f"- … {len(lines) - number} more"
            return
        yield line
