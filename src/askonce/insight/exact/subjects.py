"""Reading what a clause speaks of: a quoted text, an element by kind and name, the title, a group of things."""

from __future__ import annotations

from collections.abc import Collection

from askonce.insight.exact.claims import Group, Subject
from askonce.insight.exact.statement_tokens import Token, Tokens, said
from askonce.insight.exact.statement_words import Comparison, Part, phrases

_LONGEST_NAME = 6


def without_article(tokens: Tokens) -> Tokens:
    return tokens[1:] if tokens and not tokens[0].quoted and tokens[0].text in phrases().articles else tokens


def starting(tokens: Tokens, known: Collection[tuple[str, ...]]) -> int:
    """How many words at the start are one of the `known` phrases; the longest counts."""
    words = said(tokens)
    return next((length for length in range(min(5, len(words)), 0, -1) if words[:length] in known), 0)


def ending(tokens: Tokens, known: Collection[tuple[str, ...]]) -> int:
    words = said(tokens)
    return next((length for length in range(min(5, len(words)), 0, -1) if words[-length:] in known), 0)


def read_subject(tokens: Tokens) -> Subject | None:
    """What all these tokens together speak of; None when that is not plain."""
    known = phrases()
    bare = without_article(tokens)
    definite = bare != tokens and tokens[0].text == "the"
    words = said(bare)
    if len(bare) == 1 and bare[0].quoted:
        return Subject("quote", bare[0].text) if bare == tokens else None
    if words in known.pages:
        return Subject("page")
    if words in known.titles:
        return Subject("title", word=" ".join(words))
    if words in known.addresses:
        return Subject("address", word=" ".join(words))
    return _text(bare) or _thing(bare, definite)


def read_owner(tokens: Tokens) -> Subject | None:
    """The thing in "the value of the field “Name”" and "the text of the heading"."""
    bare = without_article(tokens)
    if said(bare)[:1] == ("current",):
        bare = bare[1:]
    is_of = said(bare)[:2] in {("value", "of"), ("text", "of"), ("content", "of"), ("contents", "of"), ("text", "in")}
    found = read_subject(bare[2:]) if is_of else None
    if found and found.what == "quote":
        return Subject("thing", found.name, "field", definite=True)
    return found if found and found.what == "thing" else None


def _text(bare: Tokens) -> Subject | None:
    """The text “X”, the message “X”, the “X” message."""
    known = phrases()
    length = starting(bare, known.texts)
    if length and (name := _called(bare[length:])):
        return Subject("text", name)
    if len(bare) > 1 and bare[0].quoted and said(bare[1:]) in known.texts:
        return Subject("text", bare[0].text)
    return None


def _thing(bare: Tokens, definite: bool) -> Subject | None:
    known = phrases()
    words = said(bare)
    if words in known.kinds:
        return Subject("thing", "", known.kinds[words], definite=definite)
    length = starting(bare, known.kinds)
    if length and (name := _called(bare[length:])):
        return Subject("thing", name, known.kinds[words[:length]], definite=definite)
    if bare and bare[0].quoted and words[1:] in known.kinds:
        return Subject("thing", bare[0].text, known.kinds[words[1:]], definite=definite)
    return _unquoted(bare, definite) if definite else None


def _unquoted(bare: Tokens, definite: bool) -> Subject | None:
    """The Save button, the button Save: a name only if an element bears it, which is for the screen to say."""
    known = phrases()
    words = said(bare)
    if length := ending(bare, known.kinds):
        name, kind = words[:-length], known.kinds[words[-length:]]
    elif length := starting(bare, known.kinds):
        name, kind = words[length:], known.kinds[words[:length]]
    else:
        return None
    is_plain = 0 < len(name) <= _LONGEST_NAME and "" not in name and not known.doubtful & set(name)
    return Subject("thing", " ".join(name), kind, quoted=False, definite=definite) if is_plain else None


def _called(tokens: Tokens) -> str:
    """The quoted name after a kind: “X”, called “X”, with the text “X”."""
    rest = tokens[starting(tokens, phrases().callings) :]
    return rest[0].text if len(rest) == 1 and rest[0].quoted else ""


# ---- groups


def read_amount(tokens: Tokens) -> tuple[Comparison, int, Tokens] | None:
    """ "at least 3", "exactly two", "5", and what follows."""
    known = phrases()
    length = starting(tokens, known.amounts)
    comparison = known.amounts[said(tokens)[:length]] if length else "=="
    rest = tokens[length:]
    number = _number(rest[0]) if rest else None
    return (comparison, number, rest[1:]) if number is not None else None


def _number(token: Token) -> int | None:
    if token.quoted:
        return None
    if token.text.isascii() and token.text.isdigit() and len(token.text) < 7:
        return int(token.text)
    return phrases().numbers.get(token.text)


def read_group(tokens: Tokens) -> Group | None:
    """Rows (in the table “X”), buttons “Delete”, “Delete” buttons."""
    known = phrases()
    if length := starting(tokens, known.parts):
        part, rest = known.parts[said(tokens)[:length]], tokens[length:]
        container = _container(rest, part) if rest else only_container(part)
        return Group(part, container) if container else None
    kinds = {**known.kinds, **known.plurals}
    if length := starting(tokens, kinds):
        name = _called(tokens[length:])
        return Group(kind=kinds[said(tokens)[:length]], name=name) if name else None
    if tokens and tokens[0].quoted and (kind := kinds.get(said(tokens[1:]))):
        return Group(kind=kind, name=tokens[0].text)
    return None


def only_container(part: Part) -> Subject:
    return Subject("thing", "", "list" if part == "items" else "table", definite=True)


def _container(tokens: Tokens, part: Part) -> Subject | None:
    if said(tokens)[0] not in {"in", "of"}:
        return None
    found = read_subject(tokens[1:])
    return found if found and holds_part(found, part) else None


def holds_part(container: Subject, part: Part) -> bool:
    return container.what == "thing" and container.kind == ("list" if part == "items" else "table")
