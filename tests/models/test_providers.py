"""The table of providers."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from askonce.models.providers import needs_key, providers


def test_every_suggested_provider_needs_a_key_unless_it_runs_on_this_machine() -> None:
    hosts = [urlsplit(provider.base_url).hostname or "" for provider in providers() if provider.base_url]

    assert [host for host in hosts if not needs_key(host)] == ["127.0.0.1", "127.0.0.1"]


@pytest.mark.parametrize(
    ("host", "needs"),
    [("api.openai.com", True), ("openai.com", True), ("notopenai.com", False), ("openai.com.example", False)],
)
def test_a_host_is_known_by_its_end(host: str, needs: bool) -> None:
    assert needs_key(host) is needs
