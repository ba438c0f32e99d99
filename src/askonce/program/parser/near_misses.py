"""Words that are nearly a calculation or a comparison.

A model would have to guess what is meant, as a step or as a question. So they are errors, at their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from askonce.diagnostics.problem import Problem
from askonce.lazy import regex
from askonce.program.parser.conditions import comparison_words, comparisons_in, split_conditions
from askonce.program.parser.expressions import PLAIN, is_calculation, read_value
from askonce.program.parser.line_skeleton import QUOTED, REFERENCE, SourceSpan

_UNFINISHED = regex(
    rf"(?:set|let|make)(?![a-z]).*{REFERENCE}\s*(?:to|as|be|=)|{REFERENCE}\s*=|"
    rf"(?:increase|increment|decrease|decrement|reduce)\s+{REFERENCE}\s+by",
    re.IGNORECASE,
)
_RETURNED = regex(r"(?:function|task)\s+(?:returns?|outputs)\b.*", re.IGNORECASE | re.DOTALL)
_CALLED = regex(
    rf"(?:execute|call|run|invoke)\s+(?:the\s+)?(?:task|function)\W+(?:(?:named|called)\s+)?{QUOTED}\W+(?:with\s+)?{REFERENCE}.*",
    re.IGNORECASE | re.DOTALL,
)
_COMPARED = regex(rf"(?P<left>[{REFERENCE}{QUOTED}]|\d+)\s+(?P<words>[a-z' ]+?)\s+(?P<right>[^a-z ].*)", re.IGNORECASE)
_WRITTEN = regex(r"""\"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|“[^”]*”|‘[^’]*’|`[^`]*`|\{[^{}"':]*\}""")
"""Texts in quotes and names of variables, in which digits are no numbers."""
_DOUBTFUL: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (regex(r"(?<![\w./:-])\d{4}([-/])\d{1,2}\1\d{1,2}(?![\w/-])"), "looks like a date", "{0!r} as a text"),
    (regex(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?!,?\w)"), "may be one number or several", "{1} or {2}"),
    (
        regex(r"(?<![\w.,])0\d+(?![\w.])|(?<=[,\s\[])0\d+(?![\w.])"),
        "would lose its zeros",
        "{3!r} as a text, or {4}",
    ),
)
_FIGURES = regex(
    rf"(?:(?:set|record|define|create|make|build)\s+(?:(?:a|the)\s+)?list\s+(?:{REFERENCE}\s+(?:with|of|containing)\s+)?"
    rf"(?:(?:the\s+)?(?:items|values|elements)\s+)?|(?:set|let)\s+(?:the\s+)?(?:list\s+|variable\s+)?{REFERENCE}\s+(?:to|as|be|=)\s*"
    rf"|(?:set|record)\s+)(?P<value>(?=[^,]*\d)[\d\s:;,./%$€£+-]+?)\s*(?:as\s+(?:the\s+)?(?:list\s+|variable\s+)?{REFERENCE}\s*)?",
    re.IGNORECASE,
)
_SIGNS = frozenset("<>=!≤≥≠")
_LEAST_ALIKE = 0.7
_SHORTEST = 4
"""Words of fewer letters are not misspelled, but other words."""


def value_faults(span: SourceSpan) -> Iterator[Problem]:
    """What is wrong with words that consist of numbers, operators and variables, and are not a value."""
    if is_calculation(span) and read_value(span) is None:
        yield Problem(
            span.location,
            f"{span.source.strip()!r} is not a complete calculation",
            "check its operators and parentheses, or put it in quotes if it is a text",
        )


def number_faults(span: SourceSpan) -> Iterator[Problem]:
    """Digits in a value that would be read as another number than they may stand for."""
    source = _WRITTEN.sub(lambda found: " " * len(found[0]), span.source)
    for pattern, doubt, remedy in _DOUBTFUL:
        if found := pattern.search(source):
            number = found[0]
            ways = (number, number.replace(",", ""), number.replace(",", ", "), number, number.lstrip("0") or "0")
            yield Problem(span.location, f"{number!r} {doubt}", f"write {remedy.format(*ways)}")
            return


def line_faults(span: SourceSpan) -> Iterator[Problem]:
    """What is wrong with a line that needs a value and has none."""
    if _UNFINISHED.fullmatch(span.text):
        yield Problem(span.location, "the value is missing at the end of this line", 'write it, such as 3 or "text"')
    elif _RETURNED.fullmatch(span.text):
        yield Problem(
            span.location,
            "what the task returns is not a value",
            'name it: "Task returns {result}", or an object with "name" is {name}',
        )
    elif figures := _FIGURES.fullmatch(span.text.rstrip(" .")):
        value = span.part(*figures.span("value"))
        yield Problem(
            value.location,
            f"{value.source.strip()!r} is neither a number nor a list of numbers",
            'put commas between the items, and in quotes what is not a number: "10:30"',
        )
    elif _CALLED.fullmatch(span.text):
        yield Problem(
            span.location,
            "the inputs of this call cannot be read",
            'write each as {name} is "value", with commas between',
        )


def condition_faults(span: SourceSpan) -> Iterator[Problem]:
    """What is wrong with the comparisons of a condition that is not understood."""
    for part in split_conditions(span):
        yield from _comparison_fault(part)


def _comparison_fault(part: SourceSpan) -> Iterator[Problem]:
    for left, operator, right in comparisons_in(part):
        if not left.text or not right.text:
            known = right if right.text else left
            if not known.text or read_value(known) is not None:
                yield Problem(
                    operator.location,
                    f"one side of {operator.source.strip()!r} is missing",
                    "write what is compared on both sides",
                )
                return
        if right.text[:1] in _SIGNS:
            yield Problem(right.location, f"{right.source!r} is not a value", "write one sign, such as >= or !=")
            return
        for side in (left, right):
            if faults := list(value_faults(side)):
                yield from faults
                return
    found = _COMPARED.fullmatch(part.text)
    if found and read_value(part.part(*found.span("right")), PLAIN) is not None:
        words = part.part(*found.span("words"))
        if close := _meant(words.text.lower().split()):
            yield Problem(words.location, f"{words.source!r} is not a comparison", f'did you mean "{close}"?')


def _meant(words: list[str]) -> str:
    """The comparison that has another word in one place, which looks alike, or one word more."""
    for spelling in () if " ".join(words) in comparison_words() else comparison_words():
        known = spelling.split()
        if len(known) == len(words):
            odd = [(word, other) for word, other in zip(words, known, strict=True) if word != other]
            if len(odd) == 1 and _is_alike(*odd[0]):
                return spelling
        elif any(words == [*known[:at], *known[at + 1 :]] for at in range(len(known))):
            return spelling
    return ""


def _is_alike(word: str, other: str) -> bool:
    is_long = min(len(word), len(other)) >= _SHORTEST
    return is_long and SequenceMatcher(None, word, other).ratio() >= _LEAST_ALIKE
