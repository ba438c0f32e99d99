"""The lines around a call site, without what they say that is secret."""

from __future__ import annotations

import linecache
import re
from itertools import takewhile

from askonce.trace.call_site import CallSite, shown_path
from askonce.trace.events import CallerLine
from askonce.trace.recorder import Trace
from askonce.values.secret import SHORTEST

AROUND = 4
"""How many lines are kept above and below."""
_LONGEST = 200
_HIDDEN = "…"
_STRING = r"""(?P<quote>\"{3}|'{3}|"|')(?:\\.|(?!(?P=quote)).)*(?P=quote)"""
_LITERAL = re.compile(rf"(\bSecret\(\s*(?:value\s*=\s*)?[rbfuRBFU]*){_STRING}", re.DOTALL)
"""A secret may stand in the source long before the run learns that it is one."""
_WORD = r"(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|credential)"
_NAMED = re.compile(rf"""({_WORD}\w*["']?\]?\s*[:=,]\s*[rbfuRBFU]*){_STRING}""", re.IGNORECASE)
_PLAIN = re.compile(
    rf"""^(\s*(?:- )?\w*{_WORD}\w*:[ ]+)(?P<quote>)[^\s"'{{\[#$&*|>].*$""", re.IGNORECASE | re.MULTILINE
)
"""The same in YAML, where texts need no quotes."""
_YAML = (".yaml", ".yml")
_NEXT = re.compile(r"\s*(?:async def|def|class|@)\b|@")
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
    text = "".join((*lines[first - 1 : site.line], *below))
    around = hide_literals(text, yaml=site.path.endswith(_YAML)).rstrip().split("\n")
    code = around[site.line - first].strip()
    return CallerLine(
        file=shown_path(site.path),
        line=site.line,
        code=code if len(code) <= _LONGEST else trace.mask(code)[:_LONGEST] + _HIDDEN,
        first=first,
        around=trace.keep_text("\n".join(around)),
    )


def hide_literals(text: str, *, yaml: bool = False) -> str:
    """Source code without the literals that it calls secret, or names like one. Its lines stay the same."""
    hidden: set[str] = set()

    def hide(found: re.Match[str]) -> str:
        quote, literal = found["quote"], found[0][len(found[1]) :]
        hidden.add(literal.strip(quote or None))
        return found[1] + quote + _HIDDEN + "\n" * literal.count("\n") + quote

    for pattern in (_LITERAL, _NAMED, *([_PLAIN] if yaml else [])):
        text = pattern.sub(hide, text)
    for literal in hidden:
        if len(literal) >= SHORTEST and "\n" not in literal:
            text = text.replace(literal, _HIDDEN)
    return text
