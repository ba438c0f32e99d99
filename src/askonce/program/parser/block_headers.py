"""Reading lines that open a block, or hold a header and one step at once (`if {n} is prime, break the loop`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from askonce.lazy import dataclass, regex
from askonce.program.expression_tree import (
    BooleanLiteral,
    Condition,
    Expression,
    NumberLiteral,
    Reference,
    TextTemplate,
    needs_screen,
)
from askonce.program.parser.conditions import read_condition
from askonce.program.parser.expressions import PLAIN, read_value
from askonce.program.parser.line_skeleton import GROUP, REFERENCE, SourceSpan
from askonce.program.parser.near_misses import condition_faults
from askonce.program.parser.phrase_table import LETTER, PhraseSet, Slots, phrase_table, words_pattern
from askonce.program.parser.references import name_of
from askonce.program.parser.result_tails import read_tail
from askonce.program.parser.span_text import literal_text, read_quoted
from askonce.program.parser.statements import read_statements
from askonce.program.syntax_tree import Input, Step

HeaderKind = Literal["if", "else if", "else", "while", "until", "repeat", "each", "define", "items"]


@dataclass(frozen=True, slots=True)
class Header:
    kind: HeaderKind
    span: SourceSpan
    condition: Condition | None = None
    words: SourceSpan | None = None
    """Those of the condition."""
    value: Expression | None = None
    """The number of passes, or the collection."""

    name: str = ""
    """The name of the item, or of the function."""

    to: Reference | None = None
    inputs: tuple[Input, ...] = ()
    step: SourceSpan | None = None
    """The step on the same line."""

    @property
    def asks(self) -> bool:
        """Whether its condition may need a look at the screen."""
        return self.condition is not None and needs_screen(self.condition)


@dataclass(frozen=True, slots=True)
class LineContext:
    """What a line's meaning depends on besides its words."""

    opens: bool
    """A deeper line follows."""

    after_if: bool
    before_else: bool


def read_header(span: SourceSpan, around: LineContext) -> Header | None:
    """Read a line as a header; None for a plain line."""
    if not _may_be().match(span.text):
        return None
    line = span.trimmed(".") if not around.opens else span
    colon = line.text.endswith(":")
    bare = line.trimmed(":") if colon else line
    rigid = colon or around.opens
    return _conditional(bare, span, rigid, around) or _loop(bare, span, rigid) or _block(bare, span, rigid)


def starts_else(span: SourceSpan) -> bool:
    """Whether a line continues an `if`."""
    text = span.trimmed(":").text.lower()
    return bool(re.match(r"(?:else|otherwise|elif)(?![a-z0-9_])|否则", text))


def read_inputs(span: SourceSpan) -> tuple[Input, ...] | None:
    """`Task input: {a} (Type: Text) and {b} (list type)`."""
    for _, slots in _section("head inputs").matches(span.trimmed(".")):
        inputs = _inputs(slots["inputs"])
        if inputs:
            return inputs
    return None


@cache
def _may_be() -> re.Pattern[str]:
    words = (
        "if",
        "else",
        "otherwise",
        "elif",
        "while",
        "repeat",
        "do",
        "loop",
        "iterate",
        "for",
        "define",
        "create",
        "record",
    )
    return re.compile(rf"(?:{'|'.join(words)})(?!{LETTER})|(?-i:[\u4e00-\u9fff])", re.IGNORECASE)


@cache
def _section(name: str) -> PhraseSet:
    return phrase_table().of(name)


def _slots(name: str, span: SourceSpan) -> Slots | None:
    return next((slots for _, slots in _section(name).matches(span)), None)


# ---- conditions

_TRAIL = regex(
    r"\s*(?:,\s*(?:then|do the following|则|那么)|\s+then|,?\s*do|则|那么|时|的时候|的话)\s*$", re.IGNORECASE
)
_STEP = regex(r",\s*(?:then\s+|则|那么)?|\s+then\s+|:\s+(?:then\s+)?|则|那么", re.IGNORECASE)


def _conditional(bare: SourceSpan, span: SourceSpan, rigid: bool, around: LineContext) -> Header | None:
    if slots := _slots("head else if", bare):
        return _conditioned("else if", slots["condition"], span, rigid, around)
    if _slots("head else", bare) is not None and (rigid or around.after_if):
        return Header("else", span)
    if (slots := _slots("head else step", bare)) and not around.opens:
        step = slots["step"]
        if around.after_if or re.match(r"do\s", step.text, re.IGNORECASE):
            return Header("else", span, step=_without_do(step))
        return None
    if slots := _slots("head if", bare):
        return _conditioned("if", slots["condition"], span, rigid, around)
    return None


def _without_do(step: SourceSpan) -> SourceSpan:
    found = re.match(r"do\s+", step.text, re.IGNORECASE)
    return step.part(found.end(), len(step.text)) if found else step


def _conditioned(
    kind: HeaderKind, rest: SourceSpan, span: SourceSpan, rigid: bool, around: LineContext
) -> Header | None:
    """A condition with a block under it, or with a step behind it."""
    if rigid:
        return _with_condition(kind, span, _trailed(rest))
    inline = _inline(rest, span, kind)
    if inline is None:
        header = _with_condition(kind, span, _trailed(rest))
        return header if not header.asks else None
    if kind == "else if" or around.before_else or _is_control(inline):
        return inline
    return None


def _with_condition(kind: HeaderKind, span: SourceSpan, words: SourceSpan, step: SourceSpan | None = None) -> Header:
    return Header(kind, span, read_condition(words, PLAIN), words, step=step)


def _trailed(span: SourceSpan) -> SourceSpan:
    """Without the "then" at its end."""
    found = _TRAIL.search(span.text)
    return span.part(0, found.start()).trimmed() if found and found.start() else span


def _inline(rest: SourceSpan, span: SourceSpan, kind: HeaderKind) -> Header | None:
    """Split `C, do X`: at the first place where the condition needs no screen, otherwise at the first place."""
    first: Header | None = None
    for count, found in enumerate(_STEP.finditer(rest.text)):
        before, after = rest.part(0, found.start()).trimmed(), rest.part(found.end(), len(rest.text)).trimmed()
        if not before.text or not after.text or count > 8:
            continue
        header = _with_condition(kind, span, before, _without_do(after))
        if not header.asks or any(condition_faults(before)):
            return header
        first = first or header
    return first


def _is_control(header: Header) -> bool:
    """Whether `if C, X` steers the program. "If you like, take a break" is a step like any other: whoever does it
    sees for themselves."""
    if header.condition is None or header.step is None:
        return False
    before = SourceSpan(header.span.skeleton, header.span.start, header.step.start)
    if not header.asks or any(before.references()):
        return True
    statements, _ = read_statements(header.step)
    return not isinstance(statements[0], Step)


# ---- loops


def _loop(bare: SourceSpan, span: SourceSpan, rigid: bool) -> Header | None:
    if slots := _slots("head until", bare):
        header = _with_condition("until", span, _trailed(slots["condition"]))
        return header if rigid or not header.asks else None
    for _, slots in _section("head repeat").matches(bare):
        if times := _times(slots["times"]):
            return Header("repeat", span, value=times)
    if (slots := _slots("head while", bare)) and not _not_while().match(bare.text):
        return _while(slots["condition"], span, rigid)
    return _each(bare, span, rigid)


@cache
def _not_while() -> re.Pattern[str]:
    return re.compile("|".join(map(words_pattern, phrase_table().words["not while"])))


def _while(rest: SourceSpan, span: SourceSpan, rigid: bool) -> Header | None:
    if rigid:
        return _with_condition("while", span, _trailed(rest))
    inline = _inline(rest, span, "while") or _with_condition("while", span, _trailed(rest))
    return inline if not inline.asks else None


def _times(span: SourceSpan) -> Expression | None:
    spelling = phrase_table().spellings("count ").get(span.text.lower())
    value = NumberLiteral(int(spelling)) if spelling else read_value(span)
    return None if isinstance(value, TextTemplate | BooleanLiteral) else value


def _each(bare: SourceSpan, span: SourceSpan, rigid: bool) -> Header | None:
    for _, slots in _section("head each step").matches(bare):
        collection, item = _collection(slots["collection"]), slots["item"].reference
        step = slots["step"]
        if (
            collection
            and item
            and not item.path
            and not rigid
            and not re.fullmatch("(?:and )?do the following", step.text)
        ):
            return Header("each", span, value=collection, name=item.name, step=_without_do(step))
    line = read_tail(bare)
    for _, slots in _section("head each").matches(line.body):
        collection = _collection(slots["collection"])
        name = _item_name(slots, line.results)
        if collection is not None and name:
            return Header("each", span, value=collection, name=name)
    return None


def _item_name(slots: Slots, results: tuple[Reference, ...]) -> str:
    """What the loop calls its item: by a reference, or by the word for what it goes through."""
    named = slots["item"].reference if "item" in slots else None
    if named and len(results) == 1 and named != results[0]:
        return ""
    reference = named or (results[0] if len(results) == 1 else None)
    if reference:
        return "" if reference.path else reference.name
    words = slots["kind"].source if "kind" in slots else "item"
    return name_of(words).lower() if re.fullmatch(r"[^\W\d]\w*(?: \w+){0,2}", words) else ""


@cache
def _fillers() -> re.Pattern[str]:
    words = sorted(phrase_table().words["filler"], key=len, reverse=True)
    return re.compile(rf"(?:(?:{'|'.join(map(words_pattern, words))})(?![a-z])\s*)+", re.IGNORECASE)


def _collection(span: SourceSpan) -> Expression | None:
    value = read_value(span)
    if value is None and (filler := _fillers().match(span.text)):
        value = read_value(span.part(filler.end(), len(span.text)))
    return None if isinstance(value, TextTemplate | NumberLiteral | BooleanLiteral) else value


# ---- functions and lists


def _block(bare: SourceSpan, span: SourceSpan, rigid: bool) -> Header | None:
    if slots := _slots("head define", bare):
        name = literal_text(read_quoted(slots["name"]))
        return Header("define", span, name=name) if name else None
    if rigid and (slots := _slots("head items", bare)):
        return Header("items", span, to=slots["to"].reference)
    return None


_INPUT = regex(rf"(?:^|,|;|\band\b|和)?\s*(?P<name>{REFERENCE})\s*(?P<hint>{GROUP})?\s*", re.IGNORECASE)


def _inputs(span: SourceSpan) -> tuple[Input, ...] | None:
    inputs: list[Input] = []
    at = 0
    while at < len(span.text):
        found = _INPUT.match(span.text, at)
        reference = span.part(*found.span("name")).reference if found else None
        if not found or reference is None or reference.path:
            return None
        hint = span.part(*found.span("hint")).source[1:-1] if found["hint"] else ""
        inputs.append(Input(reference.name, _hint(hint)))
        at = found.end()
    return tuple(inputs)


def _hint(words: str) -> str:
    """`Type: Text`, `text type` and `text` say the same."""
    words = re.sub(r"^\s*(?:type\s*[:：]?|类型\s*[:：]?)\s*", "", words, flags=re.IGNORECASE)
    kind, comma, rest = words.strip().partition(",")
    kind = re.sub(r"\s+type$|类型$", "", kind.strip(), flags=re.IGNORECASE).lower()
    return f"{kind}, {rest.strip()}" if comma else kind
