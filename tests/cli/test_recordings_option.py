"""The option --recordings."""

from __future__ import annotations

import pytest

from askonce import Settings
from askonce.cli.recordings_option import RecordingsOption
from askonce.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "name", "strategy"),
    [
        (None, None, None),
        ("shop", "shop", None),
        ("strict", None, "strict"),
        ("checkout/login:read-only", "checkout/login", "read-only"),
        (":off", None, "off"),
    ],
)
def test_a_name_a_strategy_or_both_are_read(text: str | None, name: str | None, strategy: str | None) -> None:
    option = RecordingsOption.read(text)

    assert (option.name, option.strategy) == (name, strategy)
    assert option.apply(Settings()).recordings.strategy == (strategy or "read-write")


@pytest.mark.parametrize(("text", "remedy"), [("shop:strickt", "did you mean strict?"), ("shop:", "use one of")])
def test_an_unknown_strategy_is_refused(text: str, remedy: str) -> None:
    with pytest.raises(ConfigError, match="nothing that can be done with recordings") as caught:
        RecordingsOption.read(text)

    assert remedy in caught.value.remedy


def test_where_nothing_else_names_recordings_a_strategy_needs_a_name() -> None:
    with pytest.raises(ConfigError, match="does not say which recordings") as caught:
        RecordingsOption.read("strict").require_name()

    assert "--recordings shop:strict" in caught.value.remedy
    assert RecordingsOption.read("shop:strict").require_name().name == "shop"


@pytest.mark.parametrize(("text", "meant"), [("stric", "strict"), ("Strict", "strict"), ("readonly", "read-only")])
def test_a_name_that_is_nearly_a_strategy_is_not_taken_for_a_name(text: str, meant: str) -> None:
    with pytest.raises(ConfigError, match=f"{text} looks like a misspelt {meant}") as caught:
        RecordingsOption.read(text)

    assert f"{text}:read-write" in caught.value.remedy
    assert RecordingsOption.read(f"{text}:read-write").name == text
