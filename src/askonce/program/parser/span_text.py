"""The text of a span: quoted words, a name, the words of a sentence as they stand."""

from __future__ import annotations

from functools import cache

from askonce.program.expression_tree import Column, Expression, TextTemplate
from askonce.program.parser.interpolated_text import read_text
from askonce.program.parser.line_skeleton import QUOTED, SourceSpan
from askonce.program.parser.phrase_table import PhraseSet, phrase_table


def key_of(span: SourceSpan) -> str | None:
    """The name of an attribute: a quoted text without references, a name in braces, or a word."""
    piece = span.piece
    if not piece:
        return span.source or None
    if piece.kind == "quoted":
        return literal_text(read_quoted(span))
    return piece.reference.name if piece.reference and not piece.reference.path else None


def literal_text(text: TextTemplate) -> str | None:
    """A text that holds no references, as it is."""
    return None if text.references else "".join(part for part in text.parts if isinstance(part, str))


def read_quoted(span: SourceSpan) -> TextTemplate:
    piece = span.piece
    assert piece is not None, "only an enclosed text can be read as one"
    skeleton = span.skeleton
    inner = skeleton.source[piece.start + 1 : piece.end - 1]
    return read_text(inner, skeleton.number, skeleton.column + piece.start + 1, escapes=True)


def read_raw(span: SourceSpan, *named: SourceSpan) -> TextTemplate:
    """Words as they stand; `named` are references in them that stand for their name only."""
    skeleton = span.skeleton
    names = {slot.first - span.first: slot.reference.name for slot in named if slot.reference}
    return read_text(span.source, skeleton.number, skeleton.column + span.first, escapes=False, named=names)


def read_operand(span: SourceSpan) -> Expression | None:
    """A quoted text or a reference."""
    return read_quoted(span) if span.text == QUOTED else span.reference


def read_column(span: SourceSpan) -> Column | None:
    """`the "age" column`, where rows are looked at one by one; "it" is the item itself."""
    for _, slots in _columns().matches(span):
        if "self" in slots:
            return Column(TextTemplate())
        name = read_operand(slots["name"])
        return Column(name) if name is not None else None
    return None


@cache
def _columns() -> PhraseSet:
    return phrase_table().of("column")
