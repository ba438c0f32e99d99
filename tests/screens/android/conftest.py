from collections.abc import Iterator
from dataclasses import replace

import pytest

from askonce.testing.phone import APPS, SamplePhone


@pytest.fixture(scope="package")
def phone() -> Iterator[SamplePhone]:
    """One phone for all; tests make it new again. The package of one of its apps does not tell its name."""
    named = {"Markor": {"name": "Wobbly", "package": "com.acme.x1"}}
    with SamplePhone(apps=[replace(app, **named.get(app.name, {})) for app in APPS]) as phone:
        yield phone
