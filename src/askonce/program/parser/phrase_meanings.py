"""The statement for each phrase. None: the slots do not match, and the next phrase is tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import PurePosixPath
from typing import Literal

from askonce.lazy import regex
from askonce.program.expression_tree import (
    Arithmetic,
    Column,
    ConditionValue,
    Conversion,
    EmptyTable,
    Expression,
    FileExists,
    JoinedText,
    ListLiteral,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    TextTemplate,
    needs_screen,
)
from askonce.program.parser.conditions import read_condition
from askonce.program.parser.expressions import PLAIN, ROWS, read_value
from askonce.program.parser.line_skeleton import QUOTED, SourceSpan
from askonce.program.parser.phrase_table import Slots, phrase_table, words_pattern
from askonce.program.parser.result_tails import StatementLine, sentence
from askonce.program.parser.span_text import key_of, literal_text, read_operand, read_quoted, read_raw
from askonce.program.parser.value_lists import read_items, read_pairs
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    AskUser,
    Assign,
    Break,
    Call,
    Continue,
    Filter,
    Merge,
    ReadFile,
    Return,
    SaveFile,
    Sort,
    Statement,
    Stop,
    Tell,
    Unique,
)

Made = Statement | tuple[Statement, ...] | None

FILE_FOUND = Reference("file_exists")
"""The variable that passes the result of `Check if file "x" exists` to the following `If file exists:`."""

_LITERAL = rf"(?:{QUOTED}|[-+]?\d+(?:\.\d+)?)"
_LITERALS = regex(rf"{_LITERAL}(?:(?:,\s+(?:and\s+)?|\s*,\s*(?={QUOTED})|\s+and\s+){_LITERAL})+[,.]?")
"""Several texts and numbers, such as 12, 14 and "x"; but not 1,000."""
_TABLES = {".csv", ".tsv", ".xlsx", ".xls"}
_IMAGES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"}


# ---- jumps and calls


def _stop(_slots: Slots, _line: StatementLine) -> Made:
    return Stop()


def _break(_slots: Slots, _line: StatementLine) -> Made:
    return Break()


def _continue(_slots: Slots, _line: StatementLine) -> Made:
    return Continue()


def _return(slots: Slots, _line: StatementLine) -> Made:
    if "value" not in slots:
        return Return()
    value = read_value(slots["value"])
    return None if value is None else Return(value)


def _call(slots: Slots, line: StatementLine) -> Made:
    name = literal_text(read_quoted(slots["name"]))
    pairs = read_pairs(slots["arguments"], PLAIN) if "arguments" in slots else ()
    return None if not name or pairs is None else Call(name, pairs, line.into)


# ---- talking to the user


def _ask(slots: Slots, line: StatementLine) -> Made:
    question = read_value(slots["question"])
    into = slots["into"].reference if "into" in slots else line.results[0] if line.results else None
    if into is None:
        line.warn("the user's response is not kept", "end the line with `, get response as {response}`")
    return AskUser(read_raw(slots["question"]) if question is None else question, into.name if into else "response")


def _tell(slots: Slots, _line: StatementLine) -> Made:
    if "group" in slots:
        value = read_value(slots["group"])
        return None if value is None else Tell(value)
    words = slots.get("words") or slots["message"]
    value = read_value(words)
    if value is not None:
        return Tell(value)
    if "words" in slots or _is_statement(words):
        return Tell(read_raw(words))
    return None


def _is_statement(words: SourceSpan) -> bool:
    """Whether unquoted words are the message itself: "the total is {total}", but not "whether {a} is prime"."""
    verbs, questions = _words_of("statement verb"), _words_of("question")
    return (
        any(words.references())
        and (":" in words.text or bool(verbs.search(words.text)))
        and not questions.match(words.text)
    )


@cache
def _words_of(section: str) -> re.Pattern[str]:
    words = "|".join(map(words_pattern, phrase_table().words[section]))
    return re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)


# ---- assignments


def _assigned(to: SourceSpan, value: SourceSpan, line: StatementLine) -> Made:
    """Assign a value to a variable; if it cannot be parsed, it becomes a step that sets the variable."""
    reference = to.reference
    if reference is None:
        return None
    read = read_value(value)
    if read is None:
        items = read_items(value, PLAIN) if _LITERALS.fullmatch(value.text) else None
        read = ListLiteral(items) if items else None
    if read is not None:
        return Assign(reference, read)
    return None if reference.path else sentence(line.body, (reference,), to)


def _set(slots: Slots, line: StatementLine) -> Made:
    return _assigned(slots["to"], slots["value"], line)


def _record(slots: Slots, line: StatementLine) -> Made:
    """`record X as {v}`; a sentence keeps all but the tail."""
    made = _assigned(slots["to"], slots["value"], line)
    if made is None or isinstance(made, Assign):
        return made
    reference = slots["to"].reference
    kept = SourceSpan(line.body.skeleton, line.body.start, slots["value"].end)
    return sentence(kept, (reference,)) if reference else None


def _get_as(slots: Slots, line: StatementLine) -> Made:
    return _record(slots, line)


def _set_part(slots: Slots, _line: StatementLine) -> Made:
    whole, value = slots["whole"].reference, read_value(slots["value"])
    part = slots["part"]
    if whole is None or value is None:
        return None
    step = key_of(part) if part.text == QUOTED or re.match(r"\s+of\s", _behind(part)) else part.reference
    return None if step is None else Assign(Reference(whole.name, (*whole.path, step), whole.location), value)


def _behind(span: SourceSpan) -> str:
    return span.skeleton.text[span.end :].lower()


def _set_list(slots: Slots, line: StatementLine) -> Made:
    reference, items = _target(slots, line), read_items(slots["items"], PLAIN)
    return Assign(reference, ListLiteral(items)) if reference and items is not None else None


def _set_literal(slots: Slots, _line: StatementLine) -> Made:
    """`set 5 as {n}`, for what can only be a value: `set "Volume" as {level}` may be meant for the screen."""
    to, value = slots["to"].reference, read_value(slots["value"])
    is_value = isinstance(value, NumberLiteral | ListLiteral | ObjectLiteral)
    return Assign(to, value) if to and is_value else None


def _target(slots: Slots, line: StatementLine) -> Reference | None:
    """The variable named in the phrase or in its tail, but not in both."""
    named = slots["to"].reference if "to" in slots else None
    if named and line.results:
        return None
    return named or (line.results[0] if line.results else None)


def _set_object(slots: Slots, line: StatementLine) -> Made:
    to = _target(slots, line)
    pairs = read_pairs(slots["pairs"], PLAIN) if "pairs" in slots else ()
    return Assign(to, ObjectLiteral(pairs)) if to and pairs is not None else None


_EMPTY = {
    "list": ListLiteral(),
    "object": ObjectLiteral(),
    "table": EmptyTable(),
    "列表": ListLiteral(),
    "对象": ObjectLiteral(),
}


def _set_empty(slots: Slots, line: StatementLine) -> Made:
    to = _target(slots, line)
    if to is None:
        return None
    if "what" in slots:
        value = _EMPTY.get(slots["what"].text.lower())
        return Assign(to, value) if value else None
    if "list" in slots:
        return Assign(to, ListLiteral())
    columns = read_items(slots["columns"], PLAIN) if "columns" in slots else ()
    return Assign(to, EmptyTable(columns)) if columns is not None else None


def _get(slots: Slots, line: StatementLine) -> Made:
    into = line.results[0]
    if "condition" in slots:
        condition = read_condition(slots["condition"], PLAIN)
        return Assign(into, ConditionValue(condition)) if not needs_screen(condition) else None
    value = read_value(slots["value"])
    if value is None or (isinstance(value, Reference) and not value.path):
        return None
    return (Assign(into, value), Unique(into)) if line.unique else Assign(into, value)


def _calculate_named(slots: Slots, line: StatementLine) -> Made:
    to = slots["to"].reference
    return sentence(line.body, (to,), slots["to"]) if to and not to.path else None


def _change(slots: Slots, _line: StatementLine) -> Made:
    to = slots["to"].reference
    by = read_value(slots["more" if "more" in slots else "less"]) if {"more", "less"} & set(slots) else NumberLiteral(1)
    if to is None or by is None:
        return None
    falls = "less" in slots or slots["to"].skeleton.text.lstrip().lower().startswith(("decr", "redu"))
    return Assign(to, Arithmetic("-" if falls else "+", to, by))


def _convert(slots: Slots, line: StatementLine) -> Made:
    of, kind = read_value(slots["of"]), phrase_table().spellings("type ").get(slots["to"].text.lower())
    to = line.results[0] if line.results else slots["of"].reference
    return Assign(to, Conversion(of, kind)) if of and kind and to else None  # type: ignore[arg-type]


def _join(slots: Slots, line: StatementLine) -> Made:
    to, parts = _target(slots, line), read_items(slots["parts"], PLAIN)
    return Assign(to, JoinedText(parts)) if to and parts else None


# ---- lists and tables


def _add(slots: Slots, _line: StatementLine) -> Made:
    to, value = slots["to"].reference, read_value(slots["value"])
    return Append(value, to) if to and value is not None else None


def _row(slots: Slots, _line: StatementLine) -> Made:
    to = slots["to"].reference
    if "pairs" in slots:
        pairs = read_pairs(slots["pairs"], PLAIN)
        value: Expression | None = ObjectLiteral(pairs) if pairs else None
    else:
        value = read_value(slots["value"])
    return Append(value, to) if to and value is not None else None


def _column(slots: Slots, _line: StatementLine) -> Made:
    to, name = slots["to"].reference, read_operand(slots["name"])
    value = read_value(slots["value"], ROWS) if "value" in slots else None
    if to is None or name is None or ("value" in slots and value is None):
        return None
    return AddColumn(name, to, value)


def _divide_column(slots: Slots, line: StatementLine) -> Made:
    to, name, left = slots["to"].reference, read_operand(slots["name"]), read_operand(slots["left"])
    right = read_value(slots["right"], ROWS)
    if to is None or name is None or left is None or right is None:
        return None
    operator = "/" if line.body.text.lower().startswith("divide") else "*"
    return AddColumn(name, to, Arithmetic(operator, Column(left), right))


def _sort(slots: Slots, line: StatementLine) -> Made:
    of = slots["of"].reference
    direction = phrase_table().spellings("direction ")
    ways = {" ".join(words.lower().split()): way for words, way in direction.items()}
    way = ways.get(" ".join(slots["direction"].text.lower().split())) if "direction" in slots else "ascending"
    if of is None or way is None:
        return None
    return Sort(of, read_operand(slots["by"]) if "by" in slots else None, way == "descending", line.into)


def _filter(slots: Slots, line: StatementLine) -> Made:
    of, where = slots["of"].reference, read_condition(slots["where"], ROWS)
    return Filter(of, where, line.into) if of and not needs_screen(where) else None


def _merge(slots: Slots, line: StatementLine) -> Made:
    left, right, by = slots["left"].reference, slots["right"].reference, read_operand(slots["by"])
    if left is None or right is None or by is None:
        return None
    if not line.into and left.path:
        return None
    if not line.into:
        line.warn(
            f"the merged table has no name, so it replaces {{{left.name}}}",
            "end the line with `, record as {merged}`",
        )
    return Merge(left, right, by, line.into or left.name)


def _unique(slots: Slots, line: StatementLine) -> Made:
    of = slots["of"].reference
    by = read_items(slots["by"], PLAIN) if "by" in slots else ()
    return Unique(of, by, line.into) if of and by is not None else None


# ---- files


def _read(slots: Slots, line: StatementLine) -> Made:
    named = slots["into"].reference if "into" in slots else None
    if (named is None) == (not line.results) or (named and named.path):
        return None
    kind, name = _file(slots)
    return ReadFile(kind, name, named.name if named else line.into) if name is not None else None


def _save(slots: Slots, _line: StatementLine) -> Made:
    value = read_value(slots["value"])
    kind, name = _file(slots)
    if value is None or name is None or kind == "image":
        return None
    return SaveFile(kind, value, name)


def _file(slots: Slots) -> tuple[Literal["table", "text", "image"], Expression | None]:
    """The kind of file, from the phrase or the suffix, and its name."""
    if "table" in slots:
        return "table", read_operand(slots["table"])
    if "image" in slots:
        return "image", read_operand(slots["image"])
    if "text" in slots:
        return "text", read_operand(slots["text"])
    name = read_operand(slots["file"])
    last = name.parts[-1] if isinstance(name, TextTemplate) and name.parts else ""
    suffix = PurePosixPath(last).suffix.lower() if isinstance(last, str) else ""
    return "table" if suffix in _TABLES else "image" if suffix in _IMAGES else "text", name


def _file_check(slots: Slots, _line: StatementLine) -> Made:
    return Assign(FILE_FOUND, ConditionValue(FileExists(read_quoted(slots["file"]))))


MEANINGS: dict[str, Callable[[Slots, StatementLine], Made]] = {
    "stop": _stop,
    "break": _break,
    "continue": _continue,
    "return": _return,
    "call": _call,
    "ask": _ask,
    "tell": _tell,
    "set part": _set_part,
    "set": _set,
    "set list": _set_list,
    "set literal": _set_literal,
    "set object": _set_object,
    "set empty": _set_empty,
    "record": _record,
    "row": _row,
    "column": _column,
    "divide column": _divide_column,
    "add": _add,
    "change": _change,
    "sort": _sort,
    "filter": _filter,
    "filter in place": _filter,
    "merge": _merge,
    "unique": _unique,
    "join": _join,
    "convert in place": _convert,
    "read": _read,
    "save": _save,
    "file check": _file_check,
    "get": _get,
    "get as": _get_as,
    "calculate named": _calculate_named,
}
