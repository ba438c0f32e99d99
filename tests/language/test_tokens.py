"""Tokens and quotations: the finder, the exact answers and the embedded model read the same ones."""

from __future__ import annotations

import pytest

from askonce.insight.exact import statement_terms
from askonce.language.tokens import read_tokens
from askonce.locate.local import description_terms

MARKS = [
    '"Save it"',
    "“Save it”",
    "«Save it»",
    "„Save it“",
    "`Save it`",
    "「Save it」",
    "『Save it』",
    "‘Save it’",
    "'Save it'",
]


@pytest.mark.parametrize("quotation", MARKS)
def test_every_reader_knows_every_quotation_mark(quotation: str) -> None:
    sentence = f"the button {quotation} is visible"
    statement = statement_terms.read_terms(sentence) or ()
    assert [term.text for term in statement if term.quoted] == ["Save it"]
    assert [term.text for term in description_terms.read_terms(sentence) if term.quoted] == ["save it"]
    assert [token.inner for token in read_tokens(sentence) if token.kind == "quote"] == ["Save it"]


@pytest.mark.parametrize(
    "sentence", ["the customer's button isn't there", "the users' own button", "rock 'n roll button"]
)
def test_an_apostrophe_is_no_quotation_mark(sentence: str) -> None:
    assert not any(term.quoted for term in description_terms.read_terms(sentence))
    assert not any(token.kind == "quote" for token in read_tokens(sentence))
    assert not any(term.quoted for term in statement_terms.read_terms(sentence) or ())


def test_a_token_knows_where_it_is() -> None:
    text = 'type {user} into "User name", then press Enter.'
    tokens = read_tokens(text)
    assert [token.kind for token in tokens] == ["word", "slot", "word", "quote", "mark", "word", "word", "word", "mark"]
    assert all(text[token.start : token.end] == token.text for token in tokens)


@pytest.mark.parametrize("sentence", ['"Sa"ve is visible', '"a\\"b" is visible', "“a “b” is visible", "'' is visible"])
def test_a_statement_whose_quotations_may_end_elsewhere_is_not_read(sentence: str) -> None:
    assert statement_terms.read_terms(sentence) is None
