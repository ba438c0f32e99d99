"""From a plain demand to what it asks for."""

from __future__ import annotations

from dataclasses import replace

from askonce.insight.exact.claims import Claim, Demand, Subject
from askonce.insight.exact.statement_grammar import read_clauses, read_statement
from askonce.insight.exact.statement_terms import read_terms
from askonce.insight.exact.statement_words import statement_words
from askonce.insight.exact.subjects import read_group, read_owner, read_subject, without_article
from askonce.insight.exact.unquoted_sentences import read_unquoted_demand
from askonce.language.terms import Term, Terms, phrase_at_start, words_of

_LEADS = frozenset(
    tuple(words.split())
    for words in ("what is", "what's", "what are", "get", "read", "give me", "tell me", "return", "which is")
)
_COUNTS = frozenset(
    {("how", "many"), ("number", "of"), ("count", "of"), ("the", "number", "of"), ("the", "count", "of")}
)
_TAILS = frozenset(
    tuple(words.split())
    for words in (
        "are there",
        "are there on the page",
        "are on the page",
        "exist",
        "are visible",
        "are shown",
        "there are",
    )
)
_OPTIONS = frozenset({("options", "of"), ("options", "in"), ("choices", "of"), ("choices", "in"), ("options", "for")})


def read_demand(demand: str, *, truth: bool) -> Demand | None:
    """What the demand asks for; with `truth` a plain statement asks whether it holds."""
    terms = read_terms(demand)
    if not terms:
        return None
    asked = terms[phrase_at_start(terms, _LEADS) :]
    if found := _counted(asked) or _of_subject(asked):
        is_counter = found.what == "count" and not truth
        counter = read_unquoted_demand(asked) if is_counter else None
        if counter is None:
            return found
        cells = counter.cells if found.group and found.group.is_whole_kind else ()
        return replace(found, counter=counter.counter, cells=cells)
    claims = _asked(terms) or (read_statement(demand) if truth else None)
    if claims:
        return Demand("truth", claims=claims)
    return None if truth else read_unquoted_demand(asked)


def _counted(terms: Terms) -> Demand | None:
    length = phrase_at_start(terms, _COUNTS)
    if not length:
        return None
    rest = terms[length:]
    for size in range(len(rest) - 1, max(0, len(rest) - 6), -1):
        if words_of(rest[size:]) in _TAILS:
            rest = rest[:size]
    words = words_of(rest)
    if words[-1:] == ("have",) and "does" in words:  # how many rows does the table have
        place = words.index("does")
        rest = (*rest[:place], Term("in"), *rest[place + 1 : -1])
    elif "are" in words and words[words.index("are") + 1 :][:1] == ("in",):  # how many rows are in the table
        place = words.index("are")
        rest = (*rest[:place], *rest[place + 1 :])
    group = read_group(rest)
    return Demand("count", group=group) if group else None


def _of_subject(terms: Terms) -> Demand | None:
    bare = without_article(terms)
    if words_of(bare)[:1] == ("current",):
        bare = bare[1:]
    if length := phrase_at_start(bare, _OPTIONS):
        subject = read_subject(bare[length:])
        is_list = (
            subject is not None and subject.what == "thing" and subject.kind in {"list", "drop-down list", "field"}
        )
        return Demand("options", subject) if is_list else None
    if owner := read_owner(bare):
        what = "text" if owner.kind in {"heading", "alert"} or words_of(bare)[0] == "text" else "value"
        return Demand(what, owner)
    if words_of(bare) in statement_words().titles:
        return Demand("title", Subject("title", word=" ".join(words_of(bare))))
    if words_of(bare) in statement_words().addresses:
        return Demand("address", Subject("address", word=" ".join(words_of(bare))))
    subject = read_subject(terms)
    if subject and subject.what == "thing" and not subject.name and subject.kind in {"heading", "alert"}:
        return Demand("text", subject)
    return None


def _asked(terms: Terms) -> tuple[Claim, ...] | None:
    """Is the box “X” checked; is there a button “Save”; does the page show “X”; whether …"""
    words = words_of(terms)
    if words[0] == "whether":
        return read_clauses(terms[1:])
    if words[0] in {"does", "do"}:
        return read_clauses(terms[1:])
    if words[0] not in {"is", "are"}:
        return None
    if words[1:2] == ("there",):
        return read_clauses((terms[1], terms[0], *terms[2:]))
    if any(word in {"and", ",", ";"} for word in words):
        return None
    for size in range(2, len(terms)):
        if claims := read_clauses((*terms[1:size], terms[0], *terms[size:])):
            return claims
    return None
