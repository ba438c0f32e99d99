"""One browser for many pages."""

from __future__ import annotations

from askonce.config import read_settings
from askonce.screens.web.shared_browser import SharedBrowser


async def test_a_shared_browser_is_one_until_it_is_gone() -> None:
    shared = SharedBrowser(read_settings())
    try:
        first = await shared.get()
        assert await shared.get() is first
        await first.close()
        second = await shared.get()
        assert second is not first
        assert second.is_connected()
    finally:
        await shared.close()
    assert not second.is_connected()
