"""Reads conditions. What the variables cannot decide is a question about the screen, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from askonce.lazy import dataclass, regex
from askonce.program.expression_tree import (
    AllOf,
    AnyOf,
    Between,
    Column,
    Comparison,
    Condition,
    Expression,
    FileExists,
    IsEmpty,
    IsTrue,
    ListLiteral,
    Not,
    NumberLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.parser.line_skeleton import GROUP, LIST, OBJECT, QUOTED, SourceSpan
from askonce.program.parser.phrase_table import GAP, LETTER, LONGEST, PhraseSet, Slots, phrase_table, words_pattern
from askonce.program.parser.span_text import read_column, read_operand, read_raw
from askonce.program.parser.value_lists import DEEPEST, ReadMode, read_items

_NOT = regex(r"not(?![a-z0-9_])\s*", re.IGNORECASE)


def read_condition(span: SourceSpan, mode: ReadMode) -> Condition:
    """Read these words as a condition."""
    span = span.trimmed(",.")
    if mode.depth > DEEPEST or len(span.text) > LONGEST:
        return ScreenCondition(read_raw(span))
    return _either(span, mode.deeper) or ScreenCondition(read_raw(span))


@dataclass(frozen=True, slots=True)
class _ConditionPart:
    """A stretch between connectives; without a condition, it is plain words."""

    span: SourceSpan
    condition: Condition | None


def _either(span: SourceSpan, mode: ReadMode) -> Condition | None:
    """Split at "or", then at "and". None if it all is plain words, or if it can be read in two ways."""
    previous: Condition | None = None
    either: list[_ConditionPart] = []
    for chunk in _split(span, "or"):
        both: list[_ConditionPart] = []
        for part in _split(chunk, "and"):
            if _unsure(part, previous):
                return None
            condition = _leaf(part, previous, mode)
            both.append(_ConditionPart(part, condition))
            previous = condition or previous
        either.append(_gathered(both, AllOf))
    return _gathered(either, AnyOf).condition


def _gathered(parts: list[_ConditionPart], kind: type[AllOf] | type[AnyOf]) -> _ConditionPart:
    """One part made of several: neighbours in plain words are one question."""
    merged: list[_ConditionPart] = []
    for part in parts:
        if merged and part.condition is None and merged[-1].condition is None:
            merged[-1] = _ConditionPart(SourceSpan(part.span.skeleton, merged[-1].span.start, part.span.end), None)
        else:
            merged.append(part)
    if len(merged) == 1:
        return merged[0]
    whole = SourceSpan(parts[0].span.skeleton, parts[0].span.start, parts[-1].span.end)
    return _ConditionPart(whole, kind(tuple(part.condition or ScreenCondition(read_raw(part.span)) for part in merged)))


def _unsure(part: SourceSpan, previous: Condition | None) -> bool:
    """Whether a single value is ambiguous: compared like the one before, or a condition of its own."""
    if not isinstance(previous, Comparison) or len(part.text) != 1 or part.text == GROUP:
        return False
    return previous.operator == "is in" or (part.reference is not None and isinstance(previous.right, Reference))


def split_conditions(span: SourceSpan) -> list[SourceSpan]:
    """The single conditions between "and" and "or"."""
    return [part for chunk in _split(span.trimmed(",."), "or") for part in _split(chunk, "and")]


def comparisons_in(span: SourceSpan) -> Iterator[tuple[SourceSpan, SourceSpan, SourceSpan]]:
    """Each operator of comparison in a condition, between what stands before and after it."""
    for found in _comparisons()[0].finditer(span.text):
        operator = span.part(*found.span(1))
        yield span.part(0, found.start()).trimmed(), operator, span.part(found.end(), len(span.text)).trimmed()


def comparison_words() -> Iterable[str]:
    """All spellings of comparisons."""
    return _comparisons()[1]


# ---- connectives


@cache
def _connectives(kind: str) -> re.Pattern[str]:
    words = [word for word, meaning in phrase_table().spellings("connect ").items() if meaning == kind]
    return re.compile(rf"{GAP}(?:{'|'.join(map(words_pattern, words))})(?!{LETTER})\s*", re.IGNORECASE)


def _split(span: SourceSpan, kind: str) -> list[SourceSpan]:
    text = span.text
    parts: list[SourceSpan] = []
    start = 0
    between = False
    for found in _connectives(kind).finditer(text):
        before, after = text[start : found.start()].lower(), text[found.end() :].lower()
        if kind == "or" and (before.endswith(("than", "大于", "小于")) or after.startswith(("more", "less", "equal"))):
            continue
        if kind == "and" and not between and re.search(r"(?<![a-z])between(?![a-z])", before):
            between = True
            continue
        parts.append(span.part(start, found.start()).trimmed(","))
        start = found.end()
        between = False
    return [*parts, span.part(start, len(text)).trimmed(",")]


# ---- single conditions


@cache
def _unary() -> PhraseSet:
    return phrase_table().of("true of")


@cache
def _comparisons() -> tuple[re.Pattern[str], dict[str, str]]:
    spellings = phrase_table().spellings("compare ")
    words = "|".join(map(words_pattern, spellings))
    return re.compile(rf"{GAP}({words})(?!{LETTER}(?<={LETTER}.))", re.IGNORECASE), spellings


def _leaf(span: SourceSpan, previous: Condition | None, mode: ReadMode) -> Condition | None:
    negated = _NOT.match(span.text)
    if negated:
        inner = (
            _leaf(span.part(negated.end(), len(span.text)).trimmed(), None, mode.deeper) if mode.depth < 20 else None
        )
        return Not(inner) if inner is not None else None
    if span.text == GROUP:
        return read_condition(span.inside.whole, mode)
    for _, slots in _unary().matches(span):
        condition = _unary_condition(slots, mode)
        if condition is not None:
            return condition
    return _compared(span, previous, mode) or _alone(span, previous, mode)


def _unary_condition(slots: Slots, mode: ReadMode) -> Condition | None:
    if "file" in slots:
        name = read_operand(slots["file"])
        condition: Condition | None = FileExists(name) if name is not None else None
        return Not(condition) if condition and "not" in slots else condition
    value = _side(slots["value"], mode, left=True)
    if value is None:
        return None
    if "low" in slots:
        low, high = _side(slots["low"], mode), _side(slots["high"], mode)
        if low is None or high is None:
            return None
        return Not(Between(value, low, high)) if "not" in slots else Between(value, low, high)
    if "empty" in slots or "full" in slots:
        return IsEmpty(value) if "empty" in slots else Not(IsEmpty(value))
    return IsTrue(value) if "holds" in slots else Not(IsTrue(value))


def _compared(span: SourceSpan, previous: Condition | None, mode: ReadMode) -> Condition | None:
    pattern, spellings = _comparisons()
    for found in pattern.finditer(span.text):
        operator = spellings.get(" ".join(found[1].lower().split()))
        before, after = span.part(0, found.start()).trimmed(), span.part(found.end(), len(span.text)).trimmed()
        if not operator:
            continue
        if before.text:
            left = _side(before, mode, left=True)
        else:
            left = previous.left if isinstance(previous, Comparison) else None
        right = _side(after, mode)
        if right is None and operator.endswith("is in"):
            items = read_items(after, mode.of_values)
            right = ListLiteral(items) if items else None
        if left is not None and right is not None:
            return _comparison(operator, left, right)
    return None


def _comparison(operator: str, left: Expression, right: Expression) -> Condition:
    plain = Comparison(operator.removeprefix("not "), left, right)  # type: ignore[arg-type]
    return Not(plain) if operator.startswith("not ") else plain


def _alone(span: SourceSpan, previous: Condition | None, mode: ReadMode) -> Condition | None:
    """A value by itself: a reference holds or not; a literal is compared as the one before it was."""
    value = None if mode.rows and not previous else mode.read_value(span, mode.of_values)
    if value is None:
        return None
    if isinstance(value, TextTemplate | NumberLiteral) and isinstance(previous, Comparison):
        return Comparison(previous.operator, previous.left, value)
    return None if isinstance(value, TextTemplate | NumberLiteral) else IsTrue(value)


def _side(span: SourceSpan, mode: ReadMode, *, left: bool = False) -> Expression | None:
    """One side of a comparison. Where rows are looked at, quoted words on the left name a column."""
    if mode.rows and (left or span.text != QUOTED):
        column = read_column(span)
        if column is None and left and span.text.isidentifier():
            column = Column(TextTemplate((span.source,)))
        if column is not None:
            return column
    plain = mode.rows and span.text in (QUOTED, LIST, OBJECT)
    return mode.read_value(span, mode.of_values if plain else mode)
