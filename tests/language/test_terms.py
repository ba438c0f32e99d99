"""A sentence as terms, and the phrases at its start and end."""

from __future__ import annotations

from askonce.language.terms import Term, phrase_at_end, phrase_at_start, without_article

KNOWN = {("log",), ("log", "in"), ("the", "shop")}


def terms(*words: str) -> tuple[Term, ...]:
    return tuple(map(Term, words))


def test_the_longest_phrase_at_either_end_counts() -> None:
    assert phrase_at_start(terms("log", "in", "to", "the", "shop"), KNOWN) == 2
    assert phrase_at_end(terms("log", "in", "to", "the", "shop"), KNOWN) == 2
    assert phrase_at_start(terms("log"), KNOWN) == phrase_at_end(terms("log"), KNOWN) == 1
    assert phrase_at_start(terms("to", "log"), KNOWN) == phrase_at_end(terms("log", "to"), KNOWN) == 0


def test_a_quotation_is_not_part_of_a_phrase() -> None:
    assert phrase_at_start((Term("log", quoted=True), Term("in")), KNOWN) == 0
    assert phrase_at_end((Term("the"), Term("shop", quoted=True)), KNOWN) == 0


def test_an_article_is_left_out_unless_it_is_quoted() -> None:
    assert without_article(terms("the", "shop")) == terms("shop")
    assert without_article((Term("the", quoted=True), Term("shop"))) == (Term("the", quoted=True), Term("shop"))
    assert without_article(()) == ()
