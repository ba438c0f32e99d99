"""Which known name a misspelt one was meant to be."""

from __future__ import annotations

from askonce.diagnostics.closest_name import closest_name, did_you_mean

KNOWN = ("viewportWidth", "viewportHeight", "url")


def test_a_misspelt_name_leads_to_the_one_that_was_meant() -> None:
    assert closest_name("viewportWdith", KNOWN) == "viewportWidth"
    assert did_you_mean("URLs", KNOWN) == "did you mean url?"


def test_case_makes_no_difference_and_the_known_spelling_is_given() -> None:
    assert closest_name("VIEWPORTHEIGHT", KNOWN) == "viewportHeight"


def test_what_is_like_nothing_leads_nowhere() -> None:
    assert closest_name("cookies", KNOWN) == ""
    assert did_you_mean("cookies", KNOWN, otherwise="there are three") == "there are three"


def test_a_lower_cutoff_finds_names_that_are_less_alike() -> None:
    assert closest_name("view", KNOWN) == ""
    assert closest_name("view", KNOWN, cutoff=0.4) == "viewportWidth"
