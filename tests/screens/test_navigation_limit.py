"""How long an address may take to open."""

from __future__ import annotations

from askonce.screens.navigation_limit import navigation_limit, navigations_within


def test_a_longer_timeout_of_a_call_is_the_limit_of_its_navigations() -> None:
    with navigations_within(90):
        assert navigation_limit() == 90
        with navigations_within(None):
            assert navigation_limit() == 90
    with navigations_within(2):
        assert navigation_limit() == 30  # the call itself ends before that
    assert navigation_limit() == 30
