from collections.abc import Iterator

import pytest

from askonce.testing.phone import SamplePhone


@pytest.fixture(scope="package")
def phone() -> Iterator[SamplePhone]:
    """One phone for all; tests make it new again."""
    with SamplePhone() as phone:
        yield phone
