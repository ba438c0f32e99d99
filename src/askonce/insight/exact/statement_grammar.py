"""From a sentence to what it claims or asks. The whole sentence is understood, or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from askonce.insight.exact.claims import (
    AnyClaim,
    Claim,
    CountClaim,
    CountedGroup,
    ShownClaim,
    StateClaim,
    Subject,
    TextClaim,
)
from askonce.insight.exact.statement_terms import read_terms
from askonce.insight.exact.statement_words import CountComparison, Verb, statement_words
from askonce.insight.exact.subjects import (
    holds_part,
    read_amount,
    read_entry,
    read_group,
    read_owner,
    read_subject,
    without_article,
)
from askonce.insight.exact.unquoted_sentences import read_unquoted
from askonce.language.terms import Terms, phrase_at_end, phrase_at_start, words_of
from askonce.screens.expectation import read_expectations

_STILL = frozenset({"now", "currently", "still", "already"})
_WRITTEN = ("visible", "gone", "address", "field")
_MOST_CLAUSES = 8


def read_statement(statement: str) -> tuple[Claim, ...] | None:
    """All that the statement claims, every clause of it; None when any word of it is not understood."""
    if statement.lstrip().startswith(_WRITTEN):
        return _as_written(statement)
    terms = read_terms(statement)
    if not terms:
        return None
    claims = read_clauses(terms)
    if claims and len(claims) == 1 and isinstance(claims[0], CountClaim) and claims[0].group.is_whole_kind:
        return _also_unquoted(claims[0], terms)
    if claims:
        return claims
    unquoted = read_unquoted(terms)
    return (unquoted,) if unquoted else None


def _also_unquoted(claim: CountClaim, terms: Terms) -> tuple[Claim, ...]:
    """The number of links is 3: that many are there, or a field or a cell says so."""
    unquoted = read_unquoted(terms)
    return (AnyClaim((claim, *unquoted.readings)),) if unquoted else (claim,)


def _as_written(statement: str) -> tuple[Claim, ...] | None:
    """The form in which expectations are written: `visible "A"; gone "B"; address "/c"; field "D" is "E"`."""
    found: list[Claim] = []
    for expectation in read_expectations(statement) or ():
        match expectation.kind:
            case "visible" | "gone" if expectation.value:
                return None
            case "visible" | "gone":
                found.append(ShownClaim(Subject("quote", expectation.text), expectation.kind == "visible"))
            case "address":
                found.append(TextClaim(Subject("address", word="url"), "contains", expectation.text, True))
            case "field":
                found.append(
                    TextClaim(Subject("thing", expectation.text, "field", definite=True), "is", expectation.value, True)
                )
            case "title" | "count" | "changed" | "sent" | "message" | "any":
                return None  # other sentences say these
    return tuple(found) or None


# ---- clauses


def read_clauses(terms: Terms) -> tuple[Claim, ...] | None:
    """Clauses joined by "and"; one may leave out its subject or share what is said with the next."""
    pieces = _pieces(terms)
    if not 0 < len(pieces) <= _MOST_CLAUSES or not all(pieces):
        return None
    found: list[Claim] = []
    for place, piece in enumerate(pieces):
        claim = _read_clause(piece) or _shared(pieces, place)
        if claim is None:
            return None
        found.append(claim)
    return tuple(found)


def _pieces(terms: Terms) -> list[Terms]:
    pieces: list[Terms] = []
    start = 0
    for place, term in enumerate(terms):
        if not term.quoted and term.text in {"and", ",", ";"}:
            follows = place > 0 and not terms[place - 1].quoted and terms[place - 1].text in {",", ";"}
            if not (term.text == "and" and follows):
                pieces.append(terms[start:place])
            start = place + 1
    return [*pieces, terms[start:]]


def _shared(pieces: list[Terms], place: int) -> Claim | None:
    """“A” and “B” are visible; the button “Save” is enabled and focused."""
    piece = pieces[place]
    if len(piece) == 1 and piece[0].quoted:
        for later in pieces[place + 1 :]:
            verb = _verb_in(later)
            if verb == 1 and later[0].quoted and later[verb].text == "are":
                return _read_clause((*piece, *later[verb:]))
            if len(later) != 1 or not later[0].quoted:
                return None
        return None
    before = pieces[place - 1] if place else ()
    verb = _verb_in(before)
    negated = any(word in {"not", "no", "longer"} for word in words_of(before))
    if verb and not negated and before[verb].text in {"is", "are"} and _verb_in(piece) is None:
        return _read_clause((*before[: verb + 1], *piece))
    return None


def _verb_in(terms: Terms) -> int | None:
    return next((place for place, word in enumerate(words_of(terms)) if word in statement_words().verbs), None)


def _read_clause(terms: Terms) -> Claim | None:
    if words_of(terms[:2]) in {("there", "is"), ("there", "are")}:
        return _read_there(terms[2:])
    place = _verb_in(terms)
    if not place:
        return None
    verb, rest, subject_words = statement_words().verbs[terms[place].text], terms[place + 1 :], terms[:place]
    holds = True
    if words_of(subject_words)[-2:] in {("does", "not"), ("do", "not")} or words_of(subject_words)[-2:] == (
        "no",
        "longer",
    ):
        subject_words, holds = subject_words[:-2], False
    elif verb in {"is", "has"} and (length := phrase_at_start(rest, statement_words().negations)):
        rest, holds = rest[length:], False
    if words_of(subject_words)[:1] == ("no",):
        if not holds:
            return None
        subject_words, holds = subject_words[1:], False
        if verb not in {"is", "exists", "appears"} or words_of(_plain_rest(rest)) not in {*_affirmed(), ()}:
            return None
    if counted := _read_counted(subject_words, verb, rest, holds):
        return counted
    if owner := read_owner(subject_words):
        claim = _READERS[verb](owner, rest, holds)
        return claim if isinstance(claim, TextClaim) else None
    subject = read_subject(subject_words)
    return _READERS[verb](subject, _plain_rest(rest), holds) if subject else None


def _affirmed() -> set[tuple[str, ...]]:
    known = statement_words()
    return {words for table in (known.seen, known.present, known.openness) for words, yes in table.items() if yes}


def _plain_rest(rest: Terms) -> Terms:
    """What is said, without "now" and without where, as long as something is left."""
    while len(rest) > 1 and not rest[0].quoted and rest[0].text in _STILL:
        rest = rest[1:]
    length = phrase_at_end(rest, statement_words().wheres)
    return rest[:-length] if 0 < length < len(rest) else rest


def _read_counted(subject: Terms, verb: Verb, rest: Terms, holds: bool) -> Claim | None:
    """Three “Delete” buttons are shown; the number of rows is 5."""
    if verb != "is":
        return None
    if words_of(subject)[:3] == ("the", "number", "of"):
        group, amount = read_group(subject[3:]), read_amount(rest)
        return CountClaim(group, amount[0], amount[1], holds) if group and amount and not amount[2] else None
    amount = read_amount(subject)
    group = read_group(amount[2]) if amount else None
    words = words_of(_plain_rest(rest))
    if amount is None or group is None or not holds:
        return None
    if statement_words().seen.get(words) or statement_words().present.get(words):
        return CountClaim(group, amount[0], amount[1], in_view=words in statement_words().seen)
    return None


# ---- one verb after another


def _read_there(rest: Terms) -> Claim | None:
    """There is a button “Save”; there is no link “Help”; there are 3 rows in the table."""
    holds = True
    if length := phrase_at_start(
        rest, {("no",), ("not", "a"), ("not", "any"), ("no", "longer", "a"), ("no", "longer", "any")}
    ):
        rest, holds = rest[length:], False
    length = phrase_at_end(rest, statement_words().wheres)
    rest = rest[:-length] if length else rest
    anywhere = True
    if words_of(rest)[-1:] in {("visible",), ("shown",), ("displayed",)} and holds:
        rest, anywhere = rest[:-1], False
    if holds and (amount := read_amount(rest)):
        group = read_group(amount[2])
        return CountClaim(group, amount[0], amount[1], in_view=not anywhere) if group else None
    if not holds and (group := read_group(rest)) and group.name:
        return ShownClaim(Subject("thing", group.name, group.kind), False, True)
    if words_of(rest)[:1] == ("any",):
        return None
    subject = read_subject(rest) or read_entry(rest)
    return ShownClaim(subject, holds, anywhere) if subject and subject.name else None


def _is(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    known = statement_words()
    words = words_of(rest)
    for table, anywhere in ((known.seen, False), (known.present, True)):
        if words in table:
            return _shown(subject, table[words], holds, anywhere)
    if words in known.openness:
        return _shown(subject, known.openness[words], holds, False) if subject.kind == "dialog" else None
    if words in known.states:
        state, yes = known.states[words]
        is_double = not holds and not yes and state != "disabled"
        is_thing = subject.what in {"thing", "quote"}
        return StateClaim(subject, state, yes == holds) if is_thing and not is_double else None
    if words == ("empty",):
        return TextClaim(subject, "empty", "", holds) if subject.what == "thing" else None
    if words[:2] in {("set", "to"), ("filled", "with")}:
        rest = rest[2:]
    return _says(subject, "is", rest, holds)


def _shown(subject: Subject, yes: bool, holds: bool, anywhere: bool) -> Claim | None:
    is_double = not yes and not holds
    is_named = subject.name or subject.kind == "dialog"
    return ShownClaim(subject, yes == holds, anywhere) if is_named and not is_double else None


def _says(subject: Subject, how: str, rest: Terms, holds: bool) -> Claim | None:
    if words_of(rest[:1]) == ("with",) and how in {"starts", "ends"}:
        rest = rest[1:]
    elif how in {"starts", "ends"}:
        return None
    rest = without_article(rest)
    if len(rest) == 2 and words_of(rest)[0] in {"text", "value"}:
        rest = rest[1:]
    if len(rest) != 1 or not (rest[0].quoted or rest[0].text.isdigit()) or subject.what in {"page", "text"}:
        return None
    if subject.what == "quote":
        subject = Subject("thing", subject.name, "field", definite=True)
    match how:
        case "is" | "contains" | "starts" | "ends":
            return TextClaim(subject, how, rest[0].text, holds)
        case _:
            return None


def _has(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    if subject.what == "page":
        return _page_shows(rest, holds, anywhere=True)
    if amount := read_amount(rest):
        return _holding(subject, amount[0], amount[1], amount[2], holds)
    if words_of(rest) in {("focus",), ("the", "focus")}:
        return StateClaim(subject, "focused", holds)
    if words_of(without_article(rest))[:1] in {("text",), ("value",)}:
        return _says(subject, "is", rest, holds)
    return None


def _holding(subject: Subject, comparison: CountComparison, number: int, rest: Terms, holds: bool) -> Claim | None:
    """The list has 3 items."""
    part = statement_words().parts.get(words_of(rest))
    if part is None or not holds_part(subject, part):
        return None
    return CountClaim(CountedGroup(part, subject), comparison, number, holds)


def _page_shows(rest: Terms, holds: bool, *, anywhere: bool) -> Claim | None:
    """The page shows “X”; the page has no button “Save”."""
    if rest and words_of(rest)[0] == "no" and holds:
        rest, holds = rest[1:], False
    found = read_subject(rest)
    is_plain = found is not None and found.name and (found.quoted or found.what == "thing")
    return ShownClaim(found, holds, anywhere) if found and is_plain else None


def _shows(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    if subject.what == "page":
        return _page_shows(rest, holds, anywhere=False)
    return _contains(subject, rest, holds)


def _contains(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    if subject.what == "page":
        return _page_shows(rest, holds, anywhere=True)
    if amount := read_amount(rest):
        return _holding(subject, amount[0], amount[1], amount[2], holds)
    return _says(subject, "contains", rest, holds)


def _page_says(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    """What is said is a text, never the name of something that shows none."""
    claim = _shows(subject, rest, holds)
    if isinstance(claim, ShownClaim) and claim.subject.what == "quote":
        return ShownClaim(Subject("text", claim.subject.name), claim.holds)
    return claim


def _exists(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    is_over = not rest or words_of(rest) in statement_words().wheres
    return _shown(subject, True, holds, True) if is_over else None


def _appears(subject: Subject, rest: Terms, holds: bool) -> Claim | None:
    is_over = not rest or words_of(rest) in statement_words().wheres
    return _shown(subject, True, holds, False) if is_over else None


_Reader = Callable[[Subject, Terms, bool], Claim | None]
_READERS: Mapping[Verb, _Reader] = {
    "is": _is,
    "has": _has,
    "contains": _contains,
    "shows": _shows,
    "says": _page_says,
    "exists": _exists,
    "appears": _appears,
    "equals": lambda subject, rest, holds: _says(subject, "is", rest, holds),
    "starts": lambda subject, rest, holds: _says(subject, "starts", rest, holds),
    "ends": lambda subject, rest, holds: _says(subject, "ends", rest, holds),
}
