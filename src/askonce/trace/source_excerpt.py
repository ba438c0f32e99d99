"""The lines around a call site, without what they say that is secret."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from askonce.lazy import regex
from askonce.trace.call_site import CallSite, shown_path
from askonce.trace.events import CallerLine
from askonce.trace.named_literals import SECRET_WORD, named_literals
from askonce.trace.recorder import Trace
from askonce.values.secret import SHORTEST

AROUND = 4
"""How many lines are kept above and below."""
_LONGEST = 200
_FARTHEST = 2000
"""Characters between the brackets of a call."""
_HIDDEN = "…"
_STRING = r"""(?P<quote>\"{3}|'{3}|"|')(?:\\.|(?!(?P=quote)).)*(?P=quote)"""
_LITERAL = regex(rf"(?P<prefix>\b[rbfuRBFU]{{1,2}})?{_STRING}", re.DOTALL)
_MADE = regex(r"\bSecret\w*\(")
"""A secret may stand in the source long before the run learns that it is one."""
_VARIABLE = regex(r"""(?:environ(?:\.get)?|getenv)\s*[\[(]\s*$""")
"""What stands before the name of an environment variable, which is not a secret."""
_NAMED = regex(
    rf"""{SECRET_WORD}\w*["']?\]?\s*(?:[:=,]|:[^=\n"'(){{}}]{{1,60}}=(?!=))(?=[\s(\[{{]*[rbfuRBFU]*["'])""",
    re.IGNORECASE,
)
_BETWEEN = regex(r"[\s(\[{+]*")
"""What may stand between a name and its value, and between the parts of that."""
_SEVERAL = regex(r"[\s(\[{+,]*")
_PLAIN = regex(
    rf"""^(\s*(?:- )?["']?\w*{SECRET_WORD}\w*["']?:[ ]+(?:[&!]\S+[ ]+)?)(?!\$\{{)[^\s"'{{\[#&*|>].*$""",
    re.IGNORECASE | re.MULTILINE,
)
"""The same in YAML, where texts need no quotes."""
_FLOW = regex(rf"""([{{,]\s*["']?\w*{SECRET_WORD}\w*["']?:[ ]+)(?!\$\{{)[^\s"'{{\[#&*|>,}}][^,}}\n]*""", re.IGNORECASE)
_BLOCK = regex(
    rf"""^([ ]*)((?:- )?["']?\w*{SECRET_WORD}\w*["']?:[ ]+[|>][-+\d]*[ ]*)\n((?:\1[ ]+.*(?:\n|\Z)|[ ]*\n)+)""",
    re.IGNORECASE | re.MULTILINE,
)
_YAML = (".yaml", ".yml")
_NEXT = regex(r"\s*(?:async def|def|class|@)\b|@")
"""Where the next function begins, which may be another test."""


def keep_source(trace: Trace, site: CallSite | None) -> CallerLine | None:
    """The line that called, with those around it in the store of the trace."""
    if site is None:
        return None
    lines = linecache.getlines(site.path)
    if not 1 <= site.line <= len(lines):
        return CallerLine(file=shown_path(site.path), line=site.line)
    first = max(1, min(site.start, site.line), site.line - AROUND)
    below = takewhile(lambda line: not _NEXT.match(line), lines[site.line : site.line + AROUND])
    shown = hide_literals("".join(lines), yaml=site.path.endswith(_YAML)).split("\n")
    around = "\n".join(shown[first - 1 : site.line + len(list(below))]).rstrip().split("\n")
    code = around[site.line - first].strip()
    return CallerLine(
        file=shown_path(site.path),
        line=site.line,
        code=code if len(code) <= _LONGEST else trace.mask(code)[:_LONGEST] + _HIDDEN,
        first=first,
        around=trace.keep_text("\n".join(around)),
    )


@lru_cache(maxsize=8)
def hide_literals(text: str, *, yaml: bool = False) -> str:
    """Source code without the literals that it calls secret, or names like one. Its lines stay the same."""
    secrets = list(_in_secrets(text))
    parsed = [] if yaml else named_literals(text)
    strings = [*secrets, *_named(text), *(found for span in parsed for found in _LITERAL.finditer(text, *span))]
    hidden = {span: _HIDDEN for span in parsed if text[slice(*span)].isdecimal()}
    hidden |= {found.span(): _emptied(found) for found in strings}
    pieces: list[str] = []
    end = 0
    for (start, stop), empty in sorted(hidden.items()):
        if start >= end:
            pieces += (text[end:start], empty)
            end = stop
    text = "".join(pieces) + text[end:]
    if yaml:
        text = _BLOCK.sub(_without_block, text)
        for pattern in (_PLAIN, _FLOW):
            text = pattern.sub(rf"\1{_HIDDEN}", text)
    known = {_value(found) for found in secrets}
    for literal in known | {_value(found) for found in strings}:
        is_word = literal.isalpha() and literal.islower() and literal not in known
        if len(literal) >= SHORTEST and "\n" not in literal and not is_word:
            text = text.replace(literal, _HIDDEN)
    return text


def _in_secrets(text: str) -> Iterator[re.Match[str]]:
    """The literals from which secrets are made, also by way of a variable."""
    for made in _MADE.finditer(text):
        depth, place = 1, made.end()
        literals: list[re.Match[str]] = []
        while depth and place < min(len(text), made.end() + _FARTHEST):
            literal = _literal(text, place)
            if literal and not _VARIABLE.search(text[made.end() : place]):
                literals.append(literal)
            depth += 0 if literal else (text[place] in "([{") - (text[place] in ")]}")
            place = literal.end() if literal else place + 1
        if depth:
            continue  # no code, but a comment that speaks of it
        yield from literals
        if name := re.match(r"\s*(?:value\s*=\s*)?(\w+)\s*\)", text[made.end() : place]):
            for assigned in re.finditer(rf"^\s*{name[1]}\s*(?::[^=\n]+)?=", text, re.MULTILINE):
                yield from _literals_at(text, assigned.end(), _BETWEEN)


def _named(text: str) -> Iterator[re.Match[str]]:
    """The literals with names like those of secrets."""
    for named in _NAMED.finditer(text):
        is_several = re.search(r"(?m)^[\w, .:\[\]|]+=\Z", text[: named.end()][-200:]) is not None
        yield from _literals_at(text, named.end(), _SEVERAL if is_several else _BETWEEN)


def _literals_at(text: str, place: int, between: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The literals from here on, in several lines only within brackets."""
    is_open = is_first = True
    while gap := between.match(text, place):
        literal = _literal(text, gap.end())
        if literal is None or ("\n" in gap[0] and not is_open):
            return
        yield literal
        is_open = any(bracket in gap[0] for bracket in "([{") or (is_open and not is_first)
        is_first, place = False, literal.end()


def _literal(text: str, place: int) -> re.Match[str] | None:
    found = _LITERAL.match(text, place)
    is_broken = found and len(found["quote"]) == 1 and re.search(r"(?<!\\)\n", found[0])
    return None if is_broken else found


def _emptied(literal: re.Match[str]) -> str:
    """The literal with nothing in it, over as many lines."""
    quote, lines = literal["quote"], "\n" * literal[0].count("\n")
    return f"{literal['prefix'] or ''}{quote}{_HIDDEN}{lines}{quote}"


def _value(literal: re.Match[str]) -> str:
    return literal[0][len(literal["prefix"] or "") :].strip(literal["quote"])


def _without_block(found: re.Match[str]) -> str:
    indent = found[1] + "  "
    return f"{found[1]}{found[2]}\n" + "".join(f"{indent}{_HIDDEN}\n" for _ in found[3].removesuffix("\n").split("\n"))
