"""Reading what has a value: literals, references, arithmetic, and values in words such as the length of a list.

Strict: words that are none of these give None, and the line they stand in stays a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from askonce.program.parser import conditions
from askonce.program.parser.interpolated_text import read_text
from askonce.program.parser.line_skeleton import GROUP, LIST, OBJECT, QUOTED, REFERENCE, SourceSpan
from askonce.program.parser.phrase_table import GAP, PhraseSet, Slots, phrase_table, words_pattern
from askonce.program.syntax_tree import (
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
)

DEEPEST = 30
"""How far values may stand inside one another."""

_COMMA = re.compile(r",")
_LISTED = re.compile(r"\s*,\s*(?:and\b)?\s*|\s+and\s+|\s*(?:以及|和|与)\s*", re.IGNORECASE)
_PAIR = re.compile(
    rf"(?:^|,|;|\band\b|和)\s*(?:with\s+)?(?P<key>[{QUOTED}{REFERENCE}]|\w+)\s*"
    rf"(?:(?:is set to|set to|equals|equal to|is|as|to be|being)(?![a-z0-9_])|=|:|为|是)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mode:
    """How values are read: with `rows`, quoted words may name a column of the row at hand."""

    rows: bool = False
    depth: int = 0

    @property
    def deeper(self) -> Mode:
        return Mode(self.rows, self.depth + 1)


PLAIN = Mode()
ROWS = Mode(rows=True)


def read_value(span: SourceSpan, mode: Mode = PLAIN) -> Expression | None:
    """The value that these words stand for, or None if they are plain words."""
    span = span.trimmed()
    if not span.text or mode.depth > DEEPEST:
        return None
    if len(span.text) == 1:
        return _piece(span, mode)
    return _arithmetic(span, mode) or _in_words(span, mode)


def read_items(span: SourceSpan, mode: Mode = PLAIN) -> tuple[Expression, ...] | None:
    """Values with commas (or "and") between them; a list written in brackets is its items."""
    span = span.trimmed(".")
    if span.text in (LIST, OBJECT):
        value = read_value(span, mode)
        return value.items if isinstance(value, ListLiteral) else None
    parts = span.split(_LISTED)
    return _all(parts, mode)


def read_pairs(span: SourceSpan, mode: Mode = PLAIN) -> tuple[tuple[str, Expression], ...] | None:
    """`"k" is v, "k" as v and {k} set to v`."""
    found = list(_PAIR.finditer(span.text))
    if not found or found[0].start() != 0:
        return None
    pairs: list[tuple[str, Expression]] = []
    for index, pair in enumerate(found):
        key = key_of(span.part(*pair.span("key")))
        end = found[index + 1].start() if index + 1 < len(found) else len(span.text)
        value = read_value(span.part(pair.end(), end).trimmed(",;."), mode.deeper)
        if key is None or value is None:
            return None
        pairs.append((key, value))
    return tuple(pairs)


def key_of(span: SourceSpan) -> str | None:
    """The name of an attribute: a quoted text without references, a name in braces, or a word."""
    piece = span.piece
    if not piece:
        return span.source or None
    if piece.kind == "quoted":
        return plain_of(quoted(span))
    return piece.reference.name if piece.reference and not piece.reference.path else None


def plain_of(text: TextTemplate) -> str | None:
    """A text that holds no references, as it is."""
    return None if text.references else "".join(part for part in text.parts if isinstance(part, str))


def quoted(span: SourceSpan) -> TextTemplate:
    piece = span.piece
    assert piece is not None, "only an enclosed text can be read as one"
    skeleton = span.skeleton
    inner = skeleton.source[piece.start + 1 : piece.end - 1]
    return read_text(inner, skeleton.number, skeleton.column + piece.start + 1, escapes=True)


def raw(span: SourceSpan, *named: SourceSpan) -> TextTemplate:
    """Words as they stand; `named` are references in them that stand for their name only."""
    skeleton = span.skeleton
    names = {one.first - span.first: one.reference.name for one in named if one.reference}
    return read_text(span.source, skeleton.number, skeleton.column + span.first, escapes=False, named=names)


def operand(span: SourceSpan) -> Expression | None:
    """A quoted text or a reference."""
    return quoted(span) if span.text == QUOTED else span.reference


def _all(parts: Sequence[SourceSpan], mode: Mode) -> tuple[Expression, ...] | None:
    values = [read_value(part, mode.deeper) for part in parts]
    return None if any(value is None for value in values) else tuple(value for value in values if value is not None)


# ---- what is enclosed


def _enclosed(span: SourceSpan, mode: Mode) -> Expression | None:
    sign = span.text
    if sign == QUOTED:
        return quoted(span)
    if sign == REFERENCE:
        return span.reference
    if sign == LIST:
        inside = span.inside.whole
        items = _all(inside.split(_COMMA), mode) if inside.text else ()
        return None if items is None else ListLiteral(items)
    if sign == OBJECT:
        return _object(span, mode)
    if sign == GROUP:
        return read_value(span.inside.whole, mode.deeper)
    return _number(sign) if sign.isdigit() else None


def _object(span: SourceSpan, mode: Mode) -> Expression | None:
    """`{"k": v, …}`; `{"a", "b"}` is a list."""
    inside = span.inside.whole
    if not inside.text:
        return ObjectLiteral()
    parts = inside.split(_COMMA)
    pairs: list[tuple[str, Expression]] = []
    for part in parts:
        key, colon, _ = part.text.partition(":")
        if not colon:
            items = _all(parts, mode)
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
        rf"|(?P<word>{words})(?![a-z0-9_])|(?P<truth>{truth})(?![a-z0-9_])"
        rf"|(?P<piece>[{QUOTED}{REFERENCE}{OBJECT}{LIST}{GROUP}]))"
    )
    return re.compile(pattern, re.IGNORECASE), operators, truths


def _number(text: str) -> NumberLiteral:
    return NumberLiteral(int(text) if text.isdecimal() else float(text))


def _arithmetic(span: SourceSpan, mode: Mode) -> Expression | None:
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


def _piece(span: SourceSpan, mode: Mode) -> Expression | None:
    if mode.rows and span.text == QUOTED:
        return Column(quoted(span))
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


@cache
def _columns() -> PhraseSet:
    return phrase_table().of("column")


def _in_words(span: SourceSpan, mode: Mode) -> Expression | None:
    if mode.rows and (column := read_column(span)):
        return column
    for phrase, slots in _values().matches(span):
        value = _MEANINGS[phrase.section.removeprefix("value ")](slots, mode.deeper)
        if value is not None:
            return value
    return None


def read_column(span: SourceSpan) -> Column | None:
    """`the "age" column`, where rows are looked at one by one; "it" is the item itself."""
    for _, slots in _columns().matches(span):
        if "self" in slots:
            return Column(TextTemplate())
        name = operand(slots["name"])
        return Column(name) if name is not None else None
    return None


def _length(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("length", of)


def _first(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("item", of, NumberLiteral(1))


def _last(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("last", of)


def _item(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    if "ordinal" in slots:
        spelling = phrase_table().spellings("ordinal ").get(slots["ordinal"].text.lower())
        number: Expression | None = NumberLiteral(int(spelling)) if spelling else None
    elif "number" in slots:
        number = NumberLiteral(int(slots["number"].text[:-2][:9]))
    else:
        number = read_value(slots["argument"], mode)
    return None if of is None or number is None else Access("item", of, number)


def _last_row(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("last row's", of, operand(slots["argument"]))


def _column_names(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("columns", of)


def _attribute(slots: Slots, mode: Mode) -> Expression | None:
    of = read_value(slots["of"], mode)
    return None if of is None else Access("attribute", of, operand(slots["argument"]))


def _aggregate(slots: Slots, mode: Mode) -> Expression | None:
    kind = "count" if "count" in slots else phrase_table().spellings("aggregate ").get(slots["kind"].text.lower())
    of = read_value(slots["of"], Mode(depth=mode.depth))
    if not kind or of is None or isinstance(of, TextTemplate | NumberLiteral | BooleanLiteral):
        return None
    where = conditions.read_condition(slots["where"], Mode(True, mode.depth)) if "where" in slots else None
    if where is not None and not conditions.evaluable(where):
        return None
    column = operand(slots["column"]) if "column" in slots else None
    return Aggregate(kind, of, column, where)  # type: ignore[arg-type]


def _empty_table(slots: Slots, mode: Mode) -> Expression | None:
    columns = read_items(slots["columns"], mode) if "columns" in slots else ()
    return None if columns is None else EmptyTable(columns)


def _joined(slots: Slots, mode: Mode) -> Expression | None:
    parts = read_items(slots["parts"], mode)
    return None if parts is None else JoinedText(parts)


def _converted(slots: Slots, mode: Mode) -> Expression | None:
    of, to = read_value(slots["of"], mode), phrase_table().spellings("type ").get(slots["to"].text.lower())
    return None if of is None or not to else Conversion(of, to)  # type: ignore[arg-type]


def _judged(slots: Slots, mode: Mode) -> Expression | None:
    condition = conditions.read_condition(slots["condition"], mode)
    return ConditionValue(condition) if conditions.evaluable(condition) else None


_MEANINGS: dict[str, Callable[[Slots, Mode], Expression | None]] = {
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
    "judged": _judged,
}
