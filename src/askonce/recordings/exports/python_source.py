"""Python source: texts as safe literals, and calls laid out as formatters do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from askonce.lazy import dataclass
from askonce.recordings.exports.export_result import parts_of

WIDTH = 88
_INDENT = "    "


def literal(text: str, *, braces: bool = False) -> str:
    """`text` as a string literal. With `braces`, as a part of an f-string: braces are doubled."""
    quote = _quote_for(text)
    return quote + _escaped(text, quote, braces=braces) + quote


def filled(text: str, constants: Mapping[str, str]) -> str:
    """`text` with the constants of its `{name}`: a literal, an f-string, or the constant alone."""
    parts = [(part, constants.get(name, "")) for part, name in parts_of(text)]
    if len(parts) == 1:
        return literal(parts[0][0])
    if len(parts) == 2 and not parts[0][0] and not parts[1][0]:
        return parts[0][1]
    quote = _quote_for("".join(part for part, _ in parts))
    inner = "".join(
        _escaped(part, quote, braces=True) + (f"{{{constant}}}" if constant else "") for part, constant in parts
    )
    return f"f{quote}{inner}{quote}"


def pattern(text: str, constants: Mapping[str, str]) -> str:
    """A regular expression that finds `text` as it is."""
    (plain, name), *_ = parts_of(text)
    if name:
        return f"re.escape({filled(text, constants)})"
    escaped = re.sub(r"[.^$*+?{}\[\]\\|()]", r"\\\g<0>", plain)
    if "\\" in escaped and escaped.isprintable() and '"' not in escaped:
        return f'r"{escaped}"'
    return literal(escaped)


def docstring(text: str) -> str:
    """`text`, a single line, in triple quotes."""
    escaped = re.sub(r'"(?="|$)', r"\"", _escaped(text, "", braces=False))
    return f'"""{escaped}"""'


def _quote_for(text: str) -> str:
    return "'" if text.count('"') > text.count("'") else '"'


def _escaped(text: str, quote: str, *, braces: bool) -> str:
    def spell(letter: str) -> str:
        if letter in {quote, "\\"}:
            return "\\" + letter
        if braces and letter in "{}":
            return letter * 2
        return letter if letter.isprintable() else repr(letter)[1:-1]

    return "".join(map(spell, text))


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call: `name=value`, `lambda dialog: value`, or the value alone."""

    value: str | CallChain
    prefix: str = ""

    def __str__(self) -> str:
        return f"{self.prefix}{self.value}"


@dataclass(frozen=True, slots=True)
class Link:
    """`.name`, or `.name(arguments)` where it is called."""

    name: str
    arguments: tuple[Argument, ...] | None = None

    def __str__(self) -> str:
        return self.name if self.arguments is None else f"{self.name}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class CallChain:
    """An expression such as `page.get_by_role("button").first`."""

    root: str
    links: tuple[Link, ...] = ()

    def call(self, name: str, /, *arguments: str | CallChain | Argument, **named: str | CallChain) -> CallChain:
        """This with a call at its end. Values are source text."""
        given = [argument if isinstance(argument, Argument) else Argument(argument) for argument in arguments]
        given += [Argument(value, f"{key}=") for key, value in named.items()]
        return CallChain(self.root, (*self.links, Link("." * bool(self.root or self.links) + name, tuple(given))))

    def with_argument(self, **named: str) -> CallChain:
        """This with one more argument in its last call."""
        *others, last = self.links
        more = tuple(Argument(value, f"{key}=") for key, value in named.items())
        return CallChain(self.root, (*others, Link(last.name, (*(last.arguments or ()), *more))))

    def get(self, name: str) -> CallChain:
        return CallChain(self.root, (*self.links, Link("." + name)))

    def __str__(self) -> str:
        return self.root + "".join(map(str, self.links))


def uses(code: str | CallChain, part: CallChain) -> int:
    """How often `part` occurs in `code`."""
    if isinstance(code, str):
        return 0
    inner = (argument.value for link in code.links for argument in link.arguments or ())
    return _begins(code, part) + sum(uses(value, part) for value in inner)


def replaced(code: CallChain, part: CallChain, name: str) -> CallChain:
    """`code` with every `part` replaced by `name`."""
    root, links = (name, code.links[len(part.links) :]) if _begins(code, part) else (code.root, code.links)
    return CallChain(root, tuple(_replaced_in(link, part, name) for link in links))


def _replaced_in(link: Link, part: CallChain, name: str) -> Link:
    if link.arguments is None:
        return link
    values = (
        argument.value if isinstance(argument.value, str) else replaced(argument.value, part, name)
        for argument in link.arguments
    )
    changed = (Argument(value, argument.prefix) for value, argument in zip(values, link.arguments, strict=True))
    return Link(link.name, tuple(changed))


def _begins(code: CallChain, part: CallChain) -> bool:
    return code.root == part.root and code.links[: len(part.links)] == part.links


def lay_out(code: str | CallChain, depth: int) -> list[str]:
    """A statement as lines, broken where it is too long for one."""
    return _lay_out(code, _INDENT * depth, "", "", inside=False)


def assign(name: str, code: CallChain, depth: int) -> list[str]:
    """`name = code` as lines."""
    indent = _INDENT * depth
    if len(f"{indent}{name} = {code}") <= WIDTH or not _is_fluent(code):
        return _lay_out(code, indent, f"{name} = ", "", inside=False)
    return [f"{indent}{name} = (", *_lay_fluently(code, indent + _INDENT, "", ""), f"{indent})"]


def _lay_out(code: str | CallChain, indent: str, prefix: str, suffix: str, *, inside: bool) -> list[str]:
    line = f"{indent}{prefix}{code}{suffix}"
    if len(line) <= WIDTH or isinstance(code, str) or not any(link.arguments for link in code.links):
        return [line]
    if inside and _is_fluent(code):
        return _lay_fluently(code, indent, prefix, suffix)
    return _break_call(code, indent, prefix, suffix)


def _first_call(code: CallChain) -> int:
    return next((place for place, link in enumerate(code.links) if link.arguments is not None), 0)


def _is_fluent(code: CallChain) -> bool:
    """Whether a chain inside brackets is split at its dots."""
    return len(code.links) - _first_call(code) > 2


def _lay_fluently(code: CallChain, indent: str, prefix: str, suffix: str) -> list[str]:
    first = _first_call(code)
    lines = _lay_out(CallChain(code.root, code.links[: first + 1]), indent, prefix, "", inside=False)
    for link in code.links[first + 1 :]:
        lines += _lay_out(CallChain("", (link,)), indent, "", "", inside=False)
    return [*lines[:-1], lines[-1] + suffix]


def _break_call(code: CallChain, indent: str, prefix: str, suffix: str) -> list[str]:
    """Break the arguments of the last call whose beginning still fits on the line."""
    places = [place for place, link in enumerate(code.links) if link.arguments]

    def head(place: int) -> str:
        return f"{indent}{prefix}{CallChain(code.root, code.links[:place])}{code.links[place].name}("

    place = next((place for place in reversed(places) if len(head(place)) <= WIDTH), places[0])
    arguments = code.links[place].arguments or ()
    deeper = indent + _INDENT
    body = deeper + ", ".join(map(str, arguments))
    if len(body) <= WIDTH:
        lines = [body]
    elif len(arguments) == 1:
        lines = _lay_out(arguments[0].value, deeper, arguments[0].prefix, "", inside=True)
    else:
        lines = [
            line
            for argument in arguments
            for line in _lay_out(argument.value, deeper, argument.prefix, ",", inside=True)
        ]
    return [head(place), *lines, *_lay_out(CallChain(")", code.links[place + 1 :]), indent, "", suffix, inside=False)]
