"""Exports a recording as a Semantic Task Program, with a statement for each step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from askonce.actions.action_sentence import quoted, tidy
from askonce.lazy import regex
from askonce.recordings.exports.export_result import (
    Export,
    ExportValues,
    in_order,
    refuse_nothing,
    values_of,
)
from askonce.recordings.exports.reading_steps import NotCarried, program_line, reading_of
from askonce.recordings.exports.step_sentences import (
    action_sentence,
    checked_effects,
    checked_statement,
    is_checking,
)
from askonce.recordings.recording import RecordedStep, Recording

_AWAIT = "Wait until "
"""What a check begins with: without a model, "check that…" may be read as something to tick."""
_ESCAPES = {"0a": r"\n", "09": r"\t"}
_KEYWORDS = regex(
    r"(?:if|else|elif|otherwise|repeat|while|for\s+(?:each|every)|iterate|define|execute|function|task|break|continue|stop"
    r"|ask|tell|notify|print|send(?=.*\buser\b)|如果|否则|遍历|重复|当|定义|任务输入|任务返回|执行任务"
    r"|(?:set|store|create|record|add|get|read|calculate|judge|combine|sort|filter|merge|remove|divide|save)(?=\b.*\{)"
    r")(?![^\W_])",
    re.IGNORECASE,
)
"""Words that start another kind of statement: a step that starts with one is reworded."""
_LABEL = regex(r"^(?:\d+[.):]\s*|[-*•]\s+)+")
_RESULT = regex(r"\b(?:as|into)\s+\{\w+\}\W*$", re.IGNORECASE)
"""An ending that would store the result of a step in a variable."""


def export_stp(recordings: Sequence[Recording], *, url: str = "", values: Mapping[str, str] | None = None) -> Export:
    """A program that performs `recordings`, starting at `url`. It takes values from outside that are not passed:
    nobody may be there who could be asked."""
    flow, remarks = in_order(recordings)
    needed = values_of(flow, values or {})
    blocks = [list(_declared(needed)), [f"Open URL {tidy(url)}"] if url else []]
    names = {*needed.names}
    bodies = [(recording, list(_lines(recording.steps, needed, names, remarks))) for recording in flow]
    for recording, lines in refuse_nothing([body for body in bodies if body[1]], remarks):
        blocks.append([f"# {tidy(recording.instruction)}".rstrip(), *lines])
    remarks += [
        f"pass {{{name}}} when it runs, by --secret {name} or --var {name}=…: its value is not in the recording"
        for name in needed.unknown
    ]
    return Export("\n\n".join("\n".join(block) for block in blocks if block) + "\n", tuple(remarks))


def _declared(values: ExportValues) -> Iterator[str]:
    for name in values.names:
        if name in values.known:
            yield _assignment(name, values.known[name])


def _assignment(name: str, text: str) -> str:
    """A line that gives a variable this text, with the escapes that programs have."""
    written = re.sub(r"(?<!\\)((?:\\\\)*)\\u00(0a|09)", lambda found: found[1] + _ESCAPES[found[2]], quoted(text))
    return f"set variable {{{name}}} to {written}"


def _lines(steps: Sequence[RecordedStep], values: ExportValues, names: set[str], remarks: list[str]) -> Iterator[str]:
    """The lines of one recording. A text with signs that a sentence cannot quote is put into a variable first."""
    for place, step in enumerate(steps):
        if reading := reading_of(step):
            try:
                yield program_line(reading)
            except NotCarried as reason:
                remarks.append(f"left out: {reading}, since a program has no words for it: {reason}")
            continue
        if statement := checked_statement(step):
            yield f"{_AWAIT}{statement}"
            continue
        beside = (*steps[max(0, place - 1) : place], *steps[place + 1 : place + 2])
        # An intent that several steps share is not used: it would be done once for each of them.
        shared = any(tidy(other.intent) == tidy(step.intent) for other in beside)
        text = step.params.get("text")
        if isinstance(text, str) and "\\" in quoted(text) and not step.intent:
            name = next(name for number in count(1) if (name := f"text_{number}") not in names)
            names.add(name)
            yield _assignment(name, text)
            step = step.model_copy(update={"params": {**step.params, "text": f"{{{name}}}"}})
        yield statement_of(step, by_intent=not shared)
        for sentence in checked_effects(step, values, remarks):
            if "\\" in sentence:
                remarks.append(f"not checked: {sentence}, since a program has no words for such signs")
            else:
                yield f"{_AWAIT}{sentence}"


def statement_of(step: RecordedStep, *, by_intent: bool = True) -> str:
    """One line that says what to do and is not parsed as another statement."""
    intent = _LABEL.sub("", tidy(step.intent)) if by_intent else ""
    is_told = intent and not _RESULT.search(intent) and not is_checking(intent)
    statement = intent if is_told else action_sentence(step)
    statement = tidy(_without_marks(statement)).rstrip(" :：") or "Go on"
    return f"Now {statement[0].lower()}{statement[1:]}" if _KEYWORDS.match(statement) else statement


def _without_marks(text: str) -> str:
    """A text whose number signs do not start a comment: those inside quotes do not."""
    pieces = re.split(r'("(?:\\.|[^"\\])*")', text)
    return "".join(piece if piece.startswith('"') else _unmarked(piece) for piece in pieces)


def _unmarked(text: str) -> str:
    return re.sub(r"[#＃]\s*(?=\d)", "No. ", text).replace("#", "").replace("＃", "")
