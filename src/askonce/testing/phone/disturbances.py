"""What happens on a phone that nobody asked for. A seed decides what and when, so that a run can be had again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Alert
from askonce.testing.phone.apps.sms.message_screens import receive

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

CHANCE = 0.08
"""How likely one is at a tap."""
KINDS = ("dialog", "closed app", "swallowed tap", "reloaded list", "message")
STRANGER = "+15550100"


def happen(phone: Handset) -> bool:
    """Decide at a tap whether something happens, and what. Says whether the tap is lost to it."""
    if phone.random is None or phone.locked or phone.random.random() >= CHANCE:
        return False
    kind = phone.random.choice(KINDS)
    if phone.front is None and kind != "message":
        return False
    phone.disturbed.append(kind)
    return disturb(phone, kind, phone.random)


def disturb(phone: Handset, kind: str, chance: random.Random) -> bool:
    """Let one kind happen now. Says whether a tap is lost to it."""
    match kind:
        case "dialog":
            question = "The battery is low. Turn on battery saver?"
            buttons = (("Later", None), ("Turn on", None))
            system = "com.android.systemui"
            phone.ask(Alert("Battery saver", question, buttons, package=system, window="Battery saver"))
        case "closed app":
            phone.stop(phone.package)
        case "reloaded list":
            phone.activity.key += "+"  # drawn anew, and scrolled to its top
            return False
        case "message":
            receive(phone, STRANGER, f"Your code is {chance.randrange(100_000, 1_000_000)}")
            return False
        case _:
            pass
    return True
