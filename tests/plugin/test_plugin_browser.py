"""The browser that the tests of a session share."""

from __future__ import annotations

from askonce.config import read_settings
from askonce.plugin.plugin_browser import SharedBrowser


def test_a_browser_that_died_is_started_again_for_the_next_test() -> None:
    shared = SharedBrowser(read_settings())
    try:
        first = shared.start()
        assert shared.start() is first
        shared.runner.run(first.close())

        second = shared.start()

        assert second is not first
        assert second.is_connected()
    finally:
        shared.close()
    assert not second.is_connected()
