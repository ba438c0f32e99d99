from collections.abc import Iterator

import pytest
from phone_rig import PhoneClient

from askonce.testing.phone import SamplePhone


@pytest.fixture(scope="package")
def running_phone() -> Iterator[SamplePhone]:
    with SamplePhone() as phone:
        yield phone


@pytest.fixture
def phone(running_phone: SamplePhone) -> SamplePhone:
    """The phone as it was when it was new."""
    running_phone.reset()
    return running_phone


@pytest.fixture
def client(phone: SamplePhone) -> PhoneClient:
    return PhoneClient(phone)
