"""Options of a script's target can be overridden on the command line."""

from __future__ import annotations

import pytest

from askonce.errors import ConfigError
from askonce.script.target_overrides import read_overrides


def test_options_are_written_with_dashes_or_as_in_a_script_and_leave_the_other_words() -> None:
    words = [
        "a.yaml", "--web.user-agent", "Custom Agent", "--headed", "--web.viewportWidth=1920",
        "--web.wait-for-network-idle.continue-on-network-idle-error", "false",
        "--web.extra-http-headers.X-Token", "007", "--web.accept-insecure-certs",
        "--web.chrome-args=--mute-audio", "b.yaml",
        "--android.device-id", "emulator-5554", "--", "--web.url", "x",
    ]  # fmt: skip
    left, given = read_overrides(words)
    assert left == ["a.yaml", "--headed", "b.yaml", "--", "--web.url", "x"]
    assert given == {
        "web": {
            "userAgent": "Custom Agent",
            "viewportWidth": 1920,
            "waitForNetworkIdle": {"continueOnNetworkIdleError": False},
            "extraHTTPHeaders": {"X-Token": "007"},
            "acceptInsecureCerts": True,
            "chromeArgs": ["--mute-audio"],
        },
        "android": {"deviceId": "emulator-5554"},
    }


def test_an_option_that_is_given_twice_is_a_list() -> None:
    _, given = read_overrides(["--page.chrome-args=--mute-audio", "--web.chrome-args=--disable-gpu"])
    assert given == {"web": {"chromeArgs": ["--disable-gpu"]}}
    _, given = read_overrides(["--web.chrome-args=--mute-audio", "--web.chrome-args=--disable-gpu"])
    assert given == {"web": {"chromeArgs": ["--mute-audio", "--disable-gpu"]}}


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("--web.user-agnet=x", r"--web\.user-agnet: web has no option 'user-agnet'\n.*did you mean userAgent"),
        ("--web.viewport-width=wide", r"--web\.viewportWidth: .*not 'wide'"),
        ("--web.cookie=", r"--web\.cookie: this is empty"),
    ],
)
def test_what_is_wrong_is_told_by_its_option(word: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_overrides([word])
