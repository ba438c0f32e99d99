"""Words for kinds of elements: one list for descriptions and for statements."""

from __future__ import annotations

import pytest

from askonce.embedded.grammar.lexicon import lexicon
from askonce.insight.exact.statement_words import statement_words
from askonce.language.vocabulary import to_phrase, vocabulary


def test_descriptions_know_every_kind_that_statements_know_but_alerts_and_errors() -> None:
    unknown = {
        name
        for phrase, name in vocabulary().kind_names.items()
        if tuple(" ".join(phrase).replace("-", " ").split()) not in vocabulary().kinds
    }
    assert unknown == {"alert", "error"}


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("btn", "button"), ("push button", "button"), ("textfield", "field"), ("edit box", "field"),
        ("search bar", "search field"), ("drop-down menu", "drop-down list"), ("drop down menu", "drop-down list"),
        ("toggle switch", "switch"), ("radiobutton", "radio button"), ("menu option", "menu item"),
    ],
)  # fmt: skip
def test_a_kind_has_the_same_words_in_statements_as_in_descriptions(word: str, kind: str) -> None:
    assert vocabulary().kind_names[to_phrase(word)] == kind
    assert to_phrase(word.replace("-", " ")) in vocabulary().kinds


@pytest.mark.parametrize("word", ["popup", "overlay", "banner", "menu link", "icon", "picker", "item", "card"])
def test_a_word_for_things_of_several_roles_proves_nothing(word: str) -> None:
    assert to_phrase(word) in vocabulary().kinds
    assert to_phrase(word) not in vocabulary().kind_names


def test_a_placeholder_is_a_name_to_find_a_field_by_but_not_one_to_prove() -> None:
    assert to_phrase("with the placeholder") in vocabulary().loose_callings - vocabulary().callings


def test_all_share_the_articles() -> None:
    shared = {"the", "a", "an", "this", "that"}
    assert vocabulary().articles == shared
    assert statement_words().articles == shared | {"its"}
    assert lexicon().articles == shared | {"your", "my"}


def test_an_ordinal_is_not_part_of_a_name_without_quotation_marks() -> None:
    assert {"first", "sixth", "tenth", "last"} <= statement_words().not_names
    assert "next" not in statement_words().not_names
