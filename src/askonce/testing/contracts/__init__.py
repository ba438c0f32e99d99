"""The contracts of screens, actions and recording stores, as test classes to inherit from.

    class TestMyScreen(ScreenContract):
        async def open_screen(self) -> Screen:
            return await MyScreen.open(...)

pytest collects the inherited checks. Most are coroutines: run them with pytest-asyncio, in its auto mode or with
`@pytest.mark.asyncio` on the class.
"""

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{name}" for name in ("action_contract", "store_contract", "screen_contract"))
)

from askonce.testing.contracts.action_contract import ActionContract  # noqa: E402
from askonce.testing.contracts.contract_sample import OTHER_PAGE, SAMPLE_PAGE, sample_screen  # noqa: E402
from askonce.testing.contracts.screen_contract import ScreenContract  # noqa: E402
from askonce.testing.contracts.store_contract import RecordingStoreContract  # noqa: E402

__all__ = ["OTHER_PAGE", "SAMPLE_PAGE", "ActionContract", "RecordingStoreContract", "ScreenContract", "sample_screen"]
