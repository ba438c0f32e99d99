"""Reading what a clause speaks of: a quoted text, an element by kind and name, the title, a group of things."""

from __future__ import annotations

from askonce.insight.exact.claims import CountedGroup, Subject
from askonce.insight.exact.statement_words import CountComparison, Part, statement_words
from askonce.language.terms import Term, Terms, phrase_at_end, phrase_at_start, words_of
from askonce.language.terms import without_article as without_words
from askonce.language.vocabulary import vocabulary

_LONGEST_NAME = 6
_WHOLE_KINDS = frozenset({"link", "radio button", "check box", "switch"})
"""Kinds on which people agree: what is a button or a field to some is none to others."""


def without_article(terms: Terms) -> Terms:
    return without_words(terms, statement_words().articles)


def read_subject(terms: Terms) -> Subject | None:
    """What all these terms together speak of; None when that is not plain."""
    known = statement_words()
    bare = without_article(terms)
    definite = bare != terms and terms[0].text == "the"
    words = words_of(bare)
    if len(bare) == 1 and bare[0].quoted:
        return Subject("quote", bare[0].text) if bare == terms else None
    if words in known.pages:
        return Subject("page")
    if words in known.titles:
        return Subject("title", word=" ".join(words))
    if words in known.addresses:
        return Subject("address", word=" ".join(words))
    return _text(bare) or _thing(bare, definite)


def read_owner(terms: Terms) -> Subject | None:
    """The thing in "the value of the field “Name”" and "the text of the heading"."""
    bare = without_article(terms)
    if words_of(bare)[:1] == ("current",):
        bare = bare[1:]
    is_of = words_of(bare)[:2] in {
        ("value", "of"),
        ("text", "of"),
        ("content", "of"),
        ("contents", "of"),
        ("text", "in"),
    }
    found = read_subject(bare[2:]) if is_of else None
    if found and found.what == "quote":
        return Subject("thing", found.name, "field", definite=True)
    return found if found and found.what == "thing" else None


def _text(bare: Terms) -> Subject | None:
    """The text “X”, the message “X”, the “X” message."""
    known = statement_words()
    length = phrase_at_start(bare, known.texts)
    if length and (name := _called(bare[length:])):
        return Subject("text", name)
    if len(bare) > 1 and bare[0].quoted and words_of(bare[1:]) in known.texts:
        return Subject("text", bare[0].text)
    return None


def _thing(bare: Terms, definite: bool) -> Subject | None:
    kinds, words = vocabulary().kind_names, words_of(bare)
    if words in kinds:
        return Subject("thing", "", vocabulary().kind_names[words], definite=definite)
    length = phrase_at_start(bare, vocabulary().kind_names)
    if length and (name := _called(bare[length:])):
        return Subject("thing", name, vocabulary().kind_names[words[:length]], definite=definite)
    if bare and bare[0].quoted and words[1:] in vocabulary().kind_names:
        return Subject("thing", bare[0].text, vocabulary().kind_names[words[1:]], definite=definite)
    return _unquoted(bare, definite)


def _unquoted(bare: Terms, definite: bool) -> Subject | None:
    """The Save button, a button Accept all: a name only if an element bears it, which is for the screen to say.

    After "a", and with words in it that may as well tell which one, it is a name only with a capital letter.
    """
    words, kinds = words_of(bare), vocabulary().kind_names
    first, last = phrase_at_start(bare, kinds), phrase_at_end(bare, kinds)
    if last and not (first and bare[first].capital):
        called, kind = bare[:-last], kinds[words[-last:]]
    elif first:
        called, kind = bare[first:], kinds[words[:first]]
    else:
        return None
    name = words_of(called)
    is_name = 0 < len(name) <= _LONGEST_NAME and "" not in name
    is_plain = definite and not statement_words().not_names & set(name)
    is_plain = is_name and (is_plain or called[0].capital)
    return Subject("thing", " ".join(name), kind, quoted=False, definite=definite) if is_plain else None


def _called(terms: Terms) -> str:
    """The quoted name after a kind: “X”, called “X”, with the text “X”."""
    rest = terms[phrase_at_start(terms, vocabulary().callings) :]
    return rest[0].text if len(rest) == 1 and rest[0].quoted else ""


def read_entry(terms: Terms) -> Subject | None:
    """A product called Soup spoon, an operation “Feed a pet”: of a kind that no element has."""
    bare = without_article(terms)
    words = words_of(bare)
    place = next((place for place in range(1, len(bare)) if phrase_at_start(bare[place:], vocabulary().callings)), 0)
    if place in {1, 2}:
        rest = bare[place + phrase_at_start(bare[place:], vocabulary().callings) :]
        name = " ".join(term.text for term in rest)
        is_name = len(rest) <= _LONGEST_NAME and (len(rest) == 1 or not any(term.quoted for term in rest))
    else:
        place, name, is_name = len(bare) - 1, bare[-1].text if bare else "", len(bare) in {2, 3} and bare[-1].quoted
    is_noun = "" not in words[:place] and not statement_words().not_names & set(words[:place])
    return Subject("entry", name) if name and is_name and is_noun else None


# ---- groups


def read_amount(terms: Terms) -> tuple[CountComparison, int, Terms] | None:
    """ "at least 3", "exactly two", "5", and what follows."""
    known = statement_words()
    length = phrase_at_start(terms, known.amounts)
    comparison = known.amounts[words_of(terms)[:length]] if length else "=="
    rest = terms[length:]
    number = _number(rest[0]) if rest else None
    return (comparison, number, rest[1:]) if number is not None else None


def _number(term: Term) -> int | None:
    if term.quoted:
        return None
    if term.text.isascii() and term.text.isdigit() and len(term.text) < 7:
        return int(term.text)
    return vocabulary().numbers.get(term.text)


def read_group(terms: Terms) -> CountedGroup | None:
    """Rows (in the table “X”), buttons “Delete”, “Delete” buttons, links."""
    known = statement_words()
    if length := phrase_at_start(terms, known.parts):
        part, rest = known.parts[words_of(terms)[:length]], terms[length:]
        container = _container(rest, part) if rest else only_container(part)
        return CountedGroup(part, container) if container else None
    if (kind := vocabulary().plural_kinds.get(words_of(terms))) in _WHOLE_KINDS:
        return CountedGroup(kind=kind or "")
    kinds = {**vocabulary().kind_names, **vocabulary().plural_kinds}
    if length := phrase_at_start(terms, kinds):
        name = _called(terms[length:])
        return CountedGroup(kind=kinds[words_of(terms)[:length]], name=name) if name else None
    if terms and terms[0].quoted and (kind := kinds.get(words_of(terms[1:]))):
        return CountedGroup(kind=kind, name=terms[0].text)
    return None


def only_container(part: Part) -> Subject:
    return Subject("thing", "", "list" if part == "items" else "table", definite=True)


def _container(terms: Terms, part: Part) -> Subject | None:
    if words_of(terms)[0] not in {"in", "of"}:
        return None
    found = read_subject(terms[1:])
    return found if found and holds_part(found, part) else None


def holds_part(container: Subject, part: Part) -> bool:
    return container.what == "thing" and container.kind == ("list" if part == "items" else "table")
