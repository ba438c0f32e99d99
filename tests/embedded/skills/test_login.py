"""Logging in with the form that is there."""

from __future__ import annotations

from skill_decisions import decided, node, steps_of


def test_the_only_button_beside_a_password_is_meant_by_log_in() -> None:
    form = (
        node(1, "textbox", "User"),
        node(2, "textbox", "Password", states=frozenset({"password"})),
        node(3, "button", "OK"),
    )
    assert steps_of(decided("press login", *form)) == ["Tap 3"]
    assert not decided("press login", *form, node(4, "button", "Cancel")).actions
