"""Sums and equations as people write them, worked out exactly or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_TOKEN = re.compile(r"\d+(?:\.\d+)?|[a-z]+|[-+*/()=]", re.IGNORECASE)
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "∗": "*"})
_SPOKEN = (
    (re.compile(r"^sum of (\S+) and (?=\S+$)", re.IGNORECASE), r"\1 +"),
    (re.compile(r"^difference between (\S+) and (?=\S+$)", re.IGNORECASE), r"\1 -"),
    (re.compile(r"^product of (\S+) and (?=\S+$)", re.IGNORECASE), r"\1 *"),
    (re.compile(r"\bmultiplied by\b|\btimes\b", re.IGNORECASE), "*"),
    (re.compile(r"\bdivided by\b", re.IGNORECASE), "/"),
    (re.compile(r"\bplus\b", re.IGNORECASE), "+"),
    (re.compile(r"\bminus\b", re.IGNORECASE), "-"),
    (re.compile(r"\bequals\b", re.IGNORECASE), "="),
    (re.compile(r"(?<=\d)\s+x\s+(?=\d)", re.IGNORECASE), "*"),
)
_ASKED = re.compile(r"[\s?_….:]*$")
_LONGEST = 200
_MOST_DIGITS = 12


class _Unreadable(Exception):
    """Not a sum after all."""


@dataclass(frozen=True, slots=True)
class _Linear:
    """So many times the unknown, and a number."""

    unknown: Fraction
    number: Fraction


def work_out(text: str) -> str | None:
    """What a sum such as "3 + 4" or "12 x 2 =" comes to; None when it is no sum or has no exact answer."""
    tokens = _tokens(text)
    if tokens and tokens[-1] == "=":
        tokens = tokens[:-1]
    found = _read(tokens, "") if any(sign in tokens for sign in "+-*/") else None
    return _written(found.number) if found else None


def solve(text: str, unknown: str) -> str | None:
    """What `unknown` is in an equation such as "2x + 3 = 7"; None when that is not certain."""
    tokens = _tokens(text)
    if tokens.count("=") != 1:
        return None
    place = tokens.index("=")
    left, right = _read(tokens[:place], unknown), _read(tokens[place + 1 :], unknown)
    if left is None or right is None or left.unknown == right.unknown:
        return None
    return _written((right.number - left.number) / (left.unknown - right.unknown))


def _tokens(text: str) -> list[str]:
    text = _ASKED.sub("", text[: _LONGEST + 1]).translate(_SIGNS)
    for words, sign in _SPOKEN:
        text = words.sub(f" {sign} ", text)
    tokens = _TOKEN.findall(text)
    is_whole = len(text) <= _LONGEST and not _TOKEN.sub("", text).strip()
    return tokens if is_whole else []


def _written(number: Fraction) -> str | None:
    """As digits, where they come to an end."""
    if number.denominator == 1:
        return str(number.numerator)
    scaled = number * 10**6
    return f"{float(number):.6f}".rstrip("0") if scaled.denominator == 1 else None


def _read(tokens: list[str], unknown: str) -> _Linear | None:
    try:
        found, end = _sum(tokens, 0, unknown.casefold())
    except (_Unreadable, ZeroDivisionError):
        return None
    return found if end == len(tokens) else None


def _sum(tokens: list[str], at: int, unknown: str) -> tuple[_Linear, int]:
    found, at = _product(tokens, at, unknown)
    while at < len(tokens) and tokens[at] in "+-":
        other, end = _product(tokens, at + 1, unknown)
        sign = 1 if tokens[at] == "+" else -1
        found, at = _Linear(found.unknown + sign * other.unknown, found.number + sign * other.number), end
    return found, at


def _product(tokens: list[str], at: int, unknown: str) -> tuple[_Linear, int]:
    found, at = _factor(tokens, at, unknown)
    while at < len(tokens) and tokens[at] not in "+-=)":
        sign = tokens[at] if tokens[at] in "*/" else ""
        if not sign and tokens[at] not in {"(", unknown}:
            _unreadable()  # only 2x and 2(x + 1) are written without a sign
        other, at = _factor(tokens, at + bool(sign), unknown)
        if sign == "/":
            other = _Linear(Fraction(0), 1 / other.number) if not other.unknown else _unreadable()
        if found.unknown and other.unknown:
            _unreadable()
        found = _Linear(
            found.unknown * other.number + other.unknown * found.number,
            found.number * other.number,
        )
    return found, at


def _factor(tokens: list[str], at: int, unknown: str) -> tuple[_Linear, int]:
    token = tokens[at] if at < len(tokens) else ""
    if token in {"-", "+"}:
        inner, end = _factor(tokens, at + 1, unknown)
        return (_Linear(-inner.unknown, -inner.number) if token == "-" else inner), end
    if token == "(":
        inner, end = _sum(tokens, at + 1, unknown)
        return (inner, end + 1) if tokens[end : end + 1] == [")"] else (_unreadable(), end)
    if token and token.casefold() == unknown:
        return _Linear(Fraction(1), Fraction(0)), at + 1
    if token[:1].isdigit() and len(token) <= _MOST_DIGITS:
        return _Linear(Fraction(0), Fraction(token)), at + 1
    raise _Unreadable


def _unreadable() -> _Linear:
    raise _Unreadable
