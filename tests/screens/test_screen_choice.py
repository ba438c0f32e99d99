"""Which kind of screen is meant by the options that were given."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Self

import pytest
from pydantic import model_validator

from askonce.errors import ConfigError
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import choose_screen, offered_at, read_options
from askonce.screens.screen_kind import Offered, OpenContext, OpenedScreen, ScreenKind, ScreenOptions


def spell(name: str) -> str:
    return f"--{name}"


@pytest.mark.parametrize(
    ("given", "named", "kind"),
    [({}, "", "web"), ({"url": "x"}, "", "web"), ({"fake": "x"}, "", "fake"), ({"fake": "x"}, "fake", "fake")],
)
def test_the_options_say_which_kind_is_meant(given: dict[str, str], named: str, kind: str) -> None:
    choice = choose_screen(given, "command", named=named, spell=spell)

    assert choice.kind.name == kind
    assert choice.given_at("command") == given


@pytest.mark.parametrize(
    ("given", "named", "message"),
    [
        ({"url": "a", "fake": "b"}, "", "--url belongs to web screens and --fake to fake screens"),
        ({"url": "a"}, "fake", "--url is not an option of fake screens\n.*it has --fake"),
        ({"url": "a"}, "interface", "--url is not an option of interface screens\n.*it has none"),
        (
            {},
            "phone",
            "--screen: there is no kind of screen named 'phone'\n.*web, android, desktop, ios, harmony, fake",
        ),
        ({"serial": "a"}, "", "no kind of screen has an option --serial\n.*--url"),
        ({"mobile": "perhaps"}, "", "--mobile cannot be 'perhaps'"),
        ({}, "fake", "^a fake screen needs --fake\\n  → add --fake FILE: "),
        ({}, "interface", "^an interface screen lacks module\\n  → name the module"),
    ],
)
def test_what_does_not_go_together_is_refused_with_place_value_and_remedy(
    given: dict[str, str], named: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        choose_screen(given, "command", named=named, spell=spell)


def test_a_kind_without_a_window_cannot_be_headed() -> None:
    with pytest.raises(ConfigError, match="--headed is not an option of fake screens"):
        choose_screen({"fake": "x"}, "command", headed=True, spell=spell)


def test_a_running_browser_is_not_offered_to_clients_of_the_server() -> None:
    assert {"url", "mobile", "android", "desktop", "headless", "ios", "harmony", "fake"} == offered_at("mcp").keys()
    assert "cdp" in offered_at("command")


def test_an_option_that_a_kind_does_not_have_is_refused_from_python_too() -> None:
    with pytest.raises(ConfigError, match=r"fake screens have no option 'url'\n.*they have file"):
        read_options(screen_kinds().get("fake"), {"url": "x"})


class GrillOptions(ScreenOptions):
    gas: bool = False
    coal: bool = False

    @model_validator(mode="after")
    def _burns_one(self) -> Self:
        if self.gas and self.coal:
            raise ValueError("gas and coal cannot be combined")
        return self


class OvenOptions(ScreenOptions):
    serial_number: Annotated[str, Offered(("command",), name="oven", metavar="SERIAL")]
    """Serial number of an oven."""


def _never_opened(options: Any, context: OpenContext) -> AbstractAsyncContextManager[OpenedScreen]:
    raise AssertionError


def test_a_required_option_is_named_as_it_is_written_where_the_user_is() -> None:
    oven = ScreenKind(name="oven", title="Oven", options=OvenOptions, open=_never_opened)

    with pytest.raises(
        ConfigError, match=r"^an oven screen needs --oven\n  → add --oven SERIAL: Serial number of an oven"
    ):
        read_options(oven, {}, spell, "command")
    with pytest.raises(ConfigError, match=r"^an oven screen lacks serial_number\n  → add serial_number"):
        read_options(oven, {})


def test_options_that_a_kind_refuses_together_are_told_with_its_own_reason() -> None:
    grill = ScreenKind(name="grill", title="Grill", options=GrillOptions, open=_never_opened)

    with pytest.raises(ConfigError, match=r"^grill screens: gas and coal cannot be combined\n  → they have gas, coal"):
        read_options(grill, {"gas": True, "coal": True})
