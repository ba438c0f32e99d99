"""What a model would say to the blocks of the documents that need one."""

from __future__ import annotations

import json
import re

from askonce.testing import Asked
from askonce.testing.shop.catalogue import catalogue

MUGS = catalogue().search("mug")
PROGRAM = """Click "Mugs"
Read the names of the products, record as {mugs}
For each {mug} in {mugs}:
    Put {mug} into the basket"""


def answer(asked: Asked) -> str | None:
    """The reply to a request, by what it asks for. Requests that no block makes have none."""
    if "put every mug into the basket" in asked.text:
        return f"```\n{PROGRAM}\n```"
    if "the mugs are sorted by price" in asked.last:
        return json.dumps({"reason": "each costs as much as the one before it, or more", "verdict": True})
    if re.search("the mugs, with their prices", asked.last):
        return _value([{"name": mug.name, "price": mug.price / 100} for mug in MUGS])
    return _value([mug.name for mug in MUGS]) if "the names of the mugs" in asked.last else None


def _value(value: object) -> str:
    return json.dumps({"reason": "as the shelf shows them", "value": value})
