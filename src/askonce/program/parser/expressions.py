"""Reads expressions: literals, references, arithmetic, and values in words such as the length of a list.

Strict: other words give None, and their line stays a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from askonce.lazy import regex
from askonce.program.expression_tree import (
    Access,
    Aggregate,
    Arithmetic,
    BooleanLiteral,
    Column,
    ConditionValue,
    Conversion,
    EmptyTable,
    Expression,
    JoinedText,
    ListLiteral,
    NumberLiteral,
    ObjectLiteral,
    TextTemplate,
    needs_screen,
)
from askonce.program.parser.conditions import read_condition
from askonce.program.parser.line_skeleton import GROUP, LIST, OBJECT, QUOTED, REFERENCE, SourceSpan
from askonce.program.parser.phrase_table import GAP, LETTER, PhraseSet, Slots, phrase_table, words_pattern
from askonce.program.parser.span_text import key_of, read_column, read_operand, read_quoted
from askonce.program.parser.value_lists import DEEPEST, ReadMode, read_all, read_items, read_pairs

_COMMA = regex(r",")
_PARENTHESIS = regex(r"\s*[()]")
_DIGIT_GROUPS = regex(r"\+?\d+(?:[-/]\d+){2,}|\+?\d+[-/]0\d+|\+?0\d+[-/]\d+")
"""A date or the number of a phone or an order: without spaces, in three parts or with a zero in front of one."""


def read_value(span: SourceSpan, mode: ReadMode | None = None) -> Expression | None:
    """The value that these words stand for, or None if they are plain words."""
    span, mode = span.trimmed(), mode or PLAIN
    if not span.text or mode.depth > DEEPEST:
        return None
    if len(span.text) == 1:
        return _piece(span, mode)
    if _DIGIT_GROUPS.fullmatch(span.text):
        return TextTemplate((span.text,))
    return _arithmetic(span, mode) or _in_words(span, mode)


PLAIN = ReadMode(read_value)
ROWS = ReadMode(read_value, rows=True)


# ---- what is enclosed


def _enclosed(span: SourceSpan, mode: ReadMode) -> Expression | None:
    sign = span.text
    if sign == QUOTED:
        return read_quoted(span)
    if sign == REFERENCE:
        return span.reference
    if sign == LIST:
        inside = span.inside.whole
        items = read_all(inside.split(_COMMA), mode) if inside.text else ()
        return None if items is None else ListLiteral(items)
    if sign == OBJECT:
        return _object(span, mode)
    if sign == GROUP:
        return read_value(span.inside.whole, mode.deeper)
    return _number(sign) if sign.isdigit() else None


def _object(span: SourceSpan, mode: ReadMode) -> Expression | None:
    """`{"k": v, …}`; `{"a", "b"}` is a list."""
    inside = span.inside.whole
    if not inside.text:
        return ObjectLiteral()
    parts = inside.split(_COMMA)
    pairs: list[tuple[str, Expression]] = []
    for part in parts:
        key, colon, _ = part.text.partition(":")
        if not colon:
            items = read_all(parts, mode)
            return None if items is None else ListLiteral(items)
        name = key_of(part.part(0, len(key)).trimmed())
        value = read_value(part.part(len(key) + 1, len(part.text)), mode.deeper)
        if name is None or value is None or key.strip() != QUOTED:
            return None
        pairs.append((name, value))
    return ObjectLiteral(tuple(pairs))


# ---- arithmetic


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}
_SIGNED = 3


@cache
def _tokens() -> tuple[re.Pattern[str], dict[str, str], dict[str, str]]:
    operators = phrase_table().spellings("operator ")
    truths = phrase_table().spellings("truth ")
    words = "|".join(map(words_pattern, operators))
    truth = "|".join(map(words_pattern, truths))
    pattern = (
        rf"{GAP}(?:(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w])|(?P<sign>\*\*|//|[-+*/%])"
        rf"|(?P<word>{words})(?!{LETTER})|(?P<truth>{truth})(?!{LETTER})"
        rf"|(?P<piece>[{QUOTED}{REFERENCE}{OBJECT}{LIST}{GROUP}]))"
    )
    return re.compile(pattern, re.IGNORECASE), operators, truths


def _number(text: str) -> NumberLiteral:
    return NumberLiteral(int(text) if text.isdecimal() else float(text))


def is_calculation(span: SourceSpan) -> bool:
    """Whether there is nothing but values, operators and parentheses, and at least one operator or parenthesis."""
    pattern, at, text, signs = _tokens()[0], 0, span.trimmed().text, 0
    while at < len(text):
        found = pattern.match(text, at) or _PARENTHESIS.match(text, at)
        if not found:
            return False
        at = found.end()
        signs += found.lastgroup in (None, "sign", "word")  # no group: a parenthesis
    return bool(signs)


def _arithmetic(span: SourceSpan, mode: ReadMode) -> Expression | None:
    """A value, or values with operators between them; None unless all of the words are that."""
    pattern, operators, truths = _tokens()
    tokens: list[str | Expression] = []
    at, text = 0, span.text
    while at < len(text):
        found = pattern.match(text, at)
        if not found:
            return None
        at = found.end()
        if found["number"]:
            if len(found["number"]) > 300:
                return None
            tokens.append(_number(found["number"]))
        elif found["truth"]:
            tokens.append(BooleanLiteral(truths[found["truth"].lower()] == "true"))
        elif found["piece"]:
            value = _piece(span.part(*found.span("piece")), mode)
            if value is None:
                return None
            tokens.append(value)
        else:
            tokens.append(found["sign"] or operators[" ".join(found["word"].lower().split())])
    climb = _Climb(tokens)
    value = climb.climb(0)
    return value if value is not None and climb.at == len(tokens) else None


def _piece(span: SourceSpan, mode: ReadMode) -> Expression | None:
    if mode.rows and span.text == QUOTED:
        return Column(read_quoted(span))
    return _enclosed(span, mode)


class _Climb:
    """Reads operators by their strength."""

    def __init__(self, tokens: list[str | Expression]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def climb(self, least: int) -> Expression | None:
        self.depth += 1
        left = self._operand() if self.depth < DEEPEST else None
        while left is not None and self.at < len(self.tokens):
            operator = self.tokens[self.at]
            if not isinstance(operator, str) or (strength := _STRENGTH[operator]) < least:
                break
            self.at += 1
            right = self.climb(strength if operator == "**" else strength + 1)
            if right is None:
                return None
            left = Arithmetic(operator, left, right)  # type: ignore[arg-type]
        self.depth -= 1
        return left

    def _operand(self) -> Expression | None:
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        self.at += 1
        if not isinstance(token, str):
            return token
        if token not in "+-":
            return None
        value = self.climb(_SIGNED)
        if value is None or token == "+":
            return value
        return (
            NumberLiteral(-value.value)
            if isinstance(value, NumberLiteral)
            else Arithmetic("-", NumberLiteral(0), value)
        )


# ---- values in words


@cache
def _values() -> PhraseSet:
    return phrase_table().starting("value ")


def _in_words(span: SourceSpan, mode: ReadMode) -> Expression | None:
    if mode.rows and (column := read_column(span)):
        return column
    for phrase, slots in _values().matches(span):
        value = _MEANINGS[phrase.section.removeprefix("value ")](slots, mode.deeper)
        if value is not None:
            return value
    return None


def _length(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("length", of)


def _first(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("item", of, NumberLiteral(1))


def _last(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("last", of)


def _item(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    if "ordinal" in slots:
        spelling = phrase_table().spellings("ordinal ").get(slots["ordinal"].text.lower())
        number: Expression | None = NumberLiteral(int(spelling)) if spelling else None
    elif "number" in slots:
        number = NumberLiteral(int(slots["number"].text[:-2][:9]))
    else:
        number = read_value(slots["argument"], mode)
    return None if of is None or number is None else Access("item", of, number)


def _last_row(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("last row's", of, read_operand(slots["argument"]))


def _column_names(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("columns", of)


def _attribute(slots: Slots, mode: ReadMode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("attribute", of, read_operand(slots["argument"]))


def _aggregate(slots: Slots, mode: ReadMode) -> Expression | None:
    kind = "count" if "count" in slots else phrase_table().spellings("aggregate ").get(slots["kind"].text.lower())
    of = read_value(slots["of"], mode.of_values)
    if not kind or of is None or isinstance(of, TextTemplate | NumberLiteral | BooleanLiteral):
        return None
    where = read_condition(slots["where"], replace(mode, rows=True)) if "where" in slots else None
    if where is not None and needs_screen(where):
        return None
    column = read_operand(slots["column"]) if "column" in slots else None
    return Aggregate(kind, of, column, where)  # type: ignore[arg-type]


def _empty_table(slots: Slots, mode: ReadMode) -> Expression | None:
    columns = read_items(slots["columns"], mode) if "columns" in slots else ()
    return None if columns is None else EmptyTable(columns)


def _object_in_words(slots: Slots, mode: ReadMode) -> Expression | None:
    pairs = read_pairs(slots["pairs"], mode)
    return None if pairs is None else ObjectLiteral(pairs)


def _joined(slots: Slots, mode: ReadMode) -> Expression | None:
    parts = read_items(slots["parts"], mode)
    return None if parts is None else JoinedText(parts)


def _converted(slots: Slots, mode: ReadMode) -> Expression | None:
    of, to = read_value(slots["of"], mode), phrase_table().spellings("type ").get(slots["to"].text.lower())
    return None if of is None or not to else Conversion(of, to)  # type: ignore[arg-type]


def _judged(slots: Slots, mode: ReadMode) -> Expression | None:
    condition = read_condition(slots["condition"], mode)
    return ConditionValue(condition) if not needs_screen(condition) else None


_MEANINGS: dict[str, Callable[[Slots, ReadMode], Expression | None]] = {
    "length": _length,
    "first": _first,
    "last": _last,
    "item": _item,
    "last row": _last_row,
    "columns": _column_names,
    "attribute": _attribute,
    "aggregate where": _aggregate,
    "aggregate": _aggregate,
    "empty table": _empty_table,
    "joined": _joined,
    "converted": _converted,
    "object": _object_in_words,
    "judged": _judged,
}
