"""Words on controls that commit to something are allowed by what an instruction says, in whatever words."""

from __future__ import annotations

import pytest

from askonce.language.commitments import committing_word, link_commits


@pytest.mark.parametrize(
    ("label", "instruction", "word"),
    [
        ("Add to basket", "put the red mug into the basket", ""),
        ("Add to basket", "place the red mug in the basket", ""),
        ("Add", "create a contact", ""),
        ("Save", "add a contact called Bob", ""),
        ("Add to basket", "open the red mug", "add"),
        ("Save", "put Bob into Name", "save"),
        ("Order now", "put the red mug into the basket", "order now"),
        ("Delete", "put the red mug into the basket", "delete"),
    ],
)
def test_a_control_is_pressed_only_for_what_is_said(label: str, instruction: str, word: str) -> None:
    assert committing_word(label, instruction) == word


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("Bob, please delete this", "/notes/3"),
        ("Notes that nobody reads any more, remove", "/notes/3"),
        ("3", "/notes/3/delete"),
        ("3", "/notes/delete3"),
        ("3", "/notes/delete_all"),
        ("3", "/notes/deleteAll"),
        ("3", "/notes/L%C3%B6schen"),
        ("3", "/app#/logout"),
        ("3", "/log-out"),
        ("3", "https://["),
        ("Message Bob", "/contacts/3"),
        ("Vote", "/3"),
        ("Clear basket", "/basket"),
        ("我要删除它", "/3"),
    ],
)
def test_any_word_of_a_link_or_its_address_may_commit_to_something(words: str, address: str) -> None:
    assert link_commits(words, address)


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("New message", "/messages/new"),
        ("Bob", "/message/3"),
        ("Deleted items", "/items"),
        ("Contacts", "https://send.example/contacts"),
        ("Payments", "/payments"),
    ],
)
def test_a_link_that_names_a_thing_only_leads_there(words: str, address: str) -> None:
    assert not link_commits(words, address)
