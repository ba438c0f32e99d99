"""What happens on a phone that nobody asked for. A seed decides what and when, so that a run can be had again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Alert
from askonce.testing.phone.apps.sms.message_screens import receive

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

CHANCE = 0.08
"""How likely one is at a tap."""
KINDS = ("dialog", "closed app", "swallowed tap", "reloaded list", "message")
STRANGER = "+15550100"


def happen(phone: Handset) -> str:
    """Decide at a tap: what happened, or nothing."""
    if phone.random is None or phone.locked or phone.random.random() >= CHANCE:
        return ""
    kind = phone.random.choice(KINDS)
    if kind != "message" and phone.front is None:
        return ""
    phone.disturbed.append(kind)
    match kind:
        case "dialog":
            phone.ask(
                Alert(
                    "Battery saver",
                    "The battery is low. Turn on battery saver?",
                    (("Later", None), ("Turn on", None)),
                    package="com.android.systemui",
                    window="Battery saver",
                )
            )
        case "closed app":
            phone.stop(phone.package)
        case "reloaded list":
            phone.activity.key += "+"
        case "message":
            receive(phone, STRANGER, f"Your code is {phone.random.randrange(100_000, 1_000_000)}")
        case _:
            return "swallowed tap"
    return "swallowed tap" if kind in ("dialog", "closed app") else kind
