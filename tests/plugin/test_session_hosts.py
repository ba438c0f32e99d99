"""The browser that the tests of a session share."""

from __future__ import annotations

from typing import cast

from playwright.async_api import Browser

from askonce.config import read_settings
from askonce.plugin.session_hosts import SessionHosts
from askonce.screens.kind_registry import screen_kinds


def test_a_browser_that_died_is_started_again_for_the_next_test() -> None:
    hosts, kind = SessionHosts(read_settings()), screen_kinds().default

    def get() -> Browser:
        return cast("Browser", hosts.get(kind, kind.options()))

    try:
        first = get()
        assert get() is first
        hosts.runner.run(first.close())

        second = get()

        assert second is not first
        assert second.is_connected()
    finally:
        hosts.close()
    assert not second.is_connected()


def test_a_kind_without_hosts_shares_nothing() -> None:
    hosts, kind = SessionHosts(read_settings()), screen_kinds().get("fake")
    try:
        assert hosts.get(kind, kind.options(file="x.yaml")) is None
    finally:
        hosts.close()
