"""The words and the file names under which Midscene keeps what it has cached."""

from __future__ import annotations

from askonce.recordings.midscene_keys import cache_names, plan_key, target_key


def test_words_are_kept_with_their_context() -> None:
    assert plan_key("log in", " use the demo account\n") == "Context for this request:\nuse the demo account\n\nlog in"
    assert target_key("the cart", "a shop") == (
        "<CONTEXT>\na shop\n</CONTEXT>\n\n<LOCATE_TARGET>\nthe cart\n</LOCATE_TARGET>"
    )
    assert (plan_key("log in", " "), target_key("the cart", "")) == ("log in", "the cart")


def test_a_file_is_named_without_what_file_systems_refuse_and_long_names_are_shortened() -> None:
    assert cache_names("shop #1: buy")[0] == "shop--1--buy"
    whole, short = cache_names("a" * 300)
    assert whole == "a" * 300
    assert short[:33] == "a" * 32 + "-"
    assert len(short) == 38
