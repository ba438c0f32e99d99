"""What every screen, every action and every store of recordings must hold to, as test classes to inherit from.

    class TestMyScreen(ScreenContract):
        async def open_screen(self) -> Screen:
            return await MyScreen.open(...)

pytest collects the inherited checks. Most are coroutines: run them with pytest-asyncio, in its auto mode or with
`@pytest.mark.asyncio` on the class.
"""

import pytest

pytest.register_assert_rewrite(f"{__name__}.action", f"{__name__}.recording_store", f"{__name__}.screen")

from askonce.testing.contracts.action import ActionContract  # noqa: E402
from askonce.testing.contracts.recording_store import RecordingStoreContract  # noqa: E402
from askonce.testing.contracts.sample import OTHER_PAGE, SAMPLE_PAGE, sample_screen  # noqa: E402
from askonce.testing.contracts.screen import ScreenContract  # noqa: E402

__all__ = ["OTHER_PAGE", "SAMPLE_PAGE", "ActionContract", "RecordingStoreContract", "ScreenContract", "sample_screen"]
