from __future__ import annotations

import random

import pytest
from phone_rig import Fingers, new_handset

from askonce.testing.phone import disturbances
from askonce.testing.phone.handset import Handset


def disturbed(seed: int, taps: int = 200) -> Handset:
    phone = new_handset()
    phone.random = random.Random(seed)
    for _ in range(taps):
        phone.launch("org.askonce.sample")
        disturbances.happen(phone)
    return phone


def test_a_seed_disturbs_in_the_same_way_each_time() -> None:
    first = disturbed(7)
    assert set(first.disturbed) == set(disturbances.KINDS)
    assert disturbed(7).disturbed == first.disturbed
    assert disturbed(8).disturbed != first.disturbed


def test_nothing_disturbs_a_phone_without_a_seed() -> None:
    phone = new_handset()
    phone.launch("org.askonce.sample")
    assert {disturbances.happen(phone) for _ in range(200)} == {False}


@pytest.mark.parametrize("kind", disturbances.KINDS)
def test_each_kind_can_be_recovered_from(kind: str) -> None:
    phone = new_handset()
    phone.launch("org.askonce.sample")
    takes_tap = disturbances.disturb(phone, kind, random.Random(1))
    fingers = Fingers(phone)
    if kind == "dialog":
        fingers.tap("Later")
    phone.launch("org.askonce.sample")
    fingers.tap("Press me")
    assert "Pressed: 1" in fingers.texts()
    assert takes_tap == (kind in ("dialog", "closed app", "swallowed tap"))
    assert [sms.number for sms in phone.records.messages] == [disturbances.STRANGER] * (kind == "message")
